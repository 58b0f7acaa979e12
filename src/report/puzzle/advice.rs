//! What the author of a puzzle would want to know, in words.

use crate::advice::{Advice, Reason};
use crate::puzzle::{Lock, Puzzle};
use crate::report::words::{counted, place};

/// A piece of advice as a sentence.
pub fn sentence(puzzle: &Puzzle, advice: &Advice) -> String {
    let goal = |index: usize| match puzzle.goals().len() {
        1 => "the goal".to_owned(),
        _ => format!("goal {}", index + 1),
    };
    match advice {
        Advice::UnusedKind(kind) => {
            format!("kind {} is defined but never used", puzzle.kinds()[*kind].name())
        }
        Advice::NothingMoves => "no piece can move, in any style".to_owned(),
        Advice::NeverMoves(piece) => {
            format!("piece {} can never move", place(&puzzle.named(), *piece))
        }
        Advice::SolvedAlready(index) => format!("the start already meets {}", goal(*index)),
        Advice::Excluded(index, reason) => {
            format!("{} cannot be reached: {}", goal(*index), why(puzzle, reason))
        }
        Advice::Hopeless => "so the puzzle has no solution in any style".to_owned(),
    }
}

fn why(puzzle: &Puzzle, reason: &Reason) -> String {
    match *reason {
        Reason::TooEmpty { wanted, available } => format!(
            "it wants {} empty, but there are only {available}",
            counted(wanted as u64, "cell")
        ),
        Reason::Rigid(piece) => format!(
            "it wants something else where piece {} lies, which can never move",
            place(&puzzle.named(), piece)
        ),
        Reason::CutOff { piece, wanted, available } => format!(
            "it wants {} of kind {} in a part of the board with {}, where only {available} can be",
            counted(u64::from(wanted), "piece"),
            puzzle.named().names_of_kind(piece.kind),
            place(&puzzle.named(), piece)
        ),
        Reason::Gate(piece) => {
            format!("it has piece {} where a gate keeps it from", place(&puzzle.named(), piece))
        }
        Reason::Order { lock, line } => format!(
            "the pieces locked to {} {} can neither change their order nor leave it",
            if lock == Lock::Vertical { "column" } else { "row" },
            line + 1
        ),
        Reason::Parity => {
            "it is an odd permutation away (as if two pieces were swapped)".to_owned()
        }
    }
}
