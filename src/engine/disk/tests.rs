//! Searches with tiny limits, interrupted and resumed at every level.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use super::checkpoints::WRITES_ALL;
use super::*;
use crate::engine::layers::answer;
use crate::engine::query::{Advice, Status, Stopped, Until};
use crate::engine::{cut, index, table};
use crate::puzzle::{Puzzle, Style};

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../tests/random.rs"]
mod random;

/// Larger spaces are skipped: there is a file for each handful of positions.
const MOST: u64 = 200;

/// Runs a test on one random puzzle after another, in all styles.
fn each(seeds: std::ops::Range<u64>, test: impl Fn(&Query, &str)) {
    for seed in seeds {
        let text = random::puzzle(seed).small;
        let puzzle: Puzzle = text.parse().unwrap();
        for style in Style::ALL {
            let mut query = Query::new(&puzzle, style);
            query.until = Until::Exhausted;
            test(&query, &format!("seed {seed}, style {style}\n{text}"));
        }
    }
}

/// A search with a new process for every few levels.
struct InterruptedSearch<'a>(&'a Query<'a>, &'a Path, u64);

impl CompiledJob for InterruptedSearch<'_> {
    type Output = Answer;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Answer {
        let InterruptedSearch(query, path, levels) = self;
        for turn in 0.. {
            let budget = Budget { max_moves: Some(turn * levels), ..Budget::default() };
            let folder = Folder::open(path, None).unwrap();
            let mut lists =
                ListSearch::open(compiled, &folder, Purpose::Path, turn > 0, &budget).unwrap();
            lists.begin_at_start().unwrap();
            lists.builder.shrink_limits(turn % 4 < 2);
            let mut run = Run { budget: &budget, observer: &mut () };
            let answer = answer(&mut lists, query, Engine::Disk, &mut run);
            if !matches!(answer.status, Status::Stopped(_)) {
                return answer;
            }
            // Sometimes there is no checkpoint, as if the process were killed.
            if turn % 3 > 0 {
                lists.write_checkpoint().unwrap();
            }
        }
        unreachable!("every search ends")
    }
}

#[test]
fn interrupted_searches_agree_with_the_table() {
    each(0..80, |query, case| {
        if query.puzzle.start().placements().is_empty() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let table = table::search(query, &Budget::default(), &mut ());
        if table.counted.total() > MOST {
            return;
        }
        let job = InterruptedSearch(query, folder.path(), 2);
        let disk = with_compiled(query.puzzle, query.style, job);
        assert_eq!(disk.counted, table.counted, "{case}");
        assert_eq!((disk.moves, disk.solution), (table.moves, table.solution), "{case}");
    });
}

/// A search in a folder that can be resumed.
type DiskSearchFn<'a> =
    &'a dyn Fn(&Query, &Disk, &Budget, &mut dyn Observer) -> Result<Answer, Refusal>;

/// Returns the result of a search with a new process for every other level.
fn interrupted(search: DiskSearchFn, query: &Query) -> Result<Answer, Refusal> {
    let folder = tempfile::tempdir().unwrap();
    for turn in 0.. {
        let folder = folder.path().to_owned();
        let disk = Disk { folder, limit: None, resumes: turn > 0 };
        let budget = Budget { max_moves: Some(2 * turn), ..Budget::default() };
        let answer = search(query, &disk, &budget, &mut ())?;
        if !matches!(answer.status, Status::Stopped(_)) {
            return Ok(answer);
        }
    }
    unreachable!("every search ends")
}

/// Compares interrupted with uninterrupted counts, on puzzles of some kind; returns how many were
/// tried.
fn counts_go_on(
    search: DiskSearchFn,
    text: impl Fn(u64) -> String,
    seeds: std::ops::Range<u64>,
) -> usize {
    let mut taken = 0;
    for seed in seeds {
        let text = text(seed);
        let puzzle: Puzzle = text.parse().unwrap();
        for style in Style::ALL {
            let query = counting(&puzzle, style);
            let table = table::search(&query, &Budget::default(), &mut ());
            if table.counted.total() > MOST {
                continue;
            }
            let Ok(found) = interrupted(search, &query) else { continue };
            let case = format!("seed {seed}, style {style}\n{text}");
            assert_eq!((found.counted, found.moves), (table.counted, table.moves), "{case}");
            taken += 1;
        }
    }
    taken
}

