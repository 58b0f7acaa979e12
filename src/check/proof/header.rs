//! The part of a proof before its levels.

use std::str::FromStr;

use super::ground::MAX_CELLS;
use super::lines::{MOST_TEXT, ProofLines};
use super::refused::{CheckError, InvalidProof, ProofFault};
use crate::engine::query::Stopped;
use crate::puzzle::{Puzzle, Style};

/// The first line up to the version.
const LABEL: &str = "sliding-proof ";
const VERSION: &str = "1";

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
        let label = lines.next()?.strip_prefix(LABEL).map(str::to_owned);
        match label.as_deref() {
            Some(VERSION) => {}
            Some(other) => {
                return Err(lines.refuse(ProofFault::Version(other.chars().take(20).collect())));
            }
            None => return Err(lines.refuse(expected("`sliding-proof 1`"))),
        }
        let style = lines.next()?.strip_prefix("style: ").and_then(number).and_then(Style::new);
        let style =
            style.ok_or_else(|| lines.refuse(expected("`style: ` and a number from 0 to 5")))?;
        let line = lines.next()?;
        let claim = match line.strip_prefix("claim: ") {
            Some("none") => Some(None),
            Some(rest) => rest.strip_prefix("moves ").and_then(number).map(Some),
            None => None,
        };
        let wanted = "`claim: moves ` and a number, or `claim: none`";
        let claim = claim.ok_or_else(|| lines.refuse(expected(wanted)))?;
        let kind = match lines.next()? {
            "kind: levels" => ProvenKind::Levels,
            "kind: closed" => ProvenKind::Closed,
            "kind: two-sided" => ProvenKind::TwoSided,
            _ => {
                let wanted = "`kind: ` and `levels`, `closed` or `two-sided`";
                return Err(lines.refuse(expected(wanted)));
            }
        };
        if claim.is_none() != (kind == ProvenKind::Closed) {
            let claim = claim.map_or_else(|| "none".to_owned(), |moves| format!("moves {moves}"));
            return Err(lines.refuse(ProofFault::OtherClaim { kind: kind.name(), claim }));
        }
        expect(lines, "puzzle:")?;
        let puzzle = read_puzzle(lines, read)?;
        Ok(Self { style, claim, kind, puzzle })
    }
}

/// Maximum bytes of memory that the parser uses per byte of text, and per cell of the start or of a
/// goal, of which there may be one in each line.
const READING: u64 = 256;

/// Reads the puzzle's text, up to a blank line. The text is rejected before parsing if memory does
/// not suffice: a goal of one character is about each cell of the board.
fn read_puzzle(lines: &mut ProofLines, read: ReadPuzzle) -> Result<Puzzle, CheckError> {
    let line = lines.number() + 1;
    let (mut text, mut count) = (String::new(), 0);
    loop {
        match lines.next()? {
            "" => break,
            line => text.extend([line, "\n"]),
        }
        count += 1;
        if text.len() > MOST_TEXT {
            return Err(lines.refuse(ProofFault::LongPuzzle(MOST_TEXT)));
        }
    }
    let refuse = |reason| Err(InvalidProof { line, reason }.into());
    match cells(&text) {
        None => return refuse(expected("the size of the board, as in `4 x 5`")),
        Some(cells) if cells > MAX_CELLS as u64 => return refuse(ProofFault::TooLarge(MAX_CELLS)),
        Some(cells) if (text.len() as u64 + cells * count) * READING > lines.watch.room() => {
            return Err(lines.stop(Stopped::Memory));
        }
        Some(_) => {}
    }
    read(&text).or_else(|why| refuse(ProofFault::Puzzle(why)))
}

/// Returns the number of cells of a board, from the first line of a puzzle's text.
fn cells(text: &str) -> Option<u64> {
    let (rows, rest) = side(text.lines().next()?)?;
    let (cols, _) = side(rest.trim_start().strip_prefix('x')?)?;
    Some(u64::from(rows) * u64::from(cols))
}

/// Returns the number that a text begins with, and the rest.
fn side(text: &str) -> Option<(u32, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// Reads a line that must be this one.
pub fn expect(lines: &mut ProofLines, wanted: &str) -> Result<(), CheckError> {
    match lines.next()? == wanted {
        true => Ok(()),
        false => Err(lines.refuse(expected(&format!("`{wanted}`")))),
    }
}

pub fn expected(what: &str) -> ProofFault {
    ProofFault::Expected(what.to_owned())
}

/// Reads a number without a sign and without leading zeros.
pub fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = text == "0" || !text.starts_with('0');
    text.parse().ok().filter(|_| is_plain && is_short)
}
