//! The codes of dnomd343/klotski: Huarong Dao boards in nine hex digits, or as ranks of these. A board
//! has five rows of four, one 2 x 2, and small pieces around it.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::draft::PuzzleDraft;
use super::problem::Result;
use super::text::TextSpan;
use super::write::{Written, refuse_if, signs, target};
use super::{Notation, Reader};
use crate::puzzle::{Lock, Puzzle, Size};

pub const NOTATION: Notation = Notation {
    name: "klotski",
    about: "dnomd343/klotski: Huarong Dao as CommonCode (1A9BF0C00) or ShortCode (4WVE1)",
    read: Reader::Lines {
        line: draft,
        are_lines: |_| true,
        meaning: Some("Huarong Dao: the 2 x 2 goes to the bottom centre"),
    },
    write: Some(write),
};

const SIZE: Size = Size { rows: 5, cols: 4 };
const FULL: u32 = (1 << 20) - 1;
/// The upper left cell of the 2 x 2 in the goal.
const EXIT: u32 = 13;
/// The cells of the small pieces from their first one, in the order of their codes behind that of a
/// gap.
const PIECES: [&[(i32, i32)]; 3] = [&[(0, 0), (0, 1)], &[(0, 0), (1, 0)], &[(0, 0)]];
/// The digits of ranks.
const SHORT: &str = "123456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// The cells covered so far, as bits, and the gaps among them, where more than two count as two.
type State = (u32, u32);

/// Returns the states after the 2 x 2, with its upper left cell.
fn squares() -> impl Iterator<Item = (u32, State)> {
    (0..15).filter(|cell| cell % 4 < 3).map(|cell| (cell, (0b11_0011 << cell, 0)))
}

/// Returns the states after each code that fits at the first uncovered cell.
fn next((covered, gaps): State) -> impl Iterator<Item = (u32, State)> {
    let cell = covered.trailing_ones();
    let own = 1 << cell;
    let lying = if cell % 4 < 3 { own << 1 } else { FULL };
    let masks = [own, own | lying, own | own << 4, own];
    let fits = move |&(_, mask): &(u32, u32)| covered < FULL && covered & mask == 0 && mask <= FULL;
    let after = move |(code, mask)| (code, (covered | mask, (gaps + u32::from(code == 0)).min(2)));
    (0..).zip(masks).filter(fits).map(after)
}

/// Finds the number of full boards that each possible state leads to.
fn count(state: State, known: &mut HashMap<State, u32>) -> u32 {
    if let Some(&boards) = known.get(&state) {
        return boards;
    }
    let further: u32 = next(state).map(|(_, next)| count(next, known)).sum();
    let boards = if state == (FULL, 2) { 1 } else { further };
    known.insert(state, boards);
    boards
}

/// Returns the 2 x 2 and the codes of the board of a rank, or `None` beyond the last one.
fn unrank(mut rank: u32) -> Option<Vec<u32>> {
    static BOARDS: OnceLock<HashMap<State, u32>> = OnceLock::new();
    let boards = BOARDS.get_or_init(|| {
        let mut known = HashMap::new();
        for (_, state) in squares() {
            count(state, &mut known);
        }
        known
    });
    // Skips the boards before the rank.
    let mut is_here = |&(_, state): &(u32, State)| {
        let is_here = rank < boards[&state];
        rank -= if is_here { 0 } else { boards[&state] };
        is_here
    };
    let (square, mut state) = squares().find(&mut is_here)?;
    let mut codes = vec![square];
    while let Some((code, after)) = next(state).find(&mut is_here) {
        codes.push(code);
        state = after;
    }
    Some(codes)
}

/// Returns the cells of each piece, as bits, the 2 x 2 first.
pub fn pieces(word: &TextSpan) -> Result<Vec<u32>> {
    let text = word.text();
    let at = |place: usize| word.character(place.min(text.len() - 1));
    let digits = |known: &str, expected: &'static str| {
        text.chars()
            .enumerate()
            .map(|(place, c)| {
                let digit = known.find(c.to_ascii_uppercase()).map(|digit| digit as u32);
                digit.ok_or_else(|| at(place).wrong("no such digit", expected))
            })
            .collect::<Result<Vec<u32>>>()
    };
    // Five hex digits without a zero are a ShortCode.
    let codes = if text.len() == 5 && !text.contains('0') {
        let digits = digits(SHORT, "a digit but 0, or a letter but I, L and O")?;
        let rank = digits.iter().fold(0, |rank, digit| 32 * rank + digit);
        unrank(rank).ok_or_else(|| {
            word.wrong("there is no board of this rank", "a ShortCode up to `VZ7Z2`")
        })?
    } else {
        let expected = "one to nine hex digits, or a ShortCode of five characters";
        let digits = digits("0123456789ABCDEF", expected)?;
        if !(1..10).contains(&digits.len()) {
            return word.fail("a code of the wrong length", expected);
        }
        let pairs = digits[1..].iter().flat_map(|digit| [digit >> 2, digit & 3]);
        [digits[0]].into_iter().chain(pairs).collect()
    };
    let Some((_, mut state)) = squares().find(|(square, _)| *square == codes[0]) else {
        return at(0).fail("no 2 x 2 fits there", "its upper left cell: 0 1 2 4 5 6 8 9 A C D E");
    };
    let mut pieces = vec![state.0];
    let mut place = 1;
    while state.0 < FULL {
        let own = codes.get(place).copied().unwrap_or(0);
        let Some((_, after)) = next(state).find(|(code, _)| *code == own) else {
            return at(place.div_ceil(2)).fail(
                "a piece that leaves the board or overlaps another one",
                "a piece that fits",
            );
        };
        pieces.extend((own > 0).then_some(after.0 & !state.0));
        state = after;
        place += 1;
    }
    if codes.iter().skip(place).any(|&code| code > 0) {
        return at(place).fail("digits behind the last piece", "zeros, or nothing");
    }
    if state.1 < 2 {
        return at(place).fail("fewer than two empty cells", "at least two");
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
