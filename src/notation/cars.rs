//! Rush Hour: cars one cell wide that keep to their axes, and a target that has to reach the right
//! edge of its row.

use super::problem::Problem;
use super::text::TextSpan;
use super::write::{Written, cells, no_gates, refuse_if, start, target};
use crate::puzzle::{
    Demand, GoalSetup, Kind, KindSetup, Lock, Placement, Puzzle, Setup, Size, Want, kind_name,
    letter_name,
};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SignMeaning {
    Empty,
    Wall,
    Car,
    Illegal,
}

/// The error message for more kinds than names.
pub const TOO_MANY: &str = "more than 60 kinds of pieces";
/// What is expected instead.
pub const FEWER: &str = "at most 60 kinds: pieces of one shape that no goal distinguishes are one";

/// The signs with which a notation writes boards.
pub struct SignTable {
    pub meaning: fn(u8) -> SignMeaning,
    /// What the error message expects instead of an illegal sign.
    pub legal: &'static str,
}

/// The cells of a board row by row, each with its place in the text.
pub struct CarBoard<'a, 'p> {
    /// One word with the whole board, or one word per row.
    pub words: &'p [TextSpan<'a>],
    pub side: usize,
}

impl<'a> CarBoard<'a, '_> {
    pub fn signs(&self) -> impl Iterator<Item = u8> {
        self.words.iter().flat_map(|word| word.text().bytes())
    }

    fn at(&self, cell: usize) -> TextSpan<'a> {
        match self.words {
            [whole] => whole.character(cell),
            rows => rows[cell / self.side].character(cell % self.side),
        }
    }
}

/// A car as far as it has been read.
#[derive(Clone, Copy, Default)]
struct Car {
    sign: u8,
    first: u32,
    last: u32,
    length: u32,
    /// From each of its cells to the next.
    stride: u32,
}

/// Reads a board with one sign of one byte per cell. `target` chooses among the signs of the cars,
/// given in the order of the board.
pub fn read(
    board: &CarBoard,
    signs: &SignTable,
    target: impl FnOnce(&[u8]) -> Option<u8>,
) -> Result<Setup, Problem> {
    let side = board.side as u32;
    let mut setup = Setup::new(Size { rows: side, cols: side });
    let cars = cars(board, signs, &mut setup.blocked)?;
    setup.start.reserve(cars.len());
    setup.kinds.reserve(cars.len());
    setup.origin.names.reserve(cars.len());
    let names: Vec<u8> = cars.iter().map(|car| car.sign).collect();
    let Some(target) = target(&names) else {
        let message = "there is no car that has to leave";
        return Err(board.at(0).wrong(message, "at least that one"));
    };
    // The target comes first, so that it is kind 1 in every puzzle.
    let own = cars.iter().filter(|car| car.sign == target);
    for car in own.chain(cars.iter().filter(|car| car.sign != target)) {
        let is_target = car.sign == target;
        let wrong = |message, expected| Err(board.at(car.first as usize).wrong(message, expected));
        let name = char::from(car.sign);
        if car.length < 2 {
            return wrong(format!("car {name} has one cell"), "at least two");
        }
        let lock = if car.stride == 1 { Lock::Horizontal } else { Lock::Vertical };
        if is_target && lock == Lock::Vertical {
            let message = format!("car {name}, which has to leave, stands upright");
            return wrong(message, "a car that lies in a row");
        }
        let cell = |i| if lock == Lock::Horizontal { (0, i) } else { (i, 0) };
        let Some(kind) = kind_of(&mut setup, lock, (0..car.length as i32).map(cell)) else {
            return wrong(TOO_MANY.to_owned(), FEWER);
        };
        setup.start.push(Placement { cell: car.first, kind });
        setup.origin.names.push(letter_name(name));
        if is_target {
            let exit = (car.first / side + 1) * side - car.length;
            let demand = Demand { cell: exit, want: Want::Origin(kind) };
            setup.goals.push(GoalSetup::Partial(vec![demand]));
        }
    }
    Ok(setup)
}

