//! Why a proof is rejected.

use std::io;

use crate::engine::query::Stopped;

/// Why a check has proven nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The proof is rejected.
    #[error(transparent)]
    Refused(#[from] InvalidProof),
    /// A limit was met first: the proof is neither confirmed nor rejected.
    #[error("line {line}: stopped by {}; nothing is known of this proof", word(*.limit))]
    Stopped {
        /// The last line read, from 1.
        line: u64,
        /// The limit.
        limit: Stopped,
    },
}

/// Returns the name of a limit of checks.
fn word(limit: Stopped) -> &'static str {
    match limit {
        Stopped::Memory => "the memory limit",
        Stopped::Rounds => "the rounds",
        Stopped::Time => "the time limit",
        _ => "an interrupt",
    }
}

/// The first error of an invalid proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct InvalidProof {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong.
    pub reason: ProofFault,
}

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFault {
    /// It cannot be read or decompressed.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// It is truncated.
    #[error("the proof is cut off")]
    CutOff,
    /// A line longer than any valid line there.
    #[error("the line has more than {0} bytes")]
    LongLine(usize),
    /// The text of the puzzle is too long.
    #[error("the text of the puzzle has more than {0} bytes")]
    LongPuzzle(usize),
    /// Bytes that are not UTF-8.
    #[error("this is no text")]
    NotText,
    /// Other text was expected.
    #[error("expected {0}")]
    Expected(String),
    /// A version that this checker does not know.
    #[error("a proof of version {0}: this checker knows version 1")]
    Version(String),
    /// The puzzle is invalid.
    #[error("this is no puzzle: {0}")]
    Puzzle(String),
    /// The puzzle is too large for this checker.
    #[error("the checker takes only boards of at most {0} cells")]
    TooLarge(usize),
    /// A kind of proof that cannot prove such a claim.
    #[error("a proof of kind {kind} does not prove `{claim}`")]
    OtherClaim {
        /// The kind.
        kind: &'static str,
        /// The claim.
        claim: String,
    },
    /// The number of levels proves less or more than is claimed.
    #[error("{levels} levels are there, but the claim takes {wanted}")]
    Levels {
        /// Those in the proof, in both parts.
        levels: u64,
        /// Those that the claim needs.
        wanted: u64,
    },
    /// The line is not a position of the puzzle.
    #[error("this is no position of the puzzle: {0}")]
    Configuration(PositionError),
    /// Positions must ascend within a level.
    #[error("the positions of a level must ascend, each listed once")]
    Order,
    /// A position is listed in another level already.
    #[error("the position is listed at level {0} as well")]
    Twice(u64),
    /// The first level of the start has to list the start.
    #[error("the start is not listed at level 0")]
    NoStart,
    /// A position of the start's part meets a goal.
    #[error("the position meets a goal")]
    Goal,
    /// A position of the first level of the goals' part meets no goal.
    #[error("the position meets no goal")]
    NoGoal,
    /// A position that meets a goal is missing.
    #[error("`{0}` meets a goal and is not listed")]
    MissingGoal(String),
    /// A neighbour is missing from the levels where it must be.
    #[error("its neighbour `{neighbour}` is not listed at level {last} or before")]
    Neighbour {
        /// The neighbour.
        neighbour: String,
        /// The last level where it may be.
        last: u64,
    },
    /// Both parts have a position of the last level of the first.
    #[error("the position is in both parts")]
    InBoth,
    /// The solution does not begin at the start.
    #[error("the solution does not begin at the start")]
    OtherStart,
    /// A step of the solution is not a move.
    #[error("no single move leads here from the position before")]
    NoMove,
    /// The solution meets no goal.
    #[error("the solution does not end at a goal")]
    Unsolved,
    /// The solution has another length than claimed.
    #[error("the solution has {moves} moves, and {claimed} are claimed")]
    Length {
        /// Moves of the solution.
        moves: u64,
        /// Moves claimed.
        claimed: u64,
    },
    /// More or fewer positions are listed than the last line says.
    #[error("{listed} positions are listed, but the proof says {claimed}")]
    Count {
        /// Those listed.
        listed: u64,
        /// The number in the last line.
        claimed: u64,
    },
    /// The text has another hash.
    #[error("the hash of what stands above is {0}")]
    Hash(String),
    /// There is text after the end.
    #[error("there is something behind the end")]
    BehindEnd,
}

impl ProofFault {
    /// Rejects a proof because of a line.
    pub(super) fn at(self, line: u64) -> CheckError {
        InvalidProof { line, reason: self }.into()
    }
}

impl From<io::Error> for ProofFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => ProofFault::CutOff,
            _ => ProofFault::Unreadable(error.to_string()),
        }
    }
}

/// Why a line is not a position of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A character that is not the name of a kind.
    #[error("a character names no kind of its pieces")]
    Symbol,
    /// `x` on a cell that is not blocked, or a blocked cell without one.
    #[error("`x` has to stand for blocked cells, and for nothing else")]
    Blocked,
    /// A piece that leaves the board.
    #[error("a piece leaves the board")]
    Border,
    /// Two pieces on a cell, or a piece on a blocked one.
    #[error("a piece overlaps another, or a blocked cell")]
    Overlap,
    /// A piece on a gate that is closed to it.
    #[error("a piece lies in a gate that is closed to it")]
    Gate,
    /// There are more or fewer pieces of a kind than the puzzle has.
    #[error("the pieces are not those of the puzzle")]
    Pieces,
    /// Zeros at the end, or more symbols than cells.
    #[error("there is something behind the last piece")]
    Trailing,
}
