//! A puzzle by itself, without a search: text, JSON, a picture, and the problems of its file.

mod json;
pub mod problems;
pub mod sheet;

use std::fmt::Write as _;

use self::sheet::size_and_pieces;
use crate::notation::{ParseError, ProblemEffect, Question};
use crate::puzzle::Kind;
use crate::report::advice::{self, sentence};
use crate::report::boxes::draw_in;
use crate::report::json::{array, expectation, pieces};
use crate::report::other_styles::remark_for_check;
use crate::report::tiles::explained;
use crate::report::*;
use crate::tiles::Parity;

pub use json::{object_of, problem, reading};

pub use crate::report::json::stated;

/// The report on a puzzle without a long search.
pub struct PuzzleReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its name for people.
    pub name: &'a str,
    /// Its source.
    pub file: &'a str,
    /// The advice for its author.
    pub advice: &'a [PuzzleAdvice],
    /// The parser's warnings.
    pub warnings: &'a [Problem],
    /// The results for its styles if some have no solution.
    pub other_styles: Option<&'a OtherStyles>,
}

impl Report for PuzzleReport<'_> {
    fn text(&self, out: &mut dyn Write, Look { ink, .. }: Look) -> io::Result<()> {
        let puzzle = self.puzzle;
        let (name, file) = (plain(self.name), plain(self.file));
        let source = if name == file { String::new() } else { format!(" ({file})") };
        writeln!(out, "{name}: valid{source}")?;
        let size = size_and_pieces(puzzle);
        let empty = counted(puzzle.empty_cells(), "empty cell");
        let blocked = puzzle.blocked().len();
        writeln!(out, "{size}, {empty}, {blocked} blocked")?;
        write_kinds(puzzle, out)?;
        write_boards(puzzle, ink, out)?;
        write_facts(puzzle, out)?;
        if let Some(tiles) = Tiles::of(puzzle) {
            writeln!(out, "tile puzzle: {}\n", explained(&Parity::of(&tiles)))?;
        }
        self.write_advice(out)
    }

    fn json(&self) -> Object {
        let puzzle = self.puzzle;
        let mut advice = array(self.advice, |one| advice::object(puzzle, one));
        advice.extend(self.other_styles.and_then(|found| json::advice_of_styles(puzzle, found)));
        let start = puzzle.start().placements();
        object! {
            "schema": "sliding/check/1",
            "file": self.file,
            "valid": true,
            "puzzle": puzzle.name(),
            "size": puzzle.size(),
            "pieces": start.len(),
            "start_pieces": pieces(&puzzle.names(), start),
            "empty_cells": puzzle.empty_cells(),
            "blocked_cells": puzzle.blocked().len(),
        }
        .and(object_of(puzzle))
        .and(object! {
            "expectations": array(puzzle.expectations(), expectation),
            "advice": advice,
            "warnings": array(self.warnings, problem),
        })
    }
}

impl PuzzleReport<'_> {
    fn write_advice(&self, out: &mut dyn Write) -> io::Result<()> {
        let advice = self.advice.iter().map(|advice| sentence(self.puzzle, advice));
        // A kind that is defined twice was reported already.
        let ignored = |warning: &&Problem| warning.effect == ProblemEffect::Ignored;
        let ignored = self.warnings.iter().filter(ignored);
        let ignored = ignored.map(|Problem { line, message, expected, .. }| {
            format!("line {line}: {message}; expected {expected}")
        });
        let styles = self.other_styles.and_then(|found| remark_for_check(self.puzzle, found));
        let mut all = Vec::from_iter(advice.chain(styles).chain(ignored));
        if all.is_empty() {
            all.push("none".to_owned());
        }
        all.iter().try_for_each(|advice| writeln!(out, "advice: {advice}"))
    }
}

/// A file that is not a puzzle, or could be several. [`problems::render`] shows errors, and
/// [`render_questions`] what is open.
pub struct RejectedReport<'a> {
    /// The file.
    pub file: &'a str,
    /// What is wrong with it, or open in it.
    pub error: &'a ParseError,
}

