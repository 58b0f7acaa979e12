//! NumPy's array files, version 1.0 of the format: a header that describes the content, then the
//! raw numbers.

use crate::report::*;

/// The sizes of headers are multiples of this.
const ALIGNMENT: usize = 64;

/// Returns the header of an array of elements of a type, given as in Python: `'<i8'`, or a list of
/// fields. The array has `length` elements.
///
/// The size of the header does not depend on `length`, so it can be overwritten when that is known.
///
/// ```
/// let head = sliding::report::npy::head("'<i8'", 3);
/// assert_eq!(head[..10], *b"\x93NUMPY\x01\x00\x76\x00");
/// assert!(head[10..].starts_with(b"{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }  "));
/// assert_eq!((head.len(), head.last()), (128, Some(&b'\n')));
/// ```
pub fn head(element: &str, length: u64) -> Vec<u8> {
    let dictionary =
        |length| format!("{{'descr': {element}, 'fortran_order': False, 'shape': ({length},), }}");
    let mut head = b"\x93NUMPY\x01\x00\0\0".to_vec();
    let size = (head.len() + dictionary(u64::MAX).len() + 1).next_multiple_of(ALIGNMENT);
    let rest = (size - head.len()) as u16;
    head[8..].copy_from_slice(&rest.to_le_bytes());
    head.extend(dictionary(length).bytes());
    head.resize(size - 1, b' ');
    head.push(b'\n');
    head
}

/// Returns the pieces of a position in the order of the arrays, as cells of their origins: those of
/// the first kind, ascending, then those of the next.
pub fn origins<'c>(
    puzzle: &Puzzle,
    configuration: &'c Configuration,
) -> impl Iterator<Item = u32> + use<'c> {
    let pieces = configuration.placements();
    (0..puzzle.kinds().len()).flat_map(move |kind| {
        let of_kind = pieces.iter().filter(move |piece| usize::from(piece.kind) == kind);
        of_kind.map(|piece| piece.cell)
    })
}
