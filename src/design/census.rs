//! Lists all members of a family: by numbers of pieces, or by all ways to place them.

use std::collections::BTreeSet;

use ahash::AHashSet;

use super::family::{Family, FamilyError, MOST_MEMBERS};
use super::member::Member;
use crate::engine::query::Budget;

/// Maximum number of placements examined for members.
const MOST_PLACEMENTS: u64 = 1 << 28;

/// Steps between two checks of the budget.
const STEPS: u32 = 1 << 12;

/// Counts the steps of building a list, and checks the budget now and then.
pub struct StepCounter<'a> {
    budget: &'a Budget,
    taken: u32,
}

impl<'a> StepCounter<'a> {
    pub fn within(budget: &'a Budget) -> Self {
        Self { budget, taken: 0 }
    }

    pub fn check_budget(&mut self) -> Result<(), FamilyError> {
        self.taken = self.taken.wrapping_add(1);
        if !self.taken.is_multiple_of(STEPS) {
            return Ok(());
        }
        self.budget.look().err().map_or(Ok(()), |by| Err(FamilyError::Stopped(by)))
    }
}

/// Returns all numbers of pieces within the bounds, whether these can be placed or not.
///
/// # Errors
///
/// Returns an error if there are more than `most`, or if a limit stopped the listing.
pub fn counted(
    family: &Family,
    most: usize,
    steps: &mut StepCounter,
) -> Result<Vec<Member>, FamilyError> {
    let mut by_size: Vec<usize> = (0..family.shapes.len()).collect();
    by_size.sort_by_key(|&shape| family.cells_of(shape));
    let needed = family.needed();
    let (others, all) = (Vec::new(), Vec::new());
    let mut numbers = MemberNumbers { family, most, by_size, needed, others, all, steps };
    if !family.rule.has_target() {
        numbers.choose(0, (None, 0), 0, 0)?;
        return Ok(numbers.all);
    }
    for &main in &family.main {
        for targets in 1..=family.most_targets(main) {
            let cells = targets * family.cells_of(main);
            numbers.choose(0, (Some(main as u32), targets), targets, cells)?;
        }
    }
    Ok(numbers.all)
}

/// Enumerates all numbers of pieces.
struct MemberNumbers<'a, 'b> {
    family: &'a Family,
    /// The limit on their number.
    most: usize,
    steps: &'a mut StepCounter<'b>,
    /// The shapes, the smallest first.
    by_size: Vec<usize>,
    needed: Vec<u32>,
    others: Vec<(u32, u32)>,
    all: Vec<Member>,
}

impl MemberNumbers<'_, '_> {
    /// Adds the current choice, and recurses with each number of each shape from one on.
    fn choose(
        &mut self,
        from: usize,
        (main, targets): (Option<u32>, u32),
        pieces: u32,
        cells: u32,
    ) -> Result<(), FamilyError> {
        self.steps.check_budget()?;
        let family = self.family;
        if family.allows(pieces, cells) {
            let mut others = self.others.clone();
            others.sort_unstable();
            let member = Member { main, targets, others: others.into() };
            self.all.extend(Some(member).filter(|m| m.has_allowed_numbers(family, &self.needed)));
            if self.all.len() > self.most {
                return Err(FamilyError::TooMany { most: self.most });
            }
        }
        let board = family.size.cells() as u32;
        let most_cells = board.saturating_sub(*family.empty.start());
        // With the largest pieces, too few cells may be covered in the end.
        let largest = self.by_size.last().map_or(0, |&shape| family.cells_of(shape));
        let more = family.pieces.end().saturating_sub(pieces).saturating_mul(largest);
        if cells.saturating_add(more) < board.saturating_sub(*family.empty.end()) {
            return Ok(());
        }
        for at in from..self.by_size.len() {
            let shape = self.by_size[at];
            let each = family.cells_of(shape);
            // Each missing piece has at least this number of cells.
            let missing = family.pieces.start().saturating_sub(pieces).max(1);
            if cells + each * missing > most_cells || pieces >= *family.pieces.end() {
                break;
            }
            let fits = (most_cells - cells) / each;
            let most = fits.min(*family.shapes[shape].number.end());
            for number in 1..=most.min(*family.pieces.end() - pieces) {
                self.others.push((shape as u32, number));
                let (pieces, cells) = (pieces + number, cells + number * each);
                self.choose(at + 1, (main, targets), pieces, cells)?;
                self.others.pop();
            }
        }
        Ok(())
    }
}