fn cars(board: &CarBoard, signs: &SignTable, walls: &mut Vec<u32>) -> Result<Vec<Car>, Problem> {
    let side = board.side as u32;
    let mut cars: Vec<Car> = Vec::with_capacity(16);
    let mut known = [u8::MAX; 256];
    for (cell, sign) in board.signs().enumerate() {
        let here = cell as u32;
        match (signs.meaning)(sign) {
            SignMeaning::Empty => {}
            SignMeaning::Wall => walls.push(here),
            SignMeaning::Illegal => {
                let message = format!("illegal sign `{}`", board.at(cell).text());
                return Err(board.at(cell).wrong(message, signs.legal));
            }
            SignMeaning::Car => match cars.get_mut(usize::from(known[usize::from(sign)])) {
                None => {
                    known[usize::from(sign)] = cars.len() as u8;
                    cars.push(Car { sign, first: here, last: here, length: 1, stride: 0 });
                }
                Some(car) => {
                    let stride = here - car.last;
                    let is_next = stride == 1 && !here.is_multiple_of(side) || stride == side;
                    if !is_next || car.length > 1 && stride != car.stride {
                        let message = format!("car {} is bent or broken", char::from(sign));
                        let expected = "its cells next to each other in one row or column";
                        return Err(board.at(cell).wrong(message, expected));
                    }
                    (car.last, car.length, car.stride) = (here, car.length + 1, stride);
                }
            },
        }
    }
    Ok(cars)
}

/// Returns the kind of one more piece. The first piece, the target, shares its kind with no other.
/// `None` if names run out.
pub fn kind_of(
    setup: &mut Setup,
    lock: Lock,
    cells: impl Iterator<Item = (i32, i32)> + Clone,
) -> Option<u8> {
    let mut known = setup.kinds.iter().skip(1);
    let is_same =
        |kind: &KindSetup| kind.lock == lock && kind.cells.iter().copied().eq(cells.clone());
    if let Some(index) = known.position(is_same) {
        return Some(index as u8 + 1);
    }
    let name = kind_name(setup.kinds.len() as u8 + 1)?;
    let mut kind = KindSetup::new(name, cells.collect::<Vec<_>>());
    kind.lock = lock;
    Some(setup.add_kind(kind))
}

/// Writes the board of a Rush Hour puzzle in a line: `o` for empty cells, `x` for walls, `A` for the
/// target, and letters for the other cars in the order of their first cells.
pub fn write(puzzle: &Puzzle) -> Written {
    let size = puzzle.size();
    refuse_if(size.rows != size.cols || size.rows < 3, "boards other than squares from 3 x 3 on")?;
    no_gates(puzzle)?;
    let (own, exit) = target(puzzle)?;
    let pieces = puzzle.start().placements();
    let is_car = |&piece: &Placement| is_car(puzzle.kind(piece));
    let others = "pieces other than straight cars that are locked along themselves";
    refuse_if(!pieces.iter().all(is_car), others)?;
    let length = cells(puzzle, own).len() as u32;
    let (row, _) = size.row_col(own.cell);
    let is_exit =
        puzzle.kind(own).lock() == Lock::Horizontal && exit == (row + 1) * size.cols - length;
    refuse_if(!is_exit, "goals other than a lying car at the right edge")?;
    let mut letters = 'B'..='Z';
    let sign = |&piece: &Placement| if piece == own { Some('A') } else { letters.next() };
    let signs: Option<Vec<char>> = pieces.iter().map(sign).collect();
    let signs = signs.ok_or("more than 26 cars")?;
    Ok(start(puzzle, ['o', 'x'], &signs).into_iter().collect::<String>() + "\n")
}

fn is_car(kind: &Kind) -> bool {
    let (down, right) = match kind.lock() {
        Lock::Free => return false,
        Lock::Horizontal => (0, 1),
        Lock::Vertical => (1, 0),
    };
    let cells = kind.cells();
    cells.len() > 1 && (0..).zip(cells).all(|(i, &cell)| cell == (i * down, i * right))
}
