//! Packs: levels that get harder, no two of them alike.

use std::collections::BTreeSet;

use super::family::FamilyError;
use super::generate::{Generated, Generator, Requirements};
use super::in_parallel;
use super::rate::{Rating, moved_pieces, rate_small};
use super::source::Source;
use crate::engine::host::mixed;
use crate::engine::query::{Budget, Query, Stopped};
use crate::puzzle::{Faults, Placement, Puzzle, Setup, Solution, Style};
use crate::solve::solve;

/// How often a level is generated anew if it is like another.
const ATTEMPTS: u64 = 32;

/// A felt difficulty is met if it is this close. Each of up to `RATED` batches has `EACH` puzzles;
/// those that a level does not take are left for the next ones. A pack of 20 takes a third of the
/// time of one whose levels share no puzzles.
const CLOSE: f64 = 0.05;
const RATED: u64 = 8;
const EACH: usize = 4;

/// Puzzles that reach more positions are not rated.
const FEW_POSITIONS: usize = 1 << 17;

/// Returns a puzzle with a title, in which its number stands for `{n}`.
///
/// # Errors
///
/// Returns an error if the title has several lines.
///
/// ```
/// use sliding::design::titled;
/// use sliding::puzzle::Puzzle;
///
/// let puzzle: Puzzle = "1 x 2\n1 = 1\n1\n?1\n# title: Corridor\n".parse()?;
/// assert_eq!(titled(&puzzle, "Level {n}", 7)?.name(), "Level 7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn titled(puzzle: &Puzzle, title: &str, number: usize) -> Result<Puzzle, Faults> {
    let mut setup = Setup::from(puzzle);
    setup.notes.retain(|note| note.key != "title");
    setup.comment = title.replace("{n}", &number.to_string());
    setup.validate()
}

/// A level of a pack.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Level {
    /// A name for programs, the same in every pack: 16 hexadecimal digits of the FNV-1a hash of the
    /// number of the style, and of the puzzle's text without title, notes and expectations.
    pub id: String,
    /// The puzzle, with its fewest moves.
    pub generated: Generated,
    /// Its felt difficulty; `None` if too many positions are reachable.
    pub rating: Option<Rating>,
    /// A shortest solution.
    pub solution: Solution,
}

/// Generates a pack: its levels, the easiest first, and what stopped it before they were all made.
///
/// The moves rise evenly from level to level, or the felt difficulty if there is a range of it. No
/// two levels share more than half of the places of their pieces, or more than half of the moves of
/// their solutions. With the same seed, a larger pack has all levels of a smaller one. The output is
/// independent of the number of threads. `progress` is called now and then with the numbers of
/// levels made and of boards tried.
///
/// # Errors
///
/// Returns an error if the family has no target piece, or if the source has no level of some
/// difficulty that is unlike the others.
///
/// ```
/// use sliding::design::{Family, Requirements, Rule, Shape, pack};
/// use sliding::puzzle::{Size, Style};
/// use sliding::solve::Budget;
///
/// let size = Size { rows: 6, cols: 6 };
/// let family = Family::new(size, Shape::cars(), Rule::Exit { row: 2 })?.with_pieces(6..=9);
/// let mut wanted = Requirements::new(3..=6);
/// wanted.number = 4;
/// let (levels, stopped) =
///     pack(&family, &wanted, Style::SLIDE, &Budget::default(), &mut |_, _| ())?;
/// let moves: Vec<u64> = levels.iter().map(|level| level.generated.moves).collect();
/// assert_eq!((moves, stopped), (vec![3, 4, 5, 6], None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pack<'a>(
    source: impl Into<Source<'a>>,
    wanted: &Requirements,
    style: Style,
    budget: &Budget,
    progress: &mut dyn FnMut(usize, u64),
) -> Result<(Vec<Level>, Option<Stopped>), FamilyError> {
    let generator = match Generator::new(source.into(), style, budget) {
        Err(FamilyError::Stopped(limit)) => return Ok((Vec::new(), Some(limit))),
        listed => listed?,
    };
    let work = |number, budget: &Budget| Some(generator.batch(wanted, number as u64, 0, budget));
    let count = &mut |done| progress(done, generator.tried());
    let (mut first, stopped) = in_parallel(wanted.number, budget, count, &work);
    let (mut levels, mut left): (Vec<Level>, Vec<Level>) = (Vec::new(), Vec::new());
    for number in 0..wanted.number {
        let (mut made, number) = (first.remove(&number).unwrap_or(Ok(Vec::new())), number as u64);
        for attempt in 1.. {
            let failure = made.map(|made| left.extend(made)).err();
            left.retain(|level| levels.iter().all(|other| !other.is_like(level)));
            if let Some(at) = best(&left, wanted, number, attempt) {
                levels.push(left.swap_remove(at));
                break;
            }
            if budget.look().is_err() {
                break;
            }
            // Other seeds ask a small family for other numbers of moves.
            let is_small = matches!(failure, Some(FamilyError::TooFew { .. }));
            if attempt == ATTEMPTS || failure.is_some() && !(is_small && attempt < RATED) {
                let alike = FamilyError::Alike(number as usize + 1, ATTEMPTS);
                return Err(failure.unwrap_or(alike));
            }
            made = generator.batch(wanted, number, attempt, budget);
            progress(levels.len(), generator.tried());
        }
    }
    let stopped = stopped.or_else(|| budget.look().err());
    let stopped = stopped.filter(|_| levels.len() < wanted.number);
    match wanted.difficulty {
        None => levels.sort_by_key(|level| level.generated.moves),
        Some(_) => levels.sort_by(|a, b| a.felt().total_cmp(&b.felt())),
    }
    Ok((levels, stopped))
}

