//! Puzzles for print: sheets of paper with boards of a size in millimetres, and their solutions
//! behind them.

use crate::engine::query::Answer;
use crate::puzzle::{Puzzle, Style};
use crate::report::draw::appearance::style_sheet_of;
use crate::report::draw::board::{Painter, extent};
use crate::report::draw::layout::{Heading, Panel, Strip, heading_strip, panel_strips};
use crate::report::draw::pdf::Page;
use crate::report::puzzle::sheet::{PuzzleSheet, ends, legend, size_and_pieces};
use crate::report::solution::sheet::boards;
use crate::report::solution::verdict;

/// Pixels of CSS in a millimetre.
pub const MILLIMETRE: f64 = 96.0 / 25.4;

/// The space around a sheet, in millimetres.
const MARGIN: f64 = 15.0;

/// The side of a cell in millimetres, if the board fits: of a puzzle, and of its solution.
const CELL: f64 = 15.0;
const SMALL_CELL: f64 = 4.0;

/// Sizes of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 x 297 mm.
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl Paper {
    /// Returns width and height, in pixels of CSS.
    fn size(self) -> (f64, f64) {
        let (width, height) = match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        };
        (width * MILLIMETRE, height * MILLIMETRE)
    }

    /// Returns width and height inside the margins.
    fn room(self) -> (f64, f64) {
        let (width, height) = self.size();
        let margins = 2.0 * MARGIN * MILLIMETRE;
        (width - margins, height - margins)
    }
}

/// A board does not fit on the paper.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error(
    "the board does not fit on the paper with cells of {cell:.1} mm: expected {largest:.1} mm or \
     less"
)]
pub struct TooLarge {
    /// The side of a cell, in millimetres.
    pub cell: f64,
    /// The largest side that fits.
    pub largest: f64,
}

/// Strips that stay on one sheet if they fit on one.
type Block = Vec<Strip>;

/// A document in the making: boards of puzzles, then their solutions.
///
/// ```
/// use sliding::Puzzle;
/// use sliding::report::draw::{Appearance, pdf};
/// use sliding::report::print::{Paper, Print};
/// use sliding::report::puzzle::sheet::PuzzleSheet;
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse()?;
/// let mut print = Print::new(Paper::A4);
/// print.add(&PuzzleSheet::new(&puzzle, "Easy", Appearance::default().resolved()), None)?;
/// let pages = print.pages();
/// assert_eq!(pages.len(), 1);
/// assert!(pdf::document(&pages)?.starts_with(b"%PDF-1.7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Print {
    paper: Paper,
    puzzles: Vec<Block>,
    solutions: Vec<Block>,
}

impl Print {
    /// Begins a document.
    pub fn new(paper: Paper) -> Print {
        Print { paper, puzzles: Vec::new(), solutions: Vec::new() }
    }

    /// Adds the boards of a puzzle: start and goals, or the start alone if it has an exit. `note`
    /// is below the name. The cells have the sheet's size, else 15 mm or what fits.
    ///
    /// # Errors
    ///
    /// Returns an error if a board with cells of this size does not fit on the paper.
    pub fn add(&mut self, sheet: &PuzzleSheet, note: Option<String>) -> Result<(), TooLarge> {
        let puzzle = sheet.puzzle;
        let cell = self.cell(puzzle, sheet.cell)?;
        let mut painter = Painter::new(puzzle, cell, sheet.appearance.labels);
        let has_exit = painter.for_print();
        let mut panels = ends(puzzle, &painter);
        if has_exit || !sheet.has_goals {
            panels.truncate(1);
        }
        let marks = match has_exit {
            true => Some("the marked piece leaves at the arrow".to_owned()),
            false => legend(puzzle),
        };
        let notes =
            Vec::from_iter([Some(size_and_pieces(puzzle)), note, marks].into_iter().flatten());
        if sheet.is_bare {
            panels.iter_mut().for_each(|panel| panel.caption.clear());
        }
        let mut block = self.block(sheet, &notes, &panels, painter.extent());
        if sheet.is_bare {
            block.remove(0);
        }
        self.puzzles.push(block);
        Ok(())
    }

    /// Adds the boards of a solution, if there is one, to the last pages.
    pub fn add_solution(&mut self, sheet: &PuzzleSheet, style: Style, answer: &Answer) {
        let Some(solution) = &answer.solution else { return };
        let puzzle = sheet.puzzle;
        // At least three boards stand side by side.
        let cell = (SMALL_CELL * MILLIMETRE).min(self.largest(puzzle) / 3.5);
        let painter = Painter::new(puzzle, cell, sheet.appearance.labels);
        let panels = boards(puzzle, solution, &painter);
        let name = format!("{}: solution", sheet.name);
        let sheet = PuzzleSheet { name: &name, ..*sheet };
        let block = self.block(&sheet, &[verdict(style, answer)], &panels, painter.extent());
        self.solutions.push(block);
    }

    /// Returns the pages.
    pub fn pages(self) -> Vec<Page> {
        let mut pages = self.paged(&self.puzzles);
        pages.extend(self.paged(&self.solutions));
        pages
    }

    fn block(
        &self,
        sheet: &PuzzleSheet,
        notes: &[String],
        panels: &[Panel],
        extent: (f64, f64),
    ) -> Block {
        let heading = Heading { name: sheet.name, notes };
        let styles = style_sheet_of(sheet.puzzle, sheet.appearance.theme);
        let (width, _) = self.paper.room();
        let mut block = vec![heading_strip(&heading, &styles, width)];
        block.extend(panel_strips(&heading, &styles, panels, extent, width));
        block
    }

    /// Returns the side of a cell, in pixels.
    fn cell(&self, puzzle: &Puzzle, wanted: Option<f64>) -> Result<f64, TooLarge> {
        let largest = self.largest(puzzle);
        match wanted {
            Some(cell) if cell > largest => {
                Err(TooLarge { cell: cell / MILLIMETRE, largest: largest / MILLIMETRE })
            }
            Some(cell) => Ok(cell),
            None => Ok(largest.min(CELL * MILLIMETRE)),
        }
    }

    /// Returns the side of the largest cells with which a board fits on the paper.
    fn largest(&self, puzzle: &Puzzle) -> f64 {
        let (across, down) = extent(puzzle, 1.0);
        let (width, height) = self.paper.room();
        // A caption is above the board, and space below it.
        (width / across).min((height - 2.0 * 24.0) / down)
    }

    /// Puts blocks one below the other.
    fn paged(&self, blocks: &[Block]) -> Vec<Page> {
        let (size, room) = (self.paper.size(), self.paper.room().1);
        let margin = MARGIN * MILLIMETRE;
        let mut pages = Vec::new();
        // The height that is used up on the last page.
        let mut used = f64::INFINITY;
        for block in blocks {
            let height: f64 = block.iter().map(|strip| strip.size.1).sum();
            if used + height > room {
                used = f64::INFINITY;
            }
            for strip in block {
                if used + strip.size.1 > room {
                    pages.push(Page { size, pictures: Vec::new() });
                    used = 0.0;
                }
                let page = pages.last_mut().expect("a page was begun");
                page.pictures.push(((margin, margin + used), strip.svg.clone()));
                used += strip.size.1;
            }
        }
        pages
    }
}
