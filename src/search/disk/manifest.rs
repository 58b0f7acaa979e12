//! What is told of a search, so that it can be taken up again.
//!
//! A text of lines, each with a name and what it says, the last with the CRC-32 of those before. It is
//! written beside the one before it, and put in its place once it is on the disk. Files that it does not name do
//! not belong to the search any more, or not yet.

use std::io::Write;
use std::str::FromStr;
use std::{fmt, fs};

use super::folder::{Folder, Trouble};
use super::level::Level;
use super::list::List;
use crate::board::Code;
use crate::host::Partial;
use crate::puzzle::{Placement, Puzzle, Style};

/// The first line: what this is, and in which version.
const LABEL: &str = "sliding-disk 1";

/// Which search it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// A sum over all that the search depends on.
    sum: u32,
    style: u8,
    /// Whether the levels up to the goal are kept.
    keeps_levels: bool,
    /// For people.
    name: String,
}

impl Identity {
    pub fn new(puzzle: &Puzzle, style: Style, keeps_levels: bool) -> Self {
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
        Self { sum: hasher.finalize(), style: style.number(), keeps_levels, name }
    }
}

/// The lines that tell the puzzle and the style.
impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { sum, style, name, .. } = self;
        writeln!(f, "puzzle: {sum} {name}\nstyle: {style}")
    }
}

/// A search up to some level.
pub struct State<const W: usize> {
    /// The number of configurations at each distance.
    pub counts: Vec<u64>,
    /// The distance of the first goals, and the smallest of them.
    pub goal: Option<(u64, Code<W>)>,
    /// The levels that are kept, with their distances.
    pub levels: Vec<(u64, Level<W>)>,
}

/// Writes down a search.
pub fn write<const W: usize>(
    folder: &Folder,
    identity: &Identity,
    counts: &[u64],
    goal: Option<(u64, Code<W>)>,
    levels: &[(u64, Level<W>)],
) -> Result<(), Trouble> {
    let mut text = head(identity);
    text += &line("counts", counts.iter());
    if let Some((distance, code)) = goal {
        text += &line("goal", [distance].iter().chain(&code.0));
    }
    for (distance, level) in levels {
        text += &format!("level: {distance}");
        for list in &level.lists {
            text += &format!(" {}", list.name());
        }
        text.push('\n');
    }
    put(folder, text)
}

/// Puts a text in the place of the one before it, with its sum at the end.
pub fn put(folder: &Folder, mut text: String) -> Result<(), Trouble> {
    text += &format!("end: {}\n", crc32fast::hash(text.as_bytes()));
    let path = folder.manifest();
    let write = || {
        let mut partial = Partial::of(&path)?;
        partial.write_all(text.as_bytes())?;
        partial.finish()
    };
    write().map_err(Trouble::with(&path))?;
    folder.sync()
}

/// The lines that tell which search it is.
fn head(identity: &Identity) -> String {
    let keeps_levels = identity.keeps_levels;
    let keeps = if keeps_levels { "levels up to the goal" } else { "the last levels" };
    format!("{LABEL}\n{identity}keeps: {keeps}\n")
}

fn line<'a>(name: &str, numbers: impl Iterator<Item = &'a u64>) -> String {
    numbers.fold(format!("{name}:"), |text, number| format!("{text} {number}")) + "\n"
}

/// Whether a search was written down in a folder.
pub fn is_there(folder: &Folder) -> bool {
    folder.manifest().exists()
}

/// Reads what was written down, if it is of this search.
///
/// # Errors
///
/// Where there is nothing, where it is damaged, or of another version or search; and where a file that it names
/// is not as it was written.
pub fn read<const W: usize>(folder: &Folder, identity: &Identity) -> Result<State<W>, Trouble> {
    let path = folder.manifest();
    let damaged = |what: &str| Trouble::Damaged { path: path.clone(), what: what.to_owned() };
    let mut state = State { counts: Vec::new(), goal: None, levels: Vec::new() };
    for line in body(folder, &head(identity))?.lines() {
        let (name, rest) = line.split_once(':').ok_or_else(|| damaged("a line"))?;
        match name {
            "counts" => state.counts = numbers(rest).ok_or_else(|| damaged("its counts"))?,
            "goal" => {
                let goal = numbers::<u64>(rest).filter(|numbers| numbers.len() == W + 1);
                let goal = goal.ok_or_else(|| damaged("its goal"))?;
                state.goal = Some((goal[0], Code(std::array::from_fn(|at| goal[at + 1]))));
            }
            "level" => {
                let mut words = rest.split_whitespace();
                let distance = words.next().and_then(|word| word.parse().ok());
                let lists = words.map(|name| List::open(folder.file(name)));
                let level = Level::new(lists.collect::<Result<_, _>>()?);
                state.levels.push((distance.ok_or_else(|| damaged("a level"))?, level));
            }
            _ => return Err(damaged("a line")),
        }
    }
    let agrees = |(distance, level): &(u64, Level<W>)| {
        state.counts.get(*distance as usize) == Some(&level.count)
    };
    let last = state.levels.last().map(|&(distance, _)| distance + 1);
    if last != Some(state.counts.len() as u64) || !state.levels.iter().all(agrees) {
        return Err(damaged("its counts are not those of the levels"));
    }
    Ok(state)
}

/// What stands behind the first lines of a text that was [put](put) there, if these are as expected.
///
/// # Errors
///
/// Where there is nothing, where it is damaged, or where the first lines differ.
pub fn body(folder: &Folder, head: &str) -> Result<String, Trouble> {
    let path = folder.manifest();
    if !path.exists() {
        let what = "there is no search in this folder to take up again".to_owned();
        return Err(Trouble::Unsuited { path: folder.path().to_owned(), what });
    }
    let bytes = fs::read(&path).map_err(Trouble::with(&path))?;
    let damaged = |what: &str| Trouble::Damaged { path: path.clone(), what: what.to_owned() };
    let text = String::from_utf8(bytes).map_err(|_| damaged("it is no text"))?;
    let other = |found: &str, expected: &str| Trouble::Unsuited {
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

fn numbers<N: FromStr>(text: &str) -> Option<Vec<N>> {
    text.split_whitespace().map(|number| number.parse().ok()).collect()
}
