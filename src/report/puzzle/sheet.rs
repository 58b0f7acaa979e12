//! A puzzle as a picture: its start and its goals.

use crate::puzzle::{Lock, Placement, Puzzle};
use crate::report::draw::Appearance;
use crate::report::draw::appearance::style_sheet_of;
use crate::report::draw::board::{LARGE, Painter, unit};
use crate::report::draw::layout::{Columns, Heading, Panel, bare, page};
use crate::report::words::counted;

/// The width of a page that shows a puzzle.
const PAGE: f64 = 960.0;

/// Draws the start of a puzzle and its goals, as an SVG picture. `name` is the heading.
///
/// Takes slightly more than linear time in the cells of the board.
///
/// ```
/// use sliding::Puzzle;
/// use sliding::report::{draw::Appearance, puzzle::sheet::puzzle_sheet};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse().unwrap();
/// let svg = puzzle_sheet(&puzzle, "Easy", Appearance::default());
/// assert!(svg.starts_with("<svg "));
/// assert_eq!(svg.matches("class=\"piece").count(), 2);
/// ```
pub fn puzzle_sheet(puzzle: &Puzzle, name: &str, appearance: Appearance) -> String {
    PuzzleSheet::new(puzzle, name, appearance).svg()
}

/// Builds a page with the start and the goals. `note` is below the name.
pub(crate) fn ends_page(
    puzzle: &Puzzle,
    name: &str,
    note: String,
    appearance: Appearance,
) -> String {
    PuzzleSheet::new(puzzle, name, appearance).with_note(note)
}

/// A puzzle as an SVG picture, with options for what to show.
///
/// ```
/// use sliding::Puzzle;
/// use sliding::report::{draw::Appearance, puzzle::sheet::PuzzleSheet};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse().unwrap();
/// let mut sheet = PuzzleSheet::new(&puzzle, "Easy", Appearance::default());
/// sheet.cell = Some(10.0);
/// sheet.is_bare = true;
/// sheet.has_goals = false;
/// assert!(sheet.svg().contains("viewBox=\"0 0 35 15\""));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PuzzleSheet<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The heading.
    pub name: &'a str,
    /// Its colours, and whether pieces have labels.
    pub appearance: Appearance,
    /// The side of a cell; `None` for one that suits the board's size.
    pub cell: Option<f64>,
    /// Whether there are only the boards: no name, no captions, no margin and no background.
    pub is_bare: bool,
    /// Whether the goals are drawn beside the start.
    pub has_goals: bool,
}

impl<'a> PuzzleSheet<'a> {
    /// Shows the start and the goals, below the name.
    pub fn new(puzzle: &'a Puzzle, name: &'a str, appearance: Appearance) -> Self {
        PuzzleSheet { puzzle, name, appearance, cell: None, is_bare: false, has_goals: true }
    }

    /// Returns the picture.
    pub fn svg(&self) -> String {
        self.with_note(size_and_pieces(self.puzzle))
    }

    fn with_note(&self, note: String) -> String {
        let PuzzleSheet { puzzle, name, appearance, .. } = *self;
        let cell = self.cell.unwrap_or_else(|| unit(puzzle, LARGE));
        let painter = Painter::new(puzzle, cell, appearance.labels);
        let mut notes = vec![note];
        notes.extend(legend(puzzle));
        let heading = Heading { name, notes: &notes };
        let sheet = style_sheet_of(puzzle, appearance.theme);
        let mut panels = ends(puzzle, &painter);
        if !self.has_goals {
            panels.truncate(1);
        }
        match self.is_bare {
            true => bare(&heading, &sheet, &panels, painter.extent(), PAGE),
            false => page(&heading, &sheet, &panels, painter.extent(), Columns::Within(PAGE), &[]),
        }
    }
}

/// Describes a puzzle: `4 x 5, 10 pieces`.
pub(crate) fn size_and_pieces(puzzle: &Puzzle) -> String {
    let size = puzzle.size();
    let pieces = counted(puzzle.start().placements().len() as u64, "piece");
    format!("{} x {}, {pieces}", size.rows, size.cols)
}

/// Explains the marks on a puzzle's boards, if there are any.
pub(crate) fn legend(puzzle: &Puzzle) -> Option<String> {
    let is_partial = puzzle.goals().iter().any(|goal| !goal.is_complete());
    let is_locked = |&piece: &Placement| puzzle.kind(piece).lock() != Lock::Free;
    let has_locked = puzzle.start().placements().iter().any(is_locked);
    let goals = is_partial.then_some("dashed: wanted by a goal; dots: anything goes");
    let locks = has_locked.then_some("arrowheads: moves that way only");
    let marks = Vec::from_iter(goals.into_iter().chain(locks));
    (!marks.is_empty()).then(|| marks.join("; "))
}

/// Draws the start.
pub(crate) fn start(puzzle: &Puzzle, painter: &Painter) -> Panel {
    Panel {
        caption: "start".to_owned(),
        description: format!("start: {}", puzzle.shorthand(puzzle.start())),
        svg: painter.board(puzzle.start(), &[]),
    }
}

/// Draws the start, and each goal.
pub(crate) fn ends(puzzle: &Puzzle, painter: &Painter) -> Vec<Panel> {
    let mut panels = vec![start(puzzle, painter)];
    for (i, goal) in puzzle.goals().iter().enumerate() {
        let caption = match puzzle.goals().len() {
            1 => "goal".to_owned(),
            _ => format!("goal {}", i + 1),
        };
        let description = format!("{caption}: {}", puzzle.goal_shorthand(goal));
        panels.push(Panel { caption, description, svg: painter.goal(goal) });
    }
    panels
}
