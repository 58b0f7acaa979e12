//! Improves a puzzle by random changes.

use rand_pcg::Pcg64;

use super::family::is_of_cars;
use super::rate::rate_small;
use super::sweep::{Starts, within_reach};
use super::{in_parallel, posed, random_of};
use crate::engine::compiled::check_puzzle;
use crate::engine::host::below;
use crate::engine::query::{Budget, Query, Refusal, Stopped};
use crate::engine::table::{self, SearchSize};
use crate::puzzle::{Goal, GoalSetup, Placement, Puzzle, Setup, Style, Want};

/// Changes that are tried together, and how many changes one of them may have.
const TOGETHER: usize = 16;
const CHANGES: usize = 3;

/// Rounds without a better puzzle after which the search goes on from the best one again.
const PATIENCE: u64 = 64;

/// What makes a puzzle better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aim {
    /// More fewest moves.
    Longer,
    /// A greater [felt difficulty](super::Rating::difficulty).
    Harder,
    /// Fewer pieces, with no fewer moves.
    FewerPieces,
}

/// What is asked of [`improve`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ImproveRequest {
    /// What makes a puzzle better.
    pub aim: Aim,
    /// What stays as it is.
    pub pins: Pins,
    /// The number of rounds of 16 changed puzzles; `None` for no limit.
    pub rounds: Option<u64>,
    /// The random seed.
    pub seed: u64,
}

impl ImproveRequest {
    /// Asks for puzzles that are better in this way, with nothing pinned, without a limit on
    /// rounds, and with seed 1.
    pub fn new(aim: Aim) -> Self {
        Self { aim, pins: Pins::default(), rounds: None, seed: 1 }
    }
}

/// A puzzle with its figures.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Improved {
    /// The puzzle, with its fewest moves as an expectation.
    pub puzzle: Puzzle,
    /// The fewest moves.
    pub moves: u64,
    /// The number of pieces.
    pub pieces: usize,
    /// The felt difficulty, if that is the aim and it is known, not only bounded.
    pub difficulty: Option<f64>,
    /// What was changed last.
    pub changes: Vec<Change>,
}

/// Why a puzzle cannot be improved.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImproveError {
    /// It has no solution, none was found in 2^20 positions or in the memory, or for another aim
    /// than more moves it has more positions than that.
    #[error("it has no solution, or needs more than 2^20 positions for one")]
    Unsolved,
    /// A limit came before its solution.
    #[error("stopped by a limit before the puzzle was solved")]
    Stopped(Stopped),
    /// It cannot be searched.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Changes a puzzle at random, keeps what makes it better or leaves it as good, and reports each
/// puzzle that is better than all before, the given one first. Ends at a limit, which it returns,
/// or after the rounds that were asked for; then the last report is the best.
///
/// Each round makes 16 puzzles by one to three changes, solves them exactly, and goes on from the
/// best. The output is independent of the number of threads.
///
/// # Errors
///
/// Returns an error if the given puzzle has no solution, if that is not known after 2^20 positions
/// or at a limit, or if boards of this size are not supported.
///
/// ```
/// use sliding::design::{Aim, ImproveRequest, improve};
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::Budget;
///
/// let puzzle: Puzzle = "3 x 3\n1 = 1\n2 = 11\n1002\n????????1\n".parse()?;
/// let mut wanted = ImproveRequest::new(Aim::Longer);
/// wanted.rounds = Some(8);
/// let mut moves = Vec::new();
/// let each = &mut |better: &sliding::design::Improved| moves.push(better.moves);
/// improve(&puzzle, Style::STEP, &wanted, &Budget::default(), each)?;
/// assert!(moves[0] == 4 && moves.is_sorted() && moves.len() > 1, "{moves:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn improve(
    puzzle: &Puzzle,
    style: Style,
    wanted: &ImproveRequest,
    budget: &Budget,
    each: &mut dyn FnMut(&Improved),
) -> Result<Option<Stopped>, ImproveError> {
    check_puzzle(puzzle)?;
    // The given puzzle may be solved already; what is made of it may not.
    let mut improver = Improver { style, wanted, least: 0 };
    let given = improver.measure(puzzle.clone(), Vec::new(), budget);
    let Some(given) = given else {
        return Err(match budget.look() {
            Err(stopped) => ImproveError::Stopped(stopped),
            Ok(()) => ImproveError::Unsolved,
        });
    };
    improver.least = if wanted.aim == Aim::FewerPieces { given.moves.max(1) } else { 1 };
    each(&given);
    let (mut best, mut now, mut since) = (given.clone(), given, 0);
    for round in 0..wanted.rounds.unwrap_or(u64::MAX) {
        let work = |number: usize, budget: &Budget| {
            improver.change(&now.puzzle, round * TOGETHER as u64 + number as u64, budget)
        };
        let (tried, stopped) = in_parallel(TOGETHER, budget, &mut |_| (), &work);
        if stopped.is_some() {
            return Ok(stopped);
        }
        let score = |puzzle: &Improved| improver.score(puzzle);
        let better = |one, other| if score(&other) > score(&one) { other } else { one };
        let next = tried.into_values().reduce(better);
        if let Some(next) = next.filter(|next| score(next) >= score(&now)) {
            now = next;
        }
        since += 1;
        if score(&now) > score(&best) {
            (best, since) = (now.clone(), 0);
            each(&best);
        } else if since == PATIENCE {
            (now, since) = (best.clone(), 0);
        }
    }
    Ok(None)
}

