//! The shift that sets of cells and codes share. Plain loops, for the reason in [`super::cells`].

/// Shifts by words longer than this are calls: such a loop takes long to compile, and there is a
/// call site wherever a piece moves.
const MOST_INLINED: usize = 8;

/// Returns all bits shifted `by` places up, or down if `by` is negative. Bits that leave on one side
/// may return on the other.
#[inline(always)]
pub(super) fn shifted<const N: usize>(words: &[u64; N], by: i32) -> [u64; N] {
    if N == 1 {
        let mut one = *words;
        one[0] = one[0].rotate_left(by as u32 & 63);
        return one;
    }
    if N == 2 {
        let wide = u128::from(words[0]) | u128::from(words[1]) << 64;
        let wide = wide.rotate_left(by as u32 & 127);
        let mut two = *words;
        (two[0], two[1]) = (wide as u64, (wide >> 64) as u64);
        return two;
    }
    if N > MOST_INLINED { shifted_apart(words, by) } else { shifted_here(words, by) }
}

#[inline(never)]
fn shifted_apart<const N: usize>(words: &[u64; N], by: i32) -> [u64; N] {
    shifted_here(words, by)
}

#[inline(always)]
fn shifted_here<const N: usize>(words: &[u64; N], by: i32) -> [u64; N] {
    let (whole, part) = (by.div_euclid(64), by.rem_euclid(64));
    let word = |at: i32| if (0..N as i32).contains(&at) { words[at as usize] } else { 0 };
    let mut moved = [0; N];
    for at in 0..N {
        let from = at as i32 - whole;
        // Two shifts, because a shift by 64 is not defined.
        moved[at] = word(from) << part | word(from - 1) >> 1 >> (63 - part);
    }
    moved
}
