//! Good solutions of tile puzzles that are not always solved in the fewest moves: by beam search,
//! and then perhaps by databases.

use std::time::Duration;

use super::beam::{self, BeamLimits};
use super::construct::construct;
use super::deepening::{MOST_CELLS, TileSearchEnd, TileSearchResult, TooLarge, is_searched};
use super::observer::TileObserver;
use super::passes::{PLAIN_BEFORE_CACHE, plain_passes};
use super::request::{
    FirstAttempt, TileAnswer, TileRequest, has_much_time, has_room, share_of_one,
};
use super::{Metric, Tiles, slides};
use crate::engine::host::Instant;
use crate::engine::query::Engine;
use crate::puzzle::Direction;

/// Positions that a beam and the windows after it keep each: about a second if there is no time
/// limit; at first if there is one, so that a good solution is there early; and after a limit.
const WORK: usize = 4_000_000;
const FIRST: usize = 300_000;
const QUICK: usize = 200_000;
const QUICK_BYTES: u64 = 64 << 20;

/// The part of the time that beams get on boards that databases might solve: the smaller ones
/// often are, and then in seconds, so that more time for beams would be lost; the others hardly
/// ever, unless there is much time.
const BEAM_PART: f64 = 0.2;
const BEAM_MOST: Duration = Duration::from_secs(5);
const BEAM_PART_OF_LARGE: f64 = 0.9;
const BEAM_PART_OF_MUCH: f64 = 0.3;

/// Maximum number of cells of the smaller ones.
pub(super) const SMALL_CELLS: usize = 20;

/// Finds a good solution of a board for which even databases may search for days. If databases may
/// find a shorter one, or prove that there is none, it is the ending of
/// [`FirstAttempt::NeedsDatabases`].
pub(super) fn near_optimal(
    tiles: &Tiles,
    request: &TileRequest,
    boards: usize,
    observer: &mut dyn TileObserver,
) -> Result<FirstAttempt, TooLarge> {
    let answered = |found, engine| Ok(FirstAttempt::Answered(TileAnswer::new(found, engine)));
    let (mut at_least, mut positions) = (0, 0);
    let metric = request.metric;
    let is_exact = is_searched(tiles.size);
    let mut ending = if is_exact && metric == Metric::Steps {
        let (found, _) = plain_passes(tiles, request, PLAIN_BEFORE_CACHE, observer)?;
        if matches!(found.ending, TileSearchEnd::Solved(_) | TileSearchEnd::Exceeded) {
            let answer = TileAnswer::new(found, Engine::Korf1);
            return Ok(FirstAttempt::Answered(answer.with_fallback(tiles, metric)));
        }
        (at_least, positions) = (found.lower_bound, found.positions);
        // This takes milliseconds, and there has to be an answer.
        construct(tiles, &())
    } else {
        construct(tiles, &*observer)
    };
    at_least = at_least.max(match metric {
        Metric::Steps => beam::lower_bound(tiles),
        Metric::Slides => slides::lower_bound(tiles),
    });
    let mut engine = Engine::Construct;
    if let TileSearchEnd::Constructed(first) = ending {
        observer.engine_chosen(Engine::Beam, "it finds a good solution of any board soon");
        let limits = beam_limits(tiles, request, boards, observer.deadline());
        let (path, kept) = beam::shorter(tiles, metric, first, at_least, limits, observer);
        positions += kept;
        ending = proven(TileSearchEnd::Constructed(path), metric, at_least);
        engine = Engine::Beam;
    }
    let mut found = TileSearchResult { ending, lower_bound: at_least, positions };
    if let (true, TileSearchEnd::Constructed(path)) = (observer.is_cancelled(), &found.ending) {
        let fallback = Some(path.clone());
        found.ending = TileSearchEnd::Stopped;
        let answer = TileAnswer { fallback, ..TileAnswer::new(found, engine) };
        return Ok(FirstAttempt::Answered(answer));
    }
    let is_open = matches!(found.ending, TileSearchEnd::Constructed(_));
    if !is_open || !is_exact || observer.should_stop() || !has_room(tiles, request) {
        return answered(found, engine);
    }
    observer.engine_chosen(Engine::Pdb, "it may prove that there is no shorter solution");
    Ok(FirstAttempt::NeedsDatabases(found))
}

