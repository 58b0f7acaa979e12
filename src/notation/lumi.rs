//! The levels of lumi-a/sliding-blocks: two drawings, the start and the goal.

use super::{Notation, Reader};

pub const NOTATION: Notation = Notation {
    name: "lumi",
    about: "lumi-a/sliding-blocks: start and goal drawn with a character a piece",
    read: Reader::Boards,
    write: None,
};
