//! Files by which one of a few others can be made again.
//!
//! A count keeps the last two levels, and what these were made of is gone. So a few files of a level share a *parity*: the
//! exclusive or of the bytes of all of them, the shorter ones with zeros behind. What one of them had is the exclusive or
//! of that and of all others. It takes as many bytes as the longest.
//!
//! Behind these bytes stands a table of the files: number, length and CRC-32 of each; then
//! [what all files of ours end with](super::ending), with a CRC-32 of the bytes.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::ending::Ending;
use super::folder::{Folder, Trouble, name_of};
use crate::host::read_at;

/// So many files share a parity at most: it is one part in so many of what they take.
pub const GROUP: usize = 16;

/// The number of files and the CRC-32 of the bytes stand behind the table.
const ENDING: Ending<2> = Ending { label: b"SLIDPAR1" };

/// Bytes of a file's row in the table.
const ENTRY: usize = 20;

/// So many bytes of a file are in memory at a time.
const BUFFER: u64 = 1 << 18;

/// A file that shares a parity, as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Member {
    path: PathBuf,
    bytes: u64,
    sum: u32,
}

/// A file by which each of its members can be made again, as long as all others are there.
struct Parity {
    path: PathBuf,
    members: Vec<Member>,
    /// CRC-32 of what stands before the table.
    sum: u32,
    /// Bytes of the file.
    bytes: u64,
}

impl Parity {
    /// Writes that of some files with so many bytes, and puts it on the disk.
    fn make(folder: &Folder, files: &[(&Path, u64)]) -> Result<Self, Trouble> {
        let mut fresh = Fresh::new(folder, folder.new_parity())?;
        let sources = files.iter().map(|&(path, bytes)| Source::open(path, bytes));
        let mut sources = sources.collect::<Result<Vec<_>, _>>()?;
        let mut sum = crc32fast::Hasher::new();
        fold(&mut sources, |bytes| {
            sum.update(bytes);
            fresh.write(bytes)
        })?;
        let member = |source: Source| Member {
            path: source.path.to_owned(),
            bytes: source.bytes,
            sum: source.sum.finalize(),
        };
        let (members, sum): (Vec<_>, _) =
            (sources.into_iter().map(member).collect(), sum.finalize());
        let (mut table, mut end) = (Vec::new(), Vec::new());
        for Member { path, bytes, sum } in &members {
            let number = Folder::number_of(name_of(path)).expect("a number of ours");
            [number, *bytes].iter().for_each(|number| table.extend(number.to_le_bytes()));
            table.extend(sum.to_le_bytes());
        }
        ENDING.write(&table, [members.len() as u64, sum.into()], &mut end);
        fresh.write(&end)?;
        let (path, bytes) = fresh.keep()?;
        Ok(Self { path, members, sum, bytes })
    }

    /// One that was written before.
    fn open(folder: &Folder, path: PathBuf) -> Result<Self, Trouble> {
        let ended = ENDING.open(&path, ENTRY)?;
        let member = |entry: &[u8]| {
            let long =
                |at: usize| u64::from_le_bytes(entry[at..at + 8].try_into().expect("8 bytes"));
            let sum = u32::from_le_bytes(entry[16..].try_into().expect("4 bytes"));
            Member { path: folder.list(long(0)), bytes: long(8), sum }
        };
        let members: Vec<_> = ended.table.chunks_exact(ENTRY).map(member).collect();
        if members.iter().map(|member| member.bytes).max() != Some(ended.begin) {
            return Err(Trouble::Damaged { path, what: "its length".to_owned() });
        }
        Ok(Self { path, members, sum: ended.numbers[1] as u32, bytes: ended.bytes })
    }

    fn has(&self, path: &Path) -> bool {
        self.members.iter().any(|member| member.path == path)
    }

