//! The ways of searching, in one table.

/// A way of searching. All that find shortest solutions give the same numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Whatever suits the puzzle and what is asked.
    #[default]
    Auto,
    /// Knuth's search, in his order of discovery, in bounded memory.
    Ring,
    /// Frontier search: level by level through hash tables, with several threads.
    Table,
    /// Bidirectional search: from the start and from the goals at once.
    Meet,
    /// Bitmap search: level by level through bits for all placements of the pieces.
    Index,
    /// Bitmap search by whole rows of placements, for pieces that look alike.
    Cut,
    /// Breadth-first search through sorted lists in files, in the folder of [`Query::disk`](super::Query::disk).
    Disk,
    /// Iterative deepening for tile puzzles, plain.
    Korf0,
    /// Iterative deepening for tile puzzles, unrolled.
    Korf1,
    /// Iterative deepening for tile puzzles with pattern databases.
    Pdb,
    /// A solution of a tile puzzle of any size that need not be the shortest.
    Construct,
    /// No search: the parity of a tile puzzle shows that there is no solution.
    Parity,
}

/// What an engine takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Puzzles of any kind.
    Blocks,
    /// Tile puzzles, in styles of single pieces.
    Tiles,
    /// Nothing that is asked for by name.
    Nothing,
}

/// A row of the table.
struct Row {
    engine: Engine,
    name: &'static str,
    takes: Takes,
}

const TABLE: &[Row] = {
    use Engine::*;
    &[
        Row { engine: Auto, name: "auto", takes: Takes::Blocks },
        Row { engine: Ring, name: "ring", takes: Takes::Blocks },
        Row { engine: Table, name: "table", takes: Takes::Blocks },
        Row { engine: Meet, name: "meet", takes: Takes::Blocks },
        Row { engine: Index, name: "index", takes: Takes::Blocks },
        Row { engine: Cut, name: "cut", takes: Takes::Blocks },
        Row { engine: Disk, name: "disk", takes: Takes::Blocks },
        Row { engine: Korf0, name: "korf0", takes: Takes::Tiles },
        Row { engine: Korf1, name: "korf1", takes: Takes::Tiles },
        Row { engine: Pdb, name: "pdb", takes: Takes::Tiles },
        Row { engine: Construct, name: "construct", takes: Takes::Tiles },
        Row { engine: Parity, name: "parity", takes: Takes::Nothing },
    ]
};

impl Engine {
    /// The engines that can be asked for, [`Engine::Auto`] first.
    ///
    /// ```
    /// use sliding::solve::Engine;
    /// assert!(Engine::all().any(|engine| engine.name() == "table"));
    /// ```
    pub fn all() -> impl Iterator<Item = Engine> {
        TABLE.iter().filter(|row| row.takes != Takes::Nothing).map(|row| row.engine)
    }

    /// The engine of this name, if one can be asked for by it.
    pub fn named(name: &str) -> Option<Engine> {
        Engine::all().find(|engine| engine.name() == name)
    }

    /// Its name, in lower case.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Whether it takes tile puzzles alone.
    pub fn is_for_tiles(self) -> bool {
        self.row().takes == Takes::Tiles
    }

    fn row(self) -> &'static Row {
        TABLE.iter().find(|row| row.engine == self).expect("every engine has a row")
    }
}

impl std::fmt::Display for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
