//! Small puzzles of all sorts, of which every engine finds everything in no time.

use std::collections::BTreeSet;

use sliding::puzzle::{
    Demand, GoalSetup, KindSetup, Lock, MAX_KINDS, Placement, Puzzle, Setup, Size, Want, kind_name,
};

use super::bytes::Bytes;

/// No puzzle has more placements of its pieces, overlapping ones included.
const MOST_PLACEMENTS: usize = 30_000;

const MOST_PIECES: usize = 7;

/// Row and column of each cell; the first is the origin.
type Shape = &'static [(i32, i32)];

const SHAPES: &[Shape] = &[
    &[(0, 0)],
    &[(0, 0)],
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 0), (1, -1), (1, 0)],
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (1, -1), (1, 0), (1, 1), (2, 0)],
    // In parts, and with a hole.
    &[(0, 0), (0, 2)],
    &[(0, 0), (1, 1)],
    &[(0, 0), (2, -1)],
    &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)],
];

/// A puzzle from choices, if they lead to one.
pub fn puzzle(bytes: &mut Bytes) -> Option<Puzzle> {
    let setup = if bytes.one_in(8) { tiles(bytes) } else { blocks(bytes)? };
    Some(setup.validate().unwrap_or_else(|faults| panic!("{faults}\nin {setup:?}")))
}

/// Up to five different tiles and one empty cell.
fn tiles(bytes: &mut Bytes) -> Setup {
    let (rows, cols) = bytes.pick(&[(2, 2), (2, 3), (3, 2)]);
    let mut setup = Setup::new(Size { rows, cols });
    let tiles = rows * cols - 1;
    for tile in 1..=tiles as u8 {
        setup.add_kind(KindSetup::new(kind_name(tile).expect("few tiles"), [(0, 0)]));
    }
    let mut thrown = || {
        let mut cells: Vec<u32> = (0..=tiles).collect();
        let cells = (0..tiles).map(|_| cells.swap_remove(bytes.below(cells.len())));
        let pieces = cells.zip(0..).map(|(cell, kind)| Placement { cell, kind });
        pieces.collect::<Vec<_>>()
    };
    setup.start = thrown();
    setup.goals = vec![GoalSetup::Complete(thrown())];
    setup
}

/// Pieces of up to four kinds; `None` if there is no room for any.
fn blocks(bytes: &mut Bytes) -> Option<Setup> {
    let sides = [3, 4, 2, 5, 1, 3, 4, 5];
    let (rows, cols) = (bytes.pick(&sides), bytes.pick(&sides));
    let mut setup = Setup::new(Size { rows, cols });
    if bytes.one_in(3) {
        let one_in = 3 + bytes.below(8);
        setup.blocked = (0..rows * cols).filter(|_| bytes.one_in(one_in)).collect();
    }
    kinds(bytes, &mut setup);
    let mut ground =
        Ground { kinds: setup.kinds.clone(), size: setup.size, walls: BTreeSet::new() };
    ground.walls.extend(&setup.blocked);
    setup.start = ground.start(bytes);
    if setup.start.is_empty() {
        return None;
    }
    for _ in 0..bytes.pick(&[1, 1, 2, 3]) {
        let pieces = ground.shifted(bytes, &setup.start);
        setup.goals.push(ground.goal(bytes, &setup.start, pieces));
    }
    Some(setup)
}

fn kinds(bytes: &mut Bytes, setup: &mut Setup) {
    let has_locks = bytes.one_in(3);
    for number in 1..=1 + bytes.below(4) as u8 {
        let shape = bytes.pick(SHAPES);
        let mut kind = KindSetup::new(kind_name(number).expect("few kinds"), shape);
        if has_locks {
            kind.lock = bytes.pick(&[Lock::Free, Lock::Horizontal, Lock::Vertical]);
        }
        setup.add_kind(kind);
    }
    // The width of a kind's code hangs on how many there are, used or not.
    for number in 1..=bytes.pick(&[0, 0, 0, 0, 0, 0, 12, 27, MAX_KINDS as u8]) {
        let name = kind_name(number).expect("few kinds");
        if usize::from(number) > setup.kinds.len() {
            setup.add_kind(KindSetup::new(name, [(0, 0)]));
        }
    }
}

/// A board and its kinds.
struct Ground {
    kinds: Vec<KindSetup>,
    size: Size,
    walls: BTreeSet<u32>,
}

