//! Families of puzzles and hunts for their hardest members, against brute force on small boards and published tables.

use std::collections::{BTreeMap, VecDeque};
use std::num::NonZeroUsize;

use ahash::AHashMap;
use sliding::design::{
    Family, FamilyError, Generated, Hunt, HuntRow, Requirements, Rule, Shape, Shapes, generate,
};
use sliding::puzzle::{Direction, Lock, Size, Style};
use sliding::solve::{Budget, Query, Stopped, solve};

/// A piece by its shape, whether it is the target, and its cells, a bit each.
type Piece = (usize, bool, u32);

/// The pieces in order.
type Board = Vec<Piece>;

/// Returns the cells of a piece with this first cell, if all are on the board.
fn cells(size: Size, shape: &Shape, first: u32) -> Option<u32> {
    let (cells, (row, col)) = (shape.cells(), size.row_col(first));
    cells.iter().try_fold(0, |bits, &(down, right)| {
        let (row, col) = (i64::from(row) + i64::from(down), i64::from(col) + i64::from(right));
        Some(bits | 1 << size.cell(row, col - i64::from(cells[0].1))?)
    })
}

/// Returns a board with one piece more, if there is room for it.
fn with(board: &[Piece], piece: Piece) -> Option<Board> {
    let is_free = board.iter().all(|other| other.2 & piece.2 == 0);
    let mut more = [board, &[piece][..]].concat();
    more.sort_unstable();
    is_free.then_some(more)
}

/// Returns all boards with pieces of these shapes, in any numbers, found cell by cell.
fn boards(size: Size, shapes: &[Shape], has_target: bool) -> Vec<Board> {
    let mut all = vec![Board::new()];
    for first in 0..size.cells() as u32 {
        for at in 0..all.len() {
            let may_be_target = has_target && !all[at].iter().any(|piece| piece.1);
            for (number, shape) in shapes.iter().enumerate() {
                let Some(bits) = cells(size, shape, first) else { continue };
                all.extend(with(&all[at], (number, false, bits)));
                all.extend(with(&all[at], (number, true, bits)).filter(|_| may_be_target));
            }
        }
    }
    all.retain(|board| board.iter().any(|piece| piece.1) == has_target);
    all
}

/// Returns all boards that are one step of one piece away.
fn steps(board: &Board, size: Size, shapes: &[Shape]) -> Vec<Board> {
    let mut found = Vec::new();
    for piece @ &(number, is_target, bits) in board {
        let others = Board::from_iter(board.iter().copied().filter(|other| other != piece));
        let (row, col) = size.row_col(bits.trailing_zeros());
        for direction in Direction::ALL {
            let against = if direction.is_horizontal() { Lock::Vertical } else { Lock::Horizontal };
            if shapes[number].lock() == against {
                continue;
            }
            let (down, right) = direction.delta();
            let there =
                size.cell(i64::from(row) + i64::from(down), i64::from(col) + i64::from(right));
            let moved = there.and_then(|first| cells(size, &shapes[number], first));
            found.extend(moved.and_then(|bits| with(&others, (number, is_target, bits))));
        }
    }
    found
}

/// Returns, by number of pieces, the greatest of the least numbers of steps from a start to the
/// nearest goal.
fn brute(
    size: Size,
    shapes: &[Shape],
    has_target: bool,
    [is_start, is_goal]: [&dyn Fn(&Board) -> bool; 2],
) -> BTreeMap<u32, u64> {
    let all = boards(size, shapes, has_target);
    let mut open: VecDeque<Board> = all.iter().filter(|board| is_goal(board)).cloned().collect();
    let mut distances: AHashMap<Board, u64> = open.iter().map(|board| (board.clone(), 0)).collect();
    while let Some(board) = open.pop_front() {
        let distance = distances[&board] + 1;
        for next in steps(&board, size, shapes) {
            if !distances.contains_key(&next) {
                distances.insert(next.clone(), distance);
                open.push_back(next);
            }
        }
    }
    let mut hardest = BTreeMap::new();
    for (board, distance) in distances.into_iter().filter(|(board, _)| is_start(board)) {
        let most = hardest.entry(board.len() as u32).or_insert(0);
        *most = distance.max(*most);
    }
    hardest
}

/// The same by a hunt. Where the target starts at its goal there may be no row.
fn hunted(family: Family, style: Style) -> BTreeMap<u32, u64> {
    let hunt = Hunt::new(family, style, &Budget::default()).unwrap();
    let found = hunt.run(None, &Budget::default(), &mut |_, _| ()).unwrap();
    assert_eq!(found.limit, None);
    assert!(found.rows.iter().all(|row| row.is_proven));
    let row = |row: HuntRow| Some((row.pieces, row.hardest?.0));
    found.rows.into_iter().filter_map(row).filter(|&(_, moves)| moves > 0).collect()
}

