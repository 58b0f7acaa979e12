//! Terms for moves: the six styles, moves and solutions.

use std::fmt;
use std::str::FromStr;

use super::{Configuration, Direction, Placement};

/// Which pieces one move moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movers {
    /// One piece.
    Single,
    /// Any non-empty set of pieces, rigidly: a superpiece.
    Super,
}

/// How far one move may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// One step.
    Step,
    /// One or more steps, all in one direction.
    Slide,
    /// One or more steps in any directions.
    Walk,
}

/// A meaning of "one move", numbered as SLIDING does.
///
/// | style | | who moves | one move is |
/// | --- | --- | --- | --- |
/// | 0 | [`Style::STEP`] | one piece | one step |
/// | 1 | [`Style::SLIDE`] | one piece | one or more steps in one direction |
/// | 2 | [`Style::WALK`] | one piece | one or more steps in any directions |
/// | 3 | [`Style::SUPER_STEP`] | a superpiece | one step |
/// | 4 | [`Style::SUPER_SLIDE`] | a superpiece | one or more steps in one direction |
/// | 5 | [`Style::SUPER_WALK`] | a superpiece | one or more steps in any directions |
///
/// ```
/// use sliding::puzzle::{Movers, Reach, Style};
/// let style = Style::SUPER_SLIDE;
/// assert_eq!((style.movers(), style.reach()), (Movers::Super, Reach::Slide));
/// assert_eq!((Style::new(4), Style::new(6)), (Some(style), None));
/// assert_eq!(["slide+", "4"].map(str::parse), [Ok(style), Ok(style)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "report", derive(serde::Serialize))]
pub struct Style(u8);

impl Style {
    /// One piece moves by one step.
    pub const STEP: Style = Style(0);
    /// One piece moves by any number of steps in one direction.
    pub const SLIDE: Style = Style(1);
    /// One piece moves by any number of steps in any directions.
    pub const WALK: Style = Style(2);
    /// Any set of pieces moves by one step, rigidly.
    pub const SUPER_STEP: Style = Style(3);
    /// Any set of pieces moves by any number of steps in one direction, rigidly.
    pub const SUPER_SLIDE: Style = Style(4);
    /// Any set of pieces moves by any number of steps in any directions, rigidly.
    pub const SUPER_WALK: Style = Style(5);

    /// All six, in order.
    pub const ALL: [Style; 6] = [
        Style::STEP,
        Style::SLIDE,
        Style::WALK,
        Style::SUPER_STEP,
        Style::SUPER_SLIDE,
        Style::SUPER_WALK,
    ];

    /// Returns the style with this number, 0 to 5.
    pub fn new(number: u8) -> Option<Style> {
        (number <= 5).then_some(Style(number))
    }

    /// Returns the number, 0 to 5.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the name on the command line: how far pieces go, and a plus if several may move
    /// together.
    pub fn name(self) -> &'static str {
        ["step", "slide", "walk", "step+", "slide+", "walk+"][usize::from(self.0)]
    }

    /// Returns which pieces move.
    pub fn movers(self) -> Movers {
        if self.0 < 3 { Movers::Single } else { Movers::Super }
    }

    /// Returns how far they move.
    pub fn reach(self) -> Reach {
        [Reach::Step, Reach::Slide, Reach::Walk][usize::from(self.0 % 3)]
    }

    /// Describes one move of the style in a few words.
    pub fn meaning(self) -> &'static str {
        [
            "one piece, one step",
            "one piece, any number of steps in one direction",
            "one piece, any number of steps",
            "any set of pieces together, one step",
            "any set of pieces together, any number of steps in one direction",
            "any set of pieces together, any number of steps",
        ][usize::from(self.0)]
    }
}

/// Writes the number.
impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is no style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {}, or a number from 0 to 5", Style::ALL.map(Style::name).join(", "))]
pub struct UnknownStyle;

/// Reads a name of [`Style::name`], or a number from 0 to 5.
///
/// ```
/// use sliding::puzzle::Style;
/// for style in Style::ALL {
///     assert_eq!((style.to_string().parse(), style.name().parse()), (Ok(style), Ok(style)));
/// }
/// for text in ["", "6", "-1", "256", "2 ", "Walk", "step++"] {
///     let error = text.parse::<Style>().unwrap_err().to_string();
///     assert!(error.ends_with("slide, walk, step+, slide+, walk+, or a number from 0 to 5"));
/// }
/// ```
impl FromStr for Style {
    type Err = UnknownStyle;

    fn from_str(text: &str) -> Result<Style, UnknownStyle> {
        let named = Style::ALL.into_iter().find(|style| style.name() == text);
        named.or_else(|| Style::new(text.parse().ok()?)).ok_or(UnknownStyle)
    }
}

/// One move of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The pieces that move, where they lie before the move; at least one, by ascending cell.
    pub pieces: Vec<Placement>,
    /// The steps that they take together, at least one.
    pub steps: Vec<Direction>,
    /// The position after the move.
    pub after: Configuration,
}

/// A sequence of moves from a puzzle's start to one of its goals; empty where the start is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The moves, first to last.
    pub moves: Vec<Move>,
}
