//! Searches in a folder: resumed after every few levels, without a manifest, with damaged files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::{
    self, Advice, Answer, Budget, Disk, FLOOR, Observer, Query, Refusal, Status, Stopped, Until,
    solve,
};
use sliding::testing::{Code, CodeWriter, Folder};

use crate::oracle::{Engine, each, random};

#[test]
fn written_codes_are_read_back() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::open(place.path(), None).ok().unwrap();
    let mut random = Pcg64::new(13, 0);
    fn holds<const W: usize>(random: &mut Pcg64, folder: &Folder) {
        let (writer, mut lists, mut chunks) = (CodeWriter::new(folder).unwrap(), vec![], vec![]);
        for count in [0, 1, 2, 500] {
            // Words of all lengths, the last often equal.
            let mut word = |at| {
                let word = random.next_u64() >> (random.next_u64() % 64);
                if at + 1 == W { word % 9 } else { word }
            };
            let mut codes: Vec<_> =
                (0..count).map(|_| Code::<W>(std::array::from_fn(&mut word))).collect();
            chunks.push(writer.add(codes.clone()).unwrap());
            codes.sort_unstable_by_key(|code| code.0.into_iter().rev().collect::<Vec<_>>());
            codes.dedup();
            lists.push(codes);
        }
        let file = writer.finish(chunks).unwrap();
        for (at, codes) in lists.iter().enumerate() {
            assert_eq!(file.read::<W>(at).unwrap(), *codes);
        }
    }
    holds::<1>(&mut random, &folder);
    holds::<2>(&mut random, &folder);
    holds::<4>(&mut random, &folder);
}

/// Searches in a folder; with the disk engine as if there were a great many positions: memory for no block of
/// them, or for some.
fn search(
    query: &Query,
    resumes: bool,
    place: &Path,
    moves: Option<u64>,
    log: &mut Log,
) -> Result<Answer, Refusal> {
    let (mut query, mut disk, mut budget) = (query.clone(), Disk::new(place), Budget::default());
    (disk.resumes, budget.max_moves, budget.memory) = (resumes, moves, 4 * FLOOR);
    if query.engine == solve::Engine::Sparse {
        let is_less = moves.is_some_and(|most| most % 8 < 4);
        budget.memory = if is_less { 0 } else { FLOOR / 2 + 80_000 };
    }
    query.disk = Some(disk);
    solve(&query, &budget, log)
}

/// Collects what a search says of its levels and files.
#[derive(Default)]
struct Log {
    levels: Vec<u64>,
    reports: Vec<String>,
    /// A manifest in whose place a folder is put when a level has ended and a checkpoint is due.
    breaks: Option<PathBuf>,
}

impl Observer for Log {
    fn level_ends(&mut self, distance: u64, found: u64) {
        self.levels.push(found);
        if let Some(manifest) = self.breaks.take_if(|_| distance == 2) {
            std::thread::sleep(Duration::from_secs(3));
            // Some engines have not written it yet.
            let _ = fs::remove_file(&manifest);
            fs::create_dir(&manifest).unwrap();
        }
    }

    fn advised(&mut self, advice: &Advice) {
        self.reports.push(format!("{advice:?}"));
    }
}

/// What asks for all positions of a puzzle, and the answer of the table.
fn by_table(puzzle: &Puzzle, style: Style) -> (Query<'_>, Answer) {
    let mut query = Query::new(puzzle, style);
    Engine::Sparse.ask(&mut query);
    query.until = Until::Exhausted;
    let table = solve(&query, &Budget::default(), &mut ()).unwrap();
    (query, table)
}

/// A random puzzle in one style and the answer of the table, unless there are many positions: a file
/// has a handful of them.
fn with_table(seed: u64, act: impl FnOnce(&mut Query, &Answer)) {
    let is_small = seed % 12 < 6;
    let text = if is_small { random::puzzle(seed).small } else { random::of_many_orders(seed) };
    let puzzle: Puzzle = text.parse().unwrap();
    let (mut query, table) = by_table(&puzzle, Style::ALL[seed as usize % 6]);
    if table.counted.total() <= 200 {
        act(&mut query, &table);
    }
}

