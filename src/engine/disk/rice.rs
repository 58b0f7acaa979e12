//! Compressed sets of numbers.
//!
//! The gaps between numbers are in the code of R. F. Rice and J. R. Plaunt (1971): the quotient of
//! a gap by a power of two in unary, as zeroes and a one, and the remainder in binary. If all
//! numbers have the same probability, no code of whole bits is shorter by more than a few
//! hundredths, whatever the probability.
//!
//! Each half of the range has a lane of its own, so that a processor can decode two numbers at a
//! time. The header is the exponent of the power of two, one byte; then the numbers of items and
//! bytes of the first lane, and the number of items of the second, four bytes each.

use std::ops::Range;

/// Number of bytes before the lanes.
const HEAD: usize = 13;

/// Number of bytes of any value that must follow the input of [`read`].
pub const PADDING: usize = 16;

/// Returns the ranges of the two lanes.
fn lanes(places: usize) -> [Range<usize>; 2] {
    [0..places / 2, places / 2..places]
}

/// Appends the set bits of words below `places` to a buffer. For any range of numbers `words`
/// returns the words that are not empty: the number of the lowest bit, and those bits that are
/// within the range. Returns the number of items; appends nothing if there are none.
pub fn write<I: Iterator<Item = (usize, u64)>>(
    words: impl Fn(Range<usize>) -> I,
    places: usize,
    bytes: &mut Vec<u8>,
) -> u64 {
    let count = |lane| words(lane).map(|(_, bits)| bits.count_ones()).sum::<u32>();
    let counts = lanes(places).map(count);
    // The best exponent is the logarithm of ln 2 times the mean gap, rounded down.
    let all = counts.iter().map(|&count| u64::from(count)).sum::<u64>();
    if all == 0 {
        return 0;
    }
    let exponent = (places as u64 * 693 / 1000 / all).max(1).ilog2();
    let begin = bytes.len();
    bytes.push(exponent as u8);
    bytes.extend([0; HEAD - 1]);
    let mut lengths = [0; 2];
    for (number, lane) in lanes(places).into_iter().enumerate() {
        let begin = bytes.len();
        write_lane(words(lane.clone()), lane, counts[number], exponent, bytes);
        lengths[number] = (bytes.len() - begin) as u32;
    }
    let head = [counts[0], lengths[0], counts[1]];
    for (to, number) in bytes[begin + 1..begin + HEAD].chunks_exact_mut(4).zip(head) {
        to.copy_from_slice(&number.to_le_bytes());
    }
    all
}

fn write_lane(
    words: impl Iterator<Item = (usize, u64)>,
    lane: Range<usize>,
    count: u32,
    exponent: u32,
    bytes: &mut Vec<u8>,
) {
    let begin = bytes.len();
    let most = u64::from(count) * u64::from(exponent + 1) + (lane.len() as u64 >> exponent);
    bytes.resize(begin + most as usize / 8 + 16, 0);
    let out = &mut bytes[begin..];
    // The bits that do not fill a byte yet, fewer than eight.
    let (mut at, mut word, mut held) = (0, 0_u64, 0);
    let mut put = |code: u64, bits: u32| {
        word |= code << held;
        held += bits;
        out[at..at + 8].copy_from_slice(&word.to_le_bytes());
        at += held as usize / 8;
        word >>= held & !7;
        held %= 8;
    };
    let mut next = lane.start;
    for (first, mut bits) in words {
        while bits != 0 {
            let number = first.wrapping_add(bits.trailing_zeros() as usize);
            bits &= bits - 1;
            let gap = (number - next) as u64;
            next = number + 1;
            let mut zeroes = (gap >> exponent) as u32;
            while zeroes > 23 {
                put(0, 24);
                zeroes -= 24;
            }
            let rest = gap & ((1 << exponent) - 1);
            put((rest << 1 | 1) << zeroes, zeroes + 1 + exponent);
        }
    }
    let end = begin + at + usize::from(held > 0);
    bytes.truncate(end);
}

/// Calls `visit` with the numbers encoded in all bytes but the last [`PADDING`], in no particular
/// order. `None` if they are not a valid [encoding](write); some numbers may have been reported
/// then.
pub fn read(bytes: &[u8], places: usize, mut visit: impl FnMut(usize)) -> Option<()> {
    let end = bytes.len().checked_sub(PADDING).filter(|&end| end >= HEAD)?;
    let exponent = Some(u32::from(bytes[0])).filter(|&exponent| exponent < 32)?;
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
    let [count, length, other] = [1, 5, 9].map(number);
    let middle = (HEAD + length as usize <= end).then_some(HEAD + length as usize)?;
    let [one, two] = lanes(places);
    let mut lanes = [
        RiceLane { bytes, at: HEAD, word: 0, held: 0, next: one.start },
        RiceLane { bytes, at: middle, word: 0, held: 0, next: two.start },
    ];
    let (ends, mut left) = ([one.end, two.end], [count, other]);
    // Usually this many codes can be decoded without refilling.
    let together = 48 / (exponent + 3);
    while left.iter().all(|&left| left >= together) {
        lanes.iter_mut().try_for_each(RiceLane::fill)?;
        for _ in 0..together {
            for lane in &mut lanes {
                visit(lane.number(exponent, places)?);
            }
        }
        left = left.map(|left| left - together);
    }
    for (lane, left) in lanes.iter_mut().zip(left) {
        for _ in 0..left {
            lane.fill()?;
            visit(lane.number(exponent, places)?);
        }
    }
    let is_whole = lanes[0].end() == middle && lanes[1].end() == end;
    (is_whole && lanes.iter().zip(ends).all(|(lane, end)| lane.next <= end)).then_some(())
}

