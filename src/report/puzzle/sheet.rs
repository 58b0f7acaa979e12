//! A puzzle as a picture: its start and its goals.

use crate::puzzle::Puzzle;
use crate::report::draw::Look;
use crate::report::draw::board::{LARGE, Painter, unit};
use crate::report::draw::layout::{Columns, Heading, Panel, page};
use crate::report::draw::look::style_sheet_of;
use crate::report::words::counted;

/// The width of a page that shows a puzzle.
const PAGE: f64 = 960.0;

/// The start of a puzzle and its goals, as an SVG picture. `name` stands above.
///
/// Takes a little more than linear time in the cells of the board.
///
/// ```
/// use sliding::Puzzle;
/// use sliding::report::{draw::Look, puzzle::sheet::puzzle_sheet};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse().unwrap();
/// let svg = puzzle_sheet(&puzzle, "Easy", Look::default());
/// assert!(svg.starts_with("<svg "));
/// assert_eq!(svg.matches("class=\"piece").count(), 2);
/// ```
pub fn puzzle_sheet(puzzle: &Puzzle, name: &str, look: Look) -> String {
    let size = puzzle.size();
    let pieces = counted(puzzle.start().placements().len() as u64, "piece");
    ends_page(puzzle, name, format!("{} x {}, {pieces}", size.rows, size.cols), look)
}

/// A page with the start and the goals. `note` stands below the name.
pub(crate) fn ends_page(puzzle: &Puzzle, name: &str, note: String, look: Look) -> String {
    let painter = Painter::new(puzzle, unit(puzzle, LARGE), look.labels);
    let mut notes = vec![note];
    notes.extend(legend(puzzle));
    let heading = Heading { name, notes: &notes };
    let sheet = style_sheet_of(puzzle, look.theme);
    let panels = ends(puzzle, &painter);
    page(&heading, &sheet, &panels, painter.extent(), Columns::Within(PAGE))
}

/// What the marks on a puzzle's boards mean, where there are any.
fn legend(puzzle: &Puzzle) -> Option<String> {
    let is_partial = puzzle.goals().iter().any(|goal| !goal.is_complete());
    is_partial.then(|| "dashed: wanted by a goal; dots: anything goes".to_owned())
}

/// The start.
pub(crate) fn start(puzzle: &Puzzle, painter: &Painter) -> Panel {
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
