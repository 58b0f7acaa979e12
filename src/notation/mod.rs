//! Notations: puzzles as text.
//!
//! A text that names its notation, or is a list of codes, is read by that notation. Any other text
//! is read in three stages: cutting it into blocks (`layout`), finding possible meanings
//! (`readings`), and choosing the only one that fits (`texts`). A notation finds errors of the
//! text; validation finds errors of the setup, and the notation maps them to a line and a column.
//!
//! To add a notation: write a file with a [`Notation`], add it to [`NOTATIONS`], and add a
//! probe to `PROBES`. A way to draw boards is a row of [`CONVENTIONS`].

mod draft;
mod drawn;
mod gnome;
mod jimslide;
#[cfg(feature = "report")]
mod json;
mod klotski;
pub mod knuth;
mod layout;
mod list;
mod options;
mod place;
mod position;
mod problem;
mod readings;
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

use crate::puzzle::{Puzzle, Size};
use draft::PuzzleDraft;
use text::{TextSpan, full_lines};
use write::Written;

pub use drawn::NOTATION as DRAWN;
pub use knuth::Syntax;
pub use options::{READ_OPTIONS, ReadOptions};
pub use problem::{Cause, MAX_PROBLEMS, ParseError, Problem, ProblemEffect, Question, Warning};
pub use stream::{Chunk, Stream, decode};

/// The conventions as a table with tabs, a row each below the names of the columns: what a text looks
/// like, what it means, who uses it, the reading for `--as`, the smallest text (`|` ends a line), and
/// what comes of it: `read as` and what was assumed, `asks` and the option of the first answer, or
/// `error` and its message.
///
/// `sliding convert --list`, the table in `docs/internals/notations.md` and the test that reads every
/// example are made from it.
pub const CONVENTIONS: &str = include_str!("conventions.tsv");

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
        line: for<'a> fn(TextSpan<'a>) -> Result<PuzzleDraft<'a>, Problem>,
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
        let problems = match &mut self.parsed {
            Ok((_, warnings)) => warnings,
            Err(error) => &mut error.problems,
        };
        problems.iter_mut().for_each(|problem| problem.line += lines);
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

/// Whether a text looks like one of a notation.
type Probe = fn(&str) -> bool;

/// The probes, in order: sliding names itself, but ids begin with a size, too.
const PROBES: &[(Probe, &Notation)] = &[
    #[cfg(feature = "report")]
    (json::is_report, &json::NOTATION),
    (|text| are_most(text, sgt::is_id), &sgt::NOTATION),
    (is_knuth, &knuth::NOTATION),
    (|text| has_line(text, |line| line.starts_with("xsize:")), &jimslide::NOTATION),
    (list::is_list, &list::NOTATION),
    (gnome::is_level, &gnome::NOTATION),
    (|text| are_most(text, rush::has_row_words), &rush::ZWEGNER),
    (|text| are_most(rush::below_header(text), rush::is_board_line), &rush::NOTATION),
    (
        |text| {
            !are_digits(text)
                && are_most(text, |line| line.text().len() > 4 && klotski::pieces(line).is_ok())
        },
        &klotski::NOTATION,
    ),
    (|text| are_most(text, tiles::is_instance), &tiles::KORF),
    (
        |text| full_lines(text).nth(1).is_some() && are_most(text, tiles::is_board_line),
        &tiles::SLIDY,
    ),
    (
        |text| {
            let lines = full_lines(text).count();
            let are_rows = full_lines(text).all(|line| line.words().count() == lines);
            let are_tiles = tiles::is_permutation(full_lines(text).flat_map(|line| line.words()));
            lines != 2 && !are_rows && !are_tiles && are_most(text, tiles::is_bickford)
        },
        &tiles::BICKFORD,
    ),
];

fn has_line(text: &str, is_it: fn(&str) -> bool) -> bool {
    full_lines(text).any(|line| is_it(line.text()))
}

