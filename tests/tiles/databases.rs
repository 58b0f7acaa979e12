//! Pattern databases: which there are, and what is done where they have no room.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use sliding::Puzzle;
use sliding::puzzle::Size;
use sliding::solve::{Advice, Budget, Engine, Interrupt, Observer, Status, Stopped};
use sliding::tiles::Metric::{Slides, Steps};
use sliding::tiles::notation::{blank_first, blank_last};
use sliding::tiles::pdb::{Cache, Pattern, PatternError};
use sliding::tiles::{
    DatabaseFamily, Databases, RandomBoards, Run, TileAnswer, TileQuery, TileSolver, Tiles,
    TooLarge, patterns, solve,
};

use super::{limits, run, solve_all, within};

const SMALL: DatabaseFamily = DatabaseFamily::Small;

/// A pattern is the same in any order of its tiles, and what has no database is refused.
#[test]
fn patterns_are_sorted_or_refused() {
    let size = |rows, cols| Size { rows, cols };
    let sorted = Pattern::new(Steps, size(3, 3), 0, &[1, 2, 5, 8]);
    let unsorted = Pattern::new(Steps, size(3, 3), 0, &[8, 1, 5, 2]);
    assert_eq!(unsorted, sorted);
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path());
    let contents = [sorted, unsorted].map(|pattern| {
        let file = cache.file(&pattern);
        let one = vec![vec![pattern]];
        opened_with(size(3, 3), one, Some(&cache));
        fs::read(file).unwrap()
    });
    assert_eq!(contents[0], contents[1]);

    for metric in [Steps, Slides] {
        let refused = |size, blank| patterns(metric, size, blank, SMALL).unwrap_err();
        for size in [size(1, 4), size(4, 1), size(2, 13)] {
            assert_eq!(refused(size, 0), PatternError::Board(size));
        }
        assert_eq!(refused(size(3, 3), 9), PatternError::Blank(9));
    }
    assert_eq!(patterns(Slides, size(2, 2), 4, SMALL), Err(PatternError::Blank(4)));
}

#[test]
fn kinds_without_pieces_make_no_tiles() {
    // Seven kinds come before those of the pieces, so these are no tiles of a board of four cells.
    let unused: String = ('a'..='g').map(|name| format!("{name} = 1\n")).collect();
    let text = format!("2 x 2\n{unused}1 = 1\n2 = 1\n3 = 1\n123\n0231\n");
    let puzzle: Puzzle = text.parse().unwrap();
    assert_eq!(Tiles::of(&puzzle), None);
}

/// Keeps the bytes that databases need.
#[derive(Clone, Copy)]
struct LowMemoryObserver<'a>(&'a AtomicU64);

impl Observer for LowMemoryObserver<'_> {
    fn advised(&mut self, advice: &Advice) {
        let Advice::LittleMemory(needed) = advice else { panic!("{advice:?}") };
        self.0.store(*needed, Ordering::Relaxed);
    }
}

#[test]
fn without_memory_for_databases_only_steps_are_searched() {
    let size = Size { rows: 3, cols: 3 };
    let seed = 7;
    println!("seed {seed}");
    let boards: Vec<Tiles> =
        RandomBoards::new(size, blank_last(size), seed).unwrap().take(6).collect();
    let query = TileQuery { engine: Engine::Pdb, ..Default::default() };
    let rich = Budget::default();
    let mut poor = Budget::default();
    poor.memory = 1000;
    let length = |answer: &Result<TileAnswer, TooLarge>| answer.as_ref().unwrap().moves(Steps);
    let needed = AtomicU64::new(0);
    let answers = solve_all(&boards, &query, &poor, |_| LowMemoryObserver(&needed));
    assert!(needed.load(Ordering::Relaxed) > 1000);
    for (found, expected) in answers.iter().zip(solve_all(&boards, &query, &rich, |_| ())) {
        assert_eq!(found.as_ref().unwrap().engine, Engine::Korf1);
        assert_eq!(length(found), length(&expected));
    }
    // Slides have no other way; a longer solution is known still.
    let slides = TileQuery { metric: Slides, ..query };
    let lacks_memory = Status::Stopped(Stopped::Memory);
    let one = within(&poor, |run| solve(&boards[0], &slides, run)).unwrap();
    assert!(one.status == lacks_memory && one.path.is_some());
    for answer in solve_all(&boards, &slides, &poor, |_| ()) {
        assert_eq!(answer.unwrap().status, lacks_memory);
    }
}

