//! The JSON of reports, as far as it describes a puzzle: `docs/internals/json.md` describes it.
//!
//! Its strings are the lines of a puzzle file. They are joined into one file, and its problems are
//! reported at the places of the strings.

use std::borrow::Cow;
use std::ops::Range;

use serde::Deserialize;

use super::error::ParseError;
use super::problem::Problem;
use super::text::{TextSpan, beginning, full_lines, lines};
use super::{Item, Items, Notation, Parsed, Reader, knuth};

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

/// The beginning of the schema of a pack.
const PACK: &str = "sliding/pack/";

/// A pack of `sliding generate`.
#[derive(Deserialize)]
struct Pack {
    schema: String,
    levels: Vec<PackLevel>,
}

#[derive(Deserialize)]
struct PackLevel {
    text: String,
}

fn items(text: &str) -> Items<'_> {
    if text.contains(PACK)
        && let Ok(Pack { schema, levels }) = serde_json::from_str(text)
        && schema.starts_with(PACK)
    {
        let levels = (1..).zip(levels);
        let item = |(number, level): (usize, PackLevel)| {
            Item::new(number, knuth::NOTATION.parse(&level.text))
        };
        return Box::new(levels.map(item));
    }
    let is_whole = |line: &TextSpan| line.text().starts_with('{') && line.text().ends_with('}');
    let whole = full_lines(text).filter(is_whole).count();
    // A truncated object is an error of its own.
    if whole > 0 && 4 * whole >= 3 * full_lines(text).count() {
        return Box::new(full_lines(text).map(move |line| {
            let object = ObjectSource { text, begins: line.span().start, ends: line.span().end };
            Item::new(line.number, object.puzzle())
        }));
    }
    let first = full_lines(text).next().unwrap_or(beginning(text));
    let object = ObjectSource { text, begins: first.span().start, ends: text.len() };
    Item::only(first.number, object.puzzle())
}

#[derive(Deserialize)]
struct Object<'a> {
    #[serde(borrow, default)]
    puzzle: Cow<'a, str>,
    size: Size,
    #[serde(borrow)]
    kinds: Vec<Kind<'a>>,
    #[serde(borrow)]
    start: Cow<'a, str>,
    #[serde(borrow)]
    goals: Vec<Goal<'a>>,
    #[serde(borrow, default)]
    gates: Vec<Gate<'a>>,
    #[serde(borrow, default)]
    notes: Vec<Note<'a>>,
    #[serde(default)]
    expectations: Vec<Expected>,
}

#[derive(Deserialize)]
struct Size {
    rows: u32,
    cols: u32,
}

#[derive(Deserialize)]
struct Kind<'a> {
    #[serde(borrow)]
    definition: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Goal<'a> {
    #[serde(borrow)]
    configuration: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Gate<'a> {
    #[serde(borrow)]
    kinds: Cow<'a, str>,
    #[serde(borrow)]
    mask: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Note<'a> {
    #[serde(borrow)]
    key: Cow<'a, str>,
    #[serde(borrow)]
    value: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Expected {
    style: u8,
    moves: Option<u64>,
    states: Option<u64>,
}

/// A text, and the bytes of an object in it.
struct ObjectSource<'a> {
    text: &'a str,
    begins: usize,
    ends: usize,
}

impl<'a> ObjectSource<'a> {
    fn puzzle(&self) -> Parsed {
        let written = &self.text[self.begins..self.ends];
        let object: Object = serde_json::from_str(written).map_err(|error| {
            let line = written.split_inclusive('\n').take(error.line().saturating_sub(1));
            let at = line.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
            let message = format!("this is no puzzle in JSON: {error}");
            self.wrong(self.begins + at..self.begins + at, message, EXPECTED)
        })?;
        let file = PuzzleText::of(&object, self)?;
        let (puzzle, mut warnings) = knuth::NOTATION.parse(&file.text).map_err(|error| {
            let problems = error.problems().iter().map(|problem| file.problem_in(self, problem));
            ParseError { problems: problems.collect(), questions: Vec::new() }
        })?;
        let is_all = puzzle.kinds().len() == object.kinds.len()
            && puzzle.goals().len() == object.goals.len()
            && puzzle.gates().len() == object.gates.len();
        if !is_all {
            let message = "its kinds, goals and gates are not what they should be";
            return Err(self.wrong(self.begins..self.begins, message, EXPECTED).into());
        }
        warnings.iter_mut().for_each(|warning| *warning = file.problem_in(self, warning));
        Ok((puzzle, warnings))
    }

