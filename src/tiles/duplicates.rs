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

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::puzzle::Direction;

/// The state after a rejected step.
pub(super) const REFUSED: u16 = u16::MAX;

/// A machine that knows, after any path, which steps would complete a duplicate.
pub(super) struct Machine {
    /// The state after each step from each state. State 0 is the initial one.
    pub next: Vec<[u16; 4]>,
}

/// A cell of a board without borders, by row and column.
type FreeCell = (i32, i32);

/// Returns the tiles that some steps of the blank displace, by their cells, and how far the blank
/// reaches to the right, the left, down and up.
fn walked(path: &[u8]) -> (BTreeMap<FreeCell, FreeCell>, [i32; 4]) {
    let start = (0, 0);
    let (mut tiles, mut blank, mut reach) = (BTreeMap::new(), start, [0; 4]);
    for &step in path {
        let (down, right) = Direction::ALL[usize::from(step)].delta();
        let (row, col) = (blank.0 + down, blank.1 + right);
        let tile = tiles.insert((row, col), start).unwrap_or((row, col));
        tiles.insert(blank, tile);
        blank = (row, col);
        for (reach, now) in reach.iter_mut().zip([col, -col, row, -row]) {
            *reach = now.max(*reach);
        }
    }
    tiles.retain(|cell, tile| cell != tile);
    (tiles, reach)
}

impl Machine {
    /// Builds the machine that knows the duplicates of up to `length` steps. The time grows
    /// threefold with each step.
    pub fn new(length: usize) -> Machine {
        let mut duplicates = HashSet::new();
        // For each position, how far the paths to it reach.
        let mut known = HashMap::from([(BTreeMap::new(), vec![[0; 4]])]);
        let mut paths = vec![Vec::new()];
        for _ in 0..length {
            let mut longer = Vec::new();
            for (path, step) in paths.iter().flat_map(|path| (0..4).map(move |step| (path, step))) {
                let path = [&path[..], &[step]].concat();
                if (1..path.len()).any(|from| duplicates.contains(&path[from..])) {
                    continue;
                }
                let (tiles, reach) = walked(&path);
                let earlier: &mut Vec<[i32; 4]> = known.entry(tiles).or_default();
                let within = |other: &[i32; 4]| other.iter().zip(&reach).all(|(a, b)| a <= b);
                if earlier.iter().any(within) {
                    duplicates.insert(path);
                } else {
                    earlier.push(reach);
                    longer.push(path);
                }
            }
            paths = longer;
        }
        // A state is the longest end of the path that begins a duplicate.
        let begun = duplicates.iter().flat_map(|path| (0..path.len()).map(|end| &path[..end]));
        let mut states = Vec::from_iter(begun);
        states.sort_unstable();
        states.dedup();
        let next = |state: &[u8], step: u8| {
            let path = [state, &[step]].concat();
            let mut ends = (0..=path.len()).map(|from| &path[from..]);
            let next = ends.find_map(|end| match states.binary_search(&end) {
                Ok(state) => Some(state as u16),
                Err(_) => duplicates.contains(end).then_some(REFUSED),
            });
            next.expect("the empty path begins a duplicate")
        };
        let next = states.iter().map(|state| [0, 1, 2, 3].map(|step| next(state, step)));
        Machine { next: next.collect() }
    }
}
