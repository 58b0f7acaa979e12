//! The levels of lumi-a/sliding-blocks: two drawings, the start and the goal.

use super::problem::{Problem, judge};
use super::roster::{ANYBODY, FEWER, Role, Roster, TOO_MANY};
use super::sheet::{Sheet, are_alike};
use super::text::{Part, beginning, lines};
use super::unsayable::{Unsayable, board, demanded, no_gates, no_locks, only_goal, unless};
use super::{Item, Notation, Reader, Written};
use crate::puzzle::{Cell, Demand, GoalSetup, Lock, Puzzle, Setup, Want};

/// Start and goal, parted by an empty line.
pub const NOTATION: Notation = Notation {
    name: "lumi",
    about: "lumi-a/sliding-blocks: start and goal drawn with a character a piece",
    read: Some(Reader::Text(|text| {
        let first = lines(text).find(|line| !line.text().is_empty()).unwrap_or(beginning(text));
        Item::only(first.number, judge(setup(text), &first))
    })),
    write,
};

/// Whether a text is a pair of drawings, in their right form.
pub fn is_pair(text: &str) -> bool {
    let groups = groups(text, 2);
    groups.len() == 2
        && groups.iter().all(|group| group.len() > 1)
        && text.contains('.')
        && setup(text).is_ok()
}

/// The groups of lines between empty ones, up to one more than this many.
fn groups(text: &str, most: usize) -> Vec<Vec<Part<'_>>> {
    let mut groups: Vec<Vec<Part>> = Vec::new();
    let mut is_open = false;
    for line in lines(text) {
        if line.text().is_empty() {
            is_open = false;
            continue;
        }
        if !is_open {
            if groups.len() > most {
                break;
            }
            groups.push(Vec::new());
        }
        is_open = true;
        if let Some(group) = groups.last_mut() {
            group.push(line);
        }
    }
    groups
}

/// A drawing without the blank columns at its left.
fn sheet<'a>(group: &[Part<'a>]) -> Result<Sheet<'a>, Problem> {
    let blanks = |line: &Part| line.text().chars().take_while(|&c| c == ' ').count();
    let left = group.iter().map(blanks).min().unwrap_or(0);
    let cut = group.iter().map(|line| line.from(left)).collect();
    let beyond = || group[0].wrong("the board is too large", "at most 1048576 cells");
    Sheet::new(cut).ok_or_else(beyond)
}

fn setup(text: &str) -> Result<Setup, Problem> {
    let groups = groups(text, 2);
    let [start, goal] = &groups[..] else {
        let place = groups.get(2).map_or(beginning(text), |group| group[0]);
        let message = format!("{} drawings", groups.len());
        return Err(place.wrong(message, "two, the start and the goal, with an empty line between"));
    };
    let (start, goal) = (sheet(start)?, sheet(goal)?);
    let is_wall = |c: char| c == ' ';
    if start.size != goal.size {
        let place = goal.place(0);
        return Err(place.wrong("start and goal are of different sizes", "the same cells in both"));
    }
    let mut setup = Setup::new(start.size);
    for (cell, c) in start.all() {
        if is_wall(c) != is_wall(goal.at(cell)) {
            let message = "a cell in one drawing that the other does not have";
            return Err(goal.place(cell).wrong(message, "the same cells in both"));
        }
        if is_wall(c) {
            setup.blocked.push(cell);
        }
    }
    pieces(&mut setup, &start, &goal, |c| u64::from(u32::from(c)) + 1)?;
    Ok(setup)
}

/// Adds the pieces of the start, and those of the goal as its demands. `role` tells apart the pieces
/// that the goal names.
pub fn pieces(
    setup: &mut Setup,
    start: &Sheet,
    goal: &Sheet,
    role: impl Fn(char) -> Role,
) -> Result<(), Problem> {
    let is_piece = |c: char| !matches!(c, ' ' | '.');
    let wanted = goal.pieces(|c| is_piece(c) && (c != '#' || start.all().any(|(_, s)| s == c)));
    add(setup, start, goal, &start.pieces(is_piece), &wanted, role)
}

