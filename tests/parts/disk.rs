//! Searches in a folder: resumed after every few levels, without a manifest, with damaged files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use sliding::Puzzle;
use sliding::analyse::{MapOrigin, explore_each};
use sliding::check::verify;
use sliding::puzzle::Style;
use sliding::solve::{
    Advice, Answer, Budget, Disk, Engine, FLOOR, Observer, Query, Refusal, Status, Stopped, Until,
    solve,
};
use sliding::testing::{Code, Folder, WorkerLimits, block, search_within};

use crate::{parallel, random};

#[test]
fn written_codes_are_read_back() {
    fn holds<const W: usize>(random: &mut Pcg64) {
        for count in [0, 1, 2, 500] {
            // Words of all lengths, the first often equal.
            let mut word = |at| {
                let word = random.next_u64() >> (random.next_u64() % 64);
                if at == 0 { word % 9 } else { word }
            };
            let mut codes: Vec<_> =
                (0..count).map(|_| Code::<W>(std::array::from_fn(&mut word))).collect();
            codes.sort_unstable();
            codes.dedup();
            let mut bytes = Vec::new();
            block::write(&codes, &mut bytes);
            // As many as there are, one too many, and a byte too few.
            assert_eq!(block::read::<W>(&bytes, codes.len() + 1), None);
            let fewer = &bytes[..bytes.len().saturating_sub(1)];
            assert!(codes.is_empty() || block::read::<W>(fewer, codes.len()).is_none());
            assert_eq!(block::read(&bytes, codes.len()), Some(codes));
        }
    }
    let mut random = Pcg64::new(13, 0);
    holds::<1>(&mut random);
    holds::<2>(&mut random);
    holds::<4>(&mut random);
}

/// Searches in a folder; in lists as if there were a great many positions: files of a few codes, or levels
/// both in memory and in files.
fn search(
    query: &Query,
    resumes: bool,
    place: &Path,
    moves: Option<u64>,
    log: &mut Log,
) -> Result<Answer, Refusal> {
    let (mut query, mut disk, mut budget) = (query.clone(), Disk::new(place), Budget::default());
    (disk.resumes, budget.max_moves, budget.memory) = (resumes, moves, 4 * FLOOR);
    if query.engine != Engine::Disk {
        query.disk = Some(disk);
        return solve(&query, &budget, log);
    }
    let is_less = moves.is_some_and(|most| most % 8 < 4);
    let (codes, held) = if is_less { (8, 0) } else { (64, 40) };
    let limits = WorkerLimits { codes, files: 3, few: 0, held, bin: 4 };
    search_within(&query, &disk, &budget, log, Some(limits))
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
            std::thread::sleep(Duration::from_millis(600));
            // Some engines have not written it yet.
            let _ = fs::remove_file(&manifest);
            fs::create_dir(&manifest).unwrap();
        }
    }

    fn advised(&mut self, advice: &Advice) {
        self.reports.push(format!("{advice:?}"));
    }
}

/// A random puzzle in one style and the answer of the table, unless there are many positions: a file
/// has a handful of them.
fn with_table(seed: u64, act: impl FnOnce(&mut Query, &Answer)) {
    let is_small = seed % 12 < 6;
    let text = if is_small { random::puzzle(seed).small } else { random::of_many_orders(seed) };
    let puzzle: Puzzle = text.parse().unwrap();
    let mut query = Query::new(&puzzle, Style::ALL[seed as usize % 6]);
    (query.until, query.engine) = (Until::Exhausted, Engine::Table);
    let table = solve(&query, &Budget::default(), &mut ()).unwrap();
    if table.counted.total() <= 200 {
        act(&mut query, &table);
    }
}

