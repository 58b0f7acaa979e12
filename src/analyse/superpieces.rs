//! Which pieces move together in the shortest solutions, and the cost of forbidding it.
//!
//! Pieces of a kind are indistinguishable, so a superpiece is identified by the kinds of its
//! pieces. One breadth-first search finds all shortest solutions and the pieces that move together on
//! them, and one more for each superpiece has its moves forbidden. The positions found so far and their moves, each with its movers, are kept: so each
//! search after the first only reads a list.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use ahash::AHashMap;

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
    /// The least number of moves if pieces of exactly these kinds may not move together; `None` if
    /// there is no solution then. Larger and smaller groups still may.
    pub without: Result<Option<u64>, Stopped>,
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
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query};
///
/// // Two pieces go right, together or one after the other.
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n2 = 1\n12\n012\n".parse()?;
/// let found = superpieces(&Query::new(&puzzle, Style::SUPER_STEP), &Budget::default(), &mut ())?;
/// assert_eq!(found.list.len(), 1);
/// assert_eq!((&found.list[0].kinds[..], found.list[0].without), (&[0, 1][..], Ok(Some(2))));
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
        Space::new(compiled, run).superpieces(&mut found.list)
    });
    found.stopped = all.err();
    Ok(found)
}

/// The movers of a move: the number of a superpiece, or a single piece.
type MoverId = u32;
const ALONE: MoverId = 0;
const NO_MOVER: MoverId = MoverId::MAX;

/// Not reached.
const FAR: u32 = u32::MAX;

/// The positions reached, by number, the start first.
struct Space<'c, 'r, const W: usize> {
    compiled: &'c Compiled<'c, W>,
    run: Run<'r>,
    moves: MoveLister,
    codes: Vec<Code<W>>,
    numbers: AHashMap<Code<W>, u32>,
    meets_a_goal: Vec<bool>,
    /// Where the steps of each position begin and end, once they are listed.
    spans: Vec<Option<(usize, usize)>>,
    /// The end of a step, and its movers.
    steps: Vec<(u32, MoverId)>,
    /// The kinds of each superpiece.
    kinds: Vec<Vec<u8>>,
    who: AHashMap<Vec<u8>, MoverId>,
}

/// The result of a search.
struct SpaceSearch {
    /// By number of position.
    distances: Vec<u32>,
    moves: Option<u64>,
    /// The goals at that distance.
    goals: Vec<u32>,
}

/// A move of a superpiece: before, and after.
type MoveExample<const W: usize> = (u32, Code<W>, Code<W>);

impl<'c, 'r, const W: usize> Space<'c, 'r, W> {
    fn new(compiled: &'c Compiled<'c, W>, run: Run<'r>) -> Self {
        let mut space = Self {
            compiled,
            run,
            moves: moves(compiled.puzzle, compiled.style),
            codes: Vec::new(),
            numbers: AHashMap::new(),
            meets_a_goal: Vec::new(),
            spans: Vec::new(),
            steps: Vec::new(),
            kinds: vec![Vec::new()],
            who: AHashMap::new(),
        };
        space.number(compiled.encode(compiled.puzzle.start()));
        space
    }

    fn superpieces(&mut self, list: &mut Vec<Superpiece>) -> Result<(), Stopped> {
        let outcome = self.search(NO_MOVER)?;
        for (who, (distance, before, after)) in self.used(&outcome)? {
            let without = match self.search(who) {
                Ok(outcome) => Ok(outcome.moves),
                Err(Stopped::Memory) => Err(Stopped::Memory),
                Err(stopped) => return Err(stopped),
            };
            let kinds = self.kinds[who as usize].clone();
            let pieces = self.movers(&before, &after, &kinds);
            let (before, distance) = (self.compiled.decode(&before), u64::from(distance));
            list.push(Superpiece { kinds, before, distance, pieces, without });
        }
        let rank = |superpiece: &Superpiece| match superpiece.without {
            Ok(None) => (0, Reverse(0)),
            Ok(Some(moves)) => (1, Reverse(moves)),
            Err(_) => (2, Reverse(0)),
        };
        list.sort_by_cached_key(|superpiece| (rank(superpiece), superpiece.kinds.clone()));
        Ok(())
    }

    /// Returns the number of a position, which may be new.
    fn number(&mut self, code: Code<W>) -> u32 {
        let new = self.codes.len() as u32;
        let number = *self.numbers.entry(code).or_insert(new);
        if number == new {
            self.codes.push(code);
            self.meets_a_goal.push(self.compiled.meets_a_goal(&code));
            self.spans.push(None);
        }
        number
    }

    /// Searches level by level to the nearest goals, with one superpiece forbidden.
    fn search(&mut self, forbidden: MoverId) -> Result<SpaceSearch, Stopped> {
        let mut distances = vec![FAR; self.codes.len()];
        distances[0] = 0;
        let (mut level, mut moves) = (vec![0], 0);
        while !level.is_empty() {
            let goals: Vec<u32> =
                level.iter().copied().filter(|&at| self.meets_a_goal[at as usize]).collect();
            if !goals.is_empty() {
                return Ok(SpaceSearch { distances, moves: Some(moves), goals });
            }
            moves += 1;
            let mut next = Vec::new();
            for at in level {
                let (begin, end) = self.expanded(at)?;
                distances.resize(self.codes.len(), FAR);
                for &(to, who) in &self.steps[begin..end] {
                    if who != forbidden && distances[to as usize] == FAR {
                        distances[to as usize] = moves as u32;
                        next.push(to);
                    }
                }
            }
            level = next;
        }
        Ok(SpaceSearch { distances, moves: None, goals: Vec::new() })
    }

