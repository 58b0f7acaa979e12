//! The common ending of all our files: a table of contents, some numbers, of which the first is the
//! number of entries of the table, the CRC-32 of the table, and a label. So truncation and damage
//! are detected before a file is used.

use std::fs::File;
use std::path::Path;

use super::folder::DiskError;
use crate::engine::host::read_at;

/// The ending of one kind of file, with `N` numbers.
pub struct Footer<const N: usize> {
    /// The last bytes of files of this kind.
    pub label: &'static [u8; 8],
}

/// A file with a valid ending.
pub struct FooterContent<const N: usize> {
    pub file: File,
    /// Size of the file in bytes.
    pub bytes: u64,
    pub table: Vec<u8>,
    /// Where the table begins.
    pub begin: u64,
    pub numbers: [u64; N],
}

impl<const N: usize> Footer<N> {
    /// Number of bytes after the table: the numbers, the checksum, the label.
    const TAIL: usize = 8 * N + 4 + 8;

    /// Writes a table and what follows it.
    pub fn write(&self, table: &[u8], numbers: [u64; N], bytes: &mut Vec<u8>) {
        bytes.extend(table);
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(crc32fast::hash(table).to_le_bytes());
        bytes.extend(self.label);
    }

    /// Opens a file whose entries have `entry` bytes.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or its ending is not as it was written.
    pub fn open(&self, path: &Path, entry: usize) -> Result<FooterContent<N>, DiskError> {
        let file = File::open(path).map_err(DiskError::with(path))?;
        let bytes = file.metadata().map_err(DiskError::with(path))?.len();
        let damaged =
            |what: &str| DiskError::Damaged { path: path.to_owned(), what: what.to_owned() };
        let read = |place: u64, length: usize| {
            let mut bytes = vec![0; length];
            read_at(&file, &mut bytes, place).map_err(DiskError::with(path)).map(|()| bytes)
        };
        let behind = bytes.checked_sub(Self::TAIL as u64);
        let behind = behind.ok_or_else(|| damaged("its end is missing"))?;
        let tail = read(behind, Self::TAIL)?;
        let (numbers, rest) = tail.split_at(8 * N);
        let (sum, label) = rest.split_at(4);
        if label != self.label {
            return Err(damaged("its end is missing"));
        }
        let long = |at: usize| u64::from_le_bytes(numbers[at..at + 8].try_into().expect("8 bytes"));
        let numbers = std::array::from_fn(|number| long(8 * number));
        let length = long(0).checked_mul(entry as u64).filter(|&length| length <= behind);
        let length = length.ok_or_else(|| damaged("its table"))?;
        let begin = behind - length;
        let table = read(begin, length as usize)?;
        if crc32fast::hash(&table).to_le_bytes() != sum {
            return Err(damaged("its table"));
        }
        Ok(FooterContent { file, bytes, table, begin, numbers })
    }
}
