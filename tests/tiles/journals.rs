//! Journals of tile searches: what is resumed is as if nothing had happened.

use std::cell::Cell;
use std::fs;
use std::io;
use std::path::Path;
use std::thread;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use sliding::tiles::Tiles;
use sliding::tiles::deepening::{Pass, PassObserver, TileSearchEnd, TileSearchResult};
use sliding::tiles::journal::SearchJournal;
use sliding::tiles::notation::{blank_first, blank_last};
use sliding::tiles::optimal::DatabaseFamily::{self, Quick, Small};
use sliding::tiles::optimal::StepSolver;

use super::{step_solver, table};

/// Boards of Korf's hundred, with their published lengths. Their last passes have 250,000 positions
/// or more, and are recorded subtree by subtree; each pass before has 380,000 at most.
fn boards() -> [(Tiles, usize); 4] {
    let all = table("instances.tsv", blank_last);
    [25, 16, 52, 55].map(|at| all[at].clone())
}

fn solver(tiles: &Tiles, family: DatabaseFamily) -> StepSolver {
    step_solver(tiles.size(), Tiles::blank(tiles.goal()), family)
}

/// Stops a search when it has been asked so often whether to stop.
#[derive(Default)]
struct StopAfter {
    checks: Cell<u32>,
    passes: Vec<Pass>,
}

impl PassObserver for StopAfter {
    fn pass_ends(&mut self, pass: &Pass) {
        self.passes.push(*pass);
    }

    fn should_stop(&self) -> bool {
        self.checks.set(self.checks.get().saturating_sub(1));
        self.checks.get() == 0
    }
}

/// Stops a search again and again, with another number of threads each time, and returns the last
/// result, its passes, and how often it was stopped. Some journals lose a part of their last line.
fn interrupted(
    solver: &StepSolver,
    tiles: &Tiles,
    journal: &Path,
    random: &mut Pcg64Mcg,
) -> (TileSearchResult, Vec<Pass>, u32) {
    for stops in 0.. {
        let mut record = reopened(journal, tiles);
        // Enough for the longest pass that is recorded as a whole.
        let checks = Cell::new(32 + random.next_u32() % 8);
        let mut observer = StopAfter { checks, ..StopAfter::default() };
        // Alone at first: with helpers, the thread that asks may get so little time that it never stops.
        let threads = [1, 2, 3][stops as usize % 3];
        let found = solver.resume(tiles, None, threads, &mut record, &mut observer).unwrap();
        assert!(record.take_error().is_none());
        drop(record);
        if found.ending != TileSearchEnd::Stopped {
            return (found, observer.passes, stops);
        }
        if random.next_u32().is_multiple_of(2) {
            let bytes = fs::read(journal).unwrap();
            let cut = bytes.len().saturating_sub(1 + random.next_u32() as usize % 12);
            fs::write(journal, &bytes[..cut]).unwrap();
        }
    }
    unreachable!()
}

/// Opens a journal that was closed a moment ago. A process that another test starts holds all files of
/// this one until it runs its own program, and with them the lock.
fn reopened(journal: &Path, tiles: &Tiles) -> SearchJournal {
    loop {
        match SearchJournal::open(journal, tiles, Small) {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => thread::yield_now(),
            opened => return opened.unwrap(),
        }
    }
}

#[test]
fn interrupted_searches_end_with_the_same_solution_and_positions() {
    let folder = tempfile::tempdir().unwrap();
    let seed = 41;
    println!("seed {seed}");
    let mut random = Pcg64Mcg::new(seed);
    let boards = boards();
    let solver = solver(&boards[0].0, Small);
    for (number, (tiles, moves)) in boards.into_iter().enumerate() {
        let mut alone = StopAfter::default();
        alone.checks.set(u32::MAX);
        let whole = solver.solve(&tiles, None, 1, &mut alone).unwrap();
        assert!(matches!(&whole.ending, TileSearchEnd::Solved(path) if path.len() == moves));
        assert!(alone.passes.iter().any(|pass| pass.positions > 20_000), "{:?}", alone.passes);
        // Subtrees after that of the solution do not count.
        let shared = solver.solve(&tiles, None, 4, &mut ()).unwrap();
        assert_eq!(shared, whole);
        let journal = folder.path().join(number.to_string());
        let (found, passes, stops) = interrupted(&solver, &tiles, &journal, &mut random);
        assert_eq!((found, passes), (whole, alone.passes), "{tiles:?}");
        assert!(stops > 0, "{tiles:?}");
    }
}

/// Whether it is one of the journal's errors, which leaves the file as it is.
fn is_refused(journal: &Path, tiles: &Tiles, family: DatabaseFamily) -> bool {
    let before = fs::read(journal).unwrap();
    let opened = SearchJournal::open(journal, tiles, family);
    let is_refused = opened.is_err_and(|error| {
        let why = error.to_string();
        assert!(why.contains("it is not the journal of this search: found `"), "{why}");
        error.kind() == io::ErrorKind::InvalidData
    });
    assert_eq!(fs::read(journal).unwrap(), before);
    is_refused
}

#[test]
fn damaged_and_foreign_journals_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal");
    // Stopped in its last pass.
    let [(other, _), (tiles, moves), ..] = boards();
    let mut record = SearchJournal::open(&journal, &tiles, Small).unwrap();
    let mut observer = StopAfter::default();
    observer.checks.set(45);
    let found = solver(&tiles, Small).resume(&tiles, None, 1, &mut record, &mut observer).unwrap();
    assert_eq!(found.ending, TileSearchEnd::Stopped);
    let busy = SearchJournal::open(&journal, &tiles, Small).err().unwrap();
    assert!(busy.to_string().ends_with("journal: another search is writing it"), "{busy}");
    drop(record);

    // Another board, another goal, other databases.
    assert!(is_refused(&journal, &other, Small));
    let size = tiles.size();
    let goal_first = Tiles::new(size, tiles.start().to_vec(), blank_first(size)).unwrap();
    assert!(is_refused(&journal, &goal_first, Small));
    assert!(is_refused(&journal, &tiles, Quick));

    // Each digit of some lines.
    let sound = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = sound.split_inclusive('\n').collect();
    assert!(lines.len() > 30 && lines.iter().any(|line| line.contains(" all ")), "{}", lines.len());
    for number in [1, 3, lines.len() / 2, lines.len() - 1] {
        let before: usize = lines[..number].iter().map(|line| line.len()).sum();
        for at in before..before + lines[number].len() - 1 {
            let mut bytes = sound.clone().into_bytes();
            bytes[at] = if bytes[at] == b'7' { b'8' } else { b'7' };
            fs::write(&journal, bytes).unwrap();
            assert!(is_refused(&journal, &tiles, Small), "byte {at}");
        }
    }
    // A line of another journal.
    let other = sound.replace("sliding-tiles 3", "sliding-tiles 2");
    fs::write(&journal, other).unwrap();
    assert!(is_refused(&journal, &tiles, Small));
    // A line that is lost leaves more to do.
    fs::write(&journal, [lines[0], lines[lines.len() - 1]].concat()).unwrap();
    let mut record = SearchJournal::open(&journal, &tiles, Small).unwrap();
    let found = solver(&tiles, Small).resume(&tiles, None, 2, &mut record, &mut ()).unwrap();
    assert!(matches!(found.ending, TileSearchEnd::Solved(path) if path.len() == moves));
}
