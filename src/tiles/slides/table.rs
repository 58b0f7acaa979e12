//! Pattern databases for pushes.
//!
//! For all places of the tiles of a pattern and all lines of the blank: the fewest pushes from line
//! to line that bring these tiles and the blank's line home, if the blank may move freely along its
//! line between two of them; 15 if there are more.

use super::reading::jumped;
use crate::engine::host::Pages;
use crate::engine::query::Stopped;
use crate::tiles::Run;
use crate::tiles::pdb::{BuildGraph, Pattern, Places, RowSource, build, moved_first};

/// The largest entry.
const MOST: u8 = 15;

/// Builds the database of a pattern.
pub(in crate::tiles) fn database(
    pattern: &Pattern,
    places: &Places,
    run: &mut Run,
) -> Result<Pages, Stopped> {
    let (index, sets) = (&places.index, places.index.all_sets());
    let (lines, width) = (pattern.size.rows as usize, pattern.size.cols as usize);
    let sources = |row: usize| {
        let mut sources = Vec::new();
        for (across, is_forth) in (0..width).flat_map(|across| [(across, false), (across, true)]) {
            let (mut line, mut set) = (row / sets.len(), sets[row % sets.len()]);
            let mut moves = Vec::new();
            while if is_forth { line + 1 < lines } else { line > 0 } {
                let (after, change) = jumped(width, set, (line, across), is_forth);
                (set, line) = (after, if is_forth { line + 1 } else { line - 1 });
                // A push backwards is a push: this one is undone.
                moves.extend(change.map(|(at, to)| (to, at)));
                let change = moved_first(index, moves.iter().rev());
                sources.push(RowSource { row: line * sets.len() + index.set(set), change });
            }
        }
        sources
    };
    let home = index.set(pattern.homes.iter().fold(0, |set, &home| set | 1 << home));
    let goal = pattern.blank * sets.len() + home;
    let graph = BuildGraph {
        homes: &pattern.homes,
        index,
        places: places.count,
        others: Vec::new(),
        sources: &sources,
        goal: (goal, goal),
    };
    let limit = |_, distances: &mut [u8]| {
        distances.iter_mut().for_each(|distance| *distance = MOST.min(*distance));
    };
    build(&graph, limit, run)
}
