//! Paths of the blank that can be pruned, since others lead to the same position: the finite-state
//! machine of Taylor and Korf.
//!
//! On a board without borders, all paths up to some length are walked from one position. If two end
//! in the same one, the later is a duplicate: the longer one, or of two equally long ones that
//! which comes later in the order of the directions. It can be pruned wherever the earlier one is
//! possible, that is, wherever the earlier one does not reach farther in any direction. If a
//! duplicate is part of a longer path, replacing it by the earlier one makes that longer path
//! earlier too. So the earliest of all shortest solutions contains no duplicate, and is found.
//!
//! The duplicates become a machine that reads the path and rejects its next step (Aho and
//! Corasick).

use std::collections::{HashMap, VecDeque};

use crate::engine::host::mixed;

/// The state after a rejected step.
pub(super) const REFUSED: u16 = u16::MAX;

/// A machine that knows, after any path, which steps would complete a duplicate.
pub(super) struct Machine {
    /// The state after each step from each state. State 0 is the initial one.
    pub next: Vec<[u16; 4]>,
}

/// A path from the middle of a board without borders.
struct BlankWalk {
    /// For each cell, the original cell of its tile.
    board: Vec<u16>,
    blank: usize,
    steps: Vec<u8>,
    /// A fingerprint of the board.
    mark: u128,
}

/// Cells of a row of the board: no path of up to 14 steps reaches its border.
const ROW: usize = 32;

/// What a step adds to a cell.
const DELTA: [usize; 4] = [1, 1usize.wrapping_neg(), ROW, ROW.wrapping_neg()];

impl BlankWalk {
    fn new() -> BlankWalk {
        let cells = ROW * ROW;
        BlankWalk {
            board: (0..cells as u16).collect(),
            blank: cells / 2 + ROW / 2,
            steps: Vec::new(),
            mark: 0,
        }
    }

    /// Makes or undoes a step, given as a number: right, left, down, up.
    fn step(&mut self, step: usize) {
        let next = self.blank.wrapping_add(DELTA[step]);
        let tile = self.board[next];
        self.mark ^= mark(tile, next) ^ mark(tile, self.blank);
        self.board.swap(self.blank, next);
        self.blank = next;
    }

    /// Returns how far it reaches to the right, the left, down and up.
    fn reach(&self) -> [i8; 4] {
        let (mut reach, mut row, mut col) = ([0; 4], 0, 0);
        for &step in &self.steps {
            match step {
                0 => col += 1,
                1 => col -= 1,
                2 => row += 1,
                _ => row -= 1,
            }
            for (reach, now) in reach.iter_mut().zip([col, -col, row, -row]) {
                *reach = now.max(*reach);
            }
        }
        reach
    }
}

/// Returns a 128-bit number for a tile on a cell (Zobrist hashing). Boards are considered equal if
/// the numbers of their tiles add up to the same bits. Among some million boards, the probability
/// of a false match is less than one in 10^24, and the numbers are the same in every run.
fn mark(tile: u16, cell: usize) -> u128 {
    if usize::from(tile) == cell {
        return 0;
    }
    let mut mark = 0;
    let mut seed = (u64::from(tile) << 32 | cell as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for _ in 0..2 {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mark = mark << 64 | u128::from(mixed(seed));
    }
    mark
}

impl Machine {
    /// Builds the machine that knows the duplicates of up to `length` steps. The time grows
    /// threefold with each step.
    pub fn new(length: usize) -> Machine {
        let mut search = Duplicates::default();
        search.known.insert((0, BlankWalk::new().blank), vec![[0; 4]]);
        for length in 1..=length {
            // No duplicate of this length contains another one of this length, so the machine with
            // the shorter ones is enough.
            let machine = Machine::of(&search.found);
            search.walk_on(&mut BlankWalk::new(), 0, length, &machine);
        }
        Machine::of(&search.found)
    }

    /// Builds the machine that rejects some paths, none of which contains another.
    fn of(duplicates: &[Vec<u8>]) -> Machine {
        // Paths by their steps. The root is 0, which is no node's child.
        let mut next = vec![[0; 4]];
        for path in duplicates {
            let (&last, steps) = path.split_last().expect("a duplicate has steps");
            let mut node = 0;
            for &step in steps {
                if next[node][usize::from(step)] == 0 {
                    next[node][usize::from(step)] = next.len() as u16;
                    next.push([0; 4]);
                }
                node = usize::from(next[node][usize::from(step)]);
            }
            next[node][usize::from(last)] = REFUSED;
        }
        // Without a child, it continues from the longest suffix of the path that is there.
        let mut fallback = vec![0; next.len()];
        let mut open = VecDeque::from([0]);
        while let Some(node) = open.pop_front() {
            let others = if node == 0 { [0; 4] } else { next[fallback[node]] };
            for (child, other) in next[node].iter_mut().zip(others) {
                match *child {
                    0 => *child = other,
                    REFUSED => {}
                    child => {
                        if node != 0 {
                            fallback[usize::from(child)] = usize::from(other);
                        }
                        open.push_back(usize::from(child));
                    }
                }
            }
        }
        Machine { next }
    }
}

/// The shortest duplicates.
#[derive(Default)]
struct Duplicates {
    found: Vec<Vec<u8>>,
    /// For each board, the reaches of the paths to it, the earlier ones first.
    known: HashMap<(u128, usize), Vec<[i8; 4]>, ahash::RandomState>,
}

impl Duplicates {
    /// Walks all paths of `more` further steps, and examines their ends.
    fn walk_on(&mut self, walk: &mut BlankWalk, state: u16, more: usize, machine: &Machine) {
        if more == 0 {
            return self.look(walk);
        }
        for (step, &next) in machine.next[usize::from(state)].iter().enumerate() {
            if next != REFUSED {
                walk.step(step);
                walk.steps.push(step as u8);
                self.walk_on(walk, next, more - 1, machine);
                walk.steps.pop();
                walk.step(step ^ 1);
            }
        }
    }

    fn look(&mut self, walk: &BlankWalk) {
        let reach = walk.reach();
        let earlier = self.known.entry((walk.mark, walk.blank)).or_default();
        let within = |other: &[i8; 4]| other.iter().zip(&reach).all(|(a, b)| a <= b);
        if earlier.iter().any(within) {
            self.found.push(walk.steps.clone());
        } else {
            earlier.push(reach);
        }
    }
}
