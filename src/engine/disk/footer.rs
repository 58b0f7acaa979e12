//! The ending of a file of codes: its table, the number of the table's entries, the CRC-32 of the
//! table, and a label. So truncation and damage are detected before a file is used.

use std::fs::File;
use std::path::Path;

use super::folder::DiskError;
use crate::engine::host::read_at;

/// The last bytes of a file.
const LABEL: &[u8; 8] = b"SLIDCOD1";

/// Number of bytes after the table: the number of entries, the checksum, the label.
const TAIL: usize = 8 + 4 + 8;

/// Writes a table and what follows it.
pub fn write(table: &[u8], entries: u64, bytes: &mut Vec<u8>) {
    bytes.extend(table);
    bytes.extend(entries.to_le_bytes());
    bytes.extend(crc32fast::hash(table).to_le_bytes());
    bytes.extend(LABEL);
}

/// Reads the table of a file, whose entries have `entry` bytes each. Returns it with the size of
/// the file in bytes.
///
/// # Errors
///
/// Where it cannot be read, or its ending is not as it was written.
pub fn read(path: &Path, entry: usize) -> Result<(Vec<u8>, u64), DiskError> {
    let file = File::open(path).map_err(DiskError::with(path))?;
    let bytes = file.metadata().map_err(DiskError::with(path))?.len();
    let damaged = |what: &str| DiskError::Damaged { path: path.to_owned(), what: what.to_owned() };
    let read = |place: u64, length: usize| {
        let mut bytes = vec![0; length];
        read_at(&file, &mut bytes, place).map_err(DiskError::with(path)).map(|()| bytes)
    };
    let behind = bytes.checked_sub(TAIL as u64);
    let behind = behind.ok_or_else(|| damaged("its end is missing"))?;
    let tail = read(behind, TAIL)?;
    let (entries, rest) = tail.split_at(8);
    let (sum, label) = rest.split_at(4);
    if label != LABEL {
        return Err(damaged("its end is missing"));
    }
    let entries = u64::from_le_bytes(entries.try_into().expect("8 bytes"));
    let length = entries.checked_mul(entry as u64).filter(|&length| length <= behind);
    let length = length.ok_or_else(|| damaged("its table"))?;
    let table = read(behind - length, length as usize)?;
    if crc32fast::hash(&table).to_le_bytes() != sum {
        return Err(damaged("its table"));
    }
    Ok((table, bytes))
}
