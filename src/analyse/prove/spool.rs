//! The levels of a search, each in ascending order, in an unnamed file.
//!
//! The first parts of a proof, the claim and the solution, are known last. So the levels go to a
//! file as they are found, and from there into the proof.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use super::spelling::Spelling;
use super::text::ProofText;
use super::words::Word;
use crate::engine::drive::{Decode, OnBatch};
use crate::engine::host::map;

/// Positions per thread's task.
const CHUNK: usize = 1 << 12;

/// No level is sorted in parts smaller than this number of positions.
const FEWEST: usize = 1 << 16;

/// Storage for levels.
pub trait Spool {
    /// Adds a level. `each` reports all its positions whenever it is called, in any order. Uses no
    /// more than about `bytes` bytes: if that is too little, `each` is called again.
    fn add(&mut self, bytes: u64, each: &mut dyn FnMut(&mut OnBatch)) -> io::Result<()>;

    /// Returns the number of positions of each level.
    fn levels(&self) -> &[u64];

    /// Writes the first levels.
    fn write(&mut self, levels: usize, text: &mut ProofText) -> io::Result<()>;
}

/// Creates a spool in a folder, for the positions of a puzzle.
pub fn spool<'a>(
    spelling: &'a Spelling,
    threads: usize,
    folder: &Path,
) -> io::Result<Box<dyn Spool + 'a>> {
    let bits = spelling.width();
    Ok(match bits {
        0..=64 => Box::new(WordSpool::<u64>::new(spelling, bits.div_ceil(8), threads, folder)?),
        65..=128 => Box::new(WordSpool::<u128>::new(spelling, bits.div_ceil(8), threads, folder)?),
        _ => {
            // A byte per symbol, as no symbol has more than six bits.
            let bytes = spelling.cells;
            Box::new(WordSpool::<Vec<u8>>::new(spelling, bytes, threads, folder)?)
        }
    })
}

struct WordSpool<'a, K> {
    spelling: &'a Spelling,
    threads: usize,
    width: usize,
    file: BufWriter<File>,
    levels: Vec<u64>,
    part: LevelPart<K>,
}

/// Some positions of a level, with the level's number and size before the first of them.
#[derive(Clone, Copy)]
struct RunHead {
    head: Option<(usize, u64)>,
    count: usize,
}

/// The positions of a level between two bounds, as reported so far.
struct LevelPart<K> {
    words: Vec<K>,
    /// All up to this one have been written.
    above: Option<K>,
    /// Those beyond this one are left for a later pass.
    up_to: Option<K>,
    most: usize,
}

impl<K: Word> LevelPart<K> {
    fn take(&mut self, words: Vec<K>) {
        let Self { above, up_to, .. } = self;
        let is_meant = |word: &K| {
            above.as_ref().is_none_or(|above| word > above)
                && up_to.as_ref().is_none_or(|up_to| word <= up_to)
        };
        self.words.extend(words.into_iter().filter(is_meant));
        if self.words.len() > self.most {
            let half = self.most / 2;
            let (_, greatest, _) = self.words.select_nth_unstable(half);
            self.up_to = Some(greatest.clone());
            self.words.truncate(half + 1);
        }
    }
}

impl<'a, K: Word> WordSpool<'a, K> {
    fn new(
        spelling: &'a Spelling,
        width: usize,
        threads: usize,
        folder: &Path,
    ) -> io::Result<Self> {
        let file = BufWriter::with_capacity(1 << 16, tempfile::tempfile_in(folder)?);
        let part = LevelPart { words: Vec::new(), above: None, up_to: None, most: 0 };
        Ok(Self { spelling, threads, width, file, levels: Vec::new(), part })
    }

    /// Returns the lines of a piece.
    fn spell(&self, piece: RunHead, bytes: &[u8]) -> Vec<u8> {
        let heading = piece.head.map(|(level, count)| format!("level: {level} {count}\n"));
        let mut text = heading.unwrap_or_default().into_bytes();
        let mut board = vec![0; self.spelling.cells];
        for word in bytes.chunks(self.width) {
            self.spelling.write(&K::read(word), &mut board, &mut text);
        }
        text
    }

    /// Packs a batch on several threads.
    fn pack(&self, count: usize, decode: &Decode) -> Vec<Vec<K>> {
        let spelling = self.spelling;
        map(self.threads, (0..count).step_by(CHUNK), |begin| {
            let mut pieces = Vec::new();
            let pack = |at| {
                decode(at, &mut pieces);
                spelling.word(&pieces)
            };
            (begin..count.min(begin + CHUNK)).map(pack).collect()
        })
    }
}

impl<K: Word> Spool for WordSpool<'_, K> {
    fn add(&mut self, bytes: u64, each: &mut dyn FnMut(&mut OnBatch)) -> io::Result<()> {
        // A list may be twice as long while it grows.
        let most = bytes / (2 * (size_of::<K>() + self.width) as u64);
        self.part.most = usize::try_from(most).unwrap_or(usize::MAX).max(FEWEST);
        (self.part.above, self.part.up_to) = (None, None);
        let mut found = 0;
        loop {
            each(&mut |count, decode| {
                for words in self.pack(count, decode) {
                    self.part.take(words);
                }
            });
            let mut words = std::mem::take(&mut self.part.words);
            words.sort_unstable();
            found += words.len() as u64;
            let mut bytes = Vec::with_capacity(CHUNK * self.width);
            for words in words.chunks(CHUNK) {
                bytes.clear();
                words.iter().for_each(|word| word.write(self.width, &mut bytes));
                self.file.write_all(&bytes)?;
            }
            self.part.above = self.part.up_to.take();
            if self.part.above.is_none() {
                break;
            }
        }
        self.levels.push(found);
        Ok(())
    }

    fn levels(&self) -> &[u64] {
        &self.levels
    }

    fn write(&mut self, levels: usize, text: &mut ProofText) -> io::Result<()> {
        self.file.flush()?;
        let mut file = self.file.get_ref();
        file.rewind()?;
        let mut file = BufReader::with_capacity(1 << 16, file);
        // Levels may be small, so a thread spells a piece of one, and many pieces are written at a
        // time.
        let levels = self.levels[..levels].iter().enumerate();
        let pieces = levels.flat_map(|(level, &count)| {
            (0..count as usize).step_by(CHUNK).map(move |begin| RunHead {
                head: (begin == 0).then_some((level, count)),
                count: CHUNK.min(count as usize - begin),
            })
        });
        let mut pieces = pieces.peekable();
        while pieces.peek().is_some() {
            let (mut some, mut words) = (Vec::new(), 0);
            while let Some(piece) = pieces.next_if(|_| words < 4 * CHUNK * self.threads) {
                some.push((piece, words));
                words += piece.count;
            }
            let mut bytes = vec![0; words * self.width];
            file.read_exact(&mut bytes)?;
            let texts = map(self.threads, some.iter(), |&(piece, first)| {
                self.spell(piece, &bytes[first * self.width..][..piece.count * self.width])
            });
            texts.iter().try_for_each(|lines| text.write(lines))?;
        }
        Ok(())
    }
}
