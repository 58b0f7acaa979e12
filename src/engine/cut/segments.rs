//! Order-preserving maps of columns to columns.

#[cfg(target_arch = "x86_64")]
use crate::engine::rank::cut::Bmi2Gather;
use crate::engine::rank::cut::{Columns, Gather, PortableGather, lowest};

/// Some columns of one word that map to as many columns of another, in order.
#[derive(Clone, Copy)]
pub struct Segment {
    /// The words.
    pub from: u32,
    pub to: u32,
    /// The columns, as bits of these.
    pub from_bits: u64,
    pub to_bits: u64,
}

impl Segment {
    /// Adds the image of one row to another.
    #[inline(always)]
    pub fn bring(&self, quick: impl Gather, from: &[u64], to: &mut [u64]) {
        let bits = quick.gather(from[self.from as usize], self.from_bits);
        to[self.to as usize] |= quick.spread(bits, self.to_bits);
    }
}

/// Returns the columns that are among some fillings, as bits.
pub fn columns_among(columns: &Columns, set: &[u64]) -> Vec<u64> {
    #[cfg(target_arch = "x86_64")]
    if let Some(quick) = Bmi2Gather::new() {
        return columns_among_with(quick, columns, set);
    }
    columns_among_with(PortableGather, columns, set)
}

fn columns_among_with(quick: impl Gather, columns: &Columns, set: &[u64]) -> Vec<u64> {
    let mut among = vec![0; columns.len().div_ceil(64)];
    let mut at = 0;
    for (number, &mask) in columns.mask().iter().enumerate().take(set.len()) {
        let set = set[number];
        let bits = quick.gather(set, mask);
        let (word, bit) = (at / 64, at % 64);
        if bits != 0 {
            among[word] |= bits << bit;
            let rest = bits >> 1 >> (63 - bit);
            if rest != 0 {
                among[word + 1] |= rest;
            }
        }
        at += mask.count_ones() as usize;
    }
    among
}

/// Returns the map from the columns of one set to those of the other, in order.
pub fn segments(from: &[u64], to: &[u64]) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut sources = from.iter().copied().enumerate().filter(|&(_, bits)| bits != 0);
    let (mut at, mut left) = (0, 0_u64);
    for (to, &bits) in to.iter().enumerate() {
        let mut wanted = bits;
        while wanted != 0 {
            if left == 0 {
                let Some(source) = sources.next() else { return segments };
                (at, left) = source;
            }
            let count = left.count_ones().min(wanted.count_ones());
            let [from_bits, to_bits] = [left, wanted].map(|bits| lowest(bits.into(), count) as u64);
            let (from, to) = (at as u32, to as u32);
            segments.push(Segment { from, to, from_bits, to_bits });
            (left, wanted) = (left ^ from_bits, wanted ^ to_bits);
        }
    }
    segments
}