#[test]
fn rows_resume_from_two_levels() {
    let taken = counts_go_on(&index::search_and_keep, random::of_many_orders, 0..60);
    assert!(taken > 100, "{taken}");
}

#[test]
fn cut_boards_resume_from_two_levels() {
    let taken = counts_go_on(&cut::search_and_keep, |seed| random::puzzle(seed).small, 0..60);
    assert!(taken > 100, "{taken}");
}

/// Replaces the manifest by a folder once some level has ended, so that no other checkpoint can be
/// written.
struct BreaksManifest<'a> {
    folder: &'a Path,
    at: u64,
    levels: Vec<u64>,
    advice: Vec<String>,
}

impl Observer for BreaksManifest<'_> {
    fn level_ends(&mut self, distance: u64, found: u64) {
        assert_eq!(distance, self.levels.len() as u64);
        self.levels.push(found);
        if distance == self.at {
            let manifest = self.folder.join("sliding-manifest");
            fs::remove_file(&manifest).unwrap();
            fs::create_dir(&manifest).unwrap();
        }
    }

    fn advised(&mut self, advice: &Advice) {
        let Advice::Disk(why) = advice else { panic!("{advice:?}") };
        self.advice.push(why.clone());
    }
}

/// A query for the number of positions at each distance.
fn counting(puzzle: &Puzzle, style: Style) -> Query<'_> {
    let query = Query::new(puzzle, style);
    Query { until: Until::Exhausted, wants_solution: false, ..query }
}

type Text = fn(u64) -> String;

/// All searches with checkpoints, each with its random puzzles.
const SEARCHES: [(DiskSearchFn, Text); 3] = [
    (&search, |seed| random::puzzle(seed).small),
    (&cut::search_and_keep, |seed| random::puzzle(seed).small),
    (&index::search_and_keep, random::of_many_orders),
];

#[test]
fn a_failed_checkpoint_does_not_change_the_count() {
    WRITES_ALL.set(true);
    for (number, (begin, text)) in SEARCHES.into_iter().enumerate() {
        let mut compared = 0;
        for seed in 0..12 {
            let text = text(seed);
            let puzzle: Puzzle = text.parse().unwrap();
            let query = counting(&puzzle, Style::STEP);
            let table = table::search(&query, &Budget::default(), &mut ());
            let all = table.counted.levels();
            if table.counted.total() > MOST || all.len() < 6 {
                continue;
            }
            let case = format!("search {number}, seed {seed}\n{text}");
            for at in [0, 2] {
                let place = tempfile::tempdir().unwrap();
                let folder = place.path().to_owned();
                let (levels, advice) = (Vec::new(), Vec::new());
                let mut breaks = BreaksManifest { folder: place.path(), at, levels, advice };
                let disk = Disk::new(folder);
                let budget = Budget { threads: NonZeroUsize::new(1), ..Budget::default() };
                let Ok(answer) = begin(&query, &disk, &budget, &mut breaks) else { continue };
                // The level after that one is made, but cannot be written.
                let known = &all[..at as usize + 2];
                assert_eq!(answer.counted.levels(), known, "{case}");
                assert_eq!(breaks.levels, known, "{case}");
                assert_eq!(answer.status, Status::Stopped(Stopped::Disk), "{case}");
                assert_eq!(answer.counted.total(), known.iter().sum::<u64>(), "{case}");
                let is_named = breaks.advice.iter().all(|why| why.contains("sliding-manifest"));
                assert!(breaks.advice.len() == 1 && is_named, "{:?}: {case}", breaks.advice);
                compared += 1;
            }
        }
        assert!(compared > 2, "search {number}: {compared}");
    }
    WRITES_ALL.set(false);
}

/// Collects advice, and nothing else.
#[derive(Default)]
struct AllAdvice(Vec<String>);

impl Observer for AllAdvice {
    fn advised(&mut self, advice: &Advice) {
        self.0.push(format!("{advice:?}"));
    }
}

