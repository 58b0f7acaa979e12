//! What a proof says before its levels.

use std::str::FromStr;

use super::Kind;
use super::lines::Lines;
use super::refused::{Reason, Refused};
use crate::puzzle::{Puzzle, Style};

/// The first line, and what it is without the version.
const LABEL: &str = "sliding-proof ";
const VERSION: &str = "1";

/// Reads the text of a puzzle.
pub type Read<'a> = &'a dyn Fn(&str) -> Result<Puzzle, String>;

pub struct Header {
    pub style: Style,
    /// The least number of moves, as is claimed; none for no solution.
    pub claim: Option<u64>,
    pub kind: Kind,
    pub puzzle: Puzzle,
}

impl Header {
    pub fn read(lines: &mut Lines, read: Read) -> Result<Self, Refused> {
        let label = lines.next()?.strip_prefix(LABEL).map(str::to_owned);
        match label.as_deref() {
            Some(VERSION) => {}
            Some(other) => {
                return Err(lines.refuse(Reason::Version(other.chars().take(20).collect())));
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
            "kind: levels" => Kind::Levels,
            "kind: closed" => Kind::Closed,
            "kind: two-sided" => Kind::TwoSided,
            _ => {
                let wanted = "`kind: ` and `levels`, `closed` or `two-sided`";
                return Err(lines.refuse(expected(wanted)));
            }
        };
        if claim.is_none() != (kind == Kind::Closed) {
            let claim = claim.map_or_else(|| "none".to_owned(), |moves| format!("moves {moves}"));
            return Err(lines.refuse(Reason::OtherClaim { kind: kind.name(), claim }));
        }
        expect(lines, "puzzle:")?;
        let first = lines.number() + 1;
        let mut text = String::new();
        loop {
            match lines.next()? {
                "" => break,
                line => text.extend([line, "\n"]),
            }
        }
        let puzzle = read(&text);
        let puzzle = puzzle.map_err(|why| Refused { line: first, reason: Reason::Puzzle(why) })?;
        Ok(Self { style, claim, kind, puzzle })
    }
}

/// Reads a line that must be this one.
pub fn expect(lines: &mut Lines, wanted: &str) -> Result<(), Refused> {
    match lines.next()? == wanted {
        true => Ok(()),
        false => Err(lines.refuse(expected(&format!("`{wanted}`")))),
    }
}

pub fn expected(what: &str) -> Reason {
    Reason::Expected(what.to_owned())
}

/// A number without a sign and without zeros before it.
pub fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = text == "0" || !text.starts_with('0');
    text.parse().ok().filter(|_| is_plain && is_short)
}
