//! The survey of all positions.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::analyse::{Component, Diameter, Hardest, Survey};
use crate::puzzle::{Configuration, Puzzle};
use crate::report::boxes::{Ink, SCREEN, draw_position, side_by_side};
use crate::report::json::{self, SubjectFields};
use crate::report::schema::{self, Schema};
use crate::report::subject::Subject;
use crate::report::words::{counted, duration};

/// Maximum number of different component sizes that are listed.
const MOST_SIZES: usize = 12;

/// Writes the text report.
pub fn write_text(
    out: &mut dyn Write,
    subject: &Subject,
    survey: &Survey,
    ink: Ink,
) -> io::Result<()> {
    let puzzle = subject.puzzle;
    writeln!(out, "{}\n", subject.heading())?;
    match &survey.placements {
        Some(placements) => writeln!(out, "positions   {placements}")?,
        None => writeln!(out, "positions   too many to be counted: the board has too many shapes")?,
    }
    let components: u64 = survey.sizes.values().sum();
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
        // A single component with a goal was reported on its own.
        _ => Ok(()),
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

/// Returns the JSON report.
pub fn json(subject: &Subject, survey: &Survey) -> impl Serialize {
    let puzzle = subject.puzzle;
    let part = |component: &Component| ComponentObject {
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
            .map(|(moves, start)| FarthestStart { moves: *moves, start: puzzle.shorthand(start) }),
    };
    SurveyObject {
        schema: schema::SURVEY,
        about: SubjectFields::new(subject),
        limit: survey.stopped.map(json::limit_word),
        placements: survey.placements.as_ref().map(ToString::to_string),
        placements_number: (survey.placements.as_ref())
            .and_then(|placements| u64::try_from(placements).ok())
            .filter(|&placements| placements <= EXACT),
        components: survey.sizes.values().sum(),
        with_goals: survey.with_goals,
        sizes: pairs(&survey.sizes),
        sizes_with_goals: pairs(&survey.sizes_with_goals),
        hardest: survey.hardest.as_ref().map(|hardest| HardestObject {
            moves: hardest.moves,
            start: puzzle.shorthand(&hardest.start),
            end: puzzle.shorthand(&hardest.end),
            goal: hardest.goal + 1,
            placements: hardest.size,
        }),
        largest: survey.components.iter().map(part).collect(),
        elapsed_ms: json::milliseconds(survey.elapsed),
    }
}

/// The largest integer that every JSON reader represents exactly.
const EXACT: u64 = 1 << 53;

/// Returns sizes with their numbers of components, largest first.
fn pairs(sizes: &BTreeMap<u64, u64>) -> Vec<[u64; 2]> {
    sizes.iter().rev().map(|(&size, &number)| [size, number]).collect()
}

#[derive(Serialize)]
struct SurveyObject {
    schema: Schema,
    #[serde(flatten)]
    about: SubjectFields,
    limit: Option<&'static str>,
    /// In decimal, as it may exceed the integers of JSON readers.
    placements: Option<String>,
    placements_number: Option<u64>,
    components: u64,
    with_goals: u64,
    sizes: Vec<[u64; 2]>,
    sizes_with_goals: Vec<[u64; 2]>,
    hardest: Option<HardestObject>,
    largest: Vec<ComponentObject>,
    elapsed_ms: f64,
}

#[derive(Serialize)]
struct ComponentObject {
    placements: u64,
    start: bool,
    goals: u64,
    first: String,
    diameter: Bounds,
    hardest: Option<FarthestStart>,
}

#[derive(Serialize)]
struct Bounds {
    least: u64,
    most: u64,
    exact: bool,
    pair: [String; 2],
}

#[derive(Serialize)]
struct HardestObject {
    moves: u64,
    start: String,
    end: String,
    goal: usize,
    placements: u64,
}

#[derive(Serialize)]
struct FarthestStart {
    moves: u64,
    start: String,
}
