//! Families of puzzles and hunts for their hardest members, against brute force on small boards and published tables.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroUsize;

use sliding::design::{
    Family, FamilyError, Generated, Hunt, HuntRow, Requirements, Rule, Shape, Shapes, generate,
};
use sliding::puzzle::{Lock, Size, Style};
use sliding::solve::{Budget, Query, Stopped, solve};

/// A board as the shape that covers each cell, with the number of the piece's first cell: 0 is
/// empty, the target piece has a sign of its own.
type Grid = Vec<(u8, u8)>;

/// Returns all boards with pieces of these shapes, in any numbers, found cell by cell.
fn boards(size: Size, shapes: &[Shape], has_target: bool) -> Vec<Grid> {
    fn go(
        at: usize,
        grid: &mut Grid,
        main: bool,
        shapes: &[Shape],
        size: Size,
        all: &mut Vec<Grid>,
    ) {
        let cells = size.cells();
        let Some(cell) = (at..cells).find(|&cell| grid[cell] == (0, 0)) else {
            if main {
                all.push(grid.clone());
            }
            return;
        };
        // Permanently empty: marked while the rest is filled.
        grid[cell] = (255, 255);
        go(cell + 1, grid, main, shapes, size, all);
        grid[cell] = (0, 0);
        for (number, shape) in shapes.iter().enumerate() {
            let first = shape.cells()[0].1;
            let (row, col) = (cell as i32 / size.cols as i32, cell as i32 % size.cols as i32);
            let covered: Option<Vec<usize>> = (shape.cells().iter())
                .map(|&(r, c)| {
                    let (r, c) = (row + r, col + c - first);
                    let fits = r < size.rows as i32 && (0..size.cols as i32).contains(&c);
                    fits.then_some((r * size.cols as i32 + c) as usize)
                })
                .collect();
            let Some(covered) = covered.filter(|all| all.iter().all(|&c| grid[c] == (0, 0))) else {
                continue;
            };
            for mark in if main { vec![1] } else { vec![1, 100] } {
                covered.iter().for_each(|&c| grid[c] = (number as u8 + mark, cell as u8));
                go(cell + 1, grid, main || mark == 100, shapes, size, all);
            }
            covered.iter().for_each(|&c| grid[c] = (0, 0));
        }
    }
    let mut all = Vec::new();
    go(0, &mut vec![(0, 0); size.cells()], !has_target, shapes, size, &mut all);
    for grid in &mut all {
        grid.iter_mut().filter(|cell| cell.0 == 255).for_each(|cell| *cell = (0, 0));
    }
    all
}

/// Returns all boards that are one step of one piece away.
fn steps(grid: &Grid, size: Size, shapes: &[Shape]) -> Vec<Grid> {
    let mut found = Vec::new();
    let pieces: HashSet<(u8, u8)> = grid.iter().copied().filter(|cell| cell.0 != 0).collect();
    for piece in pieces {
        let lock = shapes[usize::from(piece.0 % 99) - 1].lock();
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let is_across = down == 0;
            if (lock == Lock::Horizontal && !is_across) || (lock == Lock::Vertical && is_across) {
                continue;
            }
            let mut next: Grid =
                grid.iter().map(|&cell| if cell == piece { (0, 0) } else { cell }).collect();
            let own = (0..grid.len()).filter(|&at| grid[at] == piece);
            let there: Option<Vec<usize>> = own
                .map(|at| {
                    let row = at as i32 / size.cols as i32 + down;
                    let col = at as i32 % size.cols as i32 + right;
                    size.cell(row.into(), col.into())
                        .map(|cell| cell as usize)
                        .filter(|&cell| next[cell] == (0, 0))
                })
                .collect();
            let Some(there) = there else { continue };
            let name = *there.iter().min().unwrap() as u8;
            there.iter().for_each(|&cell| next[cell] = (piece.0, name));
            found.push(next);
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
    [is_start, is_goal]: [&dyn Fn(&Grid) -> bool; 2],
) -> BTreeMap<u32, u64> {
    let all = boards(size, shapes, has_target);
    let mut distances: HashMap<Grid, u64> = HashMap::new();
    let mut level: Vec<Grid> = all.iter().filter(|grid| is_goal(grid)).cloned().collect();
    level.iter().for_each(|grid| {
        distances.insert(grid.clone(), 0);
    });
    for distance in 1.. {
        let next = level.iter().flat_map(|grid| steps(grid, size, shapes));
        let mut new = Vec::new();
        for grid in next {
            if !distances.contains_key(&grid) {
                distances.insert(grid.clone(), distance);
                new.push(grid);
            }
        }
        if new.is_empty() {
            break;
        }
        level = new;
    }
    let mut hardest = BTreeMap::new();
    for grid in all.iter().filter(|grid| is_start(grid)) {
        let pieces: HashSet<_> = grid.iter().filter(|cell| cell.0 != 0).collect();
        if let Some(&distance) = distances.get(grid) {
            let most = hardest.entry(pieces.len() as u32).or_insert(0);
            *most = distance.max(*most);
        }
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
        let touches = |grid: &Grid, row: u32, col: u32| {
            let target = (0..size.cells()).filter(|&cell| grid[cell].0 >= 100);
            let places: Vec<_> = target.map(|cell| size.row_col(cell as u32)).collect();
            places.iter().any(|place| place.0 == row) && places.iter().any(|place| place.1 == col)
        };
        let starts = |grid: &Grid| touches(grid, 0, 0);
        let ends = |grid: &Grid| touches(grid, size.rows - 1, size.cols - 1);
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
        let target = if has_target { 100 } else { 1 };
        let row = |grid: &Grid| grid[4..8].to_vec();
        let is_member = |grid: &Grid| {
            let may_be = |&(sign, _): &(u8, u8)| {
                sign == 0 || sign == target || {
                    let shape = &shapes[usize::from(sign % 99) - 1];
                    shape.lock() == Lock::Vertical
                }
            };
            row(grid).iter().all(may_be) && row(grid).iter().any(|&(sign, _)| sign == target)
        };
        let ends = |grid: &Grid| is_member(grid) && row(grid)[3].0 == target;
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
