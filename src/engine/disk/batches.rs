//! The neighbours of one position, which may exceed the memory.

use std::ops::ControlFlow;

use super::folder::DiskError;
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, sort_dedup};

/// Passes on all neighbours of a position in batches. Each batch is
/// ascending and without duplicates; no more than `most` codes are held, plus those that arrive at
/// once.
pub fn in_batches<const W: usize>(
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
