//! The effect of moves on orders.
//!
//! A move permutes the places of a shape's pieces. If all pieces of the shape differ, their
//! [field](super::fields) has one digit for each place. A permutation of neighbouring places
//! changes the digits of these places only, and the new digits depend on the old ones alone: so a
//! small table gives its effect, whatever the other digits are.

use std::ops::Range;

use ahash::AHashMap;

use super::fields::{Fields, OrderField, is_odd_sequence, is_odd_sum};
use crate::engine::rank::{Class, Ranking};

/// Size limit of a table; beyond it, an action takes several steps.
const MOST_ENTRIES: u64 = 1 << 19;

/// Permutations of a shape with equal pieces have no such structure, only tables of all orders. If
/// these would be larger than this, every order is computed when it is needed.
pub const MOST_ORDERS: u64 = 1 << 22;

/// Blocks that include the last place are extended to about this size, so that the digits before
/// them have few values.
const END_ENTRIES: u64 = 1 << 13;

/// One step of an action, which changes a number.
pub enum ActionStep {
    /// Replaces the value `number / low % size` from a table.
    Table { low: u64, size: u32, table: usize },
    /// Replaces the last digits in a halved field. The table has a half for even and one for odd
    /// values.
    End(EndStep),
    /// Permutes one field's sequence; see [`Action`].
    Worked { field: usize, places: Vec<u32> },
}

/// See [`ActionStep::End`].
pub struct EndStep {
    pub size: u32,
    table: usize,
    /// Where the parities of the leading digits begin, and the number of their values; set by
    /// [`Actions::add_parities`].
    parities: usize,
    highs: u32,
    /// Whether the parity of the order differs here from that in the row where the action begins.
    flips: bool,
}

/// The effect of a move on the orders of a row: these steps, one after the other.
pub type Action = Vec<ActionStep>;

/// All actions of a puzzle, and their tables.
pub struct Actions {
    pub list: Vec<Action>,
    tables: Vec<u32>,
    parities: Vec<bool>,
    /// Where the tables of permutations are: by the number of places from the block to the end, the
    /// permutation, and whether it is halved.
    known: AHashMap<(usize, Vec<u32>, bool), usize>,
}

impl Actions {
    /// Builds actions. Each is given, for all shapes of `shapes` concatenated, by the place from
    /// which each place's piece comes. `None` if their tables exceed the limit of bytes.
    pub fn new(
        ranking: &Ranking,
        fields: &Fields,
        shapes: &[usize],
        maps: &[Vec<u32>],
        most_bytes: u64,
    ) -> Option<Self> {
        let mut actions = Self {
            list: Vec::new(),
            tables: Vec::new(),
            parities: Vec::new(),
            known: AHashMap::new(),
        };
        for map in maps {
            let mut action = Action::new();
            let mut rest = &map[..];
            let mut parts: Vec<&[u32]> = vec![&[]; ranking.classes.len()];
            for &shape in shapes {
                (parts[shape], rest) = rest.split_at(ranking.classes[shape].pieces());
            }
            for (number, field) in fields.fields.iter().enumerate() {
                actions.steps(ranking, number, field, parts[field.class], &mut action);
            }
            actions.list.push(action);
            if actions.bytes() > most_bytes {
                return None;
            }
        }
        actions.add_parities(fields);
        Some(actions)
    }

    /// Returns the memory in bytes. A list of numbers may have twice the capacity that it needs.
    pub fn bytes(&self) -> u64 {
        (8 * self.tables.len() + 2 * self.parities.len() + 100 * self.list.len()) as u64
    }

    fn steps(
        &mut self,
        ranking: &Ranking,
        number: usize,
        field: &OrderField,
        places: &[u32],
        action: &mut Action,
    ) {
        if places.is_sorted() {
            return;
        }
        if !field.is_distinct {
            action.push(if field.orders <= MOST_ORDERS {
                let table = self.sequence_table(&ranking.classes[field.class], places);
                ActionStep::Table { low: field.low, size: field.orders as u32, table }
            } else {
                ActionStep::Worked { field: number, places: places.to_vec() }
            });
            return;
        }
        let mut flips = false;
        for (begin, block) in blocks(places) {
            let is_odd = is_odd_sequence(&block);
            if let Some(step) = self.block(field, begin, block, flips) {
                action.push(step);
            }
            flips ^= is_odd;
        }
    }

