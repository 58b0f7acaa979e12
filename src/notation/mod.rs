//! Notations: puzzles as text.
//!
//! A notation reads a text into a [`Setup`], and remembers which places of
//! the text stand for which places of the setup. What the text itself has wrong, it finds; what is
//! wrong with the setup, validation finds, and the notation gives it a line and a column.
//!
//! To add one: write a file with a [`Notation`], and put it into [`NOTATIONS`]; then say in
//! `recognition.rs` what its texts look like.

mod bickford;
mod cars;
mod drawn;
mod gnome;
mod jimslide;
#[cfg(feature = "report")]
mod json;
mod klotski;
pub mod knuth;
mod list;
mod looks;
mod lumi;
mod pddl;
mod problem;
mod recognition;
mod reserved;
mod roster;
mod rush;
mod sgt;
mod sheet;
mod stream;
mod text;
mod tiles;
mod unsayable;
mod zwegner;

use std::iter::once;
use std::str::FromStr;

use crate::puzzle::{Puzzle, Setup};
use problem::judge;
use text::{Part, full_lines};

pub use drawn::NOTATION as DRAWN;
pub use problem::{MAX_PROBLEMS, ParseError, Problem, Warning, Weight};
pub use recognition::recognise;
pub use stream::{Chunk, Stream, decode};
pub use unsayable::{Unsayable, Written};

/// A way to write puzzles down.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Notation {
    /// A word for it.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The puzzles of a text; `None` for a form that is only written.
    read: Option<Reader>,
    write: fn(&Puzzle) -> Written,
}

/// How texts are read.
#[derive(Clone, Copy, Debug)]
enum Reader {
    /// A text as a whole, with whatever puzzles there are.
    Text(for<'a> fn(&'a str) -> Items<'a>),
    /// Line by line, empty ones aside: each is a puzzle, unless all together are one.
    Lines {
        line: for<'a> fn(Part<'a>) -> Result<Setup, Problem>,
        together: for<'a> fn(&'a str) -> Option<Item>,
    },
}

/// A puzzle with the warnings that its text deserves, or all that is wrong.
pub type Parsed = Result<(Puzzle, Vec<Warning>), ParseError>;

/// The puzzles of a text, one after the other. They are read as they are asked for.
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

    /// The same so many lines further down.
    fn moved_down(mut self, lines: usize) -> Self {
        self.line += lines;
        match &mut self.parsed {
            Ok((_, warnings)) => warnings.iter_mut().for_each(|warning| warning.line += lines),
            Err(error) => error.move_down(lines),
        }
        self
    }

    /// The only item of a text.
    fn only<'a>(line: usize, parsed: Parsed) -> Items<'a> {
        Box::new(once(Item { line, parsed }))
    }
}

/// All notations, and further forms that are only written. The first is the one that is meant where
/// nothing tells.
pub const NOTATIONS: &[Notation] = &[
    knuth::NOTATION,
    drawn::NOTATION,
    rush::NOTATION,
    rush::DATABASE,
    zwegner::NOTATION,
    klotski::NOTATION,
    klotski::SHORT,
    gnome::NOTATION,
    sgt::NOTATION,
    lumi::NOTATION,
    jimslide::NOTATION,
    bickford::NOTATION,
    tiles::SLIDY,
    tiles::KORF,
    tiles::HACKERRANK,
    list::NOTATION,
    pddl::NOTATION,
    pddl::DOMAIN,
    pddl::PROBLEM,
    #[cfg(feature = "report")]
    json::NOTATION,
];

impl Notation {
    /// The notation with this name.
    pub fn named(name: &str) -> Option<&'static Notation> {
        NOTATIONS.iter().find(|notation| notation.name == name)
    }

    /// Whether texts in it can be read. Some forms are only written.
    pub fn is_read(&self) -> bool {
        self.read.is_some()
    }

    /// Whether puzzles can be written in it: not as reports, which are written of what was found.
    pub fn is_written(&self) -> bool {
        self.name != "json"
    }

    /// Whether a text looks like one in this notation, right or wrong.
    pub fn recognises(&self, text: &str) -> bool {
        recognise(text).name == self.name
    }

    /// The puzzles of a text in this notation. There are none in a form that is only written.
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
        match self.read {
            Some(Reader::Text(read)) => read(text),
            Some(Reader::Lines { line, together }) => match together(text) {
                Some(item) => Box::new(once(item)),
                None => by_lines(text, line),
            },
            None => Box::new(std::iter::empty()),
        }
    }

    /// Whether each line of this text is a puzzle, and more of them could follow.
    fn is_by_lines(&self, text: &str) -> bool {
        matches!(self.read, Some(Reader::Lines { together, .. }) if together(text).is_none())
    }

    /// Reads a text in this notation, as [`parse`] does. Of several puzzles in SLIDING's notation it is the
    /// first, with a warning, as SLIDING reads no further.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with everything that is wrong; also if there is more than one puzzle in another
    /// notation.
    pub fn parse(&self, text: &str) -> Parsed {
        let mut items = self.items(text);
        let Some(first) = items.next() else {
            let place = text::beginning(text);
            return Err(place.wrong("there is no puzzle", "at least one").into());
        };
        let Some(second) = items.next() else { return first.parsed };
        let second = text::lines(text).nth(second.line - 1).unwrap_or(text::beginning(text));
        let mut problem =
            second.wrong("a second puzzle", "one; `sliding solve` takes all of a file");
        if self.name != knuth::NOTATION.name {
            return Err(problem.into());
        }
        problem.message = "this puzzle and what follows is ignored".into();
        problem.weight = Weight::Void;
        first.parsed.map(|(puzzle, mut warnings)| {
            warnings.push(problem);
            (puzzle, warnings)
        })
    }

    /// A text that reads as the same puzzle, pieces told apart by nothing but their kinds' names
    /// aside.
    ///
    /// # Errors
    ///
    /// Why this notation has no words for it.
    pub fn write(&self, puzzle: &Puzzle) -> Written {
        (self.write)(puzzle)
    }
}

/// Each line with something on it as a puzzle.
fn by_lines<'a>(text: &'a str, read: fn(Part<'_>) -> Result<Setup, Problem>) -> Items<'a> {
    Box::new(full_lines(text).map(move |line| Item::new(line.number, judge(read(line), &line))))
}

/// Reads a puzzle, with the warnings that its text deserves, in the notation that its text looks
/// like.
///
/// Takes time and memory linear in the text and the board.
///
/// # Errors
///
/// [`ParseError`] with everything that is wrong.
///
/// ```
/// use sliding::notation::parse;
///
/// let error = parse("2 x 2\n1 = 1\n1y\n1\n").unwrap_err();
/// assert_eq!((error.problems()[0].line, error.problems()[0].column), (3, 2));
/// ```
pub fn parse(text: &str) -> Parsed {
    recognise(text).parse(text)
}

impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text).map(|(puzzle, _)| puzzle)
    }
}
