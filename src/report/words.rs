//! Words that all reports share: numbers with their nouns, times, names, places and moves.

use std::borrow::Borrow;
use std::fmt::Display;

use unicode_width::UnicodeWidthStr;

use crate::puzzle::kind_name;
use crate::report::*;

/// Returns a number with its noun: `1 move`, `81 moves`.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// Returns the number of moves of a solution: `81 moves`, or `no solution`.
pub(super) fn solution_length(moves: Option<u64>) -> String {
    moves.map_or("no solution".to_owned(), |moves| counted(moves, "move"))
}

/// Names a goal by its number from 1: `goal`, or `goal 2` of several.
pub(super) fn goal_name(puzzle: &Puzzle, number: usize) -> String {
    match puzzle.goals().len() {
        1 => "goal".to_owned(),
        _ => format!("goal {number}"),
    }
}

/// Joins words with commas, and one word before the last.
pub(super) fn listed<S: Borrow<str>>(words: &[S], last_word: &str) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => {
            format!("{} {last_word} {}", others.join(", "), last.borrow())
        }
        words => words.concat(),
    }
}

/// Formats a time for people.
pub fn duration(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.1} ms", 1000.0 * seconds),
        seconds => format!("{seconds:.2} s"),
    }
}

/// Replaces the characters of a name from a file that are invalid or harmful on a terminal, such as
/// controls and bidirectional controls, by U+FFFD.
///
/// ```
/// assert_eq!(sliding::report::words::plain("a\u{1b}[2J\u{202e}b"), "a\u{fffd}[2J\u{fffd}b");
/// ```
pub fn plain(name: &str) -> String {
    name.chars().map(|c| if is_harmless(c) { c } else { '\u{fffd}' }).collect()
}

/// Replaces the same characters in a text of several lines: line ends and tabs are kept.
///
/// ```
/// assert_eq!(sliding::report::words::plain_lines("a\n\tb\u{9b}c"), "a\n\tb\u{fffd}c");
/// ```
pub fn plain_lines(text: &str) -> String {
    let is_kept = |c| matches!(c, '\n' | '\t') || is_harmless(c);
    text.chars().map(|c| if is_kept(c) { c } else { '\u{fffd}' }).collect()
}

/// Whether a character neither controls a terminal nor changes the direction of text.
pub(super) fn is_harmless(c: char) -> bool {
    match c {
        '\u{61c}' | '\u{200e}' | '\u{200f}' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => false,
        '\u{fffe}' | '\u{ffff}' => false,
        c => !c.is_control(),
    }
}

/// Returns the label of the pieces of a kind: its name; on the tiles of a tile puzzle, whose names
/// go on with letters after `9`, their numbers.
///
/// ```
/// use sliding::puzzle::Size;
/// use sliding::report::words::label;
/// use sliding::tiles::{Tiles, notation::blank_last};
///
/// let size = Size { rows: 3, cols: 4 };
/// let tiles = Tiles::new(size, blank_last(size), blank_last(size)).unwrap();
/// let puzzle = tiles.puzzle().unwrap();
/// assert_eq!(puzzle.kinds()[9].name(), 'a');
/// assert_eq!((label(&puzzle, 8), label(&puzzle, 9)), ("9".into(), "10".into()));
/// ```
pub fn label(puzzle: &Puzzle, kind: u8) -> String {
    let name = puzzle.kinds()[usize::from(kind)].name();
    let are_in_turn =
        || puzzle.kinds().iter().zip(1..).all(|(kind, n)| kind_name(n) == Some(kind.name()));
    if name.is_ascii_digit() || !are_in_turn() || Tiles::of(puzzle).is_none() {
        return name.to_string();
    }
    (u32::from(kind) + 1).to_string()
}

/// Returns the label of a piece: its own name, or else the [`label`] of its kind.
pub fn drawn_name(names: &PieceNames, piece: Placement) -> String {
    names.own_name(piece).map_or_else(|| label(names.puzzle(), piece.kind), plain)
}

/// Returns a position in the names of its pieces, as `--start` reads it: `EF./XX.` with the letters
/// of a drawing, `1 2/3 0` with numbers; in shorthand if the text of the puzzle names kinds only.
///
/// ```
/// use sliding::{Puzzle, report::words::position};
///
/// let puzzle: Puzzle = "EF.\nXX.\n\ngoal:\n...\n.XX\n".parse()?;
/// assert_eq!(position(&puzzle.names(), puzzle.start()), "EF./XX.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn position(names: &PieceNames, position: &Configuration) -> String {
    let puzzle = names.puzzle();
    if !names.are_own() {
        return puzzle.shorthand(position);
    }
    let are_letters =
        position.placements().iter().all(|&piece| names.name(piece).chars().count() == 1);
    let (between, empty, wall) = if are_letters { ("", ".", "x") } else { (" ", "0", "x") };
    let board = puzzle.board(position);
    let cell = |cell: &Cell| match *cell {
        Cell::Piece(index) => plain(&names.name(position.placements()[index as usize])),
        Cell::Blocked => wall.to_owned(),
        Cell::Empty | Cell::Any => empty.to_owned(),
    };
    let rows = board.cells().chunks(puzzle.size().cols as usize);
    let rows = rows.map(|row| row.iter().map(cell).collect::<Vec<_>>().join(between));
    rows.collect::<Vec<_>>().join("/")
}

/// Describes where a piece is: `3 at row 4, column 1`, for the cell of its origin. If the puzzle
/// has a name for such pieces, it is added: `3 (the king) at row 4, column 1`.
pub fn place(names: &PieceNames, piece: Placement) -> String {
    let puzzle = names.puzzle();
    let (row, col) = puzzle.size().row_col(piece.cell);
    let name = plain(&names.name(piece));
    let called =
        puzzle.kind_label(piece.kind).map_or(String::new(), |name| format!(" ({})", plain(name)));
    format!("{name}{called} at row {}, column {}", row + 1, col + 1)
}

/// Describes a move: `piece 3 at row 4, column 1: right 2, up`.
///
/// Rows and columns count from 1 and are those of a piece's origin before the move. Several steps
/// in one direction are one word and their number. `names` are those before the move.
pub fn sentence(names: &PieceNames, step: &Move) -> String {
    let places: Vec<String> = step.pieces.iter().map(|&piece| place(names, piece)).collect();
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

/// Describes the moves from the position of the names on, each as [`sentence`] does.
pub fn sentences(mut names: PieceNames, solution: &Solution) -> Vec<String> {
    let mut sentences = Vec::with_capacity(solution.moves.len());
    names.follow_all(solution, |names, step| sentences.push(sentence(names, step)));
    sentences
}

/// Breaks a text into lines of some columns, if its words are not longer.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
