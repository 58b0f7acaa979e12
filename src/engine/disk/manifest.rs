//! The manifest of a search, from which it can be resumed.
//!
//! A text of lines with a name and a value, the last of them with the CRC-32 of those before. It is
//! written to a temporary file, which replaces the old manifest once it is on the disk. Files that
//! it does not name do not belong to the search any more, or not yet.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use super::folder::{DiskError, Folder, manifest_of};
use super::level::DiskLevel;
use super::list::CodeList;
use crate::engine::board::Code;
use crate::engine::host::PartialFile;
use crate::puzzle::{Placement, Puzzle, Style};

/// The first line: the format and its version.
const LABEL: &str = "sliding-disk 5";

/// How manifests begin that older versions wrote for searches by several processes, and how the line
/// ends that says what a search kept, if it kept levels in bands. b48e7da3 was the last to write them.
const CLUSTER: &str = "sliding-cluster ";
const BANDS: &str = " in bands";

/// The line with the numbering of placements.
const NUMBERING: &str = "numbering";

/// The purpose of a search, which determines what it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The number at each distance: the last two levels are kept.
    Count,
    /// The same, as numbers of placements by rows.
    CountByRows,
    /// The same, as numbers of placements on a board that is cut.
    CountByCut,
    /// The path to the first goal: levels up to it are kept.
    Path,
    /// A map from the start: all levels are kept.
    Map,
    /// The same from all goals.
    MapFromGoals,
}

impl Purpose {
    fn text(self) -> &'static str {
        match self {
            Purpose::Count => "the last levels",
            Purpose::CountByRows => "the last levels by rows",
            Purpose::CountByCut => "the last levels of a cut",
            Purpose::Path => "levels up to the goal",
            Purpose::Map => "all levels",
            Purpose::MapFromGoals => "all levels from the goals",
        }
    }
}

/// The identity of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// A checksum of everything that the search depends on.
    sum: u32,
    style: u8,
    pub purpose: Purpose,
    /// For people.
    name: String,
    /// Numbers that identify the numbering of placements: files contain such numbers.
    numbering: Vec<u64>,
}

impl Identity {
    /// Builds the identity of a search whose numbering is not known yet.
    pub fn new(puzzle: &Puzzle, style: Style, purpose: Purpose) -> Self {
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
        let (sum, style, numbering) = (hasher.finalize(), style.number(), Vec::new());
        Self { sum, style, purpose, name, numbering }
    }

    /// Adds the numbering of placements.
    pub fn numbered(self, numbering: Vec<u64>) -> Self {
        Self { numbering, ..self }
    }

    /// Returns the lines that identify the search.
    fn head(&self) -> String {
        let Self { sum, style, purpose, name, .. } = self;
        let keeps = purpose.text();
        format!("{LABEL}\npuzzle: {sum} {name}\nstyle: {style}\nkeeps: {keeps}\n")
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
        Err(DiskError::Unsuited { path: folder.path().to_owned(), what })
    }
}

/// The state of a search after some level.
pub struct DiskState<const W: usize> {
    /// The number of positions at each distance.
    pub counts: Vec<u64>,
    /// How many of them meet a goal; counted for maps alone.
    pub goals: u64,
    /// The number of positions with each number of neighbours, of all levels but the last; for maps
    /// alone.
    pub degrees: Vec<u64>,
    /// The distance of the first goals, and the smallest of them.
    pub goal: Option<(u64, Code<W>)>,
    /// The levels that are kept, with their distances.
    pub levels: Vec<(u64, DiskLevel<W>)>,
}

impl<const W: usize> DiskState<W> {
    /// Builds the state of a search that has not begun.
    pub fn new() -> Self {
        let (counts, degrees, levels) = (Vec::new(), Vec::new(), Vec::new());
        Self { counts, goals: 0, degrees, goal: None, levels }
    }

    /// Writes the manifest of a search.
    pub fn write(&self, folder: &Folder, identity: &Identity) -> Result<(), DiskError> {
        let mut text = identity.text();
        text += &line("counts", &self.counts);
        text += &line("goals", &[self.goals]);
        text += &line("degrees", &self.degrees);
        if let Some((distance, code)) = self.goal {
            text += &line("goal", [distance].iter().chain(&code.0));
        }
        for (distance, level) in &self.levels {
            let _ = write!(text, "level: {distance}");
            for list in &level.lists {
                let _ = write!(text, " {} {}", list.name(), list.count);
                list.first.0.iter().for_each(|word| _ = write!(text, " {word}"));
            }
            text.push('\n');
        }
        replace(folder, text)
    }

