//! Searches whose levels are all in files, whatever their format.

use std::ops::ControlFlow;
use std::path::Path;

use super::checkpoints::Checkpointed;
use super::folder::DiskError;
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, sort_dedup};
use crate::engine::layers::{Retraces, Run, answer};
use crate::engine::query::{Answer, Budget, Engine, Query, Stopped};

/// Neighbours of one position that are looked up at a time.
const FEW: usize = 1 << 16;

/// A search that keeps all its levels on disk, and represents positions by their codes.
pub trait StoredLevels<const W: usize>: Retraces<Stored = Code<W>> + Checkpointed {
    /// Begins at the puzzle's start, if the search has not begun.
    fn begin_at_start(&mut self) -> Result<(), DiskError>;

    /// Returns how many of the positions found meet a goal.
    fn goals(&self) -> u64;

    /// Returns the number of positions with each number of neighbours.
    fn degrees(&self) -> Vec<u64>;

    /// Calls `visit` for every code at a distance, until it fails. An error ends the search.
    fn each_at(
        &mut self,
        distance: u64,
        visit: &mut dyn FnMut(Code<W>) -> Result<(), DiskError>,
    ) -> ControlFlow<Stopped>;

    /// Returns the first positions at a distance.
    fn first_at(&mut self, distance: u64, most: usize) -> ControlFlow<Stopped, Vec<Code<W>>>;

    /// Whether a position is at a distance.
    fn has_at(&mut self, distance: u64, code: &Code<W>) -> Result<bool, DiskError>;

    /// Returns the folder of the files.
    fn path(&self) -> &Path;

    /// Returns the distance of a position, if it was found.
    fn distance_of(&mut self, code: &Code<W>) -> Result<Option<u64>, DiskError> {
        for distance in 0..self.counts().len() as u64 {
            if self.has_at(distance, code)? {
                return Ok(Some(distance));
            }
        }
        Ok(None)
    }
}

/// Searches from the puzzle's start, and finds a path to the first goal if it is wanted.
///
/// # Errors
///
/// Where the search cannot begin.
pub fn search_from_start<const W: usize>(
    mut levels: impl StoredLevels<W>,
    query: &Query,
    engine: Engine,
    run: &mut Run,
) -> Result<Answer, DiskError> {
    levels.begin_at_start()?;
    let answer = answer(&mut levels, query, engine, run);
    levels.finish(run);
    Ok(answer)
}

/// Implements [`Retraces::follow`] if all levels up to the goal's are kept: goes back from each
/// position to its smallest neighbour.
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
                return ControlFlow::Break(levels.stop(DiskError::Damaged { path, what }));
            }
            Err(trouble) => return ControlFlow::Break(levels.stop(trouble)),
        }
    }
    ControlFlow::Continue(())
}

/// Returns the smallest neighbour of a position in the level at a distance.
fn neighbour_at<const W: usize>(
    levels: &mut impl StoredLevels<W>,
    compiled: &Compiled<W>,
    distance: u64,
    code: &Code<W>,
    budget: &Budget,
) -> Result<Option<Code<W>>, DiskError> {
    let mut smallest = None;
    in_batches(compiled, code, FEW, &mut |batch| {
        for &code in batch.iter().take_while(|&&code| smallest.is_none_or(|found| code < found)) {
            if levels.has_at(distance, &code)? {
                smallest = Some(code);
                break;
            }
        }
        budget.look().break_value().map_or(Ok(()), |stopped| Err(DiskError::Stopped(stopped)))
    })?;
    Ok(smallest)
}

/// Passes on all neighbours of a position, which may exceed the memory, in batches. Each batch is
/// ascending and without duplicates; no more than `most` codes are held, plus those that arrive at
/// once.
fn in_batches<const W: usize>(
    compiled: &Compiled<W>,
    code: &Code<W>,
    most: usize,
    flush: &mut dyn FnMut(&[Code<W>]) -> Result<(), DiskError>,
) -> Result<(), DiskError> {
    let mut batch: Vec<Code<W>> = Vec::new();
    let mut done = Ok(());
    let _ = compiled.each_neighbour(&mut *compiled.neighbours(), code, &mut |found| {
        batch.extend(found.iter().map(|(code, _)| code));
        if batch.len() < most {
            return ControlFlow::Continue(());
        }
        sort_dedup(&mut batch);
        // After removing many duplicates there is room for more.
        if batch.len() > most / 2 {
            done = flush(&batch);
            batch.clear();
        }
        if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    done?;
    sort_dedup(&mut batch);
    flush(&batch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::compiled::{CompiledJob, with_compiled};
    use crate::engine::moves::Batch;
    use crate::puzzle::{Puzzle, Style};

    /// Collects the batches for the start, and returns their number and the length of the longest.
    struct Batches(usize);

    impl CompiledJob for Batches {
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
            sort_dedup(&mut all);
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
    fn at_most_one_batch_of_neighbours_is_held() {
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