fn agree(family: Family, mut wanted: BTreeMap<u32, u64>) {
    wanted.retain(|_, moves| *moves > 0);
    let name = format!("{family:?}");
    assert_eq!(hunted(family, Style::STEP), wanted, "{name}");
}

#[test]
fn corners_are_those_of_brute_force() {
    let board = |rows, cols| Size { rows, cols };
    let square = vec![Shape::rectangle(1, 1).unwrap(), Shape::rectangle(2, 2).unwrap()];
    let mut mirrored = 0;
    for (size, shapes) in [
        (board(2, 3), Shape::rectangles(board(2, 3))),
        (board(3, 3), Shape::polyominoes(2, board(3, 3))),
        (board(3, 3), square),
        (board(2, 4), Shape::polyominoes(3, board(2, 4))),
    ] {
        let touches = |board: &Board, row: u32, col: u32| {
            let target = board.iter().find(|piece| piece.1).expect("a target");
            let cells = (0..size.cells() as u32).filter(|cell| target.2 >> cell & 1 != 0);
            let places: Vec<_> = cells.map(|cell| size.row_col(cell)).collect();
            places.iter().any(|place| place.0 == row) && places.iter().any(|place| place.1 == col)
        };
        let starts = |board: &Board| touches(board, 0, 0);
        let ends = |board: &Board| touches(board, size.rows - 1, size.cols - 1);
        let wanted = brute(size, &shapes, true, [&starts, &ends]);
        let family = Family::new(size, shapes, Rule::Corner).unwrap();
        let hunt = Hunt::new(family.clone(), Style::STEP, &Budget::default()).unwrap();
        mirrored += hunt.mirrored();
        agree(family, wanted);
    }
    assert!(mirrored > 0, "mirror images are searched twice");
}

/// The target leaves by the middle row, where no other piece locked to that row is; or the nearest of several cars does.
#[test]
fn exits_are_those_of_brute_force() {
    let size = Size { rows: 3, cols: 4 };
    for (shapes, has_target) in [Shape::units(), Shape::cars()]
        .into_iter()
        .flat_map(|all| [(all.clone(), true), (all, false)])
    {
        let is_target = |piece: Piece| piece.0 == 0 && piece.1 == has_target;
        let is_member = |board: &Board| {
            let mut row = board.iter().filter(|piece| piece.2 & 0xf0 != 0);
            let may_be =
                |piece: &Piece| is_target(*piece) || shapes[piece.0].lock() == Lock::Vertical;
            row.clone().all(may_be) && row.any(|piece| is_target(*piece))
        };
        let ends = |board: &Board| {
            let at_exit = |piece: &Piece| is_target(*piece) && piece.2 & 1 << 7 != 0;
            is_member(board) && board.iter().any(at_exit)
        };
        let wanted = brute(size, &shapes, has_target, [&is_member, &ends]);
        let rule = if has_target { Rule::Exit { row: 1 } } else { Rule::Nearest { row: 1 } };
        agree(Family::new(size, shapes.clone(), rule).unwrap(), wanted);
    }
}

#[test]
fn tiles_that_are_alike_differ_by_their_gap() {
    // The empty cell can reach any place: three steps.
    let size = Size { rows: 2, cols: 3 };
    let family = Family::new(size, vec![Shape::rectangle(1, 1).unwrap()], Rule::Any).unwrap();
    assert_eq!(hunted(family.with_pieces(5..=5), Style::STEP), BTreeMap::from([(5, 3)]));
}

/// N. Bickford's hardest simple boards (2013): walks by the number of pieces.
#[test]
fn simple_boards_are_as_published() {
    let size = Size { rows: 3, cols: 3 };
    let family = Family::new(size, Shape::polyominoes(8, size), Rule::Corner).unwrap();
    let published = [1, 2, 5, 10, 14, 22, 18, 13];
    assert!(hunted(family, Style::WALK).into_iter().eq((1..).zip(published)));
}

/// The steps from the hardest starts of Unit Rush Hour by J. Tromp and R. Cilibrasi, "Limits of
/// Rush Hour Logic Complexity" (2005, arXiv:cs/0502068), by rows, from two columns on: the maximum
/// over all rows of the exit.
const UNIT_RUSH_HOUR: [(u32, &[u64]); 7] = [
    (2, &[3, 6, 8, 10, 12]),
    (3, &[5, 12, 21, 32, 43]),
    (4, &[7, 21, 40, 87, 132, 194]),
    (5, &[9, 31, 75, 199, 336, 699]),
    (6, &[11, 41, 167, 339, 732]),
    (7, &[13, 51, 215, 578]),
    (8, &[15, 62, 309]),
];

/// Returns the steps from the hardest start with one gap over all rows of the exit, with a
/// description of cars of one cell and a default or named rule.
fn of_units(size: Size, rule: Option<&str>) -> u64 {
    // Upside down, the lower rows are the upper ones.
    let of_row = |row: u32| {
        let family = Family::described(size, &Shapes::Units, rule, Some(row), None).unwrap();
        hunted(family.with_empty(1..=1), Style::STEP).into_values().max().unwrap_or(0)
    };
    (1..=size.rows.div_ceil(2)).map(of_row).max().unwrap()
}

