//! Parts of levels that are not as they were written are made again: a part is a function of the two levels before it,
//! and one of all goals of the levels in which these were found. Where those levels are gone, it has a parity.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Search;
use super::part::Part;
use super::state::Level;
use super::worker::Looks;
use crate::search::disk::{Mends, Trouble};

/// A part of a level that is not as it was written, and what is wrong with it.
pub struct Lost {
    pub distance: usize,
    pub number: usize,
    pub found: u64,
    pub path: PathBuf,
    pub what: String,
}

impl Mends for Search<'_> {
    /// Where the levels before are kept, or there is a parity.
    fn mend(&mut self, path: &Path, what: &str) -> Result<(), Trouble> {
        let (path, what) = (path.to_owned(), what.to_owned());
        match self.state.place_of(&path) {
            Some(((distance, number), found)) => {
                self.make_again(Lost { distance, number, found, path, what })
            }
            None => Err(Trouble::Damaged { path, what }),
        }
    }
}

impl Search<'_> {
    /// Makes all again that was lost when the search was taken up, the nearest parts first.
    pub fn mend_lost(&mut self) -> Result<(), Trouble> {
        let mut lost = std::mem::take(&mut self.state.lost);
        lost.sort_by_key(|lost| lost.distance);
        lost.into_iter().try_for_each(|lost| self.make_again(lost))?;
        let lost = std::mem::take(&mut self.state.lost_parities);
        if !lost.is_empty() {
            self.state.guard(self.maker.folder)?;
        }
        lost.into_iter().try_for_each(|(path, what)| self.mended.note(&path, &what))
    }

    fn make_again(&mut self, lost: Lost) -> Result<(), Trouble> {
        let Lost { distance, number, found, path, what } = &lost;
        let (folder, cut) = (self.maker.folder, &self.maker.bands.cut);
        if self.state.parities.have(path) {
            let sheets = self.maker.bands.sheets(*number);
            self.state.mend(folder, &lost, sheets, cut.leaves())?;
            return self.mended.note(path, what);
        }
        let damaged = || Trouble::Damaged { path: path.clone(), what: what.clone() };
        // What parts of the next level were made of is there until they have a parity.
        if !self.state.can_be_made(*distance) && *distance < self.state.counts.len() {
            return Err(damaged());
        }
        let made = self.mending(|search| search.part_again(*distance, *number))?;
        let made = made.filter(|part| part.found == *found).ok_or_else(damaged)?;
        made.sync()?;
        let bytes = self.state.put(*distance, *number, Arc::new(made));
        folder.remove(path, bytes);
        self.mended.note(path, what)?;
        self.state.write(folder, &self.identity, cut)
    }

    /// A part of a level once more, if it has something.
    fn part_again(&mut self, distance: usize, number: usize) -> Result<Option<Part>, Trouble> {
        let looks = Looks { goals: false, degrees: false };
        if distance == 0 {
            if !self.begins_at_start() {
                return self.goals_again(number);
            }
            let (_, part, _) = self.maker.start(self.puzzle.start(), looks)?;
            return Ok(Some(part));
        }
        let before = match distance {
            1 => None,
            _ => self.part(distance - 2, number)?,
        };
        let mut last = Level::new(self.maker.bands.cut.parts());
        for (number, part) in last.parts.iter_mut().enumerate() {
            *part = self.part(distance - 1, number)?;
        }
        let Self { maker, workers, .. } = self;
        let (part, _) = maker.make(number, before.as_deref(), &last, looks, &mut workers[0])?;
        Ok(part)
    }
}
