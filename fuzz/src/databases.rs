//! Files of pattern databases, sound or not.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sliding::puzzle::{
    Direction, GoalSetup, KindSetup, Placement, Puzzle, Setup, Size, Style, kind_name,
};
use sliding::solve::{Advice, Answer, Budget, Engine, Observer, Query, solve};
use sliding::tiles::Tiles;
use tempfile::TempDir;

use super::bytes::Bytes;

/// Boards whose databases are made in a moment, and the goal of the blank.
const BOARDS: &[(u32, u32, usize)] = &[(2, 3, 0), (3, 2, 5), (2, 3, 1), (3, 3, 0), (3, 3, 4)];

/// Bytes of a file before its database.
const HEAD: usize = 64;

/// Searches with a folder of databases that were tampered with. A file is taken if it is what this
/// program writes, byte for byte; else it is refused, and written anew. The answer is that of a
/// search without databases either way.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let board = bytes.below(BOARDS.len());
    let sound = sound(board);
    let puzzle = puzzle(BOARDS[board], &mut bytes);
    let folder = TempDir::new().expect("a temporary folder");
    let mut wrong = 0;
    for (name, content) in sound {
        let found = tampered(content, sound, &mut bytes);
        wrong += usize::from(found.as_ref().is_some_and(|found| found != content));
        if let Some(found) = found {
            fs::write(folder.path().join(name), found).expect("room for a file");
        }
    }
    let mut reported = FileReports::default();
    let answer = search(&puzzle, Some(folder.path()), &mut reported);
    assert_eq!((reported.refused, reported.not_kept), (wrong, 0), "files refused, and not kept");
    assert_eq!(&files(folder.path()), sound, "what is in the cache afterwards");
    let plain = search(&puzzle, None, &mut FileReports::default());
    assert_eq!((answer.status, answer.moves), (plain.status, plain.moves), "{puzzle}");
}

/// The names and contents of files.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// The files of a board as they are written.
fn sound(board: usize) -> &'static Files {
    static SOUND: [OnceLock<Files>; BOARDS.len()] = [const { OnceLock::new() }; BOARDS.len()];
    SOUND[board].get_or_init(|| {
        let folder = TempDir::new().expect("a temporary folder");
        let puzzle = puzzle(BOARDS[board], &mut Bytes::new(&[]));
        let _ = search(&puzzle, Some(folder.path()), &mut FileReports::default());
        let files = files(folder.path());
        assert!(!files.is_empty(), "no database was kept");
        files
    })
}

fn files(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    let file = |entry: fs::DirEntry| (entry.file_name().into(), fs::read(entry.path()));
    entries.map(file).map(|(name, content)| (name, content.expect("a file"))).collect()
}

/// A tile puzzle that can be solved: the blank goes a way from the goal.
fn puzzle((rows, cols, home): (u32, u32, usize), bytes: &mut Bytes) -> Puzzle {
    let size = Size { rows, cols };
    let mut goal: Vec<u32> = (1..rows * cols).collect();
    goal.insert(home, 0);
    let mut start = goal.clone();
    let solved = Tiles::new(size, goal.clone(), goal).expect("a board");
    let placements = |cells: &[u32]| -> Vec<Placement> {
        let tiles = (0..).zip(cells).filter(|(_, tile)| **tile > 0);
        tiles.map(|(cell, &tile)| Placement { cell, kind: tile as u8 - 1 }).collect()
    };
    for _ in 0..bytes.below(40) {
        let blank = Tiles::blank(&start);
        if let Some(cell) = solved.step(blank, bytes.pick(&Direction::ALL)) {
            start.swap(blank, cell);
        }
    }
    let mut setup = Setup::new(size);
    for number in 1..(rows * cols) as u8 {
        setup.add_kind(KindSetup::new(kind_name(number).expect("few tiles"), [(0, 0)]));
    }
    setup.start = placements(&start);
    setup.goals = vec![GoalSetup::Complete(placements(solved.goal()))];
    setup.validate().expect("a tile puzzle")
}

/// What was reported about files.
#[derive(Default)]
struct FileReports {
    refused: usize,
    not_kept: usize,
}

impl Observer for FileReports {
    fn advised(&mut self, advice: &Advice) {
        match advice {
            Advice::BuiltAnew(_) => self.refused += 1,
            Advice::NotKept(_) => self.not_kept += 1,
            _ => {}
        }
    }
}

/// Solves a puzzle with databases in this folder, or else with none.
fn search(puzzle: &Puzzle, folder: Option<&Path>, reported: &mut FileReports) -> Answer {
    let mut query = Query::new(puzzle, Style::STEP);
    query.engine = if folder.is_some() { Engine::Pdb } else { Engine::Korf1 };
    query.databases = folder.map(Path::to_owned);
    solve(&query, &Budget::default(), reported).expect("a tile puzzle")
}

/// What stands in the place of a file, if anything does.
fn tampered(content: &[u8], others: &Files, bytes: &mut Bytes) -> Option<Vec<u8>> {
    let mut file = content.to_vec();
    match bytes.below(8) {
        0 => {}
        1 => return None,
        2 => file.truncate(bytes.below(content.len())),
        3 => file.extend(bytes.some(64)),
        4 => file = bytes.rest().to_vec(),
        5 => file = others.values().nth(bytes.below(others.len()))?.clone(),
        6 => edit(&mut file, bytes),
        _ => edit(&mut file[..HEAD], bytes),
    }
    Some(file)
}

/// Changes some bytes, mostly in the head.
fn edit(file: &mut [u8], bytes: &mut Bytes) {
    for _ in 0..1 + bytes.below(8) {
        let length = if bytes.one_in(3) { file.len() } else { file.len().min(HEAD) };
        let at = bytes.below(length);
        file[at] ^= bytes.byte();
    }
}
