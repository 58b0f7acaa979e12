//! Which pieces move together in the shortest solutions, and the cost of forbidding it.
//!
//! Pieces of a kind are indistinguishable, so a superpiece is identified by the kinds of its
//! pieces. One breadth-first search finds all shortest solutions and the pieces that move together on
//! them, and one more for each superpiece has its moves forbidden. The positions found so far and their
//! moves, each with its movers, are kept: so each search after the first only reads a list.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use ahash::AHashMap;

use super::state_graph::FAR;
use super::variants::Outcome;
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, check_puzzle, dispatch};
use crate::engine::drive::Run;
use crate::engine::moves::{MoveLister, Moved, moves};
use crate::engine::query::{Budget, Observer, Query, Refusal, Stopped};
use crate::puzzle::{Configuration, Placement};

/// Interval, in moves of one position, of checks of the limits.
const MANY: usize = 1 << 16;

/// Pieces that move together in a step of some shortest solution that no single piece could make.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Superpiece {
    /// The kinds of the pieces, ascending.
    pub kinds: Vec<u8>,
    /// The first position on a shortest solution where they do so.
    pub before: Configuration,
    /// Its distance from the start in moves.
    pub distance: u64,
    /// The pieces that move there.
    pub pieces: Vec<Placement>,
    /// With pieces of exactly these kinds not moving together. Larger and smaller groups still may.
    pub without: Outcome,
}

/// All superpieces of the shortest solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Superpieces {
    /// What stopped it; the list may be incomplete then.
    pub stopped: Option<Stopped>,
    /// First those without which there is no solution, then those without which it takes the most
    /// moves.
    pub list: Vec<Superpiece>,
}

/// Finds which pieces move together in the shortest solutions, and the number of moves if they may
/// not.
///
/// Of the query, the puzzle and the style matter. Takes the memory of all positions examined and of
/// their moves, and for each superpiece the time to scan these. Returns an empty list for
/// single-piece styles and unsolvable puzzles.
///
/// # Errors
///
/// Returns an error if boards of this size are not supported.
///
/// ```
/// use sliding::analyse::superpieces;
/// use sliding::analyse::why::Outcome;
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// // Two pieces go right, together or one after the other.
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n2 = 1\n12\n012\n".parse()?;
/// let found = superpieces(&Query::new(&puzzle, Style::SUPER_STEP), &Budget::default(), &mut ())?;
/// assert_eq!(found.list.len(), 1);
/// assert_eq!((&found.list[0].kinds[..], found.list[0].without), (&[0, 1][..], Outcome::Moves(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn superpieces(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Superpieces, Refusal> {
    check_puzzle(query.puzzle)?;
    let mut found = Superpieces::default();
    let run = Run { budget, observer };
    let all = dispatch!(few (query.puzzle, query.style, &[]), compiled => {
        let mut space = Space {
            compiled,
            run,
            moves: moves(query.puzzle, query.style),
            codes: Vec::new(),
            numbers: AHashMap::new(),
            steps: Vec::new(),
            listed: 0,
            who: AHashMap::new(),
        };
        space.number(compiled.encode(query.puzzle.start()));
        space.superpieces(&mut found.list)
    });
    found.stopped = all.err();
    Ok(found)
}

/// The movers of a move: the number of a superpiece, or a single piece.
type MoverId = u32;
const ALONE: MoverId = 0;
const NO_MOVER: MoverId = MoverId::MAX;

/// The positions reached, by number, the start first.
struct Space<'c, 'r, const W: usize> {
    compiled: &'c Compiled<'c, W>,
    run: Run<'r>,
    moves: MoveLister,
    codes: Vec<Code<W>>,
    numbers: AHashMap<Code<W>, u32>,
    /// For each position the ends of its steps and their movers, once they are listed.
    steps: Vec<Vec<(u32, MoverId)>>,
    /// The number of all steps.
    listed: usize,
    /// The number of each superpiece, by its kinds.
    who: AHashMap<Vec<u8>, MoverId>,
}

