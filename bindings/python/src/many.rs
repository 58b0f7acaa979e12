//! Texts and files of many puzzles, one after the other.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use sliding::notation::{Item, Stream};

use crate::puzzle::{Puzzle, read_options};
use crate::raised::{self, ProblemTuple};

/// The puzzles of a source, read some at a time. One that is wrong does not end them.
#[pyclass(frozen, module = "sliding._sliding")]
pub struct Puzzles {
    name: String,
    source: Mutex<Source>,
}

/// What was read and not taken, with the text that it is from, and the rest.
struct Source {
    text: String,
    read: VecDeque<Item>,
    rest: Stream<Box<dyn BufRead + Send>>,
}

impl Puzzles {
    fn of(
        name: String,
        source: Box<dyn BufRead + Send>,
        stated: HashMap<String, String>,
    ) -> PyResult<Puzzles> {
        let rest = Stream::new(source, read_options(stated)?);
        let source = Source { text: String::new(), read: VecDeque::new(), rest };
        Ok(Puzzles { name, source: Mutex::new(source) })
    }
}

#[pymethods]
impl Puzzles {
    /// The puzzles of a text.
    #[staticmethod]
    fn parse(name: String, text: String, stated: HashMap<String, String>) -> PyResult<Puzzles> {
        Puzzles::of(name, Box::new(Cursor::new(text)), stated)
    }

    /// The puzzles of a file.
    #[staticmethod]
    fn read(path: PathBuf, stated: HashMap<String, String>) -> PyResult<Puzzles> {
        let file = File::open(&path).map_err(|error| raised::system(&error, Some(&path)))?;
        Puzzles::of(path.to_string_lossy().into(), Box::new(BufReader::new(file)), stated)
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The next puzzle, with its warnings.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(Puzzle, Vec<ProblemTuple>)>> {
        py.detach(|| {
            let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(item) = source.next()? else { return Ok(None) };
            let parsed =
                item.parsed.map_err(|why| raised::unparsed(&self.name, &source.text, &why));
            parsed.map(|(puzzle, warnings)| {
                Some((
                    Puzzle::new(puzzle, &self.name),
                    warnings.iter().map(raised::remark).collect(),
                ))
            })
        })
    }
}

impl Source {
    fn next(&mut self) -> io::Result<Option<Item>> {
        while self.read.is_empty() {
            let Some(chunk) = self.rest.next().transpose()? else { return Ok(None) };
            self.read.extend(chunk.items());
            self.text = chunk.text().to_owned();
        }
        Ok(self.read.pop_front())
    }
}