    /// Builds the step for a permutation of the places from `begin` on. `None` if it changes no
    /// number.
    fn block(
        &mut self,
        field: &OrderField,
        mut begin: usize,
        mut block: Vec<u32>,
        flips: bool,
    ) -> Option<ActionStep> {
        let pieces = field.pieces;
        let from = |begin: usize, length: usize| values(pieces - begin, length);
        let end = begin + block.len();
        if !field.is_halved || end + 2 <= pieces {
            let low = (from(end, pieces - end) * field.low) >> u32::from(field.is_halved);
            let table = self.block_table(pieces - begin, &block);
            let size = from(begin, block.len()) as u32;
            return Some(ActionStep::Table { low, size, table });
        }
        if begin + 2 >= pieces {
            // It only swaps the last two pieces, whose digit is left out.
            return None;
        }
        block.extend(block.len() as u32..(pieces - begin) as u32);
        while begin > 0 && from(begin - 1, pieces - begin + 1) <= END_ENTRIES {
            begin -= 1;
            block.iter_mut().for_each(|place| *place += 1);
            block.insert(0, 0);
        }
        let size = from(begin, block.len()) as u32 / 2;
        let table = self.end_table(&block);
        Some(ActionStep::End(EndStep { size, table, parities: 0, highs: 0, flips }))
    }

    fn sequence_table(&mut self, class: &Class, places: &[u32]) -> usize {
        let key = (usize::MAX - class.kinds()[0] as usize, places.to_vec(), false);
        let tables = &mut self.tables;
        *self.known.entry(key).or_insert_with(|| {
            let begin = tables.len();
            tables.extend(class.rearranged(places));
            begin
        })
    }

    /// Returns the table for the first digits of `pieces` pieces, under a permutation of their
    /// places.
    fn block_table(&mut self, pieces: usize, block: &[u32]) -> usize {
        let tables = &mut self.tables;
        *self.known.entry((pieces, block.to_vec(), false)).or_insert_with(|| {
            let begin = tables.len();
            let changed =
                |value| value_of(pieces, &permuted(&letters(pieces, block.len(), value), block));
            tables.extend((0..values(pieces, block.len())).map(|value| changed(value) as u32));
            begin
        })
    }

    /// Returns the table for all digits of a halved field from some place on: first for even, then
    /// for odd permutations.
    fn end_table(&mut self, block: &[u32]) -> usize {
        let (pieces, tables) = (block.len(), &mut self.tables);
        *self.known.entry((pieces, block.to_vec(), true)).or_insert_with(|| {
            let begin = tables.len();
            for is_odd in [false, true] {
                for half in 0..values(pieces, pieces) / 2 {
                    let mut letters = letters(pieces, pieces, 2 * half);
                    if is_odd_sequence(&letters) != is_odd {
                        letters.swap(pieces - 2, pieces - 1);
                    }
                    tables.push((value_of(pieces, &permuted(&letters, block)) / 2) as u32);
                }
            }
            begin
        })
    }

    /// Adds the parities of the digits before the ends.
    fn add_parities(&mut self, fields: &Fields) {
        let Some(field) = fields.fields.last().filter(|field| field.is_halved) else { return };
        let mut known = AHashMap::new();
        let Self { list, parities, .. } = self;
        for step in list.iter_mut().flatten() {
            let ActionStep::End(end) = step else { continue };
            end.highs = (field.orders / u64::from(end.size)) as u32;
            end.parities = *known.entry(end.size).or_insert_with(|| {
                let begin = parities.len();
                // The leading digits begin with the first digit that the end does not have.
                let base = field.first_base(end.size.into());
                parities.extend((0..end.highs.into()).map(|value| is_odd_sum(value, base)));
                begin
            });
        }
    }

    /// Returns the entries of a table.
    #[inline(always)]
    pub fn table(&self, table: usize, size: u32) -> &[u32] {
        &self.tables[table..table + size as usize]
    }

    /// Returns the number of an order after an action, which begins in a row of odd or even orders.
    #[inline(always)]
    pub fn apply(
        &self,
        ranking: &Ranking,
        fields: &Fields,
        steps: &[ActionStep],
        is_odd: bool,
        mut number: u32,
    ) -> u32 {
        for step in steps {
            number = match step {
                &ActionStep::Table { low, size, table } => {
                    let low = low as u32;
                    let value = number / low % size;
                    let new = self.tables[table + value as usize];
                    number.wrapping_add(new.wrapping_sub(value).wrapping_mul(low))
                }
                ActionStep::End(end) => self.apply_end(end, is_odd, number),
                ActionStep::Worked { field, places } => {
                    let field = &fields.fields[*field];
                    permute(&ranking.classes[field.class], field, places, number)
                }
            };
        }
        number
    }

    #[inline(always)]
    fn apply_end(&self, end: &EndStep, is_odd: bool, number: u32) -> u32 {
        let (high, value) = (number / end.size, number % end.size);
        number - value + self.end_entries(end, is_odd, high)[value as usize]
    }

