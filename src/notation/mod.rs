//! Notations: puzzles as text.
//!
//! A notation reads a text into a [`Setup`](crate::puzzle::Setup), and remembers which places of
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
mod klotski;
pub mod knuth;
mod list;
mod lumi;
mod problem;
mod recognition;
mod reserved;
mod roster;
mod rush;
mod sgt;
mod sheet;
mod text;
mod tiles;
mod unsayable;
mod zwegner;

use std::iter::once;
use std::str::FromStr;

use crate::puzzle::Puzzle;

pub use drawn::NOTATION as DRAWN;
pub use problem::{MAX_PROBLEMS, ParseError, Problem, Warning, Weight};
pub use recognition::recognise;
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

type Reader = for<'a> fn(&'a str) -> Items<'a>;

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
            Some(read) => read(text),
            None => Box::new(std::iter::empty()),
        }
    }

    /// Reads a text in this notation, as [`parse`] does.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with everything that is wrong; also if there is more than one puzzle.
    pub fn parse(&self, text: &str) -> Parsed {
        let mut items = self.items(text);
        let Some(first) = items.next() else {
            let place = text::beginning(text);
            return Err(place.wrong("there is no puzzle", "at least one").into());
        };
        let Some(second) = items.next() else { return first.parsed };
        let second = text::lines(text).nth(second.line - 1).unwrap_or(text::beginning(text));
        let expected = "one; `sliding convert` takes texts with several";
        Err(second.wrong("a second puzzle", expected).into())
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
