//! What to report about a puzzle without a solution: another style that has one, or the obstacle.
//!
//! A slide or a walk of one piece is a sequence of its steps. So styles 0 to 2 reach the same
//! positions, as do styles 3 to 5, and what one piece can do a group of pieces can do as well. Two
//! searches decide all six styles.

use std::collections::BTreeSet;
use std::time::Duration;

use super::variants::{Outcome, inner_walls, possible, without_piece, without_wall};
use crate::analyse::superpieces::{kinds_of, superpieces};
use crate::engine::host::Instant;
use crate::engine::query::{Answer, Budget, Engine, FLOOR, Interrupt, Observer, Query, Status};
use crate::puzzle::advice::{PuzzleAdvice, advise};
use crate::puzzle::{Movers, Placement, Puzzle, Setup, Solution, Style};
use crate::solve::solve;
use crate::tiles::{Tiles, reached};

/// Upper limit on the positions found by all searches for one answer together. It is a number, not a
/// time, so that the answer does not depend on the machine.
pub const MAX_POSITIONS: u64 = 1 << 17;

/// Limit on the positions found to decide whether there is a solution at all.
const POSITIONS_OF_CHECK: u64 = 1 << 15;

/// Boards with more pieces take more time per position, so the limit is lower.
const FEW_PIECES: u64 = 16;

/// Memory for finding which pieces have to move together.
const MEMORY: u64 = FLOOR + (32 << 20);

/// A position may have very many moves of several pieces. This time limit ends the searches then.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the other styles say about a puzzle that has no solution in one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OtherStyles {
    /// There is a solution if pieces may move together.
    Together(JointSolution),
    /// No style has a solution.
    Unsolvable(NoSolution),
}

/// A solution in style 5, in which pieces move together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JointSolution {
    /// The least number of moves.
    pub moves: u64,
    /// The kinds of pieces that move together, each group ascending.
    pub groups: Vec<Vec<u8>>,
    /// Whether there is no solution if the pieces of any one group may not move together. Otherwise
    /// the groups are those of one shortest solution.
    pub are_needed: bool,
}

/// Why no style has a solution, as far as that can be found quickly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoSolution {
    /// The proofs without a search.
    pub reasons: Vec<PuzzleAdvice>,
    /// Pieces whose removal, one at a time, gives a solution.
    pub pieces: Vec<Placement>,
    /// Walls whose removal, one at a time, gives a solution.
    pub walls: Vec<u32>,
    /// For tile puzzles: the names of the usual goals that the start reaches.
    pub goals: Vec<&'static str>,
}

/// The style of [`JointSolution`]: its solutions have the fewest moves.
const STYLE: Style = Style::SUPER_WALK;

/// Examines the other styles of a puzzle that has no solution in one. `None` if the searches would
/// find more than `most` positions (or [`MAX_POSITIONS`]) or take too long, or if `interrupt` was set.
///
/// ```
/// use sliding::analyse::other_styles::{MAX_POSITIONS, OtherStyles, other_styles};
/// use sliding::puzzle::{Puzzle, Style};
///
/// // A hook with a piece between its arms: they go down together.
/// let puzzle: Puzzle = "4 x 2\n1 = 11/01/11\n2 = 1\n1200\n0012\n".parse()?;
/// let found = other_styles(&puzzle, Style::WALK, MAX_POSITIONS, &Default::default());
/// let Some(OtherStyles::Together(together)) = found else { panic!() };
/// assert_eq!((together.moves, together.groups), (1, vec![vec![0, 1]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn other_styles(
    puzzle: &Puzzle,
    style: Style,
    most: u64,
    interrupt: &Interrupt,
) -> Option<OtherStyles> {
    let reasons = proofs_of_unreachability(puzzle);
    if !reasons.is_empty() {
        let goals = Tiles::named(puzzle).map(|tiles| reached(&tiles)).unwrap_or_default();
        let reasons = NoSolution { reasons, goals, ..NoSolution::default() };
        return Some(OtherStyles::Unsolvable(reasons));
    }
    let mut searches = Searches::new(puzzle, most.min(MAX_POSITIONS), interrupt);
    if style.movers() == Movers::Single {
        let answer = searches.search(puzzle, true)?;
        if let (Some(moves), Some(solution)) = (answer.moves, &answer.solution) {
            let (groups, are_needed) = searches.groups(puzzle, solution);
            return Some(OtherStyles::Together(JointSolution { moves, groups, are_needed }));
        }
    }
    Some(OtherStyles::Unsolvable(searches.obstacles(puzzle)))
}