/// As [`pieces`], for pieces that were found already.
pub fn add(
    setup: &mut Setup,
    start: &Sheet,
    goal: &Sheet,
    pieces: &[(char, Vec<u32>)],
    wanted: &[(char, Vec<u32>)],
    role: impl Fn(char) -> Role,
) -> Result<(), Problem> {
    let mut roster = Roster::default();
    let mut demands = Vec::new();
    for (name, cells) in pieces {
        let goal_cells = wanted.iter().find(|(other, _)| other == name);
        let own = goal_cells.map_or(ANYBODY, |_| role(*name));
        let Some(piece) = roster.add(setup, cells, Lock::Free, own) else {
            return Err(start.place(cells[0]).wrong(TOO_MANY, FEWER));
        };
        let Some((_, goal_cells)) = goal_cells else { continue };
        if !are_alike(cells, goal_cells, setup.size) {
            let message = format!("piece {name} has another shape than in the start");
            return Err(goal.place(goal_cells[0]).wrong(message, "the same shape"));
        }
        demands.push(Demand { cell: goal_cells[0], want: Want::Origin(piece.kind) });
    }
    if let Some((name, cells)) = wanted.iter().find(|(name, _)| pieces.iter().all(|p| p.0 != *name))
    {
        let message = format!("piece {name} is not in the start");
        return Err(goal.place(cells[0]).wrong(message, "pieces of the start"));
    }
    if demands.is_empty() {
        return Err(goal.place(0).wrong("the goal names no piece", "at least one"));
    }
    setup.goals.push(GoalSetup::Partial(demands));
    Ok(())
}

/// The names that pieces get, in their order.
pub fn names() -> impl Iterator<Item = char> {
    ('A'..='Z').chain('a'..='z').chain('0'..='9').chain("#*+-/=!$%&?@".chars())
}

fn write(puzzle: &Puzzle) -> Written {
    no_locks(puzzle)?;
    no_gates(puzzle)?;
    let wanted = demanded(puzzle, only_goal(puzzle)?)?;
    let counts = puzzle.counts();
    let are_single = wanted.iter().all(|piece| counts[usize::from(piece.kind)] == 1);
    unless(!are_single || wanted.is_empty(), "its goal names pieces of which there is one each")?;
    let names: Vec<char> = names().take(puzzle.start().placements().len()).collect();
    unless(names.len() < puzzle.start().placements().len(), "it has too few signs for the pieces")?;
    let name = |index: u32| names[index as usize];
    let start = drawing(puzzle, &board(puzzle), name, ' ');
    let goal = drawing(puzzle, &goal_board(puzzle, &wanted), name, ' ');
    let is_inner_gap = |text: &str| text.trim_matches('\n').contains("\n\n");
    unless(is_inner_gap(&start), "it has no empty lines within a board")?;
    let text = format!("{}\n\n{}\n", start.trim_matches('\n'), goal.trim_matches('\n'));
    match setup(&text) {
        Ok(_) => Ok(text),
        Err(_) => Err(Unsayable::new("it has no boards that lie apart")),
    }
}

/// The board of a goal, its pieces by their indices at the start.
pub fn goal_board(puzzle: &Puzzle, wanted: &[crate::puzzle::Placement]) -> Vec<Cell> {
    let mut cells = vec![Cell::Empty; puzzle.size().cells()];
    for &wall in puzzle.blocked() {
        cells[wall as usize] = Cell::Blocked;
    }
    let mut used = Vec::new();
    for &piece in wanted {
        let own = (0..).zip(puzzle.start().placements());
        let mut own =
            own.filter(|(index, start)| start.kind == piece.kind && !used.contains(index));
        let Some((index, _)) = own.next() else { continue };
        used.push(index);
        for cell in super::unsayable::cells(puzzle, piece) {
            cells[cell as usize] = Cell::Piece(index);
        }
    }
    cells
}

/// Lines of characters, without blanks at their ends.
pub fn drawing(puzzle: &Puzzle, cells: &[Cell], name: impl Fn(u32) -> char, wall: char) -> String {
    let sign = |cell: &Cell| match *cell {
        Cell::Piece(index) => name(index),
        Cell::Blocked => wall,
        _ => '.',
    };
    let rows = cells.chunks(puzzle.size().cols as usize);
    let row = |row: &[Cell]| row.iter().map(sign).collect::<String>();
    rows.map(|cells| row(cells).trim_end().to_owned() + "\n").collect()
}