/// A level has up to a tenth of all placements, and takes seconds for the largest databases.
#[test]
fn limits_are_checked_within_levels_and_half_a_database_is_not_kept() {
    let size = Size { rows: 4, cols: 4 };
    let pattern = patterns(Steps, size, 0, SMALL).unwrap().remove(0);
    let budget = limits(None, 1);
    let mut seen =
        StopAtPart { part: 101, interrupt: budget.interrupt.clone(), before: 0, most: 0 };
    let run = &mut Run { budget: &budget, observer: &mut seen };
    Databases::with_partitions(Steps, size, 0, vec![vec![pattern]], None, run).unwrap();
    let StopAtPart { before, most, .. } = seen;
    // The free cells beside six tiles on 4 x 4 are 16,412 regions, and the tiles have 720 orders.
    assert!(before == 16_412 * 720 && most <= 4, "{before}, {most} % without a check");

    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path());
    // In some level, and when all distances are known.
    for part in [50, 100] {
        let budget = Budget::default();
        let interrupt = budget.interrupt.clone();
        let observer = &mut StopAtPart { part, interrupt, before: 0, most: 0 };
        let run = &mut Run { budget: &budget, observer };
        assert!(Databases::open(Steps, size, 0, SMALL, Some(&cache), run).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

/// Stops building when this percentage of the placements is known.
struct StopAtPart {
    part: u64,
    interrupt: Interrupt,
    before: u64,
    /// The largest percentage between two reports.
    most: u64,
}

impl Observer for StopAtPart {
    fn building(&mut self, _: &[u8], placements: u64, total: u64) {
        self.most = self.most.max((placements - self.before.min(placements)) * 100 / total);
        self.before = placements;
        if placements * 100 >= self.part * total {
            self.interrupt.set();
        }
    }
}

/// Keeps why databases are rebuilt, and counts reports of building.
#[derive(Default)]
struct Rebuilt {
    refused: Vec<String>,
    built: u32,
}

impl Observer for Rebuilt {
    fn building(&mut self, _: &[u8], _: u64, _: u64) {
        self.built += 1;
    }

    fn advised(&mut self, advice: &Advice) {
        if let Advice::BuiltAnew(why) = advice {
            self.refused.push(why.clone());
        }
    }
}

/// Databases of steps for some partitions.
fn opened_with(size: Size, all: Vec<Vec<Pattern>>, cache: Option<&Cache>) -> Databases {
    run(|run| Databases::with_partitions(Steps, size, 0, all, cache, run)).unwrap()
}

/// Opens the small databases of a board.
fn opened(size: Size, cache: &Cache) -> Rebuilt {
    let mut observer = Rebuilt::default();
    let run = &mut Run { budget: &Budget::default(), observer: &mut observer };
    Databases::open(Steps, size, 8, SMALL, Some(cache), run).unwrap();
    observer
}

/// A small board, its cache, and the file of one of its databases.
fn cached() -> (tempfile::TempDir, Cache, Size, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(&folder.path().join("new"));
    let size = Size { rows: 3, cols: 3 };
    opened(size, &cache);
    let file = cache.file(&patterns(Steps, size, 8, SMALL).unwrap()[0]);
    (folder, cache, size, file)
}

#[test]
fn databases_are_kept_and_found_again() {
    let (folder, cache, size, file) = cached();
    let files = fs::read_dir(file.parent().unwrap()).unwrap().count();
    assert_eq!(files, 2, "nothing is left beside the two databases");
    let Rebuilt { refused, built } = opened(size, &cache);
    assert_eq!((refused.len(), built), (0, 0), "nothing is built");
    drop(folder);
}

#[test]
fn databases_are_opened_once_for_all_boards() {
    let size = Size { rows: 3, cols: 3 };
    let query = TileQuery { engine: Engine::Pdb, ..Default::default() };
    let solver = TileSolver::new(2);
    let built = RandomBoards::new(size, blank_last(size), 7).unwrap().take(2).map(|tiles| {
        let mut observer = Rebuilt::default();
        let run = &mut Run { budget: &Budget::default(), observer: &mut observer };
        assert_eq!(solver.solve(&tiles, &query, run).unwrap().status, Status::Solved);
        observer.built > 0
    });
    assert_eq!(Vec::from_iter(built), [true, false]);
}

#[test]
fn damaged_and_foreign_databases_are_rebuilt() {
    let (_folder, cache, size, file) = cached();
    let sound = fs::read(&file).unwrap();
    let other = fs::read(cache.file(&patterns(Steps, size, 8, SMALL).unwrap()[1])).unwrap();
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
        (with(12, 3), true),
        (with(54, 1), true),
        (with(55, 1), false),
        (with(63, 1), false),
        (with(64, 1), false),
        (with(sound.len() - 1, 0x80), false),
        (sound[..sound.len() - 1].to_vec(), false),
        (longer, false),
    ] {
        fs::write(&file, &bytes).unwrap();
        let Rebuilt { refused, built } = opened(size, &cache);
        let why = if is_foreign { "another kind of file" } else { "it is damaged" };
        assert!(built > 0 && refused.len() == 1 && refused[0].contains(why), "{refused:?}");
        assert_eq!(fs::read(&file).unwrap(), sound);
    }
}

/// Of two partitions each board takes one that needs fewer positions, and the length is the same.
#[test]
fn each_board_takes_the_partition_that_promises_most() {
    let size = Size { rows: 3, cols: 4 };
    let parts = |homes: &[&[usize]]| -> Vec<Pattern> {
        homes.iter().map(|homes| Pattern::new(Steps, size, 0, homes)).collect()
    };
    let blocks = parts(&[&[1, 2, 5, 6], &[4, 8, 9], &[3, 7, 10, 11]]);
    let cols = parts(&[&[4, 8, 1, 5], &[9, 2, 6, 10], &[3, 7, 11]]);
    let solvers = [vec![blocks.clone(), cols.clone()], vec![blocks], vec![cols]]
        .map(|all| opened_with(size, all, None));
    let (seed, mut positions) = (3, [0; 3]);
    for tiles in RandomBoards::new(size, blank_first(size), seed).unwrap().take(40) {
        let search = |one: &Databases| run(|run| one.solve(&tiles, u64::MAX, run));
        let found = solvers.each_ref().map(search);
        for (at, one) in found.iter().enumerate() {
            assert_eq!(one.at_least, found[0].at_least, "seed {seed}: {tiles:?}");
            positions[at] += one.positions;
        }
        assert!(found[1..].contains(&found[0]), "seed {seed}: {tiles:?}");
    }
    assert!(positions[0] < positions[1].min(positions[2]), "{positions:?}");
}

/// Keeps whether larger databases were announced.
#[derive(Default)]
struct Announced(bool);

impl Observer for Announced {
    fn advised(&mut self, advice: &Advice) {
        self.0 |= *advice == Advice::LargerDatabases;
    }
}

/// A board that takes minutes with the small databases builds the large ones itself: into the cache,
/// or, where there is none, in memory.
#[test]
#[ignore = "a minute, and a gigabyte of memory"]
fn long_searches_go_on_with_large_databases() {
    let size = Size { rows: 4, cols: 4 };
    // Reflected, this is the goal. Its 72 moves are those that the large databases found at once.
    let start = vec![1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 0];
    let tiles = Tiles::new(size, start, blank_last(size)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for cache in [None, Some(Cache::new(folder.path()))] {
        let query = TileQuery { cache, ..Default::default() };
        let mut observer = Announced::default();
        let run = &mut Run { budget: &Budget::default(), observer: &mut observer };
        let answer = solve(&tiles, &query, run).unwrap();
        assert!(answer.is_shortest(Steps) && answer.at_least == 72 && observer.0, "{answer:?}");
        if let Some(cache) = query.cache {
            let large = patterns(Steps, size, 15, DatabaseFamily::Large).unwrap();
            assert!(large.iter().all(|pattern| cache.has(pattern)));
        }
    }
}
