//! The run loop of all commands that search: puzzles are read and searched one after the other, the
//! result of each is written, and refusals and limits are reported on standard error.

use sliding::puzzle::Style;
use sliding::report::subject::Subject;
use sliding::report::{Report, Shown};
use sliding::solve::{Budget, Query, Stopped};

use super::failure::{limit_advice, stopped};
use super::{
    CommandResult, Console, Failure, Format, Globals, Input, Limits, ProgressObserver, Puzzles,
    Searches, Target, Verdict,
};

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
            Some(limit) => stopped(&self.input.file, &limit_advice(limit, self.budget.memory)),
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
