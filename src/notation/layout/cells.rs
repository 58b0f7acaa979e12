//! Lines cut into cells.

use super::Grid;
use crate::notation::text::TextSpan;

/// What a cell is in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// A part between separators of this sort.
    Between(char),
    Word,
    /// A number, or the only other word, between dashes.
    Dashed,
    Sign,
}

/// The ways to cut lines, the surest first.
pub const WAYS: [Cells; 8] = [
    Cells::Between('\t'),
    Cells::Between('|'),
    Cells::Between('│'),
    Cells::Between(';'),
    Cells::Between(','),
    Cells::Word,
    Cells::Dashed,
    Cells::Sign,
];

impl Cells {
    /// Returns the cells of a line; fewer than two mean that it has none of this sort.
    pub fn of(self, line: TextSpan<'_>) -> Vec<TextSpan<'_>> {
        match self {
            Cells::Between(sign) => between(line, sign),
            Cells::Word => line.words().collect(),
            Cells::Dashed => dashed(line),
            Cells::Sign => characters(line),
        }
    }

    /// Returns the rows of lines of equally many cells, as a grid.
    pub fn grid<'a>(self, lines: &[TextSpan<'a>]) -> Option<Grid<'a>> {
        let left = match self {
            Cells::Sign => lines.iter().map(indent).min().unwrap_or(0),
            _ => 0,
        };
        let row = |line: &TextSpan<'a>| match line.text().len() >= left {
            true => self.of(line.from(left)),
            false => Vec::new(),
        };
        let rows: Vec<Vec<TextSpan>> = lines.iter().map(row).collect();
        let has_words = self != Cells::Sign;
        let is_spread = |row: &Vec<TextSpan>| row.iter().skip(1).step_by(2).all(is_blank);
        let is_spaced = !has_words
            && rows.iter().all(|row| row.len() % 2 == 1 && row.len() > 2 && is_spread(row));
        let every_second = |row: Vec<TextSpan<'a>>| row.into_iter().step_by(2).collect();
        let rows = if is_spaced { rows.into_iter().map(every_second).collect() } else { rows };
        Grid::new(rows, has_words)
    }
}

fn is_blank(part: &TextSpan) -> bool {
    part.text().trim().is_empty()
}

/// Returns the number of blanks before a line.
pub fn indent(line: &TextSpan) -> usize {
    line.text().len() - line.text().trim_start_matches(' ').len()
}

fn between(line: TextSpan<'_>, sign: char) -> Vec<TextSpan<'_>> {
    let line = if sign == '\t' { line } else { line.trimmed() };
    let pieces = line.pieces(sign.encode_utf8(&mut [0; 4]));
    let mut cells: Vec<TextSpan> = pieces.iter().map(|piece| unquoted(piece.trimmed())).collect();
    // There is no cell behind a separator at the end, and none before a bar at the beginning.
    let is_open = |cell: Option<&TextSpan>| cell.is_some_and(is_blank);
    if cells.len() > 1 && sign != '\t' && is_open(cells.last()) {
        cells.pop();
    }
    if cells.len() > 1 && matches!(sign, '|' | '│') && is_open(cells.first()) {
        cells.remove(0);
    }
    cells
}

fn unquoted(cell: TextSpan<'_>) -> TextSpan<'_> {
    let text = cell.text();
    let is_quoted = text.len() > 2 && text.starts_with('"') && text.ends_with('"');
    if is_quoted { cell.part(1..text.len() - 1) } else { cell }
}

fn dashed(line: TextSpan<'_>) -> Vec<TextSpan<'_>> {
    let parts: Vec<TextSpan> = line.trimmed().split(|c| c == '-').collect();
    let dashes = line.text().matches('-').count();
    let is_number = |part: &&TextSpan| part.text().parse::<u32>().is_ok();
    let others = parts.len() - parts.iter().filter(is_number).count();
    if dashes + 1 == parts.len() && others < 2 { parts } else { Vec::new() }
}

/// Returns the characters of a part, with combining characters joined to the one before.
pub fn characters(part: TextSpan<'_>) -> Vec<TextSpan<'_>> {
    let is_cell = |c: char| !matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{200d}');
    let chars = part.text().char_indices().filter(|&(_, c)| is_cell(c));
    chars.map(|(at, c)| part.part(at..at + c.len_utf8())).collect()
}

/// Returns the rows of a board that stands in one line: rows with `/` or `;` between them, or at
/// least three words of equal length, with blanks or commas between them.
pub fn rows_in_line<'a>(line: TextSpan<'a>) -> Option<Grid<'a>> {
    let line = line.trimmed();
    let sign = ["/", ";"].into_iter().find(|&sign| line.text().contains(sign));
    let Some(sign) = sign else {
        let separators = if line.text().contains(',') { [',', ','] } else { [' ', '\t'] };
        let words: Vec<TextSpan> = line.split(|c| separators.contains(&c)).collect();
        return rows_of_words(&words);
    };
    let mut rows: Vec<TextSpan> = line.pieces(sign).iter().map(TextSpan::trimmed).collect();
    // There is no row behind a separator at the end, but one before each other.
    rows.pop_if(|row| row.text().is_empty());
    if rows.iter().any(|row| row.text().is_empty()) {
        return Grid::new(rows.into_iter().map(characters).collect(), false);
    }
    let has = |c: char| rows.iter().all(|row| row.text().contains(c));
    let way = match () {
        () if rows.len() < 2 => return None,
        () if has(',') => Cells::Between(','),
        () if has(' ') => Cells::Word,
        () => Cells::Sign,
    };
    let grid = way.grid(&rows)?;
    let is_small = grid.size.cols < 2 && grid.size.rows < 4 && !grid.has("0");
    (!is_small && (way != Cells::Sign || grid.is_rectangle())).then_some(grid)
}

/// Returns words of equal length, at least three, as rows of signs.
pub fn rows_of_words<'a>(words: &[TextSpan<'a>]) -> Option<Grid<'a>> {
    let length = words.first()?.text().chars().count();
    let are_equal = words.iter().all(|word| word.text().chars().count() == length);
    let are_numbers = words.iter().all(|word| word.text().parse::<i64>().is_ok());
    let are_rows = words.len() > 2 && length > 1 && (!are_numbers || length == words.len());
    let rows = words.iter().map(|word| characters(*word)).collect();
    if are_equal && are_rows { Grid::new(rows, false) } else { None }
}

/// Returns the square of the characters of a word, as in `82x461375`; or the board of width, height
/// and cells, as in `3,3,168452=30`.
pub fn code<'a>(line: TextSpan<'a>) -> Option<Grid<'a>> {
    let line = line.trimmed();
    let words: Vec<TextSpan> = line.split(|c| c == ',').collect();
    let (width, word) = match words[..] {
        [word] => {
            let length = word.text().chars().count();
            let side = length.isqrt();
            let is_square = side > 2 && side * side == length;
            (Some(side).filter(|_| is_square)?, word)
        }
        [width, height, word] => {
            let sides = [width, height].map(|side| side.text().parse::<usize>().ok());
            let [Some(width), Some(height)] = sides else { return None };
            let is_whole =
                width > 1 && Some(word.text().chars().count()) == width.checked_mul(height);
            (Some(width).filter(|_| is_whole)?, word)
        }
        _ => return None,
    };
    if word.text().contains(char::is_whitespace) {
        return None;
    }
    let cells = characters(word);
    Grid::new(cells.chunks(width).map(<[TextSpan]>::to_vec).collect(), false)
}
