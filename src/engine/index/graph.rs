//! The graph of reachable skeletons, with the moves between them and their effect on orders.

use std::ops::ControlFlow;

use ahash::AHashMap;

use crate::engine::moves::{MoveLister, Moved, moves};
use crate::engine::query::Stopped;
use crate::engine::rank::Ranking;
use crate::puzzle::{Placement, Puzzle, Style};

/// Why there is no graph.
pub enum RowGraphError {
    /// It exceeds the memory limit.
    Memory,
    Stopped(Stopped),
}

/// Number of moves between two checks of the clock and the memory.
const PATIENCE: usize = 1 << 12;

/// A move into a row: the row it comes from, and its action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowMove {
    pub from: u32,
    pub action: u32,
}

/// The reachable skeletons, as *rows* in the order of discovery.
pub struct RowGraph {
    /// The number of each row's skeleton.
    pub skeletons: Vec<u64>,
    /// For each skeleton 1 plus its row, or 0.
    rows: Vec<u32>,
    /// Where each row's arcs begin.
    first: Vec<usize>,
    arcs: Vec<RowMove>,
    /// The shapes with several kinds.
    pub shapes: Vec<usize>,
    /// For each action, the place from which each place's piece comes, for all `shapes`
    /// concatenated. The first action is the identity.
    pub maps: Vec<Vec<u32>>,
    numbers: AHashMap<Vec<u32>, u32>,
}

