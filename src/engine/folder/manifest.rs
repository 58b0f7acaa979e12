//! The manifest of a search, from which it can be resumed.
//!
//! A text of lines with a name and a value, the last of them with the CRC-32 of those before. It is
//! written to a temporary file, which replaces the old manifest once it is on the disk. Files that
//! it does not name do not belong to the search any more, or not yet.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use super::{CodeFile, DiskError, Folder, manifest_of, name_of};
use crate::engine::host::PartialFile;
use crate::puzzle::{Placement, Puzzle, Style};

/// The first line: the format and its version.
const LABEL: &str = "sliding-disk 6";

/// How manifests begin that older versions wrote for searches by several processes, and how the line
/// ends that says what a search kept, if it kept levels in bands. b48e7da3 was the last to write them.
const CLUSTER: &str = "sliding-cluster ";
const BANDS: &str = " in bands";

/// The lines with what is kept, and with the numbering of placements.
const KEEPS: &str = "keeps: ";
const NUMBERING: &str = "numbering";

/// The levels that a search keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The last two.
    Last,
    /// Also those before the first goal.
    ToGoal,
    /// All.
    All,
}

/// What the files of a search contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Codes.
    Codes,
    /// Codes of a search that begins at all goals.
    CodesFromGoals,
    /// Numbers of placements by rows.
    Rows,
    /// Numbers of placements in matrices.
    Matrices,
}

impl Keep {
    fn text(self) -> &'static str {
        match self {
            Keep::Last => "the last levels",
            Keep::ToGoal => "levels up to the goal",
            Keep::All => "all levels",
        }
    }
}

impl Content {
    fn text(self) -> &'static str {
        match self {
            Content::Codes => "",
            Content::CodesFromGoals => " from the goals",
            Content::Rows => " by rows",
            Content::Matrices => " in matrices",
        }
    }
}

/// The identity of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// A checksum of everything that the search depends on.
    sum: u32,
    style: u8,
    keep: Keep,
    content: Content,
    /// For people.
    name: String,
    /// Numbers that identify the numbering of placements: files contain such numbers.
    numbering: Vec<u64>,
}

impl Identity {
    /// Builds the identity of a search, given numbers that identify the numbering of placements.
    pub fn new(
        puzzle: &Puzzle,
        style: Style,
        keep: Keep,
        content: Content,
        numbering: Vec<u64>,
    ) -> Self {
        let mut hasher = crc32fast::Hasher::new();
        let mut add = |number: u64| hasher.update(&number.to_le_bytes());
        let size = puzzle.size();
        [size.rows, size.cols].into_iter().for_each(|side| add(u64::from(side)));
        puzzle.blocked().iter().for_each(|&cell| add(u64::from(cell)));
        for (number, kind) in (0..).zip(puzzle.kinds()) {
            add(u64::MAX);
            add(kind.lock() as u64);
            for &(row, col) in kind.cells() {
                add(row as u64);
                add(col as u64);
            }
            puzzle.closed_to(number).iter().for_each(|&cell| add(u64::from(cell)));
        }
        let mut configuration = |placements: &[Placement]| {
            add(u64::MAX - 1);
            for piece in placements {
                add(u64::from(piece.cell));
                add(u64::from(piece.kind));
            }
        };
        configuration(puzzle.start().placements());
        for goal in puzzle.goals() {
            configuration(goal.demanded().placements());
        }
        for goal in puzzle.goals() {
            add(u64::MAX - 2);
            goal.demands().iter().for_each(|demand| add(u64::from(demand.cell)));
        }
        let name = puzzle.name().split_whitespace().collect::<Vec<_>>().join(" ");
        Self { sum: hasher.finalize(), style: style.number(), keep, content, name, numbering }
    }

    /// Returns the lines that identify the search.
    fn head(&self) -> String {
        let Self { sum, style, name, .. } = self;
        let (levels, content) = (self.keep.text(), self.content.text());
        format!("{LABEL}\npuzzle: {sum} {name}\nstyle: {style}\n{KEEPS}{levels}{content}\n")
    }

    /// Returns the beginning of a manifest: the search, and the numbering of its placements.
    fn text(&self) -> String {
        self.head() + &line(NUMBERING, &self.numbering)
    }

