//! The survey of all placements: text and JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::boxes::{Ink, SCREEN, beside, lying};
use super::json::{self, Size};
use super::text::{counted, duration, plain};
use crate::analyse::{Component, Diameter, Survey};
use crate::puzzle::{Configuration, Puzzle, Style};

/// The schema of [`Surveyed`].
pub const SURVEY: &str = "sliding/survey/1";

/// Different sizes of components that are listed.
const MOST_SIZES: usize = 12;

/// The survey of a puzzle.
pub struct View<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style that components are those of.
    pub style: Style,
    /// The survey.
    pub survey: &'a Survey,
}

impl View<'_> {
    /// Writes all for people.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write, name: &str, ink: Ink) -> io::Result<()> {
        let (survey, style) = (self.survey, self.style);
        writeln!(out, "{} (style {style}: {})\n", plain(name), style.meaning())?;
        match &survey.placements {
            Some(placements) => writeln!(out, "placements  {placements}")?,
            None => writeln!(out, "placements  too many shapes of board to be counted")?,
        }
        let components: u64 = survey.sizes.values().sum();
        if components > 0 {
            let so_far = if survey.stopped.is_some() { ", as far as they were found" } else { "" };
            writeln!(out, "components  {components}{so_far}; {} with a goal", survey.with_goals)?;
            writeln!(out, "time        {}\n", duration(survey.elapsed))?;
            self.write_sizes(out)?;
        }
        for (i, component) in survey.components.iter().enumerate() {
            self.write_component(out, i + 1, component, ink)?;
        }
        Ok(())
    }

    fn write_sizes(&self, out: &mut dyn Write) -> io::Result<()> {
        let sizes = &self.survey.sizes;
        for (size, number) in sizes.iter().rev().take(MOST_SIZES) {
            writeln!(out, "  {} of {size}", counted(*number, "component"))?;
        }
        if sizes.len() > MOST_SIZES {
            let rest: u64 = sizes.values().rev().skip(MOST_SIZES).sum();
            writeln!(out, "  {} smaller", counted(rest, "component"))?;
        }
        Ok(())
    }

    fn write_component(
        &self,
        out: &mut dyn Write,
        number: usize,
        component: &Component,
        ink: Ink,
    ) -> io::Result<()> {
        let start = if component.has_start { ", has the start" } else { "" };
        let goals = match component.goals {
            0 => "no goal".to_owned(),
            goals => counted(goals, "goal"),
        };
        let placements = counted(component.size, "placement");
        writeln!(out, "\ncomponent {number}: {placements}{start}, {goals}")?;
        let Diameter { least, most, pair } = &component.diameter;
        if component.diameter.is_exact() {
            writeln!(out, "diameter {least}")?;
        } else {
            writeln!(out, "diameter between {least} and {most}")?;
        }
        let drawn = |board: &Configuration| lying(self.puzzle, board, ink);
        let mut drawings =
            vec![("one end".to_owned(), drawn(&pair.0)), ("the other".to_owned(), drawn(&pair.1))];
        if let Some((moves, hardest)) = &component.hardest {
            writeln!(out, "hardest start for the goal {}", counted(*moves, "move"))?;
            drawings.push(("hardest".to_owned(), drawn(hardest)));
        }
        if component.size == 1 {
            drawings.truncate(1);
        }
        write!(out, "\n{}", beside(&drawings, SCREEN))
    }

    /// All for programs.
    pub fn json(&self, file: &str) -> Surveyed {
        let (survey, puzzle) = (self.survey, self.puzzle);
        let part = |component: &Component| Part {
            placements: component.size,
            start: component.has_start,
            goals: component.goals,
            first: puzzle.shorthand(&component.first),
            diameter: Bounds {
                least: component.diameter.least,
                most: component.diameter.most,
                exact: component.diameter.is_exact(),
                pair: [&component.diameter.pair.0, &component.diameter.pair.1]
                    .map(|end| puzzle.shorthand(end)),
            },
            hardest: (component.hardest.as_ref())
                .map(|(moves, start)| Far { moves: *moves, start: puzzle.shorthand(start) }),
        };
        Surveyed {
            schema: SURVEY,
            puzzle: puzzle.name().to_owned(),
            file: file.to_owned(),
            size: json::size(puzzle),
            style: self.style.number(),
            limit: survey.stopped.map(json::limit_word),
            placements: survey.placements.as_ref().map(ToString::to_string),
            components: survey.sizes.values().sum(),
            with_goals: survey.with_goals,
            sizes: survey.sizes.iter().rev().map(|(&size, &number)| [size, number]).collect(),
            largest: survey.components.iter().map(part).collect(),
            elapsed_ms: json::milliseconds(survey.elapsed),
        }
    }
}

/// A survey for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Surveyed {
    schema: &'static str,
    puzzle: String,
    file: String,
    size: Size,
    style: u8,
    limit: Option<&'static str>,
    /// In decimal, as it may be larger than any number of JSON's readers.
    placements: Option<String>,
    components: u64,
    with_goals: u64,
    sizes: Vec<[u64; 2]>,
    largest: Vec<Part>,
    elapsed_ms: f64,
}

#[derive(Clone, Debug, Serialize)]
struct Part {
    placements: u64,
    start: bool,
    goals: u64,
    first: String,
    diameter: Bounds,
    hardest: Option<Far>,
}

#[derive(Clone, Debug, Serialize)]
struct Bounds {
    least: u64,
    most: u64,
    exact: bool,
    pair: [String; 2],
}

#[derive(Clone, Debug, Serialize)]
struct Far {
    moves: u64,
    start: String,
}
