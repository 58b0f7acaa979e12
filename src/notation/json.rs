//! The JSON of reports, as far as it describes a puzzle: `docs/json.md` describes it.
//!
//! Its strings are the lines of a puzzle file. They are joined into one file, and its problems are
//! reported at the places of the strings.

use std::borrow::Cow;
use std::iter::{once, repeat};
use std::ops::Range;

use serde::Deserialize;

use super::problem::{ParseError, Problem};
use super::text::{TextSpan, beginning, full_lines, lines};
use super::{Item, Items, Notation, Parsed, Reader, are_most, knuth};

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
        let read =
            |(number, level): (_, Level)| Item::new(number, knuth::NOTATION.parse(&level.text));
        return Box::new((1..).zip(levels).map(read));
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

/// Returns the lines of a puzzle file: what stands before a string of the object, and the string.
fn file<'o>(object: &'o Object) -> Vec<(String, &'o str)> {
    let has_title = object.notes.iter().any(|note| note.of == "title");
    let name = match &*object.puzzle {
        name if !name.is_empty() && !has_title => format!(" ({name})"),
        _ => String::new(),
    };
    let mut lines = vec![(format!("{} x {}{name}", object.size.rows, object.size.cols), "")];
    lines.extend(object.kinds.iter().map(|kind| (String::new(), &*kind.text)));
    lines.push((String::new(), &object.start));
    let ors = once("").chain(repeat("or "));
    lines.extend(ors.zip(&object.goals).map(|(or, goal)| (or.to_owned(), &*goal.text)));
    lines.extend(object.gates.iter().map(|gate| (format!("only {}: ", gate.of), &*gate.text)));
    lines.extend(object.notes.iter().map(|note| (format!("# {}: ", note.of), &*note.text)));
    lines.extend(object.expectations.iter().map(|Expected { style, moves, positions }| {
        let moves = moves.map_or("none".to_owned(), |moves| moves.to_string());
        let positions = positions.map_or(String::new(), |positions| format!(" {positions}"));
        (format!("# expect: {style} {moves}{positions}"), "")
    }));
    lines
}

/// Reads the object in these bytes of a text.
fn puzzle(text: &str, bytes: Range<usize>) -> Parsed {
    let begins = bytes.start;
    let object: Object = serde_json::from_str(&text[bytes]).map_err(|error| {
        let above = text[begins..].split_inclusive('\n').take(error.line().saturating_sub(1));
        let at = begins + above.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        part(text, at, 0).wrong(format!("this is no puzzle in JSON: {error}"), EXPECTED)
    })?;
    let lines = file(&object);
    let written: String =
        lines.iter().map(|(before, string)| format!("{before}{string}\n")).collect();
    if written.matches(['\n', '\r']).count() > lines.len() {
        let place = part(text, begins, 0);
        return Err(place.wrong("a string has several lines", "strings of one line").into());
    }
    // Strings with escapes are not in the JSON literally.
    let moved = |problem: &Problem| {
        let (before, string) = lines.get(problem.line - 1).map_or((0, ""), |(b, s)| (b.len(), *s));
        let at = string.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
        let line = written[..problem.span.start].rfind('\n').map_or(0, |end| end + 1);
        let within = (problem.span.start - line).saturating_sub(before);
        let place = match at < text.len() {
            true => part(text, at + within, problem.span.len()),
            false => part(text, begins, 0),
        };
        let (message, expected) = (problem.message.clone(), problem.expected.clone());
        Problem { effect: problem.effect, ..place.wrong(message, expected) }
    };
    let (puzzle, warnings) = knuth::NOTATION.parse(&written).map_err(|error| {
        let problems = error.problems().iter().map(moved).collect();
        ParseError { problems, questions: Vec::new() }
    })?;
    let is_all = puzzle.kinds().len() == object.kinds.len()
        && puzzle.goals().len() == object.goals.len()
        && puzzle.gates().len() == object.gates.len();
    if !is_all {
        let message = "its kinds, goals and gates are not what they should be";
        return Err(part(text, begins, 0).wrong(message, EXPECTED).into());
    }
    Ok((puzzle, warnings.iter().map(moved).collect()))
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
