//! Pattern databases: which there are, and what is done where they have no room.

use std::fs;
use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use sliding::Puzzle;
use sliding::puzzle::Size;
use sliding::solve::Engine;
use sliding::tiles::batch::{BatchObserver, TimedAnswer, solve_all};
use sliding::tiles::choice::{TileRequest, solve};
use sliding::tiles::deepening::TileSearchEnd;
use sliding::tiles::listing::SolutionLister;
use sliding::tiles::notation::{blank_first, blank_last};
use sliding::tiles::optimal::{BuildEvent, DatabaseFamily, StepSolver, patterns};
use sliding::tiles::pdb::{Cache, CacheError, Database, Pattern, PatternError};
use sliding::tiles::random::RandomBoards;
use sliding::tiles::{Metric, Tiles, slides};

const SMALL: DatabaseFamily = DatabaseFamily::Small;

/// A pattern is the same in any order of its tiles, and what has no database is refused.
#[test]
fn patterns_are_sorted_or_refused() {
    let size = |rows, cols| Size { rows, cols };
    let new = |size, blank, homes: &[usize]| Pattern::new(Metric::Steps, size, blank, homes);
    let sorted = new(size(3, 3), 0, &[1, 2, 5, 8]).unwrap();
    assert_eq!(new(size(3, 3), 0, &[8, 1, 5, 2]), Ok(sorted.clone()));
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path());
    let unsorted = new(size(3, 3), 0, &[8, 1, 5, 2]).unwrap();
    let contents = [sorted, unsorted].map(|pattern| {
        let file = cache.file(&pattern);
        cache.save(&Database::build(pattern, 1, &mut |_| Continue(())).unwrap(), 1).unwrap();
        fs::read(file).unwrap()
    });
    assert_eq!(contents[0], contents[1]);

    let seven: Vec<usize> = (1..8).collect();
    let eight: Vec<usize> = (1..9).collect();
    assert!(new(size(5, 5), 0, &seven).is_ok() && new(size(4, 4), 0, &eight).is_ok());
    // 25 x 24 x ... x 18.
    assert_eq!(new(size(5, 5), 0, &eight), Err(PatternError::Placements(43_609_104_000)));
    for (size, blank, homes, wrong) in [
        (size(1, 4), 0, &[1][..], PatternError::Board(size(1, 4))),
        (size(3, 3), 9, &[1], PatternError::Blank(9)),
        (size(3, 3), 0, &[], PatternError::Count(0)),
        (size(4, 4), 0, &(1..10).collect::<Vec<_>>(), PatternError::Count(9)),
        (size(3, 3), 0, &[1, 9], PatternError::Home(9)),
        (size(3, 3), 4, &[1, 4], PatternError::Home(4)),
        (size(3, 3), 0, &[3, 1, 3], PatternError::Home(3)),
    ] {
        assert_eq!(new(size, blank, homes), Err(wrong));
    }
    assert_eq!(slides::patterns(size(2, 2), 4, DatabaseFamily::Small), Err(PatternError::Blank(4)));
}

#[test]
fn kinds_without_pieces_make_no_tiles() {
    // Seven kinds come before those of the pieces, so these are no tiles of a board of four cells.
    let unused: String = ('a'..='g').map(|name| format!("{name} = 1\n")).collect();
    let text = format!("2 x 2\n{unused}1 = 1\n2 = 1\n3 = 1\n123\n0231\n");
    let puzzle: Puzzle = text.parse().unwrap();
    assert_eq!(Tiles::of(&puzzle), None);
}

/// Puzzles that are searched with next to no memory.
#[derive(Default)]
struct LowMemoryObserver(AtomicU64);

impl BatchObserver for LowMemoryObserver {
    fn lacks_memory(&self, _: usize, needed: u64) {
        self.0.store(needed, Ordering::Relaxed);
    }
}

#[test]
fn without_memory_for_databases_only_steps_are_searched() {
    let size = Size { rows: 3, cols: 3 };
    let seed = 7;
    println!("seed {seed}");
    let boards: Vec<Tiles> =
        RandomBoards::new(size, blank_last(size), seed).unwrap().take(6).collect();
    let rich = TileRequest { engine: Engine::Pdb, ..Default::default() };
    let poor = TileRequest { memory: Some(1000), ..rich.clone() };
    let length = |timed: &TimedAnswer| timed.answer.as_ref().unwrap().moves().unwrap().len();
    let overseer = LowMemoryObserver::default();
    let answers = solve_all(&boards, &poor, &overseer);
    assert!(overseer.0.load(Ordering::Relaxed) > 1000);
    for (found, expected) in answers.iter().zip(solve_all(&boards, &rich, &())) {
        assert_eq!(found.answer.as_ref().unwrap().engine, Engine::Korf1);
        assert_eq!(length(found), length(&expected));
    }
    // Slides have no other way, nor has a list of all solutions; a longer solution is known still.
    let slides = TileRequest { metric: Metric::Slides, ..poor.clone() };
    let one = solve(&boards[0], &slides, &mut ()).unwrap();
    assert!(one.found.ending == TileSearchEnd::TooLittleMemory && one.moves().is_some());
    for timed in solve_all(&boards, &slides, &()) {
        assert_eq!(timed.answer.unwrap().found.ending, TileSearchEnd::TooLittleMemory);
    }
    for request in [poor, slides] {
        let overseer = LowMemoryObserver::default();
        let mut lister = SolutionLister::new(&request, &overseer);
        let listing = lister.list(&boards[0], &mut |_| panic!("nothing is listed")).unwrap();
        assert_eq!(listing.answer.found.ending, TileSearchEnd::TooLittleMemory);
        assert!(!listing.are_all && overseer.0.load(Ordering::Relaxed) > 1000);
    }
}

