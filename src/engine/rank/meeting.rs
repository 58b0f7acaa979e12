//! Lists all placements that meet a goal.

use std::ops::ControlFlow;

use crate::puzzle::{Configuration, Goal, Placement, Puzzle, Want};

/// Limit on filling steps, per position of the limit on positions.
const STEPS: u64 = 256;

/// Returns all positions of a puzzle that meet a goal, in no particular order; `None` if there are
/// more than `most`, or if finding them takes much longer than that many should.
pub fn meeting(puzzle: &Puzzle, goal: &Goal, most: usize) -> Option<Vec<Configuration>> {
    let mut found = Vec::new();
    let check = &mut || ControlFlow::Continue(());
    each_meeting(puzzle, goal, most, check, &mut |configuration| found.push(configuration))?;
    Some(found)
}

/// Number of choices between two checks whether to go on.
const CHOICES: u32 = 1 << 12;

/// Like [`meeting`], but reports one position after the other. If it returns `None`, also because
/// `check` stopped it, only some were reported.
pub fn each_meeting(
    puzzle: &Puzzle,
    goal: &Goal,
    most: usize,
    check: &mut dyn FnMut() -> ControlFlow<()>,
    visit: &mut dyn FnMut(Configuration),
) -> Option<()> {
    // No position of a puzzle has a piece in a cell that a gate bars to it.
    if !goal.demanded().placements().iter().all(|&piece| puzzle.gates_allow(piece)) {
        return Some(());
    }
    if goal.is_complete() {
        return (most > 0).then(|| visit(goal.demanded()));
    }
    let mut demanded = vec![None; puzzle.size().cells()];
    goal.demands().iter().for_each(|demand| demanded[demand.cell as usize] = Some(demand.want));
    let mut free = vec![true; puzzle.size().cells()];
    puzzle.blocked().iter().for_each(|&cell| free[cell as usize] = false);
    let mut left = puzzle.counts();
    let mut filling = BoardFiller {
        puzzle,
        demanded,
        free,
        placed: Vec::new(),
        visit,
        check,
        choices: 0,
        most,
        steps: STEPS.saturating_mul(most as u64 + puzzle.size().cells() as u64),
        spare: puzzle.empty_cells(),
    };
    // Demanded pieces are placed first, so that no other piece gets in their way.
    for &placement in goal.demanded().placements() {
        filling.put(placement);
        left[placement.kind as usize] -= 1;
    }
    filling.run(&mut left)
}

/// Returns all positions that meet any goal of a puzzle, reachable or not, if there are at most
/// `most`. A position that meets several goals is listed several times.
pub fn meeting_any(puzzle: &Puzzle, most: usize) -> Option<Vec<Configuration>> {
    puzzle.goals().iter().try_fold(Vec::new(), |mut found, goal| {
        found.extend(meeting(puzzle, goal, most - found.len())?);
        Some(found)
    })
}

/// Fills the board cell by cell.
struct BoardFiller<'a> {
    puzzle: &'a Puzzle,
    demanded: Vec<Option<Want>>,
    /// Cells that are neither blocked nor covered.
    free: Vec<bool>,
    placed: Vec<Placement>,
    visit: &'a mut dyn FnMut(Configuration),
    check: &'a mut dyn FnMut() -> ControlFlow<()>,
    /// Number of choices made.
    choices: u32,
    /// Number of positions that may still be reported.
    most: usize,
    /// Number of steps that may still be tried.
    steps: u64,
    /// Number of cells that may still stay empty.
    spare: usize,
}

/// A choice: the cell, and the kind tried there; the number of kinds stands for an empty cell.
struct CellChoice {
    cell: u32,
    /// Number of the next kind to try; one past the last kind stands for an empty cell.
    next: usize,
    /// The piece there now.
    chosen: Option<u8>,
}

impl BoardFiller<'_> {
    fn cells(&self, placement: Placement) -> impl Iterator<Item = Option<usize>> + '_ {
        let size = self.puzzle.size();
        let (row, col) = size.row_col(placement.cell);
        self.puzzle.kinds()[placement.kind as usize].cells().iter().map(move |&(r, c)| {
            let cell = size.cell(i64::from(row) + i64::from(r), i64::from(col) + i64::from(c));
            cell.map(|cell| cell as usize)
        })
    }

    fn fits(&mut self, placement: Placement) -> bool {
        let is_free = |cell: Option<usize>| {
            cell.is_some_and(|cell| self.free[cell] && self.demanded[cell] != Some(Want::Empty))
        };
        let looked = self.puzzle.kinds()[placement.kind as usize].cells().len() as u64;
        let fits = self.cells(placement).all(is_free) && self.puzzle.gates_allow(placement);
        self.steps = self.steps.saturating_sub(looked);
        fits
    }

    fn set(&mut self, placement: Placement, free: bool) {
        let cells: Vec<usize> = self.cells(placement).flatten().collect();
        cells.into_iter().for_each(|cell| self.free[cell] = free);
    }

    fn put(&mut self, placement: Placement) {
        self.set(placement, false);
        self.placed.push(placement);
    }

    fn remove_last(&mut self) {
        let placement = self.placed.pop().expect("it was put there");
        self.set(placement, true);
    }

    /// Tries all fillings, without recursion as boards may be large.
    fn run(mut self, left: &mut [u32]) -> Option<()> {
        let mut branch = Vec::new();
        if !self.descend(0, left, &mut branch)? {
            return Some(());
        }
        while let Some(choice) = branch.last_mut() {
            self.choices = self.choices.wrapping_add(1);
            if self.choices.is_multiple_of(CHOICES) && (self.check)().is_break() {
                return None;
            }
            match choice.chosen.take() {
                Some(kind) => {
                    left[kind as usize] += 1;
                    self.remove_last();
                }
                None if choice.next > left.len() => {
                    // The cell was empty, which is the last choice.
                    self.spare += 1;
                    branch.pop();
                    continue;
                }
                None => {}
            }
            let choice = branch.last_mut().expect("as before");
            let cell = choice.cell;
            let kinds = choice.next..left.len();
            let kind = kinds
                .into_iter()
                .find(|&kind| left[kind] > 0 && self.fits(Placement { cell, kind: kind as u8 }));
            self.steps = self.steps.checked_sub(1)?;
            let choice = branch.last_mut().expect("as before");
            if let Some(kind) = kind {
                (choice.next, choice.chosen) = (kind + 1, Some(kind as u8));
                left[kind] -= 1;
                self.put(Placement { cell, kind: kind as u8 });
            } else if self.spare > 0 {
                choice.next = left.len() + 1;
                self.spare -= 1;
            } else {
                branch.pop();
                continue;
            }
            self.descend(cell + 1, left, &mut branch)?;
        }
        Some(())
    }

    /// Begins with the next free cell, or reports the position if no piece is left.
    fn descend(&mut self, from: u32, left: &[u32], branch: &mut Vec<CellChoice>) -> Option<bool> {
        if left.iter().all(|&count| count == 0) {
            self.most = self.most.checked_sub(1)?;
            (self.visit)(Configuration::new(self.placed.clone()));
            return Some(false);
        }
        let rest = &self.free[from as usize..];
        let next = rest.iter().position(|&free| free);
        self.steps = self.steps.checked_sub(next.unwrap_or(rest.len()) as u64)?;
        let Some(next) = next else { return Some(false) };
        branch.push(CellChoice { cell: from + next as u32, next: 0, chosen: None });
        Some(true)
    }
}
