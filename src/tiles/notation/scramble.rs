//! Scrambles: pushes that lead from the goal to a start.
//!
//! `R2D2LU`: each letter gives the direction of tiles, and the number after it how many of them are
//! pushed at once, by default one. Blanks are ignored.

use super::{LETTERS, TileTextError};
use crate::puzzle::{Direction, Size};
use crate::tiles::Tiles;

/// Whether a text is a scramble. No board is one: a board with enough tiles for `D` to be one has
/// other tiles as well.
pub(super) fn is_scramble(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(is_letter)
        && text.chars().all(|c| is_letter(c) || c.is_ascii_digit() || c.is_whitespace())
}

/// Returns the start that a scramble makes of a goal.
///
/// # Errors
///
/// Returns an error if a push is impossible, or the goal is not a board.
pub(super) fn scrambled(text: &str, size: Size, goal: &[u32]) -> Result<Vec<u32>, TileTextError> {
    let text: String = text.split_whitespace().collect();
    let mut tiles = Tiles::new(size, goal.to_vec(), goal.to_vec())?;
    let mut blank = Tiles::blank(goal);
    let starts = Vec::from_iter(text.match_indices(is_letter).map(|(at, _)| at));
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    for (number, (&at, end)) in (1..).zip(starts.iter().zip(ends)) {
        let push = &text[at..end];
        let direction = LETTERS.iter().position(|&letter| push.starts_with(letter));
        let direction = Direction::ALL[direction.expect("a push begins with a letter")];
        // Tiles go where the blank comes from.
        let next = |cell: &usize| tiles.step(*cell, direction.opposite());
        let room = Vec::from_iter(std::iter::successors(next(&blank), next));
        let count = if push.len() == 1 { Some(1) } else { push[1..].parse().ok() };
        let cells = count.filter(|&count: &usize| count > 0).and_then(|count| room.get(..count));
        let Some(cells) = cells else {
            let tiles = if room.len() == 1 { "tile" } else { "tiles" };
            let room = room.len();
            let why =
                format!("push {number}, `{push}`, cannot be made: {room} {tiles} can go there");
            return Err(TileTextError(why));
        };
        for &cell in cells {
            tiles.start.swap(blank, cell);
            blank = cell;
        }
    }
    Ok(tiles.start)
}

fn is_letter(c: char) -> bool {
    LETTERS.contains(&c)
}
