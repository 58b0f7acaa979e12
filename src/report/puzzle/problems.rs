//! Problems of a puzzle's text, shown at their places.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use crate::report::words::plain_lines;
use crate::report::*;

/// Maximum columns of a diagnostic. Longer lines are cut around the place.
const WIDTH: usize = 100;

/// Maximum number of characters of a long span that are underlined, so that the cut keeps its
/// place.
const UNDERLINED: usize = 48;

/// Maximum number of characters on each side of a place that are given to the renderer, which would
/// take seconds over a line of megabytes.
const NEARBY: usize = 200;

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text is not a puzzle.
    Error,
    /// The text is a puzzle nevertheless.
    Warning,
}

/// Shows `problems` of `text`, which comes from the file `name`: each with its line, a mark below
/// the place, and what was expected there.
///
/// ```
/// use sliding::notation::parse;
/// use sliding::report::puzzle::problems::{Severity, render};
///
/// let text = "2 x 2\n1 = 1\n1!\n1\n";
/// let error = parse(text).unwrap_err();
/// let shown = render("tiny.txt", text, error.problems(), Severity::Error, false);
/// let expected = "error: illegal character `!` in a configuration\n --> tiny.txt:3:2";
/// assert!(shown.starts_with(expected));
/// ```
pub fn render(
    name: &str,
    text: &str,
    problems: &[Problem],
    severity: Severity,
    colour: bool,
) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() }.term_width(WIDTH);
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let name = plain(name);
    let mut shown = String::new();
    for problem in problems {
        let [before, meant, behind] = line_around(text, &problem.span).map(plain_lines);
        let span = before.len()..before.len() + meant.len();
        let line = before + &meant + &behind;
        let expected = plain(&format!("expected {}", problem.expected));
        let mark = AnnotationKind::Primary.span(span).label(expected);
        let snippet = Snippet::source(line).line_start(problem.line).annotation(mark);
        let title = level.clone().primary_title(plain(problem.message.as_ref()));
        // The renderer counts columns from the beginning of its input.
        let report = if problem.column <= NEARBY {
            title.element(snippet.path(&name))
        } else {
            let place = Origin::path(&name).line(problem.line).char_column(problem.column);
            title.element(place).element(snippet)
        };
        shown.push_str(&renderer.render(&[report]));
        shown.push_str("\n\n");
    }
    shown
}

/// Returns the line in which `span` begins, or the part of it nearby: the text before the place,
/// the underlined text, and the text after it.
fn line_around<'a>(text: &'a str, span: &Range<usize>) -> [&'a str; 3] {
    let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.start..].find('\n').map_or(text.len(), |length| span.start + length);
    let before = text[start..span.start].trim_start_matches('\u{feff}');
    let behind = text[span.start..end].trim_end_matches('\r');

    let cut = before.char_indices().rev().nth(NEARBY - 1).map_or(0, |(at, _)| at);
    let meant = &behind[..span.len().min(behind.len())];
    let underlined = meant.char_indices().nth(UNDERLINED).map_or(meant.len(), |(at, _)| at);
    let nearby = behind.char_indices().nth(NEARBY).map_or(behind.len(), |(at, _)| at);
    [&before[cut..], &behind[..underlined], &behind[underlined..nearby]]
}
