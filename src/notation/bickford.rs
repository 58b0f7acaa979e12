//! The rows of N. Bickford's SbpUtilities: numbers, where equal ones are a piece.

use super::options::ReadOptions;
use super::problem::Problem;
use super::readings::{BoardInput, read_blocks, setup_of};
use super::sheet::SheetBlock;
use super::text::{TextSpan, full_lines, number};
use super::{Notation, Reader};
use crate::puzzle::{Setup, Size};

pub const NOTATION: Notation = Notation {
    name: "bickford",
    about: "N. Bickford's SbpUtilities: numbers, equal ones a piece; the corner piece to the other",
    read: Reader::Lines { line: by_line, are_lines },
    write: None,
};

/// Whether each line is a board, not a row.
fn are_lines(text: &str) -> bool {
    full_lines(text)
        .all(|line| size_of_line(line.words().count()).is_some_and(|size| size.cells() > 8))
}

/// Whether a line has the numbers of a board.
pub fn is_line(line: &TextSpan) -> bool {
    let count = line.words().count();
    count > 8 && size_of_line(count).is_some() && line.words().all(|word| number(&word).is_ok())
}

fn size_of_line(cells: usize) -> Option<Size> {
    let side = cells.isqrt();
    match cells {
        20 => Some(Size { rows: 5, cols: 4 }),
        _ if side > 0 && side * side == cells => {
            Some(Size { rows: side as u32, cols: side as u32 })
        }
        _ => None,
    }
}

fn by_line(line: TextSpan) -> Result<Setup, Problem> {
    let numbers: Vec<_> = line.words().collect();
    let Some(size) = size_of_line(numbers.len()) else {
        let message = format!("{} cells are no square", numbers.len());
        return Err(line.wrong(message, "a square or 20 cells, or rows on lines of their own"));
    };
    numbers.iter().try_for_each(|part| number(part).map(drop))?;
    let rows = numbers.chunks(size.cols as usize).map(<[TextSpan]>::to_vec).collect();
    let options = ReadOptions::with("as", "bickford");
    setup_of(read_blocks(&BoardInput::new(SheetBlock::of_rows(line, rows), &options)), line)
}