struct Improver<'a> {
    style: Style,
    wanted: &'a ImproveRequest,
    /// Puzzles with fewer moves are passed over.
    least: u64,
}

impl Improver<'_> {
    /// Makes and measures a changed puzzle, which depends on the seed and the number alone. `None` if
    /// it has no solution, or is not allowed.
    fn change(&self, puzzle: &Puzzle, number: u64, budget: &Budget) -> Option<Improved> {
        let ImproveRequest { aim, pins, seed, .. } = self.wanted;
        let mut random = random_of(*seed, number);
        let is_allowed = |change: &Change| match change {
            // A board of cars stays in its family.
            Change::AddWall => !pins.walls && !is_of_cars(puzzle),
            Change::DropWall => !pins.walls,
            Change::Goal => !pins.goal,
            Change::Farthest => pins.pieces.is_empty(),
            Change::DropPiece => *aim == Aim::FewerPieces,
            Change::Move | Change::Swap => true,
        };
        let allowed: Vec<Change> = Change::ALL.into_iter().filter(is_allowed).collect();
        let (mut made, mut changes) = (puzzle.clone(), Vec::new());
        for _ in 0..=below(&mut random, CHANGES) {
            let change = allowed[below(&mut random, allowed.len())];
            if let Some(next) = changed(&made, change, pins, (self.style, budget), &mut random) {
                changes.push(change);
                made = next;
            }
        }
        if changes.is_empty() { None } else { self.measure(made, changes, budget) }
    }

    fn measure(&self, puzzle: Puzzle, changes: Vec<Change>, budget: &Budget) -> Option<Improved> {
        let pieces = puzzle.start().placements().len();
        let (moves, difficulty) = match self.wanted.aim {
            Aim::Harder => {
                let most = MOST_POSITIONS as usize;
                let rating = rate_small(&puzzle, self.style, most, budget).ok()?;
                // Of two bounds, neither is harder.
                (rating.least, rating.difficulty().filter(|_| !rating.is_lower_bound()))
            }
            Aim::Longer | Aim::FewerPieces => {
                let mut query = Query::new(&puzzle, self.style);
                query.wants_solution = false;
                let continues = &mut |size: SearchSize| match size.positions < MOST_POSITIONS {
                    true => Ok(()),
                    false => Err(Stopped::Memory),
                };
                (table::search(&query, None, budget, &mut (), continues).moves?, None)
            }
        };
        let is_known = self.wanted.aim != Aim::Harder || changes.is_empty() || difficulty.is_some();
        let puzzle = posed(&puzzle, puzzle.start(), self.style, moves, true);
        (moves >= self.least && is_known).then_some(Improved {
            puzzle,
            moves,
            pieces,
            difficulty,
            changes,
        })
    }

    /// Returns how good a puzzle is.
    fn score(&self, puzzle: &Improved) -> f64 {
        match self.wanted.aim {
            Aim::Longer => puzzle.moves as f64,
            // Nothing is known to be harder than a puzzle that no play has solved.
            Aim::Harder if puzzle.moves > 0 => puzzle.difficulty.unwrap_or(f64::INFINITY),
            Aim::Harder => 0.0,
            // First the pieces, then the moves.
            Aim::FewerPieces => puzzle.moves as f64 / 1e6 - puzzle.pieces as f64,
        }
    }
}

/// Puzzles that reach more positions are passed over.
const MOST_POSITIONS: u64 = 1 << 20;

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// A piece is moved.
    Move,
    /// Two pieces exchange their places.
    Swap,
    /// A wall is added.
    AddWall,
    /// A wall is taken away.
    DropWall,
    /// One demand of a goal is moved.
    Goal,
    /// A piece that no goal demands is taken away.
    DropPiece,
    /// The start becomes the one that is farthest from the goals.
    Farthest,
}

