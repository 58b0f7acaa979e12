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
        let mut level = vec![(goal, home)];
        for pushes in 0..UNKNOWN {
            let mut next = Vec::new();
            level.retain(|&(places, line)| {
                let entry = &mut table.bytes[line << bits | places as usize];
                *entry == UNKNOWN && {
                    *entry = pushes;
                    true
                }
            });
            for &(places, line) in &level {
                table.pushes(shape, places, line, &mut next);
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        table
    }

    /// What one push leads to from some places with the blank on some line, if it is not known.
    fn pushes(&self, shape: Shape, places: u32, line: usize, next: &mut Vec<(u32, usize)>) {
        let moved = |places: u32, window: usize, is_forth: bool| {
            let place = |bit| (places >> bit & 15) as usize;
            let bits = (0..self.bits).step_by(4);
            bits.fold(0, |word, bit| {
                word | (shape.after(place(bit), window, is_forth) as u32) << bit
            })
        };
        for across in 0..shape.width {
            let mut go = |lines: &mut dyn Iterator<Item = usize>, is_forth: bool| {
                let mut places = places;
                for to in lines {
                    let upper = if is_forth { to - 1 } else { to };
                    places = moved(places, shape.window(upper, across), is_forth);
                    if self.pushes_left(places, to) == u32::from(UNKNOWN) {
                        next.push((places, to));
                    }
                }
            };
            go(&mut (0..line).rev(), false);
            go(&mut (line + 1..shape.lines), true);
        }
    }

    /// An entry.
    #[inline(always)]
    pub fn pushes_left(&self, places: u32, line: usize) -> u32 {
        u32::from(self.bytes[line << self.bits | places as usize])
    }
}
