//! Tile puzzles without a file: boards, lines of Korf's list, scrambles.

use std::time::Duration;

use js_sys::Function;
use serde::Deserialize;
use sliding::puzzle::{Size, Style};
use sliding::report::Report;
use sliding::report::tiles::TilesReport;
use sliding::solve::{Engine, FLOOR, Observer, Stopped};
use sliding::tiles::Tiles;
use sliding::tiles::choice::{TileObserver, TileRequest, solve};
use sliding::tiles::deepening::{Pass, PassObserver};
use sliding::tiles::notation::{self, MoveNotation};
use sliding::tiles::optimal::BuildEvent;
use wasm_bindgen::prelude::wasm_bindgen;
use web_time::Instant;

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

    fn request(&self) -> Result<TileRequest, AnswerError> {
        let engines = [Engine::Auto, Engine::Korf0, Engine::Korf1, Engine::Pdb, Engine::Construct]
            .map(|engine| (engine.name(), engine));
        let style = Style::new(self.style.unwrap_or(0))
            .ok_or_else(|| AnswerError::of("a style is a number from 0 to 5".to_owned()))?;
        Ok(TileRequest {
            engine: named("engine", &engines, &self.engine)?,
            metric: style.into(),
            memory: Some(memory(self.memory)?.saturating_sub(FLOOR / 2)),
            max_moves: self.max_moves,
            time_limit: self.time_limit.and_then(|time| Duration::try_from_secs_f64(time).ok()),
            ..TileRequest::default()
        })
    }
}

/// Checks the time, and reports progress to a function.
struct TilesObserver<'a> {
    progress: ProgressObserver<'a>,
    deadline: Option<Instant>,
}

impl PassObserver for TilesObserver<'_> {
    fn pass_ends(&mut self, pass: &Pass) {
        let moves = u64::from(pass.happy) + u64::from(pass.sad);
        self.progress.pass_ends(moves, pass.positions);
    }

    fn should_stop(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }
}

impl TileObserver for TilesObserver<'_> {
    fn building(&mut self, building: &BuildEvent) {
        if let BuildEvent::Progress(pattern, built) = building {
            self.progress.building(pattern.homes(), built.placements, built.total);
        }
    }

    fn deadline(&self) -> Option<Instant> {
        self.deadline
    }
}

/// Solves a tile puzzle: `sliding/tiles/1`.
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
    let (tiles, request) = (options.board(text)?, options.request()?);
    let notations = [
        ("tiles", MoveNotation::Tiles),
        ("blank", MoveNotation::Blank),
        ("directions", MoveNotation::Directions),
    ];
    let notation = named("notation", &notations, &options.notation)?;
    let begun = Instant::now();
    let mut observer = TilesObserver {
        progress: ProgressObserver::new(listener),
        deadline: deadline(options.time_limit)?,
    };
    let answer = solve(&tiles, &request, &mut observer)
        .map_err(|error| AnswerError::of(error.to_string()))?;
    let (tiles, answer, elapsed) = (&tiles, &answer, begun.elapsed());
    let status = answer.found.ending.status(request.max_moves, Stopped::Time);
    let (metric, list) = (request.metric, None);
    let report = TilesReport { text, tiles, status, answer, elapsed, metric, notation, list };
    Ok(json(&report.json()))
}