    /// Whether it is that of these files and no others.
    fn is_of(&self, files: &[(&Path, u64)]) -> bool {
        let members = self.members.iter().map(|member| (&*member.path, member.bytes));
        members.eq(files.iter().copied())
    }

    /// Makes a member again, in the place of what is there. The file that cannot be used is told if there is another one.
    fn mend(&self, folder: &Folder, path: &Path) -> Result<Result<(), PathBuf>, Trouble> {
        let lost = self.members.iter().find(|member| member.path == path).expect("a member");
        let longest = self.members.iter().map(|member| member.bytes).max().unwrap_or(0);
        let own = Member { path: self.path.clone(), bytes: longest, sum: self.sum };
        let others = self.members.iter().filter(|&member| member != lost).chain([&own]);
        let mut sources = Vec::new();
        for other in others.clone() {
            match Source::open(&other.path, other.bytes) {
                Ok(source) => sources.push(source),
                Err(Trouble::Failed { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Err(other.path.clone()));
                }
                Err(trouble) => return Err(trouble),
            }
        }
        let mut fresh = Fresh::new(folder, folder.new_list())?;
        let (mut left, mut sum) = (lost.bytes, crc32fast::Hasher::new());
        let folded = fold(&mut sources, |bytes| {
            let bytes = &bytes[..left.min(bytes.len() as u64) as usize];
            left -= bytes.len() as u64;
            sum.update(bytes);
            fresh.write(bytes)
        });
        match folded {
            Err(Trouble::Failed { path, error })
                if error.kind() == io::ErrorKind::UnexpectedEof =>
            {
                return Ok(Err(path));
            }
            folded => folded?,
        }
        for (other, source) in others.zip(sources) {
            if source.sum.finalize() != other.sum {
                return Ok(Err(other.path.clone()));
            }
        }
        if sum.finalize() != lost.sum {
            return Ok(Err(self.path.clone()));
        }
        let (fresh, _) = fresh.keep()?;
        fs::rename(&fresh, path).map_err(Trouble::with(path))?;
        folder.sync().map(Ok)
    }
}

/// The parities of a search.
#[derive(Default)]
pub struct Parities(Vec<Parity>);

impl Parities {
    /// Makes sure that a few files, each with so many bytes, have a parity.
    ///
    /// # Errors
    ///
    /// Where there is no room for it, and those of the file system.
    pub fn guard(&mut self, folder: &Folder, files: &[(&Path, u64)]) -> Result<(), Trouble> {
        if !files.is_empty() && !self.0.iter().any(|parity| parity.is_of(files)) {
            self.0.push(Parity::make(folder, files)?);
        }
        Ok(())
    }

    /// Whether a file can be made again by one of them.
    pub fn have(&self, path: &Path) -> bool {
        self.0.iter().any(|parity| parity.has(path))
    }

    /// Makes a file again that is damaged, in its place, for which so many bytes of the folder are in use.
    ///
    /// # Errors
    ///
    /// That it is damaged if it has no parity, or another file that it takes is damaged as well; where there is no room
    /// for a file more; and those of the file system.
    pub fn mend(&self, folder: &Folder, path: &Path, what: &str, held: u64) -> Result<(), Trouble> {
        let damaged = |what: String| Trouble::Damaged { path: path.to_owned(), what };
        let parity = self.0.iter().find(|parity| parity.has(path));
        let parity = parity.ok_or_else(|| damaged(what.to_owned()))?;
        if let Err(other) = parity.mend(folder, path)? {
            return Err(damaged(format!("{what}; so is {}", name_of(&other))));
        }
        folder.give(held);
        Ok(())
    }

    /// The lines that name them.
    pub fn lines(&self) -> String {
        self.0.iter().map(|parity| format!("parity: {}\n", name_of(&parity.path))).collect()
    }

