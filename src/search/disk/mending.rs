//! Files that are damaged, and made again from what they were made of.

use std::path::Path;

use super::folder::Trouble;
use crate::query::Advice;
use crate::search::layers::Run;

/// A disk on which more files are damaged is not worth going on with.
const MOST: usize = 100;

/// What was damaged and has been made again, in words.
#[derive(Default)]
pub struct Mended(Vec<String>);

impl Mended {
    /// Notes that a file is made again.
    ///
    /// # Errors
    ///
    /// That it is damaged, if too many are.
    pub fn note(&mut self, path: &Path, what: &str) -> Result<(), Trouble> {
        if self.0.len() >= MOST {
            return Err(Trouble::Damaged { path: path.to_owned(), what: what.to_owned() });
        }
        self.0.push(format!("{} was damaged ({what}), and has been made again", path.display()));
        Ok(())
    }

    /// Tells of all.
    pub fn tell(self, run: &mut Run) {
        self.0.into_iter().for_each(|mended| run.observer.advised(&Advice::MadeAgain(mended)));
    }
}

/// A search that can make files again.
pub trait Mends {
    /// Makes a file again that is damaged.
    ///
    /// # Errors
    ///
    /// That it is damaged, if it cannot be made again.
    fn mend(&mut self, path: &Path, what: &str) -> Result<(), Trouble>;

    /// Does something that reads files. Those that turn out to be damaged are made again, where that is possible.
    fn mending<T>(
        &mut self,
        mut act: impl FnMut(&mut Self) -> Result<T, Trouble>,
    ) -> Result<T, Trouble>
    where
        Self: Sized,
    {
        loop {
            match act(self) {
                Err(Trouble::Damaged { path, what }) => self.mend(&path, &what)?,
                done => return done,
            }
        }
    }
}

impl<M: Mends + ?Sized> Mends for &mut M {
    fn mend(&mut self, path: &Path, what: &str) -> Result<(), Trouble> {
        (**self).mend(path, what)
    }
}
