//! Rows that are written in unusual ways.

use super::{Grid, characters};
use crate::notation::text::TextSpan;

/// Returns the rows of numbers of which some lines have one and others several with `/` between them.
pub fn unfolded(rows: Vec<TextSpan<'_>>) -> Vec<TextSpan<'_>> {
    let is_numeric = |c: char| c.is_ascii_digit() || c.is_whitespace() || c == '/';
    let parted = rows.iter().filter(|row| row.text().contains('/')).count();
    let is_folded = (1..rows.len()).contains(&parted)
        && rows.iter().all(|row| row.text().chars().all(is_numeric));
    if !is_folded {
        return rows;
    }
    rows.iter().flat_map(|row| row.split(|c| c == '/')).map(|row| row.trimmed()).collect()
}

/// Returns rows with their numbers before them, 1 and 2 and so on or from 0, without these.
pub fn labelled<'a>(lines: &[TextSpan<'a>]) -> Option<(usize, Grid<'a>)> {
    let mut rows = Vec::new();
    let mut first = 0;
    for line in lines {
        let words: Vec<TextSpan> = line.words().collect();
        let [label, row] = words[..] else { break };
        let Ok(number) = label.text().parse::<usize>() else { break };
        if rows.is_empty() {
            first = number;
        }
        let signs = characters(row);
        let width = rows.first().map_or(signs.len(), Vec::len);
        if number != first + rows.len() || first > 1 || signs.len() != width || width < 3 {
            break;
        }
        rows.push(signs);
    }
    let is_board =
        rows.len() > 2 && rows.iter().flatten().any(|sign| !sign.text().contains(char::is_numeric));
    let lines = rows.len();
    Grid::new(rows, false).filter(|_| is_board).map(|grid| (lines, grid))
}

/// Completes rows of numbers, of which one has a gap of blanks.
pub fn with_blank<'a>(lines: &[TextSpan<'a>]) -> Option<Grid<'a>> {
    let mut rows: Vec<Vec<TextSpan>> = lines.iter().map(|line| line.words().collect()).collect();
    let is_number = |part: &TextSpan| part.text().parse::<i64>().is_ok();
    let widest = rows.iter().map(Vec::len).max()?;
    let short: Vec<usize> = (0..rows.len()).filter(|&row| rows[row].len() < widest).collect();
    let &[at] = &short[..] else { return None };
    if rows[at].len() + 1 != widest || !rows.iter().flatten().all(is_number) {
        return None;
    }
    let full = rows.iter().find(|row| row.len() == widest)?;
    let end = |part: &TextSpan| part.column() + part.text().len();
    let missing =
        full.iter().position(|cell| rows[at].iter().all(|other| end(other) != end(cell)))?;
    // Blanks at the end of a line are invisible, so they count only if nothing else is the gap.
    let has_zero = rows.iter().flatten().any(|part| part.text() == "0");
    if missing == rows[at].len() && has_zero {
        return None;
    }
    let last = *rows[at].last()?;
    let blank = rows[at].get(missing).map_or_else(|| last.behind(), |part| part.part(0..0));
    rows[at].insert(missing, blank);
    Grid::new(rows, true)
}
