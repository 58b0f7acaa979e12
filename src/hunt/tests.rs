//! Hunts against brute force on small boards.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::*;
use crate::board::Mirror;
use crate::puzzle::{Lock, Size};

/// A board as the shape that covers each cell, with the number of the piece's first cell: 0 is empty, the piece
/// that has to go has a sign of its own.
type Grid = Vec<(u8, u8)>;

/// All boards with pieces of these shapes, found cell by cell, whatever their numbers.
fn boards(size: Size, shapes: &[Shape], has_main: bool) -> Vec<Grid> {
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
        // Empty for good: marked while the rest is filled.
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
    go(0, &mut vec![(0, 0); size.cells()], !has_main, shapes, size, &mut all);
    for grid in &mut all {
        grid.iter_mut().filter(|cell| cell.0 == 255).for_each(|cell| *cell = (0, 0));
    }
    all
}

/// All boards that one step of one piece leads to.
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

/// By number of pieces, the greatest of the least numbers of steps from a start to the nearest goal.
fn brute(
    size: Size,
    shapes: &[Shape],
    is_start: &dyn Fn(&Grid) -> bool,
    is_goal: &dyn Fn(&Grid) -> bool,
) -> BTreeMap<u32, u64> {
    let all = boards(size, shapes, true);
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

fn hunted(family: &Family, style: Style) -> BTreeMap<u32, u64> {
    let mut found = BTreeMap::new();
    for member in &family.members(&Budget::default()).unwrap().list {
        let hardest = hardest(family, member, style, &Budget::default()).unwrap();
        if let Some(moves) = hardest.moves {
            let most = found.entry(hardest.pieces).or_insert(0);
            *most = moves.max(*most);
        }
    }
    found
}

/// Members that are left out are those of which nothing is to be found: so rows of no moves, where the piece is
/// where it has to go, may be missing.
fn without_nothing(rows: BTreeMap<u32, u64>) -> BTreeMap<u32, u64> {
    rows.into_iter().filter(|&(_, moves)| moves > 0).collect()
}

#[test]
fn corners_agree_with_brute_force() {
    for (size, shapes) in [
        (Size { rows: 2, cols: 3 }, Shape::rectangles(Size { rows: 2, cols: 3 })),
        (Size { rows: 3, cols: 3 }, Shape::polyominoes(2, Size { rows: 3, cols: 3 })),
        (Size { rows: 3, cols: 3 }, vec![Shape::rectangle(1, 1), Shape::rectangle(2, 2)]),
        (Size { rows: 2, cols: 4 }, Shape::polyominoes(3, Size { rows: 2, cols: 4 })),
    ] {
        let cells = size.cells();
        let main = |grid: &Grid| -> Vec<usize> {
            (0..cells).filter(|&cell| grid[cell].0 >= 100).collect()
        };
        let touches = |cells: &[usize], row: u32, col: u32| {
            let at = |cell: &usize| size.row_col(*cell as u32);
            cells.iter().any(|cell| at(cell).0 == row) && cells.iter().any(|cell| at(cell).1 == col)
        };
        let starts = |grid: &Grid| touches(&main(grid), 0, 0);
        let ends = |grid: &Grid| touches(&main(grid), size.rows - 1, size.cols - 1);
        let family = Family::new(size, shapes.clone(), Rule::Corner);
        let wanted = brute(size, &shapes, &starts, &ends);
        let found = hunted(&family, Style::STEP);
        assert_eq!(without_nothing(found), without_nothing(wanted), "{size:?}");
    }
}

#[test]
fn exits_agree_with_brute_force() {
    let size = Size { rows: 3, cols: 4 };
    for shapes in [Shape::units(), Shape::cars()] {
        let row = |grid: &Grid| grid[4..8].to_vec();
        // The car that has to leave lies in the middle row, and no other that lies along it.
        let is_member = |grid: &Grid| {
            row(grid).iter().all(|cell| {
                let shape = usize::from(cell.0 % 99);
                cell.0 == 0 || cell.0 == 100 || shapes[shape - 1].lock() == Lock::Vertical
            }) && row(grid).iter().any(|cell| cell.0 == 100)
        };
        let ends = |grid: &Grid| is_member(grid) && row(grid)[3].0 == 100;
        let family = Family::new(size, shapes.clone(), Rule::Exit { row: 1 });
        let wanted = brute(size, &shapes, &is_member, &ends);
        let found = hunted(&family, Style::STEP);
        assert_eq!(without_nothing(found), without_nothing(wanted));
    }
}

#[test]
fn tiles_have_their_published_diameter() {
    // Eight tiles, all alike but one, from anywhere to anywhere; and five different ones are a 2x3 puzzle, whose
    // published diameter is 21.
    let size = Size { rows: 2, cols: 3 };
    let mut family = Family::new(size, vec![Shape::rectangle(1, 1)], Rule::Any);
    family.pieces = 5..=5;
    // All alike, the empty cell goes to any place: three steps.
    assert_eq!(hunted(&family, Style::STEP), BTreeMap::from([(5, 3)]));
}

#[test]
fn mirror_images_are_as_hard() {
    // Each member that is left out as a mirror image has one in the list; found by searching all.
    let size = Size { rows: 3, cols: 3 };
    let shapes = Shape::polyominoes(3, size);
    let family = Family::new(size, shapes, Rule::Corner);
    let members = family.members(&Budget::default()).unwrap();
    assert!(members.mirrored > 0 && members.stuck > 0);
    let diagonal = Mirror { diagonal: true, rows: false, cols: false };
    let image = |member: &Member| {
        let of = |at: u32| {
            let shape = family.shapes[at as usize].shape.mirrored(diagonal);
            family.shapes.iter().position(|allowed| allowed.shape == shape).unwrap() as u32
        };
        let mut others: Vec<_> = member.others.iter().map(|&(at, n)| (of(at), n)).collect();
        others.sort_unstable();
        Member { main: member.main.map(of), others: others.into() }
    };
    for member in members.list.iter().step_by(7) {
        let one = hardest(&family, member, Style::WALK, &Budget::default()).unwrap();
        let other = hardest(&family, &image(member), Style::WALK, &Budget::default()).unwrap();
        assert_eq!((one.moves, one.configurations), (other.moves, other.configurations));
    }
}

#[test]
fn what_is_hunted_does_not_hang_on_threads() {
    let size = Size { rows: 6, cols: 6 };
    let mut family = Family::new(size, Shape::cars(), Rule::Exit { row: 2 });
    family.pieces = 6..=9;
    let found = |threads: usize| {
        let budget = Budget { threads: NonZeroUsize::new(threads), ..Budget::default() };
        let boards: Vec<u64> = (0..20).collect();
        let mut found = BTreeMap::new();
        let mut take = |board: usize, hardest: Result<Option<Hardest>, Stopped>| {
            let hardest = hardest.unwrap();
            found.insert(board, hardest.map(|hardest| (hardest.moves, hardest.puzzle)));
        };
        let style = Style::SLIDE;
        hunt_by_chance(&family, (7, &boards), style, &budget, &mut |_| (), &mut take).unwrap();
        found
    };
    let one = found(1);
    assert_eq!(one.len(), 20);
    assert!(one.values().flatten().any(|(moves, _)| moves.is_some()));
    assert_eq!(one, found(3));
}

#[test]
fn members_are_the_same_by_numbers_and_by_placements() {
    // Those that cannot be placed, or have no room to go, have nothing to be found.
    let can = |family: &Family, member: &Member| {
        let cell = member.places(family).unwrap().0[0];
        member.placed(family, Some(cell), &Budget::default()).unwrap().is_some()
    };
    let size = Size { rows: 3, cols: 3 };
    let budget = Budget::default();
    let steps = &mut census::Steps::within(&budget);
    for shapes in [Shape::polyominoes(3, size), Shape::rectangles(size)] {
        let mut family = Family::new(size, shapes, Rule::Corner);
        let bounds = [(1..=9, 1..=9), (5..=9, 1..=9), (3..=4, 2..=3)];
        for ((pieces, empty), least) in bounds.into_iter().zip([50, 5, 20]) {
            (family.pieces, family.empty) = (pieces, empty);
            let mut by_numbers = census::counted(&family, steps).unwrap();
            by_numbers.retain(|member| can(&family, member) && !family.is_stuck(member));
            let mut by_placements =
                census::packed(&family, &number::number(&family), steps).unwrap();
            by_numbers.sort();
            by_placements.sort();
            assert!(by_numbers.len() > least);
            assert_eq!(by_numbers, by_placements);
        }
    }
}

#[test]
fn a_family_without_members_says_so() {
    let size = Size { rows: 2, cols: 2 };
    let error = |family: &Family| family.members(&Budget::default()).unwrap_err();
    let mut family = Family::new(size, vec![Shape::rectangle(2, 2)], Rule::Corner);
    family.empty = 1..=2;
    assert_eq!(error(&family), FamilyError::Empty);
    let family = Family::new(size, vec![Shape::rectangle(1, 1)], Rule::Exit { row: 2 });
    assert_eq!(error(&family), FamilyError::NoRow(3));
    let large = Size { rows: 9, cols: 9 };
    let family = Family::new(large, vec![Shape::rectangle(1, 1)], Rule::Any);
    assert_eq!(error(&family), FamilyError::TooLarge(64));
    let size = Size { rows: 6, cols: 6 };
    let family = Family::new(size, Shape::polyominoes(4, size), Rule::Anywhere);
    // The sum over all numbers of pieces of products of binomials: n pieces of k shapes in C(n + k - 1, n) ways.
    let members = 5_354_069_065_u64.into();
    assert_eq!(error(&family), FamilyError::TooMany { members, most: 4_000_000 });
}

#[test]
fn members_are_as_many_as_are_listed() {
    let size = Size { rows: 3, cols: 3 };
    let cars = Family::new(size, Shape::cars(), Rule::Exit { row: 1 });
    let mut families = vec![cars];
    for rule in [Rule::Corner, Rule::Anywhere, Rule::Any] {
        families.push(Family::new(size, Shape::polyominoes(3, size), rule));
        let mut family = Family::new(size, Shape::rectangles(size), rule);
        (family.pieces, family.empty, family.main) = (2..=5, 0..=3, vec![0, 1, 3]);
        families.push(family.clone());
        // Some are needed, of some there must be few, and one is not allowed at all.
        let numbers = [1..=2, 0..=1, 0..=0, 0..=9, 1..=1, 0..=1];
        for (allowed, number) in family.shapes.iter_mut().zip(numbers) {
            allowed.number = number;
        }
        (family.pieces, family.empty) = (1..=9, 0..=9);
        families.push(family);
    }
    for family in &families {
        let listed =
            census::counted(family, &mut census::Steps::within(&Budget::default())).unwrap();
        assert!(!listed.is_empty(), "{family:?}");
        assert_eq!(number::number(family), listed.len().into(), "{family:?}");
    }
}

#[test]
fn whoever_lists_members_hears_that_it_is_enough() {
    // By numbers of pieces, and by ways to place them.
    let few = (Size { rows: 4, cols: 4 }, 3, Rule::Anywhere);
    let many = (Size { rows: 6, cols: 6 }, 4, Rule::Corner);
    for (size, cells, rule) in [few, many] {
        let family = Family::new(size, Shape::polyominoes(cells, size), rule);
        let budget = Budget::default();
        budget.interrupt.set();
        let found = Hunt::new(family, Style::WALK, &budget).map(|hunt| hunt.all());
        assert_eq!(found, Err(FamilyError::Stopped(Stopped::Cancelled)), "{rule:?}");
    }
}
