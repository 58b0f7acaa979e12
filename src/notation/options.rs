//! Options for reading a text: how to understand it, and another goal.

use std::fmt;
use std::str::FromStr;

use super::draft::PuzzleDraft;
use super::problem::Problem;
use super::sheet::Side;
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
/// options.set("to", "bottom-right").unwrap();
/// options.set("as", "blocks").unwrap();
/// let (puzzle, _) = read(board, &options)?;
/// let read_as = puzzle.origin().read_as.as_ref().unwrap();
/// assert_eq!(read_as.to_string(), "read as blocks: A goes to bottom-right");
/// assert_eq!(options.to_string(), "--as blocks --target A --to bottom-right");
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
    pub to: Option<String>,
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
}

/// The names of the options, in order.
pub const READ_OPTIONS: [&str; 9] =
    ["as", "goal", "target", "to", "exit", "empty", "wall", "gap", "lock"];

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
        self.fields().iter().all(|field| field.is_none())
    }

    /// Returns these options, with missing ones taken from others.
    pub fn or(&self, others: &ReadOptions) -> ReadOptions {
        let mut all = self.clone();
        for (field, other) in all.fields_mut().into_iter().zip(others.fields()) {
            *field = field.take().or_else(|| other.clone());
        }
        all
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

    fn fields(&self) -> [&Option<String>; 9] {
        let ReadOptions { reading, goal, target, to, exit, empty, wall, gap, lock } = self;
        [reading, goal, target, to, exit, empty, wall, gap, lock]
    }

    fn fields_mut(&mut self) -> [&mut Option<String>; 9] {
        let ReadOptions { reading, goal, target, to, exit, empty, wall, gap, lock } = self;
        [reading, goal, target, to, exit, empty, wall, gap, lock]
    }

    /// Locks all straight pieces along themselves, or none.
    pub(super) fn lock(&self, draft: &mut PuzzleDraft) -> Result<(), Problem> {
        match self.lock.as_deref() {
            None => {}
            Some("all") => draft.lock_all(),
            Some("none") => draft.pieces.iter_mut().for_each(|piece| piece.lock = Lock::Free),
            Some(other) => {
                return Err(draft.place.wrong(format!("--lock {other}"), "`all` or `none`"));
            }
        }
        Ok(())
    }

    /// Makes `--target` with `--to` or `--exit` the goal.
    pub(super) fn aim(&self, draft: &mut PuzzleDraft) -> Result<Option<String>, Problem> {
        let (Some(target), Some(place)) = (&self.target, self.to.as_ref().or(self.exit.as_ref()))
        else {
            return Ok(None);
        };
        let piece = draft.named(target)?;
        let cells = match (&self.to, &self.exit) {
            (None, Some(exit)) => exit_cells(draft, piece, exit)?,
            _ => vec![place_cell(draft, piece, place)?],
        };
        draft.aim(piece, &cells);
        let verb = if self.to.is_some() { "goes to" } else { "leaves at" };
        Ok(Some(format!("{target} {verb} {place}")))
    }
}

