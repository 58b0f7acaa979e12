//! `sliding solve --engine all`: the engines side by side.

use std::io::Write;

use sliding::puzzle::Style;
use sliding::report::engines::{self, EngineResult};
use sliding::solve::{Engine, Observer, Progress, Query, Status, solve};

use super::failure::CommandResult;
use super::input::Input;
use super::options::{LimitOptions, refusal};
use super::output::ReportTarget;
use super::query::stopped;
use super::{Verdict, options};

/// The engines for any puzzle that need no folder and no limit.
const ENGINES: [Engine; 5] =
    [Engine::Table, Engine::Meet, Engine::Index, Engine::Cut, Engine::Ring];

/// Keeps the most bytes that a search reports.
#[derive(Default)]
struct Peak(Option<u64>);

impl Observer for Peak {
    fn progress(&mut self, progress: &Progress) {
        self.0 = self.0.max(progress.bytes);
    }
}

/// Searches a puzzle with each engine, one after the other, and writes a table. The time limit is
/// for each.
pub fn compare(
    input: &Input,
    (style, effort): (Style, LimitOptions),
    refine: impl Fn(&mut Query),
    target: &ReportTarget,
    out: &mut dyn Write,
) -> CommandResult {
    let (mut verdict, mut results) = (Verdict::Fine, Vec::new());
    for engine in ENGINES {
        let (budget, mut peak) = (effort.budget(None), Peak::default());
        let mut query = Query::new(&input.puzzle, style);
        refine(&mut query);
        query.engine = engine;
        let answer = solve(&query, &budget, &mut peak);
        if let Ok(answer) = &answer
            && let Status::Stopped(limit) = answer.status
        {
            let advice = options::limit_advice(limit, &query.ring, budget.memory);
            verdict = verdict.max(stopped(&format!("{}, engine {engine}", input.file), &advice));
        }
        let answer = answer.map_err(|why| refusal(&why, &query.ring).0);
        results.push(EngineResult { engine, answer, bytes: peak.0 });
    }
    let subject = &input.subject(style);
    let text = |out: &mut dyn Write| engines::write_text(out, subject, &results);
    let written = target.report(out, input, text, || engines::json(subject, &results))?;
    let is_unsolvable = |result: &EngineResult| {
        result.answer.as_ref().is_ok_and(|answer| answer.status == Status::Unsolvable)
    };
    if verdict == Verdict::Fine && results.iter().any(is_unsolvable) {
        verdict = Verdict::Negative;
    }
    Ok(verdict.max(written))
}
