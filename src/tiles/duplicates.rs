//! Ways of the blank that need not be walked, since others lead to the same arrangement: the
//! finite-state machine of Taylor and Korf.
//!
//! On a board without borders, all ways up to some length are walked from one arrangement. If two
//! end in the same one, the later is a duplicate: the longer one, or of two equally long ones that
//! which comes later in the order of the directions. It may be left out wherever the earlier one is
//! possible, that is, where the earlier one does not reach farther in any direction. Wherever a
//! duplicate is part of a longer way, putting the earlier one in its place makes that longer way
//! earlier too. So the earliest of all shortest solutions contains no duplicate, and is found.
//!
//! The duplicates become a machine that reads the way and refuses its next step (Aho and Corasick).

use std::collections::{HashMap, VecDeque};

/// A step of the blank, as a number: right, left, down, up.
pub(super) type Step = usize;

/// A state in which the step is refused.
pub(super) const REFUSED: u16 = u16::MAX;

/// A machine that knows, after any way, which steps would complete a duplicate.
pub(super) struct Machine {
    /// The state after each step from each state. State 0 is the beginning.
    pub next: Vec<[u16; 4]>,
}

/// An arrangement on a board without borders, after some way.
#[derive(Clone)]
struct Walk {
    steps: Vec<u8>,
    /// Tiles that lie elsewhere than in the beginning: their cells, and where they were.
    board: Vec<(i16, i16)>,
    /// The cell of the blank.
    blank: i16,
}

/// Cells of a row of the board without borders: more than any way goes round.
const ROW: i16 = 64;

/// What a step adds to a cell.
const DELTA: [i16; 4] = [1, -1, ROW, -ROW];

impl Walk {
    fn stepped(&self, step: Step) -> Walk {
        let mut walk = self.clone();
        walk.steps.push(step as u8);
        walk.blank += DELTA[step];
        let place = walk.board.binary_search_by_key(&walk.blank, |&(cell, _)| cell);
        let tile = match place {
            Ok(place) => walk.board.remove(place).1,
            Err(_) => walk.blank,
        };
        if tile != self.blank {
            let place = walk.board.partition_point(|&(cell, _)| cell < self.blank);
            walk.board.insert(place, (self.blank, tile));
        }
        walk
    }

    /// How far it reaches to the right, the left, down and up.
    fn reach(&self) -> [i16; 4] {
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

impl Machine {
    /// The machine that knows the duplicates of up to `length` steps. The time grows threefold with
    /// each step.
    pub fn new(length: usize) -> Machine {
        let duplicates = duplicates(length);
        let mut trie = Trie { next: vec![[0; 4]] };
        for way in &duplicates {
            trie.add(way);
        }
        trie.machine()
    }
}

/// The shortest duplicates: none contains another.
fn duplicates(length: usize) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut trie = Trie { next: vec![[0; 4]] };
    let start = Walk { steps: Vec::new(), board: Vec::new(), blank: 0 };
    // For each arrangement, how far the ways reach that lead to it, the earlier ones first.
    let mut known: HashMap<(Vec<(i16, i16)>, i16), Vec<[i16; 4]>> = HashMap::new();
    known.insert((Vec::new(), 0), vec![[0; 4]]);
    let mut level = vec![start];
    for _ in 0..length {
        let mut next = Vec::new();
        for walk in &level {
            for step in 0..4 {
                let walk = walk.stepped(step);
                if trie.ends(&walk.steps) {
                    continue;
                }
                let reach = walk.reach();
                let earlier = known.entry((walk.board.clone(), walk.blank)).or_default();
                let within = |other: &[i16; 4]| other.iter().zip(&reach).all(|(a, b)| a <= b);
                if earlier.iter().any(within) {
                    trie.add(&walk.steps);
                    found.push(walk.steps);
                    continue;
                }
                earlier.push(reach);
                next.push(walk);
            }
        }
        level = next;
    }
    found
}

/// Ways by their steps. The root is 0, which is nobody's child; [`REFUSED`] ends a way.
struct Trie {
    next: Vec<[u16; 4]>,
}

impl Trie {
    fn add(&mut self, way: &[u8]) {
        let mut node = 0;
        let (&last, steps) = way.split_last().expect("a duplicate has steps");
        for &step in steps {
            let child = self.next[node][usize::from(step)];
            node = if child == 0 {
                self.next.push([0; 4]);
                self.next[node][usize::from(step)] = (self.next.len() - 1) as u16;
                self.next.len() - 1
            } else {
                usize::from(child)
            };
        }
        self.next[node][usize::from(last)] = REFUSED;
    }

    /// Whether some end of the way is in the trie.
    fn ends(&self, way: &[u8]) -> bool {
        (0..way.len()).any(|from| {
            let mut node = 0;
            for &step in &way[from..] {
                match self.next[node][usize::from(step)] {
                    0 => return false,
                    REFUSED => return true,
                    child => node = usize::from(child),
                }
            }
            false
        })
    }

    /// Where the trie has no child, the machine goes on from the longest end of the way that is in
    /// the trie.
    fn machine(self) -> Machine {
        let mut next = self.next;
        let mut fallback = vec![0; next.len()];
        let mut open = VecDeque::from([0]);
        while let Some(node) = open.pop_front() {
            for step in 0..4 {
                let other = if node == 0 { 0 } else { next[fallback[node]][step] };
                match next[node][step] {
                    0 => next[node][step] = other,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The machine of length two refuses nothing but going back.
    #[test]
    fn going_back_is_refused() {
        let machine = Machine::new(2);
        assert_eq!(machine.next[0].iter().filter(|&&state| state == REFUSED).count(), 0);
        for step in 0..4 {
            let state = usize::from(machine.next[0][step]);
            for other in 0..4 {
                let is_refused = machine.next[state][other] == REFUSED;
                assert_eq!(is_refused, other == step ^ 1);
            }
        }
    }

    /// The shortest cycle goes thrice round four cells and takes twelve steps, so the first
    /// duplicates that do not go back have six: one for each of the four cells' corners.
    #[test]
    fn the_shortest_duplicates_go_round_four_cells() {
        assert!(duplicates(5).iter().all(|way| way.len() == 2));
        let six: Vec<_> = duplicates(6).into_iter().filter(|way| way.len() == 6).collect();
        assert_eq!(six.len(), 4);
    }
}
