//! The file of a part of a level: the leaves of some bands, one after the other.
//!
//! Each leaf is [coded](rice) by itself, and omitted if it is empty. A table follows: for each
//! sheet that is not empty its number, and for each of its leaves the number of bytes and their
//! CRC-32; then [the common ending of all files](crate::engine::disk::Footer).

use std::fs::File;
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;

use crate::engine::disk::rice::{self, PADDING};
use crate::engine::disk::{DiskError, Folder, Footer, FooterContent, name_of};
use crate::engine::host::read_at;

/// The numbers of sheets and of positions follow the table.
const ENDING: Footer<2> = Footer { label: b"SLIDBND1" };

/// Size of the write buffer, roughly.
pub const BUFFER: usize = 1 << 20;

/// A leaf in a file; empty if it has no bytes.
#[derive(Clone, Copy)]
struct Leaf {
    bytes: u32,
    sum: u32,
}

/// The table of contents of a file.
struct PartTable {
    /// Number of leaves of a sheet.
    leaves: usize,
    /// For each sheet 1 plus its number among those that are not empty, or 0.
    numbers: Vec<u32>,
    /// Where each of these begins.
    places: Vec<u64>,
    /// Their leaves, sheet by sheet.
    list: Vec<Leaf>,
    end: u64,
}

impl PartTable {
    fn new(sheets: usize, leaves: usize) -> Self {
        let (numbers, places) = (vec![0; sheets], Vec::new());
        Self { leaves, numbers, places, list: Vec::new(), end: 0 }
    }

    /// Adds a sheet's leaves, which follow those that are there.
    fn add(&mut self, sheet: usize, leaves: &[Leaf]) {
        self.places.push(self.end);
        self.numbers[sheet] = self.places.len() as u32;
        self.list.extend(leaves);
        self.end += leaves.iter().map(|leaf| u64::from(leaf.bytes)).sum::<u64>();
    }

    /// Returns where a sheet begins, and its leaves, if it is not empty.
    fn sheet(&self, sheet: usize) -> Option<(u64, &[Leaf])> {
        let number = (self.numbers[sheet] as usize).checked_sub(1)?;
        Some((self.places[number], &self.list[number * self.leaves..][..self.leaves]))
    }

    /// Returns the size of a table entry in bytes.
    fn entry(leaves: usize) -> usize {
        4 + 8 * leaves
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let sheets = (0_u32..).zip(&self.numbers).filter(|(_, number)| **number > 0);
        let mut sheets: Vec<_> =
            sheets.map(|(sheet, &number)| (number as usize - 1, sheet)).collect();
        sheets.sort_unstable();
        for (number, sheet) in sheets {
            bytes.extend(sheet.to_le_bytes());
            for leaf in &self.list[number * self.leaves..][..self.leaves] {
                bytes.extend(leaf.bytes.to_le_bytes());
                bytes.extend(leaf.sum.to_le_bytes());
            }
        }
    }

    /// Parses a table, the inverse of [`PartTable::write`]; `None` if the bytes are not a valid
    /// table.
    fn read(sheets: usize, leaves: usize, bytes: &[u8]) -> Option<Self> {
        let mut table = Self::new(sheets, leaves);
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("4 bytes"));
        for entry in bytes.chunks_exact(Self::entry(leaves)) {
            let (sheet, own) = entry.split_at(4);
            let leaf = |own: &[u8]| Leaf { bytes: word(&own[..4]), sum: word(&own[4..]) };
            let own: Vec<Leaf> = own.chunks_exact(8).map(leaf).collect();
            let sheet = word(sheet) as usize;
            if *table.numbers.get(sheet)? != 0 {
                return None;
            }
            table.add(sheet, &own);
        }
        Some(table)
    }
}

/// A part of a level that is not empty.
pub struct BandPart {
    pub path: PathBuf,
    file: File,
    table: PartTable,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Number of positions.
    pub found: u64,
}

impl BandPart {
    /// Opens a part that was written before, with `sheets` sheets of `leaves` leaves.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or is not as it was written.
    pub fn open(path: PathBuf, sheets: usize, leaves: usize) -> Result<Self, DiskError> {
        let ended = ENDING.open(&path, PartTable::entry(leaves))?;
        let table = PartTable::read(sheets, leaves, &ended.table);
        let Some(table) = table.filter(|table| table.end == ended.begin) else {
            return Err(DiskError::Damaged { path, what: "its table".to_owned() });
        };
        let FooterContent { file, bytes, numbers: [_, found], .. } = ended;
        Ok(Self { path, file, table, bytes, found })
    }

    /// Whether a sheet is not empty.
    pub fn has(&self, sheet: usize) -> bool {
        self.table.numbers[sheet] > 0
    }

