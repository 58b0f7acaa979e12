//! Puzzles for print: sheets of paper with boards of a size in millimetres, and their solutions
//! behind them, as one HTML file that browsers print.

use std::fmt::Write;

use crate::report::puzzle::sheet::{PuzzleSheet, legend, size_and_pieces};
use crate::report::scene::board::{Painter, extent};
use crate::report::scene::layout::{Heading, Panel, Strip, fitting, rows};
use crate::report::scene::svg::{element, number, rules, written};
use crate::report::solution::sheet::boards;
use crate::report::solution::verdict;
use crate::report::*;

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

/// Pages with shapes, and the height that is used up on the last one.
#[derive(Default)]
struct Pages {
    pages: Vec<Vec<Shape>>,
    used: f64,
}

/// A document in the making: boards of puzzles, then their solutions.
///
/// ```
/// use sliding::Puzzle;
/// use sliding::report::scene::Appearance;
/// use sliding::report::print::{Paper, Print};
/// use sliding::report::puzzle::sheet::PuzzleSheet;
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse()?;
/// let mut print = Print::new(Paper::A4);
/// print.add(&PuzzleSheet::new(&puzzle, "Easy", Appearance::default()), None)?;
/// assert_eq!(print.html().matches("<svg ").count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Print {
    paper: Paper,
    /// Rules for colours, each once.
    colours: Vec<String>,
    /// The pages of puzzles, and those of solutions.
    parts: [Pages; 2],
}

impl Print {
    /// Begins a document.
    pub fn new(paper: Paper) -> Print {
        Print { paper, colours: Vec::new(), parts: Default::default() }
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
        let has_goals = sheet.has_goals && !has_exit;
        let panels = PuzzleSheet { has_goals, ..*sheet }.panels(&painter);
        let marks = match has_exit {
            true => Some("the marked piece leaves at the arrow".to_owned()),
            false => legend(puzzle),
        };
        let notes =
            Vec::from_iter([Some(size_and_pieces(puzzle)), note, marks].into_iter().flatten());
        let heading = Heading { name: sheet.name, notes: &notes, is_bare: sheet.is_bare };
        self.put(sheet, 0, &heading, panels, painter.extent());
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
        let heading = Heading { name: &name, notes: &[verdict(style, answer)], is_bare: false };
        self.put(sheet, 1, &heading, panels, painter.extent());
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.parts[0].pages.is_empty()
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
             .page{{display:block}}.page+.page{{break-before:page}}\n"
        );
        for (number, colours) in self.colours.iter().enumerate() {
            let _ = writeln!(html, ".colours{number}{{{colours}}}");
        }
        html += "</style>\n</head>\n<body>\n";
        let [across, down] = [width, height].map(|length| number(length * MILLIMETRE));
        let size = format!(
            "class=\"page\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {across} {down}\""
        );
        for page in self.parts.iter().flat_map(|part| &part.pages) {
            html += &element(&size, &written(page));
        }
        html + "</body>\n</html>\n"
    }

    /// Puts a heading and panels on the last page of a part, or on new ones. They stay on one page if
    /// they fit on one.
    fn put(
        &mut self,
        sheet: &PuzzleSheet,
        part: usize,
        heading: &Heading,
        panels: Vec<Panel>,
        extent: Point,
    ) {
        let (width, room) = self.paper.room();
        let mut strips = Vec::from_iter((!heading.is_bare).then(|| heading.strip(width)));
        strips.extend(rows(panels, extent, fitting(width, extent)).0);

        let mut colours = Colours::of(sheet.puzzle, sheet.appearance.theme);
        if colours.theme == Theme::Auto {
            colours.theme = Theme::Light;
        }
        let rules = rules(&colours);
        let known = self.colours.iter().position(|known| *known == rules);
        let number = known.unwrap_or(self.colours.len());
        if known.is_none() {
            self.colours.push(rules);
        }

        let Pages { pages, used } = &mut self.parts[part];
        let margin = MARGIN * MILLIMETRE;
        let height: f64 = strips.iter().map(|strip| strip.height).sum();
        let mut is_full = pages.is_empty() || *used + height > room;
        for Strip { shapes, height } in strips {
            if is_full || *used + height > room {
                pages.push(Vec::new());
                *used = 0.0;
                is_full = false;
            }
            let place = (margin, margin + *used);
            let page = pages.last_mut().expect("a page was begun");
            page.push(Shape::group(Role::Coloured(number), place, shapes));
            *used += height;
        }
    }

    /// Returns the side of a cell, in pixels.
    fn cell(&self, puzzle: &Puzzle, wanted: Option<f64>) -> Result<f64, TooLarge> {
        let largest = self.largest(puzzle);
        let cell = wanted.unwrap_or(largest.min(CELL * MILLIMETRE));
        match cell > largest {
            true => Err(TooLarge { cell: cell / MILLIMETRE, largest: largest / MILLIMETRE }),
            false => Ok(cell),
        }
    }

    /// Returns the side of the largest cells with which a board fits on the paper.
    fn largest(&self, puzzle: &Puzzle) -> f64 {
        let (across, down) = extent(puzzle, 1.0);
        let (width, height) = self.paper.room();
        // A caption is above the board, and space below it.
        (width / across).min((height - 2.0 * 24.0) / down)
    }
}