/// Returns all members that can be placed with the target piece in the upper left corner, and with
/// room for it to move. With many shapes, these are far fewer than all numbers of pieces.
pub fn packed(family: &Family, steps: &mut StepCounter) -> Result<Vec<Member>, FamilyError> {
    let mut placing = MemberPlacing {
        family,
        steps,
        shapes: of_cells(family),
        most_cells: 0,
        placed: Vec::new(),
        all: AHashSet::new(),
        needed: family.needed(),
        left: MOST_PLACEMENTS,
    };
    for &main in &family.main {
        let size = family.shapes[main].shape.size();
        if size.rows <= family.size.rows && size.cols <= family.size.cols {
            let cells = family.shapes[main].shape.cells().iter();
            let taken = cells
                .fold(0, |taken, &(r, c)| taken | 1 << (r as u32 * family.size.cols + c as u32));
            let least_empty = family.room_for(main).max(*family.empty.start());
            placing.most_cells = (family.size.cells() as u32).saturating_sub(least_empty);
            placing.fill(0, taken, main as u32)?;
        }
    }
    Ok(placing.all.into_iter().collect())
}

/// Returns, for each cell, the shapes that can have their origins there, each with the cells that
/// it covers as bits; the smallest first.
fn of_cells(family: &Family) -> Vec<Vec<(u32, u64)>> {
    let size = family.size;
    let mut all = vec![Vec::new(); size.cells()];
    for (shape, allowed) in (0..).zip(&family.shapes) {
        let own = allowed.shape.size();
        let (rows, cols) = (size.rows.checked_sub(own.rows), size.cols.checked_sub(own.cols));
        let Some((rows, cols)) = rows.zip(cols) else { continue };
        for (row, col) in (0..=rows).flat_map(|row| (0..=cols).map(move |col| (row, col))) {
            let cell = |&(r, c): &(i32, i32)| (row + r as u32) * size.cols + col + c as u32;
            let cells: BTreeSet<u32> = allowed.shape.cells().iter().map(cell).collect();
            let first = cells.first().copied().unwrap_or(0);
            all[first as usize]
                .push((shape, cells.iter().fold(0, |bits: u64, cell| bits | 1 << cell)));
        }
    }
    all.iter_mut().for_each(|shapes| shapes.sort_by_key(|(_, cells)| cells.count_ones()));
    all
}

/// Enumerates all ways to fill a board.
struct MemberPlacing<'a, 'b> {
    family: &'a Family,
    steps: &'a mut StepCounter<'b>,
    shapes: Vec<Vec<(u32, u64)>>,
    /// Maximum number of covered cells, to leave room.
    most_cells: u32,
    /// The shapes of the pieces so far, except for the target.
    placed: Vec<u32>,
    all: AHashSet<Member>,
    needed: Vec<u32>,
    /// Remaining limit on the ways examined.
    left: u64,
}

impl MemberPlacing<'_, '_> {
    /// Fills the uncovered cells from one on.
    fn fill(&mut self, from: u32, taken: u64, main: u32) -> Result<(), FamilyError> {
        self.steps.check_budget()?;
        let family = self.family;
        let cells = family.size.cells() as u32;
        let too_many = FamilyError::TooMany { most: MOST_MEMBERS };
        let Some(left) = self.left.checked_sub(1) else { return Err(too_many) };
        self.left = left;
        // The uncovered cells below `from` stay empty.
        let pieces = self.placed.len() as u32 + 1;
        if taken.count_ones() <= self.most_cells {
            self.add_member(main, pieces, taken.count_ones());
            if self.all.len() > MOST_MEMBERS {
                return Err(too_many);
            }
        }
        // Each of the pieces still missing for the minimum covers at least one cell.
        let missing = family.pieces.start().saturating_sub(pieces + 1);
        let left = self.most_cells.saturating_sub(taken.count_ones() + missing);
        if pieces >= *family.pieces.end() {
            return Ok(());
        }
        for cell in (from..cells).filter(|cell| taken >> cell & 1 == 0) {
            for at in 0..self.shapes[cell as usize].len() {
                let (shape, covered) = self.shapes[cell as usize][at];
                if covered.count_ones() > left {
                    break;
                }
                if covered & taken == 0 {
                    self.placed.push(shape);
                    self.fill(cell + 1, taken | covered, main)?;
                    self.placed.pop();
                }
            }
        }
        Ok(())
    }

    /// Adds a member, if it is valid and new.
    fn add_member(&mut self, main: u32, pieces: u32, cells: u32) {
        if !self.family.allows(pieces, cells) {
            return;
        }
        let mut shapes = self.placed.clone();
        shapes.sort_unstable();
        let others = shapes.chunk_by(|one, other| one == other);
        let others: Box<[_]> = others.map(|alike| (alike[0], alike.len() as u32)).collect();
        let member = Member { main: Some(main), targets: 1, others };
        if member.has_allowed_numbers(self.family, &self.needed) {
            self.all.insert(member);
        }
    }
}
