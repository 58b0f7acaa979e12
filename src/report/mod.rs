//! The output for people and programs, by subject.
//!
//! Each subject is a module, with its text for people, its JSON for programs, which
//! `docs/json.md` describes, and its pictures if it has any. The subjects share
//! [`subject`], [`words`], [`table`]s, boards of characters ([`boxes`]), colours ([`palette`]), the
//! parts of JSON objects ([`json`]), arrays for NumPy ([`npy`]), and pictures ([`scene`]).
//!
//! Nothing here opens files or terminals: functions write to a writer that the caller provides, or
//! return a text. They fail if the writer does, or as they say.

// Shared by the subjects.
mod advice;
pub mod boxes;
pub mod escape;
pub mod game;
pub mod json;
pub mod npy;
pub mod other_styles;
pub mod palette;
pub mod scene;
pub mod subject;
pub mod table;
#[cfg(feature = "pages")]
mod texts;
pub mod words;

// Subjects.
pub mod classic;
pub mod corpus;
pub mod count;
pub mod graph;
pub mod hint;
pub mod hunt;
pub mod improved;
pub mod map;
pub mod pack;
#[cfg(feature = "pages")]
pub mod page;
pub mod print;
pub mod progress;
#[cfg(feature = "pages")]
pub mod proof;
pub mod puzzle;
pub mod rating;
pub mod replay;
#[cfg(feature = "pages")]
pub mod site;
pub mod solution;
pub mod styles;
pub mod survey;
pub mod tiles;
pub mod why;

// The modules take these names by `use crate::report::*`.
use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use self::boxes::{Ink, SCREEN, draw_position, side_by_side};
use self::json::{Object, about, limit_word, milliseconds, object};
use self::palette::{Rgb, Tone};
use self::scene::{
    Anchor, Appearance, Colours, Motion, Paint, Path, Point, Role, Scene, Shape, Theme,
};
use self::subject::Subject;
use self::table::Table;
use self::words::{
    counted, duration, goal_name, listed, place, plain, sentence, sentences, solution_length,
    wrapped,
};
use crate::analyse::MapOrigin;
use crate::analyse::other_styles::OtherStyles;
use crate::engine::query::{Answer, Engine, Status, Stopped};
use crate::notation::Problem;
use crate::puzzle::advice::{Exclusion, PuzzleAdvice};
use crate::puzzle::{
    Cell, Configuration, Direction, Lock, Move, PieceNames, Placement, Puzzle, Size, Solution,
    Style,
};
use crate::tiles::Tiles;

/// How a report for people looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// The ink of boards.
    pub ink: Ink,
    /// Whether there is only the result.
    pub is_brief: bool,
    /// The columns of the terminal, if the report goes to one.
    pub columns: Option<usize>,
}

/// A result, as it is reported. Each of these forms that it has suits some formats of files.
pub trait Report {
    /// Writes it for people.
    fn text(&self, out: &mut dyn Write, look: Look) -> io::Result<()>;

    /// Returns it for programs.
    fn json(&self) -> Object;

    /// Returns its numbers, if they are a table.
    fn table(&self) -> Option<Table> {
        None
    }

    /// Returns its picture, if there is one.
    fn picture(&self, _: Appearance) -> Option<Scene> {
        None
    }
}

/// A result of the library, with its puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a, T> {
    /// The puzzle.
    pub subject: Subject<'a>,
    /// The result.
    pub result: &'a T,
}
