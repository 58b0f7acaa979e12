//! The JSON of reports, as far as it describes a puzzle: `docs/json.md` describes it.
//!
//! Its strings are parts of a puzzle file: they are put together and read as one.

use std::iter::from_fn;

use serde_json::{Deserializer, Value};

use super::text::{TextSpan, beginning, full_lines, lines};
use super::{Item, Items, Notation, ParseError, Parsed, Problem, Reader, knuth};

pub const NOTATION: Notation = Notation {
    name: "json",
    about: "the JSON of `sliding solve` and `sliding check`",
    read: Reader::Text(items),
    write: None,
};

/// Whether a text looks like a report of any kind.
pub fn is_report(text: &str) -> bool {
    let first = full_lines(text).next();
    first.is_some_and(|line| line.text().starts_with('{')) && text.contains("\"sliding/")
}

/// Reads objects, one after the other. Behind a faulty one it goes on with a line that begins one.
fn items(text: &str) -> Items<'_> {
    let mut rest = text.trim_start_matches('\u{feff}');
    let items = from_fn(move || {
        rest = rest.trim_start();
        let above = text[..text.len() - rest.len()].matches('\n').count();
        let line = |index: usize| lines(text).nth(index).unwrap_or(beginning(text));
        let mut objects = Deserializer::from_str(rest).into_iter();
        Some(match objects.next()? {
            Ok(object) => {
                rest = &rest[objects.byte_offset()..];
                puzzles(&object, line(above))
            }
            Err(error) => {
                let place = line(above + error.line().saturating_sub(1));
                let place = place.character(error.column().saturating_sub(1));
                rest = rest.find("\n{").map_or("", |end| &rest[end..]);
                vec![Item::new(above + 1, not_read(place, &error.to_string()))]
            }
        })
    });
    Box::new(items.flatten())
}

fn not_read(place: TextSpan, why: &str) -> Parsed {
    place.fail(
        format!("this is no puzzle in JSON: {why}"),
        "an object of `sliding solve` or `sliding check`",
    )
}

/// Reads an object, or all levels of a pack of `sliding generate`.
fn puzzles(object: &Value, place: TextSpan) -> Vec<Item> {
    let schema = object["schema"].as_str().unwrap_or_default();
    if let (true, Some(levels)) = (schema.starts_with("sliding/make/"), object["levels"].as_array())
    {
        let files = levels.iter().map(|level| level["text"].as_str().unwrap_or_default());
        return (1..)
            .zip(files.map(knuth::read_only))
            .map(|(n, file)| Item::new(n, file))
            .collect();
    }
    let parsed = match puzzle_file(object) {
        Err(why) => not_read(place, &why),
        Ok(file) => knuth::read_only(&file).map_err(|error| {
            let problems = error.problems.into_iter().map(|problem| {
                let part = file.lines().nth(problem.line - 1).unwrap_or_default();
                let message = format!("{}, in `{part}`", problem.message);
                Problem { cause: problem.cause, ..place.wrong(message, problem.expected) }
            });
            ParseError { problems: problems.collect(), questions: error.questions }
        }),
    };
    vec![Item::new(place.number, parsed)]
}

/// Returns the puzzle file with the strings of an object, or which one is missing.
fn puzzle_file(object: &Value) -> Result<String, String> {
    let list = |name: &str| object[name].as_array().into_iter().flatten();
    let string = |value: &Value, name: &str| {
        let string = value[name].as_str().filter(|string| !string.contains(['\n', '\r']));
        string.map(str::to_owned).ok_or_else(|| format!("`{name}` is no string of one line"))
    };
    let [rows, cols] = ["rows", "cols"].map(|side| &object["size"][side]);
    let mut parts = vec![format!("{rows} x {cols}")];
    let has_title = list("notes").any(|note| note["key"] == "title");
    let name = object.get("puzzle").map_or(Ok(String::new()), |_| string(object, "puzzle"))?;
    if !name.is_empty() && !has_title {
        parts[0] += &format!(" ({name})");
    }
    for kind in list("kinds") {
        parts.push(string(kind, "definition")?);
    }
    if parts[1..].iter().any(|kind| !kind.contains('=')) {
        return Err("a definition of a kind without `=`".to_owned());
    }
    parts.push(string(object, "start")?);
    let goals: Vec<String> =
        list("goals").map(|goal| string(goal, "position")).collect::<Result<_, _>>()?;
    parts.push(goals.join("\nor "));
    for gate in list("gates") {
        parts.push(format!("only {}: {}", string(gate, "kinds")?, string(gate, "mask")?));
    }
    for note in list("notes") {
        parts.push(format!("# {}: {}", string(note, "key")?, string(note, "value")?));
    }
    for expected in list("expectations") {
        let [style, moves, positions] = ["style", "moves", "positions"].map(|key| &expected[key]);
        let moves = moves.as_u64().map_or("none".to_owned(), |moves| moves.to_string());
        let positions = positions.as_u64().map_or(String::new(), |count| count.to_string());
        parts.push(format!("# expect: {style} {moves} {positions}"));
    }
    Ok(parts.join("\n"))
}
