//! The engines, in one table.

/// A search engine. All that find shortest solutions report the same numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// The engine that suits the puzzle and the query.
    #[default]
    Auto,
    /// Knuth's search, in his order of discovery, in bounded memory.
    Ring,
    /// Frontier search: level by level, with the positions of the last levels in memory or in
    /// the folder of [`Query::disk`](super::Query::disk).
    Sparse,
    /// Bidirectional search: from the start and from the goals at once.
    Meet,
    /// Bitmap search: level by level, with bits for all placements of the pieces.
    Dense,
    /// Beam search: a solution soon, shorter ones until a limit, and a lower bound beside them.
    Beam,
    /// Iterative deepening for tile puzzles, plain.
    Korf0,
    /// Iterative deepening for tile puzzles, in another order of moves.
    Korf1,
    /// Iterative deepening for tile puzzles with pattern databases.
    Pdb,
    /// Finds a solution of a tile puzzle of any size, not necessarily a shortest one.
    Construct,
    /// No search: the parity of a tile puzzle shows that it is unsolvable.
    Parity,
}

/// How [`Engine::Dense`] arranges its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// For pieces that are alike, in styles of single pieces: matrices of the placements in both
    /// parts of the board.
    Matrices,
    /// For unlike pieces: the orders of the pieces in rows, one for each set of places.
    Rows,
}

/// The puzzles that an engine accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PuzzleClass {
    /// Puzzles of any kind.
    Blocks,
    /// Tile puzzles, in styles of single pieces.
    Tiles,
    /// None: the engine cannot be requested by name.
    Nothing,
}

const TABLE: &[(Engine, &str, PuzzleClass)] = {
    use Engine::*;
    use PuzzleClass::{Blocks, Nothing, Tiles};
    &[
        (Auto, "auto", Blocks),
        (Ring, "ring", Blocks),
        (Sparse, "sparse", Blocks),
        (Meet, "meet", Blocks),
        (Dense, "dense", Blocks),
        (Beam, "beam", Blocks),
        (Korf0, "korf0", Tiles),
        (Korf1, "korf1", Tiles),
        (Pdb, "pdb", Tiles),
        (Construct, "construct", Tiles),
        (Parity, "parity", Nothing),
    ]
};

impl Engine {
    /// The engines that can be requested, [`Engine::Auto`] first.
    ///
    /// ```
    /// use sliding::solve::Engine;
    /// assert!(Engine::all().any(|engine| engine.name() == "sparse"));
    /// ```
    pub fn all() -> impl Iterator<Item = Engine> {
        TABLE.iter().filter(|row| row.2 != PuzzleClass::Nothing).map(|row| row.0)
    }

    /// Returns the engine with this name, if it can be requested by name.
    pub fn named(name: &str) -> Option<Engine> {
        Engine::all().find(|engine| engine.name() == name)
    }

    /// Returns its name, in lower case.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Whether it accepts only tile puzzles.
    pub fn is_for_tiles(self) -> bool {
        self.row().2 == PuzzleClass::Tiles
    }

    fn row(self) -> &'static (Engine, &'static str, PuzzleClass) {
        TABLE.iter().find(|row| row.0 == self).expect("every engine has a row")
    }
}

impl std::fmt::Display for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
