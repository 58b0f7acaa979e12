//! Texts of tile boards, scrambles, parities and random boards.

use std::collections::HashMap;

use sliding::puzzle::Size;
use sliding::tiles::notation::{
    TileTextError, blank_first, blank_last, board, instance, scrambled,
};
use sliding::tiles::parity::Parity;
use sliding::tiles::random::RandomBoards;

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
fn errors_are_specific() {
    let error = |text| board(text, None).unwrap_err();
    assert_eq!(error("1 2/3 ?"), TileTextError::NoNumber("?".into()));
    assert_eq!(error("12?0"), TileTextError::NoNumber("?".into()));
    assert_eq!(error("1 2/3"), TileTextError::Ragged { row: 2, cells: 1, expected: 2 });
    assert_eq!(error("1 2\n3"), TileTextError::Ragged { row: 2, cells: 1, expected: 2 });
    assert_eq!(error("1 2/3 3"), TileTextError::Twice(3));
    assert_eq!(error("1 x/3 _").to_string(), "the gap is there twice");
    assert_eq!(error("1 2/3 4"), TileTextError::TooLarge { number: 4, cells: 4 });
    assert_eq!(error("1 2/3 99999999999999999999"), TileTextError::NoNumber("9".repeat(20)));
    assert_eq!(error(""), TileTextError::TooSmall { rows: 0, cols: 0 });
    assert_eq!(error("[]"), TileTextError::TooSmall { rows: 0, cols: 0 });
    assert_eq!(error("0"), TileTextError::TooSmall { rows: 1, cols: 1 });
    assert_eq!(error("//"), TileTextError::TooSmall { rows: 3, cols: 0 });
    for text in ["[1,2],[3,0", "1,2],[3,0]", "[1,2],3,0", "[[[1,2],[3,0]]]", "[1,[2],3,0]"] {
        assert_eq!(error(text), TileTextError::Brackets, "{text}");
    }
    let size = Some(Size { rows: 2, cols: 2 });
    assert_eq!(board("1 2 0", size), Err(TileTextError::WrongSize { cells: 3, rows: 2, cols: 2 }));
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

#[test]
fn impossible_pushes_are_reported() {
    let size = Size { rows: 3, cols: 4 };
    let error = |text| scrambled(text, size, &blank_first(size)).unwrap_err();
    let no_push =
        |number, push: &str, room| TileTextError::NoPush { number, push: push.into(), room };
    assert_eq!(error("R"), no_push(1, "R", 0));
    assert_eq!(error("L2 U3"), no_push(2, "U3", 2));
    assert_eq!(error("L2D"), no_push(2, "D", 0));
    assert_eq!(error("L0"), no_push(1, "L0", 3));
    assert_eq!(error("¡L"), no_push(1, "¡", 0));
    assert_eq!(error("L½"), no_push(1, "L½", 3));
    assert_eq!(error("L99999999999999999999999"), no_push(1, "L99999999999999999999999", 3));
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
