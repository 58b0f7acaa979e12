//! Notations: puzzles as text.
//!
//! A text that names its notation, or is a list of codes, is read by that notation. Any other text
//! is read in three stages: cutting it into blocks (`layout`), finding possible meanings
//! (`readings`), and choosing the only one that fits (`texts`). A notation finds errors of the
//! text; validation finds errors of the setup, and the notation maps them to a line and a column.
//!
//! To add a notation: write a file with a [`Notation`], add it to [`NOTATIONS`], and make
//! `recognition.rs` recognise it. A way to draw boards is a row of [`CONVENTIONS`].

mod conventions;
mod cursor;
mod draft;
mod drawn;
mod error;
mod gnome;
mod jimslide;
#[cfg(feature = "report")]
mod json;
mod klotski;
pub mod knuth;
mod layout;
mod list;
mod looks;
mod options;
mod place;
mod position;
mod problem;
mod readings;
mod recognition;
mod records;
mod rush;
mod sgt;
mod stream;
mod text;
mod texts;
mod tiles;
pub mod transcript;
mod write;

use std::iter::once;
use std::str::FromStr;

use crate::puzzle::{Puzzle, ReadAs, Setup};
use error::judge;
use recognition::recognise;
use text::{TextSpan, full_lines};
use write::Written;

pub use conventions::CONVENTIONS;
pub use drawn::NOTATION as DRAWN;
pub use error::{MAX_PROBLEMS, ParseError, Question};
pub use knuth::Syntax;
pub use options::{READ_OPTIONS, ReadOptions};
pub use problem::{Cause, Problem, ProblemEffect, Warning};
pub use stream::{Chunk, Stream, decode};
pub use texts::tile_boards;

/// A text format for puzzles.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Notation {
    /// Its name.
    pub name: &'static str,
    /// A description of one line.
    pub about: &'static str,
    read: Reader,
    /// `None` for a notation that is only read.
    write: Option<fn(&Puzzle) -> Written>,
}

/// What a notation cannot express, as in "klotski cannot express walls".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{notation} cannot express {what}")]
pub struct Unsupported {
    notation: &'static str,
    what: &'static str,
}

/// How texts are read.
#[derive(Clone, Copy, Debug)]
enum Reader {
    /// A whole text, with any number of puzzles.
    Text(for<'a> fn(&'a str) -> Items<'a>),
    /// One puzzle per line, skipping empty ones, if each line is a puzzle; else boards.
    Lines {
        line: for<'a> fn(TextSpan<'a>) -> Result<Setup, Problem>,
        are_lines: fn(&str) -> bool,
        /// What each line means without stating it.
        meaning: Option<&'static str>,
    },
    /// Boards.
    Boards,
}

/// A puzzle with the warnings about its text, or everything wrong with it.
pub type Parsed = Result<(Puzzle, Vec<Warning>), ParseError>;

/// The puzzles of a text, one after the other. Each is read when it is requested.
pub type Items<'a> = Box<dyn Iterator<Item = Item> + 'a>;

/// One of the puzzles of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The puzzle, or what is wrong with it. Lines, columns and bytes are those of the whole text.
    pub parsed: Parsed,
}

impl Item {
    fn new(line: usize, parsed: Parsed) -> Self {
        Item { line, parsed }
    }

    /// Returns the item moved down by `lines` lines.
    fn moved_down(mut self, lines: usize) -> Self {
        self.line += lines;
        match &mut self.parsed {
            Ok((_, warnings)) => warnings.iter_mut().for_each(|warning| warning.line += lines),
            Err(error) => error.move_down(lines),
        }
        self
    }

    /// Returns the only item of a text.
    fn only<'a>(line: usize, parsed: Parsed) -> Items<'a> {
        Box::new(once(Item { line, parsed }))
    }
}

/// All notations. The first is the default.
pub const NOTATIONS: &[Notation] = &[
    knuth::NOTATION,
    drawn::NOTATION,
    rush::NOTATION,
    rush::ZWEGNER,
    klotski::NOTATION,
    gnome::NOTATION,
    sgt::NOTATION,
    drawn::LUMI,
    jimslide::NOTATION,
    tiles::BICKFORD,
    tiles::SLIDY,
    tiles::KORF,
    tiles::HACKERRANK,
    list::NOTATION,
    #[cfg(feature = "report")]
    json::NOTATION,
];