/// Returns the place of the level for this number that is the best, if it is good enough after some
/// attempts.
fn best(levels: &[Level], wanted: &Requirements, number: u64, attempts: u64) -> Option<usize> {
    let Some(range) = &wanted.difficulty else { return levels.len().checked_sub(1) };
    let felt = range.start() + height(number) * (range.end() - range.start());
    let off = |level: &Level| (level.felt() / felt - 1.0).abs();
    let offs = levels.iter().map(off).enumerate();
    let (at, least) = offs.min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    (least < CLOSE || attempts >= RATED).then_some(at)
}

impl Generator<'_> {
    /// Generates levels for a number: one with its moves, or several of any felt difficulty. If a
    /// limit comes first, those made so far.
    fn batch(
        &self,
        pack: &Requirements,
        number: u64,
        attempt: u64,
        budget: &Budget,
    ) -> Result<Vec<Level>, FamilyError> {
        let Requirements { moves, difficulty, .. } = pack;
        let seed = [pack.seed, number, attempt].iter().fold(0, |seed: u64, &number| {
            mixed((seed ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15))
        });
        let (least, span) = (*moves.start(), moves.end() - moves.start());
        let mut wanted = Requirements { seed, difficulty: None, ..pack.clone() };
        (wanted.moves, wanted.number) = if difficulty.is_some() {
            // Boards that allow few moves are found sooner, and are rarely hard.
            let least = self.nearest(least + (seed >> 8) % (span * 3 / 5 + 1), moves);
            (least..=*moves.end(), EACH)
        } else {
            let exact = least + (height(number) * span as f64).round() as u64;
            let exact = self.nearest(exact, moves);
            (exact..=exact, 1)
        };
        let mut made = Vec::new();
        let each = &mut |puzzle| made.push(puzzle);
        match self.generate(&wanted, budget, &mut |_, _| (), each) {
            // A small family has no more than these.
            Err(FamilyError::TooFew { made: 1.., .. } | FamilyError::Stopped(_)) => {}
            ended => ended?,
        }
        let levels = made.into_iter().filter_map(|made| Level::new(made, self.style, budget));
        Ok(levels.filter(|level| difficulty.is_none() || level.felt() > 0.0).collect())
    }
}

impl Level {
    /// Rates and solves a puzzle. `None` if a limit comes first.
    pub fn new(generated: Generated, style: Style, budget: &Budget) -> Option<Self> {
        let puzzle = &generated.puzzle;
        let rating = rate_small(puzzle, style, FEW_POSITIONS, budget).ok();
        let solution = solve(&Query::new(puzzle, style), budget, &mut ()).ok()?.solution?;
        budget.look().ok()?;
        Some(Self { id: id(puzzle, style), generated, rating, solution })
    }

    /// Returns the felt difficulty; 0 if it is unknown, or only bounded.
    fn felt(&self) -> f64 {
        let known = self.rating.as_ref().filter(|rating| !rating.is_lower_bound());
        known.and_then(Rating::difficulty).unwrap_or(0.0)
    }

    /// Whether it shares more than half of the places of its pieces, or of the moves of its
    /// solution, with another level.
    fn is_like(&self, other: &Level) -> bool {
        share_most(self.places(), other.places()) || share_most(self.steps(), other.steps())
    }

    /// Returns the cells of each piece.
    fn places(&self) -> Vec<Cells> {
        let puzzle = &self.generated.puzzle;
        puzzle.start().placements().iter().map(|&piece| cells(puzzle, piece)).collect()
    }

    /// Returns the cells of the pieces of each move, before and after it.
    fn steps(&self) -> Vec<Vec<[Cells; 2]>> {
        let puzzle = &self.generated.puzzle;
        let afters = self.solution.moves.iter().map(|step| &step.after);
        let befores = std::iter::once(puzzle.start()).chain(afters.clone());
        let moved = |(before, after)| {
            let moved = moved_pieces(before, after).into_iter();
            let moved = moved.map(|piece| [piece.before, piece.after].map(|at| cells(puzzle, at)));
            BTreeSet::from_iter(moved).into_iter().collect()
        };
        befores.zip(afters).map(moved).collect()
    }
}

fn id(puzzle: &Puzzle, style: Style) -> String {
    let mut setup = Setup::from(puzzle);
    setup.comment.clear();
    setup.notes.clear();
    setup.expectations.clear();
    let text = setup.validate().map_or(String::new(), |puzzle| format!("{style}\n{puzzle}"));
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The cells of a piece.
type Cells = Vec<Option<u32>>;

/// Returns the cells of a piece, which are comparable between puzzles.
fn cells(puzzle: &Puzzle, piece: Placement) -> Cells {
    puzzle.kind(piece).covers(piece.cell, puzzle.size()).collect()
}

/// Whether two lists share more than half of the items of the longer one, each counted once.
fn share_most<T: Ord>(here: Vec<T>, there: Vec<T>) -> bool {
    let longer = here.len().max(there.len());
    let (here, there) = (BTreeSet::from_iter(here), BTreeSet::from_iter(there));
    here.intersection(&there).count() * 2 > longer
}

/// Returns the place of a level on the ramp, from 0 to 1: the ends, then the middles of the gaps,
/// so that each level keeps its place in a larger pack.
fn height(number: u64) -> f64 {
    match number {
        0 => 0.0,
        1 => 1.0,
        _ => (number - 1).reverse_bits() as f64 / 2.0_f64.powi(64),
    }
}
