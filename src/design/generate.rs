//! Generates puzzles of a given difficulty.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rand_pcg::Pcg64;

use super::family::FamilyError;
use super::rate::rate;
use super::shape::range;
use super::source::{Source, SourceBoard};
use super::sweep::{Starts, SweepResult, all_starts, within_reach};
use super::{in_parallel, random_of};
use crate::analyse::count;
use crate::engine::host::{IS_WASM, below};
use crate::engine::query::{Budget, Query, Stopped};
use crate::puzzle::{Configuration, Puzzle, Style};

/// Boards that reach more positions than this are discarded: others are faster to search, and
/// mostly as hard. Long puzzles need more: 30 moves on 6x6 are found in half the time with four
/// times as many. After `PATIENCE` chains the limit doubles with every `EAGER` ones, at most
/// `DOUBLINGS` times, as there may be no board that small. A chain ends after `LARGE` boards that
/// reach more.
const FEW_STATES: u64 = 1 << 11;
const MORE_STATES: u64 = 1 << 13;
const LONG: u64 = 18;
const PATIENCE: u64 = 64;
const EAGER: u64 = 8;
const DOUBLINGS: u64 = 8;
const LARGE: usize = 16;

/// Maximum number of boards of a chain, and of puzzles from it.
const STEPS: usize = 256;
const EACH: usize = 16;

/// Maximum number of chains made together for each thread.
const MOST_AT_ONCE: usize = 8;

/// Maximum number of puzzles of a board, from different distances.
const OF_BOARD: usize = 2;

/// Maximum number of members, and of positions of all together, for all starts to be listed; and the
/// bytes that a listed position takes, at most.
const FEW_MEMBERS: usize = 1000;
const FEW_POSITIONS: usize = 1 << 17;
const POSITION: u64 = 512;

/// After this number of fruitless chains, the search ends.
const VAIN: usize = 512;

/// Generates puzzles of a family, or like an example, with the requested difficulty, and reports
/// them one after the other. The output is independent of the number of threads. `progress` is called
/// now and then with the numbers of puzzles made and of boards tried.
///
/// A random board is changed at random, piece by piece, as long as that makes it harder, until it
/// is as hard as requested; then each change that keeps it so gives one or two puzzles, at
/// different distances from the goals. Of families and boards with at most 2^17 positions, all
/// starts are listed instead. A board is changed in its hardest position: twice as many boards of
/// 6x6 reach 34 moves as if it stayed as it was drawn. Boards that reach more than 2^11 positions
/// (2^13 if 18 moves or more are wanted) are skipped; if no others are found, this limit rises to
/// 256 times as many.
///
/// # Errors
///
/// Returns an error if the family has no target piece, has given nothing for long, or is small and
/// has fewer such puzzles, or if a limit stopped it.
///
/// ```
/// use sliding::design::{Family, Rule, Shape, Requirements, generate};
/// use sliding::puzzle::{Size, Style};
/// use sliding::solve::{Budget, Query, solve};
///
/// let size = Size { rows: 6, cols: 6 };
/// let family = Family::new(size, Shape::cars(), Rule::Exit { row: 2 })?.with_pieces(8..=12);
/// let mut puzzles = Vec::new();
/// generate(
///     &family, &Requirements::new(10..=15), Style::SLIDE, &Budget::default(), &mut |_, _| (),
///     &mut |made| puzzles.push(made.puzzle),
/// )?;
/// assert_eq!(puzzles.len(), 1);
/// let answer = solve(&Query::new(&puzzles[0], Style::SLIDE), &Budget::default(), &mut ())?;
/// assert!((10..=15).contains(&answer.moves.unwrap()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate<'a>(
    source: impl Into<Source<'a>>,
    wanted: &Requirements,
    style: Style,
    budget: &Budget,
    progress: &mut dyn FnMut(usize, u64),
    each: &mut dyn FnMut(Generated),
) -> Result<(), FamilyError> {
    Generator::new(source.into(), style, budget)?.generate(wanted, budget, progress, each)
}

/// The distance of a start from the goals, the number of its board, and its position.
type Start = (u64, usize, Configuration);

/// Generates puzzles of one source again and again.
pub(super) struct Generator<'a> {
    source: Source<'a>,
    pub style: Style,
    /// All boards, and the distance, the board and the position of each start, if they are few.
    all: Option<(Vec<SourceBoard>, Vec<Start>)>,
    /// The number of boards tried.
    tried: AtomicU64,
}

