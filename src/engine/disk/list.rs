//! Ascending codes in a file, in blocks that can be found and read one by one.
//!
//! After the blocks follows a table of them: the first code of each, its offset, its length, its
//! number of codes, and its CRC-32; then [the ending](super::footer).

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::folder::{DiskError, Folder, name_of};
use super::{block, footer};
use crate::engine::board::Code;
use crate::engine::host::read_at;

/// Size in bytes of the codes of a block, before compression.
const BLOCK: usize = 1 << 16;

/// Returns the number of codes of a full block.
pub const fn most_codes<const W: usize>() -> usize {
    let codes = BLOCK / (8 * W);
    if codes < 64 { 64 } else { codes }
}

/// Codes of a list in memory that a thread claims at a time.
const PORTION: usize = 1 << 10;

/// A block of a file.
#[derive(Clone, Copy)]
pub struct ListBlock<const W: usize> {
    pub first: Code<W>,
    place: u64,
    bytes: u32,
    pub count: u32,
    sum: u32,
}

/// A file of ascending, distinct codes; at least one code.
pub struct CodeList<const W: usize> {
    /// Empty as long as there is no file.
    pub path: PathBuf,
    pub first: Code<W>,
    pub blocks: Vec<ListBlock<W>>,
    pub count: u64,
    pub bytes: u64,
    /// The codes, if they are in memory as well, or only there.
    held: Vec<Code<W>>,
}

impl<const W: usize> CodeList<W> {
    /// Opens a list that was written before.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or is not as it was written.
    pub fn open(path: PathBuf) -> Result<Self, DiskError> {
        let (table, bytes) = footer::read(&path, Self::ENTRY)?;
        let blocks: Vec<_> = table.chunks_exact(Self::ENTRY).map(ListBlock::read).collect();
        match blocks.is_empty() {
            false => Ok(Self::of_blocks(path, blocks, bytes)),
            true => Err(DiskError::Damaged { path, what: "its table".to_owned() }),
        }
    }

    /// Opens a list that the manifest names, given its number of codes and the first of them.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, is missing, or is not as it was written.
    pub fn open_named(path: PathBuf, count: u64, first: Code<W>) -> Result<Self, DiskError> {
        let damaged = |path, what: &str| DiskError::Damaged { path, what: what.to_owned() };
        match Self::open(path) {
            Err(DiskError::Failed { path, error }) if error.kind() == io::ErrorKind::NotFound => {
                Err(damaged(path, "it is gone"))
            }
            Ok(list) if (list.count, list.first) != (count, first) => {
                Err(damaged(list.path, "it has other codes than were written"))
            }
            list => list,
        }
    }

    /// Builds a list in memory, if there are any codes.
    pub fn in_memory(held: Vec<Code<W>>) -> Option<Self> {
        let (&first, count) = (held.first()?, held.len() as u64);
        Some(Self { path: PathBuf::new(), first, blocks: Vec::new(), count, bytes: 0, held })
    }

    /// Writes it to a file, unless it is there already.
    pub fn write_to_disk(&mut self, folder: &Folder) -> Result<(), DiskError> {
        if self.path == Path::new("") {
            let written = ListWriter::write_all(folder, &self.held)?.expect("it has codes");
            *self = Self { held: std::mem::take(&mut self.held), ..written };
        }
        Ok(())
    }

    /// Drops the copy in memory.
    pub fn evict(&mut self) {
        self.held = Vec::new();
    }

    /// Returns the number of portions in which it is handed out.
    pub fn portions(&self) -> usize {
        match &self.held[..] {
            [] => self.blocks.len(),
            held => held.len().div_ceil(PORTION),
        }
    }

