//! Generates puzzles of a given difficulty.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rand_pcg::Pcg64;

use super::family::FamilyError;
use super::requirements::{Generated, Requirements};
use super::small::AllStarts;
use super::source::{Source, SourceBoard};
use super::sweep::{Starts, SweepResult, within_reach};
use super::{in_parallel, random_of};
use crate::engine::host::{below, lock};
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::Style;

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

/// Maximum number of puzzles of a board, from different distances.
const OF_BOARD: usize = 2;

/// After this number of fruitless chains, the search ends.
const VAIN: usize = 512;

/// Generates puzzles of a family, or like an example, with the requested difficulty, and reports
/// them one after the other. The output is independent of the number of threads. `progress` is called
/// now and then with the numbers of puzzles made and of boards tried.
/// Ends with the requested number of puzzles, or at a limit.
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
/// has fewer such puzzles. A limit that stopped it is the return value; if all
/// starts were to be listed and it came before that, an error.
///
/// ```
/// use sliding::design::{Family, Rule, Shape, Requirements, generate};
/// use sliding::puzzle::{Size, Style};
/// use sliding::solve::{Budget, Query, solve};
///
/// let size = Size { rows: 6, cols: 6 };
/// let family = Family::new(size, Shape::cars(), Rule::Exit { row: 2 })?.with_pieces(8..=12);
/// let mut puzzles = Vec::new();
/// let stopped = generate(
///     &family, &Requirements::new(10..=15), Style::SLIDE, &Budget::default(), &mut |_, _| (),
///     &mut |made| puzzles.push(made.puzzle),
/// )?;
/// assert_eq!((stopped, puzzles.len()), (None, 1));
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
) -> Result<Option<Stopped>, FamilyError> {
    Generator::new(source.into(), style, budget)?.generate(wanted, budget, progress, each)
}

/// Generates puzzles of one source again and again.
pub(super) struct Generator<'a> {
    source: Source<'a>,
    pub style: Style,
    /// All starts, if they are few.
    all: Option<AllStarts<'a>>,
    /// The number of boards tried.
    tried: AtomicU64,
}

impl<'a> Generator<'a> {
    pub fn new(source: Source<'a>, style: Style, budget: &Budget) -> Result<Self, FamilyError> {
        let all = AllStarts::list(source, style, budget)?;
        Ok(Self { source, style, all, tried: AtomicU64::new(0) })
    }

    /// Returns the number of boards tried.
    pub fn tried(&self) -> u64 {
        self.tried.load(Relaxed)
    }

    /// Returns a number of moves in a range close to another: of a small family, one that its
    /// starts need.
    pub fn nearest(&self, moves: u64, range: &RangeInclusive<u64>) -> u64 {
        self.all.as_ref().map_or(moves, |all| all.nearest(moves, range))
    }

    /// Does the work of [`generate`].
    pub fn generate(
        &self,
        wanted: &Requirements,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, u64),
        each: &mut dyn FnMut(Generated),
    ) -> Result<Option<Stopped>, FamilyError> {
        let progress = &mut |made| progress(made, self.tried());
        match &self.all {
            Some(all) => all.choose(wanted, budget, &self.tried, progress, each),
            None => self.by_chains(wanted, budget, progress, each),
        }
    }

    /// Generates puzzles from chains of boards.
    fn by_chains(
        &self,
        wanted: &Requirements,
        budget: &Budget,
        progress: &mut dyn FnMut(usize),
        each: &mut dyn FnMut(Generated),
    ) -> Result<Option<Stopped>, FamilyError> {
        let mut own = budget.clone();
        own.interrupt = budget.interrupt.child();
        let line = Mutex::new(ResultQueue { left: wanted.number, ..ResultQueue::default() });
        let work = |number, budget: &Budget| self.chain(wanted, budget, number as u64);
        let mut add = |number, made| {
            let mut line = lock(&line);
            line.add(number, made);
            if line.is_done() {
                own.interrupt.set();
            }
        };
        let mut hand_on = || {
            let (ready, left) = {
                let mut line = lock(&line);
                (std::mem::take(&mut line.ready), line.left)
            };
            ready.into_iter().for_each(&mut *each);
            progress(wanted.number - left);
        };
        let ended = in_parallel(usize::MAX, &own, &mut |_| hand_on(), &work, &mut add);
        hand_on();
        let line = lock(&line);
        match line.left > 0 && line.vain == VAIN {
            true => Err(FamilyError::NothingGenerated(VAIN * STEPS)),
            false => Ok(ended.err().filter(|_| line.left > 0)),
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
                Some((_, board)) => self.source.change(board, random),
                None => self.source.draw(random),
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
        let Self { source, style, .. } = *self;
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
            let puzzle = source.finish(&board, &start, style, moves);
            let is_wanted = wanted.suit(&puzzle, style, budget);
            made.extend(is_wanted.then_some(Generated { puzzle, moves, configurations }));
        }
        Ok(Some((farthest, board, made)))
    }
}

/// The results of chains, in the order of their numbers.
#[derive(Default)]
struct ResultQueue {
    /// Those that are done before others with smaller numbers.
    waiting: BTreeMap<usize, Vec<Generated>>,
    /// The number of the next chain.
    next: usize,
    /// Puzzles to be reported, and the number still wanted after all reported ones.
    ready: Vec<Generated>,
    left: usize,
    /// Number of consecutive fruitless chains.
    vain: usize,
}

impl ResultQueue {
    fn add(&mut self, number: usize, made: Vec<Generated>) {
        self.waiting.insert(number, made);
        while let Some(made) = self.waiting.remove(&self.next).filter(|_| !self.is_done()) {
            self.next += 1;
            self.vain = if made.is_empty() { self.vain + 1 } else { 0 };
            let before = self.ready.len();
            self.ready.extend(made.into_iter().take(self.left));
            self.left -= self.ready.len() - before;
        }
    }

    fn is_done(&self) -> bool {
        self.left == 0 || self.vain == VAIN
    }
}
