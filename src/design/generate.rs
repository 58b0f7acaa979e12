//! Generates puzzles of a given difficulty.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Mutex;

use rand_pcg::Pcg64;

use super::family::FamilyError;
use super::requirements::{Generated, Requirements};
use super::small::AllStarts;
use super::source::{Source, SourceBoard};
use super::sweep::{Pick, SweepResult, within_reach};
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
/// them one after the other. The output is independent of the number of threads.
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
///     &family, &Requirements::new(10..=15), Style::SLIDE, &Budget::default(), &mut |_| (),
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
    progress: &mut dyn FnMut(usize),
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
}

impl<'a> Generator<'a> {
    pub fn new(source: Source<'a>, style: Style, budget: &Budget) -> Result<Self, FamilyError> {
        let all = AllStarts::of(source, style, budget)?;
        Ok(Self { source, style, all })
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
        progress: &mut dyn FnMut(usize),
        each: &mut dyn FnMut(Generated),
    ) -> Result<Option<Stopped>, FamilyError> {
        match &self.all {
            Some(all) => all.choose(wanted, budget, progress, each),
            None => by_chains((self.source, self.style), wanted, budget, progress, each),
        }
    }
}

/// Generates puzzles from chains of boards.
fn by_chains(
    (source, style): (Source, Style),
    wanted: &Requirements,
    budget: &Budget,
    progress: &mut dyn FnMut(usize),
    each: &mut dyn FnMut(Generated),
) -> Result<Option<Stopped>, FamilyError> {
    let mut own = budget.clone();
    own.interrupt = budget.interrupt.child();
    let line = Mutex::new(ResultQueue { left: wanted.number, ..ResultQueue::default() });
    let work = |number, budget: &Budget| chain(source, wanted, style, budget, number as u64);
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
    if !lock(&line).is_done() {
        lock(&line).end();
    }
    hand_on();
    let line = lock(&line);
    match line.left > 0 && line.vain == VAIN {
        true => Err(FamilyError::NothingGenerated(VAIN * STEPS)),
        false => Ok(ended.err().filter(|_| line.left > 0)),
    }
}

/// The results of chains, reordered by their numbers.
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
            self.take(made);
        }
    }

    fn take(&mut self, made: Vec<Generated>) {
        self.vain = if made.is_empty() { self.vain + 1 } else { 0 };
        let before = self.ready.len();
        self.ready.extend(made.into_iter().take(self.left));
        self.left -= self.ready.len() - before;
    }

    fn is_done(&self) -> bool {
        self.left == 0 || self.vain == VAIN
    }

    /// Ends the line: results still waiting are dropped.
    fn end(&mut self) {
        for made in std::mem::take(&mut self.waiting).into_values() {
            self.take(made);
        }
    }
}

/// Runs the chain of boards with a number, and returns puzzles from them. If a limit stops it,
/// those found so far.
fn chain(
    source: Source,
    wanted: &Requirements,
    style: Style,
    budget: &Budget,
    number: u64,
) -> Vec<Generated> {
    let mut random = random_of(wanted.seed, number);
    let few = if *wanted.moves.start() < LONG { FEW_STATES } else { MORE_STATES };
    let most = few << (number.saturating_sub(PATIENCE) / EAGER).min(DOUBLINGS);
    let each = EACH.min(wanted.number);
    let mut made: Vec<Generated> = Vec::new();
    let mut best: Option<(u64, SourceBoard)> = None;
    let mut large = 0;
    for _ in 0..STEPS {
        if budget.look().is_err() || made.len() >= each {
            break;
        }
        let next = match &best {
            Some((_, board)) => source.change(board, &mut random),
            None => source.draw(&mut random),
        };
        let Some(board) = next else { continue };
        let found = match evaluate(source, board, most, wanted, style, budget, &mut random) {
            Ok(found) => found,
            Err(_) => break,
        };
        let Some((farthest, board, puzzles)) = found else {
            large += 1;
            if large == LARGE {
                break;
            }
            continue;
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

/// Returns the distance of a board's hardest start from the goals, the board in that position, and
/// requested puzzles of it. `None` if it reaches more positions than `most`.
fn evaluate(
    source: Source,
    board: SourceBoard,
    most: u64,
    wanted: &Requirements,
    style: Style,
    budget: &Budget,
    random: &mut Pcg64,
) -> Result<Option<(u64, SourceBoard, Vec<Generated>)>, Stopped> {
    let choose = &mut |number: u64| Pick::Also(below(random, number as usize) as u64);
    let swept = within_reach(&board.puzzle, style, board.starts, most, budget, choose)?;
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
