//! Lines cut into cells; frames and boxes of lines, and the exits that they show.

use super::{Grid, Side};
use crate::notation::text::TextSpan;

/// What a cell is in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// A part between separators of this sort.
    Between(char),
    Word,
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
    Cells::Between('-'),
    Cells::Sign,
];

impl Cells {
    /// Returns the cells of a line; fewer than two mean that it has none of this sort.
    pub fn of(self, line: TextSpan<'_>) -> Vec<TextSpan<'_>> {
        match self {
            Cells::Between(sign) => between(line, sign),
            Cells::Word => words(line),
            Cells::Sign => characters(line),
        }
    }

    /// Returns the number of lines, from the first on, that have equally many cells, at least two.
    pub fn run(self, lines: &[TextSpan]) -> usize {
        let width = lines.first().map_or(0, |line| self.of(*line).len());
        let same = lines.iter().take_while(|line| width > 1 && self.of(**line).len() == width);
        same.count()
    }

    /// Returns the rows of lines as a grid. Indentation is outside the board.
    pub fn grid<'a>(self, lines: &[TextSpan<'a>]) -> Option<Grid<'a>> {
        let left = lines
            .iter()
            .map(|line| line.trimmed().column() - line.column())
            .min()
            .filter(|_| self == Cells::Sign)
            .unwrap_or(0);
        let rows: Vec<Vec<TextSpan>> = lines.iter().map(|line| self.of(line.from(left))).collect();
        Grid::new(rows, self != Cells::Sign)
    }
}

fn is_blank(part: &TextSpan) -> bool {
    part.trimmed().text().is_empty()
}

/// Returns the parts between separators, without quotes. Only one part between dashes is no number.
fn between<'a>(line: TextSpan<'a>, sign: char) -> Vec<TextSpan<'a>> {
    let pieces = line.pieces(sign.encode_utf8(&mut [0; 4]));
    let mut cells: Vec<TextSpan> = pieces
        .iter()
        .map(|piece| {
            let piece = piece.trimmed();
            piece.split(|c| c == '"').next().unwrap_or(piece)
        })
        .collect();
    // There is no cell behind a separator at the end.
    cells.pop_if(|cell| is_blank(cell));
    let others = cells.iter().filter(|cell| !cell.is_number()).count();
    if sign == '-' && others > 1 { Vec::new() } else { cells }
}

/// Returns words, unless signs and dots in a word are cells; two dots can be one.
fn words(line: TextSpan<'_>) -> Vec<TextSpan<'_>> {
    let words: Vec<TextSpan> = line.words().collect();
    let are_signs =
        |word: &TextSpan| word.text().contains('.') && ![".", ".."].contains(&word.text());
    if words.iter().any(are_signs) { Vec::new() } else { words }
}

/// Returns the characters of a part, with combining characters joined to the one before.
pub fn characters(part: TextSpan<'_>) -> Vec<TextSpan<'_>> {
    part.characters()
        .filter(|c| !matches!(c.text(), "\u{fe0e}" | "\u{fe0f}" | "\u{200d}"))
        .collect()
}

/// Returns the board that stands in one line: rows with `/` or `;` between them, words of equal length,
/// a square of signs as in `82x461375`, or width, height and cells, as in `3,3,168452=30`.
pub fn one_line<'a>(line: TextSpan<'a>) -> Option<Grid<'a>> {
    let line = line.trimmed();
    // In source code the end of a line is `\\n`.
    let line = line.part(0..line.text().trim_end_matches("\\n").len());
    let words: Vec<TextSpan> = line
        .split(|c: char| if line.text().contains(',') { c == ',' } else { c.is_whitespace() })
        .collect();
    rows_in_line(line).or_else(|| rows_of_words(&words)).or_else(|| code(&words))
}

/// Returns rows with `/` or `;` between them.
pub fn rows_in_line<'a>(line: TextSpan<'a>) -> Option<Grid<'a>> {
    let sign = ["\\n", "/", ";"].into_iter().find(|&sign| line.text().contains(sign))?;
    let mut rows: Vec<TextSpan> = line.pieces(sign).iter().map(TextSpan::trimmed).collect();
    // There is no row behind a separator at the end, but one before each other.
    rows.pop_if(|row| row.text().is_empty());
    let way = WAYS
        .into_iter()
        .find(|way| rows.iter().all(|row| way.of(*row).len() > 1))
        .unwrap_or(Cells::Sign);
    let is_short = rows.iter().any(|row| row.text().is_empty());
    way.grid(&rows).filter(|grid| is_short || way != Cells::Sign || grid.is_rectangle())
}

/// Returns words of equal length, at least three, as rows of signs.
pub fn rows_of_words<'a>(words: &[TextSpan<'a>]) -> Option<Grid<'a>> {
    let rows: Vec<Vec<TextSpan>> = words.iter().map(|word| characters(*word)).collect();
    let length = rows.first()?.len();
    let are_equal = rows.iter().all(|row| row.len() == length);
    let are_numbers = words.iter().all(TextSpan::is_number) && length != words.len();
    let are_rows = are_equal && !are_numbers && words.len() > 2 && length > 1;
    are_rows.then(|| Grid::new(rows, false))?
}

