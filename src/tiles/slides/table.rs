//! Pattern databases for pushes.

use super::reading::ReadingShape;
use crate::engine::host::Pages;
use crate::engine::query::Stopped;
use crate::tiles::Run;
use crate::tiles::pdb::{
    BuildGraph, Cache, Order, Pattern, PlacementIndex, RowSource, content, distances, moved_first,
    packed,
};

/// For all places of the tiles of a pattern and all lines of the blank: the fewest pushes from line
/// to line that bring these tiles and the blank's line home, if the blank may move freely along its
/// line between two of them; 15 if there are more.
///
/// The table has a row for each order of the tiles, with half a byte for each line of the blank and
/// each set of places.
pub(super) struct SlideTable {
    index: PlacementIndex,
    lines: usize,
    bytes: Pages,
    /// The first of the tiles, which are consecutive.
    first: usize,
}

/// The largest entry.
const MOST: u8 = 15;

impl SlideTable {
    /// Returns the table of a pattern, from the cache, or else built and stored there.
    pub fn new(
        pattern: Pattern,
        cache: Option<&Cache>,
        run: &mut Run,
    ) -> Result<SlideTable, Stopped> {
        let (lines, width) = (usize::from(pattern.rows), pattern.cols.into());
        let index = PlacementIndex::new(lines * width - 1, pattern.homes.len());
        let length = index.orders * (lines * index.sets).div_ceil(2);
        let bytes = content(&pattern, length, cache, run, |run| {
            let graph = graph(ReadingShape { lines, width }, &pattern, &index);
            let distances = distances(&graph, run)?;
            let limit = |_, distances: &mut [u8]| {
                distances.iter_mut().for_each(|distance| *distance = MOST.min(*distance));
            };
            packed(distances, &graph, limit, run)
        })?;
        Ok(SlideTable { index, lines, bytes, first: pattern.homes[0].into() })
    }

    /// Returns the number of a tile in the pattern, if it is one of it.
    pub fn number(&self, home: usize) -> Option<Order> {
        let number = home.checked_sub(self.first).filter(|&number| number < self.index.tiles);
        number.map(|number| number as Order)
    }

    /// Returns the offset of an order's row, in half bytes.
    #[inline(always)]
    pub fn row(&self, order: Order) -> u32 {
        let row = (self.lines * self.index.sets).next_multiple_of(2);
        (self.index.order(order) * row) as u32
    }

    /// Returns an entry, given the row of the order and a set of places.
    #[inline(always)]
    pub fn pushes_left(&self, row: u32, set: u32, line: usize) -> u32 {
        let at = row as usize + line * self.index.sets + self.index.set(set);
        u32::from(self.bytes[at / 2] >> (4 * (at % 2)) & 15)
    }
}

/// Returns the placements of a pattern with all lines of the blank, and the pushes between them. A
/// push backwards is a push, so distances from the goal are those to the goal.
fn graph<'a>(
    shape: ReadingShape,
    pattern: &'a Pattern,
    index: &'a PlacementIndex,
) -> BuildGraph<'a> {
    let sets = index.all_sets();
    let mut places: Vec<Vec<Vec<RowSource>>> = Vec::new();
    places.resize_with(shape.lines * sets.len(), || vec![Vec::new()]);
    for (from, line) in
        (0..shape.lines).flat_map(|line| (0..sets.len()).map(move |set| (set, line)))
    {
        let row = line * sets.len() + from;
        for (across, is_forth) in
            (0..shape.width).flat_map(|across| [(across, false), (across, true)])
        {
            let (mut set, mut line, mut moves) = (sets[from], line, Vec::new());
            while if is_forth { line + 1 < shape.lines } else { line > 0 } {
                let window = shape.window(line - usize::from(!is_forth), across);
                let (after, change) = shape.jumped(set, window, is_forth);
                set = after;
                moves.extend(change);
                line = if is_forth { line + 1 } else { line - 1 };
                let change = moved_first(index, &moves);
                places[line * sets.len() + index.set(set)][0].push(RowSource { row, change });
            }
        }
    }
    let home = pattern.homes.iter().fold(0, |set, &home| set | 1 << home);
    let goal = (usize::from(pattern.blank) * sets.len() + index.set(home), 0);
    BuildGraph { homes: &pattern.homes, index, places, goal }
}
