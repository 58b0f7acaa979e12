//! Levels that are all in files, whatever these look like.

use std::ops::ControlFlow;
use std::path::Path;

use super::folder::Trouble;
use crate::board::Code;
use crate::moves::LastMove;
use crate::query::{Answer, Budget, Engine, Query, Stopped};
use crate::search::compiled::Compiled;
use crate::search::layers::{Retraces, Run, answer};

/// A search that keeps all its levels on disk, and knows configurations by their codes.
pub trait StoredLevels<const W: usize>: Retraces<Known = Code<W>> {
    /// Begins at the puzzle's start, if the search has not begun.
    fn begin_at_start(&mut self) -> Result<(), Trouble>;

    /// The number of levels that are whole.
    fn levels(&self) -> u64;

    /// How many configurations meet a goal, of those that were found.
    fn goals(&self) -> u64;

    /// The number of configurations with each number of neighbours.
    fn degrees(&self) -> Vec<u64>;

    /// Tells of all at a distance, until somebody is in trouble. What keeps it from that keeps the search from going on.
    fn each_at(
        &mut self,
        distance: u64,
        tell: &mut dyn FnMut(Code<W>) -> Result<(), Trouble>,
    ) -> ControlFlow<Stopped>;

    /// The first configurations at a distance.
    fn first_at(&mut self, distance: u64, most: usize) -> ControlFlow<Stopped, Vec<Code<W>>>;

    /// Whether a configuration is at a distance.
    fn has_at(&mut self, distance: u64, code: &Code<W>) -> Result<bool, Trouble>;

    /// Where the files are.
    fn path(&self) -> &Path;

    /// Remembers what is the matter, for whoever hears of it in the end.
    fn stop(&mut self, trouble: Trouble) -> Stopped;

    /// The end of what was done with a search: writes down its state, and tells what was the matter.
    fn end(self, run: &mut Run);

    /// The distance of a configuration, if it was found.
    fn distance_of(&mut self, code: &Code<W>) -> Result<Option<u64>, Trouble> {
        for distance in 0..self.levels() {
            if self.has_at(distance, code)? {
                return Ok(Some(distance));
            }
        }
        Ok(None)
    }
}

/// Searches from the puzzle's start, and if it is wanted shows the way to the first goal.
///
/// # Errors
///
/// Where the search cannot begin.
pub fn search_from_start<const W: usize>(
    mut levels: impl StoredLevels<W>,
    query: &Query,
    engine: Engine,
    run: &mut Run,
) -> Result<Answer, Trouble> {
    levels.begin_at_start()?;
    let answer = answer(&mut levels, query, engine, run);
    levels.end(run);
    Ok(answer)
}

/// [`Retraces::follow`] where all levels up to the goal's are kept: back from a configuration always to the smallest
/// neighbour.
pub fn follow<const W: usize>(
    levels: &mut impl StoredLevels<W>,
    compiled: &Compiled<W>,
    distance: u64,
    way: &mut Vec<Code<W>>,
    budget: &Budget,
) -> ControlFlow<Stopped> {
    for distance in (0..distance).rev() {
        budget.look()?;
        let last = way[way.len() - 1];
        match neighbour_at(levels, compiled, distance, &last) {
            Ok(Some(before)) => way.push(before),
            Ok(None) => {
                let path = levels.path().to_owned();
                let what = format!("the way back ends at distance {}", distance + 1);
                return ControlFlow::Break(levels.stop(Trouble::Damaged { path, what }));
            }
            Err(trouble) => return ControlFlow::Break(levels.stop(trouble)),
        }
    }
    ControlFlow::Continue(())
}

/// The smallest neighbour of a configuration that is in the level at a distance.
fn neighbour_at<const W: usize>(
    levels: &mut impl StoredLevels<W>,
    compiled: &Compiled<W>,
    distance: u64,
    code: &Code<W>,
) -> Result<Option<Code<W>>, Trouble> {
    let mut beside = Vec::new();
    let mut neighbours = compiled.neighbours();
    let _ = compiled.each_neighbour(&mut *neighbours, code, &mut |found| {
        beside.extend(found.iter().map(|(code, _): &(Code<W>, LastMove)| *code));
        ControlFlow::Continue(())
    });
    beside.sort_unstable();
    beside.dedup();
    for code in beside {
        if levels.has_at(distance, &code)? {
            return Ok(Some(code));
        }
    }
    Ok(None)
}