#[test]
fn a_finished_search_resumes_any_number_of_times() {
    for (number, (search, text)) in SEARCHES.into_iter().enumerate() {
        for seed in 0..12 {
            let text = text(seed);
            let puzzle: Puzzle = text.parse().unwrap();
            let query = counting(&puzzle, Style::STEP);
            let table = table::search(&query, &Budget::default(), &mut ());
            if table.counted.total() > MOST {
                continue;
            }
            let place = tempfile::tempdir().unwrap();
            for turn in 0..3 {
                let folder = place.path().to_owned();
                let disk = Disk { folder, limit: None, resumes: turn > 0 };
                let case = format!("search {number}, seed {seed}, turn {turn}\n{text}");
                let mut advice = AllAdvice::default();
                let answer = match search(&query, &disk, &Budget::default(), &mut advice) {
                    Ok(answer) => answer,
                    Err(error) if turn == 0 && !matches!(error, Refusal::Folder(_)) => break,
                    Err(error) => panic!("{error}: {case}"),
                };
                assert_eq!(answer.counted.levels(), table.counted.levels(), "{case}");
                assert_eq!(answer.status, table.status, "{case}");
                assert!(advice.0.is_empty(), "{:?}: {case}", advice.0);
            }
        }
    }
}

/// Damages a file in a folder, if there is one that is not empty.
pub fn damage(folder: &Path, random: &mut Pcg64) {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let files = files.filter(|file| file.metadata().unwrap().len() > 0).map(|file| file.path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension() == Some("codes".as_ref())).collect();
    files.sort();
    if files.is_empty() {
        return;
    }
    let file = &files[random.next_u64() as usize % files.len()];
    let mut bytes = fs::read(file).unwrap();
    let at = random.next_u64() as usize % bytes.len();
    match random.next_u64() % 4 {
        0 => bytes.truncate(at),
        1 => return fs::remove_file(file).unwrap(),
        _ => bytes[at] ^= 1 << (random.next_u64() % 8),
    }
    fs::write(file, &bytes).unwrap();
}

/// The reports of a search about its files.
#[derive(Default)]
struct FileReports {
    damaged: bool,
}

impl Observer for FileReports {
    fn advised(&mut self, advice: &Advice) {
        match advice {
            Advice::Disk(why) if why.contains("is damaged") => self.damaged = true,
            Advice::Disk(why) => assert!(why.contains("no room"), "{why}"),
            advice => panic!("{advice:?}"),
        }
    }
}

/// A count in lists of a few codes, one of whose files is damaged between two processes. Returns
/// the result; `None` if the damage was reported.
struct DamagedCount<'a>(&'a Query<'a>, &'a mut Pcg64, &'a str);

impl CompiledJob for DamagedCount<'_> {
    type Output = Option<Answer>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let DamagedCount(query, random, case) = self;
        let (place, mut reports) = (tempfile::tempdir().unwrap(), FileReports::default());
        for turn in 0.. {
            let budget = Budget { max_moves: Some(2 * turn), ..Budget::default() };
            let folder = Folder::open(place.path(), None).unwrap();
            let mut lists =
                match ListSearch::open(compiled, &folder, Purpose::Count, turn > 0, &budget) {
                    Err(DiskError::Damaged { .. }) => return None,
                    lists => lists.unwrap_or_else(|trouble| panic!("{trouble}: {case}")),
                };
            lists.builder.shrink_limits(turn % 4 < 2);
            lists.begin_at_start().unwrap();
            let mut run = Run { budget: &budget, observer: &mut reports };
            let answer = answer(&mut lists, query, Engine::Disk, &mut run);
            lists.finish(&mut run);
            if reports.damaged {
                return None;
            }
            if !matches!(answer.status, Status::Stopped(_)) {
                return Some(answer);
            }
            damage(place.path(), random);
        }
        unreachable!("every search ends")
    }
}

#[test]
fn damaged_files_of_lists_are_detected() {
    let mut random = Pcg64::new(9, 0);
    let (mut searches, mut detected) = (0, 0);
    for seed in 0..60 {
        let text = random::puzzle(seed).small;
        let puzzle: Puzzle = text.parse().unwrap();
        let query = counting(&puzzle, Style::STEP);
        let table = table::search(&query, &Budget::default(), &mut ());
        if puzzle.start().placements().is_empty() || table.counted.total() > MOST {
            continue;
        }
        let job = DamagedCount(&query, &mut random, &text);
        match with_compiled(&puzzle, Style::STEP, job) {
            Some(found) => {
                assert_eq!((found.counted, found.moves), (table.counted, table.moves), "{text}");
            }
            None => detected += 1,
        }
        searches += 1;
    }
    assert!(searches > 10 && detected > searches / 2, "{searches}, {detected}");
}
