//! Random puzzles that are the same in a mirror or after a turn: a random puzzle beside its image, on a larger board.

use std::collections::BTreeMap;

use sliding::Puzzle;
use sliding::puzzle::{
    Configuration, Demand, Gate, GoalSetup, KindSetup, Lock, Placement, Setup, Size, Want,
    kind_name,
};

use super::random::{self, Dice};
use super::read;

/// Row and column.
type Spot = (i32, i32);

/// How a board is mirrored or turned: two times the same is none.
#[derive(Clone, Copy)]
enum Way {
    LeftRight,
    UpDown,
    HalfTurn,
    Transposed,
}

/// A mirror of a board.
pub struct Mirror {
    size: Size,
    way: Way,
    /// The image of each kind.
    kinds: BTreeMap<u8, u8>,
}

impl Mirror {
    /// The image of a cell of the board.
    fn spot(&self, (row, col): Spot) -> Spot {
        let (rows, cols) = (self.size.rows as i32, self.size.cols as i32);
        match self.way {
            Way::LeftRight => (row, cols - 1 - col),
            Way::UpDown => (rows - 1 - row, col),
            Way::HalfTurn => (rows - 1 - row, cols - 1 - col),
            Way::Transposed => (col, row),
        }
    }

    fn cell(&self, (row, col): Spot) -> u32 {
        row as u32 * self.size.cols + col as u32
    }

    fn lock(&self, lock: Lock) -> Lock {
        match (self.way, lock) {
            (Way::Transposed, Lock::Horizontal) => Lock::Vertical,
            (Way::Transposed, Lock::Vertical) => Lock::Horizontal,
            _ => lock,
        }
    }

    /// The images of a kind's cells with the first one at a spot, in order.
    fn cells(&self, (row, col): Spot, cells: &[(i32, i32)]) -> Vec<Spot> {
        let images = cells.iter().map(|&(r, c)| self.spot((row + r, col + c)));
        let mut images: Vec<Spot> = images.collect();
        images.sort_unstable();
        images
    }

    /// The image of a position of the puzzle.
    pub fn image(&self, puzzle: &Puzzle, position: &Configuration) -> Configuration {
        let pieces = position.placements().iter().map(|piece| {
            let (row, col) = puzzle.size().row_col(piece.cell);
            let cells = self.cells((row as i32, col as i32), puzzle.kind(*piece).cells());
            Placement { cell: self.cell(cells[0]), kind: self.kinds[&piece.kind] }
        });
        puzzle.configuration(pieces.collect()).expect("the puzzle is the same in the mirror")
    }
}

/// The random puzzle with this number beside its image, with its mirror. None where there are too many kinds, or more cells than a search with symmetries takes.
pub fn puzzle(seed: u64) -> Option<(Mirror, Puzzle)> {
    let mut dice = Dice::new(seed ^ 0x3177);
    let half = read(&random::puzzle(seed).small);
    let Size { rows, cols } = half.size();
    let way = dice.pick(&[Way::LeftRight, Way::UpDown, Way::HalfTurn, Way::Transposed]);
    let (size, by) = match way {
        Way::LeftRight | Way::HalfTurn => (Size { rows, cols: 2 * cols }, 0),
        Way::UpDown => (Size { rows: 2 * rows, cols }, 0),
        Way::Transposed => (Size { rows: rows + cols, cols: rows + cols }, rows as i32),
    };
    if size.cells() > 64 {
        return None;
    }
    let mut mirror = Mirror { size, way, kinds: BTreeMap::new() };
    let mut setup = Setup::new(size);
    let spot = |cell: u32| {
        let (row, col) = half.size().row_col(cell);
        (row as i32, col as i32 + by)
    };
    // What is no cell of the two halves is blocked.
    let all = 0..half.size().cells() as u32;
    let open: Vec<Spot> = all.filter(|cell| !half.blocked().contains(cell)).map(spot).collect();
    let both = open.iter().flat_map(|&spot| [spot, mirror.spot(spot)]);
    let both: Vec<u32> = both.map(|spot| mirror.cell(spot)).collect();
    setup.blocked = (0..size.cells() as u32).filter(|cell| !both.contains(cell)).collect();
    // Each kind and its image, which may be the same.
    let mut pairs = Vec::new();
    for kind in half.kinds() {
        let image = mirror.cells((0, 0), kind.cells());
        let image: Vec<Spot> =
            image.iter().map(|cell| (cell.0 - image[0].0, cell.1 - image[0].1)).collect();
        let locks = [kind.lock(), mirror.lock(kind.lock())];
        let mut add = |cells: &[Spot], lock: Lock| {
            let mut kind = KindSetup::new(kind_name(setup.kinds.len() as u8 + 1)?, cells.to_vec());
            kind.lock = lock;
            Some(setup.add_kind(kind))
        };
        let own = add(kind.cells(), locks[0])?;
        let is_same = image == kind.cells() && locks[0] == locks[1] && dice.one_in(2);
        let other = if is_same { own } else { add(&image, locks[1])? };
        mirror.kinds.extend([(own, other), (other, own)]);
        pairs.push([own, other]);
    }
    let both = |piece: &Placement| {
        let own = spot(piece.cell);
        let image = mirror.cells(own, half.kind(*piece).cells())[0];
        let kinds = pairs[usize::from(piece.kind)];
        [(own, kinds[0]), (image, kinds[1])]
            .map(|(spot, kind)| Placement { cell: mirror.cell(spot), kind })
    };
    setup.start = half.start().placements().iter().flat_map(both).collect();
    if dice.one_in(4) {
        let closed = dice.pick(&open);
        for (side, spot) in [closed, mirror.spot(closed)].into_iter().enumerate() {
            let kinds = pairs.iter().skip(1).map(|pair| pair[side]).collect();
            setup.gates.push(Gate { kinds, cells: vec![mirror.cell(spot)] });
        }
    }
    for goal in half.goals() {
        let wanted = goal.demanded();
        let wanted: Vec<_> = wanted.placements().iter().take(2).map(both).collect();
        for side in [0, 1] {
            let demands = wanted
                .iter()
                .map(|pair| Demand { cell: pair[side].cell, want: Want::Origin(pair[side].kind) });
            setup.goals.push(GoalSetup::Partial(demands.collect()));
        }
    }
    Some((mirror, setup.validate().ok()?))
}
