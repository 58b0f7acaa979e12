//! Pattern databases for pushes.

use super::reading::Shape;

/// For all places of the tiles of a pattern and all lines of the blank: the fewest pushes from line to
/// line that bring these tiles and the blank's line home, if between two of them the blank may go
/// anywhere along its line.
pub(super) struct Table {
    /// Bits of the places.
    bits: u32,
    bytes: Vec<u8>,
}

/// More pushes than are ever needed.
const UNKNOWN: u8 = u8::MAX;

impl Table {
    /// The table of a pattern of a shape, where the blank's goal is on some line.
    pub fn build(shape: Shape, pattern: usize, home: usize) -> Table {
        let tiles = (0..shape.tiles()).filter(|&tile| shape.pattern(tile).0 == pattern);
        let goal =
            tiles.clone().zip(0..).fold(0, |word, (tile, n)| word | (tile as u32) << (4 * n));
        let bits = 4 * tiles.count() as u32;
        let mut table = Table { bits, bytes: vec![UNKNOWN; shape.lines << bits] };
        let mut level = vec![(goal, home as u32)];
        table.bytes[home << bits | goal as usize] = 0;
        for pushes in 1..UNKNOWN {
            let mut next = Vec::new();
            for (places, line) in level {
                table.push(shape, (places, line as usize), pushes, &mut next);
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        table
    }

    /// Notes what one push leads to from some places with the blank on some line, as far as it is new.
    fn push(
        &mut self,
        shape: Shape,
        (places, line): (u32, usize),
        pushes: u8,
        next: &mut Vec<(u32, u32)>,
    ) {
        for across in 0..shape.width {
            for is_forth in [false, true] {
                let (mut places, mut line) = (places, line);
                while if is_forth { line + 1 < shape.lines } else { line > 0 } {
                    let upper = line - usize::from(!is_forth);
                    places = self.moved(shape, places, shape.window(upper, across), is_forth);
                    line = if is_forth { line + 1 } else { line - 1 };
                    let entry = &mut self.bytes[line << self.bits | places as usize];
                    if *entry == UNKNOWN {
                        *entry = pushes;
                        next.push((places, line as u32));
                    }
                }
            }
        }
    }

    /// The places after the blank has gone to the next line, or back.
    fn moved(&self, shape: Shape, places: u32, window: usize, is_forth: bool) -> u32 {
        (0..self.bits).step_by(4).fold(0, |word, bit| {
            let place = (places >> bit & 15) as usize;
            word | (shape.after(place, window, is_forth) as u32) << bit
        })
    }

    /// An entry.
    #[inline(always)]
    pub fn pushes_left(&self, places: u32, line: usize) -> u32 {
        u32::from(self.bytes[line << self.bits | places as usize])
    }
}
