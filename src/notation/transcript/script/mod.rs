//! Moves in the notations of other programs. Each has a file that reads and writes it.

mod rush;
mod sgt;
mod tiles;

use super::{ParsedMove, TranscriptError};
use crate::puzzle::{Direction, Placement, Puzzle, Size, Solution};

/// Another program's notation of moves.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Script {
    /// Its name.
    pub name: &'static str,
    /// A description of one line.
    pub about: &'static str,
    recognises: fn(&str) -> bool,
    read: fn(&Puzzle, &str) -> Result<Vec<ParsedMove>, TranscriptError>,
    write: fn(&Puzzle, &Solution) -> Result<String, ScriptError>,
}

/// Why moves cannot be written in a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ScriptError(&'static str);

/// All notations of moves.
pub const SCRIPTS: &[Script] = &[rush::SCRIPT, sgt::SCRIPT, tiles::SLIDY, tiles::HACKERRANK];

/// Reads letters as directions of the gap, if a text consists of letters for the directions of
/// tiles.
pub(super) fn letters_of_gap(
    puzzle: &Puzzle,
    text: &str,
) -> Option<Result<Vec<ParsedMove>, TranscriptError>> {
    (tiles::SLIDY.recognises)(text).then(|| tiles::read_letters(puzzle, text, true))
}

impl Script {
    /// Returns the notation with this name.
    pub fn named(name: &str) -> Option<&'static Script> {
        SCRIPTS.iter().find(|script| script.name == name)
    }

    /// Returns the notation whose form a text has.
    pub(super) fn of(text: &str) -> Option<&'static Script> {
        SCRIPTS.iter().find(|script| (script.recognises)(text))
    }

    /// Reads moves in this notation.
    pub(super) fn read(
        &self,
        puzzle: &Puzzle,
        text: &str,
    ) -> Result<Vec<ParsedMove>, TranscriptError> {
        (self.read)(puzzle, text)
    }

    /// Writes the moves of a solution of `puzzle` in this notation.
    ///
    /// # Errors
    ///
    /// Returns why this is not possible.
    ///
    /// ```
    /// use sliding::puzzle::{Puzzle, Style};
    /// use sliding::solve::{Budget, Query, solve};
    /// use sliding::notation::transcript::{Script, moves};
    ///
    /// let puzzle: Puzzle = "ooooooooooooAAooooooooooBBoooooooooo".parse()?;
    /// let answer = solve(&Query::new(&puzzle, Style::SLIDE), &Budget::default(), &mut ())?;
    /// let rush = Script::named("rush").ok_or("there is one")?;
    /// let text = rush.write(&puzzle, &answer.solution.ok_or("it has one")?)?;
    /// assert_eq!(text, "A+4\n");
    /// assert_eq!(moves(&puzzle, &text)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, puzzle: &Puzzle, solution: &Solution) -> Result<String, ScriptError> {
        (self.write)(puzzle, solution)
    }
}

/// A word of a text, with its place.
#[derive(Clone, Copy)]
struct ScriptWord<'a> {
    text: &'a str,
    line: usize,
    /// The index of its first character, from 0.
    before: usize,
}

/// Returns the words of a text: separated by blanks, line ends and commas.
fn words(text: &str) -> impl Iterator<Item = ScriptWord<'_>> {
    let is_between = |c: char| c.is_whitespace() || c == ',';
    (1..).zip(text.lines()).flat_map(move |(number, line)| {
        let parts = line.split(is_between).filter(|part| !part.is_empty());
        parts.map(move |text| {
            let at = text.as_ptr().addr() - line.as_ptr().addr();
            ScriptWord { text, line: number, before: line[..at].chars().count() }
        })
    })
}

impl<'a> ScriptWord<'a> {
    /// Returns it without its first bytes.
    fn from(self, bytes: usize) -> ScriptWord<'a> {
        let before = self.before + self.text[..bytes].chars().count();
        ScriptWord { text: &self.text[bytes..], before, ..self }
    }

    /// Reads it as a number, if that is in a range.
    fn number(self, what: &str, least: u32, most: u32) -> Result<u32, TranscriptError> {
        let is_number = !self.text.is_empty() && self.text.bytes().all(|c| c.is_ascii_digit());
        let number = self.text.parse().ok().filter(|number| (least..=most).contains(number));
        let expected = || self.unexpected(&format!("{what} from {least} to {most}"));
        number.filter(|_| is_number).ok_or_else(expected)
    }

    fn unexpected(self, expected: &str) -> TranscriptError {
        let found = match self.text {
            "" => "the end of the word".to_owned(),
            text => format!("`{}`", text.chars().take(20).collect::<String>()),
        };
        TranscriptError::new(self.line, self.before + 1, expected, found)
    }

    fn parsed_move(self, piece: Option<Placement>, steps: Vec<Direction>) -> ParsedMove {
        ParsedMove {
            line: Some(self.line),
            pieces: piece.into_iter().collect(),
            steps,
            after: None,
        }
    }
}

/// Returns the maximum distance of a single run. No piece goes farther, and a large number must not
/// fill memory.
fn farthest(size: Size) -> u32 {
    size.rows.max(size.cols)
}

/// Returns a piece after some steps, if its origin stays on the board.
fn stepped(piece: Placement, steps: &[Direction], size: Size) -> Option<Placement> {
    let (row, col) = size.row_col(piece.cell);
    let (mut row, mut col) = (i64::from(row), i64::from(col));
    for step in steps {
        let (down, right) = step.delta();
        (row, col) = (row + i64::from(down), col + i64::from(right));
    }
    Some(Placement { cell: size.cell(row, col)?, ..piece })
}
