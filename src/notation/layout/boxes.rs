//! Boards with boxes drawn round their pieces.

use super::Grid;
use crate::notation::text::TextSpan;

/// The width of a character in columns of a terminal.
fn width(c: char) -> usize {
    let is_wide = matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}');
    1 + usize::from(is_wide)
}

/// A drawing as characters in columns: lines are `-`, `|` and `+`, and the second column of a wide
/// character is empty.
struct Drawing<'a> {
    rows: Vec<Vec<(char, Option<TextSpan<'a>>)>>,
}

impl<'a> Drawing<'a> {
    fn new(lines: &[TextSpan<'a>]) -> Self {
        let row = |line: &TextSpan<'a>| {
            let mut row = Vec::new();
            for (at, c) in line.text().char_indices() {
                let sign = match c {
                    '─' | '━' | '═' => '-',
                    '│' | '┃' | '║' => '|',
                    '\u{2500}'..='\u{257f}' => '+',
                    c => c,
                };
                row.push((sign, Some(line.part(at..at + c.len_utf8()))));
                row.extend((1..width(c)).map(|_| (' ', None)));
            }
            row
        };
        Drawing { rows: lines.iter().map(row).collect() }
    }

    fn at(&self, row: usize, col: usize) -> char {
        self.rows[row].get(col).map_or(' ', |(sign, _)| *sign)
    }

    /// Whether a row is a line from one side to the other, perhaps with gaps at its corners only.
    fn is_rule(&self, row: usize, marks: &[usize]) -> bool {
        marks.iter().all(|&col| matches!(self.at(row, col), '+' | '|' | '-'))
            && self.rows[row].iter().any(|(sign, _)| matches!(sign, '+' | '-'))
            && self.rows[row].iter().all(|(sign, _)| matches!(sign, '+' | '-' | '|' | ' '))
    }

    /// Returns the text between two columns, without blanks around it.
    fn text(&self, row: usize, cols: std::ops::Range<usize>) -> Option<TextSpan<'a>> {
        let parts = self.rows[row].get(cols.start..cols.end.min(self.rows[row].len()))?;
        let mut full = parts.iter().filter(|(sign, _)| !matches!(sign, ' ' | '|'));
        let first = full.next()?.1?;
        let last = full.next_back().and_then(|(_, part)| *part).unwrap_or(first);
        Some(first.through(last))
    }
}

/// Returns the cells of a board with boxes round its pieces, where no line parts the cells of a piece;
/// `None` if no boxes are drawn.
pub fn grid<'a>(lines: &[TextSpan<'a>]) -> Option<Grid<'a>> {
    let drawing = Drawing::new(lines);
    let rule = |row: &Vec<(char, Option<TextSpan>)>| {
        let full = row.iter().filter(|(sign, _)| *sign != ' ');
        full.clone().count() > 2
            && full.clone().all(|(sign, _)| "+-|".contains(*sign))
            && row.windows(2).any(|two| two[0].0 == '-' && two[1].0 == '-')
    };
    let rules: Vec<usize> = (0..lines.len()).filter(|&row| rule(&drawing.rows[row])).collect();
    let (&top, &bottom) = (rules.first()?, rules.last()?);
    if rules.len() < 3 || top + 2 > bottom || top > 0 || bottom + 1 < lines.len() {
        return None;
    }
    let wide = drawing.rows.iter().map(Vec::len).max()?;
    let has_line = |col: &usize| (top..=bottom).any(|row| "|+".contains(drawing.at(row, *col)));
    let marks: Vec<usize> = (0..wide).filter(has_line).collect();
    let is_top = |row: &usize| rules.contains(row) || drawing.is_rule(*row, &marks);
    let tops: Vec<usize> = (top..=bottom).filter(is_top).collect();
    let (height, width) = (tops.len().checked_sub(1)?, marks.len().checked_sub(1)?);
    if height < 2 || width < 2 {
        return None;
    }
    let mut boxes: Vec<usize> = (0..height * width).collect();
    let mut join = |one: usize, other: usize| {
        let (one, other) = (boxes[one], boxes[other]);
        boxes.iter_mut().filter(|of| **of == other).for_each(|of| *of = one);
    };
    for row in 0..height {
        for col in 0..width {
            let mut inner = tops[row] + 1..tops[row + 1];
            let cell = row * width + col;
            if col + 1 < width && inner.all(|line| !"|+".contains(drawing.at(line, marks[col + 1])))
            {
                join(cell, cell + 1);
            }
            let mut below = marks[col] + 1..marks[col + 1];
            if row + 1 < height && below.all(|at| drawing.at(tops[row + 1], at) == ' ') {
                join(cell, cell + width);
            }
        }
    }
    let blank = drawing.rows[tops[0]].iter().find_map(|(_, part)| *part)?.part(0..0);
    let cell = |at: usize| {
        let (row, col) = (at / width, at % width);
        let cols = || marks[col] + 1..marks[col + 1];
        (tops[row] + 1..tops[row + 1]).find_map(|line| drawing.text(line, cols()))
    };
    let texts: Vec<Option<TextSpan>> = (0..height * width).map(cell).collect();
    let named = |at: usize| {
        let mut same = (0..texts.len()).filter(|&other| boxes[other] == boxes[at]);
        same.find_map(|other| texts[other]).unwrap_or(blank)
    };
    let rows = (0..height).map(|row| (0..width).map(|col| named(row * width + col)).collect());
    let grid = Grid::new(rows.collect(), true)?;
    let is_joined = (0..boxes.len()).any(|at| boxes[at] != at);
    Some(Grid { boxes: is_joined.then_some(boxes), ..grid })
}
