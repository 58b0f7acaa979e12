//! Drawn boards: one character a cell. `docs/FORMAT.md` describes them.

mod write;

use super::{Notation, Reader};

/// Boards as drawings.
pub const NOTATION: Notation = Notation {
    name: "drawn",
    about: "drawings: one character a cell, `.` empty, `#` blocked, the goals below `goal:`",
    read: Some(Reader::Boards),
    write: write::write,
};

/// The line that begins a goal.
const GOAL: &str = "goal:";
/// What the cells of a drawing are that no piece covers.
const EMPTY: char = '.';
const BLOCKED: char = '#';
/// What a goal wants empty.
const WANTED_EMPTY: char = '_';