    /// Returns the superpieces of all shortest paths, each with the first place where it moves on
    /// one.
    fn used(
        &mut self,
        outcome: &SpaceSearch,
    ) -> Result<BTreeMap<MoverId, MoveExample<W>>, Stopped> {
        let mut used = BTreeMap::new();
        let mut level = outcome.goals.clone();
        for distance in (0..outcome.moves.unwrap_or(0) as u32).rev() {
            let mut before = Vec::new();
            for at in level {
                let (begin, end) = self.expanded(at)?;
                for &(to, who) in &self.steps[begin..end] {
                    // Positions found after the search are farther than its goals.
                    if outcome.distances.get(to as usize) == Some(&distance) {
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
    fn movers(&mut self, before: &Code<W>, after: &Code<W>, kinds: &[u8]) -> Vec<Placement> {
        let Self { compiled, moves, .. } = self;
        let (before, after) = (compiled.decode(before), compiled.decode(after));
        let mut movers = Vec::new();
        moves(before.placements(), &mut |moved| {
            let is_it = kinds_of(&before, &moved) == kinds && moved_on(&before, &moved) == after;
            if is_it {
                let pieces = before.placements().iter().copied();
                movers.extend(pieces.filter(|piece| moved.origins.contains(&piece.cell)));
            }
            !is_it
        });
        movers
    }

    /// Returns where the steps of a position begin and end, listing them first if necessary.
    fn expanded(&mut self, at: u32) -> Result<(usize, usize), Stopped> {
        if let Some(span) = self.spans[at as usize] {
            return Ok(span);
        }
        let begin = self.steps.len();
        let mut last = None;
        for (code, who) in self.list(at)? {
            // A step that a single piece can make needs no superpiece; the single piece sorts first
            // among the movers of a step.
            if last != Some((code, ALONE)) {
                let to = self.number(code);
                self.steps.push((to, who));
                last = Some((code, who));
            }
        }
        let span = (begin, self.steps.len());
        self.spans[at as usize] = Some(span);
        Ok(span)
    }

    /// Returns the ends of all moves, each with its movers; ascending.
    fn list(&mut self, at: u32) -> Result<Vec<(Code<W>, MoverId)>, Stopped> {
        let here = self.compiled.decode(&self.codes[at as usize]);
        let room = self.run.budget.room().saturating_sub(self.bytes());
        let affordable = room as usize / (8 * size_of::<(Code<W>, MoverId)>());
        self.run.observer.waiting();
        self.run.budget.look()?;
        let Self { compiled, run, moves, kinds, who, .. } = self;
        let mut found = Vec::new();
        let mut stopped = None;
        moves(here.placements(), &mut |moved| {
            let own = kinds_of(&here, &moved);
            let mover = match own.len() {
                1 => ALONE,
                _ => *who.entry(own).or_insert_with_key(|own| {
                    kinds.push(own.clone());
                    kinds.len() as MoverId - 1
                }),
            };
            found.push((compiled.encode(&moved_on(&here, &moved)), mover));
            if found.len().is_multiple_of(MANY) {
                stopped = run.budget.look().err();
            }
            if found.len() > affordable {
                stopped = Some(Stopped::Memory);
            }
            stopped.is_none()
        });
        found.sort_unstable();
        found.dedup();
        stopped.map_or(Ok(found), Err)
    }

    /// Estimates the bytes in use, including two lists of distances and of levels. While a table
    /// grows there are two, the larger of twice the size.
    fn bytes(&self) -> u64 {
        let code = size_of::<Code<W>>();
        let each = code + 1 + size_of::<Option<(usize, usize)>>() + 16;
        let codes = self.codes.capacity() * each + self.numbers.capacity() * 3 * (code + 5);
        let kinds = self.kinds.len() * 2 * (size_of::<Vec<u8>>() + 16 + 64);
        (codes + kinds + self.steps.capacity() * size_of::<(u32, MoverId)>()) as u64
    }
}

/// Returns the kinds of the movers, ascending.
fn kinds_of(before: &Configuration, moved: &Moved) -> Vec<u8> {
    let movers = before.placements().iter().filter(|piece| moved.origins.contains(&piece.cell));
    let mut kinds: Vec<u8> = movers.map(|piece| piece.kind).collect();
    kinds.sort_unstable();
    kinds
}

/// Returns the position after a move.
fn moved_on(before: &Configuration, moved: &Moved) -> Configuration {
    let place = |piece: &Placement| match moved.origins.contains(&piece.cell) {
        true => Placement { cell: (piece.cell as i32 + moved.by) as u32, ..*piece },
        false => *piece,
    };
    Configuration::new(before.placements().iter().map(place).collect())
}
