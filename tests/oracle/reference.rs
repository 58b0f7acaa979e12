//! A brute-force count of what can be reached, straight from the definition of the six styles.
//!
//! It tries every set of pieces that may move and every displacement that legal steps lead to, and
//! takes no shortcut that would need an argument: what it says is what the engines must say. It
//! uses nothing of the library but the parsed puzzle.

pub mod graph;

use std::collections::VecDeque;
use std::iter::repeat;

use ahash::AHashMap;
use sliding::Puzzle;
use sliding::puzzle::{Demand, Direction, Gate, Lock, Movers, Placement, Reach, Style, Want};

/// What there is to know about a puzzle in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Number of positions at each distance from the start.
    pub levels: Vec<u64>,
    /// Distance of the nearest goal.
    pub moves: Option<u64>,
}

/// Where each piece has its origin. The pieces stand by kind, and those of one kind, which cannot
/// be distinguished, by cell: so each configuration is written in one way.
pub type Origins = Vec<u32>;

/// A set of pieces, one bit each.
pub type Set = u32;

/// The row and column of a cell, or the difference of two.
type RowCol = (i64, i64);

const EMPTY: u8 = u8::MAX;
const WALL: u8 = u8::MAX - 1;

/// A puzzle's board and its pieces, each with a number of its own.
pub struct Reference<'a> {
    puzzle: &'a Puzzle,
    /// The kind of each piece, ascending, but for one that is [apart](Reference::freed).
    kinds: Vec<u8>,
    start: Origins,
    /// Those of the puzzle, to compare with what would be without them.
    pub walls: Vec<u32>,
    pub gates: Vec<Gate>,
    /// Whether the last piece can be distinguished from all others, and goes in all directions.
    is_last_apart: bool,
}

