//! Advice for the author of a puzzle, found without a search.
//!
//! Every claim is proven, and holds in every style; what cannot be decided cheaply is left out. The
//! proofs rest on three facts. A step moves every piece that the moved pieces would bump into, so a
//! piece that bumps into something immobile cannot move either. A piece goes cell by cell, so it
//! never leaves the part of the board that it can walk on with all other mobile pieces removed. And
//! cells that slide along one lane never change their order there.

use std::collections::VecDeque;

use crate::puzzle::{
    Board, Cell, Configuration, Direction, Goal, Kind, Lock, Placement, Puzzle, Want,
};

/// One remark for an author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleAdvice {
    /// The kind with this index is defined, but has no piece.
    UnusedKind(usize),
    /// No piece of the start can move, in any style.
    NothingMoves,
    /// This piece of the start can never move. Not reported if no piece can move.
    NeverMoves(Placement),
    /// The start meets the goal with this index.
    SolvedAlready(usize),
    /// No sequence of moves reaches the goal with this index.
    Excluded(usize, Exclusion),
    /// Every goal is excluded: the puzzle has no solution.
    Hopeless,
}

/// Why a goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exclusion {
    /// It needs more empty cells than there are.
    TooEmpty {
        /// Empty cells that the goal needs.
        wanted: usize,
        /// Empty cells that the puzzle has.
        available: usize,
    },
    /// It needs the cell of this piece, which can never move, for something else.
    Rigid(Placement),
    /// It needs more pieces of a kind in a part of the board than can get there.
    CutOff {
        /// One of the places where they are needed.
        piece: Placement,
        /// Pieces of the kind that it needs in that part.
        wanted: u32,
        /// Pieces of the kind that are there, and never leave.
        available: u32,
    },
    /// A gate bars this piece of the goal from its place.
    Gate(Placement),
    /// The pieces locked to a row or a column would have to change their order in it, or to squeeze
    /// into less room than they take.
    Order {
        /// The axis the pieces are locked to.
        lock: Lock,
        /// The row, or the column, from 0.
        line: u32,
    },
    /// An odd permutation of single cells, where the empty cell ends an even number of steps away,
    /// or the reverse.
    Parity,
}

/// Limit on the cells visited for one question; beyond it, the question is left open.
const PATIENCE: usize = 1 << 26;

/// Returns all advice about a puzzle.
///
/// ```
/// use sliding::puzzle::advice::{PuzzleAdvice, Exclusion, advise};
///
/// let swapped = "2 x 2\n1 = 1\n2 = 1\n3 = 1\n123\n213\n".parse().unwrap();
/// let expected = [PuzzleAdvice::Excluded(0, Exclusion::Parity), PuzzleAdvice::Hopeless];
/// assert_eq!(advise(&swapped), expected);
/// ```
pub fn advise(puzzle: &Puzzle) -> Vec<PuzzleAdvice> {
    let unused = puzzle.counts().into_iter().enumerate().filter(|&(_, count)| count == 0);
    let mut advice: Vec<PuzzleAdvice> =
        unused.map(|(kind, _)| PuzzleAdvice::UnusedKind(kind)).collect();

    let board = puzzle.board(puzzle.start());
    let rigid = rigid(puzzle, &board);
    let pieces = puzzle.start().placements().iter().zip(&rigid);
    if rigid.iter().all(|&rigid| rigid) {
        advice.insert(0, PuzzleAdvice::NothingMoves);
    } else {
        let stuck = pieces.filter(|&(_, &rigid)| rigid).map(|(&piece, _)| piece);
        advice.extend(stuck.map(PuzzleAdvice::NeverMoves));
    }

    let ground = FixedBoard { puzzle, board: &board, rigid: &rigid };
    let mut excluded = exclusions(puzzle, &ground);
    excluded.sort_by_key(|&(goal, _)| goal);
    let goals = puzzle.goals().iter().enumerate();
    let solved = goals.filter(|(_, goal)| goal.is_met_by(puzzle.start(), &board));
    advice.extend(solved.map(|(goal, _)| PuzzleAdvice::SolvedAlready(goal)));
    let hopeless = excluded.chunk_by(|a, b| a.0 == b.0).count() == puzzle.goals().len();
    advice.extend(excluded.into_iter().map(|(goal, reason)| PuzzleAdvice::Excluded(goal, reason)));
    if hopeless {
        advice.push(PuzzleAdvice::Hopeless);
    }
    advice
}

