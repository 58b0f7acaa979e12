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
