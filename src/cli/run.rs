//! The run loop of all commands that search: puzzles are read and searched one after the other, the
//! result of each is written, and refusals and limits are reported on standard error.

use sliding::report::subject::Subject;

use std::collections::BTreeMap;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use sliding::solve::MOST_THREADS;
use sliding::tiles::TileSolver;

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

/// The most boards of tiles that are read before they are solved.
const BATCH: usize = 10_000;

/// As [`each`], but `work` searches the puzzles, and `take` reports what it found. Puzzles for
/// databases that follow one another are searched in several threads, with databases opened once.
/// `take_large` has boards that are no puzzles.
pub fn each_solved<R: Send>(
    puzzles: &Puzzles,
    (style, limits): (Style, Limits),
    target: &mut Target,
    has_databases: impl Fn(&Input) -> bool,
    work: impl Fn(&TileSolver, &mut Search) -> R + Sync,
    mut take: impl FnMut(&mut Search, R, &mut Target) -> CommandResult,
    mut take_large: impl FnMut(&LargeBoard, &mut Target) -> CommandResult,
) -> CommandResult {
    let globals = target.globals;
    let mut solve = |batch: Vec<Input>, target: &mut Target| -> CommandResult {
        let solver = TileSolver::new(batch.len());
        if let [input] = &batch[..] {
            let mut search = Search::new(input, style, limits, globals);
            let found = work(&solver, &mut search);
            return take(&mut search, found, target);
        }
        // A bar is about all, and what `--verbose` reports of one search is not mixed with another.
        let (progress, threads) = match globals.verbose {
            true => (globals.progress, NonZeroUsize::new(1)),
            false => (ProgressFormat::None, limits.threads),
        };
        let globals_of_one = Globals { progress, ..globals };
        let (mut progress, mut worst, mut done) =
            (ProgressObserver::new(globals), Verdict::Fine, 0);
        let search = |&input: &_| {
            let mut search = Search::new(input, style, limits, globals_of_one);
            let found = work(&solver, &mut search);
            (search, found)
        };
        in_order(&Vec::from_iter(&batch), threads, search, |_, (mut search, found)| {
            progress.clear();
            worst = worst.max(take(&mut search, found, target).or_else(Failure::report)?);
            done += 1;
            progress.boards_done(done, batch.len());
            io::Result::Ok(())
        })?;
        Ok(worst)
    };
    if target.is_of_one {
        return solve(vec![puzzles.only()?], target);
    }
    let mut batch = Vec::new();
    let verdict = puzzles.each_text(|_, found| {
        let is_batched = found.as_ref().is_ok_and(&has_databases);
        let mut worst = Verdict::Fine;
        if !batch.is_empty() && (!is_batched || batch.len() == BATCH) {
            worst = solve(mem::take(&mut batch), target).or_else(Failure::report)?;
        }
        let ended = match found {
            Ok(input) if is_batched => {
                batch.push(input);
                return Ok(worst);
            }
            Ok(input) => solve(vec![input], target),
            Err(Unreadable::Board(board)) => take_large(&board, target),
            Err(unreadable) => Err(unreadable.into()),
        };
        Ok(worst.max(ended.or_else(Failure::report)?))
    })?;
    let last = if batch.is_empty() { Ok(Verdict::Fine) } else { solve(batch, target) };
    Ok(verdict.max(last.or_else(Failure::report)?))
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
