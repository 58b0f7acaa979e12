//! The ways to understand a text that leaves something open.

use std::fmt::Write;

use crate::notation::Question;
use crate::puzzle::Puzzle;
use crate::report::boxes::{Ink, SCREEN, beside, draw_in, lying};
use crate::report::words::plain;

/// Shows each way with its options, its start and its goal.
///
/// ```
/// use sliding::notation::parse;
/// use sliding::report::boxes::Ink;
/// use sliding::report::puzzle::render_questions;
///
/// let error = parse("..RR..\nAA.B..\n...B..\nCC....\n......\n......\n").unwrap_err();
/// let shown = render_questions(error.questions(), Ink::default());
/// assert!(shown.starts_with("`--target R`: car R leaves to the right\n"), "{shown}");
/// ```
pub fn render_questions(questions: &[Question], ink: Ink) -> String {
    let mut shown = String::new();
    for Question { text, options, puzzle, .. } in questions {
        let _ = writeln!(shown, "`{}`: {}", plain(&options.to_string()), plain(text));
        if let Some(puzzle) = puzzle {
            shown += &boards(puzzle, ink);
            shown.push('\n');
        }
    }
    shown
}

/// Start and first goal side by side.
fn boards(puzzle: &Puzzle, ink: Ink) -> String {
    let mut drawings = vec![("start".to_owned(), lying(puzzle, puzzle.start(), ink))];
    if let Some(goal) = puzzle.goals().first() {
        let board = draw_in(puzzle, &goal.board(puzzle), &goal.demanded(), ink);
        drawings.push(("goal".to_owned(), board));
    }
    beside(&drawings, SCREEN)
}
