//! Levels that are all in files, whatever these look like.

use std::ops::ControlFlow;
use std::path::Path;

use super::folder::Trouble;
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, list_once};
use crate::engine::layers::{Retraces, Run, answer};
use crate::engine::query::{Answer, Budget, Engine, Query, Stopped};

/// Neighbours of one configuration that are looked up at a time.
const FEW: usize = 1 << 16;

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
        match neighbour_at(levels, compiled, distance, &last, budget) {
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
    budget: &Budget,
) -> Result<Option<Code<W>>, Trouble> {
    let mut smallest = None;
    in_batches(compiled, code, FEW, &mut |batch| {
        for &code in batch.iter().take_while(|&&code| smallest.is_none_or(|found| code < found)) {
            if levels.has_at(distance, &code)? {
                smallest = Some(code);
                break;
            }
        }
        budget.look().break_value().map_or(Ok(()), |stopped| Err(Trouble::Stopped(stopped)))
    })?;
    Ok(smallest)
}

/// Hands on all neighbours of a configuration, of which there may be more than memory holds, in batches. Each is ascending,
/// and has nothing twice; no more than `most` codes are held, and those that come at once.
fn in_batches<const W: usize>(
    compiled: &Compiled<W>,
    code: &Code<W>,
    most: usize,
    hand_on: &mut dyn FnMut(&[Code<W>]) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let mut batch: Vec<Code<W>> = Vec::new();
    let mut done = Ok(());
    let _ = compiled.each_neighbour(&mut *compiled.neighbours(), code, &mut |found| {
        batch.extend(found.iter().map(|(code, _)| code));
        if batch.len() < most {
            return ControlFlow::Continue(());
        }
        list_once(&mut batch);
        // What is much shorter now has room for more.
        if batch.len() > most / 2 {
            done = hand_on(&batch);
            batch.clear();
        }
        if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    done?;
    list_once(&mut batch);
    hand_on(&batch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::compiled::{Job, with_compiled};
    use crate::engine::moves::Batch;
    use crate::puzzle::{Puzzle, Style};

    /// Adds what is handed on of the start, and gives the number of batches and the length of the longest.
    struct Batches(usize);

    impl Job for Batches {
        type Output = (usize, usize);

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
            let start = compiled.encode(compiled.puzzle.start());
            let (mut all, mut number, mut longest) = (Vec::new(), 0, 0);
            let done = in_batches(compiled, &start, self.0, &mut |batch| {
                assert!(batch.is_sorted_by(|one, other| one < other));
                all.extend_from_slice(batch);
                (number, longest) = (number + 1, longest.max(batch.len()));
                Ok(())
            });
            done.unwrap();
            list_once(&mut all);
            assert_eq!(
                all,
                compiled.neighbours_of(&mut *compiled.neighbours(), &start, usize::MAX)
            );
            assert!(longest <= self.0 + Batch::<W>::MOST);
            (number, longest)
        }
    }

    /// Sixteen units of two kinds with a row on either side: any of them go up together, or down.
    #[test]
    fn no_more_neighbours_are_held_than_a_batch() {
        let text = "3 x 16\n1 = 1\n2 = 1\n00000000000000001212121212121212\n?\n";
        let puzzle: Puzzle = text.parse().unwrap();
        let batches = |most| with_compiled(&puzzle, Style::SUPER_STEP, Batches(most));
        let (number, longest) = batches(1 << 40);
        assert_eq!((number, longest), (1, 2 * ((1 << 16) - 1)));
        for most in [1, 1000] {
            let (parts, part) = batches(most);
            assert!(parts > 4 && part < longest / 4, "{parts} of {part} at most, of {longest}");
        }
    }
}
