//! The part of a proof before its levels.

use super::board::MAX_CELLS;
use super::lines::{MOST_TEXT, ProofLines, number};
use super::refused::{CheckError, ProofFault};
use crate::engine::query::Stopped;
use crate::puzzle::{Puzzle, Style};

const VERSION: &str = "1";

/// Maximum bytes of memory that the parser uses per byte of text, and per cell of the start or of a
/// goal, of which there may be one in each line.
const READING: u64 = 256;

/// The kinds of proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvenKind {
    /// Levels from the start, as many as the claimed moves, without a goal.
    Levels,
    /// All reachable positions, without a goal.
    Closed,
    /// Disjoint levels from the start and from the goals.
    TwoSided,
}

impl ProvenKind {
    /// Returns its name in files.
    pub fn name(self) -> &'static str {
        match self {
            ProvenKind::Levels => "levels",
            ProvenKind::Closed => "closed",
            ProvenKind::TwoSided => "two-sided",
        }
    }
}

/// Reads the text of a puzzle.
pub type ReadPuzzle<'a> = &'a dyn Fn(&str) -> Result<Puzzle, String>;

pub struct ProofHeader {
    pub style: Style,
    /// The claimed least number of moves; `None` for no solution.
    pub claim: Option<u64>,
    pub kind: ProvenKind,
    pub puzzle: Puzzle,
}

impl ProofHeader {
    pub fn read(lines: &mut ProofLines, read: ReadPuzzle) -> Result<Self, CheckError> {
        let version = lines.read("`sliding-proof 1`", |line| {
            Some(line.strip_prefix("sliding-proof ")?.chars().take(20).collect::<String>())
        })?;
        if version != VERSION {
            return Err(lines.refuse(ProofFault::Version(version)));
        }
        let style = lines.read("`style: ` and a number from 0 to 5", |line| {
            Style::new(number(line.strip_prefix("style: ")?)?)
        })?;
        let wanted = "`claim: moves ` and a number, or `claim: none`";
        let claim = lines.read(wanted, |line| match line.strip_prefix("claim: ")? {
            "none" => Some(None),
            moves => number(moves.strip_prefix("moves ")?).map(Some),
        })?;
        let wanted = "`kind: ` and `levels`, `closed` or `two-sided`";
        let kind = lines.read(wanted, |line| {
            let kinds = [ProvenKind::Levels, ProvenKind::Closed, ProvenKind::TwoSided];
            let name = line.strip_prefix("kind: ")?;
            kinds.into_iter().find(|kind| kind.name() == name)
        })?;
        if claim.is_none() != (kind == ProvenKind::Closed) {
            let claim = claim.map_or_else(|| "none".to_owned(), |moves| format!("moves {moves}"));
            return Err(lines.refuse(ProofFault::OtherClaim { kind: kind.name(), claim }));
        }
        lines.read("`puzzle:`", |line| (line == "puzzle:").then_some(()))?;
        Ok(Self { style, claim, kind, puzzle: read_puzzle(lines, read)? })
    }
}

/// Reads the puzzle's text, up to a blank line. The text is rejected before parsing if memory does
/// not suffice: a goal of one character is about each cell of the board.
fn read_puzzle(lines: &mut ProofLines, read: ReadPuzzle) -> Result<Puzzle, CheckError> {
    let first = lines.watch.line + 1;
    let mut text = String::new();
    loop {
        match lines.next()? {
            "" => break,
            line => text.extend([line, "\n"]),
        }
        if text.len() > MOST_TEXT {
            return Err(lines.refuse(ProofFault::LongPuzzle(MOST_TEXT)));
        }
    }
    let Some(cells) = cells(&text) else {
        return Err(ProofFault::Expected("the size of the board, as in `4 x 5`".into()).at(first));
    };
    if cells > MAX_CELLS as u64 {
        return Err(ProofFault::TooLarge(MAX_CELLS).at(first));
    }
    let count = lines.watch.line - first;
    if (text.len() as u64 + cells * count) * READING > lines.watch.budget.room() {
        return Err(lines.watch.stop(Stopped::Memory));
    }
    read(&text).map_err(|why| ProofFault::Puzzle(why).at(first))
}

/// Returns the number of cells of a board, from the first line of a puzzle's text.
fn cells(text: &str) -> Option<u64> {
    let (rows, rest) = text.split_once('x')?;
    let cols = rest.trim_start().split(|symbol: char| !symbol.is_ascii_digit()).next()?;
    Some(u64::from(rows.trim().parse::<u32>().ok()?) * u64::from(cols.parse::<u32>().ok()?))
}
