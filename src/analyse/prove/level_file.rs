//! The levels of a search, each in ascending order, in an unnamed file.
//!
//! The first parts of a proof, the claim and the solution, are known last. So the levels go to a
//! file as they are found, and from there into the proof.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use super::{ProofText, Spelling};
use crate::engine::board::Code;
use crate::engine::drive::Listed;
use crate::engine::host::map;
use crate::engine::query::{Budget, Stopped};

/// Positions per thread's task.
const CHUNK: usize = 1 << 12;

/// No level is sorted in parts smaller than this number of positions.
const FEWEST: usize = 1 << 16;

/// Storage for the levels of a search, in words of `W` words each.
pub struct LevelFile<'a, const W: usize> {
    spelling: &'a Spelling,
    threads: usize,
    file: BufWriter<File>,
    /// The number of positions of each level.
    pub levels: Vec<u64>,
    /// The first failure to write, which ends the search.
    pub failure: Option<io::Error>,
}

impl<'a, const W: usize> LevelFile<'a, W> {
    /// Creates the file in a folder.
    pub fn new(spelling: &'a Spelling, threads: usize, folder: &Path) -> io::Result<Self> {
        let file = BufWriter::with_capacity(1 << 16, tempfile::tempfile_in(folder)?);
        Ok(Self { spelling, threads, file, levels: Vec::new(), failure: None })
    }

    /// Adds the last level of a search, at this distance. If memory does not suffice to sort all of
    /// it, it is listed again for each part.
    pub fn add(
        &mut self,
        search: &mut dyn Listed,
        distance: u64,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        let Self { spelling, threads, .. } = *self;
        // A list may be twice as long while it grows, and what is packed last is there as well.
        let most = search.spare(budget) / (4 * size_of::<Code<W>>() as u64);
        let most = usize::try_from(most).unwrap_or(usize::MAX).max(FEWEST);
        // All up to `above` are written. Those beyond `up_to` are left for a later part.
        let (mut above, mut found): (Option<Code<W>>, _) = (None, 0);
        loop {
            let (mut words, mut up_to): (Vec<Code<W>>, Option<Code<W>>) = (Vec::new(), None);
            search.list(distance, &mut |count, decode| {
                let packed = map(threads, (0..count).step_by(CHUNK), |begin| {
                    let (mut words, mut pieces) = (Vec::with_capacity(CHUNK), Vec::new());
                    for at in begin..count.min(begin + CHUNK) {
                        decode(at, &mut pieces);
                        words.push(spelling.word(&pieces));
                    }
                    words
                });
                for packed in packed {
                    words.extend(packed.into_iter().filter(|word| {
                        above.is_none_or(|above| *word > above)
                            && up_to.is_none_or(|up_to| *word <= up_to)
                    }));
                    if words.len() > most {
                        up_to = Some(*words.select_nth_unstable(most / 2).1);
                        words.truncate(most / 2 + 1);
                    }
                }
            })?;
            words.sort_unstable();
            found += words.len() as u64;
            let mut words = words.iter().flat_map(|word| word.0);
            let written = words.try_for_each(|word| self.file.write_all(&word.to_ne_bytes()));
            if let Err(error) = written {
                self.failure = Some(error);
                return Err(Stopped::Disk);
            }
            above = up_to;
            if above.is_none() {
                self.levels.push(found);
                return Ok(());
            }
        }
    }

    /// Writes the first levels.
    pub fn write(&mut self, levels: usize, text: &mut ProofText) -> io::Result<()> {
        self.file.rewind()?;
        let mut file = BufReader::with_capacity(1 << 16, self.file.get_ref());
        for (level, &count) in self.levels[..levels].iter().enumerate() {
            text.write(format!("level: {level} {count}\n").as_bytes())?;
            let mut left = count as usize;
            while left > 0 {
                let some = left.min(4 * CHUNK * self.threads);
                left -= some;
                let mut words = vec![[0; W]; some];
                file.read_exact(bytemuck::cast_slice_mut(words.as_flattened_mut()))?;
                for lines in map(self.threads, words.chunks(CHUNK), |words| self.spell(words)) {
                    text.write(&lines)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the lines of some words.
    fn spell(&self, words: &[[u64; W]]) -> Vec<u8> {
        let (mut text, mut board) = (Vec::new(), Vec::new());
        for word in words {
            self.spelling.write(&Code(*word), &mut board, &mut text);
        }
        text
    }
}