impl Report for RejectedReport<'_> {
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        let file = plain(self.file);
        match self.error.questions().len() {
            0 => {
                let problems = counted(self.error.problems().len(), "problem");
                writeln!(out, "{file}: not a puzzle ({problems})")
            }
            readings => {
                writeln!(out, "{file}: not clear ({}, choose one)", counted(readings, "reading"))
            }
        }
    }

    fn json(&self) -> Object {
        let readings = array(self.error.questions(), reading);
        let readings = Some(readings).filter(|readings| !readings.is_empty());
        object! {
            "schema": "sliding/check/1",
            "file": self.file,
            "valid": false,
            "problems": array(self.error.problems(), problem),
        }
        .with_some("readings", readings)
    }
}

/// The maximum width of the column of names, so that the patterns fit the screen.
const NAMES: usize = 20;

fn write_kinds(puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
    let names = puzzle.names();
    let names = (0..puzzle.kinds().len() as u8).map(|kind| plain(&names.names_of_kind(kind)));
    let names: Vec<String> = names.collect();
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).clamp(4, NAMES);
    writeln!(out, "\n{:<wide$}  pieces  cells  moves       pattern", "kind")?;
    for ((kind, count), name) in puzzle.kinds().iter().zip(puzzle.counts()).zip(names) {
        let (cells, moves) = (kind.cells().len(), moves(kind));
        let definition = kind.to_string();
        let pattern = shortened(definition.split(' ').nth(2).unwrap_or(""));
        writeln!(out, "{name:<wide$}  {count:>6}  {cells:>5}  {moves:<10}  {pattern}")?;
    }
    writeln!(out)
}

/// Truncates a pattern to fit the screen.
fn shortened(pattern: &str) -> String {
    const ROOM: usize = SCREEN - 35;
    if pattern.len() <= ROOM {
        return pattern.to_owned();
    }
    format!("{}...", &pattern[..ROOM - 3])
}

fn moves(kind: &Kind) -> &'static str {
    match kind.lock() {
        Lock::Free => "all ways",
        Lock::Horizontal => "left-right",
        Lock::Vertical => "up-down",
    }
}

/// Maximum number of goals drawn.
const DRAWN_GOALS: usize = 6;

fn write_boards(puzzle: &Puzzle, ink: Ink, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(ends(puzzle, DRAWN_GOALS, ink).as_bytes())?;
    let more = puzzle.goals().len().saturating_sub(DRAWN_GOALS);
    if more > 0 {
        writeln!(out, "and {}", counted(more, "more goal"))?;
    }
    writeln!(out)
}

/// Draws the start and the first goals side by side.
fn ends(puzzle: &Puzzle, most: usize, ink: Ink) -> String {
    let mut drawings = vec![("start".to_owned(), draw_position(puzzle, puzzle.start(), ink))];
    for (number, goal) in (1..=most).zip(puzzle.goals()) {
        let title = if most == 1 { "goal".to_owned() } else { goal_name(puzzle, number) };
        drawings.push((title, draw_in(puzzle, &goal.board(puzzle), &goal.demanded(), ink)));
    }
    side_by_side(&drawings, SCREEN)
}

fn write_facts(puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
    for note in puzzle.notes() {
        writeln!(out, "{}: {}", plain(&note.key), plain(&note.value))?;
    }
    for expectation in puzzle.expectations() {
        let mut expected = solution_length(expectation.moves);
        if let Some(states) = expectation.states {
            expected += &format!(", {}", counted(states, "position"));
        }
        writeln!(out, "expected in style {}: {expected}", expectation.style)?;
    }
    Ok(())
}

/// Shows each interpretation with its options, its start and its goal.
///
/// ```
/// use sliding::notation::parse;
/// use sliding::report::boxes::Ink;
/// use sliding::report::puzzle::render_questions;
///
/// let error = parse("..RR..\nAA.B..\n...B..\nCC....\n......\n......\n").unwrap_err();
/// let shown = render_questions(error.questions(), Ink::default());
/// assert!(shown.starts_with("`--target R`: car R leaves to the right\n"), "{shown}");
/// ```
pub fn render_questions(questions: &[Question], ink: Ink) -> String {
    let mut shown = String::new();
    for Question { text, options, puzzle, .. } in questions {
        let _ = writeln!(shown, "`{}`: {}", plain(&options.to_string()), plain(text));
        if let Some(puzzle) = puzzle {
            shown += &ends(puzzle, 1, ink);
            shown.push('\n');
        }
    }
    shown
}
