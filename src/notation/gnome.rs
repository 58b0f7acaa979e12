//! The levels of GNOME Klotski: one drawing with walls, pieces, a door and the goal.

use super::problem::{Problem, judge};
use super::reserved::Reserved;
use super::roster::{ANYBODY, FEWER, Roster, TOO_MANY};
use super::sheet::{Grid, by_sign};
use super::text::{Part, beginning, lines};
use super::unsayable::{Unsayable, board, cells, unless};
use super::{Item, Notation, Reader, Written};
use crate::puzzle::{
    Cell, Demand, Gate, GoalSetup, Lock, MAX_GOAL_CELLS, Puzzle, Setup, Size, Want,
};

/// A level a file.
pub const NOTATION: Notation = Notation {
    name: "gnome",
    about: "GNOME Klotski: `#` wall, `*` goes to `.`, `-` lets nothing else pass",
    read: Some(Reader::Text(|text| {
        let first = lines(text).find(|line| !line.text().is_empty()).unwrap_or(beginning(text));
        Item::only(first.number, judge(setup(text), &first))
    })),
    write,
};

/// The rows from the first to the last that is not empty.
fn rows(text: &str) -> Vec<Part<'_>> {
    let mut rows: Vec<_> = lines(text).skip_while(|line| line.text().is_empty()).collect();
    while rows.last().is_some_and(|row| row.text().is_empty()) {
        rows.pop();
    }
    rows
}

/// Whether a text is one drawing with the signs of a level.
pub fn is_level(text: &str) -> bool {
    let has = |signs: &[char]| text.contains(signs);
    has(&['#'])
        && has(&['*'])
        && has(&['.', '-'])
        && rows(text).iter().all(|row| !row.text().is_empty())
}

/// What stands in a cell, a blank where the row is too short.
fn sign(sheet: &Grid, cell: u32) -> char {
    sheet.at(cell).chars().next().unwrap_or(' ')
}

fn signs<'s>(sheet: &'s Grid) -> impl Iterator<Item = (u32, char)> + use<'s> {
    (0..sheet.size.cells() as u32).map(|cell| (cell, sign(sheet, cell)))
}

fn is_piece(c: char) -> bool {
    !matches!(c, '#' | ' ' | '.' | '-' | '\t')
}

fn setup(text: &str) -> Result<Setup, Problem> {
    let place = beginning(text);
    let beyond = || place.wrong("the board is too large", "at most 1048576 cells");
    let sheet = Grid::drawn(&rows(text)).ok_or_else(beyond)?;
    let pieces = by_sign(signs(&sheet).filter(|&(_, c)| is_piece(c)));
    let Some((_, target)) = pieces.iter().find(|(c, _)| *c == '*') else {
        return Err(place.wrong("there is no `*`", "the cells of the piece that has to leave"));
    };
    let used = reached(&sheet, &pieces);
    let frame = Frame::of(&sheet, &used);
    let mut setup = Setup::new(frame.size);
    let kept = || signs(&sheet).filter_map(|(cell, c)| Some((cell, frame.cell(cell)?, c)));
    setup.blocked =
        kept().filter(|&(cell, ..)| !used[cell as usize]).map(|(_, own, _)| own).collect();
    let mut roster = Roster::default();
    let own = |cells: &[u32]| cells.iter().filter_map(|&cell| frame.cell(cell)).collect::<Vec<_>>();
    let Some(piece) = roster.add(&mut setup, &own(target), Lock::Free, 1) else {
        return Err(place.wrong(TOO_MANY, FEWER));
    };
    for (_, cells) in pieces.iter().filter(|(c, _)| *c != '*') {
        if roster.add(&mut setup, &own(cells), Lock::Free, ANYBODY).is_none() {
            return Err(sheet.place(cells[0]).wrong(TOO_MANY, FEWER));
        }
    }
    let mut goal = vec![false; setup.size.cells()];
    for (cell, own, _) in kept().filter(|&(_, _, c)| c == '.') {
        goal[own as usize] = used[cell as usize];
    }
    let most = MAX_GOAL_CELLS / goal.len() + 1;
    for cell in places(&own(target), &goal, setup.size).take(most) {
        let demand = Demand { cell, want: Want::Origin(piece.kind) };
        setup.goals.push(GoalSetup::Partial(vec![demand]));
    }
    if setup.goals.is_empty() {
        let message = "the goal holds no place of the piece that has to leave";
        return Err(sheet.place(target[0]).wrong(message, "enough cells with `.`"));
    }
    let is_door = |&(cell, _, c): &(u32, u32, char)| c == '-' && used[cell as usize];
    let door: Vec<_> = kept().filter(is_door).map(|(_, own, _)| own).collect();
    if !door.is_empty() {
        setup.gates.push(Gate { kinds: vec![piece.kind], cells: door });
    }
    Ok(setup)
}

