//! A checker of proof files: that a puzzle needs at least a number of moves, or has no solution.
//!
//! It reads the proof as a stream and trusts nothing in it. Its moves are independent code,
//! directly from the definition of the styles: of the rest of the library it uses only the puzzle
//! types and threads. The caller provides a parser for the puzzle's text.
//! `docs/internals/proofs.md` has the theorem, and the trusted parts.

mod board;
mod goals;
mod header;
mod levels;
mod lines;
mod moves;
mod refused;

use std::io::BufRead;

use self::board::{ProofBoard, ProofPosition};
use self::header::{ProofHeader, ReadPuzzle};
use self::levels::{PartsReader, ProofPart};
use self::lines::{ProofLines, number};
use self::moves::each_neighbour;

use crate::engine::query::Budget;
use crate::puzzle::{Puzzle, Style};

pub use self::header::ProvenKind;
pub use self::refused::{CheckError, InvalidProof, PositionError, ProofFault};

/// The result of a valid proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proven {
    /// The puzzle of the proof.
    pub puzzle: Puzzle,
    /// The style of its moves.
    pub style: Style,
    /// The kind of proof.
    pub kind: ProvenKind,
    /// The least number of moves, with a solution of that length; `None`: there is no solution.
    pub moves: Option<u64>,
    /// The number of levels, in both parts if there are two.
    pub levels: u64,
    /// The number of positions listed.
    pub configurations: u64,
}

/// Maximum bytes of a line below the puzzle that is not a position: `end: `, a number and a hash.
const LONGEST_HEAD: usize = 5 + 20 + 1 + 64;

/// Checks a proof, and returns what it proves.
///
/// `read` parses the puzzle's text, which has to be in Knuth's notation. The time is about that of
/// finding all neighbours of all listed positions, on the threads of the budget. At most three
/// levels are in memory, and for a proof of two parts also the last level of the first. The
/// budget's memory, deadline and interrupt hold for any proof, including hostile ones. `max_moves`
/// is ignored.
///
/// # Errors
///
/// Returns the first invalid line, with the reason; or the limit that was met first. Nothing is
/// proven then.
///
/// ```
/// use sliding::check::proof::{ProofFault, InvalidProof, CheckError, check};
/// use sliding::puzzle::Puzzle;
/// use sliding::solve::Budget;
///
/// let proof = "sliding-proof 1
/// style: 0
/// claim: moves 1
/// kind: levels
/// puzzle:
/// 1 x 2
/// 1 = 1
/// 1
/// 01
///
/// solution: 1
/// 1
/// 01
/// part: start
/// level: 0 1
/// 1
/// end: 1 ";
/// let hash = blake3::hash(proof.split_inclusive('\n').take(16).collect::<String>().as_bytes());
/// let read = |text: &str| text.parse::<Puzzle>().map_err(|error| error.to_string());
///
/// let budget = Budget::default();
/// let proven = check(&mut format!("{proof}{hash}\n").as_bytes(), &read, &budget).unwrap();
/// assert_eq!((proven.moves, proven.configurations), (Some(1), 1));
/// let refused = check(&mut proof.as_bytes(), &read, &budget).unwrap_err();
/// assert_eq!(refused, CheckError::Refused(InvalidProof { line: 17, reason: ProofFault::CutOff }));
/// ```
pub fn check(
    source: &mut dyn BufRead,
    read: ReadPuzzle,
    budget: &Budget,
) -> Result<Proven, CheckError> {
    let mut lines = ProofLines::new(source, budget);
    let header = ProofHeader::read(&mut lines, read)?;
    let board = ProofBoard::new(&header.puzzle, header.style);
    lines.longest = board.width().max(LONGEST_HEAD);
    if let Some(claimed) = header.claim {
        check_solution(&mut lines, &board, claimed)?;
    }
    let mut parts = PartsReader::new(&board, &header, &lines);
    lines.read("`part: start`", |line| (line == "part: start").then_some(()))?;
    let mut ending = parts.check(&mut lines, ProofPart::Start)?;
    let mut wanted = header.claim.unwrap_or(parts.levels);
    if header.kind == ProvenKind::TwoSided {
        if ending != "part: goals" {
            return Err(lines.expected("a level, or `part: goals`"));
        }
        ending = parts.check(&mut lines, ProofPart::Goals)?;
        wanted = wanted.saturating_add(1);
    }
    let (levels, configurations) = (parts.levels, parts.listed);
    if levels != wanted {
        return Err(lines.refuse(ProofFault::Levels { levels, wanted }));
    }
    check_end(&mut lines, &ending, configurations)?;
    let ProofHeader { style, claim: moves, kind, puzzle } = header;
    Ok(Proven { puzzle, style, kind, moves, levels, configurations })
}

/// Checks the last line: the number of positions, and the hash of all lines above.
fn check_end(lines: &mut ProofLines, ending: &str, listed: u64) -> Result<(), CheckError> {
    let end = ending.strip_prefix("end: ").and_then(|rest| rest.split_once(' '));
    let Some((Some(claimed), hash)) = end.map(|(count, hash)| (number(count), hash)) else {
        return Err(lines.expected("a level, or `end: `, a number and a hash"));
    };
    if claimed != listed {
        return Err(lines.refuse(ProofFault::Count { listed, claimed }));
    }
    let found = lines.hash_before().to_hex();
    if found.as_str() != hash {
        return Err(lines.refuse(ProofFault::Hash(found.to_string())));
    }
    lines.end()
}

/// Replays the solution: from the start to a goal, one move at a time.
fn check_solution(
    lines: &mut ProofLines,
    board: &ProofBoard,
    claimed: u64,
) -> Result<(), CheckError> {
    let moves =
        lines.read("`solution: ` and a number", |line| number(line.strip_prefix("solution: ")?))?;
    if moves != claimed {
        return Err(lines.refuse(ProofFault::Length { moves, claimed }));
    }
    let (mut before, mut position) = (ProofPosition::start(board), ProofPosition::new(board));
    for number in 0..=moves {
        let laid = position.lay_text(lines.next()?.as_bytes());
        laid.map_err(|misfit| lines.refuse(ProofFault::Configuration(misfit)))?;
        let reason = if number == 0 {
            (position.key != before.key).then_some(ProofFault::OtherStart)
        } else {
            let mut is_move = false;
            each_neighbour(&mut before, &mut lines.watch, &mut |key| {
                is_move |= key == position.key;
                Ok(())
            })?;
            (!is_move).then_some(ProofFault::NoMove)
        };
        if let Some(reason) = reason {
            return Err(lines.refuse(reason));
        }
        std::mem::swap(&mut before, &mut position);
    }
    if before.meets_a_goal() { Ok(()) } else { Err(lines.refuse(ProofFault::Unsolved)) }
}