/// A decoder of one lane.
struct RiceLane<'a> {
    bytes: &'a [u8],
    /// The next byte that is not wholly in `word`.
    at: usize,
    /// The next bits, and how many of them are certainly valid.
    word: u64,
    held: u32,
    /// Lower bound of the next number.
    next: usize,
}

impl RiceLane<'_> {
    /// Refills `word` to at least 56 bits.
    #[inline(always)]
    fn fill(&mut self) -> Option<()> {
        let next = self.bytes.get(self.at..self.at + 8)?;
        self.word |= u64::from_le_bytes(next.try_into().expect("8 bytes")) << self.held;
        self.at += (63 - self.held as usize) / 8;
        self.held |= 56;
        Some(())
    }

    #[inline(always)]
    fn number(&mut self, exponent: u32, places: usize) -> Option<usize> {
        let zeroes = self.word.trailing_zeros();
        if zeroes + 1 + exponent > self.held {
            return self.long_number(exponent, places);
        }
        let rest = self.word >> zeroes >> 1 & ((1 << exponent) - 1);
        self.word = self.word >> zeroes >> (1 + exponent);
        self.held -= zeroes + 1 + exponent;
        self.pass(u64::from(zeroes), rest, exponent, places)
    }

    /// Decodes a number that is not wholly in `word`.
    #[cold]
    fn long_number(&mut self, exponent: u32, places: usize) -> Option<usize> {
        let mut all = 0;
        loop {
            self.fill()?;
            let zeroes = self.word.trailing_zeros().min(self.held - 33);
            self.word >>= zeroes;
            self.held -= zeroes;
            all += u64::from(zeroes);
            if self.word & 1 != 0 {
                let rest = self.word >> 1 & ((1 << exponent) - 1);
                self.word >>= 1 + exponent;
                self.held -= 1 + exponent;
                return self.pass(all, rest, exponent, places);
            }
        }
    }

    #[inline(always)]
    fn pass(&mut self, zeroes: u64, rest: u64, exponent: u32, places: usize) -> Option<usize> {
        let number = self.next + (zeroes << exponent | rest) as usize;
        self.next = number + 1;
        (number < places).then_some(number)
    }

    /// Returns the byte after all that was read.
    fn end(&self) -> usize {
        self.at - self.held as usize / 8
    }
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64;
    use rand_pcg::rand_core::Rng;

    use super::*;

    fn written(numbers: &[usize], places: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let words = |range: Range<usize>| {
            numbers.iter().filter(move |n| range.contains(n)).map(|&n| (n / 64 * 64, 1 << (n % 64)))
        };
        assert_eq!(write(words, places, &mut bytes), numbers.len() as u64);
        bytes
    }

    fn padded(mut bytes: Vec<u8>, with: u8) -> Vec<u8> {
        bytes.extend([with; PADDING]);
        bytes
    }

    #[test]
    fn written_numbers_are_read_back() {
        let mut random = Pcg64::new(71, 0);
        for places in [1, 2, 63, 64, 1000, 181_440, u32::MAX as usize] {
            for one_in in [1, 2, 3, 8, 100, 10_000, 1 << 31] {
                let mut numbers = Vec::new();
                let mut next = random.next_u64() % one_in;
                while next < places as u64 && numbers.len() < 5000 {
                    numbers.push(next as usize);
                    next += 1 + random.next_u64() % (2 * one_in - 1);
                }
                let bytes = written(&numbers, places);
                if numbers.is_empty() {
                    assert!(bytes.is_empty());
                    continue;
                }
                let mut found = Vec::new();
                // The padding may have any value.
                let all = padded(bytes.clone(), random.next_u64() as u8);
                let is_read = read(&all, places, |number| found.push(number)).is_some();
                found.sort_unstable();
                let case = format!("{places} places, one in {one_in}");
                assert_eq!((is_read, &found), (true, &numbers), "{case}");
                // A byte too few, and one too many.
                let fewer = padded(bytes[..bytes.len() - 1].to_vec(), 0);
                assert_eq!(read(&fewer, places, |_| ()), None, "{case}");
                let more = padded([&bytes[..], &[0]].concat(), 0);
                assert_eq!(read(&more, places, |_| ()), None, "{case}");
            }
        }
    }

    #[test]
    fn arbitrary_bytes_do_not_panic() {
        let mut random = Pcg64::new(71, 2);
        let numbers: Vec<usize> =
            (0..9000).filter(|_| random.next_u64().is_multiple_of(9)).collect();
        let bytes = padded(written(&numbers, 9000), 0);
        for _ in 0..2000 {
            let mut bytes = bytes.clone();
            for _ in 0..1 + random.next_u64() % 3 {
                let at = (random.next_u64() % bytes.len() as u64) as usize;
                bytes[at] = random.next_u64() as u8;
            }
            // It may be another valid set.
            let _ = read(&bytes, 9000, |number| assert!(number < 9000));
        }
    }

    #[test]
    fn random_numbers_are_compressed_near_the_entropy() {
        let mut random = Pcg64::new(71, 1);
        let places = 1_000_000;
        for (per_mille, most) in [(1, 1.05), (10, 1.05), (130, 1.05), (300, 1.1), (500, 1.01)] {
            let numbers: Vec<usize> =
                (0..places).filter(|_| random.next_u64() % 1000 < per_mille).collect();
            let part = numbers.len() as f64 / places as f64;
            let entropy = -part * part.log2() - (1.0 - part) * (1.0 - part).log2();
            let ratio = written(&numbers, places).len() as f64 * 8.0 / (entropy * places as f64);
            assert!(ratio < most, "{per_mille} of 1000: {ratio}");
        }
    }
}
