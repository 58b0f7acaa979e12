//! Problems of a puzzle's text, shown at their places.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use crate::notation::Problem;
use crate::report::words::{plain, plain_lines};

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
        let mut report = if problem.column <= NEARBY {
            title.element(snippet.path(&name))
        } else {
            let place = Origin::path(&name).line(problem.line).char_column(problem.column);
            title.element(place).element(snippet)
        };
        if !problem.picture.is_empty() {
            report = report.element(Level::NOTE.message(plain_lines(&problem.picture)));
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    fn shown(text: &str) -> String {
        let error = parse(text).unwrap_err();
        render("some.txt", text, error.problems(), Severity::Error, false)
    }

    #[test]
    fn all_problems_are_shown() {
        insta::assert_snapshot!(shown("3 x 3\n1 = 12\n2 = 11\n2y\n002\n"), @"
        error: illegal character `2` in a pattern
         --> some.txt:2:6
          |
        2 | 1 = 12
          |      ^ expected rows of `0` and `1` joined by `/`, at the end perhaps ` h` or ` v`

        error: kind `y` is used but never defined
         --> some.txt:4:2
          |
        4 | 2y
          |  ^ expected a line `y = PATTERN` above the start line

        error: piece `2` leaves the board
         --> some.txt:5:3
          |
        5 | 002
          |   ^ expected all cells of the piece on the board
          |
          = note: `2` stands at row 1, column 3 of the board, which is filled so far:
                    ..2
                    ...
                    ...
        ");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("2 x 2\n1 = 1\n1000{}\n1\n", "0".repeat(5000));
        insta::assert_snapshot!(shown(&text), @"
        error: the configuration is longer than the board
         --> some.txt:3:5
          |
        3 | 100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000...
          |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected no character once every cell is filled
        ");
        let zeros = "0".repeat(1000);
        let shown = shown(&format!("2 x 2\n1 = {zeros}2{zeros}\n1\n1\n"));
        assert!(shown.contains("--> some.txt:2:1005\n"), "{shown}");
        assert!(shown.contains("2 | ...000000200000000"), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() < 110), "{shown}");
    }

    #[test]
    fn line_ends_and_byte_order_marks_do_not_shift_columns() {
        insta::assert_snapshot!(shown("\u{feff}0 x 3\r\n1 = 1\r\n1\r\n"), @"
        error: the board has no cells
         --> some.txt:1:1
          |
        1 | 0 x 3
          | ^^^^^ expected at least one row and one column

        error: the stop line is missing
         --> some.txt:4:1
          |
        4 |
          | ^ expected a stop configuration on the line after the start
        ");
    }

    #[test]
    fn control_characters_are_replaced() {
        let text = "2 x 2\n1 = 1\n\t\u{9b}\u{202e}\u{1b}[31m é2\n1\n";
        let error = parse(text).unwrap_err();
        let name = "a\u{1b}[2J\u{9b}.txt";
        let shown = render(name, text, error.problems(), Severity::Error, false);
        assert_eq!(plain_lines(&shown), shown);
        let long = "3 |     \u{fffd}\u{fffd}\u{fffd}[31m é2\n  |         ^^^^^^ expected";
        assert!(
            shown.contains(long) && shown.contains("--> a\u{fffd}[2J\u{fffd}.txt:3:6\n"),
            "{shown}"
        );
    }

    #[test]
    fn warnings_are_marked_as_warnings() {
        let text = "1 x 2\n1 = 1\n1 = 11\n1\n1\n";
        let (_, warnings) = parse(text).unwrap();
        insta::assert_snapshot!(render("some.txt", text, &warnings, Severity::Warning, false), @"
        warning: kind `1` is defined again; this definition is ignored
         --> some.txt:3:1
          |
        3 | 1 = 11
          | ^^^^^^ expected one definition a kind
        ");
    }
}
