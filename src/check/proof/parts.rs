//! The two parts of a proof: levels from the start, and levels from the goals.
//!
//! Each level is checked for exactly the premises of the theorem in `docs/internals/proofs.md`, in
//! its order.

use std::ops::ControlFlow;

use super::board::ProofBoard;
use super::goals::each_meeting;
use super::ground::ProofGround;
use super::header::{ProvenKind, expected, number};
use super::keys::Key;
use super::levels::{EACH_THREAD, ListedLevel, PositionCheck};
use super::lines::ProofLines;
use super::refused::{CheckError, InvalidProof, ProofFault};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ProofPart {
    Start,
    Goals,
}

/// The parts read so far.
pub struct PartsReader<'a, K> {
    ground: &'a ProofGround<'a>,
    threads: usize,
    kind: ProvenKind,
    /// Whether a part may have no levels, and list nothing: that is enough to prove zero moves.
    may_be_empty: bool,
    /// The last level of the start's part, once it is read.
    last: Option<ListedLevel<K>>,
    /// The number of levels and of positions listed.
    pub levels: u64,
    pub listed: u64,
}

impl<'a, K: Key> PartsReader<'a, K> {
    pub fn new(
        ground: &'a ProofGround<'a>,
        threads: usize,
        kind: ProvenKind,
        claim: Option<u64>,
    ) -> Self {
        let may_be_empty = kind == ProvenKind::Levels && claim == Some(0);
        Self { ground, threads, kind, may_be_empty, last: None, levels: 0, listed: 0 }
    }

    /// Checks all levels of a part. Returns the line after it.
    pub fn check(&mut self, lines: &mut ProofLines, part: ProofPart) -> Result<String, CheckError> {
        let mut before = ListedLevel::none(0);
        let mut line = lines.next()?.to_owned();
        let Some(head) = head(&line, 0) else {
            let may_end =
                part == ProofPart::Start && self.may_be_empty && !line.starts_with("level:");
            return if may_end {
                Ok(line)
            } else {
                Err(lines.refuse(expected("`level: 0` and a number")))
            };
        };
        let mut level = self.read(lines, head, part, [&before, &before])?;
        loop {
            line = lines.next()?.to_owned();
            let Some(head) = self::head(&line, level.number + 1) else { break };
            let next = self.read(lines, head, part, [&before, &level])?;
            level.check_neighbours(lines, self.ground, (&before, &next), self.threads)?;
            (before, level) = (level, next);
        }
        if line.starts_with("level:") {
            return Err(
                lines.refuse(expected(&format!("`level: {}` and a number", level.number + 1)))
            );
        }
        // Positions that are not listed count as one level beyond the last. So the neighbours of
        // the last level may be anywhere, except for closed sets.
        if self.kind == ProvenKind::Closed {
            let none = ListedLevel::none(level.number);
            level.check_neighbours(lines, self.ground, (&before, &none), self.threads)?;
        }
        if part == ProofPart::Start {
            self.last = Some(level);
        }
        Ok(line)
    }

    /// Reads a level, and checks what it lists against the two levels before.
    fn read(
        &mut self,
        lines: &mut ProofLines,
        head: (u64, u64),
        part: ProofPart,
        last_two: [&ListedLevel<K>; 2],
    ) -> Result<ListedLevel<K>, CheckError> {
        let (line, is_first) = (lines.number(), head.0 == 0);
        let last = self.last.as_ref();
        let look: &PositionCheck<K> = &|board: &ProofBoard<K>| {
            if let Some(other) = last_two.into_iter().find(|other| other.has(&board.key)) {
                return Err(ProofFault::Twice(other.number));
            }
            if last.is_some_and(|last| last.has(&board.key)) {
                return Err(ProofFault::InBoth);
            }
            match part {
                ProofPart::Start if board.meets_a_goal() => Err(ProofFault::Goal),
                ProofPart::Goals if is_first && !board.meets_a_goal() => Err(ProofFault::NoGoal),
                _ => Ok(()),
            }
        };
        let held: u64 = last_two.into_iter().chain(last).map(|level| level.bytes).sum();
        let room = lines.watch.room().saturating_sub(held + self.threads as u64 * EACH_THREAD);
        let level = ListedLevel::read(lines, self.ground, head, room, look)?;
        self.levels += 1;
        self.listed += head.1;
        let refuse = |reason| Err(InvalidProof { line, reason }.into());
        match part {
            ProofPart::Start if is_first && !level.has(&ProofBoard::start(self.ground)) => {
                refuse(ProofFault::NoStart)
            }
            ProofPart::Goals if is_first => match self.missing_goal(lines, &level)? {
                Some(missing) => refuse(ProofFault::MissingGoal(missing)),
                None => Ok(level),
            },
            _ => Ok(level),
        }
    }

    /// Returns a position that meets a goal but is not listed.
    fn missing_goal(
        &self,
        lines: &mut ProofLines,
        level: &ListedLevel<K>,
    ) -> Result<Option<String>, CheckError> {
        let mut missing = None;
        for goal in self.ground.puzzle.goals() {
            let end =
                each_meeting(self.ground, goal, &mut lines.watch, &mut |board: &ProofBoard<K>| {
                    if level.has(&board.key) {
                        return ControlFlow::Continue(());
                    }
                    missing = Some(board.text());
                    ControlFlow::Break(())
                });
            if end.map_err(|stopped| lines.stop(stopped))?.is_break() {
                break;
            }
        }
        Ok(missing)
    }

    /// Checks that the number of levels is exactly what proves the claim.
    pub fn check_levels(&self, claim: Option<u64>) -> Result<(), ProofFault> {
        let Some(claim) = claim else { return Ok(()) };
        let levels = self.levels;
        let wanted = claim.saturating_add(u64::from(self.kind == ProvenKind::TwoSided));
        if levels == wanted { Ok(()) } else { Err(ProofFault::Levels { levels, wanted }) }
    }
}

/// Reads the number of a level, which must be this one, and its number of positions.
fn head(line: &str, number: u64) -> Option<(u64, u64)> {
    let (text, count) = line.strip_prefix("level: ")?.split_once(' ')?;
    let level = self::number::<u64>(text).filter(|&level| level == number)?;
    Some((level, self::number(count)?))
}
