//! The survey of all positions.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::analyse::{Component, Diameter, Hardest, Survey};
use crate::puzzle::{Configuration, Puzzle};
use crate::report::boxes::{Ink, SCREEN, draw_position, side_by_side};
use crate::report::json::{self, Object, object};
use crate::report::words::{counted, duration};
use crate::report::{Look, Report, Shown};

/// Maximum number of different component sizes that are listed.
const MOST_SIZES: usize = 12;

impl Report for Shown<'_, Survey> {
    fn text(&self, out: &mut dyn Write, Look { ink, is_brief, .. }: Look) -> io::Result<()> {
        let (puzzle, survey) = (self.subject.puzzle, self.result);
        let components: u64 = survey.sizes.values().sum();
        if is_brief {
            let placements = survey.placements.as_ref().map(ToString::to_string);
            let positions = placements.as_deref().unwrap_or("too many");
            let components = counted(components, "component");
            let found = format!("{positions} positions; {components} found");
            return writeln!(out, "{}", self.subject.result(&found));
        }
        writeln!(out, "{}\n", self.subject.heading())?;
        match &survey.placements {
            Some(placements) => writeln!(out, "positions   {placements}")?,
            None => {
                writeln!(out, "positions   too many to be counted: the board has too many shapes")?
            }
        }
        if components > 0 {
            let so_far = if survey.stopped.is_some() { ", as far as they were found" } else { "" };
            writeln!(out, "components  {components}{so_far}; {} with a goal", survey.with_goals)?;
            writeln!(out, "time        {}\n", duration(survey.elapsed))?;
            write_sizes(out, survey)?;
        }
        for (i, component) in survey.components.iter().enumerate() {
            write_component(out, puzzle, i + 1, component, ink)?;
        }
        match &survey.hardest {
            Some(hardest) if survey.with_goals > 1 => write_hardest(out, puzzle, hardest, ink),
            // A single component with a goal was reported already.
            _ => Ok(()),
        }
    }

    fn json(&self) -> Object {
        let (puzzle, survey) = (self.subject.puzzle, self.result);
        let placements = survey.placements.as_ref();
        let largest: Vec<Object> =
            survey.components.iter().map(|found| component(puzzle, found)).collect();
        self.subject.object("sliding/explore/1").and(object! {
            "limit": survey.stopped.map(json::limit_word),
            // In decimal, as it may exceed the integers of JSON readers.
            "all_positions": placements.map(ToString::to_string),
            "components": survey.sizes.values().sum::<u64>(),
            "with_goals": survey.with_goals,
            "sizes": pairs(&survey.sizes),
            "sizes_with_goals": pairs(&survey.sizes_with_goals),
            "hardest": survey.hardest.as_ref().map(|hardest| object! {
                "moves": hardest.moves,
                "start": puzzle.shorthand(&hardest.start),
                "end": puzzle.shorthand(&hardest.end),
                "goal": hardest.goal + 1,
                "positions": hardest.size,
            }),
            "largest": largest,
            "elapsed_ms": json::milliseconds(survey.elapsed),
        })
    }
}

fn write_hardest(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    hardest: &Hardest,
    ink: Ink,
) -> io::Result<()> {
    let moves = counted(hardest.moves, "move");
    let goal = match puzzle.goals().len() {
        1 => "the goal".to_owned(),
        _ => format!("goal {}", hardest.goal + 1),
    };
    let size = counted(hardest.size, "position");
    writeln!(out, "\nhardest start of all: {moves} to {goal}, in a component of {size}")?;
    let drawn = |board: &Configuration| draw_position(puzzle, board, ink);
    let drawings = [
        ("hardest".to_owned(), drawn(&hardest.start)),
        ("its goal".to_owned(), drawn(&hardest.end)),
    ];
    write!(out, "\n{}", side_by_side(&drawings, SCREEN))
}

fn write_sizes(out: &mut dyn Write, survey: &Survey) -> io::Result<()> {
    let sizes = &survey.sizes;
    for (size, number) in sizes.iter().rev().take(MOST_SIZES) {
        let with_goals = match survey.sizes_with_goals.get(size) {
            None => String::new(),
            Some(with_goals) if with_goals == number => ", with a goal".to_owned(),
            Some(with_goals) => format!(", {with_goals} with a goal"),
        };
        writeln!(out, "  {} of {size}{with_goals}", counted(*number, "component"))?;
    }
    if sizes.len() > MOST_SIZES {
        let rest: u64 = sizes.values().rev().skip(MOST_SIZES).sum();
        writeln!(out, "  {} smaller", counted(rest, "component"))?;
    }
    Ok(())
}

fn write_component(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    number: usize,
    component: &Component,
    ink: Ink,
) -> io::Result<()> {
    let start = if component.has_start { ", has the start" } else { "" };
    let goals = match component.goals {
        0 => "no goal".to_owned(),
        goals => counted(goals, "goal"),
    };
    let placements = counted(component.size, "position");
    writeln!(out, "\ncomponent {number}: {placements}{start}, {goals}")?;
    let Diameter { least, most, pair } = &component.diameter;
    if component.diameter.is_exact() {
        writeln!(out, "diameter {least}")?;
    } else {
        writeln!(out, "diameter between {least} and {most}")?;
    }
    let drawn = |board: &Configuration| draw_position(puzzle, board, ink);
    let mut drawings =
        vec![("one end".to_owned(), drawn(&pair.0)), ("the other".to_owned(), drawn(&pair.1))];
    if let Some((moves, hardest)) = &component.hardest {
        writeln!(out, "hardest start for the goal {}", counted(*moves, "move"))?;
        drawings.push(("hardest".to_owned(), drawn(hardest)));
    }
    if component.size == 1 {
        drawings.truncate(1);
    }
    write!(out, "\n{}", side_by_side(&drawings, SCREEN))
}

/// Returns a component in JSON.
fn component(puzzle: &Puzzle, component: &Component) -> Object {
    let Diameter { least, most, pair: (one, other) } = &component.diameter;
    let hardest = component.hardest.as_ref();
    object! {
        "positions": component.size,
        "start": component.has_start,
        "goals": component.goals,
        "first": puzzle.shorthand(&component.first),
        "diameter": object! {
            "least": least,
            "most": most,
            "exact": component.diameter.is_exact(),
            "pair": [puzzle.shorthand(one), puzzle.shorthand(other)],
        },
        "hardest": hardest.map(|(moves, start)| {
            object! { "moves": moves, "start": puzzle.shorthand(start) }
        }),
    }
}

/// Returns sizes with their numbers of components, largest first.
fn pairs(sizes: &BTreeMap<u64, u64>) -> Vec<[u64; 2]> {
    sizes.iter().rev().map(|(&size, &number)| [size, number]).collect()
}
