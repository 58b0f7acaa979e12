//! A search by the table engine that gives way to the cut engine where that will be faster.
//!
//! How many configurations a puzzle has is known only when they have been found. So the table engine
//! begins; where it has found many, and the levels are wide for the matrices of the cut, it is
//! stopped, and nobody hears that it was there.

use crate::puzzle::{Configuration, Movers};
use crate::query::{
    Answer, Budget, Engine, Found, Interrupt, Observer, Progress, Query, Refusal, Until,
};
use crate::search::cut::{self, Prospect};
use crate::search::table;

/// So many configurations are found before anything is decided: smaller spaces are done by then.
const FOUND: u64 = 1 << 20;

/// With fewer placements the table is as fast.
const PLACEMENTS: u64 = 1 << 24;

/// The cut engine looks at nearly all rows for each level. That pays if levels are wide: if one has a
/// configuration for so many rows, and still is one part in so many of all that was found, so that there
/// is much more to come. Where it does not pay, it takes many times as long as the table.
const ROWS: u64 = 64;
const GROWING: u64 = 16;

/// To count the placements, one part in so many of the memory may be taken.
const COUNTING_PART: u64 = 8;

/// Whether there is anything to try.
pub fn suits(query: &Query, observer: &dyn Observer) -> bool {
    query.style.movers() == Movers::Single
        && query.until == Until::Exhausted
        && !observer.wants_every()
}

/// Searches with one engine or the other.
pub fn search(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let ends = Interrupt::default();
    let mut trial = Trial { query, budget, observer, held: Some(Vec::new()), prospect: None, ends };
    let own = Budget { interrupt: trial.ends.clone(), ..budget.clone() };
    let answer = table::search(query, &own, &mut trial);
    let Some(prospect) = trial.prospect.take().filter(|_| !budget.interrupt.is_set()) else {
        trial.tell_held();
        return Ok(answer);
    };
    observer.engine_chosen(Engine::Cut, "there are many configurations, and levels are wide");
    match prospect.search(query, budget, observer) {
        Err(error) => {
            observer.engine_chosen(Engine::Table, &format!("not the cut, as {error}"));
            Ok(table::search(query, budget, observer))
        }
        result => result,
    }
}

/// What is not told yet.
enum Event {
    Begins(u64),
    Found(Found),
    Ends(u64, u64),
    Met(u64),
}

/// Watches the table engine, and tells nothing before it is decided that it goes on.
struct Trial<'a> {
    query: &'a Query<'a>,
    budget: &'a Budget,
    observer: &'a mut dyn Observer,
    /// `None` once it is decided.
    held: Option<Vec<Event>>,
    /// What the cut engine goes on with, if it is decided that it does.
    prospect: Option<Prospect>,
    ends: Interrupt,
}

impl Trial<'_> {
    /// Tells what was held back, and holds back nothing from now on.
    fn tell_held(&mut self) {
        for event in self.held.take().into_iter().flatten() {
            self.tell(event);
        }
    }

    fn tell(&mut self, event: Event) {
        match (&mut self.held, event) {
            (Some(held), event) => held.push(event),
            (None, Event::Begins(distance)) => self.observer.level_begins(distance),
            (None, Event::Found(found)) => self.observer.found(&found),
            (None, Event::Ends(distance, found)) => self.observer.level_ends(distance, found),
            (None, Event::Met(distance)) => self.observer.goal_met(distance),
        }
    }

    /// What the cut engine begins with, if it is going to be faster from here.
    fn wide(&self, progress: &Progress) -> Option<Prospect> {
        if progress.frontier.saturating_mul(GROWING) < progress.states {
            return None;
        }
        let prospect = Prospect::new(self.query.puzzle, self.budget, COUNTING_PART).ok()?;
        let plan = &prospect.plan;
        let planes = cut::planes(self.query) as u64;
        let is_wide = plan.placements >= PLACEMENTS
            && progress.frontier.saturating_mul(ROWS) >= plan.rows
            && plan.words.saturating_mul(8 * planes) <= self.budget.room() / 2;
        is_wide.then_some(prospect)
    }
}

impl Observer for Trial<'_> {
    fn waiting(&mut self) {
        self.observer.waiting();
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
        let is_open = self.held.is_some() && self.prospect.is_none();
        if is_open && progress.states >= FOUND {
            self.prospect = self.wide(progress);
            match self.prospect {
                Some(_) => self.ends.set(),
                None => self.tell_held(),
            }
        }
        if self.budget.interrupt.is_set() {
            self.ends.set();
        }
    }

    fn level_begins(&mut self, distance: u64) {
        self.tell(Event::Begins(distance));
    }

    fn found(&mut self, found: &Found) {
        self.tell(Event::Found(found.clone()));
    }

    fn level_ends(&mut self, distance: u64, configurations: u64) {
        self.tell(Event::Ends(distance, configurations));
    }

    fn goal_met(&mut self, distance: u64) {
        self.tell(Event::Met(distance));
    }

    fn retraced(&mut self, distance: u64, configuration: &Configuration) {
        self.tell_held();
        self.observer.retraced(distance, configuration);
    }

    fn forgotten(&mut self, distance: u64) {
        self.tell_held();
        self.observer.forgotten(distance);
    }
}
