//! Gates: lines `only KINDS: MASK`.

use std::ops::Range;

use super::syntax::Syntax;
use crate::notation::problem::ProblemText;
use crate::puzzle::Size;

/// Why a line is invalid, and the bytes of it that are wrong.
pub type LineError = (ProblemText, Range<usize>);

/// Whether a line is meant as a gate.
pub fn is_gate_line(line: &str) -> bool {
    let rest = line.strip_prefix("only").filter(|rest| rest.contains(':'));
    rest.is_some_and(|rest| rest.starts_with([':', ' ', '\t']))
}

/// Reads the kinds that may pass, and the cells of a gate, in a line that [is one](is_gate_line).
/// `who` looks up each name.
pub fn read<T>(
    line: &str,
    size: Size,
    who: impl Fn(char) -> Result<T, ProblemText>,
) -> Result<(Vec<T>, Vec<u32>), LineError> {
    let (names, mask) = line.split_once(':').unwrap_or((line, ""));
    let mut passing = Vec::new();
    for (at, name) in names.char_indices().skip("only".len()).filter(|(_, c)| !c.is_whitespace()) {
        passing.push(who(name).map_err(|words| (words, at..at + name.len_utf8()))?);
    }
    Ok((passing, cells(mask, line.len() - mask.len(), size)?))
}

/// Returns the cells that a mask marks; it begins at byte `first` of the line.
fn cells(mask: &str, first: usize, size: Size) -> Result<Vec<u32>, LineError> {
    let (mut row, mut col) = (0, 0);
    let mut cells = Vec::new();
    for (at, c) in mask.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        let here = first + at..first + at + c.len_utf8();
        if c == '/' {
            (row, col) = (row + 1, 0);
            continue;
        }
        if col == i64::from(size.cols) {
            (row, col) = (row + 1, 0);
        }
        let cell = size.cell(row, col);
        match (c, cell) {
            ('-' | '.', None) => return Err((Syntax::MaskTooLong.into(), here)),
            ('-', Some(cell)) => cells.push(cell),
            ('.', Some(_)) => {}
            _ => return Err((Syntax::BadMask(c).into(), here)),
        }
        col += 1;
    }
    Ok(cells)
}
