//! Levels that are made anew: the generator, for pages on which one level follows another.

use serde::{Deserialize, Serialize};
use sliding::design::{Family, Generated, Requirements, Source, board, generate as make, range};
use sliding::notation::knuth;
use sliding::puzzle::Style;
use sliding::solve::Budget;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{AnswerError, UNREAD};
use crate::limits::{deadline, memory};
use crate::{Answer, json};

/// What is asked besides the example. Each may be missing, but for the moves.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct LevelOptions {
    board: String,
    shapes: String,
    pieces: Option<String>,
    moves: String,
    style: Option<u8>,
    seed: u64,
    memory: Option<u64>,
    time_limit: Option<f64>,
    /// What the author of the example calls its pieces.
    #[serde(rename = "names")]
    _names: Vec<String>,
}

/// A level: its text, which says the fewest moves too.
#[derive(Serialize)]
struct Level {
    text: String,
    moves: u64,
    positions: u64,
}

/// A level with a number of moves, like an example, or without one of a family: the same for the same seed.
///
/// # Errors
///
/// What is wrong with the example or the options, and where no such level is found.
#[wasm_bindgen]
pub fn generate(example: &str, options: &str) -> Answer {
    let options: LevelOptions = serde_json::from_str(options)
        .map_err(|error| AnswerError::of(format!("the options: {error}")).thrown())?;
    if example.is_empty() {
        let family = options.family().map_err(|why| AnswerError::of(why).thrown())?;
        return options.level((&family).into()).map_err(|error| error.thrown());
    }
    let (puzzle, _) = knuth::read_only(example).map_err(|_| UNREAD.to_owned())?;
    options.level((&puzzle).into()).map_err(|error| error.thrown())
}

impl LevelOptions {
    fn family(&self) -> Result<Family, String> {
        let (size, shapes) = (board(&self.board)?, self.shapes.parse()?);
        let family = Family::described(size, &shapes, None, None, None);
        let family = family.map_err(|error| error.to_string())?;
        Ok(family.with_pieces(self.pieces.as_deref().map(range).transpose()?))
    }

    fn level(&self, source: Source) -> Result<String, AnswerError> {
        let mut wanted = Requirements::new(range(&self.moves).map_err(AnswerError::of)?);
        wanted.seed = self.seed;
        let style = Style::new(self.style.unwrap_or(Style::WALK.number()))
            .ok_or_else(|| AnswerError::of("a style is a number from 0 to 5".to_owned()))?;
        let mut budget = Budget::default();
        budget.memory = memory(self.memory)?;
        budget.deadline = deadline(self.time_limit)?;
        let mut made = None;
        make(source, &wanted, style, &budget, &mut |_, _| (), &mut |level| made = Some(level))
            .map_err(|error| AnswerError::of(error.to_string()))?;
        let Generated { puzzle, moves, configurations, .. } = made.expect("a level is made");
        Ok(json(&Level { text: puzzle.to_string(), moves, positions: configurations }))
    }
}
