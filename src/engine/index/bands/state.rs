//! The state of a search by bands, and its checkpoints.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use super::cut::Division;
use super::part::BandPart;
use crate::engine::disk::manifest::{self, Identity};
use crate::engine::disk::{DiskError, Folder, Purpose, name_of};
use crate::engine::layers::sums;

/// The line of a manifest with the division of rows.
const CUT: &str = "cut";

/// A level, complete or in progress.
#[derive(Clone)]
pub struct BandLevel {
    /// The parts that are not empty.
    pub parts: Vec<Option<Arc<BandPart>>>,
    /// Which parts are made.
    pub made: Vec<bool>,
}

impl BandLevel {
    /// Builds a level of `parts` parts, none of which is made.
    pub fn new(parts: usize) -> Self {
        Self { parts: vec![None; parts], made: vec![false; parts] }
    }

    /// Returns the parts that are not made.
    pub fn open(&self) -> Vec<usize> {
        (0..self.made.len()).filter(|&part| !self.made[part]).collect()
    }

    /// Returns the number of positions in the parts that are made.
    pub fn found(&self) -> u64 {
        self.parts.iter().flatten().map(|part| part.found).sum()
    }
}

/// The closed file of a part.
pub struct StoredPart {
    path: PathBuf,
    found: u64,
}

/// Counts of the positions of levels.
#[derive(Clone, Default)]
pub struct LevelTally {
    /// The number that meet a goal, if it is wanted.
    pub goals: u64,
    /// The number with each number of neighbours, for maps from the start.
    pub degrees: Vec<u64>,
}

impl LevelTally {
    pub fn add(&mut self, other: &LevelTally) {
        self.goals += other.goals;
        self.degrees = sums([&self.degrees[..], &other.degrees].into_iter());
    }
}

/// The state of a search up to some part of some level.
pub struct BandState {
    /// The number of positions at each distance, as far as levels are complete.
    pub counts: Vec<u64>,
    /// The distance of the first goals.
    pub goal: Option<u64>,
    /// The counts of these levels.
    pub tally: LevelTally,
    /// The parts of the levels that are kept, except the last two.
    kept: Vec<Vec<Option<StoredPart>>>,
    /// The level before the last. If it is not kept, it has those parts whose successor has not
    /// been made.
    pub before: BandLevel,
    pub last: BandLevel,
    /// The parts of the next level that are made, and their counts.
    pub next: BandLevel,
    next_tally: LevelTally,
    /// Determines which levels are kept.
    purpose: Purpose,
    /// Parts that the last checkpoint may name, and that are no longer needed.
    old: Vec<Arc<BandPart>>,
    /// Parts that may not be flushed to disk yet.
    unsynced: Vec<Arc<BandPart>>,
}

impl BandState {
    /// Builds the state of a search that has not begun, with levels of `parts` parts.
    pub fn new(parts: usize, purpose: Purpose) -> Self {
        let level = BandLevel::new(parts);
        Self {
            counts: Vec::new(),
            goal: None,
            tally: LevelTally::default(),
            kept: Vec::new(),
            before: level.clone(),
            last: level.clone(),
            next: level,
            next_tally: LevelTally::default(),
            purpose,
            old: Vec::new(),
            unsynced: Vec::new(),
        }
    }

    fn is_map(&self) -> bool {
        matches!(self.purpose, Purpose::MapByBands | Purpose::MapFromGoalsByBands)
    }

    /// Whether the level at a distance is kept for good.
    fn is_kept(&self, distance: usize) -> bool {
        let is_of_way = self.purpose == Purpose::PathByBands;
        let is_beyond = self.goal.is_some_and(|goal| goal < distance as u64);
        self.is_map() || is_of_way && !is_beyond
    }

    /// Adds a part of the next level, which may be empty. The same part of the level before the
    /// last is not needed any more.
    pub fn add(&mut self, number: usize, part: Option<BandPart>, tally: &LevelTally) {
        if self.counts.len().checked_sub(2).is_some_and(|before| !self.is_kept(before)) {
            self.old.extend(self.before.parts[number].take());
        }
        let part = part.map(Arc::new);
        self.unsynced.extend(part.clone());
        self.next.parts[number] = part;
        self.next.made[number] = true;
        self.next_tally.add(tally);
    }

