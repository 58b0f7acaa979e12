//! Moves as text: the sentences of the reports.

use super::{ParsedMove, TranscriptError, direction, kind_called, piece_names};
use crate::puzzle::{Direction, Placement, Puzzle};

pub fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<ParsedMove>, TranscriptError> {
    let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
    lines.map(|(line, text)| MoveReader { puzzle, line, text, at: 0 }.read()).collect()
}

/// A line that is being read.
struct MoveReader<'a> {
    puzzle: &'a Puzzle,
    line: usize,
    text: &'a str,
    /// The offset of the next byte.
    at: usize,
}

impl MoveReader<'_> {
    /// Reads `piece 3 at row 4, column 1: right 2, up`, optionally after a number and a point.
    fn read(mut self) -> Result<ParsedMove, TranscriptError> {
        self.skip_blanks();
        self.skip_ordinal();
        let pieces = if self.consume("pieces ") {
            self.several()?
        } else if self.consume("piece ") {
            vec![self.piece()?]
        } else {
            return Err(self.unexpected("a move, as in `piece 1 at row 2, column 3: up`"));
        };
        self.expect(": ")?;
        let mut steps = self.run()?;
        while self.consume(", ") {
            steps.extend(self.run()?);
        }
        self.skip_blanks();
        match self.rest().is_empty() {
            true => Ok(ParsedMove { line: Some(self.line), pieces, steps, after: None }),
            false => Err(self.unexpected("`, ` or the end of the line")),
        }
    }

    /// Reads `1 at row 1, column 1; 2 at row 1, column 2 and 3 at row 2, column 1 together`.
    fn several(&mut self) -> Result<Vec<Placement>, TranscriptError> {
        let mut pieces = vec![self.piece()?];
        while self.consume("; ") || self.consume(" and ") {
            pieces.push(self.piece()?);
        }
        self.expect(" together")?;
        Ok(pieces)
    }

    /// Reads `3 at row 4, column 1`, or `3 (the king) at row 4, column 1` if that is its name.
    fn piece(&mut self) -> Result<Placement, TranscriptError> {
        let Some((name, kind)) = self.name() else {
            return Err(self.unexpected(&piece_names(self.puzzle)));
        };
        self.at += name;
        if let Some(called) = self.puzzle.kind_label(kind).filter(|_| self.consume(" (")) {
            // Reports replace some characters by others, one by one.
            let name = self.rest().chars().take(called.chars().count());
            self.at += name.map(char::len_utf8).sum::<usize>();
            self.expect(")")?;
        }
        let size = self.puzzle.size();
        self.expect(" at row ")?;
        let row = self.number("a row", size.rows)?;
        self.expect(", column ")?;
        let col = self.number("a column", size.cols)?;
        Ok(Placement { cell: (row - 1) * size.cols + col - 1, kind })
    }

    /// Returns the length of the next name, and the kind of its piece: that of a piece if its place
    /// follows, else that of a kind.
    fn name(&self) -> Option<(usize, u8)> {
        let rest = self.rest();
        let ends = [" at row ", " ("].into_iter().flat_map(|end| rest.match_indices(end));
        let mut ends = ends.map(|(at, _)| at).chain(rest.chars().next().map(char::len_utf8));
        ends.find_map(|end| Some((end, kind_called(self.puzzle, &rest[..end])?)))
    }

    /// Reads `right`, or `right 2`.
    fn run(&mut self) -> Result<Vec<Direction>, TranscriptError> {
        let word: String = self.rest().chars().take_while(|c| c.is_alphabetic()).collect();
        let Some(direction) = direction(&word) else {
            return Err(self.unexpected("`right`, `left`, `down` or `up`"));
        };
        self.at += word.len();
        // No piece goes farther in one run, and a large number must not fill memory.
        let size = self.puzzle.size();
        let is_counted = self.rest().strip_prefix(' ').is_some_and(|rest| !rest.trim().is_empty());
        let times = match is_counted && self.consume(" ") {
            true => self.number("a number of steps", size.rows.max(size.cols))?,
            false => 1,
        };
        Ok(vec![direction; times as usize])
    }

    /// Reads a number from 1 to `most`.
    fn number(&mut self, what: &str, most: u32) -> Result<u32, TranscriptError> {
        let digits = self.digits();
        match self.rest()[..digits].parse() {
            Ok(number) if (1..=most).contains(&number) => {
                self.at += digits;
                Ok(number)
            }
            _ => Err(self.unexpected(&format!("{what} from 1 to {most}"))),
        }
    }

    fn digits(&self) -> usize {
        self.rest().bytes().take_while(u8::is_ascii_digit).count()
    }

    /// Skips `12. `.
    fn skip_ordinal(&mut self) {
        let digits = self.digits();
        if digits > 0 && self.rest()[digits..].starts_with(". ") {
            self.at += digits + 2;
            self.skip_blanks();
        }
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn consume(&mut self, words: &str) -> bool {
        let is_next = self.rest().starts_with(words);
        self.at += if is_next { words.len() } else { 0 };
        is_next
    }

    fn expect(&mut self, words: &str) -> Result<(), TranscriptError> {
        if self.consume(words) { Ok(()) } else { Err(self.unexpected(&format!("`{words}`"))) }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn unexpected(&self, expected: &str) -> TranscriptError {
        let word: String =
            self.rest().chars().take_while(|c| !c.is_whitespace()).take(20).collect();
        let found = match (word.is_empty(), self.rest().trim().is_empty()) {
            (_, true) => "the end of the line".to_owned(),
            (true, false) => "a blank".to_owned(),
            (false, false) => format!("`{word}`"),
        };
        let column = self.text[..self.at].chars().count() + 1;
        TranscriptError::new(self.line, column, expected, found)
    }
}
