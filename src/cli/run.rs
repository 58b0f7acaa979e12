//! The run loop of all commands that search: puzzles are read and searched one after the other, the
//! result of each is written, and refusals and limits are reported on standard error.

use sliding::puzzle::Style;
use sliding::report::subject::Subject;
use sliding::solve::{Budget, Query, Stopped};

use super::failure::{CommandResult, Failure, limit_advice, stopped};
use super::input::Input;
use super::options::{Globals, Limits, Puzzles, Searches};
use super::output::{Format, Target};
use super::progress::ProgressObserver;
use super::{Console, Verdict};

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

/// A run over the puzzles of a command.
pub struct Run<'a> {
    pub puzzles: &'a Puzzles,
    pub style: Style,
    pub limits: Limits,
    pub globals: Globals,
    pub target: Target<'a>,
    /// Whether it is about one puzzle, as pictures are.
    pub is_of_one: bool,
}

impl<'a> Run<'a> {
    /// Begins a run that writes one of these formats.
    pub fn new(
        arguments: &'a Searches,
        formats: &[Format],
        console: &'a mut Console,
    ) -> Result<Run<'a>, Failure> {
        let Searches { puzzles, style, limits, output } = arguments;
        let globals = console.globals;
        let target = output.begin(formats, console)?;
        let is_of_one = target.format.is_picture();
        Ok(Run { puzzles, style: *style, limits: *limits, globals, target, is_of_one })
    }

    /// Has `act` search each puzzle and report the result, and ends the output.
    pub fn each(
        mut self,
        act: impl FnMut(&mut Search, &mut Self) -> CommandResult,
    ) -> CommandResult {
        let verdict = self.visit(act)?;
        self.target.end(verdict)
    }

    /// Has `act` search each puzzle.
    pub fn visit(
        &mut self,
        mut act: impl FnMut(&mut Search, &mut Self) -> CommandResult,
    ) -> CommandResult {
        let Run { puzzles, style, limits, globals, .. } = *self;
        let mut search = |input: &Input, run: &mut Self| {
            act(&mut Search::new(input, style, limits, globals), run)
        };
        if !self.is_of_one {
            let verdict = puzzles.each(|_, found| match found {
                Ok(input) => search(&input, self),
                Err(_) => Ok(Verdict::BadInput),
            });
            return Ok(verdict?);
        }
        if puzzles.files.len() > 1 {
            return Err(Failure::input("a picture shows one puzzle: expected one FILE"));
        }
        search(&puzzles.only()?, self)
    }
}
