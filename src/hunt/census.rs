//! All members of a family: by numbers of pieces, or by all ways to place them.

use std::collections::BTreeSet;

use ahash::AHashSet;

use super::family::{Family, FamilyError, MOST_MEMBERS};
use super::member::Member;

/// So many placements are looked at for members.
const MOST_PLACEMENTS: u64 = 1 << 28;

/// All numbers of pieces within the bounds, whether these can be placed or not.
pub fn counted(family: &Family) -> Result<Vec<Member>, FamilyError> {
    let mut numbers = Numbers { family, others: Vec::new(), all: Vec::new() };
    if !family.rule.has_main() {
        numbers.choose(0, None, 0, 0)?;
        return Ok(numbers.all);
    }
    for &main in &family.main {
        numbers.choose(0, Some(main), 1, family.cells_of(main))?;
    }
    Ok(numbers.all)
}

/// Goes through all numbers of pieces.
struct Numbers<'a> {
    family: &'a Family,
    others: Vec<(u16, u16)>,
    all: Vec<Member>,
}

impl Numbers<'_> {
    /// Chooses the number of the pieces of one shape, and then those of the shapes behind it.
    fn choose(
        &mut self,
        shape: usize,
        main: Option<usize>,
        pieces: u32,
        cells: u32,
    ) -> Result<(), FamilyError> {
        let family = self.family;
        let Some(own) = family.shapes.get(shape) else {
            if family.allows(pieces, cells) {
                if self.all.len() == MOST_MEMBERS {
                    return Err(FamilyError::TooMany(MOST_MEMBERS));
                }
                let main = main.map(|main| main as u16);
                self.all.push(Member { main, others: self.others.clone().into() });
            }
            return Ok(());
        };
        let each = own.shape.cells().len() as u32;
        let of_main = u32::from(main == Some(shape));
        let most_cells = (family.size.cells() as u32).saturating_sub(*family.empty.start());
        for number in 0..=own.number.end().saturating_sub(of_main) {
            let (pieces, cells) = (pieces + number, cells + number * each);
            if pieces > *family.pieces.end() || cells > most_cells {
                break;
            }
            if own.number.contains(&(number + of_main)) {
                let kept = self.others.len();
                self.others.extend((number > 0).then_some((shape as u16, number as u16)));
                self.choose(shape + 1, main, pieces, cells)?;
                self.others.truncate(kept);
            }
        }
        Ok(())
    }
}

/// All members that can be placed with the piece that has to go in the upper left corner. Where there are many
/// shapes, these are far fewer than all numbers of pieces.
pub fn packed(family: &Family) -> Result<Vec<Member>, FamilyError> {
    let needed = (0..).zip(&family.shapes).filter(|(_, allowed)| *allowed.number.start() > 0);
    let mut placing = Placing {
        family,
        shapes: of_cells(family),
        placed: Vec::new(),
        all: AHashSet::new(),
        needed: needed.map(|(shape, _)| shape).collect(),
        left: MOST_PLACEMENTS,
    };
    for &main in &family.main {
        let size = family.shapes[main].shape.size();
        if size.rows <= family.size.rows && size.cols <= family.size.cols {
            let cells = family.shapes[main].shape.cells().iter();
            let taken = cells
                .fold(0, |taken, &(r, c)| taken | 1 << (r as u32 * family.size.cols + c as u32));
            placing.fill(0, taken, main as u16)?;
        }
    }
    Ok(placing.all.into_iter().collect())
}

/// For each cell the shapes that can have their origins there, each with the cells that it covers as bits.
fn of_cells(family: &Family) -> Vec<Vec<(u16, u64)>> {
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
            all[first as usize].push((shape, cells.iter().fold(0, |bits, cell| bits | 1 << cell)));
        }
    }
    all
}

/// Goes through all ways to fill a board.
struct Placing<'a> {
    family: &'a Family,
    shapes: Vec<Vec<(u16, u64)>>,
    /// The shapes of the pieces so far, but for the one that has to go.
    placed: Vec<u16>,
    all: AHashSet<Member>,
    /// Shapes without which there is no member.
    needed: Vec<u16>,
    /// How many more ways may be looked at.
    left: u64,
}

impl Placing<'_> {
    /// Fills the cells from one on that are not taken.
    fn fill(&mut self, from: u32, taken: u64, main: u16) -> Result<(), FamilyError> {
        let family = self.family;
        let cells = family.size.cells() as u32;
        self.left = self.left.checked_sub(1).ok_or(FamilyError::TooMany(MOST_MEMBERS))?;
        // The cells below `from` that are not taken stay empty.
        let pieces = self.placed.len() as u32 + 1;
        self.take_in(main, pieces, taken.count_ones())?;
        let spare = cells - taken.count_ones();
        if pieces == *family.pieces.end() || spare <= *family.empty.start() {
            return Ok(());
        }
        for cell in (from..cells).filter(|cell| taken >> cell & 1 == 0) {
            for at in 0..self.shapes[cell as usize].len() {
                let (shape, covered) = self.shapes[cell as usize][at];
                if covered & taken == 0 {
                    self.placed.push(shape);
                    self.fill(cell + 1, taken | covered, main)?;
                    self.placed.pop();
                }
            }
        }
        Ok(())
    }

    /// Takes in a member, if it is one and not there yet.
    fn take_in(&mut self, main: u16, pieces: u32, cells: u32) -> Result<(), FamilyError> {
        if !self.family.allows(pieces, cells) {
            return Ok(());
        }
        let mut shapes = self.placed.clone();
        shapes.sort_unstable();
        let others = shapes.chunk_by(|one, other| one == other);
        let others: Box<[_]> = others.map(|alike| (alike[0], alike.len() as u16)).collect();
        let within = |&(shape, count): &(u16, u16)| {
            let own = u32::from(count) + u32::from(shape == main);
            self.family.shapes[usize::from(shape)].number.contains(&own)
        };
        let has = |shape: u16| others.iter().any(|&(other, _)| other == shape) || shape == main;
        let has_needed = self.needed.iter().all(|&shape| has(shape));
        if has_needed
            && others.iter().all(within)
            && self.all.insert(Member { main: Some(main), others })
        {
            let is_full = self.all.len() > MOST_MEMBERS;
            return if is_full { Err(FamilyError::TooMany(MOST_MEMBERS)) } else { Ok(()) };
        }
        Ok(())
    }
}
