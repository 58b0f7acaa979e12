//! The two parts of a proof: levels from the start, and levels from the goals.
//!
//! What is checked of each level is just what the theorem of `docs/PROOFS.md` asks for, in its order.

use super::Kind;
use super::goals::each_meeting;
use super::ground::Ground;
use super::header::{expected, number};
use super::levels::Level;
use super::lines::Lines;
use super::refused::{Reason, Refused};
use super::words::Word;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Start,
    Goals,
}

/// The parts as far as they were read.
pub struct Parts<'a, K> {
    ground: &'a Ground<'a>,
    threads: usize,
    kind: Kind,
    /// A part of no levels lists nothing. That is enough for no moves.
    may_be_empty: bool,
    /// The last level of the start's part, once that is read.
    last: Option<Level<K>>,
    /// The number of levels and of configurations that were listed.
    pub levels: u64,
    pub listed: u64,
}

impl<'a, K: Word> Parts<'a, K> {
    pub fn new(ground: &'a Ground<'a>, threads: usize, kind: Kind, claim: Option<u64>) -> Self {
        let may_be_empty = kind == Kind::Levels && claim == Some(0);
        Self { ground, threads, kind, may_be_empty, last: None, levels: 0, listed: 0 }
    }

    /// Checks all levels of a part. Returns the line behind it.
    pub fn check(&mut self, lines: &mut Lines, part: Part) -> Result<String, Refused> {
        let mut before = Level::none(0);
        let mut told = lines.next()?.to_owned();
        let Some(head) = head(&told, 0) else {
            let may_end = part == Part::Start && self.may_be_empty && !told.starts_with("level:");
            return if may_end {
                Ok(told)
            } else {
                Err(lines.refuse(expected("`level: 0` and a number")))
            };
        };
        let mut level = self.read(lines, head, part)?;
        loop {
            told = lines.next()?.to_owned();
            let next = level.number + 1;
            let Some(head) = self::head(&told, next) else { break };
            let next = self.read(lines, head, part)?;
            for other in [&before, &level] {
                if let Some(line) = next.first_of(other) {
                    return Err(Refused { line, reason: Reason::Twice(other.number) });
                }
            }
            level.check_neighbours(self.ground, (&before, &next), self.threads)?;
            (before, level) = (level, next);
        }
        if told.starts_with("level:") {
            return Err(
                lines.refuse(expected(&format!("`level: {}` and a number", level.number + 1)))
            );
        }
        // What is not listed counts as one level more than there are. So of the last level, neighbours
        // may be anywhere, but for sets that are to be closed.
        if self.kind == Kind::Closed {
            let none = Level::none(level.number);
            level.check_neighbours(self.ground, (&before, &none), self.threads)?;
        }
        if part == Part::Start {
            self.last = Some(level);
        }
        Ok(told)
    }

    /// Reads a level, and checks what it lists.
    fn read(
        &mut self,
        lines: &mut Lines,
        head: (u64, u64),
        part: Part,
    ) -> Result<Level<K>, Refused> {
        let line = lines.number();
        let level = Level::<K>::read(lines, self.ground, head, self.threads)?;
        self.levels += 1;
        self.listed += head.1;
        let refuse = |reason| Err(Refused { line, reason });
        match part {
            Part::Start => {
                if head.0 == 0 && !level.has(&super::start(self.ground)) {
                    return refuse(Reason::NoStart);
                }
                level.each(self.ground, self.threads, |board, _, _| {
                    if board.meets_a_goal() { Err(Reason::Goal) } else { Ok(()) }
                })?;
            }
            Part::Goals => {
                let last = self.last.as_ref().expect("the start's part comes first");
                if let Some(line) = level.first_of(last) {
                    return Err(Refused { line, reason: Reason::InBoth });
                }
                if head.0 == 0 {
                    level.each(self.ground, self.threads, |board, _, _| {
                        if board.meets_a_goal() { Ok(()) } else { Err(Reason::NoGoal) }
                    })?;
                    if let Some(missing) = self.missing_goal(&level) {
                        return refuse(Reason::MissingGoal(missing));
                    }
                }
            }
        }
        Ok(level)
    }

    /// A configuration that meets a goal, and is not listed.
    fn missing_goal(&self, level: &Level<K>) -> Option<String> {
        let mut missing = None;
        for goal in self.ground.puzzle.goals() {
            each_meeting(self.ground, goal, &mut |board| {
                let is_there = level.has(&board.word());
                if !is_there {
                    missing = Some(board.text());
                }
                is_there
            });
        }
        missing
    }

    /// Whether there are just as many levels as prove what is claimed.
    pub fn check_levels(&self, claim: Option<u64>) -> Result<(), Reason> {
        let Some(claim) = claim else { return Ok(()) };
        let levels = self.levels;
        let wanted = claim.saturating_add(u64::from(self.kind == Kind::TwoSided));
        if levels == wanted { Ok(()) } else { Err(Reason::Levels { levels, wanted }) }
    }
}

/// The number of a level, which must be this one, and of its configurations.
fn head(line: &str, number: u64) -> Option<(u64, u64)> {
    let (told, count) = line.strip_prefix("level: ")?.split_once(' ')?;
    let told = self::number::<u64>(told).filter(|&told| told == number)?;
    Some((told, self::number(count)?))
}
