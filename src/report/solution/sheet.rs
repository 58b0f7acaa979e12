//! A solution as a picture, board by board.

use super::verdict;
use crate::engine::query::Answer;
use crate::puzzle::{Puzzle, Solution, Style};
use crate::report::draw::Appearance;
use crate::report::draw::appearance::style_sheet_of;
use crate::report::draw::board::{MovedPiece, Painter, unit};
use crate::report::draw::layout::{Columns, Heading, Panel, page};
use crate::report::puzzle::sheet::{ends_page, start};
use crate::report::words::{sentence, sentences};

/// The side of a cell in a sheet of many boards.
const SMALL: f64 = 24.0;

/// Draws the result of a search as an SVG picture: the boards of its solution in reading order,
/// each with arrows for the pieces that have just moved. Without a solution, the start and the
/// goals, with the reason. `name` is the heading.
///
/// Takes time in proportion to the moves times the pieces.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::report::{draw::Appearance, solution::sheet::solution_sheet};
/// use sliding::solve::{Budget, Query, solve};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
/// let style = Style::STEP;
/// let answer = solve(&Query::new(&puzzle, style), &Budget::default(), &mut ())?;
/// let svg = solution_sheet(&puzzle, "Easy", style, &answer, Appearance::default());
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
) -> String {
    sheet(puzzle, name, style, outcome, appearance, |_| Vec::new())
}

/// As [`solution_sheet`], with the moves in words below the boards, for print.
pub fn sheet_in_words(
    puzzle: &Puzzle,
    name: &str,
    style: Style,
    outcome: &Answer,
    appearance: Appearance,
) -> String {
    let words = |solution: &Solution| {
        let moves = (1..).zip(sentences(puzzle.names(), solution));
        moves.map(|(number, sentence)| format!("{number}. {sentence}")).collect()
    };
    sheet(puzzle, name, style, outcome, appearance, words)
}

fn sheet(
    puzzle: &Puzzle,
    name: &str,
    style: Style,
    outcome: &Answer,
    appearance: Appearance,
    words: impl Fn(&Solution) -> Vec<String>,
) -> String {
    let verdict = verdict(style, outcome);
    let Some(solution) = &outcome.solution else {
        return ends_page(puzzle, name, verdict, appearance);
    };
    let sheet = style_sheet_of(puzzle, appearance.theme);
    let painter = Painter::new(puzzle, unit(puzzle, SMALL), appearance.labels);
    let panels = boards(puzzle, solution, &painter);
    let heading = Heading { name, notes: &[verdict] };
    page(&heading, &sheet, &panels, painter.extent(), Columns::Paper, &words(solution))
}

/// Draws the start, and the board after each move.
pub(crate) fn boards(puzzle: &Puzzle, solution: &Solution, painter: &Painter) -> Vec<Panel> {
    let mut panels = vec![start(puzzle, painter)];
    let mut names = puzzle.names();
    for (i, step) in solution.moves.iter().enumerate() {
        let sentence = sentence(&names, step);
        names.follow(step);
        let moved = step.pieces.iter().map(|&from| MovedPiece { from, steps: &step.steps });
        panels.push(Panel {
            caption: (i + 1).to_string(),
            description: format!("{}. {sentence}", i + 1),
            svg: painter.board_named(&names, &step.after, &moved.collect::<Vec<_>>()),
        });
    }
    panels
}
