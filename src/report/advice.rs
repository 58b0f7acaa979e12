//! Advice for the author of a puzzle: a name, a sentence, and fields for programs.

use crate::report::*;

/// The name of a piece of advice, its sentence, and what else programs get.
type Parts = (&'static str, String, Object);

/// Returns a piece of advice as a sentence.
pub fn sentence(puzzle: &Puzzle, advice: &PuzzleAdvice) -> String {
    parts(puzzle, advice).1
}

/// Returns a piece of advice in JSON.
pub fn object(puzzle: &Puzzle, advice: &PuzzleAdvice) -> Object {
    let (about, message, fields) = parts(puzzle, advice);
    object! { "about": about, "message": message }.and(fields)
}

fn parts(puzzle: &Puzzle, advice: &PuzzleAdvice) -> Parts {
    let goal = |index: usize| match puzzle.goals().len() {
        1 => "the goal".to_owned(),
        _ => format!("goal {}", index + 1),
    };
    match *advice {
        PuzzleAdvice::UnusedKind(kind) => {
            let name = puzzle.kinds()[kind].name();
            let message = format!("kind {name} is defined but never used");
            ("unused-kind", message, object! { "kind": name })
        }
        PuzzleAdvice::NothingMoves => {
            ("nothing-moves", "no piece can move, in any style".to_owned(), Object::default())
        }
        PuzzleAdvice::NeverMoves(piece) => {
            let (place, fields) = at(puzzle, piece);
            ("never-moves", format!("{place} can never move"), fields)
        }
        PuzzleAdvice::SolvedAlready(index) => {
            let message = format!("the start already meets {}", goal(index));
            ("solved-already", message, object! { "goal": index + 1 })
        }
        PuzzleAdvice::Excluded(index, ref reason) => {
            let (about, why, fields) = exclusion(puzzle, reason);
            let message = format!("{} cannot be reached: {why}", goal(index));
            (about, message, object! { "goal": index + 1 }.and(fields))
        }
        PuzzleAdvice::Hopeless => {
            let message = "so the puzzle has no solution in any style".to_owned();
            ("hopeless", message, Object::default())
        }
    }
}

/// Returns the same of the reason why a goal cannot be reached.
fn exclusion(puzzle: &Puzzle, reason: &Exclusion) -> Parts {
    match *reason {
        Exclusion::TooEmpty { wanted, available } => {
            let cells = counted(wanted, "cell");
            let why = format!("it wants {cells} empty, but there are only {available}");
            ("too-empty", why, object! { "wanted": wanted, "available": available })
        }
        Exclusion::Rigid(piece) => {
            let (place, fields) = at(puzzle, piece);
            let why = format!("it wants something else where {place} lies, which can never move");
            ("rigid", why, fields)
        }
        Exclusion::CutOff { piece, wanted, available } => {
            let why = format!(
                "it wants {} of kind {} in a part of the board with {}, where only {available} can \
                 be",
                counted(wanted, "piece"),
                puzzle.names().names_of_kind(piece.kind),
                place(&puzzle.names(), piece)
            );
            let numbers = object! { "wanted": wanted, "available": available };
            ("cut-off", why, at(puzzle, piece).1.and(numbers))
        }
        Exclusion::Gate(piece) => {
            let (place, fields) = at(puzzle, piece);
            ("gate", format!("it has {place} where a gate keeps it from"), fields)
        }
        Exclusion::Order { lock, line } => {
            let is_column = lock == Lock::Vertical;
            let (axis, key) = if is_column { ("column", "col") } else { ("row", "row") };
            let line = line + 1;
            let why = format!(
                "the pieces locked to {axis} {line} can neither change their order nor leave it"
            );
            ("order", why, Object::default().with(key, &line))
        }
        Exclusion::Parity => {
            let why = "it is an odd permutation away (as if two pieces were swapped)";
            ("parity", why.to_owned(), Object::default())
        }
    }
}

/// Names a piece and its place, in words and in JSON.
fn at(puzzle: &Puzzle, piece: Placement) -> (String, Object) {
    let names = puzzle.names();
    (format!("piece {}", place(&names, piece)), object! { "piece": json::piece(&names, piece) })
}