    /// Makes the next level, of which all parts are made, the last.
    pub fn finish_level(&mut self) {
        let distance = self.counts.len() as u64;
        let tally = std::mem::take(&mut self.next_tally);
        if tally.goals > 0 && self.goal.is_none() {
            self.goal = Some(distance);
        }
        self.tally.add(&tally);
        let next = std::mem::replace(&mut self.next, BandLevel::new(self.before.parts.len()));
        let last = std::mem::replace(&mut self.last, next);
        let before = std::mem::replace(&mut self.before, last);
        self.counts.push(self.last.found());
        if distance > 1 && self.is_kept(distance as usize - 2) {
            // Their files need not stay open.
            let filed =
                |part: &Arc<BandPart>| StoredPart { path: part.path.clone(), found: part.found };
            self.kept.push(before.parts.iter().map(|part| part.as_ref().map(filed)).collect());
        } else {
            self.old.extend(before.parts.into_iter().flatten());
        }
    }

    /// Returns a part of the level at a distance, if it is not empty.
    ///
    /// # Errors
    ///
    /// Where its file cannot be read, or is not as it was written.
    pub fn part(
        &self,
        distance: usize,
        number: usize,
        sheets: usize,
        leaves: usize,
    ) -> Result<Option<Arc<BandPart>>, DiskError> {
        match self.kept.get(distance) {
            Some(parts) => {
                let open = |filed: &StoredPart| {
                    open(&filed.path, filed.found, sheets, leaves).map(Arc::new)
                };
                parts[number].as_ref().map(open).transpose()
            }
            None if distance + 1 == self.counts.len() => Ok(self.last.parts[number].clone()),
            None => Ok(self.before.parts[number].clone()),
        }
    }

