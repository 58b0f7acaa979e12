//! Random boards of a family.

use rand_pcg::Pcg64;

use super::family::Family;
use super::filling::covered;
use super::member::Member;
use crate::engine::host::below;
use crate::puzzle::Placement;

/// A random board.
pub struct RandomBoard {
    /// The member with its pieces.
    pub member: Member,
    /// The pieces, a target piece first.
    pub start: Vec<Placement>,
    /// The cell that the origin of a target piece has to reach.
    pub goal: u32,
}

/// Number of consecutive failures to place a piece before a board is discarded.
const TRIES: u32 = 64;

/// Draws a random board: first a target piece is placed, then other pieces one after the other
/// where they fit. May fail.
pub fn draw(family: &Family, random: &mut Pcg64) -> Option<RandomBoard> {
    let main = family.main[below(random, family.main.len())];
    let member = Member { main: Some(main as u32), targets: 1, others: Box::default() };
    let (mut starts, goals) = member.places(family)?;
    if family.rule.exit_row().is_some() {
        starts.pop();
    }
    let cell = *starts.get(below(random, starts.len()))?;
    let goal = *goals.get(below(random, goals.len()))?;
    let mut sketch = RandomPlacing::new(family, (main, cell), goal)?;
    let wanted = between(random, *family.pieces.start(), *family.pieces.end());
    sketch.add(wanted, random);
    sketch.board()
}

/// Changes a board at random: one of the non-target pieces is removed, and one or two others are
/// placed where they fit. May fail.
pub fn change(family: &Family, board: &RandomBoard, random: &mut Pcg64) -> Option<RandomBoard> {
    let kinds = board.member.kinds();
    let (main, others) = board.start.split_first()?;
    let mut sketch = RandomPlacing::new(family, (kinds[0].0, main.cell), board.goal)?;
    let gone = below(random, others.len());
    for (_, piece) in others.iter().enumerate().filter(|(at, _)| *at != gone) {
        sketch.put(kinds[usize::from(piece.kind)].0, piece.cell);
    }
    let least = (sketch.pieces.len() as u32 + 1).max(*family.pieces.start());
    let wanted = between(random, least, (least + 1).min(*family.pieces.end()));
    sketch.add(wanted, random);
    sketch.board()
}

/// A board on which pieces are placed at random.
struct RandomPlacing<'a> {
    family: &'a Family,
    main: usize,
    goal: u32,
    taken: Vec<bool>,
    /// The shapes and origins of the pieces, a target piece first.
    pieces: Vec<(usize, u32)>,
    /// The number of pieces of each shape.
    counts: Vec<u32>,
}

impl<'a> RandomPlacing<'a> {
    fn new(family: &'a Family, (main, cell): (usize, u32), goal: u32) -> Option<Self> {
        let mut taken = vec![false; family.size.cells()];
        covered(family, main, cell)?.into_iter().for_each(|cell| taken[cell] = true);
        let mut counts = vec![0; family.shapes.len()];
        counts[main] = 1;
        Some(Self { family, main, goal, taken, pieces: vec![(main, cell)], counts })
    }

    /// Places a piece, if it may be there.
    fn put(&mut self, shape: usize, cell: u32) -> bool {
        let Self { family, main, taken, .. } = self;
        let row = family.size.row_col(cell).0;
        if !family.permits(shape, family.is_target(*main, shape, row), row) {
            return false;
        }
        let Some(cells) = covered(family, shape, cell) else { return false };
        let left = taken.iter().filter(|taken| !**taken).count();
        let fits = left >= cells.len() + *family.empty.start() as usize
            && self.counts[shape] < *family.shapes[shape].number.end()
            && cells.iter().all(|&cell| !taken[cell]);
        if fits {
            cells.into_iter().for_each(|cell| taken[cell] = true);
            self.counts[shape] += 1;
            self.pieces.push((shape, cell));
        }
        fits
    }

    /// Places pieces at random until there are `wanted` pieces.
    fn add(&mut self, wanted: u32, random: &mut Pcg64) {
        let mut tries = 0;
        while (self.pieces.len() as u32) < wanted && tries < TRIES {
            let shape = below(random, self.family.shapes.len());
            let cell = below(random, self.family.size.cells()) as u32;
            tries = if self.put(shape, cell) { 0 } else { tries + 1 };
        }
    }

    /// Returns the board, if it is one of the family.
    fn board(mut self) -> Option<RandomBoard> {
        let family = self.family;
        let is_target = |at: usize, shape: usize, cell: u32| {
            at == 0 || family.is_target(self.main, shape, family.size.row_col(cell).0)
        };
        let pieces = self.pieces.iter().enumerate();
        let targets = pieces.clone().filter(|&(at, &(shape, cell))| is_target(at, shape, cell));
        let targets = targets.count() as u32;
        self.counts[self.main] -= targets;
        let counted = (0..).zip(&self.counts).filter(|(_, count)| **count > 0);
        let others: Box<[(u32, u32)]> = counted.map(|(shape, &count)| (shape, count)).collect();
        let kind = |shape: usize| {
            1 + others.iter().take_while(|&&(other, _)| other as usize != shape).count() as u8
        };
        let pieces = pieces.map(|(at, &(shape, cell))| Placement {
            cell,
            kind: if is_target(at, shape, cell) { 0 } else { kind(shape) },
        });
        let start = pieces.collect();
        let member = Member { main: Some(self.main as u32), targets, others };
        let is_member = family.allows(member.pieces(), member.cells(family))
            && member.has_allowed_numbers(family, &family.needed());
        is_member.then_some(RandomBoard { start, goal: self.goal, member })
    }
}

/// Returns a random number, bounds included.
fn between(random: &mut Pcg64, least: u32, most: u32) -> u32 {
    least + below(random, (most.saturating_sub(least) + 1) as usize) as u32
}
