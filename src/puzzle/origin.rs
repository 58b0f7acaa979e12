//! How a text described a puzzle: the names of its pieces, and the assumptions made to read it.

use std::borrow::Cow;

/// What a puzzle keeps of its source text. It does not change the puzzle, so equality ignores it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Origin {
    /// The name of each piece of the start, in the order of the start's pieces; empty if the text
    /// names kinds only.
    pub names: Vec<Cow<'static, str>>,
    /// What the text left open; `None` if the text is complete.
    pub read_as: Option<ReadAs>,
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Origin {}

/// The printable characters of ASCII.
const LETTERS: &str = " !\"#$%&'()*+,-./0123456789:;<=>?\
    @ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

/// The numbers below 100, two digits each.
const NUMBERS: &str = "\
    00010203040506070809101112131415161718192021222324\
    25262728293031323334353637383940414243444546474849\
    50515253545556575859606162636465666768697071727374\
    75767778798081828384858687888990919293949596979899";

/// Returns a name of one character, without an allocation for ASCII: puzzles are read by the
/// million.
pub(crate) fn letter_name(letter: char) -> Cow<'static, str> {
    match letter {
        ' '..='~' => LETTERS[letter as usize - 32..][..1].into(),
        _ => letter.to_string().into(),
    }
}

/// Returns a number as a name, without an allocation below 100.
pub(crate) fn number_name(number: usize) -> Cow<'static, str> {
    match number {
        0..10 => NUMBERS[2 * number + 1..2 * number + 2].into(),
        10..100 => NUMBERS[2 * number..2 * number + 2].into(),
        _ => number.to_string().into(),
    }
}

/// How a text was understood.
///
/// ```
/// use sliding::puzzle::{Assumption, ReadAs, AssumptionSource};
///
/// let text = "car X leaves to the right";
/// let lies = Assumption::new(text, AssumptionSource::Convention, "--target X --exit right");
/// let read_as = ReadAs::new("Rush Hour", vec![lies]);
/// assert_eq!(read_as.to_string(), "read as Rush Hour: car X leaves to the right");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadAs {
    /// The convention, such as "Rush Hour".
    pub convention: Cow<'static, str>,
    /// What the text left open.
    pub assumptions: Vec<Assumption>,
}

impl ReadAs {
    /// Combines a convention with what was assumed.
    pub fn new(convention: impl Into<Cow<'static, str>>, assumptions: Vec<Assumption>) -> Self {
        ReadAs { convention: convention.into(), assumptions }
    }
}

impl std::fmt::Display for ReadAs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "read as {}", self.convention)?;
        for (index, assumption) in self.assumptions.iter().enumerate() {
            write!(f, "{} {}", if index == 0 { ":" } else { ";" }, assumption.text)?;
        }
        Ok(())
    }
}

/// Something that a text does not state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assumption {
    /// The assumption, such as "car X leaves to the right".
    pub text: String,
    /// Where it comes from.
    pub source: AssumptionSource,
    /// The options that state it; empty if none is needed.
    pub options: String,
}

impl Assumption {
    /// Combines an assumption, its source and the options that state it.
    pub fn new(
        text: impl Into<String>,
        source: AssumptionSource,
        options: impl Into<String>,
    ) -> Self {
        Assumption { text: text.into(), source, options: options.into() }
    }
}

/// Where an assumption comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AssumptionSource {
    /// It is the only known meaning of such a text.
    Convention,
    /// An option sets it.
    Option,
}

impl AssumptionSource {
    /// Returns its name in JSON.
    pub fn word(self) -> &'static str {
        match self {
            AssumptionSource::Convention => "convention",
            AssumptionSource::Option => "option",
        }
    }
}
