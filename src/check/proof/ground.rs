//! A puzzle in the form the proof checker uses: a board with a wall around, and the cells that each
//! kind covers.

use crate::puzzle::{Lock, Puzzle, Style};

/// Larger boards are not supported.
pub const MAX_CELLS: usize = 1 << 12;

/// The content of a cell: empty, immovable, or the number of a piece plus 1.
pub const EMPTY: u32 = 0;
pub const WALL: u32 = u32::MAX;

/// Number of directions, each beside its opposite: right, left, down, up.
pub const DIRECTIONS: usize = 4;

/// A kind of pieces.
pub struct PieceKind {
    pub name: u8,
    /// Its index among the names of all kinds on the board, from 1: 0 stands for an empty cell.
    pub symbol: u8,
    /// The offsets of its cells from its origin.
    pub cells: Vec<isize>,
    /// The offsets of the cells that it enters by a step, from its former origin; none for a lock.
    pub entered: [Option<Vec<isize>>; DIRECTIONS],
    /// The origins for which it stays on the board.
    pub room: Vec<bool>,
    /// The cells that gates close to it, if any.
    closed: Option<Vec<bool>>,
}

impl PieceKind {
    /// Whether gates let it cover a cell.
    #[inline(always)]
    pub fn may_cover(&self, cell: usize) -> bool {
        self.closed.as_ref().is_none_or(|closed| !closed[cell])
    }
}

/// The data that all positions of a puzzle share.
pub struct ProofGround<'a> {
    pub puzzle: &'a Puzzle,
    pub style: Style,
    pub kinds: Vec<PieceKind>,
    /// The kind of each symbol except 0.
    pub of_symbol: Vec<usize>,
    /// The kind of each name.
    pub of_name: [Option<u8>; 256],
    /// Number of pieces of each kind.
    pub counts: Vec<u32>,
    /// The cells that are not blocked, row by row, and the number of each; and all cells, with
    /// whether they are blocked.
    pub open: Vec<usize>,
    pub numbers: Vec<usize>,
    pub all: Vec<(usize, bool)>,
    /// The last of the blocked cells, if any.
    pub last_blocked: usize,
    /// The board without pieces.
    pub bare: Vec<u32>,
    /// The offset to the next cell in each direction.
    pub steps: [isize; DIRECTIONS],
    /// Number of bits of a symbol.
    pub bits: u32,
}

impl<'a> ProofGround<'a> {
    pub fn new(puzzle: &'a Puzzle, style: Style) -> Self {
        let size = puzzle.size();
        // A column of wall separates the rows, and there is a row of wall above and below.
        let stride = size.cols as usize + 1;
        let place = |cell: u32| {
            let (row, col) = size.row_col(cell);
            (row as usize + 1) * stride + col as usize + 1
        };
        let mut all: Vec<(usize, bool)> =
            (0..size.cells() as u32).map(|cell| (place(cell), false)).collect();
        puzzle.blocked().iter().for_each(|&cell| all[cell as usize].1 = true);
        let open: Vec<usize> = all.iter().filter(|cell| !cell.1).map(|cell| cell.0).collect();
        let mut bare = vec![WALL; (size.rows as usize + 2) * stride + 1];
        open.iter().for_each(|&cell| bare[cell] = EMPTY);
        let steps = [1, -1, stride as isize, -(stride as isize)];
        let counts = puzzle.counts();
        let mut kinds: Vec<PieceKind> = (0..puzzle.kinds().len())
            .map(|number| kind(puzzle, number as u8, &steps, bare.len(), &place))
            .collect();
        let mut of_symbol: Vec<usize> = (0..kinds.len()).filter(|&k| counts[k] > 0).collect();
        of_symbol.sort_by_key(|&kind| kinds[kind].name);
        let mut of_name = [None; 256];
        for (at, &kind) in of_symbol.iter().enumerate() {
            kinds[kind].symbol = at as u8 + 1;
            of_name[usize::from(kinds[kind].name)] = Some(kind as u8);
        }
        let mut numbers = vec![0; bare.len()];
        open.iter().enumerate().for_each(|(number, &cell)| numbers[cell] = number);
        let bits = usize::BITS - of_symbol.len().leading_zeros();
        Self {
            puzzle,
            style,
            kinds,
            of_symbol,
            of_name,
            counts,
            open,
            numbers,
            last_blocked: all.iter().rfind(|cell| cell.1).map_or(0, |cell| cell.0),
            all,
            bare,
            steps,
            bits,
        }
    }

    /// Returns the number of bits of a key.
    pub fn width(&self) -> usize {
        self.open.len() * self.bits as usize
    }

    /// Returns the padded place of a cell of the puzzle.
    pub fn place(&self, cell: u32) -> usize {
        self.all[cell as usize].0
    }
}

fn kind(
    puzzle: &Puzzle,
    number: u8,
    steps: &[isize; DIRECTIONS],
    padded: usize,
    place: &dyn Fn(u32) -> usize,
) -> PieceKind {
    let kind = &puzzle.kinds()[usize::from(number)];
    let cells: Vec<isize> =
        kind.cells().iter().map(|&(r, c)| r as isize * steps[2] + c as isize).collect();
    let entered = |direction: usize| {
        let is_locked = match kind.lock() {
            Lock::Free => false,
            Lock::Horizontal => direction >= 2,
            Lock::Vertical => direction < 2,
        };
        let moved = cells.iter().map(|cell| cell + steps[direction]);
        (!is_locked).then(|| moved.filter(|cell| !cells.contains(cell)).collect())
    };
    // The gates as in the puzzle file: closed to every kind that they do not name.
    let mut closed = vec![false; padded];
    for gate in puzzle.gates().iter().filter(|gate| !gate.kinds.contains(&number)) {
        gate.cells.iter().for_each(|&cell| closed[place(cell)] = true);
    }
    let size = puzzle.size();
    let mut room = vec![false; padded];
    for cell in 0..size.cells() as u32 {
        room[place(cell)] = kind.covers(cell, size).all(|covered| covered.is_some());
    }
    PieceKind {
        room,
        name: kind.name() as u8,
        symbol: 0,
        entered: [entered(0), entered(1), entered(2), entered(3)],
        cells,
        closed: closed.contains(&true).then_some(closed),
    }
}
