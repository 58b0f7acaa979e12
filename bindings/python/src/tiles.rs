//! Tile puzzles without a file.

use std::ops::ControlFlow;
use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::puzzle::Size;
use sliding::report::tiles::{ListedSolutions, TilesReport, TilesSolution};
use sliding::report::{Report, progress};
use sliding::solve::{Budget, FLOOR, Stopped};
use sliding::tiles::batch::{BatchObserver, solve_all};
use sliding::tiles::choice::{TileAnswer, TileRequest};
use sliding::tiles::deepening::Pass;
use sliding::tiles::listing::SolutionLister;
use sliding::tiles::optimal::BuildEvent;
use sliding::tiles::pdb::Cache;
use sliding::tiles::{Metric, Tiles, notation};

use crate::json;
use crate::raised;
use crate::search::{Effort, ProgressBoard, SearchOutcome, run};

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

    fn request(&self, effort: &Effort) -> PyResult<TileRequest> {
        Ok(TileRequest {
            engine: raised::engine(&self.engine)?,
            cache: self.cache.as_deref().map(Cache::new),
            metric: self.metric()?,
            max_moves: effort.max_moves(),
            memory: Some(effort.memory().saturating_sub(FLOOR / 2)),
            time_limit: effort.time_limit(),
            threads: effort.threads(),
            ..TileRequest::default()
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

/// Watches all boards, from whatever thread they are solved by.
struct PyBatchObserver<'a> {
    boards: usize,
    budget: &'a Budget,
    news: &'a ProgressBoard,
    done: std::sync::atomic::AtomicUsize,
}

impl<'a> PyBatchObserver<'a> {
    fn new(boards: usize, budget: &'a Budget, news: &'a ProgressBoard) -> Self {
        PyBatchObserver { boards, budget, news, done: Default::default() }
    }
}

impl BatchObserver for PyBatchObserver<'_> {
    fn pass_ends(&self, _number: usize, pass: &Pass) {
        if self.boards == 1 {
            let moves = u64::from(pass.happy) + u64::from(pass.sad);
            self.news.report(&progress::pass(moves, pass.positions));
        }
    }

    fn building(&self, building: &BuildEvent) {
        if let BuildEvent::Progress(pattern, built) = building {
            self.news.report(&progress::building(pattern.homes(), built.placements, built.total));
        }
    }

    fn answered(&self, _number: usize) {
        let done = 1 + self.done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.news.report(&progress::boards(done, self.boards));
    }

    fn should_stop(&self) -> bool {
        self.budget.interrupt.is_set()
    }
}

/// What stopped a search whose boards have no limits of their own.
fn stopped(stop: Option<&PyErr>) -> Stopped {
    if stop.is_some() { Stopped::Cancelled } else { Stopped::Time }
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

/// Solves boards: each gives `sliding/tiles/1`.
#[pyfunction]
pub fn solve_tiles(
    py: Python<'_>,
    texts: Vec<String>,
    options: TilesOptions,
    effort: Effort,
) -> PyResult<SearchOutcome<Vec<String>>> {
    check_engine(&options, false)?;
    let (boards, request) = (options.read_all(&texts)?, options.request(&effort)?);
    let (metric, notation) = (options.metric()?, options.notation()?);
    let (answers, stop) = run(py, &effort, |budget, news| {
        solve_all(&boards, &request, &PyBatchObserver::new(boards.len(), budget, news))
    })?;
    let reports = texts.iter().zip(&boards).zip(answers).map(|((text, tiles), timed)| {
        let answer: TileAnswer =
            timed.answer.map_err(|error| raised::refused_for(&error.to_string()))?;
        let status = answer.found.ending.status(request.max_moves, stopped(stop.as_ref()));
        let (answer, elapsed) = (&answer, timed.elapsed);
        let list = None;
        let report = TilesReport { text, tiles, status, answer, elapsed, metric, notation, list };
        Ok(json(&report.json()))
    });
    Ok((reports.collect::<PyResult<_>>()?, stop))
}

/// Lists the shortest solutions of a board: each gives `sliding/tiles-solution/1`; and its
/// `sliding/tiles/1`.
#[pyfunction]
pub fn list_tiles(
    py: Python<'_>,
    text: String,
    limit: u64,
    options: TilesOptions,
    effort: Effort,
) -> PyResult<SearchOutcome<(Vec<String>, String)>> {
    check_engine(&options, true)?;
    let (tiles, request) = (options.read(&text, options.size()?)?, options.request(&effort)?);
    let (metric, notation) = (options.metric()?, options.notation()?);
    let (text, tiles) = (text.as_str(), &tiles);
    let mut listed = Vec::new();
    let (listing, stop) = run(py, &effort, |budget, news| {
        let many = PyBatchObserver::new(1, budget, news);
        SolutionLister::new(&request, &many).list(tiles, &mut |way| {
            let number = listed.len() as u64 + 1;
            // The others are counted.
            if number <= limit {
                let solution = TilesSolution { text, tiles, number, path: way, metric, notation };
                listed.push(json(&solution.json()));
            }
            ControlFlow::Continue(())
        })
    })?;
    let listing = listing.map_err(|error| raised::refused_for(&error.to_string()))?;
    let status = listing.answer.found.ending.status(request.max_moves, stopped(stop.as_ref()));
    let (answer, elapsed) = (&listing.answer, listing.elapsed);
    let solutions = listing.are_all.then_some(listing.solutions);
    let list = Some(ListedSolutions { listed: listed.len() as u64, solutions });
    let report = TilesReport { text, tiles, status, answer, elapsed, metric, notation, list };
    Ok(((listed, json(&report.json())), stop))
}
