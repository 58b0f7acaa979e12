//! Whether a proof proves what it claims, by brute force: all of it is in memory, and what is asked is what
//! the specification asks, word by word.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use sliding::Puzzle;
use sliding::puzzle::Style;

use super::file::{ProofData, plain};
use crate::reference::{Origins, Reference};

/// A puzzle in one style, whose configurations are read and written here.
pub struct Judge<'a> {
    pub puzzle: &'a Puzzle,
    pub style: Style,
    pub reference: Reference<'a>,
}

impl<'a> Judge<'a> {
    pub fn new(puzzle: &'a Puzzle, style: Style) -> Self {
        Self { puzzle, style, reference: Reference::new(puzzle) }
    }

    /// A configuration in shorthand; `None` if it is none, or written in another way.
    pub fn read(&self, line: &str) -> Option<Origins> {
        let puzzle = self.puzzle;
        let size = puzzle.size();
        let mut content = vec![None; size.cells()];
        let mut pieces = Vec::new();
        let mut symbols = line.chars();
        for cell in 0..size.cells() as u32 {
            if content[cell as usize].is_some() {
                continue;
            }
            let symbol = symbols.next().unwrap_or('0');
            match (symbol, puzzle.blocked().contains(&cell)) {
                ('x', true) | ('0', false) => continue,
                (_, true) | ('x', false) => return None,
                _ => {}
            }
            let number = puzzle.kinds().iter().position(|kind| kind.name() == symbol)?;
            let (row, col) = size.row_col(cell);
            for &(down, right) in puzzle.kinds()[number].cells() {
                let covered =
                    size.cell(i64::from(row) + i64::from(down), i64::from(col) + i64::from(right))?;
                let gates = puzzle.gates().iter();
                let is_barred = gates
                    .filter(|gate| gate.cells.contains(&covered))
                    .any(|gate| !gate.kinds.contains(&(number as u8)));
                let is_free = content[covered as usize].is_none();
                if is_barred || !is_free || puzzle.blocked().contains(&covered) {
                    return None;
                }
                content[covered as usize] = Some(number);
            }
            pieces.push((number as u8, cell));
        }
        pieces.sort_unstable();
        let kinds: Vec<u8> = pieces.iter().map(|piece| piece.0).collect();
        let mut wanted: Vec<u8> = puzzle.start().placements().iter().map(|p| p.kind).collect();
        wanted.sort_unstable();
        let is_written_so = symbols.next().is_none() && !line.ends_with('0');
        (kinds == wanted && is_written_so)
            .then(|| pieces.into_iter().map(|piece| piece.1).collect())
    }

    pub fn write(&self, origins: &Origins) -> String {
        let mut kinds: Vec<u8> = self.puzzle.start().placements().iter().map(|p| p.kind).collect();
        kinds.sort_unstable();
        let pieces = kinds.into_iter().zip(origins);
        let placed =
            pieces.map(|(kind, &cell)| sliding::puzzle::Placement { cell, kind }).collect();
        self.puzzle.shorthand(&self.puzzle.configuration(placed).expect("it is a configuration"))
    }

    pub fn start(&self) -> Origins {
        self.read(&self.puzzle.shorthand(self.puzzle.start()))
            .expect("the start is a configuration")
    }

    pub fn neighbours(&self, origins: &Origins) -> HashSet<Origins> {
        let mut neighbours = HashSet::new();
        self.reference.moves(self.style, origins, |neighbour| {
            neighbours.insert(neighbour);
        });
        neighbours
    }

    /// The levels of all that can be reached.
    pub fn levels(&self, from: Vec<Origins>) -> Vec<Vec<Origins>> {
        let mut known: HashSet<Origins> = from.iter().cloned().collect();
        let mut levels = vec![from];
        loop {
            let last = &levels[levels.len() - 1];
            let next: HashSet<Origins> =
                last.iter().flat_map(|origins| self.neighbours(origins)).collect();
            let next: Vec<Origins> =
                next.into_iter().filter(|origins| known.insert(origins.clone())).collect();
            if next.is_empty() {
                return levels;
            }
            levels.push(next);
        }
    }
}

/// Whether a text is a proof, and of what.
pub fn proves(text: &str) -> bool {
    let Some(file) = ProofData::read(text) else { return false };
    let Ok(puzzle) = file.puzzle.parse::<Puzzle>() else { return false };
    let judge = Judge::new(&puzzle, Style::new(file.style).expect("a style"));
    is_proven(&judge, &file).is_some()
}

/// The number under which each configuration of a part is listed first.
type FirstListing = HashMap<Origins, usize>;