/// Returns all reasons that exclude a goal, each with the goal's index.
fn exclusions(puzzle: &Puzzle, ground: &FixedBoard) -> Vec<(usize, Exclusion)> {
    let mut found = Vec::new();
    for (index, goal) in puzzle.goals().iter().enumerate() {
        let reasons = [
            empty_cells_exclusion(puzzle, goal),
            gate_exclusion(puzzle, goal),
            rigid_exclusion(ground, goal),
            parity_exclusion(puzzle, goal),
        ];
        found.extend(reasons.into_iter().flatten().map(|reason| (index, reason)));
    }
    let mut patience = PATIENCE;
    for kind in 0..puzzle.kinds().len() {
        let Some(regions) = Regions::new(ground, kind as u8, &mut patience) else { break };
        for (index, goal) in puzzle.goals().iter().enumerate() {
            found.extend(regions.excess(ground, goal).map(|reason| (index, reason)));
        }
    }
    let mut patience = PATIENCE;
    for lock in [Lock::Horizontal, Lock::Vertical] {
        if puzzle.kinds().iter().any(|kind| kind.lock() == lock) {
            let lanes = LockLanes::new(ground, lock);
            for (index, goal) in puzzle.goals().iter().enumerate() {
                found.extend(lanes.disorder(goal, &mut patience).map(|reason| (index, reason)));
            }
        }
    }
    found
}

/// Returns the cells of a piece on the board.
fn cells(puzzle: &Puzzle, piece: Placement) -> impl Iterator<Item = u32> {
    let kind = puzzle.kind(piece);
    kind.cells().iter().filter_map(move |&by| puzzle.size().shifted(piece.cell, by))
}

/// Whether the lock of this kind allows this direction.
fn may_step(kind: &Kind, direction: Direction) -> bool {
    match kind.lock() {
        Lock::Free => true,
        Lock::Horizontal => direction.is_horizontal(),
        Lock::Vertical => !direction.is_horizontal(),
    }
}

/// Returns which pieces of the start can never move: the largest set in which every piece, in every
/// direction, bumps into a wall, its lock, or another piece of the set that cannot move that way.
fn rigid(puzzle: &Puzzle, board: &Board) -> Vec<bool> {
    let mut rigid = vec![true; puzzle.start().placements().len()];
    let mut patience = PATIENCE;
    loop {
        let before = rigid.iter().filter(|&&rigid| rigid).count();
        for direction in Direction::ALL {
            rigid = held(puzzle, board, direction, &rigid);
        }
        let left = rigid.iter().filter(|&&rigid| rigid).count();
        if left == before {
            return rigid;
        }
        let round = 4 * board.cells().len();
        let Some(rest) = patience.checked_sub(round) else { return vec![false; rigid.len()] };
        patience = rest;
    }
}

