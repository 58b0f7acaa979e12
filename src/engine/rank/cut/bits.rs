//! Bit gathering, scattering and transposition.

use crate::engine::store::ones;

/// An implementation of gathering and scattering.
pub trait Gather: Copy {
    /// Returns the bits of `word` selected by `mask`, packed.
    fn gather(self, word: u64, mask: u64) -> u64;

    /// Returns the lowest bits of `word`, moved to the places of `mask`.
    fn spread(self, word: u64, mask: u64) -> u64;
}

/// Bit by bit, on any processor.
#[derive(Clone, Copy)]
pub struct PortableGather;

impl Gather for PortableGather {
    fn gather(self, word: u64, mask: u64) -> u64 {
        ones(mask).enumerate().fold(0, |all, (bit, place)| all | (word >> place & 1) << bit)
    }

    fn spread(self, word: u64, mask: u64) -> u64 {
        ones(mask).enumerate().fold(0, |all, (bit, place)| all | (word >> bit & 1) << place)
    }
}

/// Returns the `count` lowest bits, or all if there are fewer.
#[inline]
pub fn lowest(bits: u128, count: u32) -> u128 {
    let mut rest = bits;
    for _ in 0..count {
        rest &= rest.wrapping_sub(1);
    }
    bits ^ rest
}

/// Uses the BMI2 instructions `pext` and `pdep`.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Bmi2Gather(());

#[cfg(target_arch = "x86_64")]
impl Bmi2Gather {
    /// Returns `None` unless the processor has them, and others that such processors have.
    pub fn new() -> Option<Self> {
        let has = is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("avx2");
        let has = has && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Gather for Bmi2Gather {
    #[inline(always)]
    fn gather(self, word: u64, mask: u64) -> u64 {
        // SAFETY: `new` has checked that the processor has the instruction.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn spread(self, word: u64, mask: u64) -> u64 {
        // SAFETY: `new` has checked that the processor has the instruction.
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }
}

/// Transposes a bit matrix: bit `j` of word `i` becomes bit `i` of word `j`.
#[inline(always)]
pub fn transpose(words: &mut [u64; 64]) {
    let (mut mask, mut by) = (u64::MAX >> 32, 32);
    while by > 0 {
        for pair in words.chunks_exact_mut(2 * by) {
            let (upper, lower) = pair.split_at_mut(by);
            for at in 0..by {
                let turned = (upper[at] >> by ^ lower[at]) & mask;
                lower[at] ^= turned;
                upper[at] ^= turned << by;
            }
        }
        by /= 2;
        mask ^= mask << by;
    }
}
