//! The codes of dnomd343/klotski: Huarong Dao boards in nine hex digits. A board has five rows of
//! four, one 2 x 2, and small pieces around it. The first digit is the place of the 2 x 2; two bits
//! for each cell that is free say what begins there.

use super::draft::PuzzleDraft;
use super::problem::Result;
use super::text::TextSpan;
use super::write::{Written, refuse_if, signs, target};
use super::{Notation, Reader};
use crate::puzzle::{Lock, Puzzle, Size};

pub const NOTATION: Notation = Notation {
    name: "klotski",
    about: "dnomd343/klotski: Huarong Dao as CommonCode (1A9BF0C00)",
    read: Reader::Lines {
        line: draft,
        are_lines: |_| true,
        meaning: Some("Huarong Dao: the 2 x 2 goes to the bottom centre"),
    },
    write: Some(write),
};

const SIZE: Size = Size { rows: 5, cols: 4 };
/// The upper left cell of the 2 x 2 in the goal.
const EXIT: u32 = 13;
/// The cells of the small pieces from their first one, in the order of their codes behind that of a
/// gap.
const PIECES: [&[(i32, i32)]; 3] = [&[(0, 0), (0, 1)], &[(0, 0), (1, 0)], &[(0, 0)]];
/// Returns the cells of each piece, as bits, the 2 x 2 first.
pub fn pieces(word: &TextSpan) -> Result<Vec<u32>> {
    let expected = "one to nine hex digits";
    let digit = |c: TextSpan| c.text().chars().next().and_then(|c| c.to_digit(16));
    let digits =
        word.characters().map(|c| digit(c).ok_or_else(|| c.wrong("no such digit", expected)));
    let digits = digits.collect::<Result<Vec<u32>>>()?;
    let is_short_code = digits.len() == 5 && !digits.contains(&0);
    if is_short_code || !(1..10).contains(&digits.len()) {
        return word.fail("a code of the wrong length", expected);
    }
    let square = digits[0];
    if square > 14 || square % 4 > 2 {
        let expected = "its upper left cell: 0 1 2 4 5 6 8 9 A C D E";
        return word.character(0).fail("no 2 x 2 fits there", expected);
    }
    let mut codes = digits[1..].iter().flat_map(|digit| [digit >> 2, digit & 3]);
    let (mut covered, mut gaps, mut read) = (0b11_0011 << square, 0, 2);
    let mut pieces = vec![covered];
    for cell in 0..20 {
        if covered >> cell & 1 == 1 {
            continue;
        }
        let at = word.character(read / 2);
        let code = codes.next().unwrap_or(0);
        let mask = [1, 0b11, 0b1_0001, 1][code as usize] << cell;
        if covered & mask > 0 || mask >> 20 > 0 || code == 1 && cell % 4 == 3 {
            let expected = "a piece that fits";
            return at.fail("a piece that leaves the board or overlaps another one", expected);
        }
        match code {
            0 => gaps += 1,
            _ => pieces.push(mask),
        }
        covered |= mask;
        read += 1;
    }
    if let Some(more) = codes.position(|code| code > 0) {
        let at = word.character((read + more) / 2);
        return at.fail("digits behind the last piece", "zeros, or nothing");
    }
    if gaps < 2 {
        return word.behind().fail("fewer than two empty cells", "at least two");
    }
    Ok(pieces)
}

fn draft(word: TextSpan<'_>) -> Result<PuzzleDraft<'_>> {
    let mut draft = PuzzleDraft::new("", SIZE, word);
    for mask in pieces(&word)? {
        draft.add("", (0..20).filter(|cell| mask >> cell & 1 == 1).collect(), word);
    }
    draft.aim(0, &[EXIT]);
    Ok(draft)
}

/// Writes the code of a puzzle that is Huarong Dao, with any names of kinds.
fn write(puzzle: &Puzzle) -> Written {
    let other = "this, only Huarong Dao: 5 x 4, one 2 x 2 that goes to the bottom centre, the rest \
                 1 x 2, 2 x 1 and 1 x 1, at least two empty cells";
    let is_other = puzzle.size() != SIZE
        || !puzzle.blocked().is_empty()
        || !puzzle.gates().is_empty()
        || puzzle.kinds().iter().any(|kind| kind.lock() != Lock::Free);
    refuse_if(is_other, other)?;
    let (own, exit) = target(puzzle)?;
    let is_square = puzzle.kind(own).cells() == [(0, 0), (0, 1), (1, 0), (1, 1)];
    refuse_if(!is_square || exit != EXIT, other)?;
    let pieces = puzzle.start().placements();
    let all: Vec<usize> = (1..=pieces.len()).collect();
    let (mut gaps, mut codes) = (0, vec![]);
    for (cell, at) in (0..).zip(signs(puzzle, [0, 0], pieces, &all)) {
        match pieces.get(at.wrapping_sub(1)) {
            None => {
                gaps += 1;
                codes.push(0);
            }
            Some(&piece) if piece.cell == cell && piece != own => {
                let shape = PIECES.iter().position(|cells| *cells == puzzle.kind(piece).cells());
                codes.push(shape.ok_or(other)? as u64 + 1);
            }
            _ => {}
        }
    }
    refuse_if(gaps < 2, other)?;
    codes.resize(16, 0);
    let code = codes.iter().fold(0, |all, code| all << 2 | code);
    Ok(format!("{:X}{code:08X}\n", own.cell))
}
