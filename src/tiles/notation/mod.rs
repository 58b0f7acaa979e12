//! Texts of tile puzzles: boards, scrambles, goals and solutions.

mod board;

pub use board::{TileTextError, board, instance};

use board::{is_scramble, scrambled};

use super::parity::Parity;
use super::{Metric, Tiles};
use crate::puzzle::{Direction, Size};

/// Writes the content of each cell, row by row, separated by slashes.
///
/// ```
/// use sliding::tiles::notation::{board, rows};
///
/// let (size, cells) = board("82x461375", None).unwrap();
/// assert_eq!(rows(size, &cells), "8 2 0/4 6 1/3 7 5");
/// ```
pub fn rows(size: Size, cells: &[u32]) -> String {
    let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    cells.chunks(size.cols.max(1) as usize).map(row).collect::<Vec<_>>().join("/")
}

/// Returns the goal with a name on a board of this size: `ordered` (the gap last), `gap-first`,
/// `spiral` or `snail` (clockwise inward from the upper left corner, the gap last), `reverse` (the
/// gap last, the tiles from the largest to the smallest).
///
/// ```
/// use sliding::puzzle::Size;
/// use sliding::tiles::notation::{named_goal, rows};
///
/// let size = Size { rows: 3, cols: 3 };
/// let goal = |name| named_goal(name, size).map(|goal| rows(size, &goal));
/// assert_eq!(goal("spiral").as_deref(), Some("1 2 3/8 0 4/7 6 5"));
/// assert_eq!(goal("reverse").as_deref(), Some("8 7 6/5 4 3/2 1 0"));
/// assert_eq!(goal("other"), None);
/// ```
pub fn named_goal(name: &str, size: Size) -> Option<Vec<u32>> {
    match name {
        "ordered" | "last" => Some(blank_last(size)),
        "gap-first" | "first" => Some(blank_first(size)),
        "spiral" | "snail" => Some(spiral(size)),
        "reverse" => Some((0..size.cells() as u32).rev().collect()),
        _ => None,
    }
}

/// Reads the goal on a board of this size: a [name](named_goal), or a board.
///
/// # Errors
///
/// Returns an error if the text is neither, or a board of another size.
pub fn goal(text: &str, size: Size) -> Result<Vec<u32>, TileTextError> {
    if let Some(goal) = named_goal(text, size) {
        return Ok(goal);
    }
    match board(text, Some(size)) {
        Ok((other, goal)) if other == size => Ok(goal),
        Ok(_) => Err(TileTextError("start and goal are of different sizes".to_owned())),
        Err(error) => Err(TileTextError(format!("goal: {error}"))),
    }
}

/// Reads a board, a scramble of the goal, or a line of Korf's list, whose goal has the blank first.
/// `size` is for texts that do not give theirs; the default goal has the blank last.
///
/// # Errors
///
/// Returns an error if the text is none of these, or does not fit the goal.
///
/// ```
/// use sliding::tiles::notation::read;
///
/// let tiles = read("8 2 0/4 6 1/3 7 5", None, Some("gap-first"))?;
/// assert_eq!(tiles.goal(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
/// let size = sliding::puzzle::Size { rows: 3, cols: 3 };
/// assert_eq!(read("R2 D", Some(size), None)?.start(), [1, 2, 3, 0, 5, 6, 4, 7, 8]);
/// # Ok::<(), sliding::tiles::notation::TileTextError>(())
/// ```
pub fn read(text: &str, size: Option<Size>, wanted: Option<&str>) -> Result<Tiles, TileTextError> {
    let goal_of = |size| wanted.map_or_else(|| Ok(blank_last(size)), |text| goal(text, size));
    if is_scramble(text) {
        let no_size = || TileTextError("a scramble needs the size of its board".to_owned());
        let size = size.or_else(|| Some(board(wanted?, None).ok()?.0)).ok_or_else(no_size)?;
        let goal = goal_of(size)?;
        return Ok(Tiles::new(size, scrambled(text, size, &goal)?, goal)?);
    }
    let korf = instance(text, size);
    let (size, start) = board(korf.unwrap_or(text), size)?;
    let goal = match korf {
        Some(_) if wanted.is_none() => blank_first(size),
        _ => goal_of(size)?,
    };
    Ok(Tiles::new(size, start, goal)?)
}

/// The notation of a solution's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveNotation {
    /// The numbers of the tiles that move: digits up to 10 cells, else numbers separated by blanks.
    /// Those of one slide are separated by commas.
    Tiles,
    /// The directions of the blank: `L`, `R`, `U`, `D`.
    Blank,
    /// The directions of the tiles: `L`, `R`, `U`, `D`.
    Directions,
}

impl MoveNotation {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            MoveNotation::Tiles => "tiles",
            MoveNotation::Blank => "blank",
            MoveNotation::Directions => "directions",
        }
    }
}