impl Change {
    /// All changes.
    pub(super) const ALL: [Change; 7] = [
        Change::Move,
        Change::Swap,
        Change::AddWall,
        Change::DropWall,
        Change::Goal,
        Change::Farthest,
        Change::DropPiece,
    ];
}

/// What must stay as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pins {
    /// Pieces, in their places at the start.
    pub pieces: Vec<Placement>,
    /// All walls, and all cells without one.
    pub walls: bool,
    /// The goals.
    pub goal: bool,
}

impl Pins {
    /// Reads what stays of a puzzle: `walls`, `goal`, or names of pieces.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the first word that is none of these.
    ///
    /// ```
    /// use sliding::design::Pins;
    /// use sliding::puzzle::Puzzle;
    ///
    /// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse()?;
    /// let pins = Pins::named(["goal", "1"], &puzzle)?;
    /// assert!(pins.goal && !pins.walls && pins.pieces == puzzle.start().placements());
    /// assert!(Pins::named(["2"], &puzzle).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn named<'a>(
        words: impl IntoIterator<Item = &'a str>,
        puzzle: &Puzzle,
    ) -> Result<Self, String> {
        let mut pins = Pins::default();
        let names = puzzle.names();
        for word in words {
            match word {
                "walls" => pins.walls = true,
                "goal" => pins.goal = true,
                name => {
                    let pieces = puzzle.start().placements().iter();
                    let before = pins.pieces.len();
                    pins.pieces.extend(pieces.filter(|&&piece| names.name(piece) == name));
                    if pins.pieces.len() == before {
                        let expected = "expected walls, goal, or a piece";
                        return Err(format!("{name}: no piece has this name; {expected}"));
                    }
                }
            }
        }
        Ok(pins)
    }
}

/// Returns a puzzle with one random change; `None` if the change that was drawn is impossible.
pub fn changed(
    puzzle: &Puzzle,
    change: Change,
    pins: &Pins,
    (style, budget): (Style, &Budget),
    random: &mut Pcg64,
) -> Option<Puzzle> {
    let mut setup = Setup::from(puzzle);
    setup.expectations.clear();
    let cells = puzzle.size().cells();
    let is_free = |at: &usize| !pins.pieces.contains(&setup.start[*at]);
    let free: Vec<usize> = (0..setup.start.len()).filter(is_free).collect();
    let mut piece = || free.get(below(random, free.len())).copied();
    match change {
        Change::Move => {
            let piece = piece()?;
            setup.start[piece].cell = below(random, cells) as u32;
        }
        Change::Swap => {
            let (one, other) = (piece()?, piece()?);
            let cells = (setup.start[one].cell, setup.start[other].cell);
            (setup.start[other].cell, setup.start[one].cell) = cells;
        }
        Change::DropPiece => {
            let piece = piece()?;
            let kind = setup.start.remove(piece).kind;
            if !setup.origin.names.is_empty() {
                setup.origin.names.remove(piece);
            }
            if puzzle.goals().iter().any(|goal| is_demanded(goal, kind)) {
                return None;
            }
        }
        Change::AddWall => setup.blocked.push(below(random, cells) as u32),
        Change::DropWall => {
            let wall = below(random, setup.blocked.len());
            if setup.blocked.is_empty() {
                return None;
            }
            setup.blocked.swap_remove(wall);
        }
        Change::Goal => {
            let goal = below(random, setup.goals.len());
            let to = below(random, cells) as u32;
            match setup.goals.get_mut(goal)? {
                GoalSetup::Complete(pieces) => {
                    let piece = below(random, pieces.len());
                    pieces.get_mut(piece)?.cell = to;
                }
                GoalSetup::Partial(demands) => {
                    let demand = below(random, demands.len());
                    demands.get_mut(demand)?.cell = to;
                }
            }
        }
        Change::Farthest => {
            let keep = Starts::Farthest;
            let swept = within_reach(puzzle, style, None, MOST_POSITIONS, budget, keep).ok()??;
            setup.start = swept.kept.last()?.1.placements().to_vec();
        }
    }
    let changed = setup.validate().ok()?;
    (changed != *puzzle).then_some(changed)
}

/// Whether a goal demands a piece of a kind.
fn is_demanded(goal: &Goal, kind: u8) -> bool {
    goal.demands().iter().any(|demand| demand.want == Want::Origin(kind))
}
