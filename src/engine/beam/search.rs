//! Rounds of beam search, shortening and lower bounds, until a limit.

use super::level::{Beam, Effort, End};
use super::pattern::{DEAD, Patterns};
use super::tunnel;
use super::{Estimated, Lister};
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, dispatch};
use crate::engine::drive::Run;
use crate::engine::host::IS_WASM;
use crate::engine::moves::solution_from_positions;
use crate::engine::query::{
    Answer, BeamOptions, Budget, Counted, Engine, Observer, Query, Status, Stopped,
};
use crate::puzzle::Configuration;

/// The positions that the first beam keeps without a better estimate before it ends. This number
/// and the width double after each cycle.
const WORK: usize = 1_000_000;

/// The rounds of a cycle: each beam is this many times as wide as the first, and ends that much
/// sooner. Narrow beams find long solutions, wide ones short solutions: a 12x12 Rush Hour board of
/// 44 cars needs a width of 100,000 and 25 levels, climbing boards 500 levels at a width of 2,000.
const CYCLE: [usize; 3] = [1, 10, 25];

/// A beam is never ended before this number of levels without a better estimate. As long as no
/// solution is known, beams on boards that may need few moves are ended sooner: after
/// `LEVELS_PER_MOVE` for each move of the lower bound, but at least `LEAST_PATIENCE`; and only
/// wider ones follow. A 12x12 Rush Hour board of 25 moves is solved after 5 million positions instead
/// of 15.6 million.
const PATIENCE: usize = 80;
const LEAST_PATIENCE: usize = 20;
const LEVELS_PER_MOVE: u64 = 2;

/// The size of the first tunnel, in positions.
const TUNNEL: usize = 100_000;

/// The positions of the first patterns together. As long as no solution is found, there are other ones of
/// `PATTERN_GROWTH` times as many when beams have kept as many as the last ones had.
const PATTERN_POSITIONS: u64 = 4_000_000;
const PATTERN_GROWTH: u64 = 4;

/// One part in `EXACT_PART` of the positions is searched for the lower bound.
const EXACT_PART: u64 = 2;

/// An exact search for the lower bound. Gets the positions after which it ends, and the most moves.
pub type Exact<'a> = dyn FnMut(u64, Option<u64>) -> Answer + 'a;

/// What is known before the beam begins.
#[derive(Clone, Copy, Default)]
pub struct Known {
    /// A lower bound on the number of moves.
    pub at_least: u64,
    /// The number of positions that an exact search has found without a goal.
    pub positions: u64,
    /// The moves of a solution. Only shorter ones are reported.
    pub moves: Option<u64>,
}

/// Searches a puzzle that [`check_puzzle`](crate::engine::compiled::check_puzzle) accepts, within a
/// budget that has a limit.
pub fn search(
    query: &Query,
    budget: &Budget,
    known: Known,
    exact: &mut Exact,
    observer: &mut dyn Observer,
) -> Answer {
    let run = &mut Run { budget, observer };
    dispatch!(beam (query.puzzle, query.style, &[]), compiled => {
        let mut rounds = Rounds::new(compiled, known, run.budget);
        let ended = rounds.run(query.beam.unwrap_or_default(), exact, run);
        rounds.answer(query, ended)
    })
}

/// Makes a solution shorter, given as positions of which each is one move of the query's style
/// after the one before. Ends when larger tunnels do not help or would not fit the memory, or at a
/// limit.
pub fn shorten(
    query: &Query,
    path: &[Configuration],
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer {
    let run = &mut Run { budget, observer };
    dispatch!(beam (query.puzzle, query.style, &[]), compiled => {
        let mut rounds = Rounds::new(compiled, Known::default(), run.budget);
        let path = path.iter().map(|position| compiled.encode(position)).collect();
        let ended = rounds.shorten(path, u64::MAX, run);
        rounds.answer(query, ended)
    })
}

/// The state between two rounds.
struct Rounds<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    beam: Beam<'a, W>,
    lister: Lister<W>,
    known: Known,
    /// The greatest width, and the number of rounds.
    width: usize,
    rounds: u32,
    /// The positions that the last patterns were allowed.
    patterns: u64,
    /// The positions of the shortest solution so far; none before there is one.
    best: Vec<Code<W>>,
    /// The answer of an exact search, which ends the rounds.
    exact: Option<Answer>,
}

