//! Puzzles for print: sheets of paper with boards of a size in millimetres, and their solutions
//! behind them, as one HTML file that browsers print.

use std::fmt::Write;

use crate::engine::query::Answer;
use crate::puzzle::{Puzzle, Style};
use crate::report::draw::appearance::{FONTS, colours_of};
use crate::report::draw::board::{Painter, extent};
use crate::report::draw::layout::{Heading, Panel, Strip, heading_strip, panel_strips};
use crate::report::draw::outline::number;
use crate::report::puzzle::sheet::{PuzzleSheet, ends, legend, size_and_pieces};
use crate::report::solution::sheet::boards;
use crate::report::solution::verdict;

/// Pixels of CSS in a millimetre.
pub const MILLIMETRE: f64 = 96.0 / 25.4;

/// The space around a sheet, in millimetres.
const MARGIN: f64 = 15.0;

/// The side of a cell in millimetres, if the board fits: of a puzzle, and of its solution. With 4 mm,
/// a page has 49 boards of Klotski, and its 82 take two pages; with 5 mm they take three.
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
    /// Returns width and height, in millimetres.
    fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }

    /// Returns width and height inside the margins, in pixels of CSS.
    fn room(self) -> (f64, f64) {
        let (width, height) = self.size();
        ((width - 2.0 * MARGIN) * MILLIMETRE, (height - 2.0 * MARGIN) * MILLIMETRE)
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
struct Block {
    /// The number of their colours.
    colours: usize,
    strips: Vec<Strip>,
}

/// A document in the making: boards of puzzles, then their solutions.
///
/// ```
/// use sliding::Puzzle;
/// use sliding::report::draw::Appearance;
/// use sliding::report::print::{Paper, Print};
/// use sliding::report::puzzle::sheet::PuzzleSheet;
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse()?;
/// let mut print = Print::new(Paper::A4);
/// print.add(&PuzzleSheet::new(&puzzle, "Easy", Appearance::default().resolved()), None)?;
/// assert_eq!(print.html().matches("<svg ").count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Print {
    paper: Paper,
    /// Rules for colours, each once.
    colours: Vec<String>,
    puzzles: Vec<Block>,
    solutions: Vec<Block>,
}

impl Print {
    /// Begins a document.
    pub fn new(paper: Paper) -> Print {
        Print { paper, colours: Vec::new(), puzzles: Vec::new(), solutions: Vec::new() }
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
            block.strips.remove(0);
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

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Returns the document: an SVG picture for each page, as large as the paper.
    pub fn html(&self) -> String {
        let (width, height) = self.paper.size();
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n\
             <title>Sliding-block puzzles</title>\n<style>\n\
             @page{{size:{width}mm {height}mm;margin:0}}\nbody{{margin:0}}\n\
             .page{{display:block}}.page+.page{{break-before:page}}\ntext{{font-family:{FONTS}}}\n"
        );
        for (number, colours) in self.colours.iter().enumerate() {
            let _ = writeln!(html, ".colours{number}{{{colours}}}");
        }
        html += "</style>\n</head>\n<body>\n";
        let pixels = |length: f64| number(length * MILLIMETRE);
        let view = format!("0 0 {} {}", pixels(width), pixels(height));
        for page in self.pages(&self.puzzles).into_iter().chain(self.pages(&self.solutions)) {
            let _ = writeln!(
                html,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"page\" width=\"{width}mm\" \
                 height=\"{height}mm\" viewBox=\"{view}\">\n{page}</svg>"
            );
        }
        html + "</body>\n</html>\n"
    }

    fn block(
        &mut self,
        sheet: &PuzzleSheet,
        notes: &[String],
        panels: &[Panel],
        extent: (f64, f64),
    ) -> Block {
        let heading = Heading { name: sheet.name, notes };
        let own = colours_of(sheet.puzzle, sheet.appearance.theme);
        let known = self.colours.iter().position(|colours| *colours == own);
        let colours = known.unwrap_or(self.colours.len());
        if known.is_none() {
            self.colours.push(own);
        }
        let (width, _) = self.paper.room();
        let mut strips = vec![heading_strip(&heading, width)];
        strips.extend(panel_strips(panels, extent, width));
        Block { colours, strips }
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

    /// Puts blocks one below the other, and returns what is on each page.
    fn pages(&self, blocks: &[Block]) -> Vec<String> {
        let (_, room) = self.paper.room();
        let margin = MARGIN * MILLIMETRE;
        let mut pages: Vec<String> = Vec::new();
        // The height that is used up on the last page.
        let mut used = f64::INFINITY;
        for Block { colours, strips } in blocks {
            let height: f64 = strips.iter().map(|strip| strip.height).sum();
            if used + height > room {
                used = f64::INFINITY;
            }
            for Strip { svg, height } in strips {
                if used + height > room {
                    pages.push(String::new());
                    used = 0.0;
                }
                let page = pages.last_mut().expect("a page was begun");
                let (x, y) = (number(margin), number(margin + used));
                let _ = writeln!(
                    page,
                    "<g class=\"colours{colours}\" transform=\"translate({x} {y})\">\n{svg}</g>"
                );
                used += height;
            }
        }
        pages
    }
}
