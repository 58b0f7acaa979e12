//! Lower bounds by the distances in puzzles that forget some of the names of pieces.
//!
//! Where pieces of one shape have different names, and the goal says which belongs where, a puzzle
//! that takes some of these names for one has far fewer positions. No distance in it is greater
//! than the true one. Source: J. C. Culberson and J. Schaeffer, *Pattern databases*, Computational
//! Intelligence 14, 1998.
//!
//! A position of a pattern is a position of the puzzle in which kinds are replaced by others of the
//! same shape. So the puzzle's own codes and moves serve for all patterns.

use std::cmp::Reverse;

use super::{Estimated, GROUP};
use crate::engine::board::{Code, PieceShape, piece_shapes};
use crate::engine::compiled::{Compiled, sort_dedup};
use crate::engine::drive::{Run, drive};
use crate::engine::host::mixed;
use crate::engine::query::{Budget, Stopped, Until};
use crate::engine::store::{Hasher, KeySet};
use crate::engine::table::{SearchTarget, TableSearch};
use crate::puzzle::{Configuration, Goal, Placement, Puzzle};

/// The most patterns.
const PATTERNS: usize = 8;

/// The cost of a position from which no goal can be reached.
pub const DEAD: u16 = u16::MAX / 2;

/// The most bytes for each position of a pattern: 13 in the table, up to 16 in the list from which it
/// is filled.
const BYTES: u64 = 32;

/// The low bits of a slot, which hold a distance plus 1. Above them are the high bits of the key.
const DISTANCE_BITS: u32 = 16;

/// For each kind of a puzzle, the one that stands for it in a pattern.
type Names = Vec<u8>;

/// Several patterns, with the distances of their positions to the goals.
///
/// The key of a position in a pattern is the sum of the [`part`]s of its pieces. Where two positions
/// have equal keys, the lesser distance holds for both.
pub struct Patterns<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    /// For each kind and each cell, the parts of the keys.
    parts: Vec<[u64; PATTERNS]>,
    tables: Vec<KeySet<1>>,
}