/// A level has up to a tenth of all placements, and takes seconds for the largest databases.
#[test]
fn limits_are_checked_within_levels_and_half_a_database_is_not_kept() {
    let size = Size { rows: 4, cols: 4 };
    let pattern = patterns(size, 0, SMALL).unwrap().remove(0);
    let (mut before, mut most) = (0, 0);
    Database::build(pattern, 1, &mut |built| {
        most = most.max((built.placements - before) * 100 / built.total);
        before = built.placements;
        Continue(())
    });
    // The free cells beside six tiles on 4 x 4 are 16,412 regions, and the tiles have 720 orders.
    assert!(before == 16_412 * 720 && most <= 4, "{before}, {most} % without a check");

    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path());
    let stopped_at = |part: u64| {
        let is_early = |building: BuildEvent| match building {
            BuildEvent::Progress(_, built) if built.placements * 100 >= part * built.total => {
                Break(())
            }
            _ => Continue(()),
        };
        let stopped = StepSolver::new(size, 0, SMALL, Some(&cache), None, &mut { is_early });
        assert!(stopped.unwrap().is_none());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    };
    // In some level, and when all distances are known.
    stopped_at(50);
    stopped_at(100);
}

/// A small board, its cache, and the file of one of its databases.
fn cached() -> (tempfile::TempDir, Cache, Size, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(&folder.path().join("new"));
    let size = Size { rows: 3, cols: 3 };
    StepSolver::new(size, 8, SMALL, Some(&cache), None, &mut |_| Continue(())).unwrap().unwrap();
    let file = cache.file(&patterns(size, 8, SMALL).unwrap()[0]);
    (folder, cache, size, file)
}

#[test]
fn databases_are_kept_and_found_again() {
    let (folder, cache, size, file) = cached();
    assert!(cache.load(&patterns(size, 8, SMALL).unwrap()[0], 1).is_ok());
    let files = fs::read_dir(file.parent().unwrap()).unwrap().count();
    assert_eq!(files, 2, "nothing is left beside the two databases");
    let mut reported = 0;
    StepSolver::new(size, 8, SMALL, Some(&cache), None, &mut |_| {
        reported += 1;
        Continue(())
    })
    .unwrap()
    .unwrap();
    assert_eq!(reported, 0, "nothing is built");
    drop(folder);
}

#[test]
fn damaged_and_foreign_databases_are_rebuilt() {
    let (_folder, cache, size, file) = cached();
    let pattern = &patterns(size, 8, SMALL).unwrap()[0];
    let sound = fs::read(&file).unwrap();
    let other = fs::read(cache.file(&patterns(size, 8, SMALL).unwrap()[1])).unwrap();
    let with = |at: usize, by: u8| {
        let mut bytes = sound.clone();
        bytes[at] ^= by;
        bytes
    };
    let longer = [&sound[..], &[0]].concat();
    for (bytes, is_foreign) in [
        (Vec::new(), true),
        (b"not a database".to_vec(), true),
        (other, true),
        (with(0, 1), true),
        (with(8, 3), true),
        (with(33, 1), true),
        (with(63, 1), true),
        (with(64, 1), false),
        (with(sound.len() - 1, 0x80), false),
        (sound[..sound.len() - 1].to_vec(), false),
        (longer, false),
    ] {
        fs::write(&file, &bytes).unwrap();
        match cache.load(pattern, 2).err().unwrap() {
            CacheError::Foreign => assert!(is_foreign),
            CacheError::Damaged => assert!(!is_foreign),
            CacheError::Unreadable(error) => panic!("{error}"),
        }
        let mut is_reported = false;
        StepSolver::new(size, 8, SMALL, Some(&cache), None, &mut |building| {
            is_reported |= matches!(building, BuildEvent::Refused(..));
            Continue(())
        })
        .unwrap()
        .unwrap();
        assert!(is_reported);
        assert_eq!(fs::read(&file).unwrap(), sound);
    }
}

/// Of two partitions each board takes one that needs fewer positions, and the length is the same.
#[test]
fn each_board_takes_the_partition_that_promises_most() {
    let size = Size { rows: 3, cols: 4 };
    let parts = |homes: &[&[usize]]| -> Vec<Pattern> {
        homes.iter().map(|homes| Pattern::new(Metric::Steps, size, 0, homes).unwrap()).collect()
    };
    let blocks = parts(&[&[1, 2, 5, 6], &[4, 8, 9], &[3, 7, 10, 11]]);
    let cols = parts(&[&[4, 8, 1, 5], &[9, 2, 6, 10], &[3, 7, 11]]);
    let solvers = [vec![blocks.clone(), cols.clone()], vec![blocks], vec![cols]].map(|all| {
        StepSolver::with_partitions(size, 0, all, None, None, &mut |_| Continue(())).unwrap()
    });
    let (seed, mut positions) = (3, [0; 3]);
    for tiles in RandomBoards::new(size, blank_first(size), seed).unwrap().take(40) {
        let found = solvers.each_ref().map(|one| one.solve(&tiles, None, 1, &mut ()).unwrap());
        for (at, one) in found.iter().enumerate() {
            assert_eq!(one.lower_bound, found[0].lower_bound, "seed {seed}: {tiles:?}");
            positions[at] += one.positions;
        }
        assert!(found[1..].contains(&found[0]), "seed {seed}: {tiles:?}");
    }
    assert!(positions[0] < positions[1].min(positions[2]), "{positions:?}");
}
