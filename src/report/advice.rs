//! Advice for the author of a puzzle, in sentences.

use crate::puzzle::advice::{Exclusion, PuzzleAdvice};
use crate::puzzle::{Lock, Puzzle};
use crate::report::words::{counted, place};

/// Returns a piece of advice as a sentence.
pub fn sentence(puzzle: &Puzzle, advice: &PuzzleAdvice) -> String {
    let goal = |index: usize| match puzzle.goals().len() {
        1 => "the goal".to_owned(),
        _ => format!("goal {}", index + 1),
    };
    match advice {
        PuzzleAdvice::UnusedKind(kind) => {
            format!("kind {} is defined but never used", puzzle.kinds()[*kind].name())
        }
        PuzzleAdvice::NothingMoves => "no piece can move, in any style".to_owned(),
        PuzzleAdvice::NeverMoves(piece) => {
            format!("piece {} can never move", place(&puzzle.names(), *piece))
        }
        PuzzleAdvice::SolvedAlready(index) => format!("the start already meets {}", goal(*index)),
        PuzzleAdvice::Excluded(index, reason) => {
            format!("{} cannot be reached: {}", goal(*index), why(puzzle, reason))
        }
        PuzzleAdvice::Hopeless => "so the puzzle has no solution in any style".to_owned(),
    }
}

fn why(puzzle: &Puzzle, reason: &Exclusion) -> String {
    match *reason {
        Exclusion::TooEmpty { wanted, available } => format!(
            "it wants {} empty, but there are only {available}",
            counted(wanted as u64, "cell")
        ),
        Exclusion::Rigid(piece) => format!(
            "it wants something else where piece {} lies, which can never move",
            place(&puzzle.names(), piece)
        ),
        Exclusion::CutOff { piece, wanted, available } => format!(
            "it wants {} of kind {} in a part of the board with {}, where only {available} can be",
            counted(u64::from(wanted), "piece"),
            puzzle.names().names_of_kind(piece.kind),
            place(&puzzle.names(), piece)
        ),
        Exclusion::Gate(piece) => {
            format!("it has piece {} where a gate keeps it from", place(&puzzle.names(), piece))
        }
        Exclusion::Order { lock, line } => format!(
            "the pieces locked to {} {} can neither change their order nor leave it",
            if lock == Lock::Vertical { "column" } else { "row" },
            line + 1
        ),
        Exclusion::Parity => {
            "it is an odd permutation away (as if two pieces were swapped)".to_owned()
        }
    }
}
