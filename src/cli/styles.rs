//! `sliding solve --style all`: the six styles side by side.

use std::io::Write;

use sliding::puzzle::Style;
use sliding::report::styles;
use sliding::solve::{Engine, Until, solve};

use super::Verdict;
use super::failure::Ended;
use super::input::Input;
use super::options::Effort;
use super::output::Form;
use super::query::{Asked, Finding, ask, stopped};

/// Searches a puzzle exhaustively in every style, and writes a table.
pub fn compare(
    input: &Input,
    engine: Engine,
    effort: Effort,
    form: &Form,
    out: &mut dyn Write,
) -> Ended {
    let mut verdict = Verdict::Fine;
    let mut found = Vec::new();
    for style in Style::ALL {
        let mut asked = Asked::new(style, effort, false);
        let answer = ask(input, &mut asked, |mut query, budget, watch| {
            query.engine = engine;
            query.until = Until::Exhausted;
            query.wants_solution = false;
            solve(&query, budget, watch)
        })?;
        if let Some(by) = answer.stopped() {
            let name = format!("{}, style {style}", input.file);
            verdict = verdict.max(stopped(&name, &answer.way_out(by, &asked)));
        }
        found.push((style, answer));
    }
    let text = |out: &mut dyn Write| styles::write_text(out, input.name(), &found);
    let json = || styles::json(&input.puzzle, &input.file, &found);
    let written = form.report(out, input, text, json)?;
    Ok(verdict.max(written))
}
