//! A puzzle as the checker of proofs sees it: a board with a wall around, and what each kind covers.

use super::refused::Misfit;
use super::words::Word;
use crate::puzzle::{Configuration, Demand, Lock, Puzzle, Style, Want};

/// Boards of more cells are not taken.
pub const MAX_CELLS: usize = 1 << 12;

/// What lies on a cell: nothing, something that never moves, or the piece with this number and 1.
pub const EMPTY: u32 = 0;
pub const WALL: u32 = u32::MAX;

/// The directions, each beside its opposite: right, left, down, up.
pub const DIRECTIONS: usize = 4;

/// A kind of pieces.
pub struct Kind {
    name: u8,
    /// Its place among the names of all kinds on the board, from 1: 0 stands for an empty cell.
    symbol: u8,
    /// Where its cells are, seen from its origin.
    pub cells: Vec<isize>,
    /// The cells that it enters by a step, seen from where its origin was; none for a lock.
    pub entered: [Option<Vec<isize>>; DIRECTIONS],
    /// How far it reaches beyond its origin: to the left, to the right, and down.
    reach: [usize; 3],
    /// The cells that gates keep it from, if any.
    closed: Option<Vec<bool>>,
}

impl Kind {
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
    of_symbol: Vec<usize>,
    /// The kind of each name.
    of_name: [Option<u8>; 256],
    /// Pieces of each kind.
    pub counts: Vec<u32>,
    /// The cells that are not blocked, row by row; and all cells, with whether they are blocked.
    pub open: Vec<usize>,
    all: Vec<(usize, bool)>,
    /// The last of the blocked cells, if any.
    last_blocked: usize,
    /// The board without pieces.
    bare: Vec<u32>,
    /// How far it is to the next cell in each direction.
    pub steps: [isize; DIRECTIONS],
    /// Symbols of a configuration, trailing zeros included, and the bits of each.
    pub symbols: usize,
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
        let covered: usize = (kinds.iter().zip(&counts))
            .map(|(kind, &count)| kind.cells.len() * count as usize)
            .sum();
        let pieces: u32 = counts.iter().sum();
        let symbols = open.len() - covered + pieces as usize;
        let bits = usize::BITS - of_symbol.len().leading_zeros();
        Self {
            puzzle,
            style,
            kinds,
            of_symbol,
            of_name,
            counts,
            open,
            last_blocked: all.iter().rfind(|cell| cell.1).map_or(0, |cell| cell.0),
            all,
            bare,
            steps,
            symbols,
            bits,
        }
    }

    /// The bits of a packed configuration.
    pub fn width(&self) -> usize {
        self.symbols * self.bits as usize
    }

    /// Whether a piece stays on the board, whatever else lies there.
    pub fn has_room(&self, piece: Piece) -> bool {
        let (size, stride) = (self.puzzle.size(), self.steps[2] as usize);
        let (row, col) = (piece.origin / stride - 1, piece.origin % stride - 1);
        let [left, right, down] = self.kinds[piece.kind].reach;
        left <= col && col + right < size.cols as usize && row + down < size.rows as usize
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
    let most = |all: &mut dyn Iterator<Item = i32>| all.fold(0, i32::max) as usize;
    let reach = [
        most(&mut kind.cells().iter().map(|cell| -cell.1)),
        most(&mut kind.cells().iter().map(|cell| cell.1)),
        most(&mut kind.cells().iter().map(|cell| cell.0)),
    ];
    Kind {
        reach,
        name: kind.name() as u8,
        symbol: 0,
        entered: [entered(0), entered(1), entered(2), entered(3)],
        cells,
        closed: closed.contains(&true).then_some(closed),
    }
}

/// A piece: its kind, and where its origin is.
#[derive(Clone, Copy)]
pub struct Piece {
    pub kind: usize,
    pub origin: usize,
}

/// A configuration spelt out cell by cell.
pub struct Board<'a> {
    pub ground: &'a Ground<'a>,
    pub cells: Vec<u32>,
    pub pieces: Vec<Piece>,
    /// Pieces of each kind that were laid.
    laid: Vec<u32>,
}

impl<'a> Board<'a> {
    pub fn new(ground: &'a Ground<'a>) -> Self {
        let laid = vec![0; ground.kinds.len()];
        Self { ground, cells: ground.bare.clone(), pieces: Vec::new(), laid }
    }

    pub fn clear(&mut self) {
        self.cells.copy_from_slice(&self.ground.bare);
        self.pieces.clear();
    }

