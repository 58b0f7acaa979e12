//! Scrambles: pushes that lead from the goal to a start.
//!
//! `R2D2LU`: each letter gives the direction of tiles, and the number after it how many of them are
//! pushed at once, by default one. Blanks are ignored.

use super::board::TileTextError;
use crate::puzzle::{Direction, Size};
use crate::tiles::Tiles;

/// Whether a text is a scramble. No board is one: a board with enough tiles for `D` to be one has
/// other tiles as well.
///
/// ```
/// use sliding::tiles::notation::is_scramble;
///
/// assert!(is_scramble("R2 U2 LD"));
/// assert!(!is_scramble("d68cfe0ab7459132"));
/// ```
pub fn is_scramble(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(is_letter)
        && text.chars().all(|c| is_letter(c) || c.is_ascii_digit() || c.is_whitespace())
}

/// Returns the start that a scramble makes of a goal.
///
/// # Errors
///
/// Returns an error if a push is impossible, or the goal is not a board.
///
/// ```
/// use sliding::puzzle::Size;
/// use sliding::tiles::notation::{blank_last, scrambled};
///
/// let size = Size { rows: 3, cols: 3 };
/// let start = scrambled("R2 D", size, &blank_last(size)).unwrap();
/// assert_eq!(start, [1, 2, 3, 0, 5, 6, 4, 7, 8]);
/// assert!(scrambled("L", size, &blank_last(size)).is_err());
/// ```
pub fn scrambled(text: &str, size: Size, goal: &[u32]) -> Result<Vec<u32>, TileTextError> {
    let text: String = text.split_whitespace().collect();
    let mut tiles = Tiles::new(size, goal.to_vec(), goal.to_vec())?;
    let mut blank = Tiles::blank(goal);
    let mut rest = &text[..];
    let mut number = 0;
    while !rest.is_empty() {
        let next = rest.char_indices().skip(1).find(|&(_, c)| is_letter(c));
        let (push, after) = rest.split_at(next.map_or(rest.len(), |(at, _)| at));
        number += 1;
        let Some(digits) = push.strip_prefix(is_letter) else {
            return Err(TileTextError::NoPush { number, push: push.to_owned(), room: 0 });
        };
        // Tiles go where the blank comes from.
        let direction = push_direction(push).opposite();
        let room = std::iter::successors(tiles.step(blank, direction), |&cell| {
            tiles.step(cell, direction)
        });
        let room: Vec<usize> = room.collect();
        let count = if digits.is_empty() { Ok(1) } else { digits.parse::<usize>() };
        let Some(cells) = count.ok().filter(|&count| count > 0).and_then(|n| room.get(..n)) else {
            return Err(TileTextError::NoPush { number, push: push.to_owned(), room: room.len() });
        };
        for &cell in cells {
            tiles.start.swap(blank, cell);
            blank = cell;
        }
        rest = after;
    }
    Ok(tiles.start)
}

fn is_letter(c: char) -> bool {
    "UDLR".contains(c)
}

/// Returns the direction of the tiles of a push.
fn push_direction(push: &str) -> Direction {
    match push.as_bytes()[0] {
        b'U' => Direction::Up,
        b'D' => Direction::Down,
        b'L' => Direction::Left,
        _ => Direction::Right,
    }
}