impl<'a> Reference<'a> {
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let mut pieces: Vec<(u8, u32)> =
            puzzle.start().placements().iter().map(|p| (p.kind, p.cell)).collect();
        pieces.sort_unstable();
        let (kinds, start) = pieces.into_iter().unzip();
        let (walls, gates) = (puzzle.blocked().to_vec(), puzzle.gates().to_vec());
        Self { puzzle, kinds, start, walls, gates, is_last_apart: false }
    }

    /// The same without a piece of the start.
    pub fn without(puzzle: &'a Puzzle, piece: Placement) -> Self {
        let mut reference = Self::new(puzzle);
        reference.remove(piece);
        reference
    }

    /// The same with a piece of the start that can be distinguished from all others, and goes in all directions.
    pub fn freed(puzzle: &'a Puzzle, piece: Placement) -> Self {
        let mut reference = Self::without(puzzle, piece);
        reference.kinds.push(piece.kind);
        reference.start.push(piece.cell);
        reference.is_last_apart = true;
        reference
    }

    fn remove(&mut self, piece: Placement) {
        let mut pieces = self.kinds.iter().zip(&self.start);
        let at = pieces.position(|own| own == (&piece.kind, &piece.cell)).expect("a piece");
        self.kinds.remove(at);
        self.start.remove(at);
    }

    pub fn start(&self) -> &Origins {
        &self.start
    }

    /// The kinds of a set of pieces, ascending.
    pub fn kinds_of(&self, set: Set) -> Vec<u8> {
        let members = (0..self.kinds.len()).filter(|piece| set >> piece & 1 != 0);
        let mut kinds: Vec<u8> = members.map(|piece| self.kinds[piece]).collect();
        kinds.sort_unstable();
        kinds
    }

    /// How far all is from some positions, where only some sets of pieces may move, unless it is more than `most`.
    pub fn distances(
        &self,
        style: Style,
        from: Vec<Origins>,
        most: usize,
        may: impl Fn(&Origins, Set) -> bool,
    ) -> Option<AHashMap<Origins, u64>> {
        let mut distances: AHashMap<_, _> = from.iter().cloned().zip(repeat(0)).collect();
        let mut open = VecDeque::from(from);
        while let Some(origins) = open.pop_front() {
            let distance = distances[&origins] + 1;
            self.moves_of(style, &origins, |set, after| {
                if may(&origins, set) && !distances.contains_key(&after) {
                    distances.insert(after.clone(), distance);
                    open.push_back(after);
                }
            });
            if distances.len() > most {
                return None;
            }
        }
        Some(distances)
    }

    /// The same from the start, by any moves.
    pub fn reached(&self, style: Style, most: usize) -> Option<AHashMap<Origins, u64>> {
        self.distances(style, vec![self.start.clone()], most, |_, _| true)
    }

    /// Counts the whole component of the start, unless it has more than `most` configurations.
    pub fn facts(&self, style: Style, most: usize) -> Option<Facts> {
        let mut facts = Facts { levels: Vec::new(), moves: None };
        for (origins, distance) in self.reached(style, most)? {
            let levels = facts.levels.len().max(distance as usize + 1);
            facts.levels.resize(levels, 0);
            facts.levels[distance as usize] += 1;
            if facts.moves.is_none_or(|moves| distance < moves) && self.is_goal(&origins) {
                facts.moves = Some(distance);
            }
        }
        Some(facts)
    }

    /// Calls `visit` with the result of every single move.
    pub fn moves(&self, style: Style, origins: &Origins, mut visit: impl FnMut(Origins)) {
        self.moves_of(style, origins, |_, neighbour| visit(neighbour));
    }

    /// The same, with the set of pieces that moves.
    pub fn moves_of(&self, style: Style, origins: &Origins, mut visit: impl FnMut(Set, Origins)) {
        let board = self.board(origins);
        let pieces = self.kinds.len();
        let cells: Vec<Vec<RowCol>> =
            (0..pieces).map(|piece| self.cells(origins, piece).collect()).collect();
        let mut visit_all = |set| {
            for at in self.displacements(style.reach(), &cells, &board, set) {
                visit(set, self.displaced(origins, set, at));
            }
        };
        match style.movers() {
            Movers::Single => (0..pieces).for_each(|piece| visit_all(1 << piece)),
            Movers::Super => (1..1 << pieces).for_each(visit_all),
        }
    }

    /// The number of the piece on each cell.
    fn board(&self, origins: &Origins) -> Vec<u8> {
        let mut board = vec![EMPTY; self.puzzle.size().cells()];
        for &cell in &self.walls {
            board[cell as usize] = WALL;
        }
        for piece in 0..origins.len() {
            for (row, col) in self.cells(origins, piece) {
                let cell = self.puzzle.size().cell(row, col).expect("pieces lie on the board");
                assert_eq!(board[cell as usize], EMPTY, "pieces do not overlap");
                board[cell as usize] = piece as u8;
            }
        }
        board
    }

    /// A position as text: the name of each piece at its first cell, and nothing at its others.
    pub fn shorthand(&self, origins: &Origins) -> String {
        let symbol = |(cell, &content): (u32, &u8)| match content {
            EMPTY => Some('0'),
            WALL => Some('x'),
            piece => (origins[usize::from(piece)] == cell)
                .then(|| self.puzzle.kinds()[usize::from(self.kinds[usize::from(piece)])].name()),
        };
        let text: String = (0..).zip(&self.board(origins)).filter_map(symbol).collect();
        text.trim_end_matches('0').to_owned()
    }

    /// Row and column of each cell of a piece.
    fn cells(&self, origins: &Origins, piece: usize) -> impl Iterator<Item = RowCol> {
        let (row, col) = self.puzzle.size().row_col(origins[piece]);
        let kind = &self.puzzle.kinds()[usize::from(self.kinds[piece])];
        kind.cells()
            .iter()
            .map(move |&(r, c)| (i64::from(row) + i64::from(r), i64::from(col) + i64::from(c)))
    }

    /// All displacements to which a set of pieces can go in one move, each once.
    fn displacements(
        &self,
        reach: Reach,
        cells: &[Vec<RowCol>],
        board: &[u8],
        set: Set,
    ) -> Vec<RowCol> {
        let legal = |at| self.is_legal(cells, board, set, at);
        let steps = Direction::ALL.into_iter().filter(|&direction| self.may_step(set, direction));
        let steps = steps.map(|direction| {
            let (rows, cols) = direction.delta();
            (i64::from(rows), i64::from(cols))
        });
        let mut reached = Vec::new();
        for (rows, cols) in steps.clone() {
            let mut at = (rows, cols);
            while legal(at) {
                reached.push(at);
                if reach == Reach::Step {
                    break;
                }
                at = (at.0 + rows, at.1 + cols);
            }
        }
        if reach != Reach::Walk {
            return reached;
        }
        let mut open = reached.clone();
        while let Some((row, col)) = open.pop() {
            for (rows, cols) in steps.clone() {
                let at = (row + rows, col + cols);
                if at != (0, 0) && !reached.contains(&at) && legal(at) {
                    reached.push(at);
                    open.push(at);
                }
            }
        }
        reached
    }

    /// Whether no piece of the set is locked against a direction.
    fn may_step(&self, set: Set, direction: Direction) -> bool {
        let against = if direction.is_horizontal() { Lock::Vertical } else { Lock::Horizontal };
        let locks = self.kinds.iter().map(|&kind| self.puzzle.kinds()[usize::from(kind)].lock());
        let is_locked = self.kinds.len() - usize::from(self.is_last_apart);
        let mut locks = locks.take(is_locked).enumerate();
        !locks.any(|(piece, lock)| set >> piece & 1 != 0 && lock == against)
    }

    /// Whether the set, displaced so far, is on the board, overlaps nothing else, and lies in no gate
    /// that does not name each of its pieces there.
    fn is_legal(&self, cells: &[Vec<RowCol>], board: &[u8], set: Set, at: RowCol) -> bool {
        let may_lie = |piece: usize, (row, col): RowCol| {
            let Some(cell) = self.puzzle.size().cell(row + at.0, col + at.1) else { return false };
            let is_free = match board[cell as usize] {
                EMPTY => true,
                WALL => false,
                other => set >> other & 1 != 0,
            };
            is_free && self.passes(piece, cell)
        };
        let mut members = (0..cells.len()).filter(|piece| set >> piece & 1 != 0);
        members.all(|piece| cells[piece].iter().all(|&cell| may_lie(piece, cell)))
    }

    /// Whether each gate with a cell names the piece.
    fn passes(&self, piece: usize, cell: u32) -> bool {
        let kind = &self.kinds[piece];
        self.gates.iter().all(|gate| gate.kinds.contains(kind) || !gate.cells.contains(&cell))
    }

    fn displaced(&self, origins: &Origins, set: Set, (rows, cols): RowCol) -> Origins {
        let moved = |piece: usize| {
            let (row, col) = self.puzzle.size().row_col(origins[piece]);
            let (row, col) = (i64::from(row) + rows, i64::from(col) + cols);
            self.puzzle.size().cell(row, col).expect("legal displacements stay on the board")
        };
        let cell = |piece| if set >> piece & 1 != 0 { moved(piece) } else { origins[piece] };
        let mut pieces: Vec<(u8, u32)> =
            self.kinds.iter().enumerate().map(|(piece, &kind)| (kind, cell(piece))).collect();
        let alike = pieces.len() - usize::from(self.is_last_apart);
        pieces[..alike].sort_unstable();
        pieces.into_iter().map(|(_, cell)| cell).collect()
    }

    /// Whether a goal is met.
    pub fn is_goal(&self, origins: &Origins) -> bool {
        let board = self.board(origins);
        let holds = |demand: &Demand| match demand.want {
            Want::Empty => board[demand.cell as usize] == EMPTY,
            Want::Origin(kind) => {
                self.kinds.iter().zip(origins).any(|piece| piece == (&kind, &demand.cell))
            }
        };
        self.puzzle.goals().iter().any(|goal| goal.demands().iter().all(holds))
    }
}

/// The reference itself is tested against numbers that can be seen, and against published ones in `engines.rs`.
mod tests {
    use super::*;

    fn facts(text: &str) -> Vec<Facts> {
        let puzzle: Puzzle = text.parse().unwrap();
        let reference = Reference::new(&puzzle);
        Style::ALL.map(|style| reference.facts(style, 100_000).unwrap()).to_vec()
    }

    #[test]
    fn a_lock_an_open_goal_and_pieces_that_look_alike() {
        // Car 2 is in the way of car 1, whether up or down.
        let locked = facts("3 x 3\n1 = 11 h\n2 = 1/1 v\n00210\n????1\n");
        assert!(locked.iter().all(|facts| facts.levels == [1, 1] && facts.moves.is_none()));
        // The lower right tile walks to the lower left in one move of one piece.
        let twins = facts("3 x 3\n1 = 1\n000010xx1\n000110xx0\n");
        assert_eq!([twins[2].moves, twins[5].moves], [Some(1), Some(1)]);
    }
}
