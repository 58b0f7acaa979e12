//! Boards of tiles: what no page shows.

use serde_json::Value;

use super::{ask, folder};

/// 31 moves lead from the second board, and from none to the last.
#[test]
fn rows_of_tables_are_the_objects_of_json() {
    let place =
        folder(&[("boards.txt", "1 2 3/4 5 6/0 7 8\n8 6 7/2 5 4/3 0 1\n2 1 3/4 5 6/7 8 0")]);
    let objects = ask(&place, "solve boards.txt --format json").json();
    let table = ask(&place, "solve boards.txt --format csv").out;
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let names = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert!(rows.len() == objects.len() && rows.len() == 3, "{table}");
    for (row, object) in rows.iter().zip(&objects) {
        for (name, cell) in names.iter().zip(row).filter(|(name, _)| *name != "elapsed_ms") {
            let value = object.get(name).or(object["size"].get(name)).unwrap_or(&Value::Null);
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(cell, text.replace("null", ""), "{name}: {object}");
        }
    }
}
