//! Rows of cells.

use std::collections::HashMap;
use std::hash::Hash;

use super::{BlockLabel, SheetBlock};
use crate::notation::text::TextSpan;
use crate::puzzle::{MAX_CELLS, Size};

/// Rows of cells. Short rows are filled with blanks.
#[derive(Clone, Debug)]
pub struct Grid<'a> {
    rows: Vec<Vec<TextSpan<'a>>>,
    pub size: Size,
    /// Whether cells are words, such as numbers; else each is a character.
    pub has_words: bool,
    pub marks: Vec<ExitMark>,
}

/// An exit that is drawn at the edge of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitMark {
    pub side: Side,
    /// Row or column, from 0.
    pub at: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

impl Side {
    pub const ALL: [Side; 4] = [Side::Right, Side::Left, Side::Top, Side::Bottom];

    pub fn word(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
            Side::Top => "top",
            Side::Bottom => "bottom",
        }
    }

    pub fn named(word: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.word() == word)
    }

    /// Whether pieces leave there along their row.
    pub fn is_horizontal(self) -> bool {
        matches!(self, Side::Left | Side::Right)
    }
}

impl<'a> Grid<'a> {
    /// Reads the board below `head` lines of heading, if all its rows are of one sort.
    pub(super) fn new(block: &SheetBlock<'a>, head: usize) -> Option<Self> {
        let (lines, cells) = (&block.lines[head..], &block.cells[head..]);
        if let [line] = lines
            && let Some(rows) =
                rows_of_line(cells[0].clone().unwrap_or_else(|| line.words().collect()))
        {
            return Self::of_rows(rows, false, Vec::new());
        }
        let (rows, has_words) = match words(lines, cells) {
            Some(rows) => (rows, true),
            None => (characters(lines, cells, block.label)?, false),
        };
        let marks = block.marks.iter().filter(|mark| mark.side != Side::Top || head == 0);
        let moved = |mark: &ExitMark| match mark.side.is_horizontal() {
            true => Some(ExitMark { at: mark.at.checked_sub(head as u32)?, ..*mark }),
            false => Some(*mark),
        };
        let mut grid = Self::of_rows(rows, has_words, marks.filter_map(moved).collect())?;
        grid.size.cols = grid.size.cols.max(block.cols);
        Some(grid)
    }

    /// Creates a board with these rows; `None` if it has no cell, or more than any board.
    pub fn of_rows(
        rows: Vec<Vec<TextSpan<'a>>>,
        has_words: bool,
        marks: Vec<ExitMark>,
    ) -> Option<Self> {
        let cols = rows.iter().map(Vec::len).max()?;
        let count = rows.len().checked_mul(cols).filter(|&count| (1..=MAX_CELLS).contains(&count));
        let size = Size { rows: rows.len() as u32, cols: cols as u32 };
        count.map(|_| Grid { rows, size, has_words, marks })
    }

    /// Reads rows of characters as they are.
    pub fn drawn(rows: &[TextSpan<'a>]) -> Option<Self> {
        Self::of_rows(rows.iter().map(|row| characters_of(*row)).collect(), false, Vec::new())
    }

    /// Returns the part of the text of a cell; empty after the end of a short row.
    pub fn place(&self, cell: u32) -> TextSpan<'a> {
        let (row, col) = self.size.row_col(cell);
        let row = &self.rows[row as usize];
        match row.get(col as usize) {
            Some(part) => *part,
            None => row.last().map_or_else(|| self.first(), TextSpan::behind),
        }
    }

    fn first(&self) -> TextSpan<'a> {
        *self.rows.iter().flatten().next().expect("a board has a cell")
    }

    /// Returns the text of a cell; empty if it is blank.
    pub fn at(&self, cell: u32) -> &'a str {
        self.place(cell).text().trim()
    }

    pub fn cells(&self) -> impl Iterator<Item = (u32, &'a str)> {
        (0..self.size.cells() as u32).map(|cell| (cell, self.at(cell)))
    }

    pub fn edge(&self) -> impl Iterator<Item = u32> {
        let size = self.size;
        (0..size.cells() as u32).filter(move |&cell| {
            let (row, col) = size.row_col(cell);
            row == 0 || col == 0 || row + 1 == size.rows || col + 1 == size.cols
        })
    }

    pub fn rows(&self) -> &[Vec<TextSpan<'a>>] {
        &self.rows
    }

    pub fn is_rectangle(&self) -> bool {
        self.rows.iter().all(|row| row.len() == self.size.cols as usize)
    }

    /// Returns the first row that is shorter or longer than the first one.
    pub fn odd_row(&self) -> Option<&[TextSpan<'a>]> {
        self.rows.iter().find(|row| row.len() != self.rows[0].len()).map(|row| &row[..])
    }

    pub fn halves(&self) -> Option<[Grid<'a>; 2]> {
        let half = self.rows.len() / 2;
        let part =
            |rows: &[Vec<TextSpan<'a>>]| Self::of_rows(rows.to_vec(), self.has_words, Vec::new());
        (half > 0 && self.rows.len() == 2 * half)
            .then(|| Some([part(&self.rows[..half])?, part(&self.rows[half..])?]))?
    }

    pub fn squares(&self) -> Option<Vec<Grid<'a>>> {
        let side = (self.size.cols as usize).isqrt();
        if side < 2 || side * side != self.size.cols as usize || !self.is_rectangle() {
            return None;
        }
        let square = |row: &Vec<TextSpan<'a>>| {
            let rows = row.chunks(side).map(<[TextSpan]>::to_vec).collect();
            Self::of_rows(rows, true, Vec::new())
        };
        self.rows.iter().map(square).collect()
    }
}

