//! Journals of tile searches: what is resumed is as if nothing had happened.

use std::fs;
use std::io;
use std::path::Path;
use std::thread;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use sliding::solve::{Budget, Interrupt, Observer, Status, Stopped};
use sliding::tiles::DatabaseFamily::{self, Quick, Small};
use sliding::tiles::notation::{blank_first, blank_last};
use sliding::tiles::{Databases, Metric, Run, SearchJournal, TileAnswer, Tiles};

use super::{limits, step_solver, table, within};

/// Boards of Korf's hundred, with their published lengths. Their last passes have 250,000 positions
/// or more, and are recorded subtree by subtree; each pass before has 380,000 at most.
fn boards() -> [(Tiles, usize); 4] {
    let all = table("instances.tsv", blank_last);
    [25, 16, 52, 55].map(|at| all[at].clone())
}

fn solver(tiles: &Tiles, family: DatabaseFamily) -> Databases {
    step_solver(tiles.size(), Tiles::blank(tiles.goal()), family)
}

/// The result of a search, and its passes.
type Searched = (TileAnswer, Vec<(u64, u64)>);

/// Stops a search when it has checked its limits so often.
struct StopAfter {
    checks: u32,
    interrupt: Interrupt,
    passes: Vec<(u64, u64)>,
}

impl Observer for StopAfter {
    fn pass_ends(&mut self, moves: u64, positions: u64) {
        self.passes.push((moves, positions));
    }

    fn waiting(&mut self) {
        self.checks = self.checks.saturating_sub(1);
        if self.checks == 0 {
            self.interrupt.set();
        }
    }
}

/// Searches with a journal, perhaps, and with a number of threads, until the limits were checked so
/// often.
fn search(
    solver: &Databases,
    tiles: &Tiles,
    journal: Option<&mut SearchJournal>,
    threads: usize,
    checks: u32,
) -> Searched {
    let budget: Budget = limits(None, threads);
    let mut observer =
        StopAfter { checks, interrupt: budget.interrupt.clone(), passes: Vec::new() };
    let run = &mut Run { budget: &budget, observer: &mut observer };
    let found = solver.solve(tiles, u64::MAX, journal, run);
    (found, observer.passes)
}

const IS_STOPPED: Status = Status::Stopped(Stopped::Cancelled);

/// Stops a search again and again, with another number of threads each time, and returns the last
/// result, its passes, and how often it was stopped. Some journals lose a part of their last line.
fn interrupted(
    solver: &Databases,
    tiles: &Tiles,
    journal: &Path,
    random: &mut Pcg64Mcg,
) -> (Searched, u32) {
    for stops in 0.. {
        let mut record = reopened(journal, tiles);
        // Enough for the longest pass that is recorded as a whole.
        let checks = 32 + random.next_u32() % 8;
        // Alone at first: with helpers, the thread that asks may get so little time that it never stops.
        let threads = [1, 2, 3][stops as usize % 3];
        let searched = search(solver, tiles, Some(&mut record), threads, checks);
        assert!(record.take_error().is_none());
        drop(record);
        if searched.0.status != IS_STOPPED {
            return (searched, stops);
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
        let whole = search(&solver, &tiles, None, 1, u32::MAX);
        assert_eq!(whole.0.moves(Metric::Steps), Some(moves));
        assert!(whole.1.iter().any(|&(_, positions)| positions > 20_000), "{:?}", whole.1);
        // Subtrees after that of the solution do not count.
        assert_eq!(search(&solver, &tiles, None, 4, u32::MAX), whole);
        let journal = folder.path().join(number.to_string());
        let (found, stops) = interrupted(&solver, &tiles, &journal, &mut random);
        assert_eq!(found, whole, "{tiles:?}");
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
    let (found, _) = search(&solver(&tiles, Small), &tiles, Some(&mut record), 1, 45);
    assert_eq!(found.status, IS_STOPPED);
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
    let solver = solver(&tiles, Small);
    let resume = |run: &mut Run| solver.solve(&tiles, u64::MAX, Some(&mut record), run);
    let found = within(&limits(None, 2), resume);
    assert_eq!((found.status, found.moves(Metric::Steps)), (Status::Solved, Some(moves)));
}
