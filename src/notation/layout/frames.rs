//! Frames and boxes of lines, and the exits that they show.

use super::{ExitMark, Grid, Side};
use crate::notation::text::TextSpan;

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
    let is_closed = signs.starts_with('+') && signs.ends_with('+');
    signs.chars().all(|sign| "+-=| ".contains(sign))
        && signs.contains(['-', '='])
        && (is_closed || signs.starts_with('|') || !text.contains('-'))
}

/// Returns the lines without frames, and the exits that they show: a missing bar, an arrow beside a row
/// or above or below the board, a sign beside a row that stands nowhere else.
pub fn unframed<'a>(lines: &[TextSpan<'a>]) -> (Vec<TextSpan<'a>>, Vec<ExitMark>) {
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
            exits.push(ExitMark { side, at: row.column() as u32 - 1 });
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
        exits.extend(side.map(|side| ExitMark { side, at: rows.len() as u32 }));
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
    let has_bar = |col: &usize| (0..lines.len()).any(|row| is_bar(row, *col));
    let marks: Vec<usize> = (0..wide).filter(has_bar).collect();
    let is_rule = |row: &usize| {
        let signs: String = drawing[*row].iter().map(|(sign, _)| sign).collect();
        let is_whole = marks.iter().all(|&col| is_bar(*row, col)) && signs.contains('+');
        signs.chars().all(|sign| "+-| ".contains(sign)) && (is_whole || signs.contains("--"))
    };
    let rules: Vec<usize> = (0..lines.len()).filter(is_rule).collect();
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
    let name = |cell: usize| {
        let mut same = (0..boxes.len()).filter(|&other| boxes[other] == boxes[cell]);
        same.find_map(text).unwrap_or(lines[0].part(0..0))
    };
    let cells: Vec<TextSpan> = (0..boxes.len()).map(name).collect();
    let grid = Grid::of_cells(&cells, width, true)?;
    let is_joined = boxes.iter().enumerate().any(|(cell, of)| cell != *of);
    Some(Grid { boxes: is_joined.then_some(boxes), ..grid })
}