/// Writes the moves that consist of some steps of the blank. Each step must stay on the board.
/// Slides written as tiles are separated by blanks; other notations add the number of tiles pushed,
/// if it is not one.
///
/// # Panics
///
/// If the blank leaves the board.
///
/// ```
/// use sliding::puzzle::{Direction, Size};
/// use sliding::tiles::{Metric, Tiles, notation::{MoveNotation, blank_last, moves}};
///
/// let size = Size { rows: 2, cols: 2 };
/// let tiles = Tiles::new(size, vec![0, 2, 1, 3], blank_last(size)).unwrap();
/// let way = [Direction::Down, Direction::Right];
/// let written = |how| moves(&tiles, &way, Metric::Steps, how);
/// assert_eq!(written(MoveNotation::Tiles), "13");
/// assert_eq!(written(MoveNotation::Blank), "DR");
/// assert_eq!(written(MoveNotation::Directions), "UL");
///
/// let size = Size { rows: 2, cols: 3 };
/// let tiles = Tiles::new(size, vec![0, 1, 2, 4, 5, 3], blank_last(size)).unwrap();
/// let way = [Direction::Right, Direction::Right, Direction::Down];
/// let written = |how| moves(&tiles, &way, Metric::Slides, how);
/// assert_eq!(written(MoveNotation::Tiles), "12 3");
/// assert_eq!(written(MoveNotation::Directions), "L2U");
///
/// let size = Size { rows: 2, cols: 6 };
/// let start = vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 10, 11];
/// let tiles = Tiles::new(size, start, blank_last(size)).unwrap();
/// let way = [Direction::Right, Direction::Right];
/// let written = |metric, how| moves(&tiles, &way, metric, how);
/// assert_eq!(written(Metric::Steps, MoveNotation::Tiles), "10 11");
/// assert_eq!(written(Metric::Slides, MoveNotation::Tiles), "10,11");
/// ```
pub fn moves(tiles: &Tiles, path: &[Direction], metric: Metric, how: MoveNotation) -> String {
    let (mut moved, has_digits) = (tiles.moved(path).into_iter(), tiles.size.cells() <= 10);
    let written = metric.moves(path).map(|steps| {
        let direction = match how {
            MoveNotation::Tiles => {
                let tiles = moved.by_ref().take(steps.len()).map(|tile| tile.to_string());
                return Vec::from_iter(tiles).join(if has_digits { "" } else { "," });
            }
            MoveNotation::Blank => steps[0],
            MoveNotation::Directions => steps[0].opposite(),
        };
        let letter = LETTERS[direction as usize];
        match steps.len() {
            1 => letter.to_string(),
            count => format!("{letter}{count}"),
        }
    });
    let is_plain = how != MoveNotation::Tiles || has_digits && metric == Metric::Steps;
    Vec::from_iter(written).join(if is_plain { "" } else { " " })
}

/// The letters of the directions, in the order of [`Direction::ALL`].
const LETTERS: [char; 4] = ['R', 'L', 'D', 'U'];

/// Returns the usual goal: the blank last, as Knuth has it.
pub fn blank_last(size: Size) -> Vec<u32> {
    (1..size.cells() as u32).chain([0]).collect()
}

/// Returns Korf's goal: the blank first.
pub fn blank_first(size: Size) -> Vec<u32> {
    (0..size.cells() as u32).collect()
}

/// Returns the tiles along a clockwise spiral from the first corner, the blank at its inner end.
fn spiral(size: Size) -> Vec<u32> {
    let mut board = vec![0; size.cells()];
    let round = [Direction::Right, Direction::Down, Direction::Left, Direction::Up];
    let (mut cell, mut turns) = (0, 0);
    for tile in 1..size.cells() as u32 {
        board[cell] = tile;
        let next = |turns: usize| Tiles::next(size, cell, round[turns % 4]);
        if next(turns).is_none_or(|next| board[next] != 0) {
            turns += 1;
        }
        cell = next(turns).expect("a cell is left");
    }
    board
}

/// Returns the names of the usual goals that the start of a puzzle reaches: "gap last", "gap first",
/// "spiral".
///
/// ```
/// use sliding::puzzle::Size;
/// use sliding::tiles::{Tiles, notation::blank_last, reached};
///
/// let size = Size { rows: 3, cols: 3 };
/// let start = vec![1, 2, 3, 8, 4, 0, 7, 6, 5];
/// let tiles = Tiles::new(size, start, blank_last(size))?;
/// assert_eq!(reached(&tiles), ["spiral"]);
/// # Ok::<(), sliding::tiles::BoardError>(())
/// ```
pub fn reached(tiles: &Tiles) -> Vec<&'static str> {
    let size = tiles.size;
    let goals = [
        ("gap last", blank_last(size)),
        ("gap first", blank_first(size)),
        ("spiral", spiral(size)),
    ];
    let is_reached = |goal| Parity::of(&Tiles { goal, ..tiles.clone() }).is_solvable();
    goals.into_iter().filter_map(|(name, goal)| is_reached(goal).then_some(name)).collect()
}
