//! Random puzzles that are the same in a mirror or after a half turn.

use std::collections::BTreeSet;

use sliding::Puzzle;
use sliding::puzzle::{
    Configuration, Demand, Gate, GoalSetup, KindSetup, Lock, Placement, Setup, Size, Want,
};

use super::random::Dice;

type Spot = (i32, i32);

/// How a board is turned or mirrored: two times the same way is none.
#[derive(Clone, Copy)]
struct Mirror {
    rows: i32,
    cols: i32,
    way: usize,
}

impl Mirror {
    fn spot(self, (row, col): Spot) -> Spot {
        match self.way {
            0 => (row, self.cols - 1 - col),
            1 => (self.rows - 1 - row, col),
            2 => (self.rows - 1 - row, self.cols - 1 - col),
            _ => (col, row),
        }
    }

    fn spots(self, spots: &[Spot]) -> Vec<Spot> {
        let mut spots: Vec<Spot> = spots.iter().map(|&spot| self.spot(spot)).collect();
        spots.sort_unstable();
        spots
    }

    fn cell(self, (row, col): Spot) -> u32 {
        (row * self.cols + col) as u32
    }

    fn lock(self, lock: Lock) -> Lock {
        match (self.way, lock) {
            (3, Lock::Horizontal) => Lock::Vertical,
            (3, Lock::Vertical) => Lock::Horizontal,
            _ => lock,
        }
    }
}

const SHAPES: [&[Spot]; 7] = [
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 2)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
];

/// From the first cell.
fn pattern(spots: &[Spot]) -> Vec<Spot> {
    spots.iter().map(|&(row, col)| (row - spots[0].0, col - spots[0].1)).collect()
}

/// Two kinds, each the mirror image of the other: perhaps the same twice.
struct Pair {
    kinds: [u8; 2],
    patterns: [Vec<Spot>; 2],
}

/// A puzzle that is the same in a mirror.
pub struct Draft {
    mirror: Mirror,
    setup: Setup,
    pairs: Vec<Pair>,
    taken: BTreeSet<Spot>,
}

impl Draft {
    fn new(dice: &mut Dice) -> Self {
        let (rows, cols) = (1 + dice.below(4) as i32, 2 + dice.below(4) as i32);
        let way = dice.below(if rows == cols { 4 } else { 3 });
        let mirror = Mirror { rows, cols, way };
        let setup = Setup::new(Size { rows: rows as u32, cols: cols as u32 });
        Self { mirror, setup, pairs: Vec::new(), taken: BTreeSet::new() }
    }

    fn any_spot(&self, dice: &mut Dice) -> Spot {
        let Mirror { rows, cols, .. } = self.mirror;
        (dice.below(rows as usize) as i32, dice.below(cols as usize) as i32)
    }

    fn is_free(&self, spots: &[Spot]) -> bool {
        let Mirror { rows, cols, .. } = self.mirror;
        let inside = |&(row, col): &Spot| (0..rows).contains(&row) && (0..cols).contains(&col);
        spots.iter().all(|spot| inside(spot) && !self.taken.contains(spot))
    }

    fn wall(&mut self, dice: &mut Dice) {
        let spot = self.any_spot(dice);
        let both = BTreeSet::from([spot, self.mirror.spot(spot)]);
        if both.iter().all(|spot| !self.taken.contains(spot)) {
            self.setup.blocked.extend(both.iter().map(|&spot| self.mirror.cell(spot)));
            self.taken.extend(both);
        }
    }

    /// Lays a piece and its mirror image, which may be itself.
    fn piece(&mut self, dice: &mut Dice) {
        let (row, col) = self.any_spot(dice);
        let shape = dice.pick(&SHAPES);
        let spots: Vec<Spot> = pattern(shape).iter().map(|&(r, c)| (row + r, col + c)).collect();
        let other = self.mirror.spots(&spots);
        let is_one = spots == other;
        let overlap = spots.iter().any(|spot| other.contains(spot));
        if !self.is_free(&spots) || !self.is_free(&other) || (overlap && !is_one) {
            return;
        }
        let Some([kind, mirrored]) = self.kinds(dice, [pattern(&spots), pattern(&other)], is_one)
        else {
            return;
        };
        self.lay(kind, &spots);
        if !is_one {
            self.lay(mirrored, &other);
        }
    }

    fn lay(&mut self, kind: u8, spots: &[Spot]) {
        self.setup.start.push(Placement { cell: self.mirror.cell(spots[0]), kind });
        self.taken.extend(spots);
    }

