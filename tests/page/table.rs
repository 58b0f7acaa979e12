//! A puzzle on its page in the browser, and the hands that play it.

use std::collections::HashMap;
use std::fs;

use crate::ask::{SearchRequest, search};
use sliding::Puzzle;
use sliding::analyse::distance_table;
use sliding::puzzle::{Configuration, Direction, Movers, Placement, Solution, Style};
use sliding::report::page::{Hidden, Page, Playable};
use sliding::solve::Answer;

use super::browser::Browser;

pub const SHIFT: u8 = 8;

/// What the page says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageState {
    /// The position, as it would stand in a puzzle file.
    pub position: String,
    pub moves: String,
    pub left: String,
    pub said: String,
}

/// A puzzle's page.
pub struct Table {
    pub puzzle: Puzzle,
    pub style: Style,
    pub outcome: Answer,
    /// The distances from everywhere, if the page has them.
    pub distances: HashMap<String, u64>,
    pub address: String,
    /// The page, which goes when the table goes, if it was written for this.
    _folder: Option<tempfile::TempDir>,
}

/// The puzzle in a file of `puzzles/`.
pub fn puzzle(file: &str) -> Puzzle {
    let path = format!("{}/puzzles/{file}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).expect("a file").parse().expect("a puzzle")
}

impl Table {
    /// Writes a puzzle's page, with its map if that has up to `most` configurations, and opens it.
    pub fn set(browser: &mut Browser, puzzle: Puzzle, style: u8, most: u64) -> Table {
        Table::hiding(browser, puzzle, style, most, Hidden::default())
    }

    /// The same with a page that does not contain everything.
    pub fn hiding(
        browser: &mut Browser,
        puzzle: Puzzle,
        style: u8,
        most: u64,
        hidden: Hidden,
    ) -> Table {
        let style = Style::new(style).expect("a style");
        let request = SearchRequest::new(style);
        let outcome = search(&puzzle, &request, &mut ()).expect("a search");
        let distances =
            distance_table(&request.query(&puzzle), &request.budget, most, &mut ()).ok();
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("page.html");
        let mut out = Vec::new();
        let name = puzzle.name();
        let known = distances.as_ref();
        let playable =
            Playable { puzzle: &puzzle, name, style, outcome: &outcome, distances: known };
        Page { puzzles: &[playable], hidden }.write(&mut out).expect("memory takes it");
        fs::write(&file, out).expect("a file");
        let address = format!("file://{}", file.display());
        browser.open(&address);
        let distances = distances.into_iter().flat_map(|distances| distances.distances);
        let distances = distances.map(|(one, distance)| (puzzle.shorthand(&one), distance));
        let distances = distances.collect();
        Table { puzzle, style, outcome, distances, address, _folder: Some(folder) }
    }

    /// A puzzle on a page that is there and open.
    pub fn at(puzzle: Puzzle, style: Style, address: String) -> Table {
        let outcome = search(&puzzle, &SearchRequest::new(style), &mut ()).expect("a search");
        let distances = HashMap::new();
        Table { puzzle, style, outcome, distances, address, _folder: None }
    }

    pub fn solution(&self) -> &Solution {
        self.outcome.solution.as_ref().expect("a solution")
    }

    pub fn start(&self) -> String {
        self.puzzle.shorthand(self.puzzle.start())
    }

    pub fn shown(&self, browser: &mut Browser) -> PageState {
        let texts = browser.value(
            "[board.dataset.position, moves.textContent, \
              document.getElementById('left').textContent, said.textContent]",
        );
        let [position, moves, left, said] =
            [0, 1, 2, 3].map(|i| texts[i].as_str().expect("a text").to_owned());
        PageState { position, moves, left, said }
    }

    /// The moves left from the position that is shown, as a search of the library finds them.
    pub fn searched(&self, browser: &mut Browser, style: u8) -> u64 {
        let position = self.shown(browser).position;
        let position =
            sliding::notation::transcript::position(&self.puzzle, &position).expect("a position");
        let from_here = self.puzzle.starting_from(position).expect("a puzzle");
        let ask = SearchRequest::new(Style::new(style).expect("a style"));
        search(&from_here, &ask, &mut ()).expect("a search").moves.expect("a solution")
    }

    /// The board's upper left corner in the window, its frame left out, and the side of a cell.
    fn frame(&self, browser: &mut Browser) -> [f64; 3] {
        let frame = browser.value(
            "(() => { const box = board.getBoundingClientRect(); \
              return [box.x, box.y, box.width]; })()",
        );
        let [x, y, width] = [0, 1, 2].map(|i| frame[i].as_f64().expect("a number"));
        // The frame is a tenth of a cell broad.
        let cell = width / (f64::from(self.puzzle.size().cols) + 0.2);
        [x + 0.1 * cell, y + 0.1 * cell, cell]
    }

    /// The middle of a cell in the window.
    pub fn middle(&self, browser: &mut Browser, cell: u32) -> (f64, f64) {
        let (row, col) = self.puzzle.size().row_col(cell);
        let [x, y, side] = self.frame(browser);
        (x + (f64::from(col) + 0.5) * side, y + (f64::from(row) + 0.5) * side)
    }

    /// The middles of the cells that a piece's origin passes on its way.
    pub fn way(
        &self,
        browser: &mut Browser,
        piece: Placement,
        steps: &[Direction],
    ) -> Vec<(f64, f64)> {
        let from = self.middle(browser, piece.cell);
        let [.., cell] = self.frame(browser);
        let mut way = vec![from];
        for step in steps {
            let ((x, y), (rows, cols)) = (way[way.len() - 1], step.delta());
            way.push((x + cell * f64::from(cols), y + cell * f64::from(rows)));
        }
        way
    }

    /// Drags a piece along steps with the mouse.
    pub fn drag(&self, browser: &mut Browser, piece: Placement, steps: &[Direction]) {
        let way = self.way(browser, piece, steps);
        browser.drag(&way, 0);
    }

    /// Clicks on a cell.
    pub fn click(&self, browser: &mut Browser, cell: u32, modifiers: u8) {
        let place = self.middle(browser, cell);
        browser.drag(&[place], modifiers);
    }

    /// Plays the solution with the mouse.
    pub fn play_by_mouse(&self, browser: &mut Browser) {
        for (number, step) in (1..).zip(&self.solution().moves) {
            if step.pieces.len() > 1 {
                for &piece in &step.pieces {
                    self.click(browser, piece.cell, SHIFT);
                }
            }
            self.drag(browser, step.pieces[0], &step.steps);
            if self.style.movers() == Movers::Super {
                browser.key("Escape", 0);
            }
            self.is_at(browser, &step.after, number);
        }
    }

    /// Plays the solution with keys alone.
    pub fn play_by_keys(&self, browser: &mut Browser) {
        self.enter(browser);
        for (number, step) in (1..).zip(&self.solution().moves) {
            for &piece in &step.pieces {
                self.choose(browser, piece);
                if step.pieces.len() > 1 {
                    browser.key(" ", 0);
                }
            }
            let arrows: Vec<&str> = step.steps.iter().map(|&direction| arrow(direction)).collect();
            browser.keys(&[&arrows[..], &["Escape"]].concat());
            self.is_at(browser, &step.after, number);
        }
    }

    /// Goes to the board with the tabulator.
    pub fn enter(&self, browser: &mut Browser) {
        for _ in 0..20 {
            if browser.value("document.activeElement.closest('#board') !== null") == true {
                return;
            }
            browser.call(
                "Input.dispatchKeyEvent",
                serde_json::json!({"type": "keyDown", "key": "Tab", "windowsVirtualKeyCode": 9}),
            );
        }
        panic!("no way to the board");
    }

    /// Chooses a piece with keys.
    fn choose(&self, browser: &mut Browser, piece: Placement) {
        let (row, col) = self.puzzle.size().row_col(piece.cell);
        let wanted = format!("row {}, column {}", row + 1, col + 1);
        let order = browser.value(
            "(() => { const pieces = [...document.querySelectorAll('#board [data-piece]')]; \
              const place = (piece) => piece.ariaLabel.match(/\\d+/g).slice(-2).map(Number); \
              pieces.sort((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1]); \
              return [pieces.indexOf(document.activeElement), ...pieces.map((p) => p.ariaLabel)]; \
            })()",
        );
        let labels: Vec<&str> = order.as_array().expect("a list")[1..]
            .iter()
            .map(|label| label.as_str().expect("a label"))
            .collect();
        let to = labels.iter().position(|label| label.ends_with(&wanted)).expect("a piece");
        let from = order[0].as_u64().expect("a piece has the focus") as usize;
        let key = if to > from { "PageDown" } else { "PageUp" };
        browser.keys(&vec![key; to.abs_diff(from)]);
        assert!(browser.text("document.activeElement.ariaLabel").ends_with(&wanted), "{wanted}");
    }

    fn is_at(&self, browser: &mut Browser, wanted: &Configuration, moves: u64) {
        let shown = self.shown(browser);
        assert_eq!(shown.position, self.puzzle.shorthand(wanted), "move {moves}: {shown:?}");
        assert_eq!(shown.moves, moves.to_string(), "{shown:?}");
        let left = self.solution().moves.len() as u64 - moves;
        assert_eq!(shown.left, left.to_string(), "{shown:?}");
    }
}

pub fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::Right => "ArrowRight",
        Direction::Left => "ArrowLeft",
        Direction::Down => "ArrowDown",
        Direction::Up => "ArrowUp",
    }
}
