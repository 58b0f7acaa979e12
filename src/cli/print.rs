//! `sliding draw --paper`: puzzles on sheets of paper, with their solutions on the last ones.

use std::time::Duration;

use clap::{Args, ValueEnum};
use sliding::files::database_folder;
use sliding::puzzle::Style;
use sliding::report::print::{Paper, Print};
use sliding::report::puzzle::sheet::PuzzleSheet;
use sliding::solve::{Answer, BeamOptions, Status, solve};

use super::failure::{CommandResult, Failure};
use super::input::Input;
use super::options::{seconds, within};
use super::query::{SearchResult, SearchSettings, run_search, stopped};
use super::{Verdict, progress};

/// The search for a solution that is only to be printed.
const SECONDS: &str = "10";

// How puzzles are printed.
#[derive(Args)]
pub struct PrintOptions {
    /// Draw all puzzles for this paper, in one HTML file to print: a4, or letter
    #[arg(long, value_name = "PAPER", ignore_case = true, hide_possible_values = true)]
    #[arg(conflicts_with = "format")]
    pub paper: Option<PaperName>,
    /// With --paper, what to leave out: solution
    #[arg(long, value_name = "PART", requires = "paper", hide_possible_values = true)]
    hide: Option<HiddenPart>,
    /// What is one move of the solutions: step, slide, walk, step+, slide+, walk+, or 0 to 5
    #[arg(short, long, value_name = "STYLE", requires = "paper")]
    #[arg(default_value = "walk")]
    style: Style,
    /// Time limit for each solution, in seconds
    #[arg(long, value_name = "SECONDS", requires = "paper")]
    #[arg(default_value = SECONDS, value_parser = seconds)]
    time_limit: Duration,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum PaperName {
    A4,
    Letter,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum HiddenPart {
    Solution,
}

impl From<PaperName> for Paper {
    fn from(name: PaperName) -> Paper {
        match name {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
        }
    }
}

/// Adds a puzzle, and its solution if one is found.
pub fn add(
    options: &PrintOptions,
    print: &mut Print,
    input: &Input,
    sheet: PuzzleSheet,
) -> CommandResult {
    let mut add = |sheet: &PuzzleSheet, note| {
        print.add(sheet, note).map_err(|why| Failure::input(format!("{}: {why}", input.file)))
    };
    if options.hide.is_some() {
        add(&sheet, None)?;
        return Ok(Verdict::Fine);
    }
    let budget = within(Some(options.time_limit));
    let watch = progress::ProgressObserver::new(progress::ProgressFormat::Auto, false);
    let mut settings = SearchSettings::within(options.style, budget, watch);
    let answer = run_search(input, &mut settings, |mut query, budget, watch| {
        query.databases = database_folder(None);
        query.beam = Some(BeamOptions::default());
        solve(&query, budget, watch)
    })?;
    add(&sheet, note(options.style, &answer))?;
    print.add_solution(&sheet, options.style, &answer);
    match answer.stopped() {
        Some(limit) if answer.solution.is_none() => {
            Ok(stopped(&input.file, &settings.limit_advice(limit)))
        }
        _ => Ok(Verdict::Fine),
    }
}

/// Returns what the sheet says of the solution, which may be on another one.
fn note(style: Style, answer: &Answer) -> Option<String> {
    let meaning = format!("one move: {}", style.meaning());
    match (answer.status, answer.moves) {
        (Status::Unsolvable, _) => Some(format!("no solution; {meaning}")),
        (_, Some(moves)) if answer.is_shortest => Some(format!("fewest moves: {moves}; {meaning}")),
        (_, Some(moves)) => Some(format!("moves: {moves} or fewer; {meaning}")),
        (_, None) => None,
    }
}