impl<'a> Generator<'a> {
    /// Lists all starts of a source, if they are few.
    pub fn new(source: Source<'a>, style: Style, budget: &Budget) -> Result<Self, FamilyError> {
        if let Source::Family(family) = source {
            family.check_target()?;
        }
        let mut generator = Self { source, style, all: None, tried: AtomicU64::new(0) };
        let Some(boards) = source.all_boards(FEW_MEMBERS, budget)? else { return Ok(generator) };
        let most = FEW_POSITIONS.min((budget.room() / POSITION) as usize);
        let mut starts = Vec::new();
        for (number, board) in boards.iter().enumerate() {
            let most = most.saturating_sub(starts.len());
            let found = all_starts(&board.puzzle, style, board.target, most, budget)?;
            let Some(found) = found else { return Ok(generator) };
            starts.extend(found.kept.into_iter().map(|(moves, start)| (moves, number, start)));
        }
        generator.all = Some((boards, starts));
        Ok(generator)
    }

    /// Returns the number of boards tried.
    pub fn tried(&self) -> u64 {
        self.tried.load(Relaxed)
    }

    /// Returns a number of moves in a range close to another: if all starts are listed, one that
    /// they need.
    pub fn nearest(&self, moves: u64, range: &RangeInclusive<u64>) -> u64 {
        let starts = self.all.iter().flat_map(|(_, starts)| starts);
        let within = starts.map(|start| start.0).filter(|moves| range.contains(moves));
        within.min_by_key(|other| other.abs_diff(moves)).unwrap_or(moves)
    }

    /// Does the work of [`generate`].
    pub fn generate(
        &self,
        wanted: &Requirements,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, u64),
        each: &mut dyn FnMut(Generated),
    ) -> Result<(), FamilyError> {
        match &self.all {
            Some((boards, starts)) => self.choose(boards, starts, wanted, budget, progress, each),
            None => self.by_chains(wanted, budget, progress, each),
        }
    }

    /// Reports requested puzzles of those that are listed, in an order that depends on the seed.
    fn choose(
        &self,
        boards: &[SourceBoard],
        starts: &[Start],
        wanted: &Requirements,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, u64),
        each: &mut dyn FnMut(Generated),
    ) -> Result<(), FamilyError> {
        let mut left =
            Vec::from_iter(starts.iter().filter(|start| wanted.moves.contains(&start.0)));
        let (random, mut made) = (&mut random_of(wanted.seed, 0), 0);
        while made < wanted.number {
            budget.look()?;
            if left.is_empty() {
                let moves = || starts.iter().map(|start| start.0);
                let (positions, least, most) = (starts.len(), moves().min(), moves().max());
                return Err(match least.zip(most) {
                    None => FamilyError::NoSolution,
                    Some((least, most)) => FamilyError::TooFew { made, positions, least, most },
                });
            }
            let &(moves, board, ref start) = left.swap_remove(below(random, left.len()));
            self.tried.fetch_add(1, Relaxed);
            let puzzle = boards[board].posed(start, self.style, moves);
            if wanted.suit(&puzzle, self.style, budget) {
                let keep = Starts::Farthest;
                let swept = within_reach(&puzzle, self.style, None, u64::MAX, budget, keep)?;
                let configurations = swept.map_or(0, |swept| swept.states);
                each(Generated { puzzle, moves, configurations });
                made += 1;
                progress(made, self.tried());
            }
        }
        Ok(())
    }

    /// Generates puzzles from chains of boards. Their number at a time depends on the threads, and on
    /// the puzzles left, so that few threads wait and few chains are made in vain.
    fn by_chains(
        &self,
        wanted: &Requirements,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, u64),
        each: &mut dyn FnMut(Generated),
    ) -> Result<(), FamilyError> {
        let (mut made, mut vain, mut number) = (0, 0, 0);
        loop {
            let at_once = budget.threads() * ((wanted.number - made) / EACH).clamp(1, MOST_AT_ONCE);
            let work = |at, budget: &Budget| Some(self.chain(wanted, budget, (number + at) as u64));
            let count = &mut |_| progress(made, self.tried());
            let (chains, stopped) = in_parallel(at_once, budget, count, &work);
            number += at_once;
            for puzzles in chains.into_values() {
                vain = if puzzles.is_empty() { vain + 1 } else { 0 };
                for puzzle in puzzles.into_iter().take(wanted.number - made) {
                    each(puzzle);
                    made += 1;
                }
                if made == wanted.number {
                    return Ok(());
                }
                if vain == VAIN {
                    return Err(FamilyError::NothingGenerated(VAIN * STEPS));
                }
            }
            stopped.map_or(Ok(()), Err)?;
        }
    }

    /// Runs the chain of boards with a number, and returns puzzles from them. If a limit stops it,
    /// those found so far.
    fn chain(&self, wanted: &Requirements, budget: &Budget, number: u64) -> Vec<Generated> {
        let random = &mut random_of(wanted.seed, number);
        let few = if *wanted.moves.start() < LONG { FEW_STATES } else { MORE_STATES };
        let most = few << (number.saturating_sub(PATIENCE) / EAGER).min(DOUBLINGS);
        let each = EACH.min(wanted.number);
        let mut made: Vec<Generated> = Vec::new();
        let mut best: Option<(u64, SourceBoard)> = None;
        let mut large = 0;
        for _ in 0..STEPS {
            if made.len() >= each || large == LARGE {
                break;
            }
            let next = match &best {
                Some((_, board)) => self.source.change(board, self.style, budget, random),
                None => self.source.draw(budget, random),
            };
            let Some(board) = next else { continue };
            self.tried.fetch_add(1, Relaxed);
            let (farthest, board, puzzles) =
                match self.evaluate(board, most, wanted, budget, random) {
                    Ok(Some(found)) => found,
                    Ok(None) => {
                        large += 1;
                        continue;
                    }
                    Err(_) => break,
                };
            // Beyond the requested range, harder is no better.
            let hardness = farthest.min(*wanted.moves.end());
            if best.as_ref().is_some_and(|&(best, _)| hardness < best.min(*wanted.moves.start())) {
                continue;
            }
            for new in puzzles {
                if made.iter().all(|old| old.puzzle.start() != new.puzzle.start()) {
                    made.push(new);
                }
            }
            best = Some((hardness, board));
        }
        made.truncate(each);
        made
    }

    /// Returns the distance of a board's hardest start from the goals, the board in that position,
    /// and requested puzzles of it. `None` if it reaches more positions than `most`.
    fn evaluate(
        &self,
        board: SourceBoard,
        most: u64,
        wanted: &Requirements,
        budget: &Budget,
        random: &mut Pcg64,
    ) -> Result<Option<(u64, SourceBoard, Vec<Generated>)>, Stopped> {
        let style = self.style;
        let swept =
            within_reach(&board.puzzle, style, board.target, most, budget, Starts::Random(random))?;
        let Some(SweepResult { states: configurations, mut kept }) = swept else { return Ok(None) };
        let Some((farthest, hardest)) = kept.last().cloned() else {
            return Ok(Some((0, board, Vec::new())));
        };
        let board = board.standing_at(&hardest);
        kept.retain(|(moves, _)| wanted.moves.contains(moves));
        let mut made = Vec::new();
        while made.len() < OF_BOARD && !kept.is_empty() {
            let (moves, start) = kept.swap_remove(below(random, kept.len()));
            let puzzle = board.posed(&start, style, moves);
            let is_wanted = wanted.suit(&puzzle, style, budget);
            made.extend(is_wanted.then_some(Generated { puzzle, moves, configurations }));
        }
        Ok(Some((farthest, board, made)))
    }
}