    fn wrong(
        &self,
        bytes: Range<usize>,
        message: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
    ) -> Problem {
        let line = lines(self.text).take_while(|line| line.span().start <= bytes.start).last();
        let line = line.unwrap_or(beginning(self.text));
        let (first, length) = (line.span().start, line.text().len());
        // The byte column from serde_json may lie within a character.
        let within = |byte: usize| {
            let byte = byte.saturating_sub(first).min(length);
            (0..=byte).rev().find(|&at| line.text().is_char_boundary(at)).unwrap_or(0)
        };
        line.part(within(bytes.start)..within(bytes.end)).wrong(message, expected)
    }
}

/// A puzzle file assembled from an object.
#[derive(Default)]
struct PuzzleText {
    text: String,
    /// For each line of it, the place of its string in the JSON, and the byte of the line where the
    /// string begins. `None` for a string with escapes, which the JSON does not contain literally.
    origins: Vec<Option<(usize, usize)>>,
}

impl PuzzleText {
    fn of(object: &Object, source: &ObjectSource) -> Result<PuzzleText, Problem> {
        let mut file = PuzzleText::default();
        let has_title = object.notes.iter().any(|note| note.key == "title");
        let name = match &*object.puzzle {
            name if !name.is_empty() && !has_title => format!(" ({name})").into(),
            _ => Cow::Borrowed(""),
        };
        let Size { rows, cols } = object.size;
        file.line(source, &format!("{rows} x {cols}"), &name)?;
        for kind in &object.kinds {
            file.line(source, "", &kind.definition)?;
        }
        file.line(source, "", &object.start)?;
        for (index, goal) in object.goals.iter().enumerate() {
            file.line(source, if index == 0 { "" } else { "or " }, &goal.configuration)?;
        }
        for gate in &object.gates {
            file.line(source, &format!("only {}: ", gate.kinds), &gate.mask)?;
        }
        for note in &object.notes {
            file.line(source, &format!("# {}: ", note.key), &note.value)?;
        }
        for Expected { style, moves, states } in &object.expectations {
            let moves = moves.map_or("none".to_owned(), |moves| moves.to_string());
            let states = states.map_or(String::new(), |states| format!(" {states}"));
            file.line(source, &format!("# expect: {style} {moves}{states}"), "")?;
        }
        Ok(file)
    }

    fn line(&mut self, source: &ObjectSource, before: &str, string: &str) -> Result<(), Problem> {
        let origin = source.text.as_bytes().as_ptr_range();
        let place =
            origin.contains(&string.as_ptr()).then(|| string.as_ptr().addr() - origin.start.addr());
        if before.contains(['\n', '\r']) || string.contains(['\n', '\r']) {
            let at = source.begins..source.begins;
            return Err(source.wrong(at, "a string has several lines", "strings of one line"));
        }
        self.text += &format!("{before}{string}\n");
        self.origins.push(place.map(|at| (at, before.len())));
        Ok(())
    }

    /// Returns the same problem at its place in the JSON.
    fn problem_in(&self, source: &ObjectSource, problem: &Problem) -> Problem {
        let before = &self.text[..problem.span.start];
        let line = before.matches('\n').count();
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        let bytes = match self.origins.get(line) {
            Some(&Some((at, first))) => {
                let start = at + column.saturating_sub(first);
                start..start + problem.span.len()
            }
            _ => source.begins..source.begins,
        };
        let (message, expected) = (problem.message.clone(), problem.expected.clone());
        Problem { effect: problem.effect, ..source.wrong(bytes, message, expected) }
    }
}
