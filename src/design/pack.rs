//! Packs: levels that get harder, no two of them alike.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Mutex;

use super::description::range;
use super::family::FamilyError;
use super::generate::Generator;
use super::in_parallel;
use super::rate::{Rating, rate_small};
use super::requirements::{Generated, Requirements};
use super::source::Source;
use crate::engine::host::{lock, mixed};
use crate::engine::query::{Budget, Query, Stopped};
use crate::puzzle::{Configuration, Faults, Placement, Puzzle, Setup, Solution, Style};
use crate::solve::solve;

/// How often a level is generated anew if it is like another.
const ATTEMPTS: u64 = 32;

/// For a felt difficulty, up to `RATED` times `EACH` puzzles are rated, until one is this close.
const RATED: u64 = 12;
const EACH: usize = 4;
const CLOSE: f64 = 0.05;

/// Puzzles that reach more positions are not rated.
const FEW_POSITIONS: usize = 1 << 17;

/// What rises from level to level, evenly from one number to the other.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Ramp {
    /// The fewest moves.
    Moves(RangeInclusive<u64>),
    /// The [felt difficulty](Rating::difficulty). The fewest moves are within these.
    Difficulty(RangeInclusive<f64>, RangeInclusive<u64>),
}

impl Ramp {
    /// The fewest moves of levels whose felt difficulty rises, if no others are requested.
    pub const MOVES: RangeInclusive<u64> = 3..=40;

    /// Returns the same for levels with these fewest moves; `None` if it is the moves that rise.
    pub fn within(self, moves: RangeInclusive<u64>) -> Option<Ramp> {
        match self {
            Ramp::Moves(_) => None,
            Ramp::Difficulty(felt, _) => Some(Ramp::Difficulty(felt, moves)),
        }
    }
}

impl FromStr for Ramp {
    type Err = String;

    /// Reads `3-40`, moves, or `difficulty:1.5-4`, with [`Ramp::MOVES`].
    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("difficulty:") {
            Some(felt) => Ok(Ramp::Difficulty(range(felt)?, Ramp::MOVES)),
            None => range(text).map(Ramp::Moves),
        }
    }
}

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

/// What a pack should be.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PackRequest {
    /// What rises.
    pub ramp: Ramp,
    /// The number of levels.
    pub levels: usize,
    /// The number of shortest solutions of each; `None` for any number.
    pub solutions: Option<RangeInclusive<u64>>,
    /// The random seed. With the same seed, a larger pack has all levels of a smaller one.
    pub seed: u64,
}

impl PackRequest {
    /// Requests a pack with any number of solutions, and seed 1.
    pub fn new(ramp: Ramp, levels: usize) -> Self {
        Self { ramp, levels, solutions: None, seed: 1 }
    }
}

/// A level of a pack.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Level {
    /// The puzzle, with its fewest moves.
    pub generated: Generated,
    /// Its felt difficulty; `None` if too many positions are reachable.
    pub rating: Option<Rating>,
    /// A shortest solution.
    pub solution: Solution,
}

/// Generates a pack: its levels, the easiest first, and what stopped it before they were all made.
///
/// No two levels share more than half of the places of their pieces, or more than half of the moves
/// of their solutions. The output is independent of the number of threads. `progress` is called now
/// and then with the number of levels made.
///
/// # Errors
///
/// Returns an error if the family has no target piece, or if the source has no level of some
/// difficulty that is unlike the others.
///
/// ```
/// use sliding::design::{Family, PackRequest, Ramp, Rule, Shape, pack};
/// use sliding::puzzle::{Size, Style};
/// use sliding::solve::Budget;
///
/// let size = Size { rows: 6, cols: 6 };
/// let family = Family::new(size, Shape::cars(), Rule::Exit { row: 2 })?.with_pieces(6..=9);
/// let wanted = PackRequest::new(Ramp::Moves(3..=6), 4);
/// let (levels, stopped) =
///     pack(&family, &wanted, Style::SLIDE, &Budget::default(), &mut |_| ())?;
/// let moves: Vec<u64> = levels.iter().map(|level| level.generated.moves).collect();
/// assert_eq!((moves, stopped), (vec![3, 4, 5, 6], None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pack<'a>(
    source: impl Into<Source<'a>>,
    wanted: &PackRequest,
    style: Style,
    budget: &Budget,
    progress: &mut dyn FnMut(usize),
) -> Result<(Vec<Level>, Option<Stopped>), FamilyError> {
    let packer = Packer { generator: Generator::new(source.into(), style, budget)?, wanted };
    let first = Mutex::new(vec![None; wanted.levels]);
    // The hardest come first, as they take longest.
    let mut order: Vec<usize> = (0..wanted.levels).collect();
    order.sort_by(|&a, &b| height(b as u64).total_cmp(&height(a as u64)));
    let work = |task: usize, budget: &Budget| packer.level(order[task] as u64, 0, budget);
    let mut add = |task: usize, made| lock(&first)[order[task]] = Some(made);
    let ended = in_parallel(wanted.levels, budget, progress, &work, &mut add);
    let first = first.into_inner().unwrap_or_else(|error| error.into_inner());
    let mut levels: Vec<Level> = Vec::new();
    for (number, made) in first.into_iter().enumerate() {
        let mut attempt = 0;
        let mut made = made.transpose()?.flatten();
        while budget.look().is_ok()
            && made.as_ref().is_none_or(|made| levels.iter().any(|level| level.is_like(made)))
        {
            attempt += 1;
            if attempt == ATTEMPTS {
                return Err(FamilyError::Alike(number + 1, ATTEMPTS));
            }
            made = packer.level(number as u64, attempt, budget)?;
        }
        let is_new = |made: &Level| levels.iter().all(|level| !level.is_like(made));
        levels.extend(made.filter(is_new));
        progress(levels.len());
    }
    let stopped = ended.err().or_else(|| budget.look().err());
    let stopped = stopped.filter(|_| levels.len() < wanted.levels);
    match wanted.ramp {
        Ramp::Moves(_) => levels.sort_by_key(|level| level.generated.moves),
        Ramp::Difficulty(..) => levels.sort_by(|a, b| a.felt().total_cmp(&b.felt())),
    }
    Ok((levels, stopped))
}

