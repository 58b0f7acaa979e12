//! The levels of lumi-a/sliding-blocks: two drawings, the start and the goal.

use super::unsayable::{Unsayable, board, demanded, no_gates, no_locks, only_goal, unless};
use super::{Notation, Reader, Written};
use crate::puzzle::{Cell, Puzzle};

/// Start and goal, parted by an empty line.
pub const NOTATION: Notation = Notation {
    name: "lumi",
    about: "lumi-a/sliding-blocks: start and goal drawn with a character a piece",
    read: Some(Reader::Boards),
    write,
};

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
    match NOTATION.parse(&text) {
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