    /// Kinds with these patterns: some that are there, or new ones.
    fn kinds(
        &mut self,
        dice: &mut Dice,
        patterns: [Vec<Spot>; 2],
        is_one: bool,
    ) -> Option<[u8; 2]> {
        let suits =
            |pair: &&Pair| pair.patterns == patterns && (!is_one || pair.kinds[0] == pair.kinds[1]);
        if let Some(pair) = self.pairs.iter().find(suits).filter(|_| !dice.one_in(3)) {
            return Some(pair.kinds);
        }
        let lock =
            dice.pick(&[Lock::Free, Lock::Free, Lock::Free, Lock::Horizontal, Lock::Vertical]);
        let may_be_same = patterns[0] == patterns[1] && lock == self.mirror.lock(lock);
        if is_one && !may_be_same {
            return None;
        }
        let mut add = |pattern: &[Spot], lock: Lock| {
            let name = sliding::puzzle::kind_name(self.setup.kinds.len() as u8 + 1)?;
            let mut kind = KindSetup::new(name, pattern);
            kind.lock = lock;
            Some(self.setup.add_kind(kind))
        };
        let first = add(&patterns[0], lock)?;
        let is_same = is_one || (may_be_same && dice.one_in(2));
        let second = if is_same { first } else { add(&patterns[1], self.mirror.lock(lock))? };
        self.pairs.push(Pair { kinds: [first, second], patterns });
        Some([first, second])
    }

    /// Cells that some kinds alone may cover, and the same in the mirror.
    fn gate(&mut self, dice: &mut Dice) {
        let spot = self.any_spot(dice);
        let other = self.mirror.spot(spot);
        if self.taken.contains(&spot) || self.taken.contains(&other) {
            return;
        }
        let some: Vec<&Pair> = self.pairs.iter().filter(|_| dice.one_in(2)).collect();
        let kinds =
            [0, 1].map(|side| some.iter().map(|pair| pair.kinds[side]).collect::<Vec<u8>>());
        for (kinds, spot) in kinds.into_iter().zip([spot, other]) {
            self.setup.gates.push(Gate { kinds, cells: vec![self.mirror.cell(spot)] });
        }
    }

    /// A goal for one piece or two, and the same in the mirror.
    fn goal(&mut self, dice: &mut Dice) {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for _ in 0..1 + dice.below(2) {
            let spot = self.any_spot(dice);
            let pair = &self.pairs[dice.below(self.pairs.len())];
            let spots: Vec<Spot> =
                pair.patterns[0].iter().map(|&(r, c)| (spot.0 + r, spot.1 + c)).collect();
            let other = self.mirror.spots(&spots);
            let demand = |kind: u8, spot: Spot| {
                let (row, col) = spot;
                let inside =
                    (0..self.mirror.rows).contains(&row) && (0..self.mirror.cols).contains(&col);
                inside.then(|| Demand { cell: self.mirror.cell(spot), want: Want::Origin(kind) })
            };
            here.extend(demand(pair.kinds[0], spots[0]));
            there.extend(demand(pair.kinds[1], other[0]));
        }
        self.setup.goals.extend([here, there].map(GoalSetup::Partial));
    }

    /// What becomes of a configuration.
    pub fn image(&self, puzzle: &Puzzle, configuration: &Configuration) -> Configuration {
        let pieces = configuration.placements().iter().map(|piece| {
            let (row, col) = puzzle.size().row_col(piece.cell);
            let kind = &puzzle.kinds()[usize::from(piece.kind)];
            let spots: Vec<Spot> =
                kind.cells().iter().map(|&(r, c)| (row as i32 + r, col as i32 + c)).collect();
            let pair = self.pairs.iter().find(|pair| pair.kinds.contains(&piece.kind));
            let [one, other] = pair.expect("a pair").kinds;
            let kind = if piece.kind == one { other } else { one };
            Placement { cell: self.mirror.cell(self.mirror.spots(&spots)[0]), kind }
        });
        puzzle.configuration(pieces.collect()).expect("the puzzle is the same in the mirror")
    }
}

/// The random puzzle with this number, with its mirror; none where nothing fits.
pub fn puzzle(seed: u64) -> Option<(Draft, Puzzle)> {
    let mut dice = Dice::new(seed);
    let mut draft = Draft::new(&mut dice);
    if dice.one_in(4) {
        draft.wall(&mut dice);
    }
    (0..3 + dice.below(12)).for_each(|_| draft.piece(&mut dice));
    if draft.pairs.is_empty() {
        return None;
    }
    if dice.one_in(4) {
        draft.gate(&mut dice);
    }
    draft.goal(&mut dice);
    let puzzle = draft.setup.clone().validate().ok()?;
    Some((draft, puzzle))
}
