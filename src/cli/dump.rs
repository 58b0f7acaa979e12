//! `--dump`: the distances of all positions, in a separate file.

use std::fmt::Display;
use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use sliding::Puzzle;
use sliding::analyse::MapOrigin;
use sliding::files::{PendingFile, with_path};
use sliding::puzzle::Configuration;
use sliding::report::map::{Dump, DumpForm};
use sliding::solve::Interrupt;

/// Destination and format of a dump.
#[derive(Clone)]
pub struct DumpTarget {
    path: PathBuf,
    form: DumpForm,
}

impl DumpTarget {
    /// Reads a path, whose ending gives the format.
    pub fn read(text: &str) -> Result<DumpTarget, String> {
        let path = PathBuf::from(text);
        let form = match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => DumpForm::Csv,
            Some("npy") => DumpForm::Npy,
            _ => return Err("expected a file that ends in .csv or .npy".into()),
        };
        match fs::metadata(&path) {
            Ok(there) if !there.is_file() => Err("there is something that is no file".into()),
            _ => Ok(DumpTarget { path, form }),
        }
    }

    /// Begins a dump beside the file. A write error sets `interrupt`.
    pub fn begin<'a>(
        &'a self,
        puzzle: &'a Puzzle,
        origin: MapOrigin,
        interrupt: Interrupt,
    ) -> io::Result<DumpWriter<'a>> {
        let begun = PendingFile::of(&self.path).and_then(|draft| {
            let out = BufWriter::with_capacity(1 << 16, draft);
            Dump::new(puzzle, origin, self.form, out)
        });
        let dump = begun.map_err(|error| with_path(&self.path, &error))?;
        Ok(DumpWriter { path: &self.path, dump, interrupt, failure: None })
    }
}

/// A dump that is being written.
pub struct DumpWriter<'a> {
    path: &'a Path,
    dump: Dump<'a, BufWriter<PendingFile>>,
    interrupt: Interrupt,
    failure: Option<io::Error>,
}

impl DumpWriter<'_> {
    /// Adds a position and its distance.
    pub fn add(&mut self, configuration: &Configuration, distance: u64) {
        if self.failure.is_none()
            && let Err(error) = self.dump.add(configuration, distance)
        {
            self.failure = Some(error);
            self.interrupt.set();
        }
    }

    /// Returns the write error, if there was one.
    pub fn failure(&self) -> io::Result<()> {
        self.failure.as_ref().map_or(Ok(()), |error| Err(with_path(self.path, error)))
    }

    /// Returns the name of its file.
    pub fn name(&self) -> impl Display {
        self.path.display()
    }

    /// Moves the dump into its place.
    pub fn end(self) -> io::Result<()> {
        let draft = self.dump.end().and_then(|out| Ok(out.into_inner()?));
        draft.and_then(PendingFile::commit).map_err(|error| with_path(self.path, &error))
    }
}