impl RowGraph {
    /// Explores all rows from the start's, with about `most_bytes` of memory at most.
    pub fn explore(
        puzzle: &Puzzle,
        ranking: &Ranking,
        style: Style,
        most_bytes: u64,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> Result<Self, RowGraphError> {
        let skeletons =
            u64::try_from(ranking.skeletons.total()).map_err(|_| RowGraphError::Memory)?;
        // The table of rows is needed in any case.
        if skeletons >= u64::from(u32::MAX) || 4 * skeletons > most_bytes {
            return Err(RowGraphError::Memory);
        }
        let start = ranking.skeleton(puzzle.start()).expect("the start is a placement");
        let mut graph = Self::of_start(start, skeletons as usize, ranking);
        let mut explorer = Explorer {
            moves: moves(puzzle, style),
            pieces: Vec::new(),
            contents: Contents::new(puzzle.size().cells()),
            origins: vec![Vec::new(); ranking.classes.len()],
            map: Vec::new(),
        };
        let mut made = 0;
        let mut check = |graph: &Self| {
            made += 1;
            if made % PATIENCE != 1 {
                return ControlFlow::Continue(());
            }
            if graph.growing_bytes() > most_bytes {
                return ControlFlow::Break(RowGraphError::Memory);
            }
            pause().map_break(RowGraphError::Stopped)
        };
        let mut row = 0;
        while row < graph.skeletons.len() {
            if let ControlFlow::Break(stop) = explorer.arcs_of(ranking, &mut graph, row, &mut check)
            {
                return Err(stop);
            }
            row += 1;
        }
        if graph.growing_bytes() > most_bytes { Err(RowGraphError::Memory) } else { Ok(graph) }
    }

    /// Builds the graph of the start's row alone.
    fn of_start(start: u64, skeletons: usize, ranking: &Ranking) -> Self {
        let pieces = |class: usize| ranking.classes[class].pieces() as u32;
        let shapes: Vec<usize> =
            (0..ranking.classes.len()).filter(|&c| ranking.classes[c].kinds().len() > 1).collect();
        let identity: Vec<u32> = shapes.iter().flat_map(|&shape| 0..pieces(shape)).collect();
        let mut graph = Self {
            skeletons: vec![start],
            rows: vec![0; skeletons],
            first: vec![0],
            arcs: Vec::new(),
            shapes,
            maps: vec![identity.clone()],
            numbers: AHashMap::from([(identity, 0)]),
        };
        graph.rows[start as usize] = 1;
        graph
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes_with(self.skeletons.len())
    }

    /// Like [`RowGraph::bytes`] while it grows: a list of rows may have twice the capacity that it
    /// needs.
    fn growing_bytes(&self) -> u64 {
        self.bytes_with(self.rows.len().min(2 * self.skeletons.len()))
    }

    fn bytes_with(&self, rows: usize) -> u64 {
        let map = self.maps.first().map_or(0, Vec::len);
        let maps = self.maps.len() * (8 * map + 100);
        let arcs = self.arcs.len() * size_of::<RowMove>();
        (4 * self.rows.len() + 16 * rows + arcs + maps) as u64
    }

    /// Returns the moves into a row. As every move can be undone, they come from all its
    /// neighbours.
    #[inline(always)]
    pub fn arcs(&self, row: usize) -> &[RowMove] {
        &self.arcs[self.first[row]..self.first[row + 1]]
    }

    /// Whether the graph is bipartite.
    pub fn has_two_colours(&self) -> bool {
        // All rows can be reached from the first.
        let mut colours = vec![None; self.skeletons.len()];
        colours[0] = Some(false);
        let mut open = vec![0];
        while let Some(row) = open.pop() {
            let other = colours[row].map(|colour: bool| !colour);
            for neighbour in self.arcs(row).iter().map(|arc| arc.from as usize) {
                if colours[neighbour].is_none() {
                    colours[neighbour] = other;
                    open.push(neighbour);
                } else if colours[neighbour] != other {
                    return false;
                }
            }
        }
        true
    }

    /// Returns the row of a skeleton, if it is reachable.
    pub fn row(&self, skeleton: u64) -> Option<usize> {
        (self.rows[skeleton as usize] as usize).checked_sub(1)
    }

    /// Returns the part of an action for one of the shapes.
    fn part<'a>(&self, ranking: &Ranking, map: &'a [u32], shape: usize) -> &'a [u32] {
        let before = self.shapes.iter().take_while(|&&s| s != shape);
        let begin: usize = before.map(|&s| ranking.classes[s].pieces()).sum();
        &map[begin..begin + ranking.classes[shape].pieces()]
    }

    /// Returns, for a shape whose pieces all differ, whether each row's orders of it are odd,
    /// relative to the start's. `None` if a row has both parities.
    pub fn parities(&self, ranking: &Ranking, shape: usize) -> Option<Vec<bool>> {
        let odd = |map: &Vec<u32>| super::fields::is_odd_sequence(self.part(ranking, map, shape));
        let odd: Vec<bool> = self.maps.iter().map(odd).collect();
        let mut colours: Vec<Option<bool>> = vec![None; self.skeletons.len()];
        colours[0] = Some(false);
        // Each row but the first was found from an earlier one, so that one arc leads back there.
        for row in 0..self.skeletons.len() {
            for arc in self.arcs(row) {
                let own = colours[row]?;
                let other = own ^ odd[arc.action as usize];
                if *colours[arc.from as usize].get_or_insert(other) != other {
                    return None;
                }
            }
        }
        colours.into_iter().collect()
    }
}

/// For each cell 1 plus the number of the kind whose piece has its origin there, or 0 if there is
/// none, as [`Ranking::rank_cells`] expects.
struct Contents {
    before: Vec<u8>,
    after: Vec<u8>,
}

impl Contents {
    /// Builds an empty board of `cells` cells.
    fn new(cells: usize) -> Self {
        Self { before: vec![0; cells], after: vec![0; cells] }
    }

    /// Replaces the pieces on the board.
    #[inline(always)]
    fn put(&mut self, pieces: &[Placement]) {
        self.before.fill(0);
        for piece in pieces {
            self.before[piece.cell as usize] = piece.kind + 1;
        }
    }

    /// Returns the contents of the cells after a move.
    #[inline(always)]
    fn after(&mut self, moved: &Moved) -> &[u8] {
        self.after.copy_from_slice(&self.before);
        // All leave before any arrives, as one may enter the place of another.
        moved.each_origin(|cell| self.after[cell as usize] = 0);
        moved.each_origin(|cell| {
            let to = cell.wrapping_add_signed(moved.by);
            self.after[to as usize] = self.before[cell as usize];
        });
        &self.after
    }
}

