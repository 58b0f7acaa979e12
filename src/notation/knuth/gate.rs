//! Signs in rows: the patterns of kinds, and the masks of gates in lines `only KINDS: MASK`.

use super::syntax::Syntax;
use crate::notation::problem::Result;
use crate::notation::text::TextSpan;
use crate::puzzle::{KindSetup, Lock, Size};

/// Returns the kind with a name and a pattern: rows of `0` and `1` joined by `/`, optionally
/// followed by ` h` or ` v`.
///
/// # Errors
///
/// The first invalid character, with its place in bytes.
///
/// ```
/// use sliding::notation::knuth::pattern;
///
/// assert_eq!(pattern('a', "01/11").unwrap().cells, [(0, 1), (1, 0), (1, 1)]);
/// assert_eq!(pattern('a', "01/21"), Err((3, '2')));
/// ```
pub fn pattern(name: char, text: &str) -> Result<KindSetup, (usize, char)> {
    let (pattern, lock) = match text.strip_suffix(" h") {
        Some(pattern) => (pattern, Lock::Horizontal),
        None => text.strip_suffix(" v").map_or((text, Lock::Free), |text| (text, Lock::Vertical)),
    };
    let cells = marks(pattern.char_indices(), ['0', '1'], i32::MAX)?;
    Ok(KindSetup { lock, ..KindSetup::new(name, cells) })
}

/// Returns row and column of each `mark` in rows joined by `/`, or the first other sign.
fn marks(
    signs: impl Iterator<Item = (usize, char)>,
    [other, mark]: [char; 2],
    cols: i32,
) -> Result<Vec<(i32, i32)>, (usize, char)> {
    let mut cells = Vec::new();
    let (mut row, mut col) = (0, 0);
    for (at, sign) in signs {
        if sign == '/' || col == cols {
            (row, col) = (row + 1, 0);
        }
        if sign == mark {
            cells.push((row, col));
        } else if sign != other && sign != '/' {
            return Err((at, sign));
        }
        col += i32::from(sign != '/');
    }
    Ok(cells)
}

/// Returns the names and the mask of a line that is meant as a gate.
pub fn parts<'a>(line: &TextSpan<'a>) -> Option<[TextSpan<'a>; 2]> {
    let names = line.text().split_once(':')?.0.strip_prefix("only")?;
    let is_gate = names.is_empty() || names.starts_with([' ', '\t']);
    let colon = "only".len() + names.len();
    is_gate.then(|| [line.part("only".len()..colon), line.from(colon + 1)])
}

/// Reads the kinds that may pass, and the cells of a gate. `who` looks up each name.
pub fn read<'a, T>(
    [names, mask]: [TextSpan<'a>; 2],
    size: Size,
    who: impl Fn(TextSpan<'a>) -> Result<T>,
) -> Result<(Vec<T>, Vec<u32>)> {
    let passing =
        names.words().flat_map(|word| word.characters()).map(who).collect::<Result<_>>()?;
    let signs = mask.text().char_indices().filter(|(_, c)| !c.is_whitespace());
    let marks = marks(signs, ['.', '-'], size.cols as i32)
        .map_err(|(at, c)| mask.from(at).character(0).fault(Syntax::BadMask(c)))?;
    let mut cells = Vec::new();
    for (row, col) in marks {
        let cell = size.cell(row.into(), col.into());
        cells.push(cell.ok_or_else(|| mask.fault(Syntax::MaskTooLong))?);
    }
    Ok((passing, cells))
}
