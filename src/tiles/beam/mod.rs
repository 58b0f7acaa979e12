//! Beam search: good solutions of boards too large to be solved in the fewest moves.
//!
//! A beam keeps the most hopeful positions of each level. What guides it (`estimate`) needs no
//! database, so it starts at once on any board. A solution is then shortened in windows: a beam
//! searches for a shorter way from one of its positions to a later one. `docs/internals/tiles.md`
//! describes the method.

mod estimate;
mod level;

use std::time::Duration;

pub use estimate::{is_estimated, lower_bound};
use level::Beam;

use super::construct::construct;
use super::{Metric, Run, Tiles};
use crate::engine::host::Instant;
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::Direction;

/// A beam in a window has this part of the width: all windows together take about as long as the
/// beam before them.
const WINDOW_PART: usize = 4;

/// A window has this many moves for each cell of the board, and at most half of the solution.
const WINDOW: usize = 3;

/// The next beam is this many times as wide if there is much time.
const WIDER: f64 = 4.0;

/// The part of the remaining time for which the last beam is made.
const LAST_PART: f64 = 0.8;

/// The state between two rounds.
struct BeamSearch<'a> {
    tiles: &'a Tiles,
    metric: Metric,
    /// About the number of positions that the first beam keeps.
    work: usize,
    at_least: u64,
    run: Run<'a>,
    /// The shortest solution so far.
    best: Vec<Direction>,
    positions: u64,
}

/// Returns a solution that is shorter than a given one, if rounds of beam search and windows find
/// one, and the number of positions kept. Without a deadline, there is one round. Ends early with a
/// solution in `at_least` moves.
pub fn shorter<'a>(
    tiles: &'a Tiles,
    metric: Metric,
    first: Vec<Direction>,
    at_least: u64,
    work: usize,
    run: Run<'a>,
) -> (Vec<Direction>, u64) {
    let mut search = BeamSearch { tiles, metric, work, at_least, run, best: first, positions: 0 };
    search.rounds();
    (search.best, search.positions)
}

impl BeamSearch<'_> {
    fn rounds(&mut self) {
        let moves = self.moves(&self.best);
        let mut width = self.work / moves.max(1);
        let widest = self.run.budget.memory / Beam::bytes(self.tiles, 1, moves as u64);
        while !self.is_over() {
            width = width.clamp(1, widest.max(1) as usize);
            let begun = Instant::now();
            self.whole(width);
            self.windows(width.div_ceil(WINDOW_PART));
            let Some(deadline) = self.run.budget.deadline else { return };
            let left = deadline.saturating_duration_since(Instant::now());
            if left < begun.elapsed() {
                return;
            }
            width = wider(width, begun.elapsed(), left);
        }
    }

    /// Whether the search has to stop, or no solution is shorter than the shortest so far.
    fn is_over(&mut self) -> bool {
        self.run.look().is_err() || self.moves(&self.best) as u64 <= self.at_least
    }

    /// Returns the length of a path.
    fn moves(&self, path: &[Direction]) -> usize {
        self.metric.moves(path).count()
    }

    /// Searches from the start to the goal. A solution that the beam did not complete is completed
    /// by construction.
    fn whole(&mut self, width: usize) {
        match self.beam(self.tiles, width, self.moves(&self.best)) {
            Ok((path, true)) => self.keep(path),
            Ok((path, false)) => self.keep(completed(self.tiles, path)),
            Err(_) => {}
        }
    }

    /// Replaces parts of the solution by shorter ones.
    fn windows(&mut self, width: usize) {
        let length = (WINDOW * self.tiles.size.cells()).min(self.moves(&self.best) / 2);
        let mut at = 0;
        while at + 2 < self.moves(&self.best) && !self.is_over() {
            let moves: Vec<&[Direction]> = self.metric.moves(&self.best).collect();
            let end = (at + length).min(moves.len());
            let (before, after) = (moves[..at].concat(), moves[end..].concat());
            let window = Tiles {
                size: self.tiles.size,
                start: self.tiles.after(&before),
                goal: self.tiles.after(&self.best[..self.best.len() - after.len()]),
            };
            match self.beam(&window, width, end - at) {
                Ok((shorter, true)) => {
                    self.keep([before, shorter, after].concat());
                    at = at.saturating_sub(length / 2);
                }
                _ => at += length.div_ceil(4),
            }
        }
    }

    /// Searches for a solution of fewer than `most` moves, as [`Beam::search`] does.
    fn beam(
        &mut self,
        tiles: &Tiles,
        width: usize,
        most: usize,
    ) -> Result<(Vec<Direction>, bool), Stopped> {
        if tiles.start == tiles.goal {
            return Ok((Vec::new(), true));
        }
        let mut beam = Beam::new(tiles, self.metric, self.run.budget.threads());
        let most = most.saturating_sub(self.metric.parity());
        let end = beam.search(width, most, &mut self.run);
        self.positions += beam.positions;
        end
    }

    fn keep(&mut self, path: Vec<Direction>) {
        let moves = self.moves(&path);
        if moves < self.moves(&self.best) {
            self.run.observer.improved(moves as u64, self.at_least);
            self.best = path;
        }
    }
}

/// Returns the width of the next beam: one that fits the remaining time if that is little.
fn wider(width: usize, took: Duration, left: Duration) -> usize {
    let fits = LAST_PART * left.as_secs_f64() / took.as_secs_f64().max(1e-6);
    let factor = if fits > WIDER * WIDER { WIDER } else { fits };
    (width as f64 * factor) as usize
}

/// Returns a path to some position with moves from there to the goal.
fn completed(tiles: &Tiles, mut path: Vec<Direction>) -> Vec<Direction> {
    let rest = Tiles { start: tiles.after(&path), ..tiles.clone() };
    // Small parts are missing, which takes a moment.
    let run = &mut Run { budget: &Budget::default(), observer: &mut () };
    path.extend(construct(&rest, run).path.expect("a position on the way has a solution"));
    path
}
