//! Rounds of beam search, shortening and lower bounds, until a limit.

use std::ops::ControlFlow;

use super::abstraction::Abstraction;
use super::level::{Beam, Effort, End};
use super::tunnel::{self, Tunneller};
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, CompiledJob, with_beam_widths};
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

/// The positions of the first abstraction. As long as no solution is found, there is another one of
/// `ABSTRACTION_GROWTH` times as many when beams have kept as many as the last one had.
const ABSTRACTION: u64 = 4_000_000;
const ABSTRACTION_GROWTH: u64 = 4;

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
    struct BeamJob<'a, 'e>(&'a Query<'a>, Known, &'a mut Exact<'e>, Run<'a>);
    impl CompiledJob for BeamJob<'_, '_> {
        type Output = Answer;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Answer {
            let BeamJob(query, known, exact, mut run) = self;
            let mut rounds = Rounds::new(compiled, known, run.budget);
            match rounds.run(query.beam.unwrap_or_default(), exact, &mut run) {
                ControlFlow::Break(Ending::Exact(answer)) => *answer,
                ControlFlow::Break(Ending::Stopped(stopped)) => rounds.answer(query, stopped),
                ControlFlow::Continue(()) => rounds.answer(query, Stopped::Rounds),
            }
        }
    }
    with_beam_widths(
        query.puzzle,
        query.style,
        BeamJob(query, known, exact, Run { budget, observer }),
    )
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
    struct ShortenJob<'a>(&'a Query<'a>, &'a [Configuration], Run<'a>);
    impl CompiledJob for ShortenJob<'_> {
        type Output = Answer;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Answer {
            let ShortenJob(query, path, mut run) = self;
            let path = path.iter().map(|position| compiled.encode(position)).collect();
            let mut rounds = Rounds::new(compiled, Known::default(), run.budget);
            // A limit ends it, and what was found by then is the answer.
            let _ = rounds.shorten(path, u64::MAX, &mut run);
            rounds.answer(query, Stopped::Rounds)
        }
    }
    with_beam_widths(query.puzzle, query.style, ShortenJob(query, path, Run { budget, observer }))
}

/// Why the rounds end before their number.
enum Ending {
    Stopped(Stopped),
    /// An exact search has answered the query.
    Exact(Box<Answer>),
}

/// The state between two rounds.
struct Rounds<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    beam: Beam<'a, W>,
    tunneller: Tunneller<'a, W>,
    known: Known,
    /// The greatest width, and the number of rounds.
    width: usize,
    rounds: u32,
    /// The positions that the last abstraction was allowed.
    abstraction: u64,
    /// The positions of the shortest solution so far.
    best: Option<Vec<Code<W>>>,
}

impl<'a, const W: usize> Rounds<'a, W> {
    fn new(compiled: &'a Compiled<'a, W>, known: Known, budget: &Budget) -> Self {
        Self {
            beam: Beam::new(compiled, budget.threads()),
            tunneller: Tunneller::new(compiled),
            compiled,
            known,
            width: 0,
            rounds: 0,
            abstraction: 0,
            best: None,
        }
    }