/// Returns the pieces in `among` that cannot step in `direction` as long as all of these stay.
fn held(puzzle: &Puzzle, board: &Board, direction: Direction, among: &[bool]) -> Vec<bool> {
    let pieces = puzzle.start().placements();
    let meets_wall = |piece: Placement| {
        !may_step(puzzle.kind(piece), direction)
            || cells(puzzle, piece).any(|cell| {
                puzzle
                    .size()
                    .shifted(cell, direction.delta())
                    .is_none_or(|next| board.cells()[next as usize] == Cell::Blocked)
            })
            || puzzle
                .size()
                .shifted(piece.cell, direction.delta())
                .is_some_and(|cell| !puzzle.gates_allow(Placement { cell, ..piece }))
    };
    let mut held: Vec<bool> =
        pieces.iter().zip(among).map(|(&piece, &among)| among && meets_wall(piece)).collect();
    let mut queue: VecDeque<usize> = (0..pieces.len()).filter(|&piece| held[piece]).collect();
    while let Some(index) = queue.pop_front() {
        for cell in cells(puzzle, pieces[index]) {
            let behind = puzzle.size().shifted(cell, direction.opposite().delta());
            if let Some(Cell::Piece(other)) = behind.map(|cell| board.cells()[cell as usize]) {
                let other = other as usize;
                if among[other] && !held[other] {
                    held[other] = true;
                    queue.push_back(other);
                }
            }
        }
    }
    held
}

/// The board with everything that never moves.
struct FixedBoard<'a> {
    puzzle: &'a Puzzle,
    board: &'a Board,
    rigid: &'a [bool],
}

impl FixedBoard<'_> {
    /// Returns the piece on a cell, if it is one that never moves.
    fn rigid_at(&self, cell: u32) -> Option<Placement> {
        match self.board.cells()[cell as usize] {
            Cell::Piece(index) if self.rigid[index as usize] => {
                Some(self.puzzle.start().placements()[index as usize])
            }
            _ => None,
        }
    }

    fn is_wall(&self, cell: u32) -> bool {
        self.board.cells()[cell as usize] == Cell::Blocked || self.rigid_at(cell).is_some()
    }

    /// Whether a mobile piece fits here, ignoring the other mobile pieces.
    fn has_room(&self, piece: Placement) -> bool {
        let kind = self.puzzle.kind(piece);
        kind.cells().iter().all(|&by| {
            self.puzzle.size().shifted(piece.cell, by).is_some_and(|cell| !self.is_wall(cell))
        }) && self.puzzle.gates_allow(piece)
    }

    /// Returns the pieces of the start that are not proven immobile.
    fn mobile(&self) -> impl Iterator<Item = Placement> {
        let pieces = self.puzzle.start().placements().iter().zip(self.rigid);
        pieces.filter(|&(_, &rigid)| !rigid).map(|(&piece, _)| piece)
    }
}

fn empty_cells_exclusion(puzzle: &Puzzle, goal: &Goal) -> Option<Exclusion> {
    let wanted = goal.demands().iter().filter(|demand| demand.want == Want::Empty).count();
    let available = puzzle.empty_cells();
    (wanted > available).then_some(Exclusion::TooEmpty { wanted, available })
}

fn gate_exclusion(puzzle: &Puzzle, goal: &Goal) -> Option<Exclusion> {
    let demanded = goal.demanded();
    let mut pieces = demanded.placements().iter().copied();
    pieces.find(|&piece| !puzzle.gates_allow(piece)).map(Exclusion::Gate)
}

fn rigid_exclusion(ground: &FixedBoard, goal: &Goal) -> Option<Exclusion> {
    let conflict = |cell, wanted| ground.rigid_at(cell).filter(|&found| Some(found) != wanted);
    goal.demands()
        .iter()
        .find_map(|demand| match demand.want {
            Want::Empty => conflict(demand.cell, None),
            Want::Origin(kind) => {
                let piece = Placement { cell: demand.cell, kind };
                cells(ground.puzzle, piece).find_map(|cell| conflict(cell, Some(piece)))
            }
        })
        .map(Exclusion::Rigid)
}

