//! The levels of one worker in files, from which a search is resumed and the path to the goal is read.
//!
//! A file has the worker's positions at one distance: lines that name the search, then as words the
//! counts of all workers up to there, the first goal and the codes, then the CRC-32 of all that.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use crate::engine::board::Code;
use crate::engine::host::PartialFile;

/// How the names of files end.
pub const ENDING: &str = ".level";

/// What all workers know alike after a level.
#[derive(Default)]
pub struct Tally<const W: usize> {
    /// The number of positions at each distance.
    pub counts: Vec<u64>,
    /// The number of goals among them.
    pub goals: u64,
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
    /// Whether the search in the folder is resumed.
    pub resumes: bool,
}

impl LevelFiles {
    fn path(&self, distance: usize) -> PathBuf {
        self.folder.join(format!("sliding-cluster-{}-{distance}{ENDING}", self.worker))
    }

    /// Returns the number of levels that are there.
    pub fn count(&self) -> usize {
        let mut count = 0;
        while self.path(count).exists() {
            count += 1;
        }
        count
    }

    /// Creates the folder, and checks that it has no search, or the one to resume.
    ///
    /// # Errors
    ///
    /// What is wrong.
    pub fn prepare(&self) -> Result<(), String> {
        fs::create_dir_all(&self.folder).map_err(|error| error.to_string())?;
        match (self.resumes, fs::read(self.path(0))) {
            (true, Ok(found)) => match difference(&String::from_utf8_lossy(&found), &self.head) {
                Some(what) => Err(format!("it has another search: {what}")),
                None => Ok(()),
            },
            (true, Err(error)) => Err(format!("there is no search of this process: {error}")),
            (false, Ok(_)) => Err("there is a search already: --resume, or another folder".into()),
            (false, Err(_)) => Ok(()),
        }
    }

    /// Writes the last level, with what is known after it.
    pub fn write<const W: usize>(&self, tally: &Tally<W>, codes: &[Code<W>]) -> io::Result<()> {
        let mut file = PartialFile::of(&self.path(tally.counts.len() - 1))?;
        let mut sum = crc32fast::Hasher::new();
        sum.update(self.head.as_bytes());
        file.write_all(self.head.as_bytes())?;
        let (goal, first) = match tally.goal {
            Some((goal, first)) => (goal + 1, first),
            None => (0, Code::ZERO),
        };
        let mut words = [&tally.counts[..], &[tally.goals, goal], &first.0].concat();
        // The last ones are written after an empty chunk.
        for some in codes.chunks(1 << 12).chain([&[][..]]) {
            let bytes = bytemuck::cast_slice(&words);
            sum.update(bytes);
            file.write_all(bytes)?;
            words.clear();
            for code in some {
                words.extend(code.0);
            }
        }
        file.write_all(&sum.finalize().to_ne_bytes())?;
        file.finish()
    }

    /// Returns the level at a distance, with what was known after it; `None` if there is no whole file of
    /// this search.
    pub fn read<const W: usize>(&self, distance: usize) -> Option<(Tally<W>, Vec<Code<W>>)> {
        // In a block, so that the bytes are not held beside the codes.
        let words: Vec<u64> = {
            let bytes = fs::read(self.path(distance)).ok()?;
            let (text, sum) = bytes.split_last_chunk()?;
            if crc32fast::hash(text).to_ne_bytes() != *sum {
                return None;
            }
            let words = text.strip_prefix(self.head.as_bytes())?.as_chunks().0;
            words.iter().copied().map(u64::from_ne_bytes).collect()
        };
        let (counts, words) = words.split_at_checked(distance + 1)?;
        let (&[goals, goal], words) = words.split_first_chunk()?;
        let (&first, codes) = words.split_first_chunk()?;
        let goal = goal.checked_sub(1).map(|goal| (goal, Code(first)));
        let tally = Tally { counts: counts.to_vec(), goals, goal };
        Some((tally, codes.as_chunks().0.iter().copied().map(Code).collect()))
    }
}

/// Describes the first line of some text that is not as expected.
pub fn difference(found: &str, expected: &str) -> Option<String> {
    let mut found = found.lines();
    for expected in expected.lines() {
        let found = found.next().unwrap_or_default();
        if found != expected {
            return Some(format!("found `{found}`, expected `{expected}`"));
        }
    }
    None
}