/// The properties of the requested puzzles, or of the levels of a pack.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Requirements {
    /// The least number of moves.
    pub moves: RangeInclusive<u64>,
    /// The number of shortest solutions; `None` for any number.
    pub solutions: Option<RangeInclusive<u64>>,
    /// The [felt difficulty](super::Rating::difficulty); `None` for any.
    pub difficulty: Option<RangeInclusive<f64>>,
    /// The number of puzzles.
    pub number: usize,
    /// The random seed: the same seed gives the same puzzles.
    pub seed: u64,
}

impl Requirements {
    /// Requests one puzzle with this number of moves, any number of solutions, and seed 1.
    pub fn new(moves: RangeInclusive<u64>) -> Self {
        Self { moves, solutions: None, difficulty: None, number: 1, seed: 1 }
    }

    /// Whether a puzzle with a wanted number of moves is as requested otherwise.
    pub(super) fn suit(&self, puzzle: &Puzzle, style: Style, budget: &Budget) -> bool {
        // Browsers request nothing else: without counts and ratings their part has half the size.
        if IS_WASM {
            return true;
        }
        self.solutions.as_ref().is_none_or(|wanted| {
            let counted = count(&Query::new(puzzle, style), budget, &mut ());
            let counted = counted.ok().filter(|counted| counted.stopped.is_none());
            let number = counted.and_then(|counted| u64::try_from(counted.solutions).ok());
            number.is_some_and(|number| wanted.contains(&number))
        }) && self.difficulty.as_ref().is_none_or(|wanted| {
            rate(puzzle, style, budget).is_ok_and(|rating| rating.is_within(wanted))
        })
    }
}

impl FromStr for Requirements {
    type Err = String;

    /// Reads what rises in a pack: `3-40`, the moves, or `difficulty:1.5-4`, with 3 to 40 moves.
    fn from_str(text: &str) -> Result<Self, String> {
        let Some(felt) = text.strip_prefix("difficulty:") else {
            return range(text).map(Self::new);
        };
        Ok(Self { difficulty: Some(range(felt)?), ..Self::new(3..=40) })
    }
}

/// A generated puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The least number of moves.
    pub moves: u64,
    /// The number of reachable positions.
    pub configurations: u64,
}
