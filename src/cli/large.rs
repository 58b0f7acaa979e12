//! Boards of more tiles than a puzzle has kinds of pieces. `sliding solve` takes them, and no other
//! command does.

use std::borrow::Cow;

use sliding::puzzle::MAX_KINDS;
use sliding::report::tiles::TilesReport;
use sliding::tiles::notation::{self, MoveNotation};
use sliding::tiles::pdb::Cache;
use sliding::tiles::{Run, TileAnswer, TileQuery, TileSolver, Tiles};

use super::*;

/// A board that is no puzzle.
pub struct LargeBoard {
    /// The file, with the line.
    pub file: String,
    text: String,
    tiles: Tiles,
}

impl LargeBoard {
    /// Returns the board that begins in the first of these lines: in this one alone, or with a row in
    /// each line that may be one.
    pub fn first<'a>(
        file: String,
        lines: impl Iterator<Item = &'a str>,
        goal: Option<&str>,
    ) -> Option<LargeBoard> {
        let is_part = |c: char| !c.is_alphabetic() || c == 'x';
        let are_numbers = |line: &&str| !line.is_empty() && line.chars().all(is_part);
        let rows: Vec<&str> = lines.map(str::trim).take_while(are_numbers).collect();
        let whole = [Cow::Borrowed(*rows.first()?), rows.join("/").into()];
        whole.into_iter().find_map(|text| {
            let tiles = notation::read(&text, None, goal).ok()?;
            let is_large = tiles.size().cells() > MAX_KINDS + 1;
            is_large.then(|| LargeBoard { file: file.clone(), text: text.into_owned(), tiles })
        })
    }

    /// Returns the failure of a command that does not take it.
    pub fn refused(&self) -> Failure {
        let file = &self.file;
        Failure::input(format!(
            "{file}: the puzzle has more than {MAX_KINDS} kinds of pieces; only `sliding solve` \
             takes such boards of tiles, and writes text or JSON"
        ))
    }

    /// Searches for a solution, and writes it.
    pub fn solve(
        &self,
        query: &TileQuery,
        limits: Limits,
        max_moves: Option<u64>,
        target: &mut Target,
    ) -> Result<(TileAnswer, Verdict), Failure> {
        if !matches!(target.format, Text | Json) {
            return Err(self.refused());
        }
        if query.engine != Engine::Auto && !query.engine.is_for_tiles() {
            let (file, engine) = (&self.file, query.engine);
            return Err(Failure::input(format!(
                "{file}: engine {engine} is for puzzles, and more than {MAX_KINDS} tiles are none: \
                 expected auto or construct"
            )));
        }
        let mut budget = limits.budget();
        budget.max_moves = max_moves;
        let mut watch = ProgressObserver::new(target.globals);
        let run = &mut Run { budget: &budget, observer: &mut watch };
        let found = TileSolver::new(1).solve(&self.tiles, query, run);
        watch.clear();
        let answer = found.map_err(|error| Failure::input(format!("{}: {error}", self.file)))?;
        target.write(&TilesReport {
            text: &self.text,
            tiles: &self.tiles,
            answer: &answer,
            metric: query.metric,
            notation: MoveNotation::Tiles,
        })?;
        target.out.flush()?;
        let verdict = match answer.status {
            Status::Solved => Verdict::Fine,
            Status::Unsolvable => Verdict::Negative,
            Status::Stopped(limit) => stopped(&self.file, &limit_advice(limit, budget.memory)),
        };
        Ok((answer, verdict))
    }
}

/// Returns the query about the boards.
pub fn query(engine: Engine, style: Style, cache: Option<&Path>) -> TileQuery {
    let cache = database_folder(cache).as_deref().map(Cache::new);
    TileQuery { engine, cache, metric: style.into() }
}
