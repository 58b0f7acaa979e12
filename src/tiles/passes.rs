//! Passes of a search as long as they are short, and what is reported of them.

use super::Tiles;
use super::deepening::{Pass, PassObserver, TileSearchEnd, TileSearchResult, TooLarge};
use super::korf::{self, DirectionOrder};
use super::observer::TileObserver;
use super::request::TileRequest;
use crate::engine::query::Engine;

/// Maximum number of positions that a plain search may visit in a pass if the small databases need
/// not be built.
pub const PLAIN_BEFORE_CACHE: u64 = 400_000;

/// Approximate growth from one pass to the next.
const GROWTH: u64 = 6;

/// Runs passes of a plain search while each visits no more than about `limit` positions. Also
/// returns whether that is what ended it.
pub fn plain_passes(
    tiles: &Tiles,
    request: &TileRequest,
    limit: u64,
    observer: &mut dyn TileObserver,
) -> Result<(TileSearchResult, bool), TooLarge> {
    observer.engine_chosen(Engine::Korf1, "it will do for starts that need few sad moves");
    let mut passing = ForwardPasses(observer);
    let mut short = StopBeforeLongPass { observer: &mut passing, limit, is_stopped: false };
    let found = korf::solve(tiles, DirectionOrder::Turning, request.max_moves, &mut short)?;
    let is_short = found.ending == TileSearchEnd::Stopped && short.is_stopped;
    Ok((found, is_short))
}

/// Forwards events to an observer.
pub struct ForwardPasses<'a>(pub &'a mut dyn TileObserver);

impl PassObserver for ForwardPasses<'_> {
    fn pass_ends(&mut self, pass: &Pass) {
        self.0.pass_ends(pass);
    }

    fn should_stop(&self) -> bool {
        self.0.should_stop()
    }
}

/// Positions of a pass with small databases that takes long: about half a minute.
const LONG: u64 = 300_000_000;

/// Forwards events to an observer, and warns it once if the next pass will take long.
pub struct WarnOnce<'a> {
    pub observer: &'a mut dyn TileObserver,
    /// Whether there are larger databases, so that it may be warned.
    pub is_due: bool,
}

impl PassObserver for WarnOnce<'_> {
    fn pass_ends(&mut self, pass: &Pass) {
        self.observer.pass_ends(pass);
        if self.is_due && pass.positions.saturating_mul(GROWTH) > LONG {
            self.is_due = false;
            self.observer.is_slow();
        }
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop()
    }
}

/// Stops a search before a pass that would take too long.
pub struct StopBeforeLongPass<'a> {
    pub observer: &'a mut dyn PassObserver,
    pub limit: u64,
    pub is_stopped: bool,
}

impl PassObserver for StopBeforeLongPass<'_> {
    fn pass_ends(&mut self, pass: &Pass) {
        self.observer.pass_ends(pass);
        self.is_stopped = pass.positions.saturating_mul(GROWTH) > self.limit;
    }

    fn should_stop(&self) -> bool {
        self.is_stopped || self.observer.should_stop()
    }
}