/// The cells that pieces may come to: those that are connected to theirs, for others than the
/// target without its door.
fn reached(sheet: &Grid, pieces: &[(char, Vec<u32>)]) -> Vec<bool> {
    let size = sheet.size;
    let mut all = vec![false; size.cells()];
    for is_target in [true, false] {
        let mine = pieces.iter().filter(|(c, _)| (*c == '*') == is_target);
        let mut open: Vec<u32> = mine.flat_map(|(_, cells)| cells.iter().copied()).collect();
        let mut seen = vec![false; size.cells()];
        while let Some(cell) = open.pop() {
            if std::mem::replace(&mut seen[cell as usize], true) {
                continue;
            }
            all[cell as usize] = true;
            let (row, col) = size.row_col(cell);
            let next = [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter();
            let next = next.filter_map(|(down, right)| {
                size.cell(i64::from(row) + down, i64::from(col) + right)
            });
            open.extend(next.filter(|&cell| match sign(sheet, cell) {
                '#' => false,
                '-' => is_target,
                _ => true,
            }));
        }
    }
    all
}

/// The part of a drawing that is used.
struct Frame {
    whole: Size,
    top: u32,
    left: u32,
    size: Size,
}

impl Frame {
    /// The box around the cells that are used, of which there is one.
    fn of(sheet: &Grid, used: &[bool]) -> Frame {
        let cells =
            || (0..).zip(used).filter(|(_, used)| **used).map(|(cell, _)| sheet.size.row_col(cell));
        let range = |values: &dyn Fn((u32, u32)) -> u32| {
            let least = cells().map(values).min().unwrap_or(0);
            (least, cells().map(values).max().unwrap_or(0) - least + 1)
        };
        let ((top, rows), (left, cols)) = (range(&|cell| cell.0), range(&|cell| cell.1));
        Frame { whole: sheet.size, top, left, size: Size { rows, cols } }
    }

    /// The number of a cell in the box, if it is there.
    fn cell(&self, cell: u32) -> Option<u32> {
        let (row, col) = self.whole.row_col(cell);
        let row = i64::from(row) - i64::from(self.top);
        self.size.cell(row, i64::from(col) - i64::from(self.left))
    }
}

/// Where a piece has its first cell when it lies within some cells.
fn places<'a>(piece: &'a [u32], within: &'a [bool], size: Size) -> impl Iterator<Item = u32> + 'a {
    let (row, col) = size.row_col(piece[0]);
    let offset = move |&cell: &u32| {
        let (r, c) = size.row_col(cell);
        (i64::from(r) - i64::from(row), i64::from(c) - i64::from(col))
    };
    (0..size.cells() as u32).filter(move |&first| {
        let (row, col) = size.row_col(first);
        piece.iter().map(offset).all(|(down, right)| {
            let cell = size.cell(i64::from(row) + down, i64::from(col) + right);
            cell.is_some_and(|cell| within[cell as usize])
        })
    })
}

fn write(puzzle: &Puzzle) -> Written {
    let Reserved { target, exits, cells: door } = Reserved::of(puzzle)?;
    let size = puzzle.size();
    let mut goal = vec![false; size.cells()];
    for &exit in &exits {
        for cell in cells(puzzle, crate::puzzle::Placement { cell: exit, ..target }) {
            goal[cell as usize] = true;
        }
    }
    let found: Vec<u32> = places(&cells(puzzle, target), &goal, size).collect();
    let (mut wanted, pieces) = (exits.clone(), puzzle.start().placements());
    wanted.sort_unstable();
    unless(found != wanted, "all places within the cells of its goal are goals")?;
    let mut names = ('a'..='z').chain('A'..='Z').chain('0'..='9');
    let mut name = |piece| if piece == target { Some('*') } else { names.next() };
    let names: Option<Vec<char>> = pieces.iter().map(|&piece| name(piece)).collect();
    let names = names.ok_or(Unsayable::new("it has too few signs for the pieces"))?;
    let wall = "#".repeat(size.cols as usize + 2);
    let mut text = wall.clone();
    for (cell, content) in (0..).zip(board(puzzle)) {
        if cell % size.cols == 0 {
            text += "\n#";
        }
        let is_door = door.binary_search(&cell).is_ok();
        let sign = match (content, goal[cell as usize], is_door) {
            (Cell::Blocked, false, _) => '#',
            (Cell::Piece(index), false, false) => names[index as usize],
            (Cell::Empty, true, false) => '.',
            (Cell::Empty, false, true) => '-',
            (Cell::Empty, false, false) => ' ',
            _ => {
                return Err(Unsayable::new(
                    "its goal and its doors are empty at the start, and apart",
                ));
            }
        };
        text.push(sign);
        if (cell + 1) % size.cols == 0 {
            text.push('#');
        }
    }
    Ok(format!("{text}\n{wall}\n"))
}
