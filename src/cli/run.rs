//! The run loop of all commands that search: puzzles are read and searched one after the other, the
//! result of each is written, and refusals and limits are reported on standard error.

use sliding::report::subject::Subject;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use sliding::solve::MOST_THREADS;

use super::*;

/// The search of a puzzle: what is asked, the limits, whose time begins now, and the observer.
pub struct Search<'a> {
    pub input: &'a Input,
    pub query: Query<'a>,
    pub budget: Budget,
    pub watch: ProgressObserver,
}

impl<'a> Search<'a> {
    pub fn new(input: &'a Input, style: Style, limits: Limits, globals: Globals) -> Search<'a> {
        let watch = ProgressObserver::new(globals);
        Search { input, query: Query::new(&input.puzzle, style), budget: limits.budget(), watch }
    }

    /// Returns the puzzle and its style, for a report.
    pub fn subject(&self) -> Subject<'a> {
        self.input.subject(self.query.style)
    }

    /// Returns what was found. The bar is removed before anything is written.
    pub fn ended<T>(&mut self, found: Result<T, impl Into<Failure>>) -> Result<T, Failure> {
        self.watch.clear();
        found.map_err(|error| error.into().about(&self.input.file, self.budget.memory))
    }

    /// Searches for a solution: the shortest one, or else as good a one as the limits allow.
    pub fn solution(&mut self) -> Result<Answer, Failure> {
        self.query.databases = database_folder(None);
        self.query.beam = Some(BeamOptions::default());
        let found = solve(&self.query, &self.budget, &mut self.watch);
        self.ended(found)
    }

    /// Writes a result of the library.
    pub fn show<T>(&self, result: &T, target: &mut Target) -> Result<(), Failure>
    where
        for<'s> Shown<'s, T>: Report,
    {
        target.report(self.input, &Shown { subject: self.subject(), result })
    }

    /// Reports what stopped the search, and returns the verdict: that of the limit, or else whether
    /// the answer is negative.
    pub fn verdict(&self, limit: Option<Stopped>, is_negative: bool) -> Verdict {
        match limit {
            Some(limit) => {
                let mut advice = limit_advice(limit, self.budget.memory);
                let is_kept = self.query.disk.is_some();
                if is_kept && matches!(limit, Stopped::Cancelled | Stopped::Time) {
                    advice += &format!("; go on with `{}`", failure::resumed());
                }
                stopped(&self.input.file, &advice)
            }
            None if is_negative => Verdict::Negative,
            None => Verdict::Fine,
        }
    }
}

impl Searches {
    /// Has `act` search each puzzle and report the result in one of these formats.
    pub fn each(
        &self,
        formats: &[Format],
        console: &mut Console,
        act: impl FnMut(&mut Search, &mut Target) -> CommandResult,
    ) -> CommandResult {
        let mut target = self.output.begin(formats, console)?;
        let verdict = each(&self.puzzles, self.style, self.limits, &mut target, act)?;
        target.end(verdict)
    }
}

/// Has `act` search each puzzle, or the only one that a picture can show.
pub fn each(
    puzzles: &Puzzles,
    style: Style,
    limits: Limits,
    target: &mut Target,
    mut act: impl FnMut(&mut Search, &mut Target) -> CommandResult,
) -> CommandResult {
    let globals = target.globals;
    if target.is_of_one {
        let input = puzzles.only()?;
        return act(&mut Search::new(&input, style, limits, globals), target);
    }
    puzzles.each(|_, input| act(&mut Search::new(&input, style, limits, globals), target))
}

/// Has `work` work on items in several threads, and passes the results on in the order of the
/// items, each as soon as it and those before it are there.
///
/// # Errors
///
/// Returns the first error of `take`, which interrupts the searches.
pub fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    threads: Option<NonZeroUsize>,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads.or(thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for sender in vec![sender; threads.min(items.len()).min(MOST_THREADS)] {
            let (next, work) = (&next, &work);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else { return };
                    if sender.send((number, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        let (mut waiting, mut passed) = (BTreeMap::new(), 0);
        for (number, result) in receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&passed) {
                take(&items[passed], result).inspect_err(|_| interrupt().set())?;
                passed += 1;
            }
        }
        Ok(())
    })
}
