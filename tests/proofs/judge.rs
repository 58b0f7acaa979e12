//! Whether a proof proves what it claims, by brute force: all of it is in memory, and what is asked is what
//! the specification asks, word by word.

use std::collections::{BTreeMap, HashMap, HashSet};

use sliding::Puzzle;
use sliding::puzzle::Style;

use super::file::ProofData;
use crate::oracle::reference::{Origins, Reference};

/// A puzzle with all positions of its pieces, by their shorthand.
pub struct Judge {
    pub puzzle: Puzzle,
    pub positions: BTreeMap<String, Origins>,
}

/// The level at which each position of a part is listed first.
type FirstListing<'a> = HashMap<&'a Origins, usize>;

impl Judge {
    pub fn new(puzzle: Puzzle) -> Self {
        let reference = Reference::new(&puzzle);
        let all = reference.placements(usize::MAX).expect("no limit").into_iter();
        let positions = all.map(|origins| (reference.shorthand(&origins), origins)).collect();
        Self { puzzle, positions }
    }

    /// Whether a text is a proof.
    pub fn proves(&self, text: &str) -> bool {
        let Some(file) = ProofData::read(text) else { return false };
        let is_proven = if file.puzzle == self.puzzle.to_string() {
            self.is_proven(&file)
        } else {
            file.puzzle.parse().ok().and_then(|other| Judge::new(other).is_proven(&file))
        };
        is_proven.unwrap_or(false)
    }

    /// Whether all holds that a proof needs; `None` too if something is missing or unreadable.
    fn is_proven(&self, file: &ProofData) -> Option<bool> {
        let style = Style::ALL.into_iter().find(|s| s.number().to_string() == file.style)?;
        let reference = Reference::new(&self.puzzle);
        let neighbours = |origins: &Origins| {
            let mut found = Vec::new();
            reference.moves(style, origins, |neighbour| found.push(neighbour));
            found
        };
        let moves = file.solution.len().checked_sub(1);
        let claim = moves.map_or("none".to_owned(), |moves| format!("moves {moves}"));
        let solution: Vec<&Origins> =
            file.solution.iter().map(|line| self.positions.get(line)).collect::<Option<_>>()?;
        let is_solution = solution.windows(2).all(|two| neighbours(two[0]).contains(two[1]))
            && solution.first().is_none_or(|first| *first == reference.start())
            && solution.last().is_none_or(|last| reference.is_goal(last));
        let parts: Vec<FirstListing> =
            file.parts.iter().map(|part| self.list(part)).collect::<Option<_>>()?;
        let levels: Vec<usize> = file.parts.iter().map(Vec::len).collect();
        let is_from_start = |part: &FirstListing| {
            part.get(reference.start()) == Some(&0) && !part.keys().any(|o| reference.is_goal(o))
        };
        // No neighbour is more than a level above; what is not listed is above all levels.
        let ascends = |part: &FirstListing, levels: usize| {
            part.iter().all(|(origins, &level)| {
                let number = |o: &Origins| part.get(o).copied().unwrap_or(levels);
                neighbours(origins).iter().all(|neighbour| number(neighbour) <= level + 1)
            })
        };
        let is_listed = match (file.kind.as_str(), &parts[..], moves) {
            ("levels", [_], Some(0)) => levels[0] == 0,
            ("levels", [part], Some(moves)) => {
                levels[0] == moves && is_from_start(part) && ascends(part, moves)
            }
            ("closed", [part], None) => is_from_start(part) && ascends(part, usize::MAX),
            ("two-sided", [fore, back], Some(moves)) => {
                let first: HashSet<&Origins> =
                    back.iter().filter(|(_, level)| **level == 0).map(|(o, _)| *o).collect();
                let goals = self.positions.values().filter(|origins| reference.is_goal(origins));
                let is_apart = |(origins, level): (&&Origins, &usize)| {
                    level + 1 < levels[0] || !back.contains_key(*origins)
                };
                levels[0] + levels[1] == moves + 1
                    && !levels.contains(&0)
                    && is_from_start(fore)
                    && fore.iter().all(is_apart)
                    && ascends(fore, levels[0])
                    && ascends(back, levels[1])
                    && first == goals.collect()
            }
            _ => false,
        };
        Some(claim == file.claim && is_solution && is_listed)
    }

    /// Reads a part; `None` if a line is no position, or a level does not ascend.
    fn list(&self, part: &[Vec<String>]) -> Option<FirstListing<'_>> {
        let mut listed = FirstListing::new();
        for (number, level) in part.iter().enumerate() {
            level.is_sorted_by(|one, next| one < next).then_some(())?;
            for line in level {
                listed.entry(self.positions.get(line)?).or_insert(number);
            }
        }
        Some(listed)
    }
}