/// A new process for every other level, and more when all is known.
#[test]
fn resumed_searches_find_what_the_table_finds() {
    let seeds: Vec<u64> = (0..60).collect();
    for engine in [Engine::Disk, Engine::Matrices, Engine::Rows] {
        let resumed = each(&seeds, |&seed| {
            let mut resumed = 0;
            with_table(seed, |query, table| {
                // The others only count.
                engine.ask(query);
                query.wants_solution = engine == Engine::Disk;
                let solution = table.solution.as_ref().filter(|_| query.wants_solution);
                let levels = table.counted.levels();
                let (place, mut log) = (tempfile::tempdir().unwrap(), Log::default());
                for turn in 0..levels.len() / 2 + 3 {
                    let case = format!("{engine:?}, seed {seed}, turn {turn}\n{}", query.puzzle);
                    let most = Some(2 * turn as u64);
                    let answer = match search(query, turn > 0, place.path(), most, &mut log) {
                        Err(error @ Refusal::Folder(_)) => panic!("{error}: {case}"),
                        Err(_) => return,
                        Ok(answer) => answer,
                    };
                    let known = levels.len().min(2 * turn + 1);
                    assert_eq!(answer.counted.levels(), &levels[..known], "{case}");
                    if 2 * turn >= levels.len() {
                        let found = (answer.status, answer.moves, answer.solution.as_ref());
                        assert_eq!(found, (table.status, table.moves, solution), "{case}");
                        resumed += 1;
                    }
                }
                assert!(log.reports.is_empty(), "{:?}: {engine:?}, seed {seed}", log.reports);
            });
            resumed
        });
        assert!(resumed.iter().sum::<u64>() > 50, "{engine:?}: {resumed:?}");
    }
}

/// Levels of up to 24,000 positions, whose candidates take many files.
#[test]
fn levels_in_small_files_are_those_of_the_table() {
    let puzzle: Puzzle = include_str!("../../puzzles/tiles/8-puzzle-parity.txt").parse().unwrap();
    let (mut query, table) = by_table(&puzzle, Style::STEP);
    let place = tempfile::tempdir().unwrap();
    Engine::Disk.ask(&mut query);
    let answer = search(&query, false, place.path(), Some(40), &mut Log::default()).unwrap();
    assert_eq!((answer.counted, answer.solution), (table.counted, table.solution));
}

/// The fourth level is made, and counts, but cannot be written.
#[test]
fn a_failed_checkpoint_does_not_change_the_count() {
    let tiles = include_str!("../../puzzles/tiles/4x2.txt");
    let klotski = include_str!("../../puzzles/classics/klotski.txt");
    let cases = [(Engine::Disk, tiles), (Engine::Rows, tiles), (Engine::Matrices, klotski)];
    each(&cases, |&(engine, text)| {
        let puzzle: Puzzle = text.parse().unwrap();
        let (mut query, table) = by_table(&puzzle, Style::STEP);
        query.wants_solution = false;
        let place = tempfile::tempdir().unwrap();
        let mut log = Log { breaks: Some(place.path().join("sliding-manifest")), ..Log::default() };
        engine.ask(&mut query);
        let answer = search(&query, false, place.path(), None, &mut log).unwrap();
        assert_eq!(answer.status, Status::Stopped(Stopped::Disk), "{engine:?}");
        assert_eq!(answer.counted.levels(), &table.counted.levels()[..4], "{engine:?}");
        assert_eq!(log.levels, answer.counted.levels(), "{engine:?}");
        assert!(log.reports.len() == 1 && log.reports[0].contains("sliding-manifest"));
    });
}

#[test]
fn a_folder_is_unlocked_at_once_after_use() {
    let place = tempfile::tempdir().unwrap();
    let open = || Folder::open(place.path(), None);
    let folder = open().ok().unwrap();
    let refused = open().err().unwrap().to_string();
    assert!(refused.contains("another search is using this folder"), "{refused}");
    // As in a child process that is just being started.
    let inherited = folder.lock.try_clone().unwrap();
    drop(folder);
    let folder = open().ok().unwrap();
    drop(inherited);
    assert!(open().is_err());
    drop(folder);
}
