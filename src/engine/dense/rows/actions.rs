//! The effect of moves on orders.
//!
//! A move permutes the places of a shape's pieces. If all pieces of the shape differ, their
//! [field](OrderField) has one digit for each place. A permutation of neighbouring places changes
//! the digits of these places only, and the new digits depend on the old ones alone: so a small
//! table gives its effect, whatever the other digits are.

use std::ops::Range;

use ahash::AHashMap;

use crate::engine::rank::{OrderField, Orders, is_odd, lehmer_rank, lehmer_unrank, permuted};

/// Size limit of a table; beyond it, an action takes several steps.
const MOST_ENTRIES: u64 = 1 << 19;

/// Permutations of a shape with equal pieces have no such structure, only tables of all orders. There
/// are no rows if these would be larger than this.
pub const MOST_ORDERS: u64 = 1 << 22;

/// Blocks that include the last place are extended to about this size, so that the digits before
/// them have few values.
const END_ENTRIES: u64 = 1 << 13;

/// One step of an action, which changes a number.
pub enum Step {
    /// Replaces the value `number / low % size` from a table.
    Table { low: u32, size: u32, table: usize },
    /// Replaces the last digits in a halved field.
    End(EndStep),
}

/// See [`Step::End`].
pub struct EndStep {
    pub size: u32,
    /// The table has a half for even and one for odd values.
    table: usize,
    /// Where the parities of the leading digits begin, and the number of their values.
    parities: usize,
    highs: u32,
    /// Whether the parity of the order differs here from that in the row where the action begins.
    flips: bool,
}

/// What a table contains.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Table {
    /// The sequences of a field under a permutation of its places.
    Sequences { field: usize, places: Vec<u32> },
    /// The first digits of `pieces` different pieces under a permutation of their places.
    Block { pieces: usize, block: Vec<u32> },
    /// All digits of a halved field from some place on: first for even, then for odd permutations.
    End { block: Vec<u32> },
    /// For each value of some digits whether their sum is odd. The last of the digits has this base,
    /// and each one before it the next larger base.
    Parities { values: u64, base: u64 },
}

/// The numbering of orders, and the effect of each action on the numbers.
pub struct Actions {
    pub orders: Orders,
    /// The steps of each action, one after the other.
    list: Vec<Vec<Step>>,
    entries: Vec<u32>,
    /// Where the entries of each table begin.
    tables: AHashMap<Table, usize>,
}

impl Actions {
    /// Builds actions. Each is given by the place from which each place's piece comes. `None` if
    /// their tables exceed the limit of bytes.
    pub fn new(orders: Orders, maps: &[Vec<u32>], most_bytes: u64) -> Option<Self> {
        let (list, entries, tables) = (Vec::new(), Vec::new(), AHashMap::new());
        let mut actions = Self { orders, list, entries, tables };
        for map in maps {
            let mut steps = Vec::new();
            for number in 0..actions.orders.fields.len() {
                let field = actions.orders.fields[number].clone();
                let places = &field.class.places;
                let places = map[places.clone()].iter().map(|&at| at - places.start as u32);
                actions.add_steps(number, &field, places.collect(), &mut steps);
            }
            actions.list.push(steps);
            if actions.bytes() > most_bytes {
                return None;
            }
        }
        Some(actions)
    }

    /// Returns the memory in bytes. A list of numbers may have twice the capacity that it needs.
    pub fn bytes(&self) -> u64 {
        (8 * self.entries.len() + 100 * self.list.len()) as u64
    }

    /// Returns the steps of an action.
    pub fn steps(&self, action: u32) -> &[Step] {
        &self.list[action as usize]
    }

    fn add_steps(
        &mut self,
        number: usize,
        field: &OrderField,
        places: Vec<u32>,
        steps: &mut Vec<Step>,
    ) {
        if places.is_sorted() {
            return;
        }
        if !field.class.is_distinct() {
            let table = self.table(Table::Sequences { field: number, places });
            steps.push(Step::Table { low: field.low as u32, size: field.orders as u32, table });
            return;
        }
        let (mut flips, pieces) = (false, places.len());
        for (begin, block) in blocks(&places) {
            let (is_odd, end) = (is_odd(&block), begin + block.len());
            if !field.is_halved || end + 2 <= pieces {
                let low = (values(pieces, end..pieces) * field.low) >> u32::from(field.is_halved);
                let size = values(pieces, begin..end) as u32;
                let table = self.table(Table::Block { pieces: pieces - begin, block });
                steps.push(Step::Table { low: low as u32, size, table });
            } else if begin + 2 < pieces {
                steps.push(Step::End(self.end_step(field, begin, block, flips)));
            }
            // Else it only swaps the last two pieces, whose digit is left out.
            flips ^= is_odd;
        }
    }

