//! What is known of a search by bands, and how it is written down.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use super::cut::Cut;
use super::part::Part;
use crate::host::Instant;
use crate::search::disk::manifest::{self, Identity};
use crate::search::disk::{Folder, Trouble};

/// A state is written down when this time has passed since the last.
const PAUSE: Duration = Duration::from_millis(500);

/// The line of a manifest that tells how rows are cut.
const CUT: &str = "cut";

/// A level, or as much of it as there is.
#[derive(Clone)]
pub struct Level {
    /// What there is of each part that has something.
    pub parts: Vec<Option<Arc<Part>>>,
    /// Which of them are made.
    pub made: Vec<bool>,
}

impl Level {
    /// With so many parts, none of which is made.
    pub fn new(parts: usize) -> Self {
        Self { parts: vec![None; parts], made: vec![false; parts] }
    }

    /// Configurations in the parts that are there.
    pub fn found(&self) -> u64 {
        self.parts.iter().flatten().map(|part| part.found).sum()
    }
}

/// A search up to some part of some level.
pub struct State {
    /// The number of configurations at each distance, as far as levels are whole.
    pub counts: Vec<u64>,
    /// The distance of the first goals.
    pub goal: Option<u64>,
    /// The level before the last: those parts of which the next has not been made.
    pub before: Level,
    pub last: Level,
    /// The parts of the next level that are made, and whether one of them has a goal.
    pub next: Level,
    pub meets: bool,
    /// What the state that was written down last may name, and nobody needs any more.
    old: Vec<Arc<Part>>,
    /// What may not be on the disk yet.
    unsynced: Vec<Arc<Part>>,
    written: Instant,
}

impl State {
    /// Of a search that has not begun, with levels of so many parts.
    pub fn new(parts: usize) -> Self {
        let level = Level::new(parts);
        Self {
            counts: Vec::new(),
            goal: None,
            before: level.clone(),
            last: level.clone(),
            next: level,
            meets: false,
            old: Vec::new(),
            unsynced: Vec::new(),
            written: Instant::now(),
        }
    }

    /// Takes in a part of the next level, or that there is nothing in it.
    pub fn add(&mut self, number: usize, part: Option<Part>, meets: bool) {
        let part = part.map(Arc::new);
        self.unsynced.extend(part.clone());
        self.next.parts[number] = part;
        self.next.made[number] = true;
        self.meets |= meets;
        self.old.extend(self.before.parts[number].take());
    }

    /// All parts of the next level are made: it is the last from now on. Gives the number of its configurations.
    pub fn turn(&mut self) -> u64 {
        let distance = self.counts.len() as u64;
        if std::mem::take(&mut self.meets) && self.goal.is_none() {
            self.goal = Some(distance);
        }
        let next = std::mem::replace(&mut self.next, Level::new(self.before.parts.len()));
        self.before = std::mem::replace(&mut self.last, next);
        self.counts.push(self.last.found());
        self.last.found()
    }

    /// Whether it is time to write it down.
    pub fn is_due(&self) -> bool {
        self.written.elapsed() >= PAUSE
    }

    /// Writes down a search, and removes what it does not name any more.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn write(
        &mut self,
        folder: &Folder,
        identity: &Identity,
        cut: &Cut,
    ) -> Result<(), Trouble> {
        self.unsynced.iter().try_for_each(|part| part.sync())?;
        self.unsynced.clear();
        let mut text = identity.head() + &manifest::line(CUT, &cut.numbers());
        text += &manifest::line("counts", &self.counts);
        text += &self.goal.map_or_else(String::new, |goal| manifest::line("goal", &[goal]));
        text += &manifest::line("meets", &[self.meets.into()]);
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
        manifest::put(folder, text)?;
        for part in self.old.drain(..) {
            folder.remove(&part.path, part.bytes);
        }
        self.written = Instant::now();
        Ok(())
    }

    /// Reads what was written down, of whose parts each has so many sheets. All other lists in the folder are
    /// removed.
    ///
    /// # Errors
    ///
    /// Where there is nothing, where it is damaged, or of another version or search.
    pub fn read(
        folder: &Folder,
        identity: &Identity,
        cut: &Cut,
        sheets: impl Fn(usize) -> usize,
    ) -> Result<Self, Trouble> {
        let path = folder.manifest();
        let damaged = |what: &str| Trouble::Damaged { path: path.clone(), what: what.to_owned() };
        let mut state = Self::new(cut.parts());
        let mut names = Vec::new();
        for line in manifest::body(folder, &identity.head())?.lines() {
            let (name, rest) = line.split_once(':').ok_or_else(|| damaged("a line"))?;
            let numbers = || manifest::numbers(rest).ok_or_else(|| damaged(name));
            let level = match name {
                "counts" => {
                    state.counts = numbers()?;
                    continue;
                }
                "goal" => {
                    state.goal = numbers()?.first().copied();
                    continue;
                }
                CUT => continue,
                "meets" => {
                    state.meets = numbers()? == [1];
                    continue;
                }
                "before" => &mut state.before,
                "last" => &mut state.last,
                "next" => &mut state.next,
                _ => return Err(damaged("a line")),
            };
            let words: Vec<&str> = rest.split_whitespace().collect();
            let &[number, found, file] = &words[..] else { return Err(damaged(name)) };
            let number = number.parse().ok().filter(|&number| number < cut.parts());
            let number: usize = number.ok_or_else(|| damaged(name))?;
            level.made[number] = true;
            if file != "-" {
                let part = Part::open(folder.file(file), sheets(number), cut.leaves())?;
                if found.parse() != Ok(part.found) {
                    return Err(damaged("its counts are not those of its files"));
                }
                folder.take(part.bytes)?;
                names.push(file.to_owned());
                level.parts[number] = Some(Arc::new(part));
            }
        }
        if state.counts.last() != Some(&state.last.found()) {
            return Err(damaged("its counts are not those of its files"));
        }
        folder.sweep(&names.iter().map(|name| &name[..]).collect::<Vec<_>>())?;
        Ok(state)
    }
}

/// How rows were cut, as numbers, by a search that was written down.
///
/// # Errors
///
/// Where there is nothing, where it is damaged, or of another version or search.
pub fn cut_of(folder: &Folder, identity: &Identity) -> Result<Vec<u64>, Trouble> {
    let body = manifest::body(folder, &identity.head())?;
    let cut = body.lines().find_map(|line| line.strip_prefix(CUT)?.strip_prefix(':'));
    Ok(cut.and_then(manifest::numbers).unwrap_or_default())
}
