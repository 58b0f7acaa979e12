//! What makes a puzzle hard: which pieces, walls and gates matter, and which positions every
//! shortest solution passes.
//!
//! Each answer comes from a search for a variant of the puzzle: with a piece nailed down, left out
//! or freed of its axis, with a wall or a gate opened, with pieces moving one by one or some groups
//! of them forbidden. All numbers are exact.

use std::time::Duration;

use crate::analyse::{Count, Superpiece, Superpieces, count, superpieces};
use crate::engine::host::Instant;
use crate::engine::query::{Budget, Observer, Query, Refusal, Status, Stopped};
use crate::puzzle::{
    Configuration, Demand, Gate, GoalSetup, KindSetup, Lock, Movers, Placement, Puzzle, Setup,
    Style, Want, kind_name,
};
use crate::solve::solve;

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

impl From<Result<Option<u64>, Stopped>> for Outcome {
    fn from(moves: Result<Option<u64>, Stopped>) -> Self {
        match moves {
            Ok(Some(moves)) => Outcome::Moves(moves),
            Ok(None) => Outcome::Unsolvable,
            Err(stopped) => Outcome::Stopped(stopped),
        }
    }
}

/// A piece of the start, with the results of its variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceRole {
    /// The piece.
    pub piece: Placement,
    /// With the piece nailed down where it is. If that is unsolvable or takes more moves, every
    /// shortest solution moves the piece.
    pub nailed: Outcome,
    /// Without the piece; `None` if all goals demand it.
    pub left_out: Option<Outcome>,
    /// With the piece freed of its lock; `None` if it has none, or if it would need to be
    /// distinguished from others that look like it.
    pub freed: Option<Outcome>,
}

/// What makes a puzzle hard.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Why {
    /// What stopped it. Variants not searched until then are missing.
    pub stopped: Option<Stopped>,
    /// The number of shortest solutions; steps with a single position are those that all solutions
    /// pass.
    pub count: Count,
    /// The positions that every shortest solution passes, each with its distance from the start,
    /// without the start and the goal.
    pub passed: Vec<(u64, Configuration)>,
    /// The pieces of the start.
    pub pieces: Vec<PieceRole>,
    /// The walls beside a cell that is not a wall: their cells, and the result without each.
    pub walls: Vec<(u32, Outcome)>,
    /// By number of the gate, the result without each.
    pub gates: Vec<Outcome>,
    /// If pieces may move together, the result if they may not.
    pub one_by_one: Option<Outcome>,
    /// If pieces may move together and there is a solution, the groups that do so in the shortest
    /// ones, and the results if they may not.
    pub superpieces: Option<Superpieces>,
    /// The time taken.
    pub elapsed: Duration,
}

impl Why {
    /// Whether every shortest solution moves this superpiece.
    pub fn is_needed(&self, superpiece: &Superpiece) -> bool {
        match superpiece.without {
            Ok(moves) => {
                moves.is_none_or(|moves| self.count.moves.is_some_and(|least| moves > least))
            }
            Err(_) => false,
        }
    }

    /// Whether there is a solution, and every shortest one moves a piece.
    pub fn is_moved_always(&self, role: &PieceRole) -> bool {
        match role.nailed {
            Outcome::Moves(moves) => self.count.moves.is_some_and(|least| moves > least),
            Outcome::Unsolvable => self.count.moves.is_some(),
            Outcome::Stopped(_) => false,
        }
    }
}

/// Finds what makes a puzzle hard. That takes one to three searches for each piece, and one for
/// each wall and gate. If pieces may move together, it needs memory for all positions with their
/// moves; without that, superpieces are not examined one by one. The budget's time is for
/// everything together.
///
/// Of the query, the puzzle and the style matter.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported, or a search for a variant was refused
/// for another reason than a limit.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
/// use sliding::analyse::why::{Outcome, why};
///
/// // A wall is in the way.
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1x00\n?x?1\n".parse()?;
/// let why = why(&Query::new(&puzzle, Style::STEP), &Budget::default(), &mut ())?;
/// assert_eq!(why.count.moves, None);
/// assert_eq!(why.walls, [(1, Outcome::Moves(3))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn why(query: &Query, budget: &Budget, observer: &mut dyn Observer) -> Result<Why, Refusal> {
    let begun = Instant::now();
    let (puzzle, style) = (query.puzzle, query.style);
    let count = count(&Query::new(puzzle, style), budget, observer)?;
    let mut why = Why { stopped: count.stopped, passed: passed(&count), count, ..Why::default() };
    let mut asking = WhySearch { puzzle, style, budget, observer };
    match asking.ask(&mut why) {
        Ok(()) => {}
        Err(WhyError::Stopped(stopped)) => why.stopped = Some(stopped),
        Err(WhyError::Refused(refusal)) => return Err(refusal),
    }
    why.elapsed = begun.elapsed();
    Ok(why)
}