    /// Builds the step for a permutation of the places from `begin` on, which include the last.
    fn end_step(
        &mut self,
        field: &OrderField,
        mut begin: usize,
        mut block: Vec<u32>,
        flips: bool,
    ) -> EndStep {
        let pieces = field.class.pieces;
        block.extend(block.len() as u32..(pieces - begin) as u32);
        while begin > 0 && values(pieces, begin - 1..pieces) <= END_ENTRIES {
            begin -= 1;
            block.iter_mut().for_each(|place| *place += 1);
            block.insert(0, 0);
        }
        let size = values(pieces, begin..pieces) / 2;
        let (highs, base) = (field.orders / size, (pieces - begin + 1) as u64);
        EndStep {
            size: size as u32,
            table: self.table(Table::End { block }),
            parities: self.table(Table::Parities { values: highs, base }),
            highs: highs as u32,
            flips,
        }
    }

    /// Returns where a table begins; builds it if it is new.
    fn table(&mut self, table: Table) -> usize {
        if let Some(&begin) = self.tables.get(&table) {
            return begin;
        }
        let (begin, entries) = (self.entries.len(), &mut self.entries);
        match &table {
            Table::Sequences { field, places } => {
                entries.extend(self.orders.fields[*field].class.rearranged(places));
            }
            &Table::Block { pieces, ref block } => {
                let mut letters = vec![0; block.len()];
                for value in 0..values(pieces, 0..block.len()) {
                    lehmer_unrank(value, pieces, &mut letters);
                    entries.push(lehmer_rank(&permuted(&letters, block), pieces) as u32);
                }
            }
            Table::End { block } => {
                let pieces = block.len();
                let mut letters = vec![0; pieces];
                for parity in [false, true] {
                    for half in 0..values(pieces, 0..pieces) / 2 {
                        lehmer_unrank(2 * half, pieces, &mut letters);
                        if is_odd(&letters) != parity {
                            letters.swap(pieces - 2, pieces - 1);
                        }
                        entries.push((lehmer_rank(&permuted(&letters, block), pieces) / 2) as u32);
                    }
                }
            }
            &Table::Parities { values, base } => {
                entries.extend((0..values).map(|value| u32::from(is_odd_sum(value, base))));
            }
        }
        self.tables.insert(table, begin);
        begin
    }

    /// Returns the entries of a table.
    #[inline(always)]
    pub fn entries(&self, table: usize, size: u32) -> &[u32] {
        &self.entries[table..table + size as usize]
    }

    /// Returns the entries for the last digits, given the value of the leading ones and whether the
    /// action begins in a row of odd orders.
    #[inline(always)]
    pub fn end_entries(&self, end: &EndStep, is_odd: bool, high: u32) -> &[u32] {
        let before = self.entries[end.parities + (high % end.highs) as usize] != 0;
        let half = if is_odd ^ end.flips ^ before { end.size as usize } else { 0 };
        self.entries(end.table + half, end.size)
    }

    /// Returns the number of an order after some steps of an action, which begins in a row of odd
    /// or even orders.
    #[inline(always)]
    pub fn apply(&self, steps: &[Step], is_odd: bool, mut number: u32) -> u32 {
        for step in steps {
            number = match step {
                &Step::Table { low, size, table } => {
                    let value = number / low % size;
                    let new = self.entries[table + value as usize];
                    number.wrapping_add(new.wrapping_sub(value).wrapping_mul(low))
                }
                Step::End(end) => {
                    let (high, value) = (number / end.size, number % end.size);
                    number - value + self.end_entries(end, is_odd, high)[value as usize]
                }
            };
        }
        number
    }
}

/// Whether the sum of a value's digits is odd. The last digit has this base, and each one before it
/// the next larger base.
fn is_odd_sum(mut value: u64, mut base: u64) -> bool {
    let mut sum = 0;
    while value > 0 {
        sum += value % base;
        value /= base;
        base += 1;
    }
    sum % 2 == 1
}

/// Returns the number of values of the digits of some places, of `pieces` different pieces;
/// saturating.
fn values(pieces: usize, places: Range<usize>) -> u64 {
    places.fold(1_u64, |product, place| product.saturating_mul((pieces - place) as u64))
}

/// Decomposes a permutation into permutations of blocks of neighbouring places with tables of
/// moderate size, to be applied one after the other. Each is given with its first place.
fn blocks(places: &[u32]) -> Vec<(usize, Vec<u32>)> {
    // Swaps of neighbours that sort the places; in reverse they produce the permutation.
    let (mut sorted, mut swaps) = (places.to_vec(), Vec::new());
    for end in 1..places.len() {
        let mut at = end;
        while at > 0 && sorted[at - 1] > sorted[at] {
            at -= 1;
            sorted.swap(at, at + 1);
            swaps.push(at);
        }
    }
    let mut blocks = Vec::new();
    let mut rest = &swaps[..];
    while let Some(&last) = rest.last() {
        let mut range = last..last + 2;
        let mut first = rest.len();
        for (number, &at) in rest.iter().enumerate().rev() {
            let both = range.start.min(at)..range.end.max(at + 2);
            if values(places.len(), both.clone()) > MOST_ENTRIES {
                break;
            }
            (range, first) = (both, number);
        }
        let mut block: Vec<u32> = (0..range.len() as u32).collect();
        for at in rest[first..].iter().rev() {
            block.swap(at - range.start, at - range.start + 1);
        }
        blocks.push((range.start, block));
        rest = &rest[..first];
    }
    blocks
}
