//! First stage of reading: splits a text into boards and lines, without interpreting them.
//!
//! A text becomes boards, with the words above each, and statements such as `lock: A h`. Frames,
//! brackets, quotes and separators are removed, whatever program wrote them.

mod grid;
mod lines;
mod literal;

pub use grid::{ExitMark, Grid, Side, by_sign};
pub use lines::{FACTS, heading};
pub use literal::{LiteralValue, values};

use super::text::TextSpan;

/// The parts of a text, in order.
#[derive(Debug)]
pub enum SheetEntry<'a> {
    /// Rows that belong together.
    Block(SheetBlock<'a>),
    /// A line `key: value`, or one that is neither a row nor a comment.
    Statement(TextSpan<'a>),
}

/// Lines that belong together: optionally a heading, then the rows of a board.
#[derive(Clone, Debug)]
pub struct SheetBlock<'a> {
    pub label: BlockLabel,
    /// The heading that gave the label, else the first row.
    pub place: TextSpan<'a>,
    /// The rows of the text, without frames.
    pub lines: Vec<TextSpan<'a>>,
    /// The cells of each row, if it has separators.
    pub cells: Vec<Option<Vec<TextSpan<'a>>>>,
    /// Exits that are drawn beside the rows.
    pub marks: Vec<ExitMark>,
    /// Minimum number of columns of the board.
    pub cols: u32,
    /// Whether rows stand between bars.
    is_framed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockLabel {
    None,
    Start,
    Goal,
}

impl<'a> SheetBlock<'a> {
    pub fn new(label: BlockLabel, place: TextSpan<'a>) -> Self {
        SheetBlock {
            label,
            place,
            lines: Vec::new(),
            cells: Vec::new(),
            marks: Vec::new(),
            cols: 0,
            is_framed: false,
        }
    }

    /// Creates a block of rows whose cells are words.
    pub fn of_rows(place: TextSpan<'a>, rows: Vec<Vec<TextSpan<'a>>>) -> Self {
        let lines = rows.iter().map(|row| row[0].through(row[row.len() - 1])).collect();
        let cells = rows.into_iter().map(Some).collect();
        SheetBlock { lines, cells, ..SheetBlock::new(BlockLabel::None, place) }
    }

    /// Creates a block of a board that is part of another block.
    pub fn of_grid(block: &SheetBlock<'a>, grid: &Grid<'a>) -> SheetBlock<'a> {
        let rows = grid.rows();
        let mut part = SheetBlock::new(block.label, rows[0][0]);
        part.lines = rows.iter().map(|row| row[0].through(row[row.len() - 1])).collect();
        part.cells = rows.iter().map(|row| grid.has_words.then(|| row.clone())).collect();
        part
    }

    /// Returns each line as a block, if the number of cells of each is a square.
    pub fn lines_apart(&self) -> Vec<SheetBlock<'a>> {
        let is_board = |line: &TextSpan| {
            let cells = line.text().chars().count();
            cells > 15 && cells.isqrt().pow(2) == cells && !line.text().contains(' ')
        };
        let are_boards = self.lines.len() > 1
            && self.cells.iter().all(Option::is_none)
            && self.lines.iter().all(is_board);
        if !are_boards {
            return Vec::new();
        }
        let one = |line: &TextSpan<'a>| {
            let mut block = SheetBlock::new(self.label, *line);
            (block.lines, block.cells) = (vec![*line], vec![None]);
            block
        };
        self.lines.iter().map(one).collect()
    }

    /// Returns the ways to split the block into a heading and a board, shortest headings first.
    pub fn grids(&self) -> Vec<(&[TextSpan<'a>], Grid<'a>)> {
        let most = 3.min(self.lines.len().saturating_sub(1));
        let split = |head: usize| {
            let grid = Grid::new(self, head)?;
            let size = [grid.size.rows, grid.size.cols].map(|side| side.to_string());
            let numbers = |line: &TextSpan<'a>| {
                line.words().map(|word| word.text()).filter(|&word| word != "x")
            };
            let is_size = |line: &TextSpan<'a>| numbers(line).eq(size.iter().map(String::as_str));
            let cols = grid.size.cols as usize;
            let is_row = |line: &TextSpan| match grid.has_words {
                true => cols > 1 && line.words().count() == cols,
                false => line.text().chars().count() == cols && !line.text().contains(' '),
            };
            let is_heading = self.lines[..head]
                .iter()
                .all(|line| lines::is_heading_line(line) && (is_size(line) || !is_row(line)));
            is_heading.then_some((&self.lines[..head], grid))
        };
        (0..=most).filter_map(split).collect()
    }
}

pub fn entries(text: &str) -> Vec<SheetEntry<'_>> {
    literal::entries(text).unwrap_or_else(|| lines::entries(text))
}
