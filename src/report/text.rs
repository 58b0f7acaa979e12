//! Puzzles, results and solutions as text for people.

use std::io::{self, Write};
use std::time::Duration;

use super::boxes::{self, Ink};
use crate::advice::{Advice, Reason};
use crate::puzzle::{Lock, Move, Placement, Puzzle, Solution, Style};
use crate::query::{Answer, Engine, Status, Stopped};

/// A number and what it counts: `1 move`, `81 moves`.
pub fn counted(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A time as people like to read it.
pub fn duration(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.1} ms", 1000.0 * seconds),
        seconds => format!("{seconds:.2} s"),
    }
}

/// A name from a file without the characters that would upset a terminal, turn the text around
/// them, or are none at all: each becomes U+FFFD.
///
/// ```
/// assert_eq!(sliding::report::text::plain("a\u{1b}[2J\u{202e}b"), "a\u{fffd}[2J\u{fffd}b");
/// ```
pub fn plain(name: &str) -> String {
    let is_harmless = |c: char| match c {
        '\u{61c}' | '\u{200e}' | '\u{200f}' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => false,
        '\u{fffe}' | '\u{ffff}' => false,
        c => !c.is_control(),
    };
    name.chars().map(|c| if is_harmless(c) { c } else { '\u{fffd}' }).collect()
}

/// Where a piece is: `3 at row 4, column 1`, for the cell of its origin.
pub fn place(puzzle: &Puzzle, piece: Placement) -> String {
    let (row, col) = puzzle.size().row_col(piece.cell);
    let name = puzzle.kinds()[piece.kind as usize].name();
    format!("{name} at row {}, column {}", row + 1, col + 1)
}

/// A move in words: `piece 3 at row 4, column 1: right 2, up`.
///
/// Rows and columns count from 1 and are those of a piece's origin before the move. Several steps
/// in one direction are one word and their number.
pub fn sentence(puzzle: &Puzzle, step: &Move) -> String {
    let places: Vec<String> = step.pieces.iter().map(|&piece| place(puzzle, piece)).collect();
    let who = match &places[..] {
        [one] => format!("piece {one}"),
        [others @ .., last] => format!("pieces {} and {last} together", others.join("; ")),
        [] => unreachable!("a move moves something"),
    };
    let runs = step.steps.chunk_by(|a, b| a == b).map(|run| match run.len() {
        1 => run[0].word().to_owned(),
        length => format!("{} {length}", run[0].word()),
    });
    format!("{who}: {}", runs.collect::<Vec<_>>().join(", "))
}

/// The result of a search in a line: `Klotski: solved in 81 moves (style 2: one piece, any number
/// of steps)`.
pub fn result(name: &str, style: Style, outcome: &Answer) -> String {
    format!("{}: {}", plain(name), verdict(style, outcome))
}

/// The same without the name.
pub fn verdict(style: Style, outcome: &Answer) -> String {
    let found = outcome.moves.map(|moves| counted(moves, "move"));
    let ending = match (outcome.status, found) {
        (Status::Solved, Some(moves)) if outcome.is_shortest => format!("solved in {moves}"),
        (Status::Solved, Some(moves)) => format!("solved in {moves}, perhaps not the fewest"),
        (Status::Stopped(_), Some(moves)) => {
            format!("solvable in {moves}; stopped before the moves were known")
        }
        (Status::Stopped(limit), None) => match limit {
            Stopped::Moves(max) => format!("no solution within {}", counted(max, "move")),
            Stopped::Memory => "not solved within the memory allowed".to_owned(),
            Stopped::Time => "not solved within the time allowed".to_owned(),
            Stopped::Cancelled => "not solved: cancelled".to_owned(),
        },
        (Status::Unsolvable | Status::Solved, _) => "no solution".to_owned(),
    };
    format!("{ending} (style {style}: {})", style.meaning())
}

/// What a search took, in a line.
pub fn effort(outcome: &Answer) -> String {
    let states = counted(outcome.counted.total(), "configuration");
    if outcome.engine == Engine::Meet {
        return format!("{states} from both ends, {}", duration(outcome.elapsed));
    }
    match outcome.engine {
        Engine::Parity => {
            return format!(
                "No search: it is an odd permutation away, {}",
                duration(outcome.elapsed)
            );
        }
        Engine::Construct => {
            return format!("No search: constructed, {}", duration(outcome.elapsed));
        }
        Engine::Korf0 | Engine::Korf1 | Engine::Pdb => {
            let positions = counted(outcome.counted.total(), "position");
            return format!(
                "{positions} visited by {}, {}",
                outcome.engine,
                duration(outcome.elapsed)
            );
        }
        _ => {}
    }
    let farthest =
        outcome.moves.unwrap_or((outcome.counted.levels().len() as u64).saturating_sub(1));
    let time = duration(outcome.elapsed);
    let all = if outcome.status == Status::Unsolvable { "All " } else { "" };
    format!("{all}{states} at distances 0 to {farthest}, {time}")
}

/// Writes the moves of a solution, each with the board after it.
///
/// # Errors
///
/// Those of `out`.
pub fn write_solution(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    solution: &Solution,
    ink: Ink,
) -> io::Result<()> {
    let drawn = |configuration| boxes::lying(puzzle, configuration, ink);
    write!(out, "\nstart\n{}", drawn(puzzle.start()))?;
    for (i, step) in solution.moves.iter().enumerate() {
        write!(out, "\n{}. {}\n{}", i + 1, sentence(puzzle, step), drawn(&step.after))?;
    }
    Ok(())
}

/// What an author would want to know, as a sentence.
pub fn advice(puzzle: &Puzzle, advice: &Advice) -> String {
    let goal = |index: usize| match puzzle.goals().len() {
        1 => "the goal".to_owned(),
        _ => format!("goal {}", index + 1),
    };
    match advice {
        Advice::UnusedKind(kind) => {
            format!("kind {} is defined but never used", puzzle.kinds()[*kind].name())
        }
        Advice::NeverMoves(piece) => format!("piece {} can never move", place(puzzle, *piece)),
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
            place(puzzle, piece)
        ),
        Reason::CutOff { piece, wanted, available } => format!(
            "it wants {} of kind {} in a part of the board with {}, where only {available} can be",
            counted(u64::from(wanted), "piece"),
            puzzle.kinds()[piece.kind as usize].name(),
            place(puzzle, piece)
        ),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Direction;

    #[test]
    fn a_move_reads_as_a_sentence() {
        let puzzle: Puzzle = "3 x 4\n1 = 1\n2 = 11\n12\n1200\n".parse().unwrap();
        let pieces = puzzle.start().placements().to_vec();
        let after = puzzle.start().clone();
        let mut step =
            Move { pieces, steps: vec![Direction::Right, Direction::Down, Direction::Down], after };
        assert_eq!(
            sentence(&puzzle, &step),
            "pieces 1 at row 1, column 1 and 2 at row 1, column 2 together: right, down 2"
        );
        step.pieces.remove(0);
        assert_eq!(sentence(&puzzle, &step), "piece 2 at row 1, column 2: right, down 2");
    }

    #[test]
    fn numbers_and_times_are_easy_to_read() {
        assert_eq!((counted(1, "move"), counted(0, "move")), ("1 move".into(), "0 moves".into()));
        assert_eq!(duration(Duration::from_micros(12_345)), "12.3 ms");
        assert_eq!(duration(Duration::from_millis(61_235)), "61.23 s");
    }
}
