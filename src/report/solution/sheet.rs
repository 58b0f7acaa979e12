//! A solution as a picture, board by board.

use super::verdict;
use crate::report::puzzle::sheet::{PuzzleSheet, start};
use crate::report::scene::board::{Painter, unit};
use crate::report::scene::layout::{Heading, Panel, columns_of_paper, page};
use crate::report::*;

/// The side of a cell in a sheet of many boards.
const SMALL: f64 = 24.0;

/// Draws the result of a search: the boards of its solution in reading order, each with arrows for
/// the pieces that have just moved. Without a solution, the start and the goals, with the reason.
/// `name` is the heading. Below the boards, the moves may be written in words, for print.
///
/// Takes time in proportion to the moves times the pieces.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::report::{scene::Appearance, solution::sheet::solution_sheet};
/// use sliding::solve::{Budget, Query, solve};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
/// let style = Style::STEP;
/// let answer = solve(&Query::new(&puzzle, style), &Budget::default(), &mut ())?;
/// let svg = solution_sheet(&puzzle, "Easy", style, &answer, Appearance::default(), false).svg();
/// assert_eq!(svg.matches("class=\"piece").count(), 3);
/// assert_eq!(svg.matches("class=\"way").count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solution_sheet(
    puzzle: &Puzzle,
    name: &str,
    style: Style,
    outcome: &Answer,
    appearance: Appearance,
    has_words: bool,
) -> Scene {
    let verdict = verdict(style, outcome);
    let Some(solution) = &outcome.solution else {
        return PuzzleSheet::new(puzzle, name, appearance).with_note(verdict);
    };
    let mut words = Vec::new();
    if has_words {
        let moves = (1..).zip(sentences(puzzle.names(), solution));
        words.extend(moves.map(|(number, sentence)| format!("{number}. {sentence}")));
    }
    let painter = Painter::new(puzzle, unit(puzzle, SMALL), appearance.labels);
    let panels = boards(puzzle, solution, &painter);
    let (extent, colours) = (painter.extent(), Colours::of(puzzle, appearance.theme));
    let columns = columns_of_paper(panels.len(), extent);
    let heading = Heading { name, notes: &[verdict], is_bare: false };
    page(&heading, colours, panels, extent, columns, &words)
}

/// Draws the start, and the board after each move.
pub(crate) fn boards(puzzle: &Puzzle, solution: &Solution, painter: &Painter) -> Vec<Panel> {
    let mut panels = vec![start(puzzle, painter)];
    let mut names = puzzle.names();
    for (i, step) in solution.moves.iter().enumerate() {
        let sentence = sentence(&names, step);
        names.follow(step);
        panels.push(Panel {
            caption: (i + 1).to_string(),
            description: format!("{}. {sentence}", i + 1),
            drawing: painter.board(&names, &step.after, Some(step)),
        });
    }
    panels
}
