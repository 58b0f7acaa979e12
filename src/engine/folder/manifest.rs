//! The manifest of a search, from which it can be resumed.
//!
//! A text of lines with a name and a value, the last of them with the CRC-32 of those before. It is
//! written to a temporary file, which replaces the old manifest once it is on the disk. Files that
//! it does not name do not belong to the search any more, or not yet.

use std::fs;
use std::io::Write as _;
use std::iter;
use std::path::Path;

use super::{CodeFile, DiskError, Folder, manifest_of, name_of};
use crate::engine::host::PartialFile;
use crate::puzzle::{Goal, Puzzle, Style};

/// The first line: the format and its version.
const LABEL: &str = "sliding-disk 6";

/// How manifests begin that older versions wrote for searches by several processes, and how the line
/// ends that says what a search kept, if it kept levels in bands. b48e7da3 was the last to write them.
const CLUSTER: &str = "sliding-cluster ";
const BANDS: &str = " in bands";

/// The line with what is kept.
const KEEPS: &str = "keeps: ";

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
pub struct Identity {
    /// The first lines of its manifest, with a checksum of everything that the search depends on and,
    /// for people, the puzzle's name.
    head: String,
    /// The line that identifies the numbering of placements: files contain such numbers.
    numbering: String,
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
        let size = puzzle.size();
        let mut numbers = vec![u64::from(size.rows), u64::from(size.cols)];
        numbers.extend(puzzle.blocked().iter().copied().map(u64::from));
        for (number, kind) in (0..).zip(puzzle.kinds()) {
            numbers.extend([u64::MAX, kind.lock() as u64]);
            for &(row, col) in kind.cells() {
                numbers.extend([row as u64, col as u64]);
            }
            numbers.extend(puzzle.closed_to(number).iter().copied().map(u64::from));
        }
        let goals = puzzle.goals();
        let demanded = goals.iter().map(Goal::demanded);
        for configuration in iter::once(puzzle.start().clone()).chain(demanded) {
            numbers.push(u64::MAX - 1);
            for piece in configuration.placements() {
                numbers.extend([u64::from(piece.cell), u64::from(piece.kind)]);
            }
        }
        for goal in goals {
            numbers.push(u64::MAX - 2);
            for demand in goal.demands() {
                numbers.push(u64::from(demand.cell));
            }
        }
        let name = puzzle.name().split_whitespace().collect::<Vec<_>>().join(" ");
        let (sum, style) = (sum(numbers), style.number());
        let (levels, content) = (keep.text(), content.text());
        let head =
            format!("{LABEL}\npuzzle: {sum} {name}\nstyle: {style}\n{KEEPS}{levels}{content}\n");
        Self { head, numbering: line("numbering", &numbering) }
    }

    /// Returns the rest of the manifest in a folder, if it is of this search and its placements are
    /// numbered in the same way.
    ///
    /// # Errors
    ///
    /// Where there is no manifest, where it is damaged, or of another version, search or numbering.
    fn text_in(&self, folder: &Folder) -> Result<String, DiskError> {
        let body = body(folder, &self.head)?;
        if let Some(rest) = body.strip_prefix(&self.numbering) {
            return Ok(rest.to_owned());
        }
        let found = body.lines().next().unwrap_or("");
        let what = format!(
            "another version of the program numbered the positions in another way: found \
             `{found}`, expected `{}`; search again from the start in another folder",
            self.numbering.trim_end()
        );
        Err(DiskError::unsuited(folder.path(), what))
    }
}

/// The name of a level's file, and the level's distance, number of chunks and sum.
type LevelEntry<'t> = (&'t str, [u64; 3]);

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
        let mut text = identity.head.clone() + &identity.numbering;
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
        let (path, text) = (folder.manifest(), identity.text_in(folder)?);
        let Some((totals, named)) = Self::parse(&text) else {
            return Err(DiskError::damaged(&path, "a line"));
        };
        let (mut levels, mut names, mut agrees) = (Vec::new(), Vec::new(), true);
        for (name, [distance, chunks, sum]) in named {
            let file = CodeFile::open(folder.file(name), chunks, sum)?;
            agrees &= totals.counts.get(distance as usize) == Some(&file.count());
            names.push(name);
            levels.push((distance, file));
        }
        let end = totals.counts.len() as u64;
        if !agrees || !matches!(levels.last(), Some((last, _)) if last + 1 == end) {
            return Err(DiskError::damaged(&path, "its counts are not those of the levels"));
        }
        folder.sweep(&names)?;
        for (_, file) in &levels {
            folder.reserve(file.bytes)?;
        }
        Ok((totals, levels))
    }

    /// Parses the lines after the head of a manifest. Returns the levels as well.
    fn parse(text: &str) -> Option<(Self, Vec<LevelEntry<'_>>)> {
        let (mut totals, mut levels) = (Self::default(), Vec::new());
        for line in text.lines() {
            let (name, rest) = line.split_once(':')?;
            match name {
                "counts" => totals.counts = numbers(rest)?,
                "goals" => totals.goals = numbers(rest)?.iter().sum(),
                "degrees" => totals.degrees = numbers(rest)?,
                "goal" => {
                    let mut words = numbers(rest)?.into_iter();
                    totals.goal = Some((words.next()?, words.collect()));
                }
                "level" => {
                    let (distance, rest) = rest.trim_start().split_once(' ')?;
                    let (name, rest) = rest.split_once(' ')?;
                    let [chunks, sum] = numbers(rest)?.try_into().ok()?;
                    levels.push((name, [distance.parse().ok()?, chunks, sum]));
                }
                _ => return None,
            }
        }
        Some((totals, levels))
    }
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
    // The text of the last is empty.
    [Content::CodesFromGoals, Content::Rows, Content::Matrices, Content::Codes]
        .into_iter()
        .find(|content| keeps.ends_with(content.text()))
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
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(DiskError::damaged(&path, "it is no text"));
    };
    let mut body = &text[..];
    // Other versions may have other ends.
    if text.lines().next() == head.lines().next() {
        let Some((before, sum)) = text.rsplit_once("end: ") else {
            return Err(DiskError::damaged(&path, "its end is missing"));
        };
        if sum != format!("{}\n", crc32fast::hash(before.as_bytes())) {
            return Err(DiskError::damaged(&path, "its text was changed"));
        }
        body = before;
    }
    for (expected, found) in head.lines().zip(body.lines().chain(iter::repeat(""))) {
        if found != expected {
            let what = format!("it has another search: found `{found}`, expected `{expected}`");
            return Err(DiskError::unsuited(folder.path(), what));
        }
    }
    Ok(body.strip_prefix(head).unwrap_or_default().to_owned())
}

/// Returns a checksum of numbers.
pub fn sum(numbers: impl IntoIterator<Item = u64>) -> u64 {
    let mut hasher = crc32fast::Hasher::new();
    for number in numbers {
        hasher.update(&number.to_le_bytes());
    }
    hasher.finalize().into()
}

/// Returns a line of numbers with a name.
fn line<'a>(name: &str, numbers: impl IntoIterator<Item = &'a u64>) -> String {
    let mut text = format!("{name}:");
    for number in numbers {
        text += &format!(" {number}");
    }
    text + "\n"
}

/// Parses the numbers of a line.
fn numbers(text: &str) -> Option<Vec<u64>> {
    text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()
}
