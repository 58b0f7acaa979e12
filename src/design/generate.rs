//! Puzzles that are as hard as is wanted.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Mutex;

use rand_pcg::Pcg64;

use super::family::{Family, FamilyError};
use super::filling::{Drawn, change, draw};
use super::sweep::{Pick, Swept};
use super::{in_parallel, named, of_board, random_of};
use crate::analyse::count;
use crate::engine::host::{below, lock};
use crate::engine::query::{Budget, Query, Stopped};
use crate::puzzle::{Puzzle, Style};

/// What puzzles shall be like.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wanted {
    /// The least number of moves.
    pub moves: RangeInclusive<u64>,
    /// How many shortest solutions there are; `None` for any number.
    pub solutions: Option<RangeInclusive<u64>>,
    /// How many puzzles.
    pub number: usize,
    /// The seed of the random numbers: the same seed makes the same puzzles.
    pub seed: u64,
}

impl Wanted {
    /// One puzzle of so many moves, with any number of solutions, from seed 1.
    pub fn new(moves: RangeInclusive<u64>) -> Self {
        Self { moves, solutions: None, number: 1, seed: 1 }
    }
}

/// A puzzle that was made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The least number of moves.
    pub moves: u64,
    /// How many configurations there are.
    pub configurations: u64,
}

/// Boards that lead to more configurations than so many are given up: others are made in less time, and are mostly as
/// hard. The limit doubles with every so many chains, so many times, as there may be none that small.
const FEW_STATES: u64 = 1 << 11;
const PATIENCE: u64 = 64;
const DOUBLINGS: u64 = 4;

/// A chain has so many boards at most, and gives so many puzzles at most.
const STEPS: usize = 256;
const EACH: usize = 16;

/// A board gives so many puzzles at most, from different distances.
const OF_BOARD: usize = 2;

/// If so many chains have given nothing, nothing is expected any more.
const VAIN: usize = 512;

/// Makes puzzles of a family that are as hard as is wanted, and reports one after the other. The output is independent
/// of the number of threads. It goes on until there are as many as wanted, or a limit is met.
///
/// A board is made at random, and changed at random piece by piece as long as that makes it harder, until it is as hard
/// as is wanted; then each change that leaves it so gives one or two puzzles, at different distances from the goals.
/// Boards that lead to more than 2^11 configurations are passed over, or, if nothing else will do, 2^15.
///
/// # Errors
///
/// Where the family has no target piece, or has given nothing for long. What stopped it is returned.
///
/// ```
/// use sliding::design::{Family, Rule, Shape, Wanted, generate};
/// use sliding::puzzle::{Size, Style};
/// use sliding::solve::{Budget, Query, solve};
///
/// let size = Size { rows: 6, cols: 6 };
/// let family = Family::new(size, Shape::cars(), Rule::Exit { row: 2 })?.with_pieces(8..=12);
/// let mut puzzles = Vec::new();
/// let stopped = generate(
///     &family, &Wanted::new(10..=15), Style::SLIDE, &Budget::default(), &mut |_| (),
///     &mut |made| puzzles.push(made.puzzle),
/// )?;
/// assert_eq!((stopped, puzzles.len()), (None, 1));
/// let answer = solve(&Query::new(&puzzles[0], Style::SLIDE), &Budget::default(), &mut ())?;
/// assert!((10..=15).contains(&answer.moves.unwrap()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(
    family: &Family,
    wanted: &Wanted,
    style: Style,
    budget: &Budget,
    told: &mut dyn FnMut(usize),
    each: &mut dyn FnMut(Generated),
) -> Result<Option<Stopped>, FamilyError> {
    if !family.rule.has_main() {
        return Err(FamilyError::NoMain("all pieces may go anywhere"));
    }
    let mut own = budget.clone();
    own.interrupt = budget.interrupt.child();
    let line = Mutex::new(Line { left: wanted.number, ..Line::default() });
    let work = |number, budget: &Budget| chain(family, wanted, style, budget, number as u64);
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
        told(wanted.number - left);
    };
    let ended = in_parallel(usize::MAX, &own, &mut |_| hand_on(), &work, &mut add);
    if !lock(&line).is_done() {
        lock(&line).end();
    }
    hand_on();
    let line = lock(&line);
    match line.left > 0 && line.vain == VAIN {
        true => Err(FamilyError::InVain(VAIN * STEPS)),
        false => Ok(ended.err().filter(|_| line.left > 0)),
    }
}

/// What chains have given, in the order of their numbers, whoever is done first.
#[derive(Default)]
struct Line {
    /// Those that are done before others with smaller numbers.
    waiting: BTreeMap<usize, Vec<Generated>>,
    /// The number of the next.
    next: usize,
    /// Puzzles that are to be handed on, and how many are wanted beside all that were.
    ready: Vec<Generated>,
    left: usize,
    /// So many have given nothing, one after the other.
    vain: usize,
}

impl Line {
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

    /// No more come: those that wait need not any longer.
    fn end(&mut self) {
        for made in std::mem::take(&mut self.waiting).into_values() {
            self.take(made);
        }
    }
}

/// Makes the chain of boards with a number, and puzzles of them. Where a limit stops it, there are those it has made.
fn chain(
    family: &Family,
    wanted: &Wanted,
    style: Style,
    budget: &Budget,
    number: u64,
) -> Vec<Generated> {
    let mut random = random_of(wanted.seed, number);
    let most = FEW_STATES << (number / PATIENCE).min(DOUBLINGS);
    let mut made: Vec<Generated> = Vec::new();
    let mut best: Option<(u64, Drawn)> = None;
    for _ in 0..STEPS {
        if budget.look().is_break() || made.len() >= EACH {
            break;
        }
        let next = match &best {
            Some((_, board)) => change(family, board, &mut random),
            None => draw(family, &mut random),
        };
        let Some(board) = next else { continue };
        let Ok((farthest, puzzles)) =
            try_out(family, &board, most, wanted, style, budget, &mut random)
        else {
            break;
        };
        // Beyond what is wanted, harder is no better.
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
    made.truncate(EACH);
    made
}

/// How far the hardest start of a board is from the goals, and puzzles of the board that are as wanted. None, if it leads
/// to more configurations than `most`.
fn try_out(
    family: &Family,
    board: &Drawn,
    most: u64,
    wanted: &Wanted,
    style: Style,
    budget: &Budget,
    random: &mut Pcg64,
) -> Result<(u64, Vec<Generated>), Stopped> {
    let mut farthest = 0;
    let choose = &mut |distance, number: u64| {
        farthest = distance;
        match wanted.moves.contains(&distance) {
            true => Pick::Also(below(random, number as usize) as u64),
            false => Pick::None,
        }
    };
    let (puzzle, swept) = of_board(family, board, style, most, budget, choose)?;
    let Some(Swept { states: configurations, mut kept }) = swept else {
        return Ok((farthest, Vec::new()));
    };
    let mut made = Vec::new();
    while made.len() < OF_BOARD && !kept.is_empty() {
        let (moves, start) = kept.swap_remove(below(random, kept.len()));
        let puzzle = named(family, &board.member, &puzzle, &start, style, moves);
        let is_wanted = wanted.solutions.as_ref().is_none_or(|wanted| {
            let counted = count(&Query::new(&puzzle, style), budget, &mut ());
            let counted = counted.ok().filter(|counted| counted.stopped.is_none());
            let number = counted.and_then(|counted| u64::try_from(counted.solutions).ok());
            number.is_some_and(|number| wanted.contains(&number))
        });
        made.extend(is_wanted.then_some(Generated { puzzle, moves, configurations }));
    }
    Ok((farthest, made))
}