/// Returns the positions that every shortest solution passes: the only ones at their distance.
fn passed(count: &Count) -> Vec<(u64, Configuration)> {
    let Some(solution) = &count.solution else { return Vec::new() };
    let after = (1..).zip(solution.moves.iter().map(|step| &step.after));
    let only = after.zip(count.choices.iter().skip(1));
    let only = only.filter(|(_, choice)| choice.configurations == 1);
    only.map(|((distance, after), _)| (distance, after.clone())).collect()
}

/// Why the searches ended before all were done.
enum WhyError {
    Stopped(Stopped),
    /// A search could not begin, for another reason than a limit.
    Refused(Refusal),
}

impl From<Refusal> for WhyError {
    fn from(refusal: Refusal) -> Self {
        refusal.limit().map_or_else(WhyError::Refused, WhyError::Stopped)
    }
}

struct WhySearch<'a> {
    puzzle: &'a Puzzle,
    style: Style,
    budget: &'a Budget,
    observer: &'a mut dyn Observer,
}

impl WhySearch<'_> {
    fn ask(&mut self, why: &mut Why) -> Result<(), WhyError> {
        let puzzle = self.puzzle;
        let is_unsolvable = (why.count.moves, why.count.stopped) == (None, None);
        for (at, &piece) in puzzle.start().placements().iter().enumerate() {
            // Fewer moves make nothing solvable.
            let nailed = match is_unsolvable {
                true => Outcome::Unsolvable,
                false => self.least_of(nailed(puzzle, at))?,
            };
            let left_out =
                without_piece(puzzle, at).map(|setup| self.least_of(Some(setup))).transpose()?;
            let freed = freed(puzzle, at).map(|setup| self.least_of(Some(setup))).transpose()?;
            why.pieces.push(PieceRole { piece, nailed, left_out, freed });
        }
        for cell in inner_walls(puzzle) {
            let mut setup = Setup::from(puzzle);
            setup.blocked.retain(|&blocked| blocked != cell);
            let outcome = self.least_of(Some(setup))?;
            why.walls.push((cell, outcome));
        }
        for gate in 0..puzzle.gates().len() {
            let mut setup = Setup::from(puzzle);
            setup.gates.remove(gate);
            why.gates.push(self.least_of(Some(setup))?);
        }
        if self.style.movers() == Movers::Super {
            let alone =
                Style::new(self.style.number() - 3).expect("the same reach of single pieces");
            why.one_by_one = Some(self.least(puzzle, alone)?);
            if why.count.moves.is_some() {
                self.find_superpieces(why)?;
            }
        }
        Ok(())
    }

    fn find_superpieces(&mut self, why: &mut Why) -> Result<(), WhyError> {
        let query = Query::new(self.puzzle, self.style);
        let found = superpieces(&query, self.budget, self.observer)?;
        let stopped = found.stopped.filter(|&stopped| stopped != Stopped::Memory);
        why.superpieces = Some(found);
        stopped.map_or(Ok(()), |stopped| Err(WhyError::Stopped(stopped)))
    }

    /// Returns the least number of moves of a variant; `None` stands for an unsolvable one.
    fn least_of(&mut self, variant: Option<Setup>) -> Result<Outcome, WhyError> {
        match variant {
            Some(setup) if setup.start.is_empty() => Ok(without_pieces(&setup)),
            variant => match variant.and_then(possible) {
                Some(puzzle) => self.least(&puzzle, self.style),
                None => Ok(Outcome::Unsolvable),
            },
        }
    }

    fn least(&mut self, puzzle: &Puzzle, style: Style) -> Result<Outcome, WhyError> {
        let mut query = Query::new(puzzle, style);
        query.wants_solution = false;
        let answer = match solve(&query, self.budget, self.observer) {
            Ok(answer) => answer,
            Err(refusal) => {
                return refusal.limit().map(Outcome::Stopped).map_err(WhyError::Refused);
            }
        };
        match (answer.status, answer.moves) {
            (Status::Stopped(stopped @ (Stopped::Time | Stopped::Cancelled)), _) => {
                Err(WhyError::Stopped(stopped))
            }
            (Status::Stopped(stopped), _) => Ok(Outcome::Stopped(stopped)),
            (_, Some(moves)) => Ok(Outcome::Moves(moves)),
            _ => Ok(Outcome::Unsolvable),
        }
    }
}