/// Returns a board of one word, with width and height before it unless it is a square.
fn code<'a>(words: &[TextSpan<'a>]) -> Option<Grid<'a>> {
    let (word, size) = words.split_last()?;
    let cells = characters(*word);
    let side = cells.len().isqrt();
    let (width, height) = match size {
        [] => (side, side),
        [width, height] => (width.value()?, height.value()?),
        _ => return None,
    };
    let is_whole = width > 2 && usize::checked_mul(width, height) == Some(cells.len());
    is_whole.then(|| Grid::of_cells(&cells, width, false))?
}

/// Returns the rows of numbers of which some lines have one and others several with `/` between them.
pub fn unfolded(rows: Vec<TextSpan<'_>>) -> Vec<TextSpan<'_>> {
    let is_folded = rows
        .iter()
        .all(|row| row.text().chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || c == '/'))
        && !rows.iter().all(|row| row.text().contains('/'));
    match is_folded {
        true => rows.iter().flat_map(|row| row.split(|c| c == '/')).collect(),
        false => rows,
    }
}

/// Returns rows with their numbers before them, 1 and 2 and so on or from 0, without these.
pub fn unlabelled(rows: Vec<TextSpan<'_>>) -> Vec<TextSpan<'_>> {
    let words: Vec<Vec<TextSpan>> = rows.iter().map(|row| row.words().collect()).collect();
    let first = words.first().and_then(|row| row.first()?.value::<usize>());
    let is_labelled = |(at, row): (usize, &Vec<TextSpan>)| {
        row.len() == 2 && first.is_some_and(|first| row[0].value() == Some(first + at))
    };
    let has_signs = words.iter().any(|row| row.last().is_some_and(|word| !word.is_number()));
    match has_signs && words.len() > 2 && words.iter().enumerate().all(is_labelled) {
        true => words.into_iter().map(|row| row[1]).collect(),
        false => rows,
    }
}

/// Returns rows of words with gaps of blanks, where each word of a shorter row ends below one of a full
/// row.
pub fn completed<'a>(lines: &[TextSpan<'a>]) -> Option<Grid<'a>> {
    let mut rows: Vec<Vec<TextSpan>> = lines.iter().map(|line| words(*line)).collect();
    let full = rows.iter().max_by_key(|row| row.len())?.clone();
    let end = |part: &TextSpan| part.behind().column();
    let is_below = |cell: &TextSpan, other: &TextSpan| {
        end(cell) == end(other) || cell.column() == other.column()
    };
    let has_zero = rows.iter().flatten().any(|cell| cell.text() == "0");
    for row in &mut rows {
        let blank = row.first()?.part(0..0);
        let cells: Vec<Option<TextSpan>> = full
            .iter()
            .map(|cell| row.iter().find(|other| is_below(cell, other)).copied())
            .collect();
        let is_whole = cells.iter().flatten().count() == row.len();
        // Blanks at the end of a line are invisible, so they count only if nothing else is the gap.
        let is_visible = !has_zero || cells.last()?.is_some();
        *row = cells.into_iter().map(|cell| cell.unwrap_or(blank)).collect();
        (is_whole && is_visible).then_some(())?;
    }
    let blanks = rows.iter().flatten().filter(|cell| is_blank(cell)).count();
    let are_signs = rows.iter().flatten().all(|cell| cell.text().chars().nth(1).is_none());
    (blanks == 1 || blanks > 1 && are_signs).then(|| Grid::new(rows, true))?
}

/// Returns what a character is in a drawing of lines: `-`, `|` or `+`.
fn drawn(c: char) -> char {
    match c {
        '─' | '━' | '═' => '-',
        '│' | '┃' | '║' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        c => c,
    }
}

/// Whether a line is only part of a frame. A row of dashes could be one of empty cells.
pub fn is_frame(line: &TextSpan) -> bool {
    let text = line.text().trim();
    let signs: String = text.chars().map(drawn).collect();
    signs.chars().all(|sign| "+-=|: ".contains(sign))
        && (signs.starts_with(['+', '|']) || !text.contains('-'))
        && signs.contains(['-', '='])
}

