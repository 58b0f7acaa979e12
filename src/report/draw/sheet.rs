//! Sheets: a puzzle with its goals, and a solution board by board.

use super::board::{Moved, Painter};
use super::look::{Look, kinds_on_board, style_sheet};
use super::page::{Columns, Heading, Panel, page};
use crate::puzzle::{Puzzle, Solution, Style};
use crate::query::Answer;
use crate::report::text::{counted, sentence, verdict};

/// The side of a cell where there are few boards.
pub(super) const LARGE: f64 = 44.0;
/// The side of a cell in a sheet of many boards.
const SMALL: f64 = 24.0;
/// No board is to be wider or higher than this, if cells of a reasonable size allow it.
const MOST: f64 = 1200.0;
/// The width of a page that shows a puzzle.
const PAGE: f64 = 960.0;

/// The side of a cell for boards of a puzzle that should look like this.
pub(super) fn unit(puzzle: &Puzzle, wanted: f64) -> f64 {
    let longer = puzzle.size().rows.max(puzzle.size().cols);
    wanted.min((MOST / f64::from(longer)).max(2.0))
}

/// The start of a puzzle and its goals, as an SVG picture. `name` stands above.
///
/// Takes a little more than linear time in the cells of the board.
///
/// ```
/// use sliding::{Puzzle, report::draw::{Look, sheet::puzzle_sheet}};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse().unwrap();
/// let svg = puzzle_sheet(&puzzle, "Easy", Look::default());
/// assert!(svg.starts_with("<svg "));
/// assert_eq!(svg.matches("class=\"piece").count(), 2);
/// ```
pub fn puzzle_sheet(puzzle: &Puzzle, name: &str, look: Look) -> String {
    let painter = Painter::new(puzzle, unit(puzzle, LARGE), look.labels);
    let size = puzzle.size();
    let pieces = counted(puzzle.start().placements().len() as u64, "piece");
    let mut notes = vec![format!("{} x {}, {pieces}", size.rows, size.cols)];
    notes.extend(legend(puzzle));
    let heading = Heading { name, notes: &notes };
    let sheet = style_sheet(kinds_on_board(puzzle), look.theme);
    let panels = ends(puzzle, &painter);
    page(&heading, &sheet, &panels, painter.extent(), Columns::Within(PAGE))
}

/// What a search found, as an SVG picture: the boards of its solution in reading order, each with
/// arrows for the pieces that came to where they are. Without a solution, the start and the goals,
/// and why there is no more. `name` stands above.
///
/// Takes time in proportion to the moves times the pieces.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::report::draw::{Look, sheet::solution_sheet};
/// use sliding::solve::{Request, search};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n001\n".parse()?;
/// let style = Style::STEP;
/// let outcome = search(&puzzle, &Request::new(style), &mut ())?;
/// let svg = solution_sheet(&puzzle, "Easy", style, &outcome, Look::default());
/// assert_eq!(svg.matches("class=\"piece").count(), 3);
/// assert_eq!(svg.matches("class=\"way").count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solution_sheet(
    puzzle: &Puzzle,
    name: &str,
    style: Style,
    outcome: &Answer,
    look: Look,
) -> String {
    let mut notes = vec![verdict(style, outcome)];
    let sheet = style_sheet(kinds_on_board(puzzle), look.theme);
    let Some(solution) = &outcome.solution else {
        notes.extend(legend(puzzle));
        let painter = Painter::new(puzzle, unit(puzzle, LARGE), look.labels);
        let panels = ends(puzzle, &painter);
        let heading = Heading { name, notes: &notes };
        return page(&heading, &sheet, &panels, painter.extent(), Columns::Within(PAGE));
    };
    let painter = Painter::new(puzzle, unit(puzzle, SMALL), look.labels);
    let panels = boards(puzzle, solution, &painter);
    let heading = Heading { name, notes: &notes };
    page(&heading, &sheet, &panels, painter.extent(), Columns::Paper)
}

/// What the marks on a puzzle's boards mean, where there are any.
fn legend(puzzle: &Puzzle) -> Option<String> {
    let is_partial = puzzle.goals().iter().any(|goal| !goal.is_complete());
    is_partial.then(|| "dashed: wanted by a goal; dots: anything goes".to_owned())
}

fn start(puzzle: &Puzzle, painter: &Painter) -> Panel {
    Panel {
        caption: "start".to_owned(),
        told: format!("start: {}", puzzle.shorthand(puzzle.start())),
        svg: painter.board(puzzle.start(), &[]),
    }
}

/// The start, and each goal.
fn ends(puzzle: &Puzzle, painter: &Painter) -> Vec<Panel> {
    let mut panels = vec![start(puzzle, painter)];
    for (i, goal) in puzzle.goals().iter().enumerate() {
        let caption = match puzzle.goals().len() {
            1 => "goal".to_owned(),
            _ => format!("goal {}", i + 1),
        };
        let told = format!("{caption}: {}", puzzle.goal_shorthand(goal));
        panels.push(Panel { caption, told, svg: painter.goal(goal) });
    }
    panels
}

/// The start, and the board after each move.
fn boards(puzzle: &Puzzle, solution: &Solution, painter: &Painter) -> Vec<Panel> {
    let mut panels = vec![start(puzzle, painter)];
    for (i, step) in solution.moves.iter().enumerate() {
        let moved = step.pieces.iter().map(|&from| Moved { from, steps: &step.steps });
        panels.push(Panel {
            caption: (i + 1).to_string(),
            told: format!("{}. {}", i + 1, sentence(puzzle, step)),
            svg: painter.board(&step.after, &moved.collect::<Vec<_>>()),
        });
    }
    panels
}
