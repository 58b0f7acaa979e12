//! A puzzle as the checker of proofs sees it: a board with a wall around, and what each kind covers.

use crate::puzzle::{Lock, Puzzle, Style};

/// Boards of more cells are not taken.
pub const MAX_CELLS: usize = 1 << 12;

/// What lies on a cell: nothing, something that never moves, or the piece with this number and 1.
pub const EMPTY: u32 = 0;
pub const WALL: u32 = u32::MAX;

/// The directions, each beside its opposite: right, left, down, up.
pub const DIRECTIONS: usize = 4;

/// A kind of pieces.
pub struct Kind {
    pub name: u8,
    /// Its place among the names of all kinds on the board, from 1: 0 stands for an empty cell.
    pub symbol: u8,
    /// Where its cells are, seen from its origin: four, of which some may be the same, and the others. Most
    /// kinds have no others. So the loops over their cells are of one length, and go without a branch that
    /// nobody can foretell.
    four: [isize; 4],
    others: Vec<isize>,
    /// How many there are.
    pub size: usize,
    /// The cells that it enters by a step, seen from where its origin was; none for a lock.
    pub entered: [Option<Vec<isize>>; DIRECTIONS],
    /// The places where its origin may be, so that it stays on the board.
    pub room: Vec<bool>,
    /// The cells that gates keep it from, if any.
    closed: Option<Vec<bool>>,
}

impl Kind {
    /// Calls for each cell, seen from the origin, once at least.
    #[inline(always)]
    pub fn each_cell(&self, mut call: impl FnMut(isize)) {
        self.four.into_iter().for_each(&mut call);
        self.others.iter().for_each(|&offset| call(offset));
    }

    /// Whether gates let it cover a cell.
    #[inline(always)]
    pub fn may_cover(&self, cell: usize) -> bool {
        self.closed.as_ref().is_none_or(|closed| !closed[cell])
    }
}

/// What does not change from one configuration to the other.
pub struct Ground<'a> {
    pub puzzle: &'a Puzzle,
    pub style: Style,
    pub kinds: Vec<Kind>,
    /// The kind of each symbol but 0.
    pub of_symbol: Vec<usize>,
    /// The kind of each name.
    pub of_name: [Option<u8>; 256],
    /// Pieces of each kind.
    pub counts: Vec<u32>,
    /// The cells that are not blocked, row by row, and the number of each; and all cells, with whether they are
    /// blocked.
    pub open: Vec<usize>,
    pub numbers: Vec<usize>,
    pub all: Vec<(usize, bool)>,
    /// The last of the blocked cells, if any.
    pub last_blocked: usize,
    /// The board without pieces.
    pub bare: Vec<u32>,
    /// How far it is to the next cell in each direction.
    pub steps: [isize; DIRECTIONS],
    /// The bits of a symbol.
    pub bits: u32,
}

impl<'a> Ground<'a> {
    pub fn new(puzzle: &'a Puzzle, style: Style) -> Self {
        let size = puzzle.size();
        // A column of wall stands between the rows, and a row of it above and below.
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
        let mut kinds: Vec<Kind> = (0..puzzle.kinds().len())
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

    /// The bits of a key.
    pub fn width(&self) -> usize {
        self.open.len() * self.bits as usize
    }

    /// The padded place of a cell of the puzzle.
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
) -> Kind {
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
    // The gates as the puzzle file has them: closed to every kind that they do not name.
    let mut closed = vec![false; padded];
    for gate in puzzle.gates().iter().filter(|gate| !gate.kinds.contains(&number)) {
        gate.cells.iter().for_each(|&cell| closed[place(cell)] = true);
    }
    let size = puzzle.size();
    let mut room = vec![false; padded];
    for cell in 0..size.cells() as u32 {
        room[place(cell)] = kind.covers(cell, size).all(|covered| covered.is_some());
    }
    Kind {
        room,
        name: kind.name() as u8,
        symbol: 0,
        entered: [entered(0), entered(1), entered(2), entered(3)],
        four: std::array::from_fn(|at| cells.get(at).copied().unwrap_or(0)),
        others: cells.get(4..).unwrap_or(&[]).to_vec(),
        size: cells.len(),
        closed: closed.contains(&true).then_some(closed),
    }
}
