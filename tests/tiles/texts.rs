//! Texts of tile boards, scrambles, parities and random boards.

use std::collections::HashMap;

use sliding::puzzle::Size;
use sliding::tiles::notation::{TileTextError, blank_last, board, instance};
use sliding::tiles::{Parity, RandomBoards};

use super::tile_puzzle;

/// With 36 cells, `x` is tile 33.
#[test]
fn x_is_a_tile_on_boards_of_36_cells() {
    let text = "0123456789abcdefghijklmnopqrstuvwxyz";
    let (size, cells) = board(text, None).unwrap();
    assert_eq!((size.rows, cells), (6, (0..36).collect()));
    let error = board(&text.replace('0', "x"), None);
    assert_eq!(error, Err(TileTextError::Twice(33)));
}

#[test]
fn brackets_come_in_pairs() {
    for text in ["[1,2],[3,0", "1,2],[3,0]", "[1,2],3,0", "[[[1,2],[3,0]]]", "[1,[2],3,0]"] {
        assert_eq!(board(text, None), Err(TileTextError::Brackets), "{text}");
    }
}

#[test]
fn lines_of_korfs_list_begin_with_their_number() {
    let korf = "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let cells = instance(korf, None).unwrap();
    assert_eq!(board(cells, None).unwrap().1[..3], [14, 13, 15]);
    assert_eq!(instance(cells, None), None);
    assert_eq!(instance("9 1 2 3 4 5 0", Some(Size { rows: 2, cols: 3 })), Some("1 2 3 4 5 0"));
    assert_eq!(instance("9 1 2 3 4 5 0", None), None);
    assert_eq!(instance("1 2/3 0 4", None), None);
}

fn parity(rows: u32, cols: u32, start: &[u32]) -> Parity {
    let last = start.len() as u32 - 1;
    let goal = (1..=last).chain([0]).collect();
    Parity::of(&tile_puzzle(Size { rows, cols }, start.to_vec(), goal))
}

/// Half of all positions are reachable; 2 by 3: 360 (a breadth-first search finds the same
/// number).
#[test]
fn half_of_all_arrangements_have_a_solution() {
    let mut open = vec![vec![]];
    let mut solvable = 0;
    while let Some(start) = open.pop() {
        if start.len() == 6 {
            solvable += u32::from(parity(2, 3, &start).is_solvable());
        }
        let rest = (0..6).filter(|tile| !start.contains(tile));
        open.extend(rest.map(|tile| [start.as_slice(), &[tile]].concat()));
    }
    assert_eq!(solvable, 360);
}

/// There are 360 boards of 2 x 3 with a solution (published), so 36,000 have each of them about
/// 100 times: below 50 or above 150 is five deviations away.
#[test]
fn all_boards_are_equally_likely() {
    let size = Size { rows: 2, cols: 3 };
    let mut seen = HashMap::new();
    for tiles in RandomBoards::new(size, blank_last(size), 3).unwrap().take(36_000) {
        *seen.entry(tiles.start().to_vec()).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 360);
    assert!(seen.values().all(|count| (50..=150).contains(count)), "{seen:?}");
}