impl Notation {
    /// Returns the notation with this name.
    pub fn named(name: &str) -> Option<&'static Notation> {
        NOTATIONS.iter().find(|notation| notation.name == name)
    }

    /// Whether puzzles can be written in it. All notations are read.
    pub fn is_written(&self) -> bool {
        self.write.is_some()
    }

    /// Returns the puzzles of a text in this notation.
    ///
    /// ```
    /// use sliding::notation::Notation;
    ///
    /// let rush = Notation::named("rush").ok_or("there is one")?;
    /// let text = "ooooooooooooAAooooooooooBBoooooooooo\nAAooooooo\nnonsense\n";
    /// let items: Vec<_> = rush.items(text).map(|item| (item.line, item.parsed.is_ok())).collect();
    /// assert_eq!(items, [(1, true), (2, true), (3, false)]);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn items<'a>(&self, text: &'a str) -> Items<'a> {
        self.items_with(text, &ReadOptions::default())
    }

    /// As `items`, with options.
    fn items_with<'a>(&self, text: &'a str, options: &ReadOptions) -> Items<'a> {
        match self.read {
            Reader::Text(read) => stated(read(text), options),
            Reader::Lines { line, are_lines, meaning } if are_lines(text) => {
                stated(by_lines(text, meaning, line), options)
            }
            _ => {
                let mut named_options = options.clone();
                named_options.reading.get_or_insert_with(|| self.name.to_owned());
                Box::new(texts::items(text, &named_options).into_iter())
            }
        }
    }

    /// Returns the notation that a text names, or that its lines are in; `None` for drawn boards.
    pub fn of_text(text: &str) -> Option<&'static Notation> {
        recognise(text)
    }

    /// Whether each line of this text is a puzzle, so that more of them could follow.
    fn is_by_lines(&self, text: &str) -> bool {
        matches!(self.read, Reader::Lines { are_lines, .. } if are_lines(text))
    }

    /// Reads a text in this notation, as [`parse`] does. Of several puzzles in SLIDING's notation
    /// it returns the first, with a warning, as SLIDING reads no further.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with everything that is wrong; also if there is more than one puzzle in
    /// another notation.
    pub fn parse(&self, text: &str) -> Parsed {
        only(text, self.items(text), self.name == knuth::NOTATION.name)
    }

    /// Returns a text that reads as the same puzzle, except that names of single pieces may be
    /// lost.
    ///
    /// # Errors
    ///
    /// Returns what this notation cannot express; one that is only read expresses nothing.
    ///
    /// ```
    /// use sliding::notation::{Notation, parse};
    ///
    /// let (walled, _) = parse("A.\n.#\ngoal:\n.A\n..\n")?;
    /// let rush = Notation::named("rush").ok_or("there is one")?;
    /// let error = rush.write(&walled).unwrap_err();
    /// assert_eq!(error.to_string(), "rush cannot express boards other than squares from 3 x 3 on");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, puzzle: &Puzzle) -> Result<String, Unsupported> {
        let unsupported = |what| Unsupported { notation: self.name, what };
        let write = self.write.ok_or(unsupported("puzzles: it is only read"))?;
        write(puzzle).map_err(unsupported)
    }
}

/// Returns the only puzzle of a text. Text after a puzzle of SLIDING is ignored with a warning.
fn only(text: &str, mut items: Items, is_knuth: bool) -> Parsed {
    let Some(first) = items.next() else {
        let place = text::beginning(text);
        return Err(place.wrong("there is no puzzle", "at least one").into());
    };
    let Some(second) = items.next() else { return first.parsed };
    let second = text::lines(text).nth(second.line - 1).unwrap_or(text::beginning(text));
    let mut problem = second.wrong("a second puzzle", "one; `sliding solve` takes all of a file");
    if !is_knuth {
        return Err(problem.into());
    }
    problem.message = "this puzzle and what follows is ignored".into();
    problem.effect = ProblemEffect::Void;
    first.parsed.map(|(puzzle, mut warnings)| {
        warnings.push(problem);
        (puzzle, warnings)
    })
}

