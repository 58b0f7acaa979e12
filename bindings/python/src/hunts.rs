//! Families of puzzles: the hardest of each, and puzzles as hard as is wanted.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Instant;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::hunt::{
    self, Described, Family, Hardest, Member, Rule, RuleName, Shapes, Wanted, hunt_by_chance,
};
use sliding::puzzle::Style;
use sliding::report::hunt::{HuntReport, Row};
use sliding::report::progress::TilesLine;
use sliding::solve::Stopped;

use crate::json;
use crate::puzzle::Puzzle;
use crate::raised;
use crate::search::{Board, Effort, Outcome, run};

/// A family, in the words of the program's options: any object with these attributes.
#[derive(FromPyObject)]
pub struct Kin {
    board: String,
    shapes: String,
    rule: Option<String>,
    exit_row: Option<u32>,
    main: Option<String>,
    pieces: Option<String>,
    empty: Option<String>,
}

/// What an argument of this name says.
fn read<T: FromStr<Err: Display>>(name: &str, text: &str) -> PyResult<T> {
    text.parse().map_err(|why| wrong(name, text, why))
}

fn wrong(name: &str, text: &str, why: impl Display) -> PyErr {
    PyValueError::new_err(format!("{name} {text:?}: {why}"))
}

fn range<N: FromStr + PartialOrd + Copy>(
    name: &str,
    text: &Option<String>,
) -> PyResult<Option<hunt::Range<N>>> {
    let text = text.as_deref();
    text.map(|text| hunt::range(text).map_err(|why| wrong(name, text, why))).transpose()
}

impl Kin {
    fn family(&self) -> PyResult<Family> {
        let board = hunt::board(&self.board).map_err(|why| wrong("board", &self.board, why))?;
        let mut described = Described::new(board, read("shapes", &self.shapes)?);
        let rule = |text: &String| {
            let named = RuleName::ALL.iter().find(|(name, _)| name == text);
            let expected = "expected corner, anywhere, exit or any";
            named.map(|row| row.1).ok_or_else(|| wrong("rule", text, expected))
        };
        described.rule = self.rule.as_ref().map(rule).transpose()?;
        described.exit_row = self.exit_row;
        let main = self.main.as_ref();
        described.main = main.map(|text| read::<Shapes>("main", text)).transpose()?;
        described.pieces = range("pieces", &self.pieces)?;
        described.empty = range("empty", &self.empty)?;
        described.family().map_err(|why| PyValueError::new_err(why.to_string()))
    }
}

/// How far it is, in members, boards or puzzles.
fn tell(board: &Board, done: usize, all: usize) {
    board.tell(&TilesLine::boards(done, all));
}

/// Finds the hardest puzzles of a family: `sliding/hunt/1`.
#[pyfunction]
pub fn hunt_family(
    py: Python<'_>,
    kin: Kin,
    style: u8,
    random: Option<u64>,
    seed: u64,
    effort: Effort,
) -> PyResult<Outcome<String>> {
    let (begun, family, style) = (Instant::now(), kin.family()?, raised::style(style)?);
    let refused = |why: &dyn Display| raised::refused_for(&why.to_string());
    if random.is_none() {
        let members = family.members().map_err(|why| refused(&why))?;
        let list: Vec<&Member> = members.list.iter().collect();
        let mut rows = Rows::new(true);
        list.iter().for_each(|member| rows.expect(member.pieces()));
        let (limit, stop) = run(py, &effort, |budget, board| {
            let told = &mut |done| tell(board, done, list.len());
            let ended = hunt::hunt(&family, &list, style, budget, told, &mut |at, found| {
                rows.add(at, list[at].pieces(), found.map(Some));
            });
            ended.err()
        })?;
        let counts = (list.len() as u64, members.mirrored, members.stuck);
        return Ok((rows.json(&family, style, counts, None, limit, begun), stop));
    }
    if family.rule == Rule::Any {
        let why = "boards are made by chance only where a piece has to go somewhere";
        return Err(PyValueError::new_err(why));
    }
    family.possible().map_err(|why| refused(&why))?;
    let boards: Vec<u64> = (0..random.unwrap_or(0)).collect();
    let mut rows = Rows::new(false);
    let (limit, stop) = run(py, &effort, |budget, board| {
        let told = &mut |done| tell(board, done, boards.len());
        let of = (seed, &boards[..]);
        let each = &mut |at, found| rows.add(at, 0, found);
        hunt_by_chance(&family, of, style, budget, told, each).err()
    })?;
    let counts = (boards.len() as u64, 0, 0);
    Ok((rows.json(&family, style, counts, Some(seed), limit, begun), stop))
}

