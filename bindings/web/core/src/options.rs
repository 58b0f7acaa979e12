//! What is asked besides the text: an object of options, each of which may be missing.

#[cfg(feature = "search")]
use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use sliding::Puzzle;
#[cfg(feature = "search")]
use sliding::notation::knuth;
use sliding::notation::transcript;
#[cfg(feature = "texts")]
use sliding::notation::{self, Parsed, ReadOptions};
#[cfg(feature = "search")]
use sliding::puzzle::Setup;
use sliding::puzzle::Style;
#[cfg(feature = "texts")]
use sliding::report::scene::{Appearance, Theme};
#[cfg(feature = "search")]
use sliding::solve::{BeamOptions, Budget, Query};

use crate::error::AnswerError;
#[cfg(feature = "search")]
use crate::limits;

/// The options of all functions together. Each looks at its own.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RequestOptions {
    style: Option<u8>,
    start: Option<String>,
    /// What the pieces of the puzzle are called, in the order of the board.
    #[cfg(feature = "search")]
    names: Vec<String>,
    /// How to read the text: the options of `sliding`, by name.
    read: BTreeMap<String, String>,
    memory: Option<u64>,
    /// Seconds for a search. With it, the beam engine takes over from searches that would not end.
    time_limit: Option<f64>,
    /// Moves beyond which a search does not go.
    max_moves: Option<u64>,
    /// How many there may be of what is listed.
    pub most: Option<usize>,
    theme: Option<String>,
    /// Whether there are only boards.
    pub bare: bool,
    /// Whether goals are shown.
    pub goals: Option<bool>,
}

impl RequestOptions {
    /// Reads an object of options.
    pub fn read(options: &str) -> Result<RequestOptions, AnswerError> {
        serde_json::from_str(options)
            .map_err(|error| AnswerError::of(format!("the options: {error}")))
    }

    /// The puzzle of a text in any notation, from where it is to start.
    #[cfg(feature = "texts")]
    pub fn puzzle(&self, text: &str) -> Result<Puzzle, AnswerError> {
        let (puzzle, _) = self.parsed(text)??;
        self.with_start(puzzle)
    }

    /// What a text says, read as the options state.
    #[cfg(feature = "texts")]
    pub fn parsed(&self, text: &str) -> Result<Parsed, AnswerError> {
        let mut options = ReadOptions::default();
        for (name, value) in &self.read {
            options.set(name, value).map_err(AnswerError::of)?;
        }
        Ok(notation::read(text, &options))
    }

    /// The same where only SLIDING's notation is read, and that without options.
    #[cfg(feature = "search")]
    pub fn plain_puzzle(&self, text: &str) -> Result<Puzzle, AnswerError> {
        if !self.read.is_empty() {
            return Err(AnswerError::OtherNotation);
        }
        let (mut puzzle, _) = knuth::read_only(text).map_err(|_| AnswerError::OtherNotation)?;
        if !self.names.is_empty() {
            let mut setup = Setup::from(&puzzle);
            setup.origin.names = self.names.iter().cloned().map(Cow::from).collect();
            puzzle = Puzzle::try_from(setup).map_err(|_| AnswerError::OtherNotation)?;
        }
        self.with_start(puzzle)
    }

    fn with_start(&self, puzzle: Puzzle) -> Result<Puzzle, AnswerError> {
        let Some(start) = &self.start else { return Ok(puzzle) };
        Ok(transcript::start(&puzzle, start)?)
    }

    /// The style, if it is one.
    pub fn style(&self) -> Result<Style, AnswerError> {
        let number = self.style.unwrap_or(Style::WALK.number());
        Style::new(number)
            .ok_or_else(|| AnswerError::of("a style is a number from 0 to 5".to_owned()))
    }

    /// The question about a puzzle.
    #[cfg(feature = "search")]
    pub fn query<'a>(&self, puzzle: &'a Puzzle) -> Result<Query<'a>, AnswerError> {
        let mut query = Query::new(puzzle, self.style()?);
        // Narrow beams soon find some solution.
        query.beam = Some(BeamOptions { width: 500, ..BeamOptions::default() });
        Ok(query)
    }

    /// What a search may take.
    #[cfg(feature = "search")]
    pub fn budget(&self) -> Result<Budget, AnswerError> {
        let mut budget = Budget::default();
        budget.memory = limits::memory(self.memory)?;
        budget.max_moves = self.max_moves;
        budget.deadline = limits::deadline(self.time_limit)?;
        Ok(budget)
    }

    /// How pictures look.
    #[cfg(feature = "texts")]
    pub fn appearance(&self) -> Result<Appearance, AnswerError> {
        let theme = match self.theme.as_deref() {
            None | Some("auto") => Theme::Auto,
            Some("light") => Theme::Light,
            Some("dark") => Theme::Dark,
            Some(other) => {
                let message = format!("no theme `{other}`: expected auto, light or dark");
                return Err(AnswerError::of(message));
            }
        };
        Ok(Appearance { theme, labels: true })
    }
}
