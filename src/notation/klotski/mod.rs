//! The codes of dnomd343/klotski: Huarong Dao boards in nine hex digits, or as ranks of these.

mod board;
mod rank;

use super::problem::Problem;
use super::text::TextSpan;
use super::write::{cells, no_gates, no_locks, no_walls, refuse_if, target};
use super::{Notation, Reader};
use crate::puzzle::{Puzzle, Size};
use board::{BlockCode, PackedBoard};

pub const NOTATION: Notation = Notation {
    name: "klotski",
    about: "dnomd343/klotski: Huarong Dao as CommonCode (1A9BF0C00) or ShortCode (4WVE1)",
    read: Reader::Lines { line: |word| Ok(read(&word)?.setup()), are_lines: |_| true },
    write: Some(|puzzle| Ok(common(&of_puzzle(puzzle)?))),
};

const DIGITS: &[u8; 32] = b"123456789ABCDEFGHJKMNPQRSTUVWXYZ";
const LENGTH: usize = 5;

pub fn is_code(word: &TextSpan) -> bool {
    read(word).is_ok()
}

fn read(word: &TextSpan) -> Result<PackedBoard, Problem> {
    // Five hex digits without a zero are a ShortCode.
    let is_short = word.text().len() == LENGTH && !word.text().contains('0');
    if is_short { read_short(word) } else { read_common(word) }
}

fn read_short(word: &TextSpan) -> Result<PackedBoard, Problem> {
    let mut rank = 0;
    for (at, c) in word.text().char_indices() {
        let digit = DIGITS.iter().position(|&d| char::from(d) == c.to_ascii_uppercase());
        let Some(digit) = digit else {
            let place = word.part(at..at + c.len_utf8());
            let expected = "a digit but 0, or a letter but I, L and O";
            return Err(place.wrong(format!("`{c}` is no digit of a ShortCode"), expected));
        };
        rank = 32 * rank + digit as u32;
    }
    let beyond = || word.wrong("there is no board of this rank", "a ShortCode up to `VZ7Z2`");
    rank::unrank(rank).ok_or_else(beyond)
}

fn read_common(word: &TextSpan) -> Result<PackedBoard, Problem> {
    let expected = "one to nine hex digits, or a ShortCode of five characters";
    let is_hex = |c: char| c.is_ascii_hexdigit();
    if let Some(at) = word.text().find(|c| !is_hex(c)) {
        let place = word.character(word.text()[..at].chars().count());
        return Err(place.wrong("this is no hex digit", expected));
    }
    let digits = word.text();
    if digits.is_empty() || digits.len() > 9 {
        return Err(word.wrong("a code of the wrong length", expected));
    }
    let value = u64::from_str_radix(digits, 16).unwrap_or_default() << (4 * (9 - digits.len()));
    let fault = |digit: usize, message, expected| {
        Err(word.character(digit.min(digits.len() - 1)).wrong(message, expected))
    };
    let Some(mut board) = PackedBoard::with_square((value >> 32) as u32) else {
        return fault(0, "no 2 x 2 fits there", "its upper left cell: 0 1 2 4 5 6 8 9 A C D E");
    };
    let mut shift = 32;
    while let Some(cell) = board.next() {
        // At most sixteen cells are left, so there are enough bits.
        shift -= 2;
        let block = BlockCode::of_code((value >> shift) as u32 & 3);
        if !board.put(cell, block) {
            let message = "a piece that leaves the board or overlaps another one";
            return fault((34 - shift) / 4, message, "a piece that fits");
        }
    }
    if value & ((1 << shift) - 1) != 0 {
        return fault(digits.len(), "digits behind the last piece", "zeros, or nothing");
    }
    if board.gaps() < 2 {
        return fault(digits.len(), "fewer than two empty cells", "at least two");
    }
    Ok(board)
}

fn common(board: &PackedBoard) -> String {
    let codes = board.blocks().fold(0, |codes, block| codes << 2 | u64::from(block.code()));
    let unused = 32 - 2 * board.blocks().count();
    format!("{:X}{:08X}\n", board.square(), codes << unused)
}

/// Returns the board of a puzzle that is Huarong Dao, with any names of kinds.
fn of_puzzle(puzzle: &Puzzle) -> Result<PackedBoard, &'static str> {
    let other = "this, only Huarong Dao: 5 x 4, one 2 x 2 that goes to the bottom centre, the rest \
                 1 x 2, 2 x 1 and 1 x 1, at least two empty cells";
    refuse_if(puzzle.size() != Size { rows: 5, cols: 4 }, other)?;
    no_walls(puzzle)?;
    no_locks(puzzle)?;
    no_gates(puzzle)?;
    let (own, exit) = target(puzzle)?;
    refuse_if(exit != 13, other)?;
    let square = |&piece: &_| cells(puzzle, piece).len() == 4;
    refuse_if(
        puzzle.start().placements().iter().filter(|piece| square(piece)).count() != 1,
        other,
    )?;
    let is_square = puzzle.kind(own).cells() == [(0, 0), (0, 1), (1, 0), (1, 1)];
    let board = PackedBoard::with_square(own.cell).filter(|_| is_square);
    let mut board = board.ok_or(other)?;
    while let Some(cell) = board.next() {
        let piece = puzzle.start().placements().iter().find(|piece| piece.cell == cell);
        let block = match piece.map(|&piece| puzzle.kind(piece).cells()) {
            None => BlockCode::Gap,
            Some([(0, 0)]) => BlockCode::Single,
            Some([(0, 0), (0, 1)]) => BlockCode::Lying,
            Some([(0, 0), (1, 0)]) => BlockCode::Standing,
            Some(_) => return Err(other),
        };
        board.put(cell, block);
    }
    refuse_if(board.gaps() < 2, other)?;
    Ok(board)
}