/// What was found, by number of pieces.
struct Rows {
    rows: BTreeMap<u32, Row>,
    /// How many members of each row are still to come.
    open: BTreeMap<u32, u64>,
    /// Which member or board of each row is the hardest.
    hardest: BTreeMap<u32, usize>,
    is_proven: bool,
}

impl Rows {
    fn new(is_proven: bool) -> Self {
        let (rows, open, hardest) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { rows, open, hardest, is_proven }
    }

    fn row(&mut self, pieces: u32) -> &mut Row {
        let new = Row {
            pieces,
            searched: 0,
            stopped: 0,
            configurations: 0,
            hardest: None,
            is_proven: self.is_proven,
        };
        self.rows.entry(pieces).or_insert(new)
    }

    fn expect(&mut self, pieces: u32) {
        self.row(pieces);
        *self.open.entry(pieces).or_default() += 1;
    }

    /// Adds what came of a member, or of a board, which may be none. Of those equally hard the first counts,
    /// whichever is ready first.
    fn add(&mut self, at: usize, pieces: u32, found: Result<Option<Hardest>, Stopped>) {
        let Ok(Some(found)) = found else {
            if found.is_err() {
                self.row(pieces).stopped += 1;
            }
            return;
        };
        self.open.entry(found.pieces).and_modify(|open| *open -= 1);
        let row = self.row(found.pieces);
        row.searched += 1;
        row.configurations += found.configurations;
        row.is_proven &= found.is_proven;
        let most = row.hardest.as_ref().map(|(moves, _)| *moves);
        let first = self.hardest.get(&found.pieces).copied().unwrap_or(usize::MAX);
        if let Some((moves, puzzle)) = found.moves.zip(found.puzzle)
            && most.is_none_or(|most| moves > most || moves == most && at < first)
        {
            self.row(found.pieces).hardest = Some((moves, puzzle));
            self.hardest.insert(found.pieces, at);
        }
    }

    fn json(
        mut self,
        family: &Family,
        style: Style,
        (all, mirrored, stuck): (u64, u64, u64),
        seed: Option<u64>,
        limit: Option<Stopped>,
        begun: Instant,
    ) -> String {
        for (pieces, _) in self.open.iter().filter(|(_, open)| **open > 0) {
            self.rows.entry(*pieces).and_modify(|row| row.is_proven = false);
        }
        let rows: Vec<Row> = self.rows.into_values().collect();
        let elapsed = begun.elapsed();
        let report =
            HuntReport { family, style, rows: &rows, all, mirrored, stuck, seed, limit, elapsed };
        json(&report.json())
    }
}

/// Makes puzzles that are as hard as is wanted; with the limit that came before all were made.
#[pyfunction]
#[pyo3(signature = (kin, style, moves, solutions, number, seed, effort))]
pub fn generate(
    py: Python<'_>,
    kin: Kin,
    style: u8,
    moves: &str,
    solutions: Option<String>,
    number: usize,
    seed: u64,
    effort: Effort,
) -> PyResult<Outcome<Vec<Puzzle>>> {
    let (family, style) = (kin.family()?, raised::style(style)?);
    let moves = hunt::range(moves).map_err(|why| wrong("moves", moves, why))?;
    let mut wanted = Wanted::new(moves);
    wanted.solutions = range("solutions", &solutions)?;
    (wanted.number, wanted.seed) = (number, seed);
    let mut made = Vec::new();
    let (ended, stop) = run(py, &effort, |budget, board| {
        let told = &mut |done| tell(board, done, number);
        hunt::generate(&family, &wanted, style, budget, told, &mut |puzzle| {
            made.push(Puzzle::from(puzzle.puzzle));
        })
    })?;
    match ended {
        Err(why) => Err(raised::refused_for(&why.to_string())),
        Ok(Some(limit)) if stop.is_none() => {
            let limit = sliding::report::json::limit_word(limit);
            let message = format!("{} of {number} puzzles were made within the limit", made.len());
            Err(raised::stopped(limit, &message))
        }
        Ok(_) => Ok((made, stop)),
    }
}