/// Returns the lines without frames, and the exits that they show: a missing bar, an arrow beside a row
/// or above or below the board, a sign beside a row that stands nowhere else.
pub fn unframed<'a>(lines: &[TextSpan<'a>]) -> (Vec<TextSpan<'a>>, Vec<(Side, u32)>) {
    let lines: Vec<&TextSpan> = lines.iter().filter(|line| !is_frame(line)).collect();
    let ends = |row: &TextSpan| {
        let mut signs = row.text().trim().chars().map(drawn);
        let first = signs.next().unwrap_or(' ');
        (first, signs.next_back().unwrap_or(' '))
    };
    let is_framed = lines.iter().any(|line| ends(line) == ('|', '|'));
    let is_own = |sign: char| lines.iter().filter(|line| line.text().contains(sign)).count() == 1;
    let width = |row: &TextSpan| row.text().chars().count();
    let (mut rows, mut exits) = (Vec::<TextSpan>::new(), Vec::new());
    for &line in &lines {
        let row = line.trimmed();
        if matches!(row.text(), "^" | "v" | "V" | "↓" | "↑") && row.column() > 1 {
            let side = if matches!(row.text(), "^" | "↑") { Side::Top } else { Side::Bottom };
            exits.push((side, row.column() as u32 - 1));
            continue;
        }
        let is_longer = rows.len() > 1
            && rows[rows.len() - 2..].iter().all(|above| width(above) + 1 == width(&row))
            && !row.text().contains([' ', ',', '\t']);
        let (first, last) = ends(&row);
        let (begins, closes) = match () {
            () if is_framed => ("|<←".contains(first), "|>→".contains(last)),
            () if is_longer => (
                is_own(first) && !is_own(last),
                ">→".contains(last) || is_own(last) && !is_own(first),
            ),
            () => (false, false),
        };
        let is_open = is_framed && begins != closes;
        let side = match () {
            () if closes && last != '|' || is_open && begins => Some(Side::Right),
            () if begins && first != '|' || is_open && closes => Some(Side::Left),
            () => None,
        };
        exits.extend(side.map(|side| (side, rows.len() as u32)));
        let signs: Vec<TextSpan> = row.characters().collect();
        let inner = signs.get(begins.into()..signs.len() - usize::from(closes)).unwrap_or(&[]);
        rows.push(match inner {
            [first, .., last] if begins || closes => first.through(*last),
            _ => *line,
        });
    }
    (rows, exits)
}

/// Returns the characters of a line in columns of a terminal. The second column of a wide character
/// is blank.
fn columns(line: TextSpan<'_>) -> Vec<(char, TextSpan<'_>)> {
    let mut columns = Vec::new();
    for part in line.characters() {
        let sign = part.text().chars().next().map_or(' ', drawn);
        columns.push((sign, part));
        // Chinese, Japanese and Korean signs, and pictures.
        if sign >= '\u{2e80}' {
            columns.push((' ', part));
        }
    }
    columns
}

/// Returns the cells of a board with boxes round its pieces, where no line parts the cells of a piece;
/// `None` if no boxes are drawn.
pub fn boxed<'a>(lines: &[TextSpan<'a>]) -> Option<Grid<'a>> {
    let drawing: Vec<Vec<(char, TextSpan)>> = lines.iter().map(|line| columns(*line)).collect();
    let at = |row: usize, col: usize| drawing[row].get(col).map_or(' ', |(sign, _)| *sign);
    let is_bar = |row: usize, col: usize| matches!(at(row, col), '|' | '+');
    let wide = drawing.iter().map(Vec::len).max()?;
    let marks: Vec<usize> =
        (0..wide).filter(|col| (0..lines.len()).any(|row| is_bar(row, *col))).collect();
    let rules: Vec<usize> = (0..lines.len())
        .filter(|row| {
            let signs: String = drawing[*row].iter().map(|(sign, _)| sign).collect();
            let is_whole = marks.iter().all(|&col| is_bar(*row, col)) && signs.contains('+');
            signs.chars().all(|sign| "+-| ".contains(sign)) && (is_whole || signs.contains("--"))
        })
        .collect();
    let (height, width) = (rules.len().checked_sub(1)?, marks.len().checked_sub(1)?);
    if height < 2 || width < 2 || rules[0] > 0 || rules[height] + 1 < lines.len() {
        return None;
    }
    let mut boxes: Vec<usize> = (0..height * width).collect();
    for cell in 0..boxes.len() {
        let (row, col) = (cell / width, cell % width);
        let is_wide = col + 1 < width
            && !(rules[row] + 1..rules[row + 1]).any(|line| is_bar(line, marks[col + 1]));
        let is_high = row + 1 < height
            && (marks[col] + 1..marks[col + 1]).all(|col| at(rules[row + 1], col) == ' ');
        let joined = [(is_wide, cell + 1), (is_high, cell + width)];
        for (_, other) in joined.into_iter().filter(|(is_joined, _)| *is_joined) {
            let (one, other) = (boxes[cell], boxes[other]);
            boxes.iter_mut().filter(|of| **of == other).for_each(|of| *of = one);
        }
    }
    let text = |cell: usize| {
        let (row, col) = (cell / width, cell % width);
        (rules[row] + 1..rules[row + 1]).find_map(|line| {
            let end = marks[col + 1].min(drawing[line].len());
            let signs = drawing[line].get(marks[col] + 1..end)?;
            let text = signs.first()?.1.through(signs.last()?.1).trimmed();
            Some(text).filter(|text| !text.text().is_empty())
        })
    };
    let cells: Vec<TextSpan> = (0..boxes.len())
        .map(|cell| {
            let mut same = (0..boxes.len()).filter(|&other| boxes[other] == boxes[cell]);
            same.find_map(text).unwrap_or(lines[0].part(0..0))
        })
        .collect();
    let grid = Grid::of_cells(&cells, width, true)?;
    let is_joined = boxes.iter().enumerate().any(|(cell, of)| cell != *of);
    Some(Grid { boxes: is_joined.then_some(boxes), ..grid })
}