/// Reads each non-empty line as a puzzle.
fn by_lines<'a>(
    text: &'a str,
    meaning: Option<&'static str>,
    read: fn(TextSpan<'_>) -> Result<Setup, Problem>,
) -> Items<'a> {
    let setup = move |line| {
        let mut setup = read(line)?;
        setup.origin.read_as = meaning.map(|meaning| ReadAs::new(meaning, Vec::new()));
        Ok(setup)
    };
    let lines = full_lines(text).filter(|line| line.number > 1 || !rush::is_header(line));
    Box::new(lines.map(move |line| Item::new(line.number, judge(setup(line), &line))))
}

/// Applies the goals and locks given by options to puzzles.
fn stated<'a>(items: Items<'a>, options: &ReadOptions) -> Items<'a> {
    let mut options = options.clone();
    options.reading = None;
    if options.is_empty() {
        return items;
    }
    Box::new(items.map(move |item| Item {
        parsed: item.parsed.and_then(|(puzzle, warnings)| {
            readings::restated(&puzzle, &options).map(|puzzle| (puzzle, warnings))
        }),
        ..item
    }))
}

/// Returns the notation that an option names, or that a text is in; `None` for boards.
fn notation_of(text: &str, options: &ReadOptions) -> Result<Option<&'static Notation>, Problem> {
    match options.reading.as_deref() {
        None => Ok(recognise(text)),
        Some("blocks" | "types") => Ok(None),
        Some("knuth") => Ok(Some(&knuth::NOTATION)),
        Some(name) => match Notation::named(name) {
            Some(notation) => Ok(Some(notation)),
            None => {
                let message = format!("no notation `{name}`");
                Err(text::beginning(text)
                    .wrong(message, "a name that `sliding convert --list` has"))
            }
        },
    }
}

/// Returns the puzzles of a text, read with options.
///
/// ```
/// use sliding::notation::{ReadOptions, items};
///
/// let text = "1 2 3/4 5 6/7 0 8\n";
/// let parsed = items(text, &ReadOptions::default()).next().unwrap().parsed;
/// let read_as = parsed.unwrap().0.origin().read_as.as_ref().unwrap().to_string();
/// assert_eq!(read_as, "read as tiles: in order, the gap last");
/// ```
pub fn items<'a>(text: &'a str, options: &ReadOptions) -> Items<'a> {
    match notation_of(text, options) {
        Ok(Some(notation)) => notation.items_with(text, options),
        Ok(None) => Box::new(texts::items(text, options).into_iter()),
        Err(problem) => Item::only(1, Err(problem.into())),
    }
}

/// Reads the only puzzle of a text with options, with the warnings about the text.
///
/// # Errors
///
/// [`ParseError`] with everything that is wrong, or with the ways to understand the text, if there
/// are several: see [`ParseError::questions`].
///
/// ```
/// use sliding::notation::{ReadOptions, read};
///
/// let board = "..RR..\nAA.B..\n...B..\nCC....\n......\n......\n";
/// let error = read(board, &ReadOptions::default()).unwrap_err();
/// let choices: Vec<String> = error.questions().iter().map(|q| q.options.to_string()).collect();
/// assert_eq!(choices, ["--target R", "--target A"]);
/// ```
pub fn read(text: &str, options: &ReadOptions) -> Parsed {
    let is_knuth =
        matches!(notation_of(text, options), Ok(Some(found)) if found.name == knuth::NOTATION.name);
    only(text, items(text, options), is_knuth)
}

/// Reads a puzzle, with the warnings about its text. What a text does not say is read
/// by the conventions, and kept in [`Puzzle::origin`]; if they leave several puzzles, that is an
/// error.
///
/// Takes time and memory linear in the text and the board.
///
/// # Errors
///
/// As for [`read`].
///
/// ```
/// use sliding::notation::parse;
///
/// let error = parse("2 x 2\n1 = 1\n1y\n1\n").unwrap_err();
/// assert_eq!((error.problems()[0].line, error.problems()[0].column), (3, 2));
/// ```
pub fn parse(text: &str) -> Parsed {
    read(text, &ReadOptions::default())
}

impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text).map(|(puzzle, _)| puzzle)
    }
}
