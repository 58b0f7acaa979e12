//! Random numbers.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

/// Mixes the bits of a number: the finaliser of SplitMix64 (G. Steele, D. Lea and C. Flood, 2014).
pub fn mixed(number: u64) -> u64 {
    let mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Returns a uniformly distributed number below `end`; 0 if `end` is 0.
pub fn below(random: &mut Pcg64, end: usize) -> usize {
    if end == 0 {
        return 0;
    }
    let end = end as u64;
    loop {
        let number = random.next_u64();
        // Rejection: the last few numbers would make some remainders more likely than others.
        if number < u64::MAX - u64::MAX % end {
            return (number % end) as usize;
        }
    }
}
