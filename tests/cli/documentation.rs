//! The examples in `docs/JSON.md` are what the program writes.

use serde_json::Value;

use super::{KLOTSKI, folder, path, run};

const PAIR: &str = "2 x 3 (Pair)\n1 = 1\n2 = 1/1\n21\n02001\n";

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
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/JSON.md");
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
            fields.retain(|name, _| name != "elapsed_ms" && name != "file");
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
fn of_solve() {
    let arguments = ["solve", "--style", "4", "--verify", "--format", "json", "-"];
    agrees("sliding/solve/1", &arguments, PAIR);
}

#[test]
fn of_check() {
    agrees("sliding/check/1", &["check", "--format", "json", "-"], SWAPPED);
}

#[test]
fn of_corpus() {
    let klotski = KLOTSKI.replace("# expect: 2 81", "# expect: 2 80");
    let folder = folder(&[("klotski.txt", &klotski)]);
    let file = path(&folder, "klotski.txt");
    agrees("sliding/corpus/1", &["corpus", "--styles", "2", "--format", "json", &file], "");
}
