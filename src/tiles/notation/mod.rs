//! How tile puzzles are written: boards, scrambles, goals and solutions.

mod board;
mod scramble;

pub use board::{Error, board, instance};
pub use scramble::{is_scramble, scrambled};

use crate::puzzle::{Direction, Size};

use super::Tiles;

/// The usual goal: the blank last, as Knuth has it.
pub fn blank_last(size: Size) -> Vec<u32> {
    (1..size.cells() as u32).chain([0]).collect()
}

/// Korf's goal: the blank first.
pub fn blank_first(size: Size) -> Vec<u32> {
    (0..size.cells() as u32).collect()
}

/// A start and a goal of the same size as a puzzle.
///
/// # Errors
///
/// Where the sizes differ.
pub fn puzzle(start: (Size, Vec<u32>), goal: (Size, Vec<u32>)) -> Result<Tiles, Error> {
    if start.0 != goal.0 {
        return Err(Error::Unlike);
    }
    Ok(Tiles { size: start.0, start: start.1, goal: goal.1 })
}

/// How the moves of a solution are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// The numbers of the tiles that move: digits up to 36 cells, else numbers with blanks.
    Tiles,
    /// Where the blank goes: `L`, `R`, `U`, `D`.
    Blank,
    /// Where the tiles go: `L`, `R`, `U`, `D`.
    Directions,
}

/// Writes the moves of the blank, each of which stays on the board.
///
/// # Panics
///
/// If the blank leaves the board.
///
/// ```
/// use sliding::puzzle::{Direction, Size};
/// use sliding::tiles::{Tiles, notation::{Moves, blank_last, moves}};
///
/// let size = Size { rows: 2, cols: 2 };
/// let tiles = Tiles { size, start: vec![0, 2, 1, 3], goal: blank_last(size) };
/// let way = [Direction::Down, Direction::Right];
/// assert_eq!(moves(&tiles, &way, Moves::Tiles), "13");
/// assert_eq!(moves(&tiles, &way, Moves::Blank), "DR");
/// assert_eq!(moves(&tiles, &way, Moves::Directions), "UL");
/// ```
pub fn moves(tiles: &Tiles, way: &[Direction], how: Moves) -> String {
    let letter = |direction: Direction| match direction {
        Direction::Right => 'R',
        Direction::Left => 'L',
        Direction::Down => 'D',
        Direction::Up => 'U',
    };
    match how {
        Moves::Blank => way.iter().map(|&direction| letter(direction)).collect(),
        Moves::Directions => way.iter().map(|direction| letter(direction.opposite())).collect(),
        Moves::Tiles => {
            let moved = tiles.moved(way);
            if tiles.size.cells() <= 36 {
                return moved.iter().filter_map(|&tile| char::from_digit(tile, 36)).collect();
            }
            moved.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
        }
    }
}
