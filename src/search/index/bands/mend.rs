//! Parts of levels that are not as they were written are made again: a part is a function of the two levels before it,
//! and one of all goals of the levels in which these were found.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Search;
use super::part::Part;
use super::state::Level;
use super::worker::Looks;
use crate::search::disk::{Mends, Trouble};

/// A part of the last two levels, or of the next, that is not as it was written.
pub struct Lost {
    pub distance: usize,
    pub number: usize,
    pub found: u64,
    pub path: PathBuf,
    pub what: String,
}

impl Mends for Search<'_> {
    /// Where the levels before are kept.
    fn mend(&mut self, path: &Path, what: &str) -> Result<(), Trouble> {
        match self.state.place_of(path) {
            Some((place, found)) if self.state.can_be_made(place.0) => {
                self.make_again(place, found, path, what)
            }
            _ => Err(Trouble::Damaged { path: path.to_owned(), what: what.to_owned() }),
        }
    }
}

impl Search<'_> {
    /// Makes all parts again that were lost when the search was taken up, the nearest first.
    pub fn mend_lost(&mut self) -> Result<(), Trouble> {
        let mut lost = std::mem::take(&mut self.state.lost);
        lost.sort_by_key(|lost| lost.distance);
        for Lost { distance, number, found, path, what } in lost {
            if distance < self.state.counts.len() {
                self.make_again((distance, number), found, &path, &what)?;
            } else {
                // What was counted of one part is not known, so all of that level is made again.
                self.mended.note(&path, &what)?;
                self.state.drop_next();
                self.maker.folder.remove(&path, 0);
            }
        }
        Ok(())
    }

    fn make_again(
        &mut self,
        (distance, number): (usize, usize),
        found: u64,
        path: &Path,
        what: &str,
    ) -> Result<(), Trouble> {
        self.mended.note(path, what)?;
        let damaged = || Trouble::Damaged { path: path.to_owned(), what: what.to_owned() };
        let made = self.mending(|search| search.part_again(distance, number))?;
        let made = made.filter(|part| part.found == found).ok_or_else(damaged)?;
        made.sync()?;
        let bytes = self.state.put(distance, number, Arc::new(made));
        self.maker.folder.remove(path, bytes);
        self.state.write(self.maker.folder, &self.identity, &self.maker.bands.cut)
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