    /// Returns the codes of a portion.
    ///
    /// # Errors
    ///
    /// Those of [`CodeList::read`].
    pub fn portion(&self, number: usize) -> Result<Cow<'_, [Code<W>]>, DiskError> {
        match self.held.chunks(PORTION).nth(number) {
            Some(codes) => Ok(Cow::Borrowed(codes)),
            None => Ok(Cow::Owned(self.read(&self.file()?, number)?)),
        }
    }

    /// Builds a list of the blocks of a file, at least one.
    fn of_blocks(path: PathBuf, blocks: Vec<ListBlock<W>>, bytes: u64) -> Self {
        let first = blocks[0].first;
        let count = blocks.iter().map(|block| u64::from(block.count)).sum();
        Self { path, first, blocks, count, bytes, held: Vec::new() }
    }

    /// Size in bytes of a block's entry in the table.
    const ENTRY: usize = 8 * W + 20;

    /// Returns the codes of a block.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or is not as it was written.
    pub fn read(&self, file: &File, number: usize) -> Result<Vec<Code<W>>, DiskError> {
        let block = &self.blocks[number];
        let mut bytes = vec![0; block.bytes as usize];
        read_at(file, &mut bytes, block.place).map_err(DiskError::with(&self.path))?;
        let is_sound = crc32fast::hash(&bytes) == block.sum;
        let codes = if is_sound { block::read(&bytes, block.count as usize) } else { None };
        codes.ok_or_else(|| DiskError::Damaged {
            path: self.path.clone(),
            what: format!("block {} of {}", number + 1, self.blocks.len()),
        })
    }

    /// Returns the name of its file in the folder.
    pub fn name(&self) -> &str {
        name_of(&self.path)
    }

    /// Flushes it to disk.
    pub fn sync(&self) -> Result<(), DiskError> {
        // Windows flushes only files that are open for writing.
        let file = File::options().write(true).open(&self.path);
        file.and_then(|file| file.sync_all()).map_err(DiskError::with(&self.path))
    }

    pub fn file(&self) -> Result<File, DiskError> {
        File::open(&self.path).map_err(DiskError::with(&self.path))
    }

    /// Whether the list contains a code.
    pub fn contains(&self, code: &Code<W>) -> Result<bool, DiskError> {
        if !self.held.is_empty() {
            return Ok(self.held.binary_search(code).is_ok());
        }
        let behind = self.blocks.partition_point(|block| block.first <= *code);
        let Some(number) = behind.checked_sub(1) else { return Ok(false) };
        Ok(self.read(&self.file()?, number)?.binary_search(code).is_ok())
    }
}

impl<const W: usize> ListBlock<W> {
    fn write(&self, table: &mut Vec<u8>) {
        self.first.0.iter().for_each(|word| table.extend(word.to_le_bytes()));
        table.extend(self.place.to_le_bytes());
        [self.bytes, self.count, self.sum].iter().for_each(|part| table.extend(part.to_le_bytes()));
    }

    fn read(entry: &[u8]) -> Self {
        let long = |at: usize| u64::from_le_bytes(entry[at..at + 8].try_into().expect("8 bytes"));
        let short = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().expect("4 bytes"));
        let at = 8 * W;
        Self {
            first: Code(std::array::from_fn(|word| long(8 * word))),
            place: long(at),
            bytes: short(at + 8),
            count: short(at + 12),
            sum: short(at + 16),
        }
    }
}

/// Writes a file of codes in ascending order.
pub struct ListWriter<'a, const W: usize> {
    folder: &'a Folder,
    file: File,
    path: PathBuf,
    codes: Vec<Code<W>>,
    bytes: Vec<u8>,
    blocks: Vec<ListBlock<W>>,
    place: u64,
}

impl<'a, const W: usize> ListWriter<'a, W> {
    /// Writes ascending codes to a new file, if there are any.
    pub fn write_all(
        folder: &'a Folder,
        codes: &[Code<W>],
    ) -> Result<Option<CodeList<W>>, DiskError> {
        let mut writer = Self::new(folder)?;
        codes.iter().try_for_each(|&code| writer.push(code))?;
        writer.finish()
    }

    /// Creates a new file in a folder.
    pub fn new(folder: &'a Folder) -> Result<Self, DiskError> {
        let path = folder.new_list();
        let file = File::create_new(&path).map_err(DiskError::with(&path))?;
        let codes = Vec::with_capacity(most_codes::<W>());
        let (bytes, blocks) = (Vec::new(), Vec::new());
        Ok(Self { folder, file, path, codes, bytes, blocks, place: 0 })
    }

    /// Appends a code, which must be greater than the last.
    #[inline]
    pub fn push(&mut self, code: Code<W>) -> Result<(), DiskError> {
        self.codes.push(code);
        if self.codes.len() == most_codes::<W>() { self.end_block() } else { Ok(()) }
    }

    fn end_block(&mut self) -> Result<(), DiskError> {
        let Some(&first) = self.codes.first() else { return Ok(()) };
        self.bytes.clear();
        block::write(&self.codes, &mut self.bytes);
        let (bytes, count) = (self.bytes.len() as u32, self.codes.len() as u32);
        let sum = crc32fast::hash(&self.bytes);
        self.write()?;
        self.blocks.push(ListBlock {
            first,
            place: self.place - u64::from(bytes),
            bytes,
            count,
            sum,
        });
        self.codes.clear();
        Ok(())
    }

    fn write(&mut self) -> Result<(), DiskError> {
        let length = self.bytes.len() as u64;
        self.folder.reserve(length)?;
        self.place += length;
        self.file.write_all(&self.bytes).map_err(DiskError::with(&self.path))
    }

    /// Finishes the file, unless it is empty.
    pub fn finish(mut self) -> Result<Option<CodeList<W>>, DiskError> {
        self.end_block()?;
        if self.blocks.is_empty() {
            return Ok(None);
        }
        let mut table = Vec::new();
        self.blocks.iter().for_each(|block| block.write(&mut table));
        self.bytes.clear();
        footer::write(&table, self.blocks.len() as u64, &mut self.bytes);
        self.write()?;
        let path = std::mem::take(&mut self.path);
        let blocks = std::mem::take(&mut self.blocks);
        Ok(Some(CodeList::of_blocks(path, blocks, self.place)))
    }
}

