//! The survey of all placements, for people.

use std::io::{self, Write};

use super::SurveyReport;
use crate::analyse::{Component, Diameter, Hardest};
use crate::puzzle::Configuration;
use crate::report::boxes::{Ink, SCREEN, beside, lying};
use crate::report::words::{counted, duration, plain};

/// Different sizes of components that are listed.
const MOST_SIZES: usize = 12;

impl SurveyReport<'_> {
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
        match &survey.hardest {
            Some(hardest) if survey.with_goals > 1 => self.write_hardest(out, hardest, ink),
            // A single component with a goal has told of its own.
            _ => Ok(()),
        }
    }

    fn write_hardest(&self, out: &mut dyn Write, hardest: &Hardest, ink: Ink) -> io::Result<()> {
        let moves = counted(hardest.moves, "move");
        let goal = match self.puzzle.goals().len() {
            1 => "the goal".to_owned(),
            _ => format!("goal {}", hardest.goal + 1),
        };
        let size = counted(hardest.size, "placement");
        writeln!(out, "\nhardest start of all: {moves} to {goal}, in a component of {size}")?;
        let drawn = |board: &Configuration| lying(self.puzzle, board, ink);
        let drawings = [
            ("hardest".to_owned(), drawn(&hardest.start)),
            ("its goal".to_owned(), drawn(&hardest.end)),
        ];
        write!(out, "\n{}", beside(&drawings, SCREEN))
    }

    fn write_sizes(&self, out: &mut dyn Write) -> io::Result<()> {
        let sizes = &self.survey.sizes;
        for (size, number) in sizes.iter().rev().take(MOST_SIZES) {
            let with_goals = match self.survey.sizes_with_goals.get(size) {
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
}