    /// Returns the entries for the last digits, given the value of the leading ones.
    #[inline(always)]
    pub fn end_entries(&self, end: &EndStep, is_odd: bool, high: u32) -> &[u32] {
        let before = self.parities[end.parities + (high % end.highs) as usize];
        let half = if is_odd ^ end.flips ^ before { end.size as usize } else { 0 };
        self.table(end.table + half, end.size)
    }
}

/// Permutes a sequence without a table.
#[cold]
fn permute(class: &Class, field: &OrderField, places: &[u32], number: u32) -> u32 {
    let value = u64::from(number) / field.low % field.orders;
    let mut letters = Vec::new();
    class.unrank(value, &mut letters);
    let new = class.rank(&permuted(&letters, places));
    (u64::from(number) - value * field.low + new * field.low) as u32
}

fn permuted(letters: &[u8], places: &[u32]) -> Vec<u8> {
    places.iter().map(|&place| letters[place as usize]).collect()
}

/// Returns the number of ways to fill the first `places` places with different ones of `pieces`
/// pieces.
fn values(pieces: usize, places: usize) -> u64 {
    (pieces - places + 1..=pieces).map(|base| base as u64).product()
}

/// Returns the pieces in the first places, of `0..pieces`, for a value of the digits.
fn letters(pieces: usize, places: usize, mut value: u64) -> Vec<u8> {
    let mut digits = Vec::new();
    for base in (pieces - places + 1..=pieces).map(|base| base as u64) {
        digits.push(value % base);
        value /= base;
    }
    let mut unused: Vec<u8> = (0..pieces as u8).collect();
    digits.iter().rev().map(|&digit| unused.remove(digit as usize)).collect()
}

/// Returns the value of these pieces, the inverse of [`letters`].
fn value_of(pieces: usize, letters: &[u8]) -> u64 {
    let mut value = 0;
    for (i, &letter) in letters.iter().enumerate() {
        let smaller = letters[..i].iter().filter(|&&l| l < letter).count();
        value = value * (pieces - i) as u64 + (usize::from(letter) - smaller) as u64;
    }
    value
}

/// A block of neighbouring places, and swaps of neighbours within it.
struct SwapBlock {
    places: Range<usize>,
    swaps: Vec<usize>,
}

/// Decomposes a permutation into permutations of blocks of neighbouring places with tables of
/// moderate size, to be applied one after the other.
fn blocks(places: &[u32]) -> Vec<(usize, Vec<u32>)> {
    let pieces = places.len();
    let fits = |places: &Range<usize>| {
        let mut factors = places.clone().map(|place| (pieces - place) as u64);
        let product = factors.try_fold(1_u64, u64::checked_mul);
        product.is_some_and(|product| product <= MOST_ENTRIES)
    };
    let add = |blocks: &mut Vec<SwapBlock>, block: SwapBlock| {
        if let Some(last) = blocks.last_mut() {
            let (one, other) = (&last.places, &block.places);
            let both = one.start.min(other.start)..one.end.max(other.end);
            if fits(&both) {
                last.places = both;
                last.swaps.extend(block.swaps);
                return;
            }
        }
        blocks.push(block);
    };
    let mut all = Vec::new();
    for part in parts(places) {
        let mut own = Vec::new();
        for at in swaps(places, part).into_iter().rev() {
            add(&mut own, SwapBlock { places: at..at + 2, swaps: vec![at] });
        }
        own.into_iter().for_each(|block| add(&mut all, block));
    }
    let composed = |SwapBlock { places, swaps }: SwapBlock| {
        let mut block: Vec<u32> = (0..places.len() as u32).collect();
        swaps.into_iter().for_each(|at| block.swap(at - places.start, at - places.start + 1));
        (places.start, block)
    };
    all.into_iter().map(composed).collect()
}

/// Returns the shortest blocks of places into which a permutation decomposes, each of which keeps
/// its pieces.
fn parts(places: &[u32]) -> Vec<Range<usize>> {
    let (mut parts, mut begin, mut farthest) = (Vec::new(), 0, 0);
    for (at, &place) in places.iter().enumerate() {
        farthest = farthest.max(place as usize);
        if farthest == at {
            parts.push(begin..at + 1);
            begin = at + 1;
        }
    }
    parts
}

/// Returns swaps of neighbours that sort a part of the places. Applied in reverse order, they
/// produce the permutation.
fn swaps(places: &[u32], part: Range<usize>) -> Vec<usize> {
    let mut sorted = places.to_vec();
    let mut swaps = Vec::new();
    for end in part.clone().rev() {
        for at in part.start..end {
            if sorted[at] > sorted[at + 1] {
                sorted.swap(at, at + 1);
                swaps.push(at);
            }
        }
    }
    swaps
}