/// Returns the part of a key for a kind in a cell.
fn part(kind: u8, cell: u32) -> u64 {
    let number = (u64::from(kind) << 32 | u64::from(cell)) + 1;
    mixed(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Returns the hash of a key or of a slot.
fn hash(key: u64) -> u64 {
    key >> DISTANCE_BITS << DISTANCE_BITS
}

impl<'a, const W: usize> Patterns<'a, W> {
    /// Builds patterns of `most` positions in all, in at most `bytes`. Returns none if the goals are
    /// not complete, if no kinds differ only by name, or if there would be more positions.
    pub fn new(
        compiled: &'a Compiled<'a, W>,
        most: usize,
        bytes: u64,
        budget: &Budget,
    ) -> Result<Option<Self>, Stopped> {
        let puzzle = compiled.puzzle;
        let shapes = piece_shapes(puzzle);
        let is_some_alike = shapes.iter().any(|shape| shape.kinds.len() > 1);
        if !is_some_alike || !puzzle.goals().iter().all(Goal::is_complete) {
            return Ok(None);
        }
        let most = most.min((bytes / BYTES) as usize);
        let mut budget = Budget { memory: bytes, max_moves: None, ..budget.clone() };
        let Some(merged) = slots(compiled, &names(puzzle, &shapes, &[]), most / 2, &budget)? else {
            return Ok(None);
        };
        let (mut chosen, mut number) = (Vec::new(), PATTERNS);
        while chosen.is_empty() && number > 0 {
            chosen = choose(puzzle, &shapes, merged.len(), number, most / number);
            number /= 2;
        }
        let cells = puzzle.size().cells();
        let parts = vec![[0; PATTERNS]; puzzle.kinds().len() * cells];
        let mut patterns = Self { compiled, parts, tables: Vec::new() };
        for names in chosen {
            let Some(slots) = slots(compiled, &names, usize::MAX, &budget)? else { continue };
            for (index, parts) in patterns.parts.iter_mut().enumerate() {
                parts[patterns.tables.len()] = part(names[index / cells], (index % cells) as u32);
            }
            let mut table = KeySet::with_room_for(slots.len(), Hasher::fixed());
            for slot in slots {
                table.insert(&[slot], hash(slot));
            }
            budget.memory = budget.memory.saturating_sub(table.bytes());
            patterns.tables.push(table);
        }
        Ok((!patterns.tables.is_empty()).then_some(patterns))
    }

    /// Replaces the costs of a group of positions, but those of 0, by lower bounds on the moves to a
    /// goal.
    pub fn raise(&self, codes: &[Code<W>], estimates: &mut [Estimated]) {
        let cells = self.compiled.puzzle.size().cells();
        let mut pieces = Vec::new();
        let mut keys = [[0_u64; PATTERNS]; GROUP];
        for (code, keys) in codes.iter().zip(&mut keys) {
            self.compiled.pieces(code, &mut pieces);
            for piece in &pieces {
                let parts = &self.parts[usize::from(piece.kind) * cells + piece.cell as usize];
                for (key, part) in keys.iter_mut().zip(parts) {
                    *key = key.wrapping_add(*part);
                }
            }
            for (table, &key) in self.tables.iter().zip(&*keys) {
                table.prefetch(hash(key));
            }
        }
        for (estimated, keys) in estimates.iter_mut().zip(&keys) {
            let mut greatest = 1;
            for (table, &key) in self.tables.iter().zip(keys) {
                let slot = table.find(hash(key), |[slot]| (slot ^ key) >> DISTANCE_BITS == 0);
                let distance = slot.and_then(|[slot]| (*slot as u16).checked_sub(1));
                greatest = greatest.max(distance.unwrap_or(DEAD));
            }
            if estimated.cost > 0 {
                estimated.cost = greatest;
            }
        }
    }
}

/// Returns the slots of the table of a pattern, found from the goals; none if it has more than `most`
/// positions or more than fit the memory.
fn slots<const W: usize>(
    compiled: &Compiled<W>,
    names: &Names,
    most: usize,
    budget: &Budget,
) -> Result<Option<Vec<u64>>, Stopped> {
    let mut goals = Vec::new();
    for goal in compiled.puzzle.goals() {
        let mut pieces = goal.demanded().placements().to_vec();
        for piece in &mut pieces {
            piece.kind = names[usize::from(piece.kind)];
        }
        goals.push(compiled.encode(&Configuration::new(pieces)));
    }
    sort_dedup(&mut goals);
    let mut search = TableSearch::new(compiled, budget, goals, SearchTarget::Nothing);
    let (mut slots, mut pieces) = (Vec::new(), Vec::<Placement>::new());
    let each = &mut |search: &mut TableSearch<W>, distance: u64| {
        for code in search.codes() {
            compiled.pieces(code, &mut pieces);
            let mut key = 0_u64;
            for piece in &pieces {
                key = key.wrapping_add(part(piece.kind, piece.cell));
            }
            slots.push(hash(key) | (distance + 1).min(u64::from(u16::MAX)));
        }
        // The list grows by doubling.
        search.others = 2 * size_of_val(&slots[..]) as u64;
        match slots.len() <= most {
            true => Ok(()),
            false => Err(Stopped::Rounds),
        }
    };
    let run = &mut Run { budget, observer: &mut () };
    match drive(&mut search, Until::Exhausted, run, each).stopped {
        None => Ok(Some(slots)),
        Some(Stopped::Rounds | Stopped::Memory) => Ok(None),
        Some(stopped) => Err(stopped),
    }
}

/// Returns the names if only some kinds keep theirs: the others of a shape count as one.
fn names(puzzle: &Puzzle, shapes: &[PieceShape], kept: &[u8]) -> Names {
    let mut names = vec![0; puzzle.kinds().len()];
    for shape in shapes {
        let mut first = None;
        for &kind in &shape.kinds {
            let is_kept = kept.contains(&kind);
            names[usize::from(kind)] = if is_kept { kind } else { *first.get_or_insert(kind) };
        }
    }
    names
}

/// A kind, with the number of its pieces, the index of its shape, and the steps of its pieces from
/// start to goal as if there were no others.
struct Choice {
    kind: u8,
    pieces: u32,
    shape: usize,
    steps: u32,
    /// The patterns that keep its name.
    patterns: u32,
}

/// Returns the names of some patterns of at most about `most` positions each, if there are `merged`
/// where no name is kept, that together keep the names of all kinds, as far as possible; none if not
/// even one name can be kept.
fn choose(
    puzzle: &Puzzle,
    shapes: &[PieceShape],
    merged: usize,
    number: usize,
    most: usize,
) -> Vec<Names> {
    let (mut choices, mut of_shapes) = (Vec::new(), vec![0; shapes.len()]);
    for (shape, kinds) in shapes.iter().enumerate() {
        for &kind in &kinds.kinds {
            let of_kind = |piece: &&Placement| piece.kind == kind;
            let goal = puzzle.goals()[0].demanded();
            let goal = goal.placements().iter().filter(of_kind);
            let (mut pieces, mut steps) = (0, 0);
            for (from, to) in puzzle.start().placements().iter().filter(of_kind).zip(goal) {
                let [from, to] = [from, to].map(|piece| puzzle.size().row_col(piece.cell));
                pieces += 1;
                steps += from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
            }
            of_shapes[shape] += pieces;
            choices.push(Choice { kind, pieces, shape, steps, patterns: 0 });
        }
    }
    let mut chosen = Vec::new();
    for pattern in 0..number as u32 {
        // First the kinds that have the longest way, then in any order.
        choices.sort_by_cached_key(|&Choice { kind, steps, patterns, .. }| {
            (patterns, Reverse(if patterns == 0 { steps } else { 0 }), part(kind, pattern))
        });
        let (mut kept, mut size, mut merged_pieces) =
            (Vec::new(), merged as f64, of_shapes.clone());
        for choice in &mut choices {
            // Its name multiplies the number of positions by about this.
            let all = &mut merged_pieces[choice.shape];
            let ways = |at| f64::from(*all - at) / f64::from(at + 1);
            let factor: f64 = (0..choice.pieces).map(ways).product();
            if factor > 1.0 && size * factor <= most as f64 {
                size *= factor;
                *all -= choice.pieces;
                choice.patterns += 1;
                kept.push(choice.kind);
            }
        }
        if kept.is_empty() {
            return Vec::new();
        }
        chosen.push(names(puzzle, shapes, &kept));
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}