/// The distance of each position, by number, and the nearest goals.
type Reached = (Vec<u32>, Vec<u32>);

/// A move of a superpiece: its distance, before, and after.
type MoveExample<const W: usize> = (u32, Code<W>, Code<W>);

impl<const W: usize> Space<'_, '_, W> {
    fn superpieces(&mut self, list: &mut Vec<Superpiece>) -> Result<(), Stopped> {
        let reached = self.search(NO_MOVER)?;
        for (who, (distance, before, after)) in self.used(reached)? {
            let without = match self.search(who) {
                Ok((distances, goals)) => match goals.first() {
                    Some(&goal) => Outcome::Moves(distances[goal as usize].into()),
                    None => Outcome::Unsolvable,
                },
                Err(Stopped::Memory) => Outcome::Stopped(Stopped::Memory),
                Err(stopped) => return Err(stopped),
            };
            let mut all = self.who.iter();
            let kinds = all.find(|(_, number)| **number == who).expect("it moves").0.clone();
            let (before, distance) = (self.compiled.decode(&before), distance.into());
            let pieces = self.movers(&before, &self.compiled.decode(&after), &kinds);
            list.push(Superpiece { kinds, before, distance, pieces, without });
        }
        let moves = |superpiece: &Superpiece| match superpiece.without {
            Outcome::Unsolvable => Some(u64::MAX),
            Outcome::Moves(moves) => Some(moves),
            Outcome::Stopped(_) => None,
        };
        list.sort_by_cached_key(|found| (Reverse(moves(found)), found.kinds.clone()));
        Ok(())
    }

    /// Returns the number of a position, which may be new.
    fn number(&mut self, code: Code<W>) -> u32 {
        let new = self.codes.len() as u32;
        let number = *self.numbers.entry(code).or_insert(new);
        if number == new {
            self.codes.push(code);
            self.steps.push(Vec::new());
        }
        number
    }

    /// Searches level by level to the nearest goals, with one superpiece forbidden.
    fn search(&mut self, forbidden: MoverId) -> Result<Reached, Stopped> {
        let mut distances = vec![FAR; self.codes.len()];
        distances[0] = 0;
        let (mut level, mut moves) = (vec![0], 0);
        loop {
            let is_goal = |&at: &u32| self.compiled.meets_a_goal(&self.codes[at as usize]);
            let goals: Vec<u32> = level.iter().copied().filter(is_goal).collect();
            if level.is_empty() || !goals.is_empty() {
                return Ok((distances, goals));
            }
            moves += 1;
            let mut next = Vec::new();
            for at in level {
                self.expand(at)?;
                distances.resize(self.codes.len(), FAR);
                for &(to, who) in &self.steps[at as usize] {
                    if who != forbidden && distances[to as usize] == FAR {
                        distances[to as usize] = moves;
                        next.push(to);
                    }
                }
            }
            level = next;
        }
    }

    /// Returns the superpieces of all shortest paths, each with the first place where it moves on
    /// one.
    fn used(
        &mut self,
        (distances, goals): Reached,
    ) -> Result<BTreeMap<MoverId, MoveExample<W>>, Stopped> {
        let (mut used, mut level) = (BTreeMap::new(), goals);
        let moves = level.first().map_or(0, |&goal| distances[goal as usize]);
        for distance in (0..moves).rev() {
            let mut before = Vec::new();
            for at in level {
                self.expand(at)?;
                for &(to, who) in &self.steps[at as usize] {
                    // Positions found after the search are farther than its goals.
                    if distances.get(to as usize) == Some(&distance) {
                        before.push(to);
                        let (to, at) = (self.codes[to as usize], self.codes[at as usize]);
                        let here = (distance, to, at);
                        let first = used.entry(who).or_insert(here);
                        *first = here.min(*first);
                    }
                }
            }
            before.sort_unstable();
            before.dedup();
            level = before;
        }
        used.remove(&ALONE);
        Ok(used)
    }

