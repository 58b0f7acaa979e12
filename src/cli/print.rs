//! `sliding draw --paper`: puzzles on sheets of paper, with their solutions on the last ones.

use sliding::report::print::{Paper, Print};
use sliding::report::puzzle::sheet::PuzzleSheet;

use super::*;

/// The search for a solution that is only to be printed.
const SECONDS: &str = "10";

// How puzzles are printed.
#[derive(Args)]
pub struct PrintOptions {
    /// Write one HTML file to print, for a4 or letter
    #[arg(long, value_name = "PAPER", ignore_case = true, hide_possible_values = true)]
    #[arg(value_parser = one_of(&[("a4", Paper::A4), ("letter", Paper::Letter)]))]
    pub paper: Option<Paper>,
    /// With --paper, what to leave out: solution
    #[arg(long, value_name = "PART", requires = "paper", hide_possible_values = true)]
    #[arg(value_parser = ["solution"])]
    hide: Option<String>,
    /// step, slide, walk (default), step+, slide+, walk+
    ///
    /// What is one move of the solutions, by name or by number, 0 to 5.
    #[arg(short, long, value_name = "STYLE", requires = "paper", hide_default_value = true)]
    #[arg(default_value = "walk")]
    style: Style,
    /// Time limit for each solution
    #[arg(long, value_name = "TIME", requires = "paper")]
    #[arg(default_value = SECONDS, value_parser = duration)]
    time_limit: Duration,
}

/// Adds a puzzle, and its solution if one is found.
pub fn add(
    options: &PrintOptions,
    globals: Globals,
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
    let limits = Limits { time_limit: Some(options.time_limit), ..Limits::default() };
    let mut search = Search::new(input, options.style, limits, globals);
    let answer = search.solution()?;
    add(&sheet, note(options.style, &answer))?;
    print.add_solution(&sheet, options.style, &answer);
    let limit = answer.status.stopped().filter(|_| answer.solution.is_none());
    Ok(search.verdict(limit, false))
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