    /// Reads the manifest, if it is of this search, and removes the files that it does not name.
    ///
    /// # Errors
    ///
    /// Where there is none, where it or a list is damaged, or of another version, search or
    /// numbering, and where the files exceed the folder's limit.
    pub fn read(folder: &Folder, identity: &Identity) -> Result<Self, DiskError> {
        let path = folder.manifest();
        let damaged = |what: &str| DiskError::Damaged { path: path.clone(), what: what.to_owned() };
        let mut state = Self::new();
        for line in identity.text_in(folder)?.lines() {
            let (name, rest) = line.split_once(':').ok_or_else(|| damaged("a line"))?;
            let numbers = || numbers(rest).ok_or_else(|| damaged(name));
            match name {
                "counts" => state.counts = numbers()?,
                "goals" => state.goals = numbers()?.iter().sum(),
                "degrees" => state.degrees = numbers()?,
                "goal" => {
                    let goal = Some(numbers()?).filter(|numbers| numbers.len() == W + 1);
                    let goal = goal.ok_or_else(|| damaged("its goal"))?;
                    state.goal = Some((goal[0], Code(std::array::from_fn(|at| goal[at + 1]))));
                }
                "level" => {
                    state.levels.push(level_of(folder, rest).ok_or_else(|| damaged("a level"))??)
                }
                _ => return Err(damaged("a line")),
            }
        }
        let agrees = |(distance, level): &(u64, DiskLevel<W>)| {
            state.counts.get(*distance as usize) == Some(&level.count)
        };
        let last = state.levels.last().map(|&(distance, _)| distance + 1);
        if last != Some(state.counts.len() as u64) || !state.levels.iter().all(agrees) {
            return Err(damaged("its counts are not those of the levels"));
        }
        let lists = || state.levels.iter().flat_map(|(_, level)| &level.lists);
        folder.sweep(&lists().map(CodeList::name).collect::<Vec<_>>())?;
        lists().try_for_each(|list| folder.reserve(list.bytes))?;
        Ok(state)
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
    let is_in_bands = |line: &str| line.starts_with("keeps: ") && line.ends_with(BANDS);
    if !text.starts_with(CLUSTER) && !text.lines().any(is_in_bands) {
        return Ok(());
    }
    let what = "written by an older version: search again in another folder".to_owned();
    Err(DiskError::Unsuited { path: folder.to_owned(), what })
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
        return Err(DiskError::Unsuited {
            path: folder.path().to_owned(),
            what: "there is a search in this folder already: resume it, or take another folder"
                .to_owned(),
        });
    }
    folder.sweep(&[])
}

/// Returns the purpose of the search in a folder, if there is one that can be read.
pub fn purpose_of(folder: &Path) -> Option<Purpose> {
    let text = fs::read_to_string(manifest_of(folder)).ok()?;
    let keeps = text.lines().find_map(|line| line.strip_prefix("keeps: "))?;
    let all = {
        use Purpose::{Count, CountByCut, CountByRows, Map, Path};
        [Path, Count, CountByRows, CountByCut, Map]
    };
    all.into_iter().find(|purpose| purpose.text() == keeps)
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
        let what = "there is no search in this folder to take up again".to_owned();
        return Err(DiskError::Unsuited { path: folder.path().to_owned(), what });
    }
    let bytes = fs::read(&path).map_err(DiskError::with(&path))?;
    let damaged = |what: &str| DiskError::Damaged { path: path.clone(), what: what.to_owned() };
    let text = String::from_utf8(bytes).map_err(|_| damaged("it is no text"))?;
    let other = |found: &str, expected: &str| DiskError::Unsuited {
        path: folder.path().to_owned(),
        what: format!("it has another search: found `{found}`, expected `{expected}`"),
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

/// Opens a level, and returns it with its distance; `None` if the line is not valid.
fn level_of<const W: usize>(
    folder: &Folder,
    line: &str,
) -> Option<Result<(u64, DiskLevel<W>), DiskError>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (distance, rest) = words.split_first()?;
    let distance = distance.parse().ok()?;
    let mut lists = Vec::new();
    for words in rest.chunks(2 + W) {
        let [name, count, first @ ..] = words else { return None };
        let first: [u64; W] = numbers(&first.join(" "))?.try_into().ok()?;
        match CodeList::open_named(folder.file(name), count.parse().ok()?, Code(first)) {
            Ok(list) => lists.push(list),
            Err(trouble) => return Some(Err(trouble)),
        }
    }
    Some(Ok((distance, DiskLevel::new(lists))))
}
