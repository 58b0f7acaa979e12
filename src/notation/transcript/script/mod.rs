//! Moves as other programs write them. Each of them has a file that reads and writes.

mod rush;
mod sgt;
mod tiles;

use super::{Told, Unreadable};
use crate::puzzle::{Direction, Placement, Puzzle, Size, Solution};

/// A way of other programs to write moves down.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Script {
    /// A word for it.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    recognises: fn(&str) -> bool,
    read: fn(&Puzzle, &str) -> Result<Vec<Told>, Unreadable>,
    write: fn(&Puzzle, &Solution) -> Result<String, Unwritable>,
}

/// Why moves cannot be written like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unwritable(&'static str);

/// All ways.
pub const SCRIPTS: &[Script] = &[rush::SCRIPT, sgt::SCRIPT, tiles::SLIDY, tiles::HACKERRANK];

/// Reads letters as ways of the gap, if a text is letters for the ways of tiles.
pub(super) fn letters_of_gap(puzzle: &Puzzle, text: &str) -> Option<Result<Vec<Told>, Unreadable>> {
    (tiles::SLIDY.recognises)(text).then(|| tiles::read_letters(puzzle, text, true))
}

impl Script {
    /// The way with this name.
    pub fn named(name: &str) -> Option<&'static Script> {
        SCRIPTS.iter().find(|script| script.name == name)
    }

    /// The way in which a text looks to be written.
    pub(super) fn of(text: &str) -> Option<&'static Script> {
        SCRIPTS.iter().find(|script| (script.recognises)(text))
    }

    /// Reads moves that are written like this.
    pub(super) fn read(&self, puzzle: &Puzzle, text: &str) -> Result<Vec<Told>, Unreadable> {
        (self.read)(puzzle, text)
    }

    /// The moves of a solution of `puzzle`, written like this.
    ///
    /// # Errors
    ///
    /// Why this is not possible.
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
    pub fn write(&self, puzzle: &Puzzle, solution: &Solution) -> Result<String, Unwritable> {
        (self.write)(puzzle, solution)
    }
}

/// A word of a text, and where it stands.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    line: usize,
    /// The character that it begins with, from 0.
    before: usize,
}

/// The words of a text: what stands between blanks, line ends and commas.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let is_between = |c: char| c.is_whitespace() || c == ',';
    (1..).zip(text.lines()).flat_map(move |(number, line)| {
        let parts = line.split(is_between).filter(|part| !part.is_empty());
        parts.map(move |text| {
            let at = text.as_ptr().addr() - line.as_ptr().addr();
            Word { text, line: number, before: line[..at].chars().count() }
        })
    })
}

impl<'a> Word<'a> {
    /// It without its first bytes.
    fn from(self, bytes: usize) -> Word<'a> {
        let before = self.before + self.text[..bytes].chars().count();
        Word { text: &self.text[bytes..], before, ..self }
    }

    /// The number that it is, if that is in a range.
    fn number(self, what: &str, least: u32, most: u32) -> Result<u32, Unreadable> {
        let is_number = !self.text.is_empty() && self.text.bytes().all(|c| c.is_ascii_digit());
        let number = self.text.parse().ok().filter(|number| (least..=most).contains(number));
        let expected = || self.instead_of(&format!("{what} from {least} to {most}"));
        number.filter(|_| is_number).ok_or_else(expected)
    }

    fn instead_of(self, expected: &str) -> Unreadable {
        let found = match self.text {
            "" => "the end of the word".to_owned(),
            text => format!("`{}`", text.chars().take(20).collect::<String>()),
        };
        Unreadable::new(self.line, self.before + 1, expected, found)
    }

    fn told(self, piece: Option<Placement>, steps: Vec<Direction>) -> Told {
        Told { line: Some(self.line), pieces: piece.into_iter().collect(), steps, after: None }
    }
}

/// How far a piece may be told to go at one go. No piece goes farther, and nobody's memory should be
/// filled by a number.
fn farthest(size: Size) -> u32 {
    size.rows.max(size.cols)
}

/// Where a piece is after some steps, if its origin stays on the board.
fn stepped(piece: Placement, steps: &[Direction], size: Size) -> Option<Placement> {
    let (row, col) = size.row_col(piece.cell);
    let (mut row, mut col) = (i64::from(row), i64::from(col));
    for step in steps {
        let (down, right) = step.delta();
        (row, col) = (row + i64::from(down), col + i64::from(right));
    }
    Some(Placement { cell: size.cell(row, col)?, ..piece })
}