    /// Writes a checkpoint, and removes files that it does not name.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn write(
        &mut self,
        folder: &Folder,
        identity: &Identity,
        cut: &Division,
    ) -> Result<(), DiskError> {
        self.unsynced.iter().try_for_each(|part| part.sync())?;
        self.unsynced.clear();
        let mut text = identity.text() + &manifest::line(CUT, &cut.numbers());
        text += &manifest::line("counts", &self.counts);
        text += &self.goal.map_or_else(String::new, |goal| manifest::line("goal", &[goal]));
        text += &manifest::line("meets", &[self.next_tally.goals]);
        if self.is_map() {
            text += &manifest::line("goals", &[self.tally.goals]);
            text += &manifest::line("degrees", &self.tally.degrees);
            text += &manifest::line("next degrees", &self.next_tally.degrees);
        }
        for (distance, parts) in self.kept.iter().enumerate() {
            for (number, filed) in parts.iter().enumerate() {
                if let Some(StoredPart { path, found }) = filed {
                    _ = writeln!(text, "{distance}: {number} {found} {}", name_of(path));
                }
            }
        }
        let levels = [("before", &self.before), ("last", &self.last), ("next", &self.next)];
        for (name, level) in levels {
            for (number, part) in level.parts.iter().enumerate() {
                match part {
                    Some(part) => {
                        _ = writeln!(text, "{name}: {number} {} {}", part.found, part.name());
                    }
                    None if level.made[number] && name == "next" => {
                        _ = writeln!(text, "{name}: {number} 0 -");
                    }
                    None => {}
                }
            }
        }
        manifest::replace(folder, text)?;
        for part in self.old.drain(..) {
            folder.remove(&part.path, part.bytes);
        }
        Ok(())
    }

    /// Reads a checkpoint, given the number of sheets of each part. Removes all other lists in the
    /// folder.
    ///
    /// # Errors
    ///
    /// Where there is none, where it is damaged, or of another version, search or numbering.
    pub fn read(
        folder: &Folder,
        identity: &Identity,
        cut: &Division,
        sheets: impl Fn(usize) -> usize,
    ) -> Result<Self, DiskError> {
        let path = folder.manifest();
        let damaged = |what: &str| DiskError::Damaged { path: path.clone(), what: what.to_owned() };
        let mut state = Self::new(cut.parts(), identity.purpose);
        let mut names = Vec::new();
        for line in identity.text_in(folder)?.lines() {
            let (name, rest) = line.split_once(':').ok_or_else(|| damaged("a line"))?;
            let numbers = || manifest::numbers(rest).ok_or_else(|| damaged(name));
            match name {
                CUT if numbers()? != cut.numbers() => return Err(damaged(name)),
                CUT => {}
                "counts" => state.counts = numbers()?,
                "goal" => state.goal = numbers()?.first().copied(),
                "meets" => state.next_tally.goals = numbers()?.iter().sum(),
                "goals" => state.tally.goals = numbers()?.iter().sum(),
                "degrees" => state.tally.degrees = numbers()?,
                "next degrees" => state.next_tally.degrees = numbers()?,
                _ => {
                    let words: Vec<&str> = rest.split_whitespace().collect();
                    let &[number, found, file] = &words[..] else { return Err(damaged(name)) };
                    let number = number.parse().ok().filter(|&number| number < cut.parts());
                    let (number, found): (usize, u64) =
                        number.zip(found.parse().ok()).ok_or_else(|| damaged(name))?;
                    let filed = (file != "-").then(|| (folder.file(file), found));
                    names.extend(filed.is_some().then(|| file.to_owned()));
                    let shape = (sheets(number), cut.leaves());
                    let bytes = state.resume_part(name, number, filed, shape)?;
                    folder.reserve(bytes.ok_or_else(|| damaged(name))?)?;
                }
            }
        }
        if state.counts.last().copied().unwrap_or(0) != state.last.found() {
            return Err(damaged("its counts are not those of its files"));
        }
        folder.sweep(&names.iter().map(|name| &name[..]).collect::<Vec<_>>())?;
        Ok(state)
    }

    /// Resumes a part of a level, given its numbers of positions, sheets and leaves. Returns the
    /// size of its file; `None` if the part is not valid.
    fn resume_part(
        &mut self,
        name: &str,
        number: usize,
        filed: Option<(PathBuf, u64)>,
        (sheets, leaves): (usize, usize),
    ) -> Result<Option<u64>, DiskError> {
        let levels = self.counts.len();
        let distance = match name {
            "before" => levels.checked_sub(2),
            "last" => levels.checked_sub(1),
            "next" => Some(levels),
            distance => distance.parse().ok().filter(|distance| distance + 2 < levels),
        };
        let Some(distance) = distance else { return Ok(None) };
        let level = match name {
            "before" => &mut self.before,
            "last" => &mut self.last,
            "next" => &mut self.next,
            _ => {
                return Ok(
                    filed.map(|(path, found)| self.resume_kept_part(distance, number, path, found))
                );
            }
        };
        level.made[number] = true;
        let Some((path, found)) = filed else { return Ok(Some(0)) };
        let part = open(&path, found, sheets, leaves)?;
        let bytes = part.bytes;
        level.parts[number] = Some(Arc::new(part));
        Ok(Some(bytes))
    }

    /// Like [`BandState::resume_part`], for a level before the last two.
    fn resume_kept_part(
        &mut self,
        distance: usize,
        number: usize,
        path: PathBuf,
        found: u64,
    ) -> u64 {
        // A missing file is noticed when it is read.
        let bytes = fs::metadata(&path).map_or(0, |file| file.len());
        let parts = self.last.parts.len();
        let levels = self.kept.len().max(distance + 1);
        self.kept.resize_with(levels, || (0..parts).map(|_| None).collect());
        self.kept[distance][number] = Some(StoredPart { path, found });
        bytes
    }
}

/// Opens the file of a part, which must have `found` positions; a missing file counts as damaged.
fn open(path: &Path, found: u64, sheets: usize, leaves: usize) -> Result<BandPart, DiskError> {
    let damaged = |what: &str| DiskError::Damaged { path: path.to_owned(), what: what.to_owned() };
    match BandPart::open(path.to_owned(), sheets, leaves) {
        Err(DiskError::Failed { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
            Err(damaged("it is gone"))
        }
        Ok(part) if part.found != found => Err(damaged("its count is not the one it had")),
        part => part,
    }
}

/// Returns the division of rows, as numbers, from a checkpoint.
///
/// # Errors
///
/// Where there is none, where it is damaged, or of another version or search.
pub fn cut_of(folder: &Folder, identity: &Identity) -> Result<Vec<u64>, DiskError> {
    let body = identity.text_of_any(folder)?;
    let cut = body.lines().find_map(|line| line.strip_prefix(CUT)?.strip_prefix(':'));
    Ok(cut.and_then(manifest::numbers).unwrap_or_default())
}
