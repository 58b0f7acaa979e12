//! The examples in `docs/schemas` are what the program writes, and every shape there is written by some command.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{KLOTSKI, PAIR, ask, fifteen, folder};
use crate::{files, schemas};

/// Schema, shape and command.
const DOCUMENTED: &str = include_str!("../data/documented.tsv");

/// Without the times and the paths, which differ.
pub fn comparable(mut value: Value) -> Value {
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

/// What each command writes has the shape of its row first, and is the example of that shape if there is one.
#[test]
fn objects_are_as_documented() {
    let swapped = "2 x 2 (Swapped)\n1 = 1\n2 = 1\n3 = 1\n123\n213\n# author: Anonymous\n# expect: 0 none 12\n";
    let klotski = KLOTSKI.replace("# expect: 2 81", "# expect: 2 80");
    let place = folder(&[
        ("pair.txt", PAIR),
        ("swapped.txt", swapped),
        ("klotski.txt", &klotski),
        ("wrong.txt", "2 x 2\n"),
        ("corridor.txt", "1 x 5 (Corridor)\n1 = 1\n1\n00001\n"),
        ("corner.txt", "3 x 3 (Corner)\n1 = 1\n1\n000000001\n"),
        ("moves.txt", &ask(&folder(&[("pair.txt", PAIR)]), "solve -s 4 --moves pair.txt").out),
    ]);
    for [schema, shape, words] in files::rows(DOCUMENTED) {
        let run = ask(&place, words);
        let written = run.json().swap_remove(0);
        assert!(schemas::shapes(&written).contains(&shape), "{words}: {written}");
        if let Some(example) = schemas::example(schema, shape) {
            assert_eq!(comparable(written), comparable(example.clone()), "{words}: {}", run.err);
        }
    }
}

/// The numbers of progress differ from run to run; the fields do not.
#[test]
fn fields_of_progress_are_documented() {
    let place = folder(&[("fifteen.txt", &fifteen())]);
    let words = "solve --exhaust --engine sparse -q --time-limit 4 --progress json fifteen.txt";
    let run = ask(&place, words);
    let fields = |value: &Value| value.as_object().expect("an object").keys().cloned().collect();
    let example = schemas::example("progress", "levels").expect("an example");
    let wanted: Vec<String> = fields(example);
    let (lines, rest): (Vec<&str>, Vec<&str>) =
        run.err.lines().partition(|line| line.starts_with('{'));
    assert!(!lines.is_empty() && rest.len() == 1, "{}", run.err);
    let mut positions = 0;
    for line in lines {
        let line: Value = serde_json::from_str(line).expect("a JSON object");
        schemas::check(&line);
        assert_eq!(
            (&line["schema"], fields(&line)),
            (&"sliding/progress/1".into(), wanted.clone())
        );
        let more = line["positions"].as_u64().expect("a number");
        assert!(more >= positions && more >= line["frontier"].as_u64().unwrap(), "{line}");
        positions = more;
    }
}

/// A row of `documented.tsv` for every shape, but for those of files, of standard error and of other
/// languages.
#[test]
fn every_shape_has_a_command() {
    let rows = files::rows(DOCUMENTED).into_iter();
    let named = rows.map(|[schema, shape, _]| format!("{schema}/{shape}"));
    let progress = ["boards", "database", "improved", "levels", "pass"];
    let elsewhere = progress.map(|shape| format!("progress/{shape}"));
    let elsewhere = elsewhere.into_iter().chain(["site/label", "solve/tiles"].map(str::to_owned));
    let named: BTreeSet<String> = named.chain(elsewhere).collect();
    assert_eq!(named, schemas::all_shapes());
}