    /// Takes up one that was written before. If it is damaged or gone it is left out.
    ///
    /// # Errors
    ///
    /// Where it cannot be read.
    pub fn take_up(&mut self, folder: &Folder, name: &str) -> Result<Option<LostParity>, Trouble> {
        match Parity::open(folder, folder.file(name)) {
            Ok(parity) => {
                folder.take(parity.bytes)?;
                self.0.push(parity);
                Ok(None)
            }
            Err(Trouble::Damaged { path, what }) => Ok(Some((path, what))),
            Err(Trouble::Failed { path, error }) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Some((path, "it is gone".to_owned())))
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|parity| name_of(&parity.path))
    }

    /// Takes out those that no file needs any more.
    pub fn take_idle(&mut self, is_needed: impl Fn(&Path) -> bool) -> Self {
        let is_idle = |parity: &mut Parity| !parity.members.iter().any(|m| is_needed(&m.path));
        Self(self.0.extract_if(.., is_idle).collect())
    }

    /// Removes their files.
    pub fn remove(self, folder: &Folder) {
        self.0.iter().for_each(|parity| folder.remove(&parity.path, parity.bytes));
    }
}

/// A parity that is not as it was written, and what is wrong with it.
pub type LostParity = (PathBuf, String);

/// A file that is read.
struct Source<'a> {
    path: &'a Path,
    file: File,
    bytes: u64,
    sum: crc32fast::Hasher,
}

impl<'a> Source<'a> {
    fn open(path: &'a Path, bytes: u64) -> Result<Self, Trouble> {
        let file = File::open(path).map_err(Trouble::with(path))?;
        Ok(Self { path, file, bytes, sum: crc32fast::Hasher::new() })
    }
}

/// Hands on the exclusive or of some files, from the first byte to the last of the longest.
fn fold(
    sources: &mut [Source],
    mut tell: impl FnMut(&[u8]) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let longest = sources.iter().map(|source| source.bytes).max().unwrap_or(0);
    let most = BUFFER.min(longest) as usize;
    let (mut all, mut own) = (vec![0; most], vec![0; most]);
    for place in (0..longest).step_by(BUFFER as usize) {
        let length = BUFFER.min(longest - place) as usize;
        all[..length].fill(0);
        for Source { path, file, bytes, sum } in &mut *sources {
            let length = BUFFER.min(bytes.saturating_sub(place)) as usize;
            let own = &mut own[..length];
            read_at(file, own, place).map_err(Trouble::with(path))?;
            sum.update(own);
            all.iter_mut().zip(own).for_each(|(all, own)| *all ^= *own);
        }
        tell(&all[..length])?;
    }
    Ok(())
}

/// A file that is being written, and removed again if it is not kept.
struct Fresh<'a> {
    folder: &'a Folder,
    path: PathBuf,
    file: File,
    written: u64,
    is_kept: bool,
}

impl<'a> Fresh<'a> {
    fn new(folder: &'a Folder, path: PathBuf) -> Result<Self, Trouble> {
        let file = File::create_new(&path).map_err(Trouble::with(&path))?;
        Ok(Self { folder, path, file, written: 0, is_kept: false })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        self.folder.take(bytes.len() as u64)?;
        self.written += bytes.len() as u64;
        self.file.write_all(bytes).map_err(Trouble::with(&self.path))
    }

    /// Puts it on the disk. Gives its path and its bytes.
    fn keep(mut self) -> Result<(PathBuf, u64), Trouble> {
        self.file.sync_all().map_err(Trouble::with(&self.path))?;
        self.is_kept = true;
        Ok((self.path.clone(), self.written))
    }
}

