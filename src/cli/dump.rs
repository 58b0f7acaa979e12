//! `sliding explore --dump`: the distances of all positions, in a separate file.

use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use sliding::Puzzle;
use sliding::analyse::{Map, MapOrigin, explore, explore_each};
use sliding::files::{PendingFile, with_path};
use sliding::puzzle::Configuration;
use sliding::report::map::{Dump, DumpForm};
use sliding::solve::Refusal;

use super::{Search, complain};

/// Reads the path of a dump, whose ending gives the format.
pub fn dump_file(text: &str) -> Result<(PathBuf, DumpForm), String> {
    let path = PathBuf::from(text);
    let form = match path.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => DumpForm::Csv,
        Some("npy") => DumpForm::Npy,
        _ => return Err("expected a file that ends in .csv or .npy".into()),
    };
    match fs::metadata(&path) {
        Ok(there) if !there.is_file() => Err("there is something that is no file".into()),
        _ => Ok((path, form)),
    }
}

/// Makes the map of a puzzle, and writes each position to a dump if there is one.
pub fn explore_to(
    dump: &mut Option<DumpWriter>,
    Search { query, budget, watch, .. }: &mut Search,
    most: usize,
    origin: MapOrigin,
) -> Result<Map, Refusal> {
    let Some(dump) = dump else { return explore(query, budget, most, watch) };
    explore_each(query, budget, most, watch, origin, &mut |position, distance| {
        if !dump.add(position, distance) {
            budget.interrupt.set();
        }
    })
}

/// The distances of all positions, in a separate file that is being written.
pub struct DumpWriter<'a> {
    path: &'a Path,
    dump: Dump<'a, BufWriter<PendingFile>>,
    written: io::Result<()>,
}

impl<'a> DumpWriter<'a> {
    pub fn begin(
        (path, form): &'a (PathBuf, DumpForm),
        puzzle: &'a Puzzle,
        origin: MapOrigin,
    ) -> io::Result<DumpWriter<'a>> {
        let begun = PendingFile::of(path).and_then(|draft| {
            let out = BufWriter::with_capacity(1 << 16, draft);
            Dump::new(puzzle, origin, *form, out)
        });
        let dump = begun.map_err(|error| with_path(path, &error))?;
        Ok(DumpWriter { path, dump, written: Ok(()) })
    }

    /// Adds a position and its distance. Returns whether the file can be written.
    fn add(&mut self, position: &Configuration, distance: u64) -> bool {
        if self.written.is_ok() {
            self.written = self.dump.add(position, distance);
        }
        self.written.is_ok()
    }

    /// Moves the dump of a complete map into its place.
    pub fn end(self, is_complete: bool) -> io::Result<()> {
        let DumpWriter { path, dump, written } = self;
        let ended = match is_complete {
            true => written.and_then(|()| dump.end()?.into_inner()?.commit()),
            false => written,
        };
        if ended.is_ok() && !is_complete {
            complain(&format!("{} is not written: the map is incomplete", path.display()));
        }
        ended.map_err(|error| with_path(path, &error))
    }
}
