//! Every public constructor and reader, with data of any kind.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use sliding::check::proof;
use sliding::design::{self, Family, Hunt, Rule, Shape, Shapes};
use sliding::notation::transcript::{self, SCRIPTS};
use sliding::puzzle::game::Game;
use sliding::puzzle::{Lock, MAX_CELLS, Puzzle, Size, Solution, Style};
use sliding::solve::Budget;
use sliding::tiles::pdb::Cache;
use sliding::tiles::{self, DatabaseFamily, Metric, Parity, RandomBoards, Tiles, notation};

use super::bytes::Bytes;
use super::{setup, small};

/// What it makes is right, or an error that says something.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let parts = [setup::run, tiles, patterns, boards, families, texts, proofs];
    bytes.pick(&parts)(&mut bytes);
}

fn size(bytes: &mut Bytes) -> Size {
    let sides = [0, 1, 2, 3, 4, 5, 6, 8, 16, 17, 255, 256, 65_536, 1 << 20, u32::MAX];
    match bytes.one_in(4) {
        true => Size { rows: bytes.pick(&sides), cols: bytes.pick(&sides) },
        false => small_size(bytes),
    }
}

fn small_size(bytes: &mut Bytes) -> Size {
    Size { rows: 2 + bytes.below(2) as u32, cols: 2 + bytes.below(2) as u32 }
}

fn metric(bytes: &mut Bytes) -> Metric {
    bytes.pick(&[Metric::Steps, Metric::Slides])
}

fn text(bytes: &mut Bytes) -> String {
    String::from_utf8_lossy(bytes.some(60)).into_owned()
}

/// A board of some size, or nearly.
fn cells(bytes: &mut Bytes, size: Size) -> Vec<u32> {
    let count = if size.cells() <= 400 { size.cells() } else { bytes.below(20) };
    let mut cells: Vec<u32> = (0..count as u32).collect();
    for _ in 0..bytes.below(12) {
        if count > 0 {
            cells.swap(bytes.below(count), bytes.below(count));
        }
    }
    if bytes.one_in(3) {
        match (bytes.below(3), cells.last_mut()) {
            (0, Some(last)) => *last = bytes.number(),
            (1, _) => cells.push(bytes.byte().into()),
            _ => drop(cells.pop()),
        }
    }
    cells
}