/// Compares with the entries of the published table for boards of some numbers of cells.
fn compare_units(cells: std::ops::RangeInclusive<u32>) {
    for (rows, published) in UNIT_RUSH_HOUR {
        for (cols, &steps) in (2..).zip(published) {
            if cells.contains(&(rows * cols)) {
                assert_eq!(of_units(Size { rows, cols }, None), steps, "{rows} x {cols}");
            }
        }
    }
}

#[test]
fn unit_rush_hour_is_as_published() {
    compare_units(4..=16);
}

#[test]
#[ignore = "takes minutes"]
fn long_unit_rush_hour() {
    compare_units(17..=30);
}

#[test]
fn a_single_car_in_the_row_makes_a_smaller_family() {
    // Found by a search of all boards that is not part of this program.
    for (rows, cols, steps) in [(3, 3, 12), (3, 5, 23), (4, 4, 40)] {
        assert_eq!(of_units(Size { rows, cols }, Some("exit")), steps, "{rows} x {cols}");
    }
}

#[test]
fn hunts_are_independent_of_the_thread_count() {
    let size = Size { rows: 6, cols: 6 };
    let family = Family::new(size, Shape::cars(), Rule::Exit { row: 2 }).unwrap();
    let hunt = Hunt::sample(family.with_pieces(6..=9), Style::SLIDE, 7, 20).unwrap();
    let found = |threads: usize| {
        let mut budget = Budget::default();
        budget.threads = NonZeroUsize::new(threads);
        let found = hunt.run(None, &budget, &mut |_, _| ()).unwrap();
        assert_eq!(found.limit, None);
        let row = |row: HuntRow| (row.pieces, row.searched, row.configurations, row.hardest);
        found.rows.into_iter().map(row).collect::<Vec<_>>()
    };
    let one = found(1);
    assert!(one.iter().map(|&(_, searched, ..)| searched).sum::<u64>() > 10);
    assert!(one.iter().any(|(.., hardest)| hardest.is_some()));
    assert_eq!(one, found(3));
}

#[test]
fn listing_members_can_be_cancelled() {
    // By numbers of pieces, and by ways to place them.
    let few = (Size { rows: 4, cols: 4 }, 3, Rule::Anywhere);
    let many = (Size { rows: 6, cols: 6 }, 4, Rule::Corner);
    for (size, cells, rule) in [few, many] {
        let family = Family::new(size, Shape::polyominoes(cells, size), rule).unwrap();
        let budget = Budget::default();
        budget.interrupt.set();
        let found = Hunt::new(family, Style::WALK, &budget).map(|hunt| hunt.all());
        assert_eq!(found, Err(FamilyError::Stopped(Stopped::Cancelled)), "{rule:?}");
    }
}

#[test]
fn generated_units_may_have_several_targets() {
    let size = Size { rows: 4, cols: 4 };
    let family = Family::new(size, Shape::units(), Rule::Nearest { row: 1 }).unwrap();
    let family = family.with_empty(1..=3);
    let mut wanted = Requirements::new(8..=20);
    wanted.number = 8;
    let mut several = 0;
    let made = &mut |made: Generated| {
        let query = Query::new(&made.puzzle, Style::STEP);
        let answer = solve(&query, &Budget::default(), &mut ()).unwrap();
        assert_eq!(answer.moves, Some(made.moves), "{}", made.puzzle);
        assert!((8..=20).contains(&made.moves));
        several += usize::from(made.puzzle.counts()[0] > 1);
    };
    let budget = Budget::default();
    generate(&family, &wanted, Style::STEP, &budget, &mut |_, _| (), made).unwrap();
    assert!(several > 0);
}

#[test]
fn shapes_are_read() {
    let Ok(Shapes::Listed(list)) = "1,11h:2-3,01/11 v:1".parse() else { panic!("a list") };
    let names: Vec<String> = list.iter().map(|(shape, _)| shape.to_string()).collect();
    assert_eq!(names, ["1", "11 h", "01/11 v"]);
    let numbers: Vec<_> = list.into_iter().map(|(_, number)| number).collect();
    assert_eq!(numbers, [None, Some(2..=3), Some(1..=1)]);
    for bad in ["", "1,,1", "12", "h", "polyominoes:", "polyominoes:65", "1:3-2", "1:x"] {
        assert!(bad.parse::<Shapes>().is_err(), "{bad}");
    }
    // OEIS A001168.
    let size = Size { rows: 7, cols: 7 };
    let numbers = (1..=7).map(|cells| Shape::polyominoes(cells, size).len());
    assert!(numbers.eq([1, 3, 9, 28, 91, 307, 1067]));
}
