//! The codes of dnomd343/klotski: Huarong Dao boards in nine hex digits, or as ranks of these.

mod board;
mod rank;

use super::problem::Problem;
use super::text::TextSpan;
use super::write::{refuse_if, target};
use super::{Notation, Reader};
use crate::puzzle::{Lock, Puzzle, Size};
use board::{BlockCode, EXIT, PackedBoard};

pub const NOTATION: Notation = Notation {
    name: "klotski",
    about: "dnomd343/klotski: Huarong Dao as CommonCode (1A9BF0C00) or ShortCode (4WVE1)",
    read: Reader::Lines { line: |word| read(&word)?.setup(word), are_lines: |_| true },
    write: Some(|puzzle| Ok(common(&of_puzzle(puzzle)?))),
};

const DIGITS: &str = "123456789ABCDEFGHJKMNPQRSTUVWXYZ";
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
    for (index, c) in word.text().chars().enumerate() {
        let Some(digit) = DIGITS.find(c.to_ascii_uppercase()) else {
            let expected = "a digit but 0, or a letter but I, L and O";
            let message = format!("`{c}` is no digit of a ShortCode");
            return Err(word.character(index).wrong(message, expected));
        };
        rank = 32 * rank + digit as u32;
    }
    let beyond = || word.wrong("there is no board of this rank", "a ShortCode up to `VZ7Z2`");
    rank::unrank(rank).ok_or_else(beyond)
}

fn read_common(word: &TextSpan) -> Result<PackedBoard, Problem> {
    let expected = "one to nine hex digits, or a ShortCode of five characters";
    let mut digits = Vec::new();
    for (index, c) in word.text().chars().enumerate() {
        let odd = || word.character(index).wrong("this is no hex digit", expected);
        digits.push(c.to_digit(16).ok_or_else(odd)?);
    }
    let ([square, others @ ..], 1..10) = (&digits[..], digits.len()) else {
        return Err(word.wrong("a code of the wrong length", expected));
    };
    let last = digits.len() - 1;
    let wrong = |digit: usize, message, expected| {
        Err(word.character(digit.min(last)).wrong(message, expected))
    };
    let Some(mut board) = PackedBoard::with_square(*square) else {
        return wrong(0, "no 2 x 2 fits there", "its upper left cell: 0 1 2 4 5 6 8 9 A C D E");
    };
    let mut codes: Vec<u32> = others.iter().flat_map(|digit| [digit >> 2, digit & 3]).collect();
    codes.resize(16, 0);
    while let Some(cell) = board.next() {
        let at = board.blocks.len();
        if !board.put(cell, BlockCode::ALL[codes[at] as usize]) {
            let message = "a piece that leaves the board or overlaps another one";
            return wrong(1 + at / 2, message, "a piece that fits");
        }
    }
    if codes[board.blocks.len()..].iter().any(|&code| code > 0) {
        return wrong(last, "digits behind the last piece", "zeros, or nothing");
    }
    if board.gaps() < 2 {
        return wrong(last, "fewer than two empty cells", "at least two");
    }
    Ok(board)
}

fn common(board: &PackedBoard) -> String {
    let codes = board.blocks.iter().map(|&(_, block)| block as u64);
    let unused = 32 - 2 * board.blocks.len();
    format!("{:X}{:08X}\n", board.square, codes.fold(0, |all, code| all << 2 | code) << unused)
}

/// Returns the board of a puzzle that is Huarong Dao, with any names of kinds.
fn of_puzzle(puzzle: &Puzzle) -> Result<PackedBoard, &'static str> {
    let other = "this, only Huarong Dao: 5 x 4, one 2 x 2 that goes to the bottom centre, the rest \
                 1 x 2, 2 x 1 and 1 x 1, at least two empty cells";
    let is_other = puzzle.size() != Size { rows: 5, cols: 4 }
        || !puzzle.blocked().is_empty()
        || !puzzle.gates().is_empty()
        || puzzle.kinds().iter().any(|kind| kind.lock() != Lock::Free);
    refuse_if(is_other, other)?;
    let (own, exit) = target(puzzle)?;
    let is_square = puzzle.kind(own).cells() == [(0, 0), (0, 1), (1, 0), (1, 1)];
    let board = PackedBoard::with_square(own.cell).filter(|_| is_square && exit == EXIT);
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