    /// Returns the pieces of these kinds that move from one position to another.
    fn movers(
        &mut self,
        before: &Configuration,
        after: &Configuration,
        kinds: &[u8],
    ) -> Vec<Placement> {
        let mut found = Vec::new();
        (self.moves)(before.placements(), &mut |moved| {
            let movers = movers_of(before, &moved);
            let is_it = kinds_of(&movers) == kinds && moved_on(before, &moved) == *after;
            if is_it {
                found = movers;
            }
            !is_it
        });
        found
    }

    /// Lists the steps of a position, if that was not done before. A position without any is listed
    /// again.
    fn expand(&mut self, at: u32) -> Result<(), Stopped> {
        if self.steps[at as usize].is_empty() {
            let found = self.list(at)?;
            let mut steps = Vec::with_capacity(found.len());
            for (code, who) in found {
                steps.push((self.number(code), who));
            }
            self.listed += steps.len();
            self.steps[at as usize] = steps;
        }
        Ok(())
    }

    /// Returns the ends of all moves, each with its movers; ascending.
    fn list(&mut self, at: u32) -> Result<Vec<(Code<W>, MoverId)>, Stopped> {
        let here = self.compiled.decode(&self.codes[at as usize]);
        let room = self.run.budget.room().saturating_sub(self.bytes());
        let affordable = room as usize / (8 * size_of::<(Code<W>, MoverId)>());
        self.run.look()?;
        let Self { compiled, run, moves, who, .. } = self;
        let (mut found, mut looked) = (Vec::new(), Ok(()));
        moves(here.placements(), &mut |moved| {
            let (own, next) = (kinds_of(&movers_of(&here, &moved)), 1 + who.len() as MoverId);
            let mover = if own.len() == 1 { ALONE } else { *who.entry(own).or_insert(next) };
            found.push((compiled.encode(&moved_on(&here, &moved)), mover));
            if found.len().is_multiple_of(MANY) {
                looked = run.budget.look();
            }
            if found.len() > affordable {
                looked = Err(Stopped::Memory);
            }
            looked.is_ok()
        });
        found.sort_unstable();
        // A step that a single piece can make needs no superpiece; the single piece sorts first among
        // the movers of a step.
        found.dedup_by(|next, last| next == last || *last == (next.0, ALONE));
        looked.map(|()| found)
    }

    /// Estimates the bytes in use, including two lists of distances and of levels. While a table
    /// grows there are two, the larger of twice the size.
    fn bytes(&self) -> u64 {
        let code = size_of::<Code<W>>();
        let each = code + size_of::<Vec<(u32, MoverId)>>() + 32;
        let codes = self.codes.capacity() * each + self.numbers.capacity() * 3 * (code + 5);
        let kinds = self.who.len() * 2 * (size_of::<Vec<u8>>() + 16 + 64);
        (codes + kinds + self.listed * size_of::<(u32, MoverId)>()) as u64
    }
}

/// Returns the kinds of some pieces, ascending.
pub fn kinds_of(pieces: &[Placement]) -> Vec<u8> {
    let mut kinds: Vec<u8> = pieces.iter().map(|piece| piece.kind).collect();
    kinds.sort_unstable();
    kinds
}

/// Returns the pieces that make a move.
fn movers_of(before: &Configuration, moved: &Moved) -> Vec<Placement> {
    let pieces = before.placements().iter().copied();
    pieces.filter(|piece| moved.origins.contains(&piece.cell)).collect()
}

/// Returns the position after a move.
fn moved_on(before: &Configuration, moved: &Moved) -> Configuration {
    let place = |piece: &Placement| match moved.origins.contains(&piece.cell) {
        true => Placement { cell: (piece.cell as i32 + moved.by) as u32, ..*piece },
        false => *piece,
    };
    Configuration::new(before.placements().iter().map(place).collect())
}
