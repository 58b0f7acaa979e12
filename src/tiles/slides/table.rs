//! Pattern databases for pushes.

use super::reading::ReadingShape;
use crate::engine::host::Pages;
use crate::tiles::optimal::{BuildEvent, content};
use crate::tiles::pdb::{BuildProgress, Cache, Pattern, memory};

/// For all places of the tiles of a pattern and all lines of the blank: the fewest pushes from line
/// to line that bring these tiles and the blank's line home, if the blank may move freely along its
/// line between two of them.
pub(super) struct SlideTable {
    /// Number of bits of the places.
    bits: u32,
    bytes: Pages,
}

/// More pushes than are ever needed.
const UNKNOWN: u8 = u8::MAX;

/// Placements between two checks for cancellation.
const PATIENCE: u64 = 1 << 16;

impl SlideTable {
    /// Returns the table of a pattern of a shape, from the cache, or else built and stored there;
    /// `None` if `report` stopped the building.
    pub fn new(
        shape: ReadingShape,
        pattern: &Pattern,
        cache: Option<&Cache>,
        threads: usize,
        report: &mut dyn FnMut(BuildEvent) -> bool,
    ) -> Option<SlideTable> {
        let bits = 4 * pattern.homes.len() as u32;
        let build =
            |progress: &mut dyn FnMut(BuildProgress) -> bool| Self::build(shape, pattern, progress);
        let bytes = content(pattern, shape.lines << bits, cache, threads, report, build)?;
        Some(SlideTable { bits, bytes })
    }

    /// Builds the table of a pattern, by a search backwards from the goal.
    fn build(
        shape: ReadingShape,
        pattern: &Pattern,
        progress: &mut dyn FnMut(BuildProgress) -> bool,
    ) -> Option<Pages> {
        let tiles = pattern.homes.iter().zip(0..);
        let goal = tiles.fold(0, |word, (&tile, n)| word | u32::from(tile) << (4 * n));
        let (home, count) = (u32::from(pattern.blank), pattern.homes.len());
        let bits = 4 * count as u32;
        let mut table = SlideTable { bits, bytes: memory(shape.lines << bits) };
        table.bytes.fill(UNKNOWN);
        table.bytes[(home as usize) << bits | goal as usize] = 0;
        let paths = (shape.tiles() - count + 1..=shape.tiles()).product::<usize>();
        let mut built = BuildProgress { placements: 0, total: (paths * shape.lines) as u64 };
        let mut level = vec![(goal, home)];
        for pushes in 1..UNKNOWN {
            let mut next = Vec::new();
            for (places, line) in level {
                table.push(shape, (places, line as usize), pushes, &mut next);
                built.placements += 1;
                if built.placements.is_multiple_of(PATIENCE) && !progress(built) {
                    return None;
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        progress(built).then_some(table.bytes)
    }

    /// Records what one push leads to from some places with the blank on some line, if it is new.
    fn push(
        &mut self,
        shape: ReadingShape,
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

    /// Returns the places after the blank has moved to the next line, or back.
    fn moved(&self, shape: ReadingShape, places: u32, window: usize, is_forth: bool) -> u32 {
        (0..self.bits).step_by(4).fold(0, |word, bit| {
            let place = (places >> bit & 15) as usize;
            word | (shape.after(place, window, is_forth) as u32) << bit
        })
    }

    /// Returns an entry.
    #[inline(always)]
    pub fn pushes_left(&self, places: u32, line: usize) -> u32 {
        u32::from(self.bytes[line << self.bits | places as usize])
    }
}