    /// Returns the rest of the manifest in a folder, if it is of this search and its placements are
    /// numbered in the same way.
    ///
    /// # Errors
    ///
    /// Where there is no manifest, where it is damaged, or of another version, search or numbering.
    fn text_in(&self, folder: &Folder) -> Result<String, DiskError> {
        let body = body(folder, &self.head())?;
        let expected = line(NUMBERING, &self.numbering);
        if let Some(rest) = body.strip_prefix(&expected) {
            return Ok(rest.to_owned());
        }
        let found = body.lines().next().unwrap_or("");
        let what = format!(
            "another version of the program numbered the positions in another way: found \
             `{found}`, expected `{}`; search again from the start in another folder",
            expected.trim_end()
        );
        Err(DiskError::unsuited(folder.path(), what))
    }
}

/// What a search has counted and found after some level.
#[derive(Default)]
pub struct Totals {
    /// The number of positions at each distance.
    pub counts: Vec<u64>,
    /// How many of them meet a goal; counted for maps alone.
    pub goals: u64,
    /// The number of positions with each number of neighbours, of all levels but the last; for maps
    /// alone.
    pub degrees: Vec<u64>,
    /// The distance of the first goals, and the smallest of them.
    pub goal: Option<(u64, Vec<u64>)>,
}

impl Totals {
    /// Writes the manifest of a search, given the files of the levels that it keeps, with their
    /// distances.
    pub fn write(
        &self,
        folder: &Folder,
        identity: &Identity,
        levels: &[(u64, &CodeFile)],
    ) -> Result<(), DiskError> {
        let mut text = identity.text();
        text += &line("counts", &self.counts);
        text += &line("goals", &[self.goals]);
        text += &line("degrees", &self.degrees);
        if let Some((distance, words)) = &self.goal {
            text += &line("goal", [distance].into_iter().chain(words));
        }
        for (distance, file) in levels {
            let (name, chunks, sum) = (name_of(&file.path), file.chunks.len(), file.sum);
            text += &format!("level: {distance} {name} {chunks} {sum}\n");
        }
        replace(folder, text)
    }

    /// Reads the manifest, if it is of this search, and removes the files that it does not name.
    /// Returns the levels with their distances.
    ///
    /// # Errors
    ///
    /// Where there is none, where it or a file is damaged, or of another version, search or
    /// numbering, and where the files exceed the folder's limit.
    pub fn read(
        folder: &Folder,
        identity: &Identity,
    ) -> Result<(Self, Vec<(u64, CodeFile)>), DiskError> {
        let path = folder.manifest();
        let damaged = |what: &str| DiskError::damaged(&path, what);
        let (mut totals, mut levels) = (Self::default(), Vec::new());
        for line in identity.text_in(folder)?.lines() {
            let (name, rest) = line.split_once(':').ok_or_else(|| damaged("a line"))?;
            let numbers = || numbers(rest).ok_or_else(|| damaged(name));
            match name {
                "counts" => totals.counts = numbers()?,
                "goals" => totals.goals = numbers()?.iter().sum(),
                "degrees" => totals.degrees = numbers()?,
                "goal" => {
                    let goal = numbers()?;
                    let (distance, words) =
                        goal.split_first().ok_or_else(|| damaged("its goal"))?;
                    totals.goal = Some((*distance, words.to_vec()));
                }
                "level" => {
                    let (name, numbers) = level(rest).ok_or_else(|| damaged("a level"))?;
                    let [distance, chunks, sum] = numbers;
                    levels.push((distance, CodeFile::open(folder.file(name), chunks, sum)?));
                }
                _ => return Err(damaged("a line")),
            }
        }
        let agrees = |(distance, file): &(u64, CodeFile)| {
            totals.counts.get(*distance as usize) == Some(&file.count())
        };
        let last = levels.last().map(|&(distance, _)| distance + 1);
        if last != Some(totals.counts.len() as u64) || !levels.iter().all(agrees) {
            return Err(damaged("its counts are not those of the levels"));
        }
        let names: Vec<&str> = levels.iter().map(|(_, file)| name_of(&file.path)).collect();
        folder.sweep(&names)?;
        levels.iter().try_for_each(|(_, file)| folder.reserve(file.bytes))?;
        Ok((totals, levels))
    }
}

/// Parses the name of a level's file, and the level's distance, number of chunks and sum.
fn level(text: &str) -> Option<(&str, [u64; 3])> {
    let mut words = text.split_whitespace();
    let [distance, name, chunks, sum] = [(); 4].map(|()| words.next().unwrap_or_default());
    Some((name, [distance.parse().ok()?, chunks.parse().ok()?, sum.parse().ok()?]))
}