/// Returns the result without any pieces, which is not a valid puzzle: it is solved if some goal
/// demands no piece.
fn without_pieces(setup: &Setup) -> Outcome {
    let is_met = |goal: &GoalSetup| match goal {
        GoalSetup::Complete(pieces) => pieces.is_empty(),
        GoalSetup::Partial(demands) => demands.iter().all(|demand| demand.want == Want::Empty),
    };
    if setup.goals.iter().any(is_met) { Outcome::Moves(0) } else { Outcome::Unsolvable }
}

/// Returns the puzzle with those of its goals that are still possible: a nailed piece may be
/// missing in a goal, or be in the way. `None` if there is no such goal.
pub(crate) fn possible(mut setup: Setup) -> Option<Puzzle> {
    let mut goals = std::mem::take(&mut setup.goals);
    goals.retain(|goal| {
        let mut alone = setup.clone();
        alone.goals.push(goal.clone());
        alone.validate().is_ok()
    });
    setup.goals = goals;
    (!setup.goals.is_empty()).then(|| setup.validate().ok()).flatten()
}

/// Returns the puzzle with a piece replaced by walls; `None` if no goal leaves it there.
fn nailed(puzzle: &Puzzle, at: usize) -> Option<Setup> {
    let piece = puzzle.start().placements()[at];
    let kind = puzzle.kind(piece);
    let cells: Vec<u32> = kind.covers(piece.cell, puzzle.size()).flatten().collect();
    let mut setup = Setup::from(puzzle);
    setup.start.remove(at);
    setup.blocked.extend(&cells);
    let stays =
        |demand: &Demand| demand.cell == piece.cell && demand.want == Want::Origin(piece.kind);
    let goals = setup.goals.iter().filter_map(|goal| match goal {
        GoalSetup::Complete(pieces) => {
            let mut pieces = pieces.clone();
            let own = pieces.iter().position(|&other| other == piece)?;
            pieces.remove(own);
            Some(GoalSetup::Complete(pieces))
        }
        GoalSetup::Partial(demands) => {
            let rest: Vec<Demand> = demands.iter().copied().filter(|d| !stays(d)).collect();
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
pub(crate) fn without_piece(puzzle: &Puzzle, at: usize) -> Option<Setup> {
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

/// Returns the puzzle with a piece freed of its axis, as a kind of its own; `None` if it has no
/// axis, or if goals would have to distinguish it from others.
fn freed(puzzle: &Puzzle, at: usize) -> Option<Setup> {
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
    let wants = |demand: Demand| demand.want == Want::Origin(piece.kind);
    let is_wanted = (puzzle.goals().iter())
        .any(|goal| goal.is_complete() || goal.demands().iter().copied().any(wants));
    let names = (1..).map_while(kind_name);
    let name = names.into_iter().find(|&name| puzzle.kinds().iter().all(|k| k.name() != name))?;
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

/// Returns the walls beside a cell that is not a wall: opening another one changes nothing.
pub(crate) fn inner_walls(puzzle: &Puzzle) -> Vec<u32> {
    let (size, blocked) = (puzzle.size(), puzzle.blocked());
    let is_open = |row: i64, col: i64| {
        size.cell(row, col).is_some_and(|cell| blocked.binary_search(&cell).is_err())
    };
    let is_inner = |&cell: &u32| {
        let (row, col) = size.row_col(cell);
        let (row, col) = (i64::from(row), i64::from(col));
        [(-1, 0), (1, 0), (0, -1), (0, 1)]
            .iter()
            .any(|(down, right)| is_open(row + down, col + right))
    };
    blocked.iter().copied().filter(is_inner).collect()
}
