//! The levels of one worker in files, from which a search is resumed and the path to the goal is read.
//!
//! A file has the worker's positions at one distance: lines that name the search, then as words the
//! counts of all workers up to there, the first goal and the codes, then the CRC-32 of all that.

use std::io::{self, Write};
use std::path::PathBuf;
use std::{fs, iter};

use crate::engine::board::Code;
use crate::engine::host::PartialFile;

/// How the names of files end.
pub const ENDING: &str = ".level";

/// What all workers know alike after a level.
#[derive(Default)]
pub struct Tally<const W: usize> {
    /// The number of positions at each distance, and of goals among them.
    pub counts: Vec<[u64; 2]>,
    /// The distance of the first goals, and the smallest of them.
    pub goal: Option<(u64, Code<W>)>,
}

/// The files of a worker.
pub struct LevelFiles {
    /// The folder, which has to be there.
    pub folder: PathBuf,
    /// The lines that name the search and its processes.
    pub head: String,
    /// The number of the worker.
    pub worker: usize,
}

impl LevelFiles {
    fn path(&self, distance: usize) -> PathBuf {
        self.folder.join(format!("sliding-cluster-{}-{distance}{ENDING}", self.worker))
    }

    /// Returns the number of levels that are there.
    pub fn count(&self) -> usize {
        (0..).take_while(|&distance| self.path(distance).exists()).count()
    }

    /// Checks that the folder has no search, or the one to resume. Returns what is wrong.
    pub fn check(&self, resumes: bool) -> Option<String> {
        match (resumes, fs::read(self.path(0))) {
            (true, Ok(found)) => difference(&String::from_utf8_lossy(&found), &self.head)
                .map(|what| format!("it has another search: {what}")),
            (true, Err(error)) => Some(format!("there is no search of this process: {error}")),
            (false, Ok(_)) => Some("there is a search already: --resume, or another folder".into()),
            (false, Err(_)) => None,
        }
    }

    /// Writes the last level, with what is known after it.
    pub fn write<const W: usize>(&self, tally: &Tally<W>, codes: &[Code<W>]) -> io::Result<()> {
        let mut file = PartialFile::of(&self.path(tally.counts.len() - 1))?;
        let mut sum = crc32fast::Hasher::new();
        let mut write = |bytes: &[u8]| {
            sum.update(bytes);
            file.write_all(bytes)
        };
        write(self.head.as_bytes())?;
        let (goal, code) = tally.goal.map_or((0, Code::ZERO), |(at, code)| (at + 1, code));
        write(bytemuck::cast_slice(&[tally.counts.as_flattened(), &[goal], &code.0].concat()))?;
        for some in codes.chunks(1 << 12) {
            write(bytemuck::cast_slice(&Vec::from_iter(some.iter().flat_map(|code| code.0))))?;
        }
        file.write_all(&sum.finalize().to_ne_bytes())?;
        file.finish()
    }

    /// Returns the level at a distance, with what was known after it; `None` if there is no whole file of
    /// this search.
    pub fn read<const W: usize>(&self, distance: usize) -> Option<(Tally<W>, Vec<Code<W>>)> {
        let bytes = fs::read(self.path(distance)).ok()?;
        let (text, sum) = bytes.split_last_chunk()?;
        let words = text.strip_prefix(self.head.as_bytes())?.as_chunks().0;
        let mut words = words.iter().map(|word| u64::from_ne_bytes(*word));
        let counts: Option<_> =
            (0..=distance).map(|_| Some([words.next()?, words.next()?])).collect();
        let goal = words.next()?.checked_sub(1);
        let mut codes = iter::from_fn(|| {
            let mut code = Code::ZERO;
            code.0.iter_mut().try_for_each(|word| words.next().map(|next| *word = next))?;
            Some(code)
        });
        let tally =
            Tally { goal: codes.next().and_then(|code| Some((goal?, code))), counts: counts? };
        (crc32fast::hash(text).to_ne_bytes() == *sum).then(|| (tally, codes.collect()))
    }
}

/// Describes the first line of some text that is not as expected.
pub fn difference(found: &str, expected: &str) -> Option<String> {
    let mut found = found.lines();
    let mut pairs = expected.lines().map(|line| (found.next().unwrap_or(""), line));
    let (found, expected) = pairs.find(|(found, expected)| found != expected)?;
    Some(format!("found `{found}`, expected `{expected}`"))
}
