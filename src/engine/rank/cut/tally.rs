//! Numbers of pieces of all kinds in one word.

/// Packs numbers of pieces of all kinds into one word.
#[derive(Clone)]
pub struct PieceTally {
    /// For each kind, the shift and the mask of its field.
    fields: Vec<(u32, u128)>,
    /// The numbers of all pieces.
    pub all: u128,
}

impl PieceTally {
    /// Builds the tally for the pieces of a board; `None` if they do not fit a word.
    pub fn new(counts: &[u32]) -> Option<Self> {
        let (mut fields, mut all, mut shift) = (Vec::new(), 0, 0);
        for &count in counts {
            let bits = u32::BITS - count.leading_zeros();
            if shift + bits > u128::BITS {
                return None;
            }
            // A kind without pieces has an empty field, whatever its shift.
            let at = if bits == 0 { 0 } else { shift };
            fields.push((at, ((1 << bits) - 1) << at));
            all |= u128::from(count) << at;
            shift += bits;
        }
        Some(Self { fields, all })
    }

    /// Returns the number of pieces of a kind.
    pub fn count(&self, used: u128, kind: u8) -> u32 {
        let (shift, mask) = self.fields[usize::from(kind)];
        ((used & mask) >> shift) as u32
    }

    /// Returns the number of pieces of all kinds.
    pub fn number(&self, used: u128) -> usize {
        (0..self.fields.len() as u8).map(|kind| self.count(used, kind) as usize).sum()
    }

    /// Whether not all pieces of a kind are used.
    pub fn is_left(&self, used: u128, kind: u8) -> bool {
        (used ^ self.all) & self.fields[usize::from(kind)].1 != 0
    }

    /// Returns the tally of one piece of a kind.
    pub fn one(&self, kind: u8) -> u128 {
        1 << self.fields[usize::from(kind)].0
    }
}