/// Returns what the beams of one of several boards may use.
fn beam_limits(
    tiles: &Tiles,
    request: &TileRequest,
    boards: usize,
    deadline: Option<Instant>,
) -> BeamLimits {
    let (threads, memory) = share_of_one(request, boards);
    let now = Instant::now();
    let deadline =
        deadline.map(|end| now + beam_time(tiles, request, end.saturating_duration_since(now)));
    BeamLimits { threads, memory, work: if deadline.is_some() { FIRST } else { WORK }, deadline }
}

/// Returns the part of the remaining time that the beams of a board get.
pub fn beam_time(tiles: &Tiles, request: &TileRequest, left: Duration) -> Duration {
    let cells = tiles.size.cells();
    if cells <= SMALL_CELLS {
        left.mul_f64(BEAM_PART).min(BEAM_MOST)
    } else if cells > MOST_CELLS {
        left
    } else if has_much_time(request) {
        left.mul_f64(BEAM_PART_OF_MUCH)
    } else {
        left.mul_f64(BEAM_PART_OF_LARGE)
    }
}

/// Returns the answer of a search for a solution shorter than a known one.
pub(super) fn with_known(
    found: TileSearchResult,
    path: Vec<Direction>,
    metric: Metric,
    observer: &dyn TileObserver,
) -> TileAnswer {
    let ending = match found.ending {
        // There is no shorter one.
        TileSearchEnd::Exceeded => TileSearchEnd::Solved(path),
        TileSearchEnd::Stopped if observer.is_cancelled() => {
            let fallback = Some(path);
            return TileAnswer { fallback, ..TileAnswer::new(found, Engine::Beam) };
        }
        TileSearchEnd::Stopped => {
            proven(TileSearchEnd::Constructed(path), metric, found.lower_bound)
        }
        _ => return TileAnswer::new(found, Engine::Pdb),
    };
    TileAnswer::new(TileSearchResult { ending, ..found }, Engine::Beam)
}

/// Returns a good solution within a tenth of a second, as the limit is already reached; `None` if
/// there is none. The board is one that is searched.
pub(super) fn quick_solution(
    tiles: &Tiles,
    metric: Metric,
    at_least: u64,
) -> Option<Vec<Direction>> {
    let TileSearchEnd::Constructed(first) = construct(tiles, &()) else { return None };
    let limits = BeamLimits { threads: 1, memory: QUICK_BYTES, deadline: None, work: QUICK };
    Some(beam::shorter(tiles, metric, first, at_least, limits, &mut ()).0)
}

/// Marks a constructed solution as a shortest one if none can be shorter.
pub(super) fn proven(ending: TileSearchEnd, metric: Metric, at_least: u64) -> TileSearchEnd {
    match ending {
        TileSearchEnd::Constructed(path) if metric.moves(&path).count() as u64 == at_least => {
            TileSearchEnd::Solved(path)
        }
        ending => ending,
    }
}

impl TileAnswer {
    /// Adds a longer solution, if the search ended at a limit.
    pub(super) fn with_fallback(mut self, tiles: &Tiles, metric: Metric) -> TileAnswer {
        use TileSearchEnd::{Exceeded, Stopped, TooLittleMemory};
        let is_limited = matches!(self.found.ending, Exceeded | Stopped | TooLittleMemory);
        if is_limited && self.engine != Engine::Construct && self.fallback.is_none() {
            self.fallback = quick_solution(tiles, metric, self.found.lower_bound);
        }
        self
    }
}