/// As above, for a puzzle that may have a solution in which pieces move one by one: `None` if it
/// has, or if a short search cannot decide that.
///
/// ```
/// use sliding::analyse::other_styles::other_styles_if_unsolvable;
/// use sliding::puzzle::Puzzle;
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
/// assert_eq!(other_styles_if_unsolvable(&puzzle), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn other_styles_if_unsolvable(puzzle: &Puzzle) -> Option<OtherStyles> {
    let interrupt = Interrupt::default();
    if proofs_of_unreachability(puzzle).is_empty() {
        let mut searches = Searches::new(puzzle, POSITIONS_OF_CHECK, &interrupt);
        searches.style = Style::STEP;
        let answer = searches.search(puzzle, false)?;
        if answer.status != Status::Unsolvable {
            return None;
        }
    }
    other_styles(puzzle, Style::STEP, MAX_POSITIONS, &interrupt)
}

/// Returns why each goal is unreachable, if that is clear without a search; else nothing.
fn proofs_of_unreachability(puzzle: &Puzzle) -> Vec<PuzzleAdvice> {
    let mut advice = advise(puzzle);
    if !advice.contains(&PuzzleAdvice::Hopeless) {
        return Vec::new();
    }
    advice.retain(|advice| matches!(advice, PuzzleAdvice::Excluded(..)));
    advice
}

/// Searches with common limits.
struct Searches {
    style: Style,
    /// Positions left of the limit.
    left: u64,
    budget: Budget,
}

/// Stops a search that finds too many positions.
impl Observer for Searches {
    fn level_ends(&mut self, _distance: u64, configurations: u64) {
        self.left = self.left.saturating_sub(configurations);
        if self.left == 0 {
            self.budget.interrupt.set();
        }
    }
}

impl Searches {
    fn new(puzzle: &Puzzle, positions: u64, interrupt: &Interrupt) -> Self {
        let pieces = puzzle.start().placements().len() as u64;
        let left = positions * FEW_PIECES / pieces.max(FEW_PIECES);
        let budget = Budget {
            deadline: Some(Instant::now() + PATIENCE),
            interrupt: interrupt.child(),
            threads: Some(std::num::NonZeroUsize::MIN),
            ..Budget::default()
        };
        Searches { style: STYLE, left, budget }
    }

    /// Returns the answer of a search, unless it was refused or stopped.
    fn search(&mut self, puzzle: &Puzzle, wants_solution: bool) -> Option<Answer> {
        let mut query = Query::new(puzzle, self.style);
        query.engine = Engine::Sparse;
        query.wants_solution = wants_solution;
        let answer = solve(&query, &self.budget.clone(), self).ok()?;
        answer.status.stopped().is_none().then_some(answer)
    }

    /// Returns the groups of pieces that have to move together; if none is indispensable, or that
    /// is unknown, the groups that do so in a solution.
    fn groups(&self, puzzle: &Puzzle, solution: &Solution) -> (Vec<Vec<u8>>, bool) {
        let budget = Budget { memory: MEMORY, ..self.budget.clone() };
        let found = superpieces(&Query::new(puzzle, self.style), &budget, &mut ());
        let list = found.map(|found| found.list).unwrap_or_default();
        let needed =
            list.into_iter().filter(|superpiece| superpiece.without == Outcome::Unsolvable);
        let needed: Vec<Vec<u8>> = needed.map(|superpiece| superpiece.kinds).collect();
        if !needed.is_empty() {
            return (needed, true);
        }
        let joint = solution.moves.iter().filter(|step| step.pieces.len() > 1);
        let joint: BTreeSet<Vec<u8>> = joint.map(|step| kinds_of(&step.pieces)).collect();
        (joint.into_iter().collect(), false)
    }

    /// Returns the pieces and walls whose removal gives a solution.
    fn obstacles(&mut self, puzzle: &Puzzle) -> NoSolution {
        let mut found = NoSolution::default();
        for (at, &piece) in puzzle.start().placements().iter().enumerate() {
            if without_piece(puzzle, at).is_some_and(|setup| self.is_solvable(setup)) {
                found.pieces.push(piece);
            }
        }
        for wall in inner_walls(puzzle) {
            if self.is_solvable(without_wall(puzzle, wall)) {
                found.walls.push(wall);
            }
        }
        found
    }

    /// Whether a variant is known to have a solution.
    fn is_solvable(&mut self, variant: Setup) -> bool {
        if variant.start.is_empty() || self.left == 0 {
            return false;
        }
        let answer = possible(variant).and_then(|puzzle| self.search(&puzzle, false));
        answer.is_some_and(|answer| answer.status == Status::Solved)
    }
}
