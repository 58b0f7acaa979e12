//! Drawn boards: one character a cell. `docs/FORMAT.md` describes them.

mod fault;
mod read;
mod write;

use super::{Item, Notation, Reader};

pub(super) use read::recognises;

/// Boards as drawings.
pub const NOTATION: Notation = Notation {
    name: "drawn",
    about: "drawings: one character a cell, `.` empty, `#` blocked, the goals below `goal:`",
    read: Some(Reader::Text(|text| Item::only(1, read::read(text)))),
    write: write::write,
};

/// The line that begins a goal.
const GOAL: &str = "goal:";

/// The line that may stand above the board.
const START: &str = "start:";
/// What the cells of a drawing are that no piece covers.
const EMPTY: char = '.';
const BLOCKED: char = '#';
/// What a goal wants empty.
const WANTED_EMPTY: char = '_';