impl<const W: usize> Drop for ListWriter<'_, W> {
    fn drop(&mut self) {
        // After `finish` the path is empty.
        if self.path != Path::new("") {
            self.folder.remove(&self.path, self.place);
        }
    }
}

/// Codes in ascending order, from memory or from files.
pub struct CodeStream<'a, const W: usize> {
    /// The buffered codes, and the index of the next one: in memory, or else a block that was read.
    memory: &'a [Code<W>],
    block: Vec<Code<W>>,
    at: usize,
    /// The source of more codes: the lists, the number of the next block of the first, and its file
    /// once it is open.
    lists: &'a [CodeList<W>],
    number: usize,
    file: Option<File>,
    /// The end of the range, exclusive.
    end: Option<Code<W>>,
}

impl<'a, const W: usize> CodeStream<'a, W> {
    /// Builds a stream of the codes in memory that are in a range.
    pub fn of_memory(codes: &'a [Code<W>], range: &CodeRange<W>) -> Self {
        let memory = range.part(codes);
        Self { memory, block: Vec::new(), at: 0, lists: &[], number: 0, file: None, end: None }
    }

    /// Builds a stream of the codes of a list that are in a range.
    pub fn of_file(list: &'a CodeList<W>, range: &CodeRange<W>) -> Result<Self, DiskError> {
        Self::of_lists(std::slice::from_ref(list), range)
    }

    /// Builds a stream of the codes of consecutive lists that are in a range. Reads no more of them
    /// than necessary.
    pub fn of_lists(lists: &'a [CodeList<W>], range: &CodeRange<W>) -> Result<Self, DiskError> {
        let behind = lists.partition_point(|list| list.first <= range.begin);
        let lists = &lists[behind.saturating_sub(1)..];
        let blocks = lists.first().map_or(&[][..], |list| &list.blocks);
        let number = blocks.partition_point(|block| block.first <= range.begin).saturating_sub(1);
        let of_none = Self::of_memory(&[], range);
        let mut stream = Self { lists, number, end: range.end, ..of_none };
        stream.load()?;
        stream.at = stream.codes().partition_point(|code| *code < range.begin);
        if stream.at == stream.codes().len() {
            stream.load()?;
        }
        Ok(stream)
    }

    fn codes(&self) -> &[Code<W>] {
        if self.memory.is_empty() { &self.block } else { self.memory }
    }

    /// Returns the next code.
    #[inline]
    pub fn head(&self) -> Option<Code<W>> {
        self.codes().get(self.at).copied()
    }

    /// Goes on to the code after it.
    #[inline]
    pub fn step(&mut self) -> Result<(), DiskError> {
        self.at += 1;
        if self.at < self.codes().len() || self.lists.is_empty() { Ok(()) } else { self.load() }
    }

    /// Loads the next block, if there is any.
    fn load(&mut self) -> Result<(), DiskError> {
        (self.memory, self.at) = (&[], 0);
        self.block.clear();
        let wanted = CodeRange { begin: Code::ZERO, end: self.end };
        while let Some((list, others)) = self.lists.split_first() {
            if !wanted.contains(&list.first) {
                self.lists = &[];
            } else if !list.held.is_empty() {
                (self.lists, self.number, self.file) = (others, 0, None);
                self.memory = wanted.part(&list.held);
                break;
            } else if let Some(block) = list.blocks.get(self.number) {
                if !wanted.contains(&block.first) {
                    self.lists = &[];
                    break;
                }
                let file = match self.file.take() {
                    Some(file) => file,
                    None => list.file()?,
                };
                self.block = list.read(&file, self.number)?;
                self.block.truncate(wanted.part(&self.block).len());
                (self.file, self.number) = (Some(file), self.number + 1);
                break;
            } else {
                (self.lists, self.number, self.file) = (others, 0, None);
            }
        }
        Ok(())
    }
}

/// Codes from one on, up to another (exclusive) or to the end.
#[derive(Clone, Copy)]
pub struct CodeRange<const W: usize> {
    pub begin: Code<W>,
    pub end: Option<Code<W>>,
}

impl<const W: usize> CodeRange<W> {
    pub const ALL: Self = Self { begin: Code::ZERO, end: None };

    pub fn contains(&self, code: &Code<W>) -> bool {
        self.begin <= *code && self.end.is_none_or(|end| *code < end)
    }

    /// Returns the part of some ascending codes that is in the range.
    fn part<'c>(&self, codes: &'c [Code<W>]) -> &'c [Code<W>] {
        let begin = codes.partition_point(|code| *code < self.begin);
        let end = self.end.map_or(codes.len(), |end| codes.partition_point(|code| *code < end));
        &codes[begin..end.max(begin)]
    }
}
