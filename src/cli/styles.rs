//! `sliding solve --style all`: the six styles side by side.

use std::io::Write;

use sliding::puzzle::Style;
use sliding::report::styles;
use sliding::solve::{Query, compare_style};

use super::Verdict;
use super::failure::CommandResult;
use super::input::Input;
use super::output::ReportTarget;
use super::query::{SearchResult, SearchSettings, run_search, stopped};

/// Searches a puzzle exhaustively in every style, and writes a table.
pub fn compare(
    input: &Input,
    settings: impl Fn(Style) -> SearchSettings,
    refine: impl Fn(&mut Query),
    target: &ReportTarget,
    out: &mut dyn Write,
) -> CommandResult {
    let mut verdict = Verdict::Fine;
    let mut found = Vec::new();
    for style in Style::ALL {
        let mut settings = settings(style);
        let answer = run_search(input, &mut settings, |mut query, budget, watch| {
            refine(&mut query);
            compare_style(query, budget, watch)
        })?;
        if let Some(by) = answer.stopped() {
            let name = format!("{}, style {style}", input.file);
            verdict = verdict.max(stopped(&name, &answer.limit_advice(by, &settings)));
        }
        found.push((style, answer));
    }
    let text = |out: &mut dyn Write| styles::write_text(out, input.name(), &found);
    let json = || styles::json(&input.puzzle, &input.file, &found);
    let written = target.report(out, input, text, json)?;
    if verdict == Verdict::Fine && found.iter().all(|(_, answer)| answer.moves.is_none()) {
        verdict = Verdict::Negative;
    }
    Ok(verdict.max(written))
}