    fn run(
        &mut self,
        options: BeamOptions,
        exact: &mut Exact,
        run: &mut Run,
    ) -> ControlFlow<Ending> {
        let rounds = options.rounds.map_or(u32::MAX, |rounds| rounds.get());
        for round in 0..rounds {
            if self.best.is_none() {
                self.build_abstraction(run)?;
            }
            let wider = CYCLE[round as usize % CYCLE.len()];
            self.rounds = round + 1;
            let first = doubled(options.width.max(1) as usize, round);
            let width = first.saturating_mul(wider);
            if self.best.is_none() && self.is_hopeless(width) {
                continue;
            }
            let kept = self.beam.kept;
            match self.search((options.seed, round), width, run) {
                End::Found(path) => self.shorten(path, self.beam.kept - kept, run)?,
                End::Failed => {}
                End::Exhausted => {
                    let answer = exact(u64::MAX, None);
                    return ControlFlow::Break(Ending::Exact(Box::new(answer)));
                }
                End::Stopped(stopped) => return ControlFlow::Break(Ending::Stopped(stopped)),
            }
            if wider > 1 && !self.is_proven() {
                self.raise_bound(exact, run)?;
            }
            if self.is_proven() {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a beam of this width is no better than one that has failed, on a board that may need
    /// few moves: on others, narrow beams find long ways.
    fn is_hopeless(&self, width: usize) -> bool {
        width <= self.width && self.least_patience() < PATIENCE
    }

    /// Makes one beam search.
    fn search(&mut self, (seed, round): (u64, u32), width: usize, run: &mut Run) -> End<W> {
        self.width = self.width.max(width);
        let effort = Effort {
            width,
            seed: mixed(seed, round),
            patience: self.patience(doubled(WORK, round) / width),
            levels: self.best.as_ref().map_or(usize::MAX, |best| best.len() * 5 / 4 + 20),
            bytes: run.budget.room() / 2,
        };
        self.beam.search(effort, run)
    }

    /// Returns the levels without a better estimate after which a beam ends, of those that its work
    /// is worth.
    fn patience(&self, levels: usize) -> usize {
        levels.max(PATIENCE) * self.least_patience() / PATIENCE
    }

    /// Returns the least number of levels without a better estimate after which a beam ends.
    fn least_patience(&self) -> usize {
        if self.known.at_least == 0 || self.best.is_some() {
            return PATIENCE;
        }
        let levels = LEVELS_PER_MOVE.saturating_mul(self.known.at_least);
        levels.clamp(LEAST_PATIENCE as u64, PATIENCE as u64) as usize
    }

    /// Builds the next abstraction, if it is time. There is none in the browser, where it would
    /// need code for more widths.
    fn build_abstraction(&mut self, run: &mut Run) -> ControlFlow<Ending> {
        if IS_WASM || self.abstraction > self.beam.kept {
            return ControlFlow::Continue(());
        }
        self.abstraction = (self.abstraction * ABSTRACTION_GROWTH).max(ABSTRACTION);
        let (most, bytes) = (self.abstraction as usize, run.budget.room() / 2);
        let all = Abstraction::new(self.compiled, most, bytes, &mut self.beam.team, run.budget);
        if let Some(all) = all.map_break(Ending::Stopped)? {
            let start = self.compiled.encode(self.compiled.puzzle.start());
            self.known.at_least = self.known.at_least.max(all.at_least(&start));
            self.beam.estimate_by(Box::new(all));
        }
        ControlFlow::Continue(())
    }

    /// Returns the number of moves of the shortest solution so far.
    fn moves(&self) -> Option<u64> {
        self.best.as_ref().map(|path| path.len() as u64 - 1)
    }

    /// Whether no solution is shorter than the shortest so far.
    fn is_proven(&self) -> bool {
        self.moves().is_some_and(|moves| moves <= self.known.at_least)
    }

    /// Makes a path shorter, and keeps it if it is the shortest so far.
    fn shorten(&mut self, mut path: Vec<Code<W>>, work: u64, run: &mut Run) -> ControlFlow<Ending> {
        // Around two solutions at once, the path may change from one to the other.
        let others = self.best.clone().unwrap_or_default();
        self.keep(&path, run);
        let most = (run.budget.room() / 4 / tunnel::bytes::<W>()) as usize;
        let (mut size, mut left) = (TUNNEL.min(most), (work as usize).max(4 * TUNNEL));
        while size <= left.min(most) {
            left -= size;
            let shorter = self.tunneller.shortest(&path, &others, size, run.budget);
            let shorter = shorter.map_break(Ending::Stopped)?;
            if shorter.len() < path.len() {
                path = shorter;
                self.keep(&path, run);
            } else {
                size *= 3;
            }
        }
        ControlFlow::Continue(())
    }

    fn keep(&mut self, path: &[Code<W>], run: &mut Run) {
        if self.best.as_ref().is_none_or(|best| path.len() < best.len()) {
            self.best = Some(path.to_vec());
            self.report(run);
        }
    }

    /// Reports the shortest solution, if it is shorter than the one known before.
    fn report(&self, run: &mut Run) {
        let is_news = |&moves: &u64| self.known.moves.is_none_or(|known| moves < known);
        if let Some(moves) = self.moves().filter(is_news) {
            run.observer.improved(moves, self.known.at_least);
        }
    }

    /// Searches exactly for a while, for a better lower bound, or for a shorter solution.
    fn raise_bound(&mut self, exact: &mut Exact, run: &mut Run) -> ControlFlow<Ending> {
        let positions = self.beam.kept / EXACT_PART;
        if positions < 2 * self.known.positions {
            return ControlFlow::Continue(());
        }
        self.known.positions = positions;
        let answer = exact(positions, self.moves().map(|moves| moves - 1));
        let is_unsolvable = answer.status == Status::Unsolvable && self.best.is_none();
        if answer.status == Status::Solved || is_unsolvable {
            return ControlFlow::Break(Ending::Exact(Box::new(answer)));
        }
        let at_least = match answer.status {
            Status::Stopped(_) => answer.at_least().unwrap_or(0),
            // No position is left within the moves allowed.
            _ => self.moves().unwrap_or(0),
        };
        self.known.at_least = self.known.at_least.max(at_least);
        self.report(run);
        run.budget.look().map_break(Ending::Stopped)
    }

    fn answer(&self, query: &Query, stopped: Stopped) -> Answer {
        let moves = self.moves();
        Answer {
            status: if moves.is_some() { Status::Solved } else { Status::Stopped(stopped) },
            moves,
            is_shortest: self.is_proven(),
            counted: Counted::Kept {
                positions: self.beam.kept,
                at_least: self.known.at_least,
                seed: query.beam.unwrap_or_default().seed,
                width: self.width as u64,
                rounds: self.rounds,
            },
            solution: self.best.as_ref().filter(|_| query.wants_solution).map(|path| {
                let positions: Vec<_> =
                    path.iter().map(|code| self.compiled.decode(code)).collect();
                solution_from_positions(query.puzzle, query.style, &positions)
            }),
            elapsed: Default::default(),
            engine: Engine::Beam,
        }
    }
}

/// Returns a number for the cycle of a round: it doubles after each cycle.
fn doubled(number: usize, round: u32) -> usize {
    number.saturating_mul(1 << (round / CYCLE.len() as u32).min(30))
}

/// Returns the seed of a round.
fn mixed(seed: u64, round: u32) -> u64 {
    (seed << 32 | u64::from(round)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
