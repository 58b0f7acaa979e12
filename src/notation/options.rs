//! Options for reading a text: how to understand it, and another goal.

use std::fmt;
use std::str::FromStr;

use super::draft::PuzzleDraft;
use super::problem::Result;
use crate::puzzle::Lock;

/// Options that settle what a text leaves open, or override it. Each is an option of the program
/// with the same name.
///
/// ```
/// use sliding::notation::{ReadOptions, read};
///
/// let board = "AA.\n...\nXXB\n..B\n";
/// let mut options = ReadOptions::default();
/// options.set("target", "A").unwrap();
/// options.set("target-at", "bottom-right").unwrap();
/// options.set("as", "blocks").unwrap();
/// let (puzzle, _) = read(board, &options)?;
/// let read_as = puzzle.origin().read_as.as_ref().unwrap();
/// assert_eq!(read_as.to_string(), "read as blocks: A goes to bottom-right");
/// assert_eq!(options.to_string(), "--as blocks --target A --target-at bottom-right");
/// # Ok::<(), sliding::notation::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// How to understand the text: a notation, `tiles`, `rush`, `blocks` or `types`.
    pub reading: Option<String>,
    /// A goal: rows of a board, or a name such as `spiral`; `next` for the next board of the text.
    pub goal: Option<String>,
    /// The target piece.
    pub target: Option<String>,
    /// Where the target goes: a cell `r,c` counted from 1, or a place such as `bottom-middle`.
    pub target_at: Option<String>,
    /// Where the target leaves: a side, or a cell `r,c`.
    pub exit: Option<String>,
    /// Signs of empty cells.
    pub empty: Option<String>,
    /// Signs of walls.
    pub wall: Option<String>,
    /// The gap of a tile puzzle.
    pub gap: Option<String>,
    /// Whether straight pieces move along themselves only: `all` or `none`.
    pub lock: Option<String>,
    /// The columns of a list of pieces, as in `name row col length dir`; `-` for one without use.
    pub columns: Option<String>,
    /// Width and height of the pieces of a sign, as in `1=1x1,2=2x1`.
    pub sizes: Option<String>,
}

/// The names of the options, in order.
pub const READ_OPTIONS: [&str; 11] = [
    "as",
    "goal",
    "target",
    "target-at",
    "exit",
    "empty",
    "wall",
    "gap",
    "lock",
    "columns",
    "sizes",
];

impl ReadOptions {
    /// Sets the option with this name.
    ///
    /// # Errors
    ///
    /// A message if there is no such option.
    pub fn set(&mut self, name: &str, value: impl Into<String>) -> Result<(), String> {
        let Some(at) = READ_OPTIONS.iter().position(|known| *known == name) else {
            return Err(format!("no option `{name}`: expected one of {}", READ_OPTIONS.join(", ")));
        };
        *self.fields_mut()[at] = Some(value.into());
        Ok(())
    }

    /// Whether no option is set.
    pub fn is_empty(&self) -> bool {
        *self == ReadOptions::default()
    }

    /// Returns these options, with missing ones taken from others.
    pub fn or(&self, others: &ReadOptions) -> ReadOptions {
        self.set_ones().fold(others.clone(), |all, (name, value)| all.and(name, value))
    }

    /// Returns options with only this one set.
    pub(super) fn with(name: &str, value: impl Into<String>) -> ReadOptions {
        ReadOptions::default().and(name, value)
    }

    /// Returns these options and one more.
    pub(super) fn and(mut self, name: &str, value: impl Into<String>) -> ReadOptions {
        let _ = self.set(name, value);
        self
    }

    /// Returns the options that are set, in order.
    ///
    /// ```
    /// use sliding::notation::ReadOptions;
    ///
    /// let options: ReadOptions = "--target X --exit right".parse().unwrap();
    /// assert!(options.set_ones().eq([("target", "X"), ("exit", "right")]));
    /// ```
    pub fn set_ones(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = READ_OPTIONS.into_iter().zip(self.fields());
        all.filter_map(|(name, value)| Some((name, value.as_deref()?)))
    }

    fn fields(&self) -> [&Option<String>; 11] {
        let ReadOptions {
            reading,
            goal,
            target,
            target_at,
            exit,
            empty,
            wall,
            gap,
            lock,
            columns,
            sizes,
        } = self;
        [reading, goal, target, target_at, exit, empty, wall, gap, lock, columns, sizes]
    }

    fn fields_mut(&mut self) -> [&mut Option<String>; 11] {
        let ReadOptions {
            reading,
            goal,
            target,
            target_at,
            exit,
            empty,
            wall,
            gap,
            lock,
            columns,
            sizes,
        } = self;
        [reading, goal, target, target_at, exit, empty, wall, gap, lock, columns, sizes]
    }

    /// Locks all straight pieces along themselves, or none.
    pub(super) fn lock(&self, draft: &mut PuzzleDraft) -> Result<()> {
        match self.lock.as_deref() {
            None => {}
            Some("all") => draft.lock_all(),
            Some("none") => draft.pieces.iter_mut().for_each(|piece| piece.lock = Lock::Free),
            Some(other) => {
                return draft.place.fail(format!("--lock {other}"), "`all` or `none`");
            }
        }
        Ok(())
    }
}

impl fmt::Display for ReadOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = self.set_ones().map(|(name, value)| {
            let is_bare = !value.is_empty()
                && value.chars().all(|c| c.is_alphanumeric() || ",_/.+-⬜".contains(c));
            match (is_bare, value.starts_with('-')) {
                (true, false) => format!("--{name} {value}"),
                (true, true) => format!("--{name}={value}"),
                _ => {
                    let quote = if value.contains('\'') { '"' } else { '\'' };
                    format!("--{name} {quote}{value}{quote}")
                }
            }
        });
        f.write_str(&set.collect::<Vec<_>>().join(" "))
    }
}

impl FromStr for ReadOptions {
    type Err = String;

    /// Reads what [`Display`](fmt::Display) prints.
    ///
    /// ```
    /// use sliding::notation::ReadOptions;
    ///
    /// let options: ReadOptions = "--target \"'\" --wall '# x' --gap=-1".parse().unwrap();
    /// assert_eq!(options.to_string(), "--target \"'\" --wall '# x' --gap=-1");
    /// assert!("--target".parse::<ReadOptions>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, String> {
        let mut options = ReadOptions::default();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let word = rest.strip_prefix("--").and_then(|rest| rest.split_once(['=', ' ']));
            let Some((name, value)) = word else { return Err(format!("no option: `{rest}`")) };
            let (value, behind) = match value.chars().next() {
                Some(quote @ ('\'' | '"')) => {
                    value[1..].split_once(quote).ok_or("a quote without its other half")?
                }
                _ => value.split_once(' ').unwrap_or((value, "")),
            };
            options.set(name, value)?;
            rest = behind.trim_start();
        }
        Ok(options)
    }
}