/// Checks that the manifest in a folder, if there is one, is not of an older version.
///
/// # Errors
///
/// Where it is.
pub fn refuse_older(folder: &Path) -> Result<(), DiskError> {
    // What cannot be read is reported when it is needed.
    let text = fs::read_to_string(manifest_of(folder)).unwrap_or_default();
    let is_in_bands = |line: &str| line.starts_with(KEEPS) && line.ends_with(BANDS);
    if !text.starts_with(CLUSTER) && !text.lines().any(is_in_bands) {
        return Ok(());
    }
    Err(DiskError::unsuited(folder, "written by an older version: search again in another folder"))
}

/// Whether a folder has a manifest.
pub fn exists(folder: &Folder) -> bool {
    folder.manifest().exists()
}

/// Prepares a folder for a new search.
///
/// # Errors
///
/// Where there is one already.
pub fn begin(folder: &Folder) -> Result<(), DiskError> {
    if exists(folder) {
        let what = "there is a search in this folder already: resume it, or take another folder";
        return Err(DiskError::unsuited(folder.path(), what));
    }
    folder.sweep(&[])
}

/// Returns what the files of the search in a folder contain, if there is one that can be read.
pub fn content_of(folder: &Path) -> Option<Content> {
    let text = fs::read_to_string(manifest_of(folder)).ok()?;
    let keeps = text.lines().find_map(|line| line.strip_prefix(KEEPS))?;
    let ends_so = |content: &Content| keeps.ends_with(content.text());
    [Content::CodesFromGoals, Content::Rows, Content::Matrices, Content::Codes]
        .into_iter()
        .find(ends_so)
}

/// Replaces the manifest by a text, with its checksum at the end.
pub fn replace(folder: &Folder, mut text: String) -> Result<(), DiskError> {
    text += &format!("end: {}\n", crc32fast::hash(text.as_bytes()));
    let path = folder.manifest();
    let write = || {
        let mut partial = PartialFile::of(&path)?;
        partial.write_all(text.as_bytes())?;
        partial.finish()
    };
    write().map_err(DiskError::with(&path))?;
    folder.sync()
}

/// Returns the rest of a text that was written by [`replace`], if its first lines are as expected.
///
/// # Errors
///
/// Where there is none, where it is damaged, or where the first lines differ.
fn body(folder: &Folder, head: &str) -> Result<String, DiskError> {
    let path = folder.manifest();
    if !path.exists() {
        let what = "there is no search in this folder to take up again";
        return Err(DiskError::unsuited(folder.path(), what));
    }
    let bytes = fs::read(&path).map_err(DiskError::with(&path))?;
    let damaged = |what: &str| DiskError::damaged(&path, what);
    let text = String::from_utf8(bytes).map_err(|_| damaged("it is no text"))?;
    let other = |found: &str, expected: &str| {
        let what = format!("it has another search: found `{found}`, expected `{expected}`");
        DiskError::unsuited(folder.path(), what)
    };
    let first = text.lines().next().unwrap_or("");
    let label = head.lines().next().unwrap_or("");
    if first != label {
        return Err(other(first, label));
    }
    let (body, sum) = text.rsplit_once("end: ").ok_or_else(|| damaged("its end is missing"))?;
    if sum != format!("{}\n", crc32fast::hash(body.as_bytes())) {
        return Err(damaged("its text was changed"));
    }
    for (at, expected) in head.lines().enumerate() {
        let found = body.lines().nth(at).unwrap_or("");
        if found != expected {
            return Err(other(found, expected));
        }
    }
    Ok(body.lines().skip(head.lines().count()).map(|line| format!("{line}\n")).collect())
}

/// Returns a checksum of numbers.
pub fn sum(numbers: impl IntoIterator<Item = u64>) -> u64 {
    let mut hasher = crc32fast::Hasher::new();
    numbers.into_iter().for_each(|number| hasher.update(&number.to_le_bytes()));
    hasher.finalize().into()
}

/// Returns a line of numbers with a name.
fn line<'a>(name: &str, numbers: impl IntoIterator<Item = &'a u64>) -> String {
    numbers.into_iter().fold(format!("{name}:"), |text, number| format!("{text} {number}")) + "\n"
}

/// Parses the numbers of a line.
fn numbers(text: &str) -> Option<Vec<u64>> {
    text.split_whitespace().map(|number| number.parse().ok()).collect()
}
