//! The JSON of reports, as far as it describes a puzzle: `docs/json.md` describes it.
//!
//! Its strings are parts of a puzzle file, and are read as these are, each at its place.

use std::borrow::Cow;
use std::ops::Range;

use serde::Deserialize;

use super::knuth::PuzzleReader;
use super::text::{TextSpan, beginning, full_lines, lines};
use super::{Item, Items, Notation, Parsed, Reader, are_most, knuth};
use crate::puzzle::{Expectation, Style};

pub const NOTATION: Notation = Notation {
    name: "json",
    about: "the JSON of `sliding solve` and `sliding check`",
    read: Reader::Text(items),
    write: None,
};

const EXPECTED: &str = "an object of `sliding solve` or `sliding check`";

/// Whether a text looks like a report of any kind.
pub fn is_report(text: &str) -> bool {
    let first = full_lines(text).next();
    first.is_some_and(|line| line.text().starts_with('{')) && text.contains("\"sliding/")
}

/// A pack of `sliding generate`.
#[derive(Deserialize)]
struct Pack<'a> {
    schema: &'a str,
    levels: Vec<Level>,
}

#[derive(Deserialize)]
struct Level {
    text: String,
}

#[derive(Deserialize)]
struct Object<'a> {
    #[serde(borrow, default)]
    puzzle: Cow<'a, str>,
    size: Size,
    #[serde(borrow)]
    kinds: Vec<Part<'a>>,
    #[serde(borrow)]
    start: Cow<'a, str>,
    #[serde(borrow)]
    goals: Vec<Part<'a>>,
    #[serde(borrow, default)]
    gates: Vec<Part<'a>>,
    #[serde(borrow, default)]
    notes: Vec<Part<'a>>,
    #[serde(default)]
    expectations: Vec<Expected>,
}

#[derive(Deserialize)]
struct Size {
    rows: u32,
    cols: u32,
}

/// A kind, goal, gate or note: its string in the notation of SLIDING, and what that is about.
#[derive(Deserialize)]
struct Part<'a> {
    #[serde(borrow, default, alias = "kinds", alias = "key")]
    of: Cow<'a, str>,
    #[serde(borrow, alias = "definition", alias = "position", alias = "mask", alias = "value")]
    text: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Expected {
    style: u8,
    moves: Option<u64>,
    positions: Option<u64>,
}

fn items(text: &str) -> Items<'_> {
    if let Ok(Pack { schema, levels }) = serde_json::from_str(text)
        && schema.starts_with("sliding/make/")
    {
        return Box::new(
            (1..)
                .zip(levels)
                .map(|(number, level)| Item::new(number, knuth::NOTATION.parse(&level.text))),
        );
    }
    // A truncated object is an error, too.
    let is_whole = |line: &TextSpan| line.text().starts_with('{') && line.text().ends_with('}');
    if full_lines(text).any(|line| is_whole(&line)) && are_most(text, is_whole) {
        return Box::new(
            full_lines(text).map(|line| Item::new(line.number, puzzle(text, line.span()))),
        );
    }
    let first = full_lines(text).next().unwrap_or(beginning(text));
    Item::only(first.number, puzzle(text, first.span().start..text.len()))
}

/// Reads the object in these bytes of a text.
fn puzzle(text: &str, bytes: Range<usize>) -> Parsed {
    let begins = bytes.start;
    let object: Object = serde_json::from_str(&text[bytes]).map_err(|error| {
        let above = text[begins..].split_inclusive('\n').take(error.line().saturating_sub(1));
        let at = begins + above.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        part(text, at, 0).wrong(format!("this is no puzzle in JSON: {error}"), EXPECTED)
    })?;
    let start = part(text, begins, 0);
    let size = crate::puzzle::Size { rows: object.size.rows, cols: object.size.cols };
    let mut reader = PuzzleReader::new(start);
    let has_title = object.notes.iter().any(|note| note.of == "title");
    let name = Some(&*object.puzzle).filter(|name| !name.is_empty() && !has_title);
    let strings = object.notes.iter().map(|note| &*note.text).chain(name);
    if let Some(long) = strings.into_iter().find(|text| text.contains(['\n', '\r'])) {
        return place(text, start, long).fail("a string has several lines", "strings of one line");
    }
    reader.size(size, name.map_or(String::new(), |name| format!("({name})")), start);
    for kind in &object.kinds {
        reader.kind_line(place(text, start, &kind.text));
    }
    if size.violation().is_none() {
        reader.position(place(text, start, &object.start));
        for goal in &object.goals {
            reader.position(place(text, start, &goal.text));
        }
        for gate in &object.gates {
            reader.gate(start, place(text, start, &gate.of), place(text, start, &gate.text));
        }
    }
    for note in &object.notes {
        reader.fact(place(text, start, &note.text), &note.of, &note.text);
    }
    for Expected { style, moves, positions: states } in object.expectations {
        let style = Style::new(style);
        reader.expect(start, style.map(|style| Expectation { style, moves, states }));
    }
    reader.finish()
}

/// Returns the place of a string of the object; strings with escapes are not in the text literally.
fn place<'t>(text: &'t str, start: TextSpan<'t>, string: &'t str) -> TextSpan<'t> {
    let at = string.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
    if at < text.len() { part(text, at, string.len()) } else { start.with(string) }
}

/// Returns some bytes of a text, as far as they are on one line. They may begin within a character.
fn part(text: &str, start: usize, length: usize) -> TextSpan<'_> {
    let line = lines(text).take_while(|line| line.span().start <= start).last();
    let line = line.unwrap_or(beginning(text));
    let within = |byte: usize| {
        let mut bytes = (0..=byte - line.span().start).rev();
        bytes.find(|&at| line.text().is_char_boundary(at)).unwrap_or(0)
    };
    line.part(within(start)..within(start + length))
}
