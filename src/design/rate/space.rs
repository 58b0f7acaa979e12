//! Positions by number, with their neighbours and their distances from the goals; what a move looks
//! like: the pieces that it moves, and how far they go; and the pieces that move in a shortest solution.

use ahash::AHashMap;

use crate::analyse::SpaceError;
use crate::analyse::graph::position_graph;
use crate::analyse::state_graph::{FAR, PositionGraph};
use crate::engine::compiled::Compiled;
use crate::engine::drive::Run;
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::game::PositionMoves;
use crate::puzzle::{Configuration, Direction, Placement, Puzzle, Style};

/// Bytes for the distance of a position, and for the pieces of a shortest solution from it.
const POSITION: usize = 128;

/// All reachable positions.
pub struct Space<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    graph: PositionGraph<W>,
    /// The distance of each position from the goals.
    distances: Vec<u32>,
    /// The number of the start.
    pub start: u32,
}

impl<'a, const W: usize> Space<'a, W> {
    /// Finds all reachable positions and their distances from the goals. Stops for lack of memory if
    /// there are more than `most`, or more than fit in the memory.
    pub fn new(
        compiled: &'a Compiled<'a, W>,
        most: usize,
        budget: &Budget,
    ) -> Result<Space<'a, W>, Stopped> {
        let run = &mut Run { budget, observer: &mut () };
        let graph = match position_graph(compiled, run, most as u64, POSITION) {
            Err(SpaceError::Stopped(stopped)) => return Err(stopped),
            built => built.map_err(|_| Stopped::Memory)?,
        };
        let numbers = 0..graph.codes.len() as u32;
        let is_goal = |&at: &u32| compiled.meets_a_goal(&graph.codes[at as usize]);
        let goals: Vec<u32> = numbers.filter(is_goal).collect();
        let distances = graph.graph.search(&goals, budget)?.distances;
        let start = compiled.encode(compiled.puzzle.start());
        let start = graph.codes.binary_search(&start).expect("it is reachable") as u32;
        Ok(Self { compiled, graph, distances, start })
    }

    /// Returns the neighbours of a position, each once, in a fixed order.
    pub fn neighbours(&self, position: u32) -> &[u32] {
        self.graph.graph.neighbours(position)
    }

    /// Returns a position.
    pub fn configuration(&self, position: u32) -> Configuration {
        self.compiled.decode(&self.graph.codes[position as usize])
    }

    /// Returns the fewest moves from a position to a goal, or [`FAR`] if none is reachable.
    pub fn distance(&self, position: u32) -> u32 {
        self.distances[position as usize]
    }

    /// Whether no goal is reachable.
    pub fn is_unsolvable(&self) -> bool {
        self.distances[self.start as usize] == FAR
    }
}

/// A piece before a move and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedPiece {
    pub before: Placement,
    pub after: Placement,
}

/// Returns the pieces that differ between two positions, by kind and cell. The first of a kind in
/// the one becomes the first of that kind in the other, and so on.
pub fn moved_pieces(before: &Configuration, after: &Configuration) -> Vec<MovedPiece> {
    let only = |here: &Configuration, there: &Configuration| {
        let pieces = here.placements().iter().copied();
        let moved = pieces.filter(|piece| there.placements().binary_search(piece).is_err());
        let mut moved: Vec<Placement> = moved.collect();
        moved.sort_by_key(|piece| piece.kind);
        moved
    };
    let pairs = only(before, after).into_iter().zip(only(after, before));
    pairs.map(|(before, after)| MovedPiece { before, after }).collect()
}

/// Returns whether the edge of the board, a wall or a gate ends a move; `None` if its pieces could
/// go on, all together, in its direction; in either of the two if it goes around a corner.
pub fn is_ended_by_wall(
    puzzle: &Puzzle,
    pieces: &[MovedPiece],
    after: &Configuration,
) -> Option<bool> {
    let Some(first) = pieces.first() else { return Some(false) };
    let size = puzzle.size();
    let (from, to) = (size.row_col(first.before.cell), size.row_col(first.after.cell));
    let (down, right) = (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1));
    let directions = Direction::ALL.into_iter().filter(|direction| {
        let delta = direction.delta();
        i64::from(delta.0) * down + i64::from(delta.1) * right > 0
    });
    let (board, moves) = (puzzle.board(after), PositionMoves::new(puzzle, Style::STEP, after));
    let is_moved = |other: &Placement| pieces.iter().any(|piece| piece.after == *other);
    let mut is_wall = false;
    for direction in directions {
        let met = pieces.iter().map(|p| moves.blocking_pieces(&board, p.after, direction));
        let met: Vec<_> = met.collect();
        if met.iter().flatten().flatten().all(is_moved) && met.iter().all(Result::is_ok) {
            return None;
        }
        is_wall |= met.iter().any(Result::is_err);
    }
    Some(is_wall)
}

/// Pieces by their cells in some position, ascending.
type Cells = Vec<u32>;

/// The pieces of a shortest solution with few different ones, for each position met so far.
pub type SolutionPieces = AHashMap<u32, Cells>;

/// Returns the number of different pieces in a shortest solution from a position: at each distance
/// the solution goes on with the neighbour that leaves the fewest, the first of equal ones. Takes the
/// time of all positions on shortest solutions that were not met before.
pub fn count<const W: usize>(known: &mut SolutionPieces, positions: &Space<W>, from: u32) -> u32 {
    let mut line = vec![from];
    while let Some(&at) = line.last() {
        let is_nearer = |to: &&u32| positions.distance(**to) < positions.distance(at);
        let nearer = Vec::from_iter(positions.neighbours(at).iter().filter(is_nearer));
        let before = line.len();
        line.extend(nearer.iter().copied().filter(|to| !known.contains_key(to)));
        if line.len() > before {
            continue;
        }
        line.pop();
        if !known.contains_key(&at) {
            let now = positions.configuration(at);
            let with = |&to: &&u32| {
                let moved = moved_pieces(&now, &positions.configuration(*to));
                cells_before(&moved, &known[to])
            };
            let fewest = nearer.iter().map(with).min_by_key(Vec::len).unwrap_or_default();
            known.insert(at, fewest);
        }
    }
    known[&from].len() as u32
}

/// Returns the pieces that a move and what follows it move, by their cells before it.
fn cells_before(moved: &[MovedPiece], later: &[u32]) -> Cells {
    let mut cells: Cells = moved.iter().map(|piece| piece.before.cell).collect();
    let still = later.iter().filter(|&&cell| moved.iter().all(|piece| piece.after.cell != cell));
    cells.extend(still);
    cells.sort_unstable();
    cells.dedup();
    cells
}