/// Returns a parity reason, if there is one. With one empty cell among single ones, every step
/// swaps the empty cell with a neighbour; so the permutation is even exactly if the empty cell ends
/// an even number of steps from where it was.
fn parity_exclusion(puzzle: &Puzzle, goal: &Goal) -> Option<Exclusion> {
    let distinct = puzzle
        .counts()
        .iter()
        .zip(puzzle.kinds())
        .all(|(&count, kind)| count == 0 || count == 1 && kind.cells().len() == 1);
    if !distinct || puzzle.empty_cells() != 1 || !goal.is_complete() {
        return None;
    }
    // The empty cell counts as one more kind.
    let places = |configuration: &Configuration| {
        let mut places = vec![None; puzzle.kinds().len()];
        let board = puzzle.board(configuration);
        let empty = board.cells().iter().position(|&cell| cell == Cell::Empty);
        for piece in configuration.placements() {
            places[piece.kind as usize] = Some(piece.cell as usize);
        }
        places.push(empty);
        places
    };
    let (from, to) = (places(puzzle.start()), places(&goal.demanded()));
    let mut target = vec![None; puzzle.size().cells()];
    for (from, &to) in from.iter().zip(&to).filter_map(|(from, to)| Some(((*from)?, to))) {
        target[from] = to;
    }
    let mut is_odd = false;
    for start in 0..target.len() {
        let mut cell = start;
        while let Some(next) = target[cell].take() {
            is_odd ^= next != start;
            cell = next;
        }
    }
    let (row, col) = puzzle.size().row_col(from.last().copied()?? as u32);
    let (row2, col2) = puzzle.size().row_col(to.last().copied()?? as u32);
    let goes_odd = (row.abs_diff(row2) + col.abs_diff(col2)) % 2 == 1;
    (is_odd != goes_odd).then_some(Exclusion::Parity)
}

/// Where the mobile pieces of one kind can go, ignoring other mobile pieces.
struct Regions {
    kind: u8,
    /// The region of each cell as the kind's origin, from 1; 0 where no piece of the kind can be.
    region: Vec<u32>,
    /// How many pieces are in each region; the first is for region 0.
    available: Vec<u32>,
}

impl Regions {
    /// Returns `None` when `patience` runs out.
    fn new(ground: &FixedBoard, kind: u8, patience: &mut usize) -> Option<Regions> {
        let region = vec![0; ground.puzzle.size().cells()];
        let mut regions = Regions { kind, region, available: vec![0] };
        for piece in ground.mobile().filter(|piece| piece.kind == kind) {
            if regions.region[piece.cell as usize] == 0 {
                regions.available.push(0);
                regions.flood(ground, piece, patience)?;
            }
            regions.available[regions.region[piece.cell as usize] as usize] += 1;
        }
        Some(regions)
    }

    /// Marks the newest region, the one that contains `piece`.
    fn flood(&mut self, ground: &FixedBoard, piece: Placement, patience: &mut usize) -> Option<()> {
        let kind = &ground.puzzle.kinds()[self.kind as usize];
        let number = self.available.len() as u32 - 1;
        let mut open = vec![piece.cell];
        while let Some(cell) = open.pop() {
            if self.region[cell as usize] != 0 {
                continue;
            }
            self.region[cell as usize] = number;
            *patience = patience.checked_sub(4 * kind.cells().len())?;
            for direction in Direction::ALL.into_iter().filter(|&to| may_step(kind, to)) {
                let next = ground.puzzle.size().shifted(cell, direction.delta());
                open.extend(next.filter(|&cell| {
                    self.region[cell as usize] == 0
                        && ground.has_room(Placement { cell, kind: self.kind })
                }));
            }
        }
        Some(())
    }

    fn excess(&self, ground: &FixedBoard, goal: &Goal) -> Option<Exclusion> {
        let mut wanted = vec![0; self.available.len()];
        for demand in goal.demands().iter().filter(|demand| demand.want == Want::Origin(self.kind))
        {
            let piece = Placement { cell: demand.cell, kind: self.kind };
            // Either the piece is rigid itself, or the goal is excluded for that already.
            if cells(ground.puzzle, piece).any(|cell| ground.rigid_at(cell).is_some()) {
                continue;
            }
            let region = self.region[piece.cell as usize] as usize;
            let (wanted, available) = (&mut wanted[region], self.available[region]);
            *wanted += 1;
            if *wanted > available {
                return Some(Exclusion::CutOff { piece, wanted: *wanted, available });
            }
        }
        None
    }
}

