//! Tile puzzles without a file.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sliding::files;
use sliding::puzzle::Size;
use sliding::report::tiles::TilesReport;
use sliding::report::{Report, progress};
use sliding::solve::Observer;
use sliding::tiles::pdb::Cache;
use sliding::tiles::{Metric, TileQuery, Tiles, notation, solve_each};

use crate::json;
use crate::raised::{self, refused};
use crate::search::{Answered, Asked, ProgressBoard, ProgressObserver};

/// What is asked of boards besides.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct TilesOptions {
    size: Option<(u32, u32)>,
    goal: String,
    moves: String,
}

impl TilesOptions {
    fn notation(&self) -> PyResult<notation::MoveNotation> {
        match self.moves.as_str() {
            "tiles" => Ok(notation::MoveNotation::Tiles),
            "blank" => Ok(notation::MoveNotation::Blank),
            "directions" => Ok(notation::MoveNotation::Directions),
            _ => Err(bad("moves are written as tiles, blank or directions")),
        }
    }

    /// Reads a board, a line of Korf's list, whose goal has the blank first, or a scramble.
    fn read(&self, text: &str) -> PyResult<Tiles> {
        let size = match self.size {
            None => None,
            Some((rows @ 2..=1000, cols @ 2..=1000)) => Some(Size { rows, cols }),
            Some(_) => return Err(bad("a size is a pair of rows and columns, from 2 to 1000")),
        };
        let goal = Some(self.goal.as_str()).filter(|&goal| goal != "last");
        notation::read(text, size, goal).map_err(|error| bad(&error.to_string()))
    }
}

/// Returns what is asked of the solver. Databases alone search slides.
fn query(py: Python<'_>, asked: &Asked) -> PyResult<TileQuery> {
    let metric: Metric = asked.style(py)?.into();
    if metric == Metric::Slides && !matches!(&*asked.engine, "auto" | "pdb") {
        return Err(bad(&format!("slides take the engine auto or pdb, not {}", asked.engine)));
    }
    let cache = files::database_folder(None).as_deref().map(Cache::new);
    Ok(TileQuery { engine: raised::engine(&asked.engine)?, cache, metric })
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

/// Solves boards: each gives `sliding/solve/1`.
#[pyfunction]
pub fn solve_tiles(
    py: Python<'_>,
    texts: Vec<String>,
    asked: Asked,
    options: TilesOptions,
) -> Answered<Vec<String>> {
    let (query, notation) = (query(py, &asked)?, options.notation()?);
    let boards = texts.iter().map(|text| options.read(text)).collect::<PyResult<Vec<_>>>()?;
    let solving = |budget: &_, news: &ProgressBoard| {
        let count = boards.len();
        let answers = Mutex::new(BTreeMap::new());
        let observer = |_| BoardObserver { news: ProgressObserver(news), boards: count };
        solve_each(&boards, &query, budget, observer, |number, answer| {
            let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
            answers.insert(number, answer);
            news.report(&progress::boards(answers.len(), count));
        });
        answers.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
    };
    let (answers, stop): (Vec<_>, _) = asked.run(py, solving, refused)?;
    let report = |((text, tiles), answer): ((&String, &Tiles), &_)| {
        json(&TilesReport { text, tiles, answer, metric: query.metric, notation }.json())
    };
    Ok((texts.iter().zip(&boards).zip(&answers).map(report).collect(), stop))
}