/// Returns the cells of each sign, in their order; signs in the order of their first cells.
pub fn by_sign<T, S: Clone + Eq + Hash>(
    cells: impl IntoIterator<Item = (T, S)>,
) -> Vec<(S, Vec<T>)> {
    let mut found: Vec<(S, Vec<T>)> = Vec::new();
    let mut known = HashMap::new();
    for (cell, sign) in cells {
        let index = *known.entry(sign.clone()).or_insert(found.len());
        if index == found.len() {
            found.push((sign, Vec::new()));
        }
        found[index].1.push(cell);
    }
    found
}

/// Returns the words of a line as rows of characters, if they form a board.
fn rows_of_line(words: Vec<TextSpan<'_>>) -> Option<Vec<Vec<TextSpan<'_>>>> {
    let length = words.first()?.text().chars().count();
    let are_equal = words.iter().all(|word| word.text().chars().count() == length);
    let are_numbers = words.iter().all(|word| word.text().parse::<i64>().is_ok());
    let are_rows = words.len() > 2 && length > 1 && (!are_numbers || length == words.len());
    (are_equal && are_rows).then(|| words.into_iter().map(characters_of).collect())
}

/// Returns rows whose cells are words, if these are.
fn words<'a>(
    lines: &[TextSpan<'a>],
    cells: &[Option<Vec<TextSpan<'a>>>],
) -> Option<Vec<Vec<TextSpan<'a>>>> {
    let are_separated = cells.iter().any(Option::is_some);
    let row = |(line, cells): (&TextSpan<'a>, &Option<Vec<TextSpan<'a>>>)| {
        cells.clone().unwrap_or_else(|| line.words().collect())
    };
    let rows: Vec<Vec<TextSpan>> = lines.iter().zip(cells).map(row).collect();
    let widths = || rows.iter().map(Vec::len);
    let widest = widths().max()?;
    let are_equal = widths().all(|width| width == widest);
    let is_number = |part: &TextSpan| part.text().parse::<i64>().is_ok();
    let are_numbers =
        || rows.iter().flatten().all(|part| is_number(part) || part.text().is_empty());
    if are_separated && widest > 1 {
        return Some(rows);
    }
    if widest == 1 {
        // One number per line is a column, unless the digits of each are a row.
        let is_long = lines.iter().any(|line| line.text().len() != lines[0].text().len());
        return (are_numbers() && (is_long || lines[0].text().len() == 1) && lines.len() > 3)
            .then_some(rows);
    }
    let are_signs = || rows.iter().flatten().all(|part| part.text().chars().count() == 1);
    if are_equal && (are_numbers() || are_signs() || has_number(&rows))
        || are_numbers() && (widths().min() > Some(1) || is_short_at_the_end(&rows))
    {
        return Some(with_blank(rows));
    }
    None
}

/// Whether all words but one are numbers.
fn has_number(rows: &[Vec<TextSpan>]) -> bool {
    let words = || rows.iter().flatten();
    words().filter(|part| part.text().parse::<i64>().is_err()).count() < 2
}

/// Whether only the last row lacks a cell.
fn is_short_at_the_end(rows: &[Vec<TextSpan>]) -> bool {
    rows.split_last().is_some_and(|(last, others)| {
        !others.is_empty() && others.iter().all(|row| row.len() == last.len() + 1)
    })
}

/// Completes rows of numbers, of which one may have a gap between its words.
fn with_blank(mut rows: Vec<Vec<TextSpan<'_>>>) -> Vec<Vec<TextSpan<'_>>> {
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut short = rows.iter().enumerate().filter(|(_, row)| row.len() < widest);
    let (Some((at, row)), None) = (short.next(), short.next()) else { return rows };
    let Some(full) = rows.iter().find(|row| row.len() == widest) else { return rows };
    let end = |part: &TextSpan| part.column() + part.text().len();
    if row.len() + 1 != widest {
        return rows;
    }
    let missing = full.iter().position(|cell| row.iter().all(|other| end(other) != end(cell)));
    // Blanks at the end of a line are invisible, so they count only if nothing else is the gap.
    let has_zero = rows.iter().flatten().any(|part| part.text() == "0");
    let missing = missing.filter(|&missing| missing < row.len() || !has_zero);
    let (Some(missing), Some(last)) = (missing, row.last()) else { return rows };
    let blank = row.get(missing).map_or_else(|| last.behind(), |part| part.part(0..0));
    rows[at].insert(missing, blank);
    rows
}

/// Splits rows into characters. An indentation is removed, except that of a goal, whose blanks are
/// empty cells.
fn characters<'a>(
    lines: &[TextSpan<'a>],
    cells: &[Option<Vec<TextSpan<'a>>>],
    label: BlockLabel,
) -> Option<Vec<Vec<TextSpan<'a>>>> {
    cells.iter().all(Option::is_none).then_some(())?;
    let blanks = |line: &TextSpan| line.text().chars().take_while(|&c| c == ' ').count();
    let full = || lines.iter().filter(|line| !line.text().trim().is_empty());
    let left = full().map(blanks).min().filter(|_| label != BlockLabel::Goal).unwrap_or(0);
    let row = |line: &TextSpan<'a>| match line.text().len() >= left {
        true => characters_of(line.from(left)),
        false => Vec::new(),
    };
    Some(lines.iter().map(row).collect())
}

/// Returns the characters of a part, with combining characters joined to the one before.
fn characters_of(part: TextSpan<'_>) -> Vec<TextSpan<'_>> {
    let is_cell = |c: char| !matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{200d}');
    let chars = part.text().char_indices().filter(|&(_, c)| is_cell(c));
    chars.map(|(at, c)| part.part(at..at + c.len_utf8())).collect()
}