impl<'a, const W: usize> Rounds<'a, W> {
    fn new(compiled: &'a Compiled<'a, W>, known: Known, budget: &Budget) -> Self {
        Self {
            beam: Beam::new(compiled, budget.threads()),
            lister: Lister::new(compiled),
            compiled,
            known,
            width: 0,
            rounds: 0,
            patterns: 0,
            best: Vec::new(),
            exact: None,
        }
    }

    fn run(
        &mut self,
        options: BeamOptions,
        exact: &mut Exact,
        run: &mut Run,
    ) -> Result<(), Stopped> {
        let rounds = options.rounds.map_or(u32::MAX, |rounds| rounds.get());
        for round in 0..rounds {
            if self.best.is_empty() {
                self.build_patterns(run)?;
            }
            let wider = CYCLE[round as usize % CYCLE.len()];
            self.rounds = round + 1;
            let first = doubled(options.width.max(1) as usize, round);
            let width = first.saturating_mul(wider);
            if self.is_hopeless(width) {
                continue;
            }
            self.width = self.width.max(width);
            let kept = self.beam.kept;
            let effort = self.effort((options.seed, round), width, run.budget);
            match self.beam.search(&effort, run)? {
                End::Found(path) => self.shorten(path, self.beam.kept - kept, run)?,
                End::Failed => {}
                End::Exhausted => {
                    self.exact = Some(exact(u64::MAX, None));
                    break;
                }
            }
            if wider > 1 && !self.is_proven() {
                self.raise_bound(exact, run)?;
            }
            if self.is_proven() {
                break;
            }
        }
        Ok(())
    }

    /// Whether a beam of this width is no better than one that has failed, on a board that may need
    /// few moves: on others, narrow beams find long ways.
    fn is_hopeless(&self, width: usize) -> bool {
        self.best.is_empty() && width <= self.width && self.least_patience() < PATIENCE
    }

    fn effort(&self, (seed, round): (u64, u32), width: usize, budget: &Budget) -> Effort {
        let seed = (seed << 32 | u64::from(round)).wrapping_add(1);
        let levels = (doubled(WORK, round) / width).max(PATIENCE);
        Effort {
            width,
            seed: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            patience: levels * self.least_patience() / PATIENCE,
            levels: if self.best.is_empty() { usize::MAX } else { self.best.len() * 5 / 4 + 20 },
            bytes: budget.room() / 2,
        }
    }

    /// Returns the least number of levels without a better estimate after which a beam ends.
    fn least_patience(&self) -> usize {
        if self.known.at_least == 0 || !self.best.is_empty() {
            return PATIENCE;
        }
        let levels = LEVELS_PER_MOVE.saturating_mul(self.known.at_least);
        levels.clamp(LEAST_PATIENCE as u64, PATIENCE as u64) as usize
    }

    /// Builds the next patterns, if it is time. There are none in the browser, where they would need
    /// code for more widths.
    fn build_patterns(&mut self, run: &mut Run) -> Result<(), Stopped> {
        if IS_WASM || self.patterns > self.beam.kept {
            return Ok(());
        }
        self.patterns = (self.patterns * PATTERN_GROWTH).max(PATTERN_POSITIONS);
        let (most, bytes) = (self.patterns as usize, run.budget.room() / 2);
        if let Some(patterns) = Patterns::new(self.compiled, most, bytes, run.budget)? {
            let start = self.compiled.encode(self.compiled.puzzle.start());
            let mut estimated = [Estimated { cost: 1, group: 0 }];
            patterns.raise(&[start], &mut estimated);
            if estimated[0].cost < DEAD {
                self.known.at_least = self.known.at_least.max(estimated[0].cost.into());
            }
            self.beam.patterns = Some(patterns);
        }
        Ok(())
    }

