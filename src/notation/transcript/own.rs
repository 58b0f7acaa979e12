//! A position in the names that the text of the puzzle gives its pieces: rows of names, or a
//! drawing.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::line::{Line, SHADES, Symbol};
use super::{TranscriptError, quoted};
use crate::puzzle::{Configuration, Placement, Puzzle};

/// Names of a cell without a piece.
const EMPTY: [&str; 4] = ["", ".", "0", "_"];
/// Names of a blocked cell.
const WALL: [&str; 2] = ["x", "#"];

/// A position, and the names of its pieces in the order of the board.
pub type NamedPosition = (Configuration, Vec<Cow<'static, str>>);

/// Whether the pieces have unique names.
pub fn is_possible(puzzle: &Puzzle) -> bool {
    let mut names: Vec<_> = puzzle.origin().names.iter().collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    all > 0 && names.len() == all
}

pub fn read(puzzle: &Puzzle, lines: &[Line]) -> Result<NamedPosition, TranscriptError> {
    if lines[0].begins_drawing() {
        return NamedBoard::new(puzzle).drawing(lines);
    }
    NamedBoard::new(puzzle).rows(&words(puzzle, lines)?, lines[0].number)
}

/// The text of a cell, with its place.
struct CellWord {
    at: Symbol,
    text: String,
}

fn words(puzzle: &Puzzle, lines: &[Line]) -> Result<Vec<CellWord>, TranscriptError> {
    let cols = puzzle.size().cols as usize;
    let rows: Vec<&[Symbol]> = lines
        .iter()
        .flat_map(|line| line.symbols.split(|symbol| symbol.is_one_of(&['/'])))
        .filter(|row| !row.is_empty())
        .collect();
    let is_run_on = rows.len() == 1;
    let wanted = if is_run_on { puzzle.size().cells() } else { cols };
    let mut all = Vec::new();
    for &row in &rows {
        let words = split(row);
        if words.len() != wanted {
            let expected = format!("{wanted} cells in a row");
            return Err(row[0].error_at(expected, words.len().to_string()));
        }
        all.extend(words);
    }
    if all.len() != puzzle.size().cells() {
        let expected = format!("{} rows", puzzle.size().rows);
        return Err(lines[0].symbols[0].error_at(expected, rows.len().to_string()));
    }
    Ok(all)
}

/// Returns the words of a row: separated by blanks, or else its characters.
fn split(row: &[Symbol]) -> Vec<CellWord> {
    let is_blank = |symbol: &Symbol| symbol.what.is_some_and(|c| c.is_whitespace() || c == ',');
    let word = |symbols: &[Symbol]| CellWord {
        at: symbols[0],
        text: symbols.iter().filter_map(|symbol| symbol.what).collect(),
    };
    if row.iter().any(is_blank) {
        row.split(is_blank).filter(|part| !part.is_empty()).map(word).collect()
    } else {
        row.chunks(1).map(word).collect()
    }
}

/// A board that is being filled.
struct NamedBoard<'a> {
    puzzle: &'a Puzzle,
    /// The kind of the piece with each name.
    kinds: BTreeMap<&'a str, u8>,
    pieces: Vec<(Placement, Cow<'static, str>)>,
}

impl<'a> NamedBoard<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let names = puzzle.origin().names.iter().map(|name| &**name);
        let kinds = puzzle.start().placements().iter().map(|piece| piece.kind);
        NamedBoard { puzzle, kinds: names.zip(kinds).collect(), pieces: Vec::new() }
    }

    /// Reads a word for each cell that a piece covers.
    fn rows(mut self, words: &[CellWord], line: usize) -> Result<NamedPosition, TranscriptError> {
        let mut cells: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for (cell, word) in (0..).zip(words) {
            if self.is_piece(cell, word)? {
                cells.entry(&word.text).or_default().push(cell);
            }
        }
        let size = self.puzzle.size();
        for (name, cells) in cells {
            let piece = Placement { cell: cells[0], kind: self.kinds[name] };
            let shape = self.puzzle.kind(piece).covers(piece.cell, size);
            if !shape.eq(cells.iter().map(|&cell| Some(cell))) {
                let at = words[cells[0] as usize].at;
                return Err(
                    at.error_at(format!("`{name}` in the shape of its piece"), "another shape")
                );
            }
            self.pieces.push((piece, name.to_owned().into()));
        }
        self.finish(line)
    }

    /// Reads outlines, with a name in the first cell of each part of a piece.
    fn drawing(mut self, lines: &[Line]) -> Result<NamedPosition, TranscriptError> {
        let size = self.puzzle.size();
        let (cols, height) = (size.cols as usize, 2 * size.rows as usize + 1);
        let pitch = (lines[0].symbols.len() - 1) / cols;
        let is_drawing = lines.len() == height
            && [2, 4].contains(&pitch)
            && lines.iter().all(|line| line.symbols.len() == pitch * cols + 1);
        if !is_drawing {
            let expected = format!("a drawing of {} rows and {cols} columns", size.rows);
            return Err(lines[0].symbols[0].error_at(expected, "another one"));
        }
        let mut is_covered = vec![false; size.cells()];
        for cell in 0..size.cells() as u32 {
            let (row, col) = size.row_col(cell);
            let line = &lines[2 * row as usize + 1].symbols[pitch * col as usize + 1..];
            let word = within(line);
            if is_covered[cell as usize] || !self.is_piece(cell, &word)? {
                continue;
            }
            let piece = Placement { cell, kind: self.kinds[&*word.text] };
            for covered in self.puzzle.kind(piece).covers(cell, size) {
                let free = covered.and_then(|cell| is_covered.get_mut(cell as usize));
                let free = free.filter(|covered| !**covered);
                let room = || word.at.error_at(format!("room for `{}`", word.text), "none");
                *free.ok_or_else(room)? = true;
            }
            self.pieces.push((piece, word.text.into()));
        }
        self.finish(lines[0].number)
    }

    /// Whether a word is the name of a piece; false if the cell is empty or blocked.
    fn is_piece(&self, cell: u32, word: &CellWord) -> Result<bool, TranscriptError> {
        let is_wall = self.puzzle.blocked().binary_search(&cell).is_ok();
        let text = &*word.text;
        if is_wall && !WALL.contains(&text) {
            return Err(word.unexpected("`x`, as the cell is blocked"));
        }
        if self.kinds.contains_key(text) && !is_wall {
            return Ok(true);
        }
        if !is_wall && !EMPTY.contains(&text) {
            let names = quoted(self.kinds.keys());
            return Err(word.unexpected(&format!("`.` or one of the pieces {names}")));
        }
        Ok(false)
    }

    /// Returns the position, if its pieces are those of the puzzle.
    fn finish(mut self, line: usize) -> Result<NamedPosition, TranscriptError> {
        let start = Symbol { line, column: 1, what: None };
        let is_there = |name: &str| self.pieces.iter().any(|(_, there)| there == name);
        if let Some(name) = self.kinds.keys().find(|name| !is_there(name)) {
            return Err(start.error_at(format!("piece `{name}`"), "a board without it"));
        }
        self.pieces.sort_unstable_by_key(|&(piece, _)| piece);
        let placements = self.pieces.iter().map(|&(piece, _)| piece).collect();
        match self.puzzle.configuration(placements) {
            Ok(position) => Ok((position, self.pieces.into_iter().map(|(_, name)| name).collect())),
            Err(faults) => Err(start.error_at("a position", faults.to_string())),
        }
    }
}

/// Returns the text in a drawing from a place up to the next line.
fn within(line: &[Symbol]) -> CellWord {
    let is_line = |symbol: &&Symbol| {
        symbol.what.is_some_and(|c| ('\u{2500}'..='\u{257f}').contains(&c) || c == '|')
    };
    if line[0].is_one_of(&SHADES) {
        return CellWord { at: line[0], text: WALL[0].to_owned() };
    }
    let text: String = line
        .iter()
        .take_while(|symbol| !is_line(symbol))
        .filter_map(|symbol| symbol.what)
        .collect();
    // A light shade is an empty cell with a gate.
    let is_empty = text.trim_start().starts_with(['░', ':']);
    CellWord { at: line[0], text: if is_empty { String::new() } else { text.trim().to_owned() } }
}

impl CellWord {
    fn unexpected(&self, expected: &str) -> TranscriptError {
        self.at.error_at(expected, format!("`{}`", self.text))
    }
}