impl Drop for Fresh<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            self.folder.remove(&self.path, self.written);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64;
    use rand_pcg::rand_core::Rng;

    use super::*;

    /// Files of these lengths in a folder, and what is in them.
    fn files(folder: &Folder, lengths: &[u64], random: &mut Pcg64) -> Vec<(PathBuf, Vec<u8>)> {
        let file = |&length: &u64| {
            let bytes: Vec<u8> = (0..length).map(|_| random.next_u64() as u8).collect();
            let path = folder.new_list();
            fs::write(&path, &bytes).unwrap();
            folder.take(length).unwrap();
            (path, bytes)
        };
        lengths.iter().map(file).collect()
    }

    #[test]
    fn each_of_a_few_files_is_made_again_and_two_are_not() {
        let mut random = Pcg64::new(19, 0);
        let lengths = [0, 1, 3 * BUFFER + 1, 2 * BUFFER, 77, 2 * BUFFER + 5];
        for count in 1..=lengths.len() {
            let place = tempfile::tempdir().unwrap();
            let folder = Folder::open(place.path(), None).unwrap();
            let files = files(&folder, &lengths[..count], &mut random);
            let told: Vec<_> = files.iter().map(|(path, b)| (&**path, b.len() as u64)).collect();
            let mut parities = Parities::default();
            parities.guard(&folder, &told).unwrap();
            parities.guard(&folder, &told).unwrap();
            assert_eq!(parities.names().count(), 1);
            let used = folder.used();
            let names: Vec<String> = parities.names().map(str::to_owned).collect();
            let mut again = Parities::default();
            assert_eq!(again.take_up(&folder, &names[0]).unwrap(), None);
            again.0.iter().for_each(|parity| folder.give(parity.bytes));
            for (path, bytes) in &files {
                fs::remove_file(path).unwrap();
                again.mend(&folder, path, "it is gone", bytes.len() as u64).unwrap();
                assert_eq!((&fs::read(path).unwrap(), folder.used()), (bytes, used));
            }
            // With any other one damaged, or the parity itself, there is nothing to make it of.
            let (lost, own) = (&files[0].0, folder.file(&names[0]));
            let longest = lengths[..count].iter().copied().max().unwrap();
            let others = files[1..].iter().map(|(path, bytes)| (path, bytes.len() as u64));
            for (other, length) in others.chain([(&own, longest)]).filter(|other| other.1 > 0) {
                let sound = fs::read(other).unwrap();
                let mut damaged = sound.clone();
                let at = (random.next_u64() % length) as usize;
                damaged[at] ^= 1;
                fs::write(other, &damaged).unwrap();
                let refused = again.mend(&folder, lost, "its table", 0).unwrap_err().to_string();
                let named = format!("its table; so is {}", name_of(other));
                assert!(refused.contains(&named), "{at}: {refused}");
                fs::write(other, &damaged[..at]).unwrap();
                let refused = again.mend(&folder, lost, "its table", 0).unwrap_err().to_string();
                assert!(refused.contains(&named), "{at}: {refused}");
                fs::write(other, &sound).unwrap();
                assert_eq!((fs::read(lost).unwrap(), folder.used()), (files[0].1.clone(), used));
            }
        }
    }

    #[test]
    fn it_needs_the_room_it_takes() {
        let mut random = Pcg64::new(19, 1);
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path(), Some(1000)).unwrap();
        let files = files(&folder, &[500, 100], &mut random);
        let told: Vec<_> = files.iter().map(|(path, b)| (&**path, b.len() as u64)).collect();
        let refused = Parities::default().guard(&folder, &told).unwrap_err();
        assert!(matches!(refused, Trouble::Limit(1000)), "{refused}");
        // Nothing is left of it.
        assert_eq!((folder.used(), fs::read_dir(place.path()).unwrap().count()), (600, 3));
        fs::remove_file(&files[0].0).unwrap();
        folder.give(500);
        let mut parities = Parities::default();
        parities.guard(&folder, &told[1..]).unwrap();
        let idle = parities.take_idle(|path| path == files[0].0);
        assert_eq!((parities.names().count(), idle.names().count()), (0, 1));
        idle.remove(&folder);
        assert_eq!((folder.used(), fs::read_dir(place.path()).unwrap().count()), (100, 2));
    }
}
