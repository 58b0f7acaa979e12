//! Tile puzzles without a file: boards, lines of Korf's list, scrambles.

use js_sys::Function;
use serde::Deserialize;
use sliding::puzzle::{Size, Style};
use sliding::report::Report;
use sliding::report::tiles::TilesReport;
use sliding::solve::{Budget, Engine};
use sliding::tiles::notation::{self, MoveNotation};
use sliding::tiles::{Run, TileQuery, Tiles, solve};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::AnswerError;
use crate::limits::{deadline, memory};
use crate::progress::ProgressObserver;
use crate::{Answer, json};

/// What is asked besides the board. Each may be missing.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TilesOptions {
    /// Rows and columns of a scramble.
    size: Option<(u32, u32)>,
    goal: Option<String>,
    engine: Option<String>,
    style: Option<u8>,
    notation: Option<String>,
    memory: Option<u64>,
    time_limit: Option<f64>,
    max_moves: Option<u64>,
}

/// The one of these with a name; the first if there is none.
fn named<T: Copy>(what: &str, all: &[(&str, T)], name: &Option<String>) -> Result<T, AnswerError> {
    let Some(name) = name else { return Ok(all[0].1) };
    let found = all.iter().find(|(known, _)| known == name);
    found.map(|(_, one)| *one).ok_or_else(|| {
        let names = Vec::from_iter(all.iter().map(|(known, _)| *known)).join(", ");
        AnswerError::of(format!("no {what} `{name}`: expected one of {names}"))
    })
}

impl TilesOptions {
    fn board(&self, text: &str) -> Result<Tiles, AnswerError> {
        let size = self.size.map(|(rows, cols)| Size { rows, cols });
        let goal = self.goal.as_deref().filter(|&goal| goal != "last");
        notation::read(text, size, goal).map_err(|error| AnswerError::of(error.to_string()))
    }

    fn query(&self) -> Result<TileQuery, AnswerError> {
        let engines = [Engine::Auto, Engine::Korf0, Engine::Korf1, Engine::Pdb, Engine::Construct]
            .map(|engine| (engine.name(), engine));
        let style = Style::new(self.style.unwrap_or(0))
            .ok_or_else(|| AnswerError::of("a style is a number from 0 to 5".to_owned()))?;
        let engine = named("engine", &engines, &self.engine)?;
        Ok(TileQuery { engine, metric: style.into(), ..TileQuery::default() })
    }

    fn budget(&self) -> Result<Budget, AnswerError> {
        let mut budget = Budget::default();
        budget.memory = memory(self.memory)?;
        budget.max_moves = self.max_moves;
        budget.deadline = deadline(self.time_limit)?;
        Ok(budget)
    }
}

/// Solves a tile puzzle: `sliding/solve/1`.
///
/// # Errors
///
/// What is wrong with the board or the options, and if the board is too large for the engine.
#[wasm_bindgen]
pub fn tiles(text: &str, options: &str, listener: Option<Function>) -> Answer {
    solved(text, options, listener.as_ref()).map_err(|error| error.thrown())
}

fn solved(text: &str, options: &str, listener: Option<&Function>) -> Result<String, AnswerError> {
    let options: TilesOptions = serde_json::from_str(options)
        .map_err(|error| AnswerError::of(format!("the options: {error}")))?;
    let (tiles, query) = (options.board(text)?, options.query()?);
    let notations = [
        ("tiles", MoveNotation::Tiles),
        ("blank", MoveNotation::Blank),
        ("directions", MoveNotation::Directions),
    ];
    let notation = named("notation", &notations, &options.notation)?;
    let budget = options.budget()?;
    let mut observer = ProgressObserver::new(listener);
    let run = &mut Run { budget: &budget, observer: &mut observer };
    let answer = solve(&tiles, &query, run).map_err(|error| AnswerError::of(error.to_string()))?;
    let (tiles, answer, metric) = (&tiles, &answer, query.metric);
    let report = TilesReport { text, tiles, answer, metric, notation };
    Ok(json(&report.json()))
}
