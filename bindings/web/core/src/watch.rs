//! Telling a function of the page how far a search has come.

use std::time::Duration;

use js_sys::Function;
use serde::Serialize;
use sliding::report::progress::{Line, TilesLine};
use sliding::solve::{Observer, Progress};
use wasm_bindgen::JsValue;
use web_time::Instant;

use crate::json;

/// Nobody can look at more than this.
const PACE: Duration = Duration::from_millis(100);

/// Tells lines of progress, not too many.
pub struct Watch<'a> {
    listener: Option<&'a Function>,
    begun: Instant,
    told: Instant,
}

impl<'a> Watch<'a> {
    /// Tells this function, if there is one.
    pub fn new(listener: Option<&'a Function>) -> Self {
        let now = Instant::now();
        Watch { listener, begun: now, told: now }
    }

    fn tell(&mut self, line: &impl Serialize) {
        let Some(listener) = self.listener else { return };
        if self.told.elapsed() >= PACE {
            self.told = Instant::now();
            // What a listener throws is its own affair.
            let _ = listener.call1(&JsValue::NULL, &JsValue::from_str(&json(line)));
        }
    }
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.tell(&Line::new(progress, self.begun.elapsed()));
    }

    fn pass_ends(&mut self, moves: u64, positions: u64) {
        self.tell(&TilesLine::pass(moves, positions));
    }

    fn building(&mut self, homes: &[u8], placements: u64, total: u64) {
        self.tell(&TilesLine::building(homes, placements, total));
    }
}