/// A cell of a locked piece: the piece's kind, and the cell's index in it.
type CellLabel = (u8, usize);

/// The rows, or columns, of the mobile pieces locked to them, cut at everything that never moves.
struct LockLanes<'a> {
    ground: &'a FixedBoard<'a>,
    lock: Lock,
    /// The cells of each lane, in order, and the labels of locked pieces on them at the start.
    lanes: Vec<(Vec<u32>, Vec<CellLabel>)>,
}

impl<'a> LockLanes<'a> {
    fn new(ground: &'a FixedBoard<'a>, lock: Lock) -> Self {
        let size = ground.puzzle.size();
        let (lines, length) = match lock {
            Lock::Vertical => (size.cols, size.rows),
            _ => (size.rows, size.cols),
        };
        let at = |line, i| match lock {
            Lock::Vertical => i * size.cols + line,
            _ => line * size.cols + i,
        };
        let labels = labels(ground.puzzle, lock, ground.mobile());
        let mut lanes = Vec::new();
        for line in 0..lines {
            let cells: Vec<u32> = (0..length).map(|i| at(line, i)).collect();
            for lane in cells.split(|&cell| ground.is_wall(cell)).filter(|lane| !lane.is_empty()) {
                let here = lane.iter().filter_map(|&cell| labels[cell as usize]).collect();
                lanes.push((lane.to_vec(), here));
            }
        }
        Self { ground, lock, lanes }
    }

    /// Returns the first lane that cannot become what the goal needs.
    fn disorder(&self, goal: &Goal, patience: &mut usize) -> Option<Exclusion> {
        let puzzle = self.ground.puzzle;
        let board = goal.board(puzzle);
        let labels = labels(puzzle, self.lock, goal.demanded().placements().iter().copied());
        for (lane, pieces) in &self.lanes {
            let wanted = lane.iter().map(|&cell| match board.cells()[cell as usize] {
                Cell::Any => Slot::Open,
                _ => labels[cell as usize].map_or(Slot::Closed, Slot::Wanted),
            });
            *patience = patience.checked_sub(lane.len() * (pieces.len() + 1))?;
            if !fits(pieces, wanted) {
                let (row, col) = puzzle.size().row_col(lane[0]);
                let line = if self.lock == Lock::Vertical { col } else { row };
                return Some(Exclusion::Order { lock: self.lock, line });
            }
        }
        None
    }
}

/// Returns the label of each cell, for those of the pieces that have this lock.
fn labels(
    puzzle: &Puzzle,
    lock: Lock,
    pieces: impl Iterator<Item = Placement>,
) -> Vec<Option<CellLabel>> {
    let mut labels = vec![None; puzzle.size().cells()];
    for piece in pieces.filter(|piece| puzzle.kind(*piece).lock() == lock) {
        for (index, cell) in cells(puzzle, piece).enumerate() {
            labels[cell as usize] = Some((piece.kind, index));
        }
    }
    labels
}

/// What a goal requires of a cell of a lane.
enum Slot {
    /// Anything may be there.
    Open,
    /// No piece that is locked to the lane.
    Closed,
    /// This label.
    Wanted(CellLabel),
}

/// Whether `pieces` fit into the slots without changing their order.
fn fits(pieces: &[CellLabel], slots: impl Iterator<Item = Slot>) -> bool {
    // possible[n]: the slots so far can be filled with exactly the first n.
    let mut possible = vec![false; pieces.len() + 1];
    possible[0] = true;
    for slot in slots {
        match slot {
            Slot::Closed => {}
            Slot::Open => {
                for n in (0..pieces.len()).rev() {
                    possible[n + 1] |= possible[n];
                }
            }
            Slot::Wanted(label) => {
                for n in (0..pieces.len()).rev() {
                    possible[n + 1] = possible[n] && pieces[n] == label;
                }
                possible[0] = false;
            }
        }
    }
    possible[pieces.len()]
}
