//! Random boards.

use rand_pcg::Pcg64;

use super::parity::Parity;
use super::{BoardError, Tiles};
use crate::engine::host::below;
use crate::puzzle::Size;

/// Random starts for a goal, uniformly distributed over the solvable ones.
pub struct RandomBoards {
    solved: Tiles,
    random: Pcg64,
}

impl RandomBoards {
    /// Creates a generator. The same seed always gives the same boards.
    ///
    /// # Errors
    ///
    /// Returns an error if the goal is not a board of this size.
    ///
    /// ```
    /// use sliding::puzzle::Size;
    /// use sliding::tiles::{Parity, RandomBoards, notation::blank_last};
    ///
    /// let size = Size { rows: 3, cols: 4 };
    /// let again = || RandomBoards::new(size, blank_last(size), 7).unwrap();
    /// let boards: Vec<_> = again().take(10).collect();
    /// assert!(boards.iter().all(|tiles| Parity::of(tiles).is_solvable()));
    /// assert_eq!(boards[9], again().nth(9).unwrap());
    /// ```
    pub fn new(size: Size, goal: Vec<u32>, seed: u64) -> Result<RandomBoards, BoardError> {
        let solved = Tiles::new(size, goal.clone(), goal)?;
        Ok(RandomBoards {
            solved,
            random: Pcg64::new(seed.into(), 0xa02bdbf7bb3c0a7ac28fa16a64abf96),
        })
    }
}

impl Iterator for RandomBoards {
    type Item = Tiles;

    fn next(&mut self) -> Option<Tiles> {
        let mut tiles = self.solved.clone();
        if tiles.is_line() {
            // The order of the tiles is that of the goal.
            let blank = tiles.start.remove(Tiles::blank(&tiles.goal));
            let cell = below(&mut self.random, tiles.goal.len());
            tiles.start.insert(cell, blank);
            return Some(tiles);
        }
        for last in (1..tiles.start.len()).rev() {
            let other = below(&mut self.random, last + 1);
            tiles.start.swap(last, other);
        }
        if !Parity::of(&tiles).is_solvable() {
            // This maps each unsolvable board to one solvable board.
            let places = Tiles::places(&tiles.start);
            tiles.start.swap(places[1], places[2]);
        }
        Some(tiles)
    }
}
