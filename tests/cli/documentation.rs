//! The examples in `docs/internals/json.md` are what the program writes.

use serde_json::Value;
use sliding::report::schema::{self, Schema};

use super::{KLOTSKI, PAIR, fifteen, folder, path, run};

const SWAPPED: &str = "\
2 x 2 (Swapped)
1 = 1
2 = 1
3 = 1
123
213
# author: Anonymous
# expect: 0 none 12
";

/// The example of a schema.
fn documented(schema: &str) -> Value {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/internals/json.md");
    let text = std::fs::read_to_string(file).expect("the documentation");
    let blocks = text.split("```json\n").skip(1);
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
            let differing = ["elapsed_ms", "searched_ms", "sent_bytes", "file", "proof"];
            fields.retain(|name, _| !differing.contains(&name.as_str()));
            fields.values_mut().for_each(|field| *field = comparable(field.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = comparable(item.take())),
        _ => {}
    }
    value
}

fn agrees(schema: &str, arguments: &[&str], input: &str) {
    let run = run(arguments, input);
    assert_eq!(comparable(run.json().remove(0)), comparable(documented(schema)), "{}", run.err);
}

#[test]
fn fields_of_solve_are_documented() {
    let arguments = ["solve", "--style", "4", "--verify", "--format", "json", "-"];
    agrees("sliding/solve/1", &arguments, PAIR);
}

#[test]
fn fields_of_hint_are_documented() {
    agrees("sliding/hint/1", &["hint", "--style", "4", "--format", "json", "-"], PAIR);
}

#[test]
fn fields_of_solutions_are_documented() {
    let arguments = ["count", "--list", "100", "--style", "0", "--format", "json", "-"];
    agrees("sliding/solutions/1", &arguments, PAIR);
}

#[test]
fn fields_of_verify_are_documented() {
    let folder = folder(&[("pair.txt", PAIR)]);
    let solved = run(&["solve", "--style", "4", "--moves", &path(&folder, "pair.txt")], "");
    let arguments = ["verify", "--format", "json", &path(&folder, "pair.txt"), "-"];
    agrees("sliding/verify/1", &arguments, &solved.out);
}

#[test]
fn fields_of_prove_and_check_proof_are_documented() {
    let folder = folder(&[("pair.txt", PAIR)]);
    let proof = path(&folder, "pair.proof");
    let puzzle = path(&folder, "pair.txt");
    let arguments = ["prove", "-s", "0", "--engine", "table", "--format", "json", "-o", &proof];
    agrees("sliding/prove/1", &[&arguments[..], &[&puzzle]].concat(), "");
    agrees("sliding/check-proof/1", &["check-proof", "--format", "json", &proof], "");
}

#[test]
fn fields_of_check_are_documented() {
    agrees("sliding/check/1", &["check", "--format", "json", "-"], SWAPPED);
}

#[test]
fn fields_of_corpus_are_documented() {
    let klotski = KLOTSKI.replace("# expect: 2 81", "# expect: 2 80");
    let folder = folder(&[("klotski.txt", &klotski)]);
    let file = path(&folder, "klotski.txt");
    agrees("sliding/corpus/1", &["test", "--styles", "2", "--format", "json", &file], "");
}

#[test]
fn fields_of_tiles_are_documented() {
    let board = "1 2 3/4 5 6/0 7 8";
    agrees("sliding/tiles/1", &["tiles", "solve", "--format", "json", board], "");
}

#[test]
fn fields_of_solutions_of_tiles_are_documented() {
    let board = "0 3/2 1";
    let arguments = ["tiles", "solve", "--all", "--format", "json", board];
    agrees("sliding/tiles-solution/1", &arguments, "");
}

#[test]
fn fields_of_explore_are_documented() {
    agrees("sliding/explore/1", &["explore", "--format", "json", "-"], PAIR);
}

#[test]
fn fields_of_graph_are_documented() {
    agrees("sliding/graph/1", &["graph", "--format", "json", "-"], PAIR);
}

#[test]
fn fields_of_count_are_documented() {
    agrees("sliding/count/1", &["count", "--style", "0", "--format", "json", "-"], PAIR);
}

#[test]
fn fields_of_styles_are_documented() {
    agrees("sliding/styles/1", &["solve", "--style", "all", "--format", "json", "-"], PAIR);
}

#[test]
fn fields_of_survey_are_documented() {
    agrees("sliding/survey/1", &["components", "--format", "json", "-"], PAIR);
}

#[test]
fn fields_of_why_are_documented() {
    agrees("sliding/why/1", &["why", "--format", "json", "-"], PAIR);
}

#[test]
fn fields_of_hunt_are_documented() {
    agrees(
        "sliding/hunt/1",
        &["hunt", "--board", "2x2", "--shapes", "1", "--pieces", "3", "--format", "json"],
        "",
    );
}

/// The numbers of progress differ from run to run; the fields do not.
#[test]
fn fields_of_progress_are_documented() {
    let arguments = ["solve", "--exhaust", "--engine", "table", "--quiet", "--time-limit", "4"];
    let run = run(&[&arguments[..], &["--progress", "json", "-"]].concat(), &fifteen());
    let fields = |value: &Value| value.as_object().expect("an object").keys().cloned().collect();
    let wanted: Vec<String> = fields(&documented("sliding/progress/1"));
    let (lines, rest): (Vec<&str>, Vec<&str>) =
        run.err.lines().partition(|line| line.starts_with('{'));
    assert!(!lines.is_empty() && rest.len() == 1, "{}", run.err);
    let mut states = 0;
    for line in lines {
        let line: Value = serde_json::from_str(line).expect("a JSON object");
        assert_eq!(
            (&line["schema"], fields(&line)),
            (&"sliding/progress/1".into(), wanted.clone())
        );
        let more = line["states"].as_u64().expect("a number");
        assert!(more >= states && more >= line["frontier"].as_u64().unwrap(), "{line}");
        states = more;
    }
}

/// The list of schemas is the table in the code, row by row.
#[test]
fn every_schema_has_a_row() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/internals/json.md");
    let text = std::fs::read_to_string(file).expect("the documentation");
    let documented = text.lines().filter(|line| line.starts_with("| `sliding/"));
    let row = |schema: &Schema| {
        format!("| `{}` | {} | {} |", schema.name(), schema.from(), schema.objects())
    };
    let table: Vec<String> = schema::ALL.iter().map(row).collect();
    assert_eq!(documented.collect::<Vec<_>>(), table);
}

/// The tables of fields name every field of the examples.
#[test]
fn every_field_has_a_row() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/internals/json.md");
    let text = std::fs::read_to_string(file).expect("the documentation");
    for section in text.split("\n## `").skip(1) {
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
