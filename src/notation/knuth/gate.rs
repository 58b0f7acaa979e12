//! Gates: lines `only KINDS: MASK` below the stop line.

use std::ops::Range;

use super::fault::Syntax;
use super::read::Line;
use crate::puzzle::{Gate, Setup};

/// A gate, or what keeps it from being understood, and which bytes of the line that are. `None`
/// where the line is not meant as one.
pub fn read(line: Line, setup: &Setup) -> Option<Result<Gate, (Syntax, Range<usize>)>> {
    let rest = line.text.strip_prefix("only")?;
    let (kinds, mask) = rest.split_once(':')?;
    let first = "only".len();
    (kinds.is_empty() || kinds.starts_with([' ', '\t'])).then(|| {
        let kinds = named(kinds, first, setup)?;
        let cells = masked(mask, first + rest.len() - mask.len(), setup)?;
        Ok(Gate { kinds, cells })
    })
}

/// The kinds with these names, which stand in the line from byte `first`.
fn named(names: &str, first: usize, setup: &Setup) -> Result<Vec<u8>, (Syntax, Range<usize>)> {
    let mut kinds = Vec::new();
    for (at, name) in names.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        let index = setup.kinds.iter().position(|kind| kind.name == name);
        let at = first + at;
        let index = index.ok_or((Syntax::Undefined(name), at..at + name.len_utf8()))?;
        kinds.push(index as u8);
    }
    Ok(kinds)
}

/// The cells that a mask marks, which stands in the line from byte `first`.
fn masked(mask: &str, first: usize, setup: &Setup) -> Result<Vec<u32>, (Syntax, Range<usize>)> {
    let (mut row, mut col) = (0, 0);
    let mut cells = Vec::new();
    for (at, c) in mask.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        let here = first + at..first + at + c.len_utf8();
        if c == '/' {
            (row, col) = (row + 1, 0);
            continue;
        }
        if col == i64::from(setup.size.cols) {
            (row, col) = (row + 1, 0);
        }
        let cell = setup.size.cell(row, col);
        match (c, cell) {
            ('-' | '.', None) => return Err((Syntax::MaskTooLong, here)),
            ('-', Some(cell)) => cells.push(cell),
            ('.', Some(_)) => {}
            _ => return Err((Syntax::BadMask(c), here)),
        }
        col += 1;
    }
    Ok(cells)
}
