//! Operations on a few words that sets of cells and codes share. Plain loops, for the reason in
//! [`super::cells`].

/// Shifts by words longer than this are calls: such a loop takes long to compile, and there is a
/// call site wherever a piece moves.
const MOST_INLINED: usize = 8;

/// Whether two arrays are equal. The derived comparison calls `memcmp`, which takes any number of
/// bytes.
#[inline(always)]
pub(super) fn equal<const N: usize>(one: &[u64; N], other: &[u64; N]) -> bool {
    let mut differs = 0;
    for at in 0..N {
        differs |= one[at] ^ other[at];
    }
    differs == 0
}

/// Returns all bits shifted `by` places up, or down if `by` is negative.
#[inline(always)]
pub(super) fn shifted<const N: usize>(words: &[u64; N], by: i32) -> [u64; N] {
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
