//! Boards of tiles: what no page shows.

use super::ask;
use super::{folder, run};

/// Tiles from 256 on have numbers that no byte holds.
#[test]
fn boards_of_more_than_256_cells_are_solved_and_reported_in_full() {
    for cols in [16, 17] {
        let size = format!("{cols}x{cols}");
        let random = ["tiles", "solve", "--random", "1", "--seed", "4", "--format", "json"];
        let object = run(&[&random[..], &["--size", &size]].concat(), "").json().remove(0);
        let cells = |name: &str| -> Vec<usize> {
            serde_json::from_value(object[name].clone()).expect("numbers")
        };
        let (mut board, goal) = (cells("start"), cells("goal"));
        let moves = object["solution"].as_str().expect("moves").split(' ');
        assert_eq!(object["moves"], moves.clone().count());
        for tile in moves.map(|tile| tile.parse().expect("a tile")) {
            let [from, to] = [tile, 0].map(|tile| board.iter().position(|&at| at == tile).unwrap());
            let rows_and_cols =
                (from / cols).abs_diff(to / cols) + (from % cols).abs_diff(to % cols);
            assert_eq!(rows_and_cols, 1, "{size}: tile {tile}");
            board.swap(from, to);
        }
        assert_eq!(board, goal, "{size}");
    }
}

/// 31 moves lead from the second board, and from none to the last.
#[test]
fn rows_of_tables_are_the_objects_of_json() {
    let place =
        folder(&[("boards.txt", "1 2 3/4 5 6/0 7 8\n8 6 7/2 5 4/3 0 1\n2 1 3/4 5 6/7 8 0")]);
    for (words, schema, least) in [
        ("tiles solve --cache cache boards.txt", "sliding/solve/1", 3),
        ("tiles solve --cache cache --all boards.txt", "sliding/count/1", 4),
    ] {
        let mut objects = ask(&place, &format!("{words} --format json")).json();
        objects.retain(|object| object["schema"] == schema);
        let table = ask(&place, &format!("{words} --format csv")).out;
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let names = reader.headers().unwrap().clone();
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert!(rows.len() == objects.len() && rows.len() >= least, "{table}");
        for (row, object) in rows.iter().zip(&objects) {
            for (name, cell) in names.iter().zip(row).filter(|(name, _)| *name != "elapsed_ms") {
                let value = object.get(name).unwrap_or_else(|| panic!("{name}: {object}"));
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                assert_eq!(cell, text.replace("null", ""), "{name}: {object}");
            }
        }
    }
}
