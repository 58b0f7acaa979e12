//! Tile puzzles without a file.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::puzzle::Size;
use sliding::report::tiles::{ListedSolutions, TilesReport, TilesSolution};
use sliding::report::{Report, progress};
use sliding::solve::Observer;
use sliding::tiles::pdb::Cache;
use sliding::tiles::{Metric, Run, TileQuery, TileSolver, Tiles, notation, solve_each};

use crate::json;
use crate::raised;
use crate::search::{Effort, ProgressBoard, ProgressObserver, SearchOutcome, run};

/// What is asked of boards: any object with these attributes.
#[derive(FromPyObject)]
pub struct TilesOptions {
    size: Option<(u32, u32)>,
    goal: String,
    engine: String,
    style: u8,
    moves: String,
    cache: Option<PathBuf>,
}

impl TilesOptions {
    fn size(&self) -> PyResult<Option<Size>> {
        match self.size {
            None => Ok(None),
            Some((rows @ 2..=1000, cols @ 2..=1000)) => Ok(Some(Size { rows, cols })),
            Some(_) => Err(bad("a size is a pair of rows and columns, from 2 to 1000")),
        }
    }

    fn metric(&self) -> PyResult<Metric> {
        Ok(raised::style(self.style)?.into())
    }

    fn notation(&self) -> PyResult<notation::MoveNotation> {
        match self.moves.as_str() {
            "tiles" => Ok(notation::MoveNotation::Tiles),
            "blank" => Ok(notation::MoveNotation::Blank),
            "directions" => Ok(notation::MoveNotation::Directions),
            _ => Err(bad("moves are written as tiles, blank or directions")),
        }
    }

    fn query(&self) -> PyResult<TileQuery> {
        Ok(TileQuery {
            engine: raised::engine(&self.engine)?,
            cache: self.cache.as_deref().map(Cache::new),
            metric: self.metric()?,
            ..TileQuery::default()
        })
    }

    /// Reads a board, a line of Korf's list, whose goal has the blank first, or a scramble.
    fn read(&self, text: &str, size: Option<Size>) -> PyResult<Tiles> {
        let goal = Some(self.goal.as_str()).filter(|&goal| goal != "last");
        notation::read(text, size, goal).map_err(|error| match error {
            notation::TileTextError::NoSize => bad("a scramble needs a size, as in size=(4, 4)"),
            error => bad(&error.to_string()),
        })
    }

    fn read_all(&self, texts: &[String]) -> PyResult<Vec<Tiles>> {
        let size = self.size()?;
        texts.iter().map(|text| self.read(text, size)).collect()
    }
}

fn bad(message: &str) -> PyErr {
    PyValueError::new_err(message.to_owned())
}

/// Watches the search of one of several boards: only their databases are reported.
struct BoardObserver<'a> {
    news: ProgressObserver<'a>,
    boards: usize,
}

impl Observer for BoardObserver<'_> {
    fn pass_ends(&mut self, moves: u64, positions: u64) {
        if self.boards == 1 {
            self.news.pass_ends(moves, positions);
        }
    }

    fn building(&mut self, homes: &[u8], placements: u64, total: u64) {
        self.news.building(homes, placements, total);
    }
}

/// Databases alone search slides, and list.
fn check_engine(options: &TilesOptions, lists: bool) -> PyResult<()> {
    let needs_databases = lists || options.metric()? == Metric::Slides;
    match options.engine.as_str() {
        "auto" | "pdb" => Ok(()),
        engine if needs_databases => {
            Err(bad(&format!("slides and lists take the engine auto or pdb, not {engine}")))
        }
        _ => Ok(()),
    }
}

/// Solves boards: each gives `sliding/solve/1`.
#[pyfunction]
pub fn solve_tiles(
    py: Python<'_>,
    texts: Vec<String>,
    options: TilesOptions,
    effort: Effort,
) -> PyResult<SearchOutcome<Vec<String>>> {
    check_engine(&options, false)?;
    let (boards, query) = (options.read_all(&texts)?, options.query()?);
    let notation = options.notation()?;
    let (answers, stop) = run(py, &effort, |budget, news: &ProgressBoard| {
        let count = boards.len();
        let answers = Mutex::new(BTreeMap::new());
        let observer = |_| BoardObserver { news: ProgressObserver(news), boards: count };
        solve_each(&boards, &query, budget, observer, |number, answer| {
            let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
            answers.insert(number, answer);
            news.report(&progress::boards(answers.len(), count));
        });
        answers.into_inner().unwrap_or_else(PoisonError::into_inner)
    })?;
    let reports = texts.iter().zip(&boards).zip(answers.into_values());
    let reports = reports.map(|((text, tiles), answer)| {
        let answer = &answer.map_err(|error| raised::refused_for(&error.to_string()))?;
        let (metric, list) = (query.metric, None);
        let report = TilesReport { text, tiles, answer, metric, notation, list };
        Ok(json(&report.json()))
    });
    Ok((reports.collect::<PyResult<_>>()?, stop))
}

/// Lists the shortest solutions of a board: each gives `sliding/count/1`; and its
/// `sliding/solve/1`.
#[pyfunction]
pub fn list_tiles(
    py: Python<'_>,
    text: String,
    limit: u64,
    options: TilesOptions,
    effort: Effort,
) -> PyResult<SearchOutcome<(Vec<String>, String)>> {
    check_engine(&options, true)?;
    let (tiles, query) = (options.read(&text, options.size()?)?, options.query()?);
    let (metric, notation) = (query.metric, options.notation()?);
    let (text, tiles) = (text.as_str(), &tiles);
    let mut listed = Vec::new();
    let (found, stop) = run(py, &effort, |budget, news| {
        let run = &mut Run { budget, observer: &mut ProgressObserver(news) };
        let found = TileSolver::new(&query, 1).list(tiles, run, &mut |path| {
            let number = listed.len() as u64 + 1;
            // The others are counted.
            if number <= limit {
                let solution = TilesSolution { text, tiles, number, path, metric, notation };
                listed.push(json(&solution.json()));
            }
            ControlFlow::Continue(())
        });
        news.report(&progress::boards(1, 1));
        found
    })?;
    let (answer, solutions) = found.map_err(|error| raised::refused_for(&error.to_string()))?;
    let list = Some(ListedSolutions { listed: listed.len() as u64, solutions });
    let report = TilesReport { text, tiles, answer: &answer, metric, notation, list };
    Ok(((listed, json(&report.json())), stop))
}