    /// Calls `visit` with the orders in some leaves of a sheet, given the orders per leaf. Orders
    /// are relative to the sheet. The bytes are scratch space.
    ///
    /// # Errors
    ///
    /// Where they cannot be read, or are not as they were written.
    pub fn read(
        &self,
        sheet: usize,
        range: Range<usize>,
        orders: usize,
        bytes: &mut Vec<u8>,
        mut visit: impl FnMut(usize),
    ) -> Result<(), DiskError> {
        let Some((place, leaves)) = self.table.sheet(sheet) else { return Ok(()) };
        let sum = |leaves: &[Leaf]| leaves.iter().map(|leaf| leaf.bytes as usize).sum::<usize>();
        let length = sum(&leaves[range.clone()]);
        bytes.resize(length + PADDING, 0);
        let place = place + sum(&leaves[..range.start]) as u64;
        read_at(&self.file, &mut bytes[..length], place).map_err(DiskError::with(&self.path))?;
        let mut begin = 0;
        for number in range {
            let Leaf { bytes: length, sum } = leaves[number];
            if length == 0 {
                continue;
            }
            let end = begin + length as usize;
            let first = number * orders;
            let is_sound = crc32fast::hash(&bytes[begin..end]) == sum;
            let mut read_leaf =
                || rice::read(&bytes[begin..end + PADDING], orders, |order| visit(first + order));
            if !is_sound || read_leaf().is_none() {
                let what = format!("leaf {number} of sheet {sheet}");
                return Err(DiskError::Damaged { path: self.path.clone(), what });
            }
            begin = end;
        }
        Ok(())
    }

    /// Flushes the file to disk.
    pub fn sync(&self) -> Result<(), DiskError> {
        self.file.sync_all().map_err(DiskError::with(&self.path))
    }

    /// Returns the name of its file in the folder.
    pub fn name(&self) -> &str {
        name_of(&self.path)
    }
}

/// Writes a part, sheet by sheet.
pub struct PartWriter<'a> {
    folder: &'a Folder,
    /// Created when there is something to write.
    file: Option<(PathBuf, File)>,
    table: PartTable,
    bytes: Vec<u8>,
    /// Number of bytes written.
    written: u64,
    found: u64,
}

impl<'a> PartWriter<'a> {
    /// Builds a writer for `sheets` sheets of `leaves` leaves.
    pub fn new(folder: &'a Folder, sheets: usize, leaves: usize) -> Self {
        let table = PartTable::new(sheets, leaves);
        Self { folder, file: None, table, bytes: Vec::new(), written: 0, found: 0 }
    }

    /// Adds a sheet that is not empty, given the orders per leaf. For any range of its orders
    /// `words` returns the words that are not empty: the order of the lowest bit, and those bits
    /// that are within the range.
    ///
    /// # Errors
    ///
    /// Where there is no room for it, and those of the file system.
    pub fn add<I: Iterator<Item = (usize, u64)>>(
        &mut self,
        sheet: usize,
        orders: usize,
        words: impl Fn(Range<usize>) -> I,
    ) -> Result<(), DiskError> {
        let mut list = Vec::with_capacity(self.table.leaves);
        for leaf in (0..self.table.leaves).map(|leaf| leaf * orders) {
            let own = |range: Range<usize>| {
                let words = words(leaf + range.start..leaf + range.end);
                // The first word may begin before the leaf.
                words.map(move |(first, bits)| (first.wrapping_sub(leaf), bits))
            };
            let begin = self.bytes.len();
            self.found += rice::write(own, orders, &mut self.bytes);
            let bytes = &self.bytes[begin..];
            list.push(Leaf { bytes: bytes.len() as u32, sum: crc32fast::hash(bytes) });
        }
        self.table.add(sheet, &list);
        if self.bytes.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), DiskError> {
        self.folder.reserve(self.bytes.len() as u64)?;
        self.written += self.bytes.len() as u64;
        if self.file.is_none() {
            let path = self.folder.new_list();
            let file = File::create_new(&path).map_err(DiskError::with(&path))?;
            self.file = Some((path, file));
        }
        let (path, file) = self.file.as_mut().expect("it was made");
        file.write_all(&self.bytes).map_err(DiskError::with(path))?;
        self.bytes.clear();
        Ok(())
    }

    /// Ends the part; `None` if it is empty.
    ///
    /// # Errors
    ///
    /// Those of [`PartWriter::add`].
    pub fn finish(mut self) -> Result<Option<BandPart>, DiskError> {
        if self.found == 0 {
            return Ok(None);
        }
        let mut table = Vec::new();
        self.table.write(&mut table);
        let numbers = [self.table.places.len() as u64, self.found];
        ENDING.write(&table, numbers, &mut self.bytes);
        self.flush()?;
        let (path, file) = self.file.take().expect("something was written");
        let table = std::mem::replace(&mut self.table, PartTable::new(0, 0));
        let (bytes, found) = (self.written, self.found);
        Ok(Some(BandPart { path, file, table, bytes, found }))
    }
}

impl Drop for PartWriter<'_> {
    fn drop(&mut self) {
        // Removes an unfinished file.
        if let Some((path, _)) = self.file.take() {
            self.folder.remove(&path, self.written);
        }
    }
}