fn tiles(bytes: &mut Bytes) {
    let size = size(bytes);
    let made = Tiles::new(size, cells(bytes, size), cells(bytes, size));
    let tiles = match made {
        Ok(tiles) => tiles,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(tiles.start().len() == size.cells() && size.cells() <= MAX_CELLS);
    let _ = Parity::of(&tiles).is_solvable();
    assert_eq!(tiles.puzzle().is_some(), size.cells() <= 61);
    let _ = tiles.solution(&[], Metric::Steps);
    notation::moves(&tiles, &[], metric(bytes), notation::MoveNotation::Tiles);
}

fn patterns(bytes: &mut Bytes) {
    let (size, metric) = (size(bytes), metric(bytes));
    let number = |bytes: &mut Bytes| match bytes.one_in(8) {
        true => bytes.number() as usize,
        false => bytes.below(17),
    };
    let blank = number(bytes);
    let family = bytes.pick(&[DatabaseFamily::Small, DatabaseFamily::Large]);
    match tiles::patterns(metric, size, blank, family) {
        Ok(patterns) => {
            for pattern in patterns {
                assert!(pattern.homes().is_sorted() && !pattern.homes().is_empty());
                let cache = Cache::new(std::path::Path::new("nowhere"));
                assert!(!cache.file(&pattern).as_os_str().is_empty());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn boards(bytes: &mut Bytes) {
    let (size, seed) = (size(bytes), bytes.number().into());
    let goal = cells(bytes, size);
    notation::rows(size, &goal);
    if let Ok(boards) = RandomBoards::new(size, goal.clone(), seed) {
        boards.take(2).for_each(|tiles| assert!(Parity::of(&tiles).is_solvable()));
    }
    let text = text(bytes);
    let reported = bytes.pick(&[None, Some(size)]);
    notation::instance(&text, reported);
    let _ = notation::read(&text, reported, None);
}

fn shape(bytes: &mut Bytes) -> Option<Shape> {
    let offset = |bytes: &mut Bytes| bytes.pick(&[0, 0, 1, 1, -1, 2, 70, i32::MAX, i32::MIN]);
    let cells: Vec<(i32, i32)> =
        (0..bytes.below(5)).map(|_| (offset(bytes), offset(bytes))).collect();
    Shape::new(cells, bytes.pick(&[Lock::Free, Lock::Horizontal, Lock::Vertical])).ok()
}

fn families(bytes: &mut Bytes) {
    let shapes: Vec<Shape> = (0..bytes.below(4)).filter_map(|_| shape(bytes)).collect();
    for shape in &shapes {
        let _ = (shape.size(), shape.to_string());
    }
    let row = bytes.number() % 5;
    let rules =
        [Rule::Corner, Rule::Anywhere, Rule::Exit { row }, Rule::Nearest { row }, Rule::Any];
    if let Ok(family) = Family::new(small_size(bytes), shapes.clone(), bytes.pick(&rules)) {
        let pieces = bytes.below(4) as u32..=bytes.below(9) as u32;
        let empty = bytes.below(4) as u32..=bytes.below(9) as u32;
        let family = family.with_pieces(pieces).with_empty(empty);
        let mut budget = budget();
        budget.deadline = Some(Instant::now() + Duration::from_millis(200));
        let _ = Hunt::new(family, Style::STEP, &budget).is_ok();
    }
    let text = text(bytes);
    let board = design::board(&text);
    let _ = design::range::<u32>(&text);
    if let Ok(shapes) = text.parse::<Shapes>() {
        let size = board.unwrap_or_else(|_| small_size(bytes));
        if size.cells() <= 36 {
            let rule = bytes.pick(&Rule::NAMES);
            let main = shape(bytes).map(|shape| Shapes::Listed(vec![(shape, None)]));
            let row = Some(bytes.number() % 5);
            let _ = Family::described(size, &shapes, Some(rule), row, main.as_ref());
        }
    }
}

/// Positions and moves of a small puzzle as text, and a game of them.
fn texts(bytes: &mut Bytes) {
    let Some(puzzle) = small::puzzle(bytes) else { return };
    let style = bytes.pick(&Style::ALL);
    let text = match bytes.below(3) {
        0 => text(bytes),
        1 => format!("{}{}", puzzle.shorthand(puzzle.start()), text(bytes)),
        _ => {
            let words =
                ["1 right", "2 down 2", "\n", "(1,1)", "left", "up", "1", "{", "\"a\"", ":"];
            (0..bytes.below(12)).map(|_| bytes.pick(&words)).collect()
        }
    };
    if let Ok(position) = transcript::position(&puzzle, &text) {
        assert!(puzzle.starting_from(position).is_ok(), "{text:?} of\n{puzzle}");
    }
    if let Ok(moves) = transcript::moves(&puzzle, &text) {
        let mut game = Game::new(&puzzle, style);
        for reported in moves {
            let _ = reported.steps.first().map(|&direction| game.push(&reported.pieces, direction));
        }
        while game.undo() {}
        assert_eq!(game.position(), puzzle.start());
    }
    for script in SCRIPTS {
        let _ = script.write(&puzzle, &Solution { moves: Vec::new() });
    }
}

/// Lines that are not far from a proof.
fn proofs(bytes: &mut Bytes) {
    let Some(puzzle) = small::puzzle(bytes) else { return };
    let start = puzzle.shorthand(puzzle.start());
    let kind = bytes.pick(&["levels", "closed", "two-sided"]);
    let claim = bytes.pick(&["none", "moves 0", "moves 1", "moves 99999999999"]);
    let style = bytes.below(7);
    let mut text = format!(
        "sliding-proof 1\nstyle: {style}\nclaim: {claim}\nkind: {kind}\npuzzle:\n{puzzle}\n"
    );
    let lines = [
        "solution: 1\n",
        "solution: 0\n",
        "part: start\n",
        "part: goals\n",
        "level: 0 1\n",
        "level: 1 1\n",
        "level: 0 18446744073709551615\n",
        "end: 1 0\n",
        "\n",
    ];
    for _ in 0..bytes.below(12) {
        match bytes.below(6) {
            0 => text += &self::text(bytes),
            1 => text += &"0".repeat(bytes.below(1000)),
            2 => text += &format!("{start}\n"),
            _ => text += bytes.pick(&lines),
        }
    }
    let read = |text: &str| text.parse::<Puzzle>().map_err(|error| error.to_string());
    let mut budget = budget();
    budget.memory = bytes.pick(&[0, 9 << 20, 12 << 20, 32 << 20]);
    let checked = proof::check(&mut text.as_bytes(), &read, &budget);
    // Nothing here has the hash of what is above.
    assert!(checked.is_err_and(|error| !error.to_string().is_empty()), "{text}");
}

fn budget() -> Budget {
    let mut budget = Budget::default();
    budget.memory = 32 << 20;
    budget.threads = NonZeroUsize::new(2);
    budget
}