/// Finds the moves of one row after the other.
struct Explorer {
    moves: Box<dyn MoveLister>,
    /// The pieces of the row, each as the first kind of its shape, and the contents of its cells.
    pieces: Vec<Placement>,
    contents: Contents,
    /// The origins of the row's pieces, by shape.
    origins: Vec<Vec<u32>>,
    map: Vec<u32>,
}

impl Explorer {
    fn arcs_of(
        &mut self,
        ranking: &Ranking,
        graph: &mut RowGraph,
        row: usize,
        check: &mut impl FnMut(&RowGraph) -> ControlFlow<RowGraphError>,
    ) -> ControlFlow<RowGraphError> {
        self.read(ranking, graph.skeletons[row]);
        let Self { moves, pieces, contents, origins, map } = self;
        let begin = graph.arcs.len();
        let mut stop = None;
        let _ = moves.each(pieces, &mut |moved| {
            let after = contents.after(&moved);
            let skeleton = ranking.skeleton_of_cells(|cell| after[cell as usize]);
            let skeleton = skeleton.expect("a move leads to a skeleton");
            let from = graph.row_or_new(skeleton);
            let is_identity = trace(&graph.shapes, origins, &moved, map);
            let action = if is_identity { 0 } else { graph.action(map) };
            graph.arcs.push(RowMove { from, action });
            check(graph).map_break(|why| stop = Some(why))
        });
        if let Some(stop) = stop {
            return ControlFlow::Break(stop);
        }
        graph.end_row(begin);
        ControlFlow::Continue(())
    }

    /// Reads the pieces of a row.
    fn read(&mut self, ranking: &Ranking, skeleton: u64) {
        let Self { pieces, contents, origins, .. } = self;
        origins.iter_mut().for_each(Vec::clear);
        pieces.clear();
        ranking.skeletons.unrank(skeleton, |cell, symbol| {
            if let Some(shape) = usize::from(symbol).checked_sub(1) {
                origins[shape].push(cell);
                pieces.push(Placement { cell, kind: ranking.classes[shape].kinds()[0] });
            }
        });
        contents.put(pieces);
    }
}

impl RowGraph {
    /// Returns the row of a skeleton; adds one if it is new.
    #[inline(always)]
    fn row_or_new(&mut self, skeleton: u64) -> u32 {
        let known = &mut self.rows[skeleton as usize];
        if *known == 0 {
            self.skeletons.push(skeleton);
            *known = self.skeletons.len() as u32;
        }
        *known - 1
    }

    /// Returns the number of the action with a map; adds one if it is new.
    fn action(&mut self, map: &[u32]) -> u32 {
        if let Some(&number) = self.numbers.get(map) {
            return number;
        }
        let number = self.maps.len() as u32;
        self.maps.push(map.to_vec());
        self.numbers.insert(map.to_vec(), number);
        number
    }

    /// Ends a row whose arcs are all from `begin` on, and removes duplicates.
    fn end_row(&mut self, begin: usize) {
        self.arcs[begin..].sort_unstable();
        let mut kept = begin;
        for at in begin..self.arcs.len() {
            if at == begin || self.arcs[at] != self.arcs[kept - 1] {
                self.arcs[kept] = self.arcs[at];
                kept += 1;
            }
        }
        self.arcs.truncate(kept);
        self.first.push(kept);
    }
}

/// Records the place of each piece after a move. Returns whether nothing changes.
///
/// The move is read backwards, as one that leads into the row: then the piece of each place comes
/// from there.
#[inline(always)]
fn trace(shapes: &[usize], origins: &[Vec<u32>], moved: &Moved, map: &mut Vec<u32>) -> bool {
    map.clear();
    let mut is_identity = true;
    for &shape in shapes {
        let origins = &origins[shape];
        let after = |&origin: &u32| {
            let by = if moved.has(origin) { moved.by } else { 0 };
            origin.wrapping_add_signed(by)
        };
        let begin = map.len();
        map.extend(0..origins.len() as u32);
        if origins.is_sorted_by_key(after) {
            continue;
        }
        is_identity = false;
        for (own, origin) in map[begin..].iter_mut().zip(origins) {
            let end = after(origin);
            *own = origins.iter().filter(|other| after(other) < end).count() as u32;
        }
    }
    is_identity
}