    /// Lays a configuration of which nothing is known but its text.
    pub fn lay_text(&mut self, text: &[u8]) -> Result<(), Misfit> {
        self.clear();
        self.laid.fill(0);
        let mut symbols = text.iter();
        for &(cell, is_blocked) in &self.ground.all {
            if is_blocked {
                if symbols.next() != Some(&b'x') {
                    return Err(Misfit::Blocked);
                }
                continue;
            }
            if self.cells[cell] != EMPTY {
                continue;
            }
            match symbols.next() {
                None if cell > self.ground.last_blocked => break,
                None => return Err(Misfit::Blocked),
                Some(b'0') => {}
                Some(b'x') => return Err(Misfit::Blocked),
                Some(&name) => self.lay_checked(name, cell)?,
            }
        }
        if symbols.next().is_some() || text.last() == Some(&b'0') {
            return Err(Misfit::Trailing);
        }
        if self.laid == self.ground.counts { Ok(()) } else { Err(Misfit::Pieces) }
    }

    fn lay_checked(&mut self, name: u8, origin: usize) -> Result<(), Misfit> {
        let kind = usize::from(self.ground.of_name[usize::from(name)].ok_or(Misfit::Symbol)?);
        let piece = Piece { kind, origin };
        self.fits(piece)?;
        self.laid[kind] += 1;
        self.put(piece);
        Ok(())
    }

    /// Whether one more piece can lie somewhere, or why not.
    pub fn fits(&self, piece: Piece) -> Result<(), Misfit> {
        if !self.ground.has_room(piece) {
            return Err(Misfit::Border);
        }
        let kind = &self.ground.kinds[piece.kind];
        for &offset in &kind.cells {
            let cell = piece.origin.wrapping_add_signed(offset);
            match self.cells[cell] {
                EMPTY if kind.may_cover(cell) => {}
                EMPTY => return Err(Misfit::Gate),
                _ => return Err(Misfit::Overlap),
            }
        }
        Ok(())
    }

    /// Lays a configuration that was on the board before.
    pub fn lay<K: Word>(&mut self, word: &K) {
        self.clear();
        let mut left = self.ground.symbols;
        for &cell in &self.ground.open {
            if self.cells[cell] != EMPTY {
                continue;
            }
            left -= 1;
            match word.at(left, self.ground.bits) {
                0 => {}
                symbol => {
                    let kind = self.ground.of_symbol[usize::from(symbol) - 1];
                    self.put(Piece { kind, origin: cell });
                }
            }
        }
    }

    /// Puts one more piece where nothing lies.
    pub fn put(&mut self, piece: Piece) {
        self.pieces.push(piece);
        self.fill(self.pieces.len() - 1, self.pieces.len() as u32);
    }

    /// Takes the piece away that was put last.
    pub fn take(&mut self) {
        self.fill(self.pieces.len() - 1, EMPTY);
        self.pieces.pop();
    }

    /// Fills the cells of a piece.
    #[inline(always)]
    pub fn fill(&mut self, piece: usize, content: u32) {
        let Piece { kind, origin } = self.pieces[piece];
        for &offset in &self.ground.kinds[kind].cells {
            self.cells[origin.wrapping_add_signed(offset)] = content;
        }
    }

    /// The configuration as a word.
    #[inline(always)]
    pub fn word<K: Word>(&self) -> K {
        let mut word = K::empty(self.ground.symbols);
        for &cell in &self.ground.open {
            match self.cells[cell] {
                EMPTY => word.push(0, self.ground.bits),
                piece => {
                    let Piece { kind, origin } = self.pieces[piece as usize - 1];
                    if origin == cell {
                        word.push(self.ground.kinds[kind].symbol, self.ground.bits);
                    }
                }
            }
        }
        word
    }

    /// The configuration in shorthand.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for &(cell, is_blocked) in &self.ground.all {
            match self.cells[cell] {
                _ if is_blocked => text.push('x'),
                EMPTY => text.push('0'),
                piece => {
                    let Piece { kind, origin } = self.pieces[piece as usize - 1];
                    if origin == cell {
                        text.push(self.ground.kinds[kind].name.into());
                    }
                }
            }
        }
        text.truncate(text.trim_end_matches('0').len());
        text
    }

    /// Whether a goal is met.
    pub fn meets_a_goal(&self) -> bool {
        let holds = |demand: &Demand| {
            let cell = self.ground.place(demand.cell);
            match (demand.want, self.cells[cell]) {
                (Want::Empty, content) => content == EMPTY,
                (Want::Origin(_), EMPTY | WALL) => false,
                (Want::Origin(wanted), piece) => {
                    let Piece { kind, origin } = self.pieces[piece as usize - 1];
                    kind == usize::from(wanted) && origin == cell
                }
            }
        };
        self.ground.puzzle.goals().iter().any(|goal| goal.demands().iter().all(holds))
    }

    /// Lays the puzzle's start, or another configuration of it.
    pub fn lay_known(&mut self, configuration: &Configuration) {
        self.clear();
        for piece in configuration.placements() {
            let origin = self.ground.place(piece.cell);
            self.put(Piece { kind: usize::from(piece.kind), origin });
        }
    }
}
