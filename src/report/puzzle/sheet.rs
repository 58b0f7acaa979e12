//! A puzzle as a picture: its start and its goals.

use crate::report::scene::board::{LARGE, Painter, unit};
use crate::report::scene::layout::{Heading, Panel, fitting, page};
use crate::report::*;

/// The width of boards side by side.
const BOARDS: f64 = 912.0;

/// Draws the start of a puzzle and its goals, as a picture. `name` is the heading.
///
/// Takes slightly more than linear time in the cells of the board.
///
/// ```
/// use sliding::Puzzle;
/// use sliding::report::{scene::Appearance, puzzle::sheet::puzzle_sheet};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse().unwrap();
/// let svg = puzzle_sheet(&puzzle, "Easy", Appearance::default()).svg();
/// assert!(svg.starts_with("<svg "));
/// assert_eq!(svg.matches("class=\"piece").count(), 2);
/// ```
pub fn puzzle_sheet(puzzle: &Puzzle, name: &str, appearance: Appearance) -> Scene {
    PuzzleSheet::new(puzzle, name, appearance).scene()
}

/// A puzzle as a picture, with options for what to show.
///
/// ```
/// use sliding::Puzzle;
/// use sliding::report::{scene::Appearance, puzzle::sheet::PuzzleSheet};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse().unwrap();
/// let mut sheet = PuzzleSheet::new(&puzzle, "Easy", Appearance::default());
/// sheet.cell = Some(10.0);
/// sheet.is_bare = true;
/// sheet.has_goals = false;
/// assert!(sheet.scene().svg().contains("viewBox=\"0 0 35 15\""));
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
    pub fn scene(&self) -> Scene {
        self.with_note(size_and_pieces(self.puzzle))
    }

    /// Returns the picture with a note below the name.
    pub(crate) fn with_note(&self, note: String) -> Scene {
        let PuzzleSheet { puzzle, name, appearance, .. } = *self;
        let cell = self.cell.unwrap_or_else(|| unit(puzzle, LARGE));
        let painter = Painter::new(puzzle, cell, appearance.labels);
        let panels = self.panels(&painter);
        let notes = Vec::from_iter([Some(note), legend(puzzle)].into_iter().flatten());
        let heading = Heading { name, notes: &notes, is_bare: self.is_bare };
        let (extent, colours) = (painter.extent(), Colours::of(puzzle, appearance.theme));
        page(&heading, colours, panels, extent, fitting(BOARDS, extent), &[])
    }

    /// Draws the start, and each goal if goals are drawn.
    pub(crate) fn panels(&self, painter: &Painter) -> Vec<Panel> {
        let puzzle = self.puzzle;
        let mut panels = vec![start(puzzle, painter)];
        let goals = if self.has_goals { puzzle.goals() } else { &[] };
        for (number, goal) in (1..).zip(goals) {
            let caption = goal_name(puzzle, number);
            let description = format!("{caption}: {}", puzzle.goal_shorthand(goal));
            panels.push(Panel { caption, description, drawing: painter.goal(goal) });
        }
        if self.is_bare {
            panels.iter_mut().for_each(|panel| panel.caption.clear());
        }
        panels
    }
}

/// Describes a puzzle: `4 x 5, 10 pieces`.
pub(crate) fn size_and_pieces(puzzle: &Puzzle) -> String {
    let size = puzzle.size();
    let pieces = counted(puzzle.start().placements().len(), "piece");
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
        drawing: painter.board(&puzzle.names(), puzzle.start(), None),
    }
}