fn is_knuth(text: &str) -> bool {
    full_lines(text).next().and_then(knuth::size_and_comment).is_some() && !has_board_below(text)
        || has_line(text, knuth::is_kind)
}

/// Whether a size is followed by as many rows and columns of cells, without a definition of a kind.
fn has_board_below(text: &str) -> bool {
    let mut lines = full_lines(text);
    let size = lines.next().and_then(knuth::size_and_comment);
    let Some((Size { rows, cols }, _)) = size else { return false };
    lines
        .clone()
        .take(rows as usize)
        .filter(|line| {
            [line.words().count(), line.text().chars().count()].contains(&(cols as usize))
        })
        .count()
        == rows as usize
        && !lines.any(|line| line.text().contains('='))
}

/// Whether digits are the rows of a board, or one of tiles, and no codes.
fn are_digits(text: &str) -> bool {
    let rows: Vec<&str> = full_lines(text).map(|line| line.text()).collect();
    let is_row =
        |row: &&str| row.len() == rows[0].len() && row.bytes().all(|sign| sign.is_ascii_digit());
    let are_rows = rows.len() > 1 && rows[0].len() < 9;
    rows.iter().all(is_row) && (are_rows || ('0'..='8').all(|digit| text.contains(digit)))
}

/// Whether all lines look like puzzles, or with four or more, three quarters of them.
pub fn are_most(text: &str, is_one: fn(&TextSpan) -> bool) -> bool {
    let all = full_lines(text).count();
    let fitting = full_lines(text).filter(is_one).count();
    fitting == all || all > 3 && 4 * fitting >= 3 * all
}

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
        items(text, &ReadOptions::with("as", self.name))
    }

    /// Returns the notation that a text names, or that its lines are in; `None` for drawn boards.
    pub fn of_text(text: &str) -> Option<&'static Notation> {
        if full_lines(text).next().is_none() {
            return Some(&knuth::NOTATION);
        }
        PROBES.iter().find(|(probe, _)| probe(text)).map(|&(_, notation)| notation)
    }

    /// Reads a text in this notation, as [`parse`] does. Of several puzzles in SLIDING's notation
    /// it returns the first, with a warning, as SLIDING reads no further.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with everything that is wrong; also if there is more than one puzzle in
    /// another notation.
    pub fn parse(&self, text: &str) -> Parsed {
        read(text, &ReadOptions::with("as", self.name))
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
        return place.fail("there is no puzzle", "at least one");
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
    read: for<'l> fn(TextSpan<'l>) -> Result<PuzzleDraft<'l>, Problem>,
) -> Items<'a> {
    let puzzle = move |line| {
        let mut draft = read(line)?;
        draft.assumptions.clear();
        draft.meaning = meaning;
        draft.puzzle()
    };
    let lines = full_lines(text).filter(|line| line.number > 1 || !rush::is_header(line));
    Box::new(lines.map(move |line| Item::new(line.number, puzzle(line))))
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
        None => Ok(Notation::of_text(text)),
        Some("blocks" | "types") => Ok(None),
        Some("knuth") => Ok(Some(&knuth::NOTATION)),
        Some(name) => match Notation::named(name) {
            Some(notation) => Ok(Some(notation)),
            None => text::beginning(text)
                .fail(format!("no notation `{name}`"), "a name that `sliding convert --list` has"),
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
        Err(problem) => Item::only(1, Err(problem.into())),
        Ok(Some(&Notation { read: Reader::Text(read), .. })) => stated(read(text), options),
        Ok(Some(&Notation { read: Reader::Lines { line, are_lines, meaning }, .. }))
            if are_lines(text) =>
        {
            stated(by_lines(text, meaning, line), options)
        }
        Ok(notation) => {
            let mut options = options.clone();
            options.reading = options.reading.or(notation.map(|notation| notation.name.to_owned()));
            Box::new(texts::items(text, &options).into_iter())
        }
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
