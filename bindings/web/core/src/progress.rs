//! Reports the progress of a search to a function of the page.

use std::time::Duration;

use js_sys::Function;
use sliding::report::json::Object;
use sliding::report::progress as lines;
use sliding::solve::{Observer, Progress};
use wasm_bindgen::JsValue;
use web_time::Instant;

use crate::json;

/// Least time between two reports.
const PACE: Duration = Duration::from_millis(100);

/// Reports progress, at most ten times a second.
pub struct ProgressObserver<'a> {
    listener: Option<&'a Function>,
    begun: Instant,
    last_report: Instant,
}

impl<'a> ProgressObserver<'a> {
    /// Reports to this function, if there is one.
    pub fn new(listener: Option<&'a Function>) -> Self {
        let now = Instant::now();
        ProgressObserver { listener, begun: now, last_report: now }
    }

    fn report(&mut self, line: &Object) {
        let Some(listener) = self.listener else { return };
        if self.last_report.elapsed() >= PACE {
            self.last_report = Instant::now();
            // The script around it handles what the listener throws.
            let _ = listener.call1(&JsValue::NULL, &JsValue::from_str(&json(line)));
        }
    }
}

impl Observer for ProgressObserver<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.report(&lines::levels(progress, self.begun.elapsed()));
    }

    fn pass_ends(&mut self, moves: u64, positions: u64) {
        self.report(&lines::pass(moves, positions));
    }

    fn building(&mut self, homes: &[u8], placements: u64, total: u64) {
        self.report(&lines::building(homes, placements, total));
    }
}