/// A new process for every other level, and more when all is known.
#[test]
fn resumed_searches_find_what_the_table_finds() {
    let seeds: Vec<u64> = (0..60).collect();
    for engine in [Engine::Disk, Engine::Cut, Engine::Index] {
        let resumed = parallel::each(&seeds, |&seed| {
            let mut resumed = 0;
            with_table(seed, |query, table| {
                // The others only count.
                (query.engine, query.wants_solution) = (engine, engine == Engine::Disk);
                let solution = table.solution.as_ref().filter(|_| query.wants_solution);
                let levels = table.counted.levels();
                let (place, mut log) = (tempfile::tempdir().unwrap(), Log::default());
                for turn in 0..levels.len() / 2 + 3 {
                    let case = format!("{engine}, seed {seed}, turn {turn}\n{}", query.puzzle);
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
                assert!(log.reports.is_empty(), "{:?}: {engine}, seed {seed}", log.reports);
            });
            resumed
        });
        assert!(resumed.iter().sum::<u64>() > 50, "{engine}: {resumed:?}");
    }
}

/// Levels of up to 24,000 positions, whose candidates take many files.
#[test]
fn levels_in_small_files_are_those_of_the_table() {
    let puzzle: Puzzle = include_str!("../../puzzles/tiles/8-puzzle-parity.txt").parse().unwrap();
    let mut query = Query::new(&puzzle, Style::STEP);
    query.until = Until::Exhausted;
    let table = solve(&query, &Budget::default(), &mut ()).unwrap();
    let place = tempfile::tempdir().unwrap();
    query.engine = Engine::Disk;
    let answer = search(&query, false, place.path(), Some(40), &mut Log::default()).unwrap();
    assert_eq!((answer.counted, answer.solution), (table.counted, table.solution));
}

/// Changes a bit of one of the lists in a folder, if there are any.
fn damage(folder: &Path, random: &mut Pcg64) {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut lists: Vec<_> =
        files.filter(|file| file.extension() == Some("codes".as_ref())).collect();
    lists.sort();
    let bit = random.next_u64() as usize;
    if let Some(file) = lists.get(bit % lists.len().max(1)) {
        let mut bytes = fs::read(file).unwrap();
        let at = bit / 8 % bytes.len();
        bytes[at] ^= 1 << (bit % 8);
        fs::write(file, &bytes).unwrap();
    }
}

/// A map in a folder is made in parts; then a list of one of its two searches is damaged, and all is
/// read again.
#[test]
fn maps_in_folders_are_those_of_the_table_or_damage_is_reported() {
    let (mut maps, mut reported) = (0, 0);
    for seed in 0..60 {
        with_table(seed, |query, _| {
            let mut random = Pcg64::new(seed.into(), 11);
            let place = tempfile::tempdir().unwrap();
            let explored = |query: &Query, moves| {
                let (mut budget, mut goals, mut log) =
                    (Budget::default(), Vec::new(), Log::default());
                budget.max_moves = moves;
                let mut each = |position: &_, distance| {
                    if distance == 0 {
                        goals.push(query.puzzle.shorthand(position));
                    }
                };
                let map = explore_each(query, &budget, 9, &mut log, MapOrigin::Goals, &mut each);
                let (stopped, text) = match map {
                    Ok(mut map) => {
                        (map.elapsed, map.symmetry) = (Duration::ZERO, None);
                        (map.stopped, format!("{map:?}"))
                    }
                    Err(error) => (Some(Stopped::Disk), error.to_string()),
                };
                goals.sort();
                (stopped, text, goals, log.reports)
            };
            let table = explored(query, None);
            query.engine = Engine::Disk;
            for turn in 0.. {
                let mut disk = Disk::new(place.path());
                disk.resumes = turn > 0;
                query.disk = Some(disk);
                let found = explored(query, Some(3 * turn));
                if found.0.is_none() {
                    assert_eq!(found.1, table.1, "seed {seed}");
                    break;
                }
            }
            maps += 1;
            let own = place.path().join("sliding-goals");
            let is_own = own.exists() && seed % 2 == 0;
            damage(if is_own { &own } else { place.path() }, &mut random);
            let found = explored(query, None);
            if found.0.is_none() {
                return assert_eq!(found, table, "seed {seed}");
            }
            assert!(format!("{found:?}").contains("is damaged"), "seed {seed}: {found:?}");
            reported += 1;
        });
    }
    assert!(maps > 20 && reported > maps / 2, "{reported} of {maps}");
}

/// The fourth level is made, and counts, but cannot be written.
#[test]
fn a_failed_checkpoint_does_not_change_the_count() {
    let tiles = include_str!("../../puzzles/tiles/4x2.txt");
    let klotski = include_str!("../../puzzles/classics/klotski.txt");
    let cases = [(Engine::Disk, tiles), (Engine::Index, tiles), (Engine::Cut, klotski)];
    parallel::each(&cases, |&(engine, text)| {
        let puzzle: Puzzle = text.parse().unwrap();
        let mut query = Query::new(&puzzle, Style::STEP);
        (query.until, query.wants_solution) = (Until::Exhausted, false);
        let table = solve(&query, &Budget::default(), &mut ()).unwrap();
        let place = tempfile::tempdir().unwrap();
        let mut log = Log { breaks: Some(place.path().join("sliding-manifest")), ..Log::default() };
        query.engine = engine;
        let answer = search(&query, false, place.path(), None, &mut log).unwrap();
        assert_eq!(answer.status, Status::Stopped(Stopped::Disk), "{engine}");
        assert_eq!(answer.counted.levels(), &table.counted.levels()[..4], "{engine}");
        assert_eq!(log.levels, answer.counted.levels(), "{engine}");
        assert!(log.reports.len() == 1 && log.reports[0].contains("sliding-manifest"));
    });
}

/// Any of seventeen units go up together, or down: more neighbours than are looked up at a time.
#[test]
fn a_goal_with_many_neighbours_is_traced_back() {
    let text = "3 x 17\n1 = 1\n0000000000000000011111111111111111\n11111111111111111\n";
    let puzzle: Puzzle = text.parse().unwrap();
    let mut query = Query::new(&puzzle, Style::SUPER_STEP);
    let place = tempfile::tempdir().unwrap();
    (query.engine, query.disk) = (Engine::Disk, Some(Disk::new(place.path())));
    let solution = solve(&query, &Budget::default(), &mut ()).unwrap().solution.unwrap();
    assert_eq!(verify(&puzzle, Style::SUPER_STEP, &solution), Ok(()));
}

#[test]
fn a_folder_is_unlocked_at_once_after_use() {
    let place = tempfile::tempdir().unwrap();
    let open = || Folder::open(place.path(), None);
    let folder = open().ok().unwrap();
    let refused = open().err().unwrap().to_string();
    assert!(refused.contains("another search is using this folder"), "{refused}");
    // As in a child process that is just being started.
    let inherited = folder.lock.0.try_clone().unwrap();
    drop(folder);
    let folder = open().ok().unwrap();
    drop(inherited);
    assert!(open().is_err());
    drop(folder);
}