    /// Returns the number of moves of the shortest solution so far.
    fn moves(&self) -> Option<u64> {
        (self.best.len() as u64).checked_sub(1)
    }

    /// Whether no solution is shorter than the shortest so far.
    fn is_proven(&self) -> bool {
        self.moves().is_some_and(|moves| moves <= self.known.at_least)
    }

    /// Makes a path shorter, and keeps it if it is the shortest so far.
    fn shorten(&mut self, mut path: Vec<Code<W>>, work: u64, run: &mut Run) -> Result<(), Stopped> {
        // Around two solutions at once, the path may change from one to the other.
        let others = self.best.clone();
        self.keep(&path, run);
        let most = (run.budget.room() / 4 / tunnel::bytes::<W>()) as usize;
        let (mut size, mut left) = (TUNNEL.min(most), (work as usize).max(4 * TUNNEL));
        while size <= left.min(most) {
            left -= size;
            let lister = &mut self.lister;
            match tunnel::shorter(self.compiled, lister, &path, &others, size, run.budget)? {
                Some(shorter) => path = shorter,
                None => size *= 3,
            }
            self.keep(&path, run);
        }
        Ok(())
    }

    fn keep(&mut self, path: &[Code<W>], run: &mut Run) {
        if self.best.is_empty() || path.len() < self.best.len() {
            self.best = path.to_vec();
            self.report(run);
        }
    }

    /// Reports the shortest solution, if it is shorter than the one known before.
    fn report(&self, run: &mut Run) {
        let known = self.known.moves.unwrap_or(u64::MAX);
        if let Some(moves) = self.moves().filter(|&moves| moves < known) {
            run.observer.improved(moves, self.known.at_least);
        }
    }

    /// Searches exactly for a while, for a better lower bound, or for a shorter solution.
    fn raise_bound(&mut self, exact: &mut Exact, run: &mut Run) -> Result<(), Stopped> {
        let positions = self.beam.kept / EXACT_PART;
        if positions < 2 * self.known.positions {
            return Ok(());
        }
        self.known.positions = positions;
        let answer = exact(positions, self.moves().map(|moves| moves - 1));
        let at_least = match answer.status {
            Status::Stopped(_) => answer.at_least().unwrap_or(0),
            // No position is left within the moves allowed.
            Status::Unsolvable if !self.best.is_empty() => self.moves().unwrap_or(0),
            Status::Unsolvable | Status::Solved => {
                self.exact = Some(answer);
                return Err(Stopped::Rounds);
            }
        };
        self.known.at_least = self.known.at_least.max(at_least);
        self.report(run);
        run.budget.look()
    }

    fn answer(self, query: &Query, ended: Result<(), Stopped>) -> Answer {
        if let Some(answer) = self.exact {
            return answer;
        }
        let moves = self.moves();
        let stopped = Status::Stopped(ended.err().unwrap_or(Stopped::Rounds));
        let status = if moves.is_some() { Status::Solved } else { stopped };
        let counted = Counted::Kept {
            positions: self.beam.kept,
            at_least: self.known.at_least,
            seed: query.beam.unwrap_or_default().seed,
            width: self.width as u64,
            rounds: self.rounds,
        };
        let mut answer = Answer { moves, ..Answer::new(status, Engine::Beam, counted) };
        answer.is_shortest = self.is_proven();
        if query.wants_solution && moves.is_some() {
            let positions = self.best.iter().map(|code| self.compiled.decode(code));
            let positions = Vec::from_iter(positions);
            answer.solution = Some(solution_from_positions(query.puzzle, query.style, &positions));
        }
        answer
    }
}

/// Returns a number for the cycle of a round: it doubles after each cycle.
fn doubled(number: usize, round: u32) -> usize {
    number.saturating_mul(1 << (round / CYCLE.len() as u32).min(30))
}
