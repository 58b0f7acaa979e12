//! The number of members of a family, counted without listing them.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::family::Family;

/// A class of shapes that a count does not distinguish: with equally many cells, and the same
/// allowed numbers of pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ShapeClass {
    cells: usize,
    least: usize,
    most: usize,
}

/// The number of shapes of each sort.
type ShapeClasses = BTreeMap<ShapeClass, u64>;

/// Returns the number of members, whether their pieces can be placed or not.
pub fn number(family: &Family) -> BigUint {
    let mut sorts = ShapeClasses::new();
    for shape in 0..family.shapes.len() {
        *sorts.entry(sort(family, shape)).or_default() += 1;
    }
    if !family.rule.has_target() {
        return ways(family, &sorts);
    }
    let mut mains: BTreeMap<(ShapeClass, u32), u64> = BTreeMap::new();
    for &shape in &family.main {
        for targets in 1..=family.most_targets(shape) {
            *mains.entry((sort(family, shape), targets)).or_default() += 1;
        }
    }
    let of = |(&(main, targets), &number): (&(ShapeClass, u32), &u64)| {
        // There are at least as many pieces of this shape as target pieces.
        let mut sorts = sorts.clone();
        sorts.entry(main).and_modify(|number| *number -= 1);
        let least = main.least.max(targets as usize);
        *sorts.entry(ShapeClass { least, ..main }).or_default() += 1;
        ways(family, &sorts) * number
    };
    mains.iter().map(of).sum()
}

fn sort(family: &Family, shape: usize) -> ShapeClass {
    let number = &family.shapes[shape].number;
    let (least, most) = (*number.start() as usize, *number.end() as usize);
    ShapeClass { cells: family.cells_of(shape) as usize, least, most }
}

/// Returns the number of ways to choose numbers of pieces within the bounds.
fn ways(family: &Family, sorts: &ShapeClasses) -> BigUint {
    let board = family.size.cells();
    let most_cells = board.saturating_sub(*family.empty.start() as usize);
    let most_pieces = most_cells.min(*family.pieces.end() as usize);
    // By number of pieces, and of cells that they cover.
    let mut ways = vec![vec![BigUint::ZERO; most_cells + 1]; most_pieces + 1];
    ways[0][0] = 1u32.into();
    for (sort, &shapes) in sorts {
        let own = of_sort(*sort, shapes, most_pieces.min(most_cells / sort.cells));
        let mut with = vec![vec![BigUint::ZERO; most_cells + 1]; most_pieces + 1];
        for (more, own) in own.iter().enumerate().filter(|(_, own)| **own != BigUint::ZERO) {
            for pieces in more..=most_pieces {
                for cells in more * sort.cells..=most_cells {
                    let before = &ways[pieces - more][cells - more * sort.cells];
                    with[pieces][cells] += own * before;
                }
            }
        }
        ways = with;
    }
    let allowed = |pieces: usize| {
        let within = move |cells: &usize| family.allows(pieces as u32, *cells as u32);
        (0..=most_cells).filter(within).map(move |cells| (pieces, cells))
    };
    (0..=most_pieces).flat_map(allowed).map(|(pieces, cells)| &ways[pieces][cells]).sum()
}

/// Returns the numbers of ways in which up to `most` pieces can have the shapes of a sort, by the
/// number of pieces: the coefficients of a power, by squaring.
fn of_sort(sort: ShapeClass, mut shapes: u64, most: usize) -> Vec<BigUint> {
    let times = |one: &[BigUint], other: &[BigUint]| -> Vec<BigUint> {
        (0..=most).map(|at| (0..=at).map(|first| &one[first] * &other[at - first]).sum()).collect()
    };
    let one = |is_one: bool| if is_one { 1u32.into() } else { BigUint::ZERO };
    let mut square: Vec<BigUint> =
        (0..=most).map(|number| one((sort.least..=sort.most).contains(&number))).collect();
    let mut all: Vec<BigUint> = (0..=most).map(|number| one(number == 0)).collect();
    while shapes > 0 {
        if shapes % 2 == 1 {
            all = times(&all, &square);
        }
        square = times(&square, &square);
        shapes /= 2;
    }
    all
}
