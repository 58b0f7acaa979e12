//! Which tile puzzles have a solution, and random ones that have.
//!
//! A move interchanges the blank with a neighbour. So it changes the parity of the permutation, and
//! the parity of the blank's distance from its goal. In the end both are even, so at the start they
//! must agree. On boards of at least two rows and two columns that is sufficient. In a single row
//! or column no tile passes another: there the order of the tiles must be that of the goal.

use rand_pcg::Pcg64;

use super::{BoardError, Tiles};
use crate::engine::host::below;
use crate::puzzle::{Puzzle, Size};

/// Whether a puzzle is a tile puzzle of several rows and columns whose parity shows that it has no
/// solution, in any style: with one empty cell, pieces that move together are a row of tiles.
///
/// ```
/// use sliding::tiles::is_odd;
///
/// let puzzle = "2 x 2\n1 = 1\n2 = 1\n3 = 1\n2130\n1230\n".parse()?;
/// assert!(is_odd(&puzzle));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_odd(puzzle: &Puzzle) -> bool {
    let tiles = Tiles::of(puzzle).filter(|tiles| !tiles.is_line());
    tiles.is_some_and(|tiles| !Parity::of(&tiles).is_solvable())
}

/// The facts that decide whether a tile puzzle has a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parity {
    /// The cycles of the permutation, without fixed points: each tile lies where the next one
    /// belongs, and the last lies where the first one belongs. 0 is the blank.
    pub cycles: Vec<Vec<u32>>,
    /// The number of transpositions that make the start into the goal: one less than its length for
    /// each cycle.
    pub interchanges: usize,
    /// Rows and columns between the blank and its goal.
    pub distance: usize,
    /// On a board of one row or column, whether the tiles are in the order of the goal; else
    /// `None`.
    pub in_order: Option<bool>,
}

impl Parity {
    /// Computes the facts about a tile puzzle, in time linear in the number of cells.
    ///
    /// ```
    /// use sliding::puzzle::Size;
    /// use sliding::tiles::{Parity, Tiles};
    ///
    /// let size = Size { rows: 2, cols: 2 };
    /// let tiles = Tiles::new(size, vec![2, 1, 3, 0], vec![1, 2, 3, 0]).unwrap();
    /// let parity = Parity::of(&tiles);
    /// assert_eq!(parity.cycles, [[2, 1]]);
    /// assert_eq!((parity.interchanges, parity.distance), (1, 0));
    /// assert!(!parity.is_solvable());
    /// ```
    pub fn of(tiles: &Tiles) -> Parity {
        let mut seen = vec![false; tiles.start.len()];
        let mut cycles = Vec::new();
        let places = Tiles::places(&tiles.start);
        for first in 0..tiles.start.len() {
            let mut cycle = Vec::new();
            let mut cell = first;
            while !std::mem::replace(&mut seen[cell], true) {
                cycle.push(tiles.start[cell]);
                // The tile that belongs here is the next of the cycle.
                cell = places[tiles.goal[cell] as usize];
            }
            if cycle.len() > 1 {
                cycles.push(cycle);
            }
        }
        let interchanges = cycles.iter().map(|cycle| cycle.len() - 1).sum();
        let (blank, home) = (Tiles::blank(&tiles.start), Tiles::blank(&tiles.goal));
        let distance = Tiles::distance(tiles.size, blank, home);
        let in_order = tiles.is_line().then(|| order(&tiles.start).eq(order(&tiles.goal)));
        Parity { cycles, interchanges, distance, in_order }
    }

    /// Whether there is a solution: both numbers are even, or both are odd; in a single row or
    /// column, the tiles are in order.
    pub fn is_solvable(&self) -> bool {
        self.in_order.unwrap_or(self.interchanges % 2 == self.distance % 2)
    }
}

/// Returns the tiles of a board without the blank.
fn order(board: &[u32]) -> impl Iterator<Item = &u32> {
    board.iter().filter(|&&tile| tile != 0)
}

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
