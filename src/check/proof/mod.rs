//! A checker of proof files: that a puzzle needs at least a number of moves, or has no solution.
//!
//! It reads the proof as a stream and trusts nothing in it. Its moves are independent code,
//! directly from the definition of the styles: of the rest of the library it uses only the puzzle
//! types and threads. The caller provides a parser for the puzzle's text.
//! `docs/internals/proofs.md` has the theorem, and the trusted parts.

mod board;
mod goals;
mod ground;
mod header;
mod keys;
mod levels;
mod lines;
mod moves;
mod parts;
mod refused;
mod together;
mod watchdog;

use std::io::BufRead;
use std::ops::ControlFlow;

use self::board::ProofBoard;
use self::ground::ProofGround;
use self::header::{ProofHeader, ReadPuzzle, expected, number};
use self::keys::Key;
use self::levels::EACH_THREAD;
use self::lines::ProofLines;
use self::moves::{MoveScratch, each_neighbour};
use self::parts::{PartsReader, ProofPart};
use self::watchdog::Watchdog;

use crate::engine::query::{Budget, Stopped};
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
    let mut lines = ProofLines::new(source, Watchdog::new(budget));
    let header = ProofHeader::read(&mut lines, read)?;
    let ground = ProofGround::new(&header.puzzle, header.style);
    lines.bound(ground.all.len().max(LONGEST_HEAD));
    // Memory limits the number of threads, in addition to what they check.
    let threads = budget.threads().min((budget.room() / 4 / EACH_THREAD) as usize).max(1);
    let (levels, configurations) = match ground.width() {
        0..=64 => check_rest::<u64>(&mut lines, &header, &ground, threads),
        65..=128 => check_rest::<u128>(&mut lines, &header, &ground, threads),
        129..=256 => check_rest::<[u64; 4]>(&mut lines, &header, &ground, threads),
        _ => check_rest::<Vec<u8>>(&mut lines, &header, &ground, threads),
    }?;
    let ProofHeader { style, claim: moves, kind, puzzle } = header;
    Ok(Proven { puzzle, style, kind, moves, levels, configurations })
}

/// Checks everything after the puzzle. Returns the numbers of levels and of positions.
fn check_rest<K: Key>(
    lines: &mut ProofLines,
    header: &ProofHeader,
    ground: &ProofGround,
    threads: usize,
) -> Result<(u64, u64), CheckError> {
    if let Some(claimed) = header.claim {
        check_solution::<K>(lines, ground, claimed)?;
    }
    let mut parts = PartsReader::<K>::new(ground, threads, header.kind, header.claim);
    header::expect(lines, "part: start")?;
    let mut ending = parts.check(lines, ProofPart::Start)?;
    if header.kind == ProvenKind::TwoSided {
        if ending != "part: goals" {
            return Err(lines.refuse(expected("a level, or `part: goals`")));
        }
        ending = parts.check(lines, ProofPart::Goals)?;
    }
    parts.check_levels(header.claim).map_err(|reason| lines.refuse(reason))?;
    check_end(lines, &ending, parts.listed)?;
    Ok((parts.levels, parts.listed))
}

/// Checks the last line: the number of positions, and the hash of all lines above.
fn check_end(lines: &mut ProofLines, ending: &str, listed: u64) -> Result<(), CheckError> {
    let claimed = ending.strip_prefix("end: ").and_then(|rest| rest.split_once(' '));
    let claimed = claimed.and_then(|(count, hash)| Some((number(count)?, hash)));
    let Some((claimed, hash)) = claimed else {
        return Err(lines.refuse(expected("a level, or `end: `, a number and a hash")));
    };
    if claimed != listed {
        return Err(lines.refuse(ProofFault::Count { listed, claimed }));
    }
    let found = lines.hash_before().to_hex();
    if found.as_str() != hash {
        return Err(lines.refuse(ProofFault::Hash(found.to_string())));
    }
    match lines.is_at_end()? {
        true => Ok(()),
        false => {
            let line = lines.number() + 1;
            Err(InvalidProof { line, reason: ProofFault::BehindEnd }.into())
        }
    }
}

/// Replays the solution: from the start to a goal, one move at a time.
fn check_solution<K: Key>(
    lines: &mut ProofLines,
    ground: &ProofGround,
    claimed: u64,
) -> Result<(), CheckError> {
    let moves = lines.next()?.strip_prefix("solution: ").and_then(number::<u64>);
    let moves = moves.ok_or_else(|| lines.refuse(expected("`solution: ` and a number")))?;
    if moves != claimed {
        return Err(lines.refuse(ProofFault::Length { moves, claimed }));
    }
    let (mut board, mut scratch) =
        (ProofBoard::<K>::new(ground), MoveScratch::new(lines.watch.clone()));
    let mut last: Option<K> = None;
    for _ in 0..=moves {
        let laid = board.lay_text(lines.next()?.as_bytes());
        laid.map_err(|misfit| lines.refuse(ProofFault::Configuration(misfit)))?;
        let key = board.key.clone();
        let reason = match &last {
            None => (key != ProofBoard::start(ground)).then_some(ProofFault::OtherStart),
            Some(last) => {
                let is_move = is_neighbour(&mut board, &mut scratch, last, &key);
                let is_move = is_move.map_err(|stopped| lines.stop(stopped))?;
                (!is_move).then_some(ProofFault::NoMove)
            }
        };
        if let Some(reason) = reason {
            return Err(lines.refuse(reason));
        }
        last = Some(key);
    }
    last.iter().for_each(|last| board.lay(last));
    if board.meets_a_goal() { Ok(()) } else { Err(lines.refuse(ProofFault::Unsolved)) }
}

fn is_neighbour<K: Key>(
    board: &mut ProofBoard<K>,
    scratch: &mut MoveScratch,
    from: &K,
    to: &K,
) -> Result<bool, Stopped> {
    board.lay(from);
    let mut visit = |key: &K| match key == to {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    each_neighbour(board, scratch, &mut visit).map(|end| end.is_break())
}
