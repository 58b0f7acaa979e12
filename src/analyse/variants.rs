//! Variants of a puzzle, with a piece, a wall or a gate changed: what there is to change, the changed
//! puzzle, and what a search for it may find. The cost is that of validating a puzzle.

use crate::engine::query::Stopped;
use crate::puzzle::{Demand, Gate, GoalSetup, KindSetup, Lock, Puzzle, Setup, Want, kind_name};

/// The result of the search for a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The least number of moves.
    Moves(u64),
    /// There is no solution.
    Unsolvable,
    /// Unknown: this stopped the search.
    Stopped(Stopped),
}

/// Returns the result without any pieces, which is not a valid puzzle: it is solved if some goal
/// demands no piece.
pub fn without_pieces(setup: &Setup) -> Outcome {
    let is_met = |goal: &GoalSetup| match goal {
        GoalSetup::Complete(pieces) => pieces.is_empty(),
        GoalSetup::Partial(demands) => demands.iter().all(|demand| demand.want == Want::Empty),
    };
    if setup.goals.iter().any(is_met) { Outcome::Moves(0) } else { Outcome::Unsolvable }
}

/// Returns the puzzle with those of its goals that are still possible: a nailed piece may be
/// missing in a goal, or be in the way. `None` if there is no such goal.
pub fn possible(mut setup: Setup) -> Option<Puzzle> {
    let mut goals = std::mem::take(&mut setup.goals);
    goals.retain(|goal| {
        let mut alone = setup.clone();
        alone.goals.push(goal.clone());
        alone.validate().is_ok()
    });
    setup.goals = goals;
    if setup.goals.is_empty() { None } else { setup.validate().ok() }
}

/// Returns the puzzle with a piece replaced by walls; `None` if no goal leaves it there.
pub fn nailed(puzzle: &Puzzle, at: usize) -> Option<Setup> {
    let piece = puzzle.start().placements()[at];
    let kind = puzzle.kind(piece);
    let cells: Vec<u32> = kind.covers(piece.cell, puzzle.size()).flatten().collect();
    let mut setup = Setup::from(puzzle);
    setup.start.remove(at);
    setup.blocked.extend(&cells);
    let stays = Demand { cell: piece.cell, want: Want::Origin(piece.kind) };
    let goals = setup.goals.iter().filter_map(|goal| match goal {
        GoalSetup::Complete(pieces) => {
            let mut pieces = pieces.clone();
            let own = pieces.iter().position(|&other| other == piece)?;
            pieces.remove(own);
            Some(GoalSetup::Complete(pieces))
        }
        GoalSetup::Partial(demands) => {
            let rest: Vec<Demand> =
                demands.iter().copied().filter(|demand| *demand != stays).collect();
            let is_free = rest.iter().all(|demand| !cells.contains(&demand.cell));
            is_free.then_some(GoalSetup::Partial(rest))
        }
    });
    setup.goals = goals.collect();
    let bare = |gate: &mut Gate| gate.cells.retain(|cell| !cells.contains(cell));
    setup.gates.iter_mut().for_each(bare);
    (!setup.goals.is_empty()).then_some(setup)
}

/// Returns the puzzle without a piece; `None` if all goals demand it.
pub fn without_piece(puzzle: &Puzzle, at: usize) -> Option<Setup> {
    let piece = puzzle.start().placements()[at];
    let left = puzzle.counts()[usize::from(piece.kind)] - 1;
    let mut setup = Setup::from(puzzle);
    setup.start.remove(at);
    setup.goals.retain(|goal| match goal {
        GoalSetup::Complete(_) => false,
        GoalSetup::Partial(demands) => {
            let own = demands.iter().filter(|demand| demand.want == Want::Origin(piece.kind));
            own.count() as u32 <= left
        }
    });
    (!setup.goals.is_empty()).then_some(setup)
}

/// Returns the puzzle with a piece freed of its axis, as a kind that no other piece has; `None` if it has no
/// axis, or if goals would have to distinguish it from others.
pub fn freed(puzzle: &Puzzle, at: usize) -> Option<Setup> {
    let piece = puzzle.start().placements()[at];
    let kind = puzzle.kind(piece);
    if kind.lock() == Lock::Free {
        return None;
    }
    let mut setup = Setup::from(puzzle);
    if puzzle.counts()[usize::from(piece.kind)] == 1 {
        setup.kinds[usize::from(piece.kind)].lock = Lock::Free;
        return Some(setup);
    }
    let wanted = Want::Origin(piece.kind);
    let is_wanted = puzzle.goals().iter().any(|goal| {
        goal.is_complete() || goal.demands().iter().any(|demand| demand.want == wanted)
    });
    let mut names = (1..).map_while(kind_name);
    let name = names.find(|&name| puzzle.kinds().iter().all(|kind| kind.name() != name))?;
    if is_wanted {
        return None;
    }
    let own = setup.add_kind(KindSetup::new(name, kind.cells()));
    setup.start[at].kind = own;
    for gate in setup.gates.iter_mut().filter(|gate| gate.kinds.contains(&piece.kind)) {
        gate.kinds.push(own);
    }
    Some(setup)
}

/// Returns the puzzle without one of its walls.
pub fn without_wall(puzzle: &Puzzle, cell: u32) -> Setup {
    let mut setup = Setup::from(puzzle);
    setup.blocked.retain(|&blocked| blocked != cell);
    setup
}

/// Returns the walls beside a cell that is not a wall: opening another one changes nothing.
pub fn inner_walls(puzzle: &Puzzle) -> Vec<u32> {
    let (size, blocked) = (puzzle.size(), puzzle.blocked());
    let is_open = |(row, col): (i64, i64)| {
        size.cell(row, col).is_some_and(|cell| blocked.binary_search(&cell).is_err())
    };
    let is_inner = |&cell: &u32| {
        let (row, col) = size.row_col(cell);
        let (row, col) = (i64::from(row), i64::from(col));
        let beside = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
        beside.into_iter().any(is_open)
    };
    blocked.iter().copied().filter(is_inner).collect()
}