struct Packer<'a> {
    generator: Generator<'a>,
    wanted: &'a PackRequest,
}

impl Packer<'_> {
    /// Makes a level. `None` if a limit comes first.
    fn level(
        &self,
        number: u64,
        attempt: u64,
        budget: &Budget,
    ) -> Result<Option<Level>, FamilyError> {
        let seed = [self.wanted.seed, number, attempt];
        let height = height(number);
        match &self.wanted.ramp {
            Ramp::Moves(range) => {
                let moves =
                    range.start() + (height * (range.end() - range.start()) as f64).round() as u64;
                let moves = self.generator.nearest(moves, range);
                let (mut made, ended) =
                    self.generate(moves..=moves, 1, combined_seed(&seed), budget);
                ended?;
                Ok(made.pop().and_then(|made| Level::new(made, self.generator.style, budget)))
            }
            Ramp::Difficulty(range, moves) => {
                let felt = range.start() + height * (range.end() - range.start());
                self.felt(felt, moves.clone(), &seed, budget)
            }
        }
    }

    /// Makes a level of about some felt difficulty.
    fn felt(
        &self,
        felt: f64,
        moves: RangeInclusive<u64>,
        seed: &[u64; 3],
        budget: &Budget,
    ) -> Result<Option<Level>, FamilyError> {
        let mut best: Option<(f64, Level)> = None;
        let mut few = None;
        for number in 0..RATED {
            let seed = combined_seed(&[combined_seed(seed), number, 0]);
            // Boards that allow few moves are found sooner, and are rarely hard.
            let span = (moves.end() - moves.start()) * 3 / 5 + 1;
            let least = self.generator.nearest(moves.start() + (seed >> 8) % span, &moves);
            let (made, ended) = self.generate(least..=*moves.end(), EACH, seed, budget);
            match ended {
                // A small family has no more than these.
                Err(error @ FamilyError::TooFew { .. }) => few = Some(error),
                ended => ended?,
            }
            for made in made {
                let Some(made) = Level::new(made, self.generator.style, budget) else { continue };
                let off = (made.felt() / felt - 1.0).abs();
                if made.rating.is_some() && best.as_ref().is_none_or(|(least, _)| off < *least) {
                    best = Some((off, made));
                }
            }
            if best.as_ref().is_some_and(|(least, _)| *least < CLOSE) {
                break;
            }
        }
        match (best, few) {
            (None, Some(few)) => Err(few),
            (best, _) => Ok(best.map(|(_, level)| level).filter(|_| budget.look().is_ok())),
        }
    }

    /// Generates puzzles: those made, and an error if they are not all.
    fn generate(
        &self,
        moves: RangeInclusive<u64>,
        number: usize,
        seed: u64,
        budget: &Budget,
    ) -> (Vec<Generated>, Result<(), FamilyError>) {
        let mut wanted = Requirements::new(moves);
        (wanted.number, wanted.seed) = (number, seed);
        wanted.solutions = self.wanted.solutions.clone();
        let mut made = Vec::new();
        let each = &mut |puzzle| made.push(puzzle);
        let ended = self.generator.generate(&wanted, budget, &mut |_| (), each);
        (made, ended.map(|_| ()))
    }
}

impl Level {
    /// Rates and solves a puzzle. `None` if a limit comes first.
    pub fn new(generated: Generated, style: Style, budget: &Budget) -> Option<Self> {
        let puzzle = &generated.puzzle;
        let rating = rate_small(puzzle, style, FEW_POSITIONS, budget).ok();
        let solution = solve(&Query::new(puzzle, style), budget, &mut ()).ok()?.solution?;
        Some(Self { generated, rating, solution })
    }

    /// Returns the felt difficulty, or 0.
    fn felt(&self) -> f64 {
        self.rating.as_ref().and_then(Rating::difficulty).unwrap_or(0.0)
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

    /// Returns the cells of the moved pieces before and after each move.
    fn steps(&self) -> Vec<[Vec<Cells>; 2]> {
        let puzzle = &self.generated.puzzle;
        let afters = self.solution.moves.iter().map(|step| &step.after);
        let befores = std::iter::once(puzzle.start()).chain(afters.clone());
        let step = |(before, after): (&Configuration, &Configuration)| {
            let only = |here: &Configuration, there: &Configuration| {
                let pieces = here.placements().iter();
                let moved = pieces.filter(|piece| there.kind_at(piece.cell) != Some(piece.kind));
                moved.map(|&piece| cells(puzzle, piece)).collect()
            };
            [only(before, after), only(after, before)]
        };
        befores.zip(afters).map(step).collect()
    }
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

/// Returns a seed made of several numbers.
fn combined_seed(numbers: &[u64]) -> u64 {
    numbers
        .iter()
        .fold(0, |seed: u64, &number| mixed((seed ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15)))
}
