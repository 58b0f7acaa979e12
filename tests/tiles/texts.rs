//! Texts of tile boards, scrambles, parities and random boards.

use std::collections::HashMap;

use sliding::puzzle::Size;
use sliding::tiles::notation::{blank_last, board, instance, read};
use sliding::tiles::{Parity, RandomBoards};

use super::tile_puzzle;

/// What is wrong with a text.
fn fault(text: &str) -> String {
    read(text, None, None).unwrap_err().to_string()
}

/// With 36 cells, `x` is tile 33.
#[test]
fn x_is_a_tile_on_boards_of_36_cells() {
    let text = "0123456789abcdefghijklmnopqrstuvwxyz";
    let (size, cells) = board(text, None).unwrap();
    assert_eq!((size.rows, cells), (6, (0..36).collect()));
    assert_eq!(fault(&text.replace('0', "x")), "tile 33 is there twice");
}

#[test]
fn brackets_come_in_pairs() {
    for text in ["[1,2],[3,0", "1,2],[3,0]", "[1,2],3,0", "[[[1,2],[3,0]]]", "[1,[2],3,0]"] {
        assert!(fault(text).contains("each row in brackets"), "{text}");
    }
}

#[test]
fn faults_of_boards_and_scrambles_are_named() {
    let faults = [
        ("1 2 3/4 5/6 7 0", "row 2 has 2 cells, and the first has 3"),
        ("1 2 3", "3 numbers fill no square board"),
        ("12?0", "`?` is no number"),
        ("1 x/3 _", "the gap is there twice"),
        ("1 2/3 3", "tile 3 is there twice"),
        ("1 2/3 4", "4 is too large: a board of 4 cells has the tiles 0 to 3"),
        ("1 2/3 99999999999999999999", "`99999999999999999999` is no number"),
        ("[]", "a board of 0 x 0 is too small"),
        ("0", "a board of 1 x 1 is too small"),
        ("//", "a board of 3 x 0 is too small"),
        ("R2D", "a scramble needs the size"),
    ];
    for (text, message) in faults {
        assert!(fault(text).starts_with(message), "{text}: {}", fault(text));
    }
    let size = Size { rows: 4, cols: 4 };
    for (text, room) in [
        ("RDLU2", "push 4, `U2`, cannot be made: 1 tile can go there"),
        ("R2D4", "push 2, `D4`, cannot be made: 3 tiles can go there"),
        ("R0", "push 1, `R0`, cannot be made: 3 tiles can go there"),
        ("L", "push 1, `L`, cannot be made: 0 tiles can go there"),
        ("R99999999999999999999", "push 1, `R99999999999999999999`, cannot be made: 3"),
    ] {
        let error = read(text, Some(size), None).unwrap_err().to_string();
        assert!(error.starts_with(room), "{text}: {error}");
    }
    let unlike = read("1 2/0 3", None, Some("1 2 3/4 5 0")).unwrap_err().to_string();
    assert_eq!(unlike, "start and goal are of different sizes");
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
