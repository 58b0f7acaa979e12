//! Random numbers.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

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
