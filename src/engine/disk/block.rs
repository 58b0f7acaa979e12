//! Compressed lists of ascending codes.
//!
//! A code is stored as its difference from the one before: how many words are equal, the increase
//! of the next word, and the words after that one. Numbers are in groups of seven bits, the lowest
//! first; the eighth bit says that more follow.

use crate::engine::board::Code;

/// Appends ascending, distinct codes to a buffer.
pub fn write<const W: usize>(codes: &[Code<W>], bytes: &mut Vec<u8>) {
    let mut before = Code::ZERO;
    for code in codes {
        let same = (0..W - 1).take_while(|&at| code.0[at] == before.0[at]).count();
        if W > 1 {
            write_number(same as u64, bytes);
        }
        write_number(code.0[same] - before.0[same], bytes);
        code.0[same + 1..].iter().for_each(|&word| write_number(word, bytes));
        before = *code;
    }
}

/// Reads codes from a buffer, if it holds exactly `count` codes.
pub fn read<const W: usize>(mut bytes: &[u8], count: usize) -> Option<Vec<Code<W>>> {
    let mut codes = Vec::with_capacity(count);
    let mut code = Code::ZERO;
    for _ in 0..count {
        let same = if W > 1 { read_number(&mut bytes)? as usize } else { 0 };
        let word = code.0.get_mut(same)?;
        *word = word.checked_add(read_number(&mut bytes)?)?;
        for word in &mut code.0[same + 1..] {
            *word = read_number(&mut bytes)?;
        }
        codes.push(code);
    }
    bytes.is_empty().then_some(codes)
}

#[inline]
fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 1 << 7 {
        bytes.push(number as u8 | 1 << 7);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 1 << 7 {
            return Some(number);
        }
    }
    None
}