impl fmt::Display for ReadOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = self.set_ones().map(|(name, value)| {
            let is_plain = |c: char| c.is_alphanumeric() || ",_/.+-⬜".contains(c);
            let is_bare = !value.is_empty() && value.chars().all(is_plain);
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

/// Returns row and column of `r,c`, from 0.
fn row_col(text: &str) -> Option<(u32, u32)> {
    let (row, col) = text.split_once(',')?;
    let number = |text: &str| text.trim().parse::<u32>().ok()?.checked_sub(1);
    Some((number(row)?, number(col)?))
}

/// Returns the first cell of a piece at a place.
pub(super) fn place_cell(draft: &PuzzleDraft, piece: usize, place: &str) -> Result<u32, Problem> {
    let extent = draft.extent(piece);
    let corner = match row_col(place) {
        Some(corner) => Some(corner),
        None => named_corner(draft, piece, place),
    };
    let cell = corner.and_then(|(top, left)| draft.first_cell(piece, top, left));
    cell.ok_or_else(|| {
        let message =
            format!("no place `{place}` for a piece of {} x {}", extent.height, extent.width);
        let expected = "row and column of its upper left corner, as in `4,2`, or `top`, `bottom`, \
                        `left`, `right`, `bottom-middle`, `bottom-right` and so on";
        draft.place.wrong(message, expected)
    })
}

/// Returns the corner of a piece at a place such as `bottom-middle`.
fn named_corner(draft: &PuzzleDraft, piece: usize, place: &str) -> Option<(u32, u32)> {
    let extent = draft.extent(piece);
    let (mut top, mut left) = (extent.top, extent.left);
    let last = |length: u32, own: u32| length.checked_sub(own);
    let middle =
        |length: u32, own: u32| last(length, own).filter(|gap| gap % 2 == 0).map(|gap| gap / 2);
    for (index, word) in place.split('-').enumerate() {
        match word {
            "top" => top = 0,
            "bottom" => top = last(draft.size.rows, extent.height)?,
            "left" => left = 0,
            "right" => left = last(draft.size.cols, extent.width)?,
            "middle" | "center" | "centre" if index > 0 => {
                if place.starts_with("top") || place.starts_with("bottom") {
                    left = middle(draft.size.cols, extent.width)?;
                } else {
                    top = middle(draft.size.rows, extent.height)?;
                }
            }
            _ => return None,
        }
    }
    Some((top, left))
}

/// Returns the first cells of a piece that leaves at a side or covers a cell.
pub(super) fn exit_cells(
    draft: &PuzzleDraft,
    piece: usize,
    exit: &str,
) -> Result<Vec<u32>, Problem> {
    if Side::named(exit).is_some() {
        return place_cell(draft, piece, exit).map(|cell| vec![cell]);
    }
    let Some((row, col)) = row_col(exit) else {
        let message = format!("--exit {exit}");
        return Err(draft.place.wrong(message, "`right`, `left`, `top`, `bottom` or a cell `r,c`"));
    };
    let cells = covering(draft, piece, row, col);
    if cells.is_empty() {
        let name = &draft.pieces[piece].name;
        let message = format!("piece `{name}` cannot cover row {}, column {}", row + 1, col + 1);
        return Err(draft.place.wrong(message, "a cell that it can reach"));
    }
    Ok(cells)
}

/// Maximum number of cells of a large piece that are tried on an exit.
const MOST_TRIED: usize = 1024;

/// Returns the first cells of a piece that covers a cell, as far as its lock and the walls allow.
pub(super) fn covering(draft: &PuzzleDraft, piece: usize, row: u32, col: u32) -> Vec<u32> {
    let Some(exit) = draft.size.cell(row.into(), col.into()) else { return Vec::new() };
    let own = &draft.pieces[piece];
    let pattern = draft.pattern(&own.cells);
    let (start_row, start_col) = draft.size.row_col(own.cells[0]);
    let is_free = |first: &u32| {
        let (row, col) = draft.size.row_col(*first);
        let on_axis = match own.lock {
            Lock::Free => true,
            Lock::Horizontal => row == start_row,
            Lock::Vertical => col == start_col,
        };
        on_axis
            && draft.cells_at(piece, *first).is_some_and(|cells| {
                cells.contains(&exit)
                    && !cells.iter().any(|cell| draft.walls.binary_search(cell).is_ok())
            })
    };
    // Any of its cells may be the one on the exit.
    let firsts = pattern.iter().take(MOST_TRIED).filter_map(|&(r, c)| {
        draft.size.cell(i64::from(row) - i64::from(r), i64::from(col) - i64::from(c))
    });
    let mut cells: Vec<u32> = firsts.filter(is_free).collect();
    cells.sort_unstable();
    cells
}
