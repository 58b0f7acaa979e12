//! Levels from sorted lists in files.

use std::ops::ControlFlow;

use super::spool::{BATCH, BatchCallback};
use super::{FirstError, LevelSearch, ProveResult, Proving};
use crate::engine::compiled::Compiled;
use crate::engine::disk::{Checkpointed, DiskError, Folder, ListSearch, Purpose};
use crate::engine::layers::{Run, drive, solution_path};
use crate::engine::query::{Disk, Refusal, Stopped, Until};

/// The lists get half of the memory. Levels are sorted again, in the order of shorthand, within
/// this part of it.
const PART: u64 = 4;

/// Searches from the start for a goal, with all levels in a folder.
pub fn search<'a, const W: usize>(
    proving: &mut Proving<'a>,
    compiled: &Compiled<W>,
    disk: &Disk,
) -> ProveResult<LevelSearch<'a>> {
    let refused = |trouble| Refusal::from(trouble);
    let mut spool = proving.spool()?;
    let (mut failure, budget) = (FirstError::default(), proving.run.budget);
    let folder = Folder::open(&disk.folder, disk.limit).map_err(refused)?;
    let lists = ListSearch::open(compiled, &folder, Purpose::Path, disk.resumes, budget);
    let mut lists = lists.map_err(refused)?;
    lists.begin_at_start().map_err(refused)?;
    let mut run = Run { budget, observer: &mut *proving.run.observer };
    let outcome = drive(&mut lists, Until::Solved, &mut run, &mut |lists, distance| {
        let room = budget.room() / PART;
        let mut reported = ControlFlow::Continue(());
        let kept =
            spool.add(room, &mut |take| reported = report_level(compiled, lists, distance, take));
        failure.note(kept)?;
        reported
    });
    let found =
        LevelSearch::new(outcome, vec![spool], |met| solution_path(&mut lists, met, &mut run));
    lists.finish(&mut run);
    failure.end(found)
}

/// Reports the level at a distance.
fn report_level<const W: usize>(
    compiled: &Compiled<W>,
    lists: &mut ListSearch<W>,
    distance: u64,
    take: &mut BatchCallback,
) -> ControlFlow<Stopped> {
    let mut codes = Vec::with_capacity(BATCH);
    let mut hand_on = |codes: &mut Vec<_>| {
        take(codes.len(), &|at, pieces| compiled.pieces(&codes[at], pieces));
        codes.clear();
    };
    lists.each_at(distance, &mut |code| {
        codes.push(code);
        if codes.len() == BATCH {
            hand_on(&mut codes);
        }
        Ok::<_, DiskError>(())
    })?;
    hand_on(&mut codes);
    ControlFlow::Continue(())
}
