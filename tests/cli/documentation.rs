//! The examples in `docs/internals/json.md` are what the program writes.

use serde_json::Value;

use super::ask;
use super::{KLOTSKI, PAIR, fifteen, folder};

/// The page about JSON.
const PAGE: &str = include_str!("../../docs/internals/json.md");

/// The example of a schema.
fn documented(schema: &str) -> Value {
    let blocks = PAGE.split("```json\n").skip(1);
    blocks
        .map(|block| block.split("```").next().expect("a block"))
        .map(|block| serde_json::from_str::<Value>(block).expect("an example that is JSON"))
        .find(|example| example["schema"] == schema)
        .expect("an example of the schema")
}

/// Without the times and the paths, which differ.
fn comparable(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            let differing = ["elapsed_ms", "searched_ms", "sent_bytes", "file", "source", "proof"];
            fields.retain(|name, _| !differing.contains(&name.as_str()));
            fields.values_mut().for_each(|field| *field = comparable(field.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = comparable(item.take())),
        _ => {}
    }
    value
}

/// What each command writes is the example of its schema.
#[test]
fn objects_are_as_documented() {
    let swapped = "2 x 2 (Swapped)\n1 = 1\n2 = 1\n3 = 1\n123\n213\n# author: Anonymous\n# expect: 0 none 12\n";
    let klotski = KLOTSKI.replace("# expect: 2 81", "# expect: 2 80");
    let place = folder(&[
        ("pair.txt", PAIR),
        ("swapped.txt", swapped),
        ("klotski.txt", &klotski),
        ("three.txt", "1 2 3/4 5 6/0 7 8\n"),
        ("two.txt", "0 3/2 1\n"),
        ("moves.txt", &ask(&folder(&[("pair.txt", PAIR)]), "solve -s 4 --moves pair.txt").out),
    ]);
    for row in include_str!("../data/documented.tsv").lines().skip(1) {
        let (schema, words) = row.split_once('\t').expect(row);
        let run = ask(&place, &format!("{words} --format json"));
        let documented = documented(&format!("sliding/{schema}/1"));
        assert_eq!(comparable(run.json().remove(0)), comparable(documented), "{}", run.err);
    }
}

/// The numbers of progress differ from run to run; the fields do not.
#[test]
fn fields_of_progress_are_documented() {
    let place = folder(&[("fifteen.txt", &fifteen())]);
    let words = "solve --exhaust --engine sparse -q --time-limit 4 --progress json fifteen.txt";
    let run = ask(&place, words);
    let fields = |value: &Value| value.as_object().expect("an object").keys().cloned().collect();
    let wanted: Vec<String> = fields(&documented("sliding/progress/1"));
    let (lines, rest): (Vec<&str>, Vec<&str>) =
        run.err.lines().partition(|line| line.starts_with('{'));
    assert!(!lines.is_empty() && rest.len() == 1, "{}", run.err);
    let mut positions = 0;
    for line in lines {
        let line: Value = serde_json::from_str(line).expect("a JSON object");
        assert_eq!(
            (&line["schema"], fields(&line)),
            (&"sliding/progress/1".into(), wanted.clone())
        );
        let more = line["positions"].as_u64().expect("a number");
        assert!(more >= positions && more >= line["frontier"].as_u64().unwrap(), "{line}");
        positions = more;
    }
}

/// The tables of fields name every field of the examples.
#[test]
fn every_field_has_a_row() {
    for section in PAGE.split("\n## `").skip(1) {
        let schema = section.split('`').next().expect("a heading");
        let rows = section.lines().filter(|line| line.starts_with('|'));
        let named: String = rows.filter_map(|row| row.split('|').nth(1)).collect();
        for field in documented(schema).as_object().expect("an object").keys() {
            // In a schema's own table, or as a field that all have.
            let is_named = named.contains(&format!("`{field}`"))
                || named.contains(&format!("`{field}."))
                || named.contains(&format!("`{field}["));
            assert!(field == "schema" || is_named, "{schema}: {field}");
        }
    }
}