fn is_proven(judge: &Judge, file: &ProofData) -> Option<()> {
    let holds = |is_so: bool| is_so.then_some(());
    let listed: Vec<FirstListing> =
        file.parts.iter().map(|part| list(judge, part)).collect::<Option<_>>()?;
    let levels: Vec<usize> = file.parts.iter().map(Vec::len).collect();
    let claim = match file.claim.strip_prefix("moves ") {
        Some(moves) => Some(plain::<usize>(moves)?),
        None => holds(file.claim == "none").map(|()| None)?,
    };
    if let Some(moves) = claim {
        holds(is_solution(judge, &file.solution)? == moves)?;
    }
    let start = judge.start();
    let starts = |listed: &FirstListing| listed.get(&start) == Some(&0);
    match (file.kind.as_str(), &listed[..], claim) {
        ("levels", [_], Some(0)) => holds(levels[0] == 0),
        ("levels", [listed], Some(moves)) => {
            holds(levels[0] == moves && starts(listed) && !has_goal(judge, listed))?;
            holds(ascends(judge, listed, moves, false))
        }
        ("closed", [listed], None) => {
            holds(starts(listed) && !has_goal(judge, listed))?;
            holds(ascends(judge, listed, levels[0], true))
        }
        ("two-sided", [fore, back], Some(moves)) => {
            holds(levels[0] + levels[1] == moves + 1 && levels.iter().all(|&levels| levels > 0))?;
            holds(starts(fore) && !has_goal(judge, fore))?;
            let last = fore.iter().filter(|(_, level)| **level + 1 == levels[0]);
            holds(last.clone().all(|(origins, _)| !back.contains_key(origins)))?;
            holds(
                ascends(judge, fore, levels[0], false) && ascends(judge, back, levels[1], false),
            )?;
            let goals = goals(judge);
            let first = back.iter().filter(|(_, level)| **level == 0);
            holds(first.map(|(origins, _)| origins.clone()).collect::<HashSet<_>>() == goals)
        }
        _ => None,
    }
}

/// Reads a part; `None` if a line is no configuration, or a level does not ascend.
fn list(judge: &Judge, part: &[Vec<String>]) -> Option<FirstListing> {
    let mut listed = FirstListing::new();
    for (number, level) in part.iter().enumerate() {
        level.windows(2).all(|two| two[0] < two[1]).then_some(())?;
        for line in level {
            listed.entry(judge.read(line)?).or_insert(number);
        }
    }
    Some(listed)
}

/// The number of moves of a solution.
fn is_solution(judge: &Judge, lines: &[String]) -> Option<usize> {
    let way: Vec<Origins> = lines.iter().map(|line| judge.read(line)).collect::<Option<_>>()?;
    let is_start = way.first() == Some(&judge.start());
    let is_way = way.windows(2).all(|two| judge.neighbours(&two[0]).contains(&two[1]));
    let is_goal = judge.reference.is_goal(way.last()?);
    (is_start && is_way && is_goal).then(|| way.len() - 1)
}

fn has_goal(judge: &Judge, listed: &FirstListing) -> bool {
    listed.keys().any(|origins| judge.reference.is_goal(origins))
}

/// Whether no neighbour is more than a level above; what is not listed is at `levels`, or nowhere if the
/// list must be closed.
fn ascends(judge: &Judge, listed: &FirstListing, levels: usize, is_closed: bool) -> bool {
    listed.iter().all(|(origins, &level)| {
        judge.neighbours(origins).iter().all(|neighbour| match listed.get(neighbour) {
            Some(&other) => other <= level + 1,
            None => !is_closed && levels <= level + 1,
        })
    })
}

/// All configurations that meet a goal, found once for each puzzle.
pub fn goals(judge: &Judge) -> HashSet<Origins> {
    thread_local! {
        static KNOWN: RefCell<HashMap<String, HashSet<Origins>>> = RefCell::default();
    }
    let find =
        || all(judge).into_iter().filter(|origins| judge.reference.is_goal(origins)).collect();
    KNOWN
        .with_borrow_mut(|known| known.entry(judge.puzzle.to_string()).or_insert_with(find).clone())
}

/// All configurations of the puzzle's pieces, wherever they could lie.
fn all(judge: &Judge) -> Vec<Origins> {
    let mut texts = vec![String::new()];
    let names: HashSet<char> =
        judge.puzzle.start().placements().iter().map(|p| judge.puzzle.kind(*p).name()).collect();
    let cells = judge.puzzle.size().cells();
    let mut found = HashSet::new();
    // Every text there can be, of which few are configurations: boards are small here.
    while let Some(text) = texts.pop() {
        found.extend(judge.read(text.trim_end_matches('0')));
        if text.len() < cells {
            let more = names.iter().chain(&['0', 'x']);
            texts.extend(
                more.map(|name| format!("{text}{name}")).filter(|text| begins(judge, text)),
            );
        }
    }
    found.into_iter().collect()
}

/// Whether a text may begin a configuration: no more pieces of a kind than there are, and `x` only where
/// cells are blocked.
fn begins(judge: &Judge, text: &str) -> bool {
    let placed = judge.puzzle.start().placements();
    let of = |name| placed.iter().filter(|p| judge.puzzle.kind(**p).name() == name).count();
    let blocked = judge.puzzle.blocked().len();
    let covered: usize = placed.iter().map(|p| judge.puzzle.kind(*p).cells().len() - 1).sum();
    text.chars().all(|name| match name {
        '0' => true,
        'x' => text.matches('x').count() <= blocked,
        name => text.matches(name).count() <= of(name),
    }) && text.len() <= judge.puzzle.size().cells() - covered
}