impl Ground {
    /// The cells that a piece covers, if it stays on the board.
    fn cells(&self, piece: Placement) -> Option<Vec<u32>> {
        let (row, col) = self.size.row_col(piece.cell);
        let cells = self.kinds[usize::from(piece.kind)].cells.iter();
        cells
            .map(|&(r, c)| {
                self.size.cell(i64::from(row) + i64::from(r), i64::from(col) + i64::from(c))
            })
            .collect()
    }

    fn fits(&self, others: &[Placement], piece: Placement) -> bool {
        let covered = others.iter().flat_map(|&other| self.cells(other).unwrap_or_default());
        let taken: BTreeSet<u32> = covered.chain(self.walls.iter().copied()).collect();
        self.cells(piece).is_some_and(|cells| cells.iter().all(|cell| !taken.contains(cell)))
    }

    /// Pieces that do not overlap, and not too many.
    fn start(&self, bytes: &mut Bytes) -> Vec<Placement> {
        let board = self.size.cells();
        let used = self.kinds.len().min(4);
        let mut pieces: Vec<Placement> = Vec::new();
        let mut placements = 1;
        let mut room = board - self.walls.len();
        // Where there is hardly any room, hardly anything can move.
        let kept = if bytes.one_in(8) { 0 } else { 1 + room / 4 };
        for _ in 0..4 + bytes.below(4 * MOST_PIECES) {
            let kind = bytes.below(used) as u8;
            let piece = Placement { cell: bytes.below(board) as u32, kind };
            let alike = pieces.iter().filter(|other| other.kind == kind).count() + 1;
            let on = |cell| self.fits(&[], Placement { cell, kind });
            let places = (0..board as u32).filter(|&cell| on(cell)).count();
            let more = placements * places / alike;
            let size = self.kinds[usize::from(kind)].cells.len();
            let is_few = more <= MOST_PLACEMENTS && pieces.len() < MOST_PIECES;
            if is_few && size + kept <= room && self.fits(&pieces, piece) {
                pieces.push(piece);
                placements = more;
                room -= size;
            }
        }
        pieces
    }

    /// The same pieces elsewhere. They may go through each other, so that there may be no way.
    fn shifted(&self, bytes: &mut Bytes, start: &[Placement]) -> Vec<Placement> {
        let mut pieces = start.to_vec();
        for _ in 0..bytes.below(64) {
            let piece = pieces.swap_remove(bytes.below(pieces.len()));
            let (row, col) = self.size.row_col(piece.cell);
            let by = bytes.pick(&[(0, 1), (1, 0), (0, -1), (-1, 0), (0, 2), (3, 0), (-2, -1)]);
            let cell = self.size.cell(i64::from(row) + by.0, i64::from(col) + by.1);
            let there = cell.map(|cell| Placement { cell, ..piece });
            let there = there.filter(|&there| self.fits(&pieces, there));
            pieces.push(there.unwrap_or(piece));
        }
        pieces
    }

    /// A complete goal, or one that leaves some of the pieces and empty cells open. If any piece is
    /// not where it is at the start, one of those is wanted, so that there is something to do.
    fn goal(&self, bytes: &mut Bytes, start: &[Placement], pieces: Vec<Placement>) -> GoalSetup {
        if bytes.one_in(2) {
            return GoalSetup::Complete(pieces);
        }
        let covered = pieces.iter().flat_map(|&piece| self.cells(piece).unwrap_or_default());
        let taken: BTreeSet<u32> = covered.chain(self.walls.iter().copied()).collect();
        let cells = 0..self.size.cells() as u32;
        let empty = cells.filter(|cell| !taken.contains(cell)).map(|cell| (cell, Want::Empty));
        let origins = pieces.iter().map(|piece| (piece.cell, Want::Origin(piece.kind)));
        let demands: Vec<_> =
            origins.chain(empty).map(|(cell, want)| Demand { cell, want }).collect();
        let moved = pieces.iter().find(|piece| !start.contains(piece)).map(|piece| piece.cell);
        let one_in = 1 + bytes.below(4);
        let mut is_kept = |demand: &Demand| Some(demand.cell) == moved || bytes.one_in(one_in);
        GoalSetup::Partial(demands.into_iter().filter(|demand| is_kept(demand)).collect())
    }
}
