//! Checks of the facts that describe how pieces look.

use super::problem::ProblemText;
use crate::puzzle::{KindSetup, Note};

/// Returns a warning if a fact is meant to name or paint one of these kinds and does not.
pub fn odd_look(note: &Note, kinds: &[KindSetup]) -> Option<ProblemText> {
    let (named, message, expected) = match note.key.as_str() {
        "name" => (
            note.kind_label().map(|(kind, _)| kind),
            "this line names no kind of pieces",
            "`# name: K TEXT`, where K is a kind of the puzzle",
        ),
        "color" => (
            note.color().map(|(kind, _)| kind),
            "this line paints no kind of pieces",
            "`# color: K #RRGGBB`, where K is a kind of the puzzle",
        ),
        _ => return None,
    };
    let holds = named.is_some_and(|name| kinds.iter().any(|kind| kind.name == name));
    (!holds).then(|| ProblemText::new(message, expected))
}
