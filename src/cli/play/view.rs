//! The layout of a game in the terminal.

use crossterm::style::{Attribute, Color as ColorOptions, ContentStyle, Stylize};
use sliding::Puzzle;
use sliding::puzzle::{Board, Configuration, Movers, PieceNames, Placement};
use sliding::report::{boxes, words};

use super::player::Player;
use super::screen::Screen;
use crate::cli::options::Color;

/// The column and the row of the board's corner.
const CORNER: (u16, u16) = (2, 2);

/// Columns between drawings.
const GAP: u16 = 4;

/// Lines for messages.
const SAID: u16 = 3;

/// Lines below the board: the state of the game, messages, and the keys.
const FOOT: u16 = 2 + SAID + KEYS.len() as u16;

/// Minimum number of columns, so that no message is truncated.
const LEAST: u16 = 50;

/// No line is longer than the minimum number of columns.
const KEYS: [&str; 4] = [
    "q: quit   Tab, mouse: choose   arrows: push",
    "u: undo   r: redo   b: reset",
    "h: hint   n: next move of a solution   s: show it",
    "Space: push together with others   Esc: alone",
];

/// The constant parts of a game's screen.
pub struct View {
    name: String,
    has_color: bool,
    has_boxes: bool,
    /// The columns and rows of a drawing.
    drawing: (u16, u16),
    /// Columns of a cell.
    pitch: u16,
    cols: u32,
    /// The goals, each with its heading.
    goals: Vec<(String, Board, Configuration)>,
}

impl View {
    pub fn new(name: &str, puzzle: &Puzzle, color: Color) -> View {
        let size = puzzle.size();
        let pitch = boxes::pitch(size) as u16;
        let goal = |(number, goal): (usize, &sliding::puzzle::Goal)| {
            let heading = match puzzle.goals().len() {
                1 => "goal".to_owned(),
                _ => format!("goal {}", number + 1),
            };
            (heading, goal.board(puzzle), goal.demanded())
        };
        View {
            name: words::plain(name),
            has_color: color.is_enabled(),
            has_boxes: supports_unicode::supports_unicode(),
            drawing: (size.cols as u16 * pitch + 1, size.rows as u16 * 2 + 1),
            pitch,
            cols: size.cols,
            goals: puzzle.goals().iter().enumerate().map(goal).collect(),
        }
    }

    /// Returns the cell of the board at a column and a row of the screen.
    pub fn cell_at(&self, screen: (u16, u16), column: u16, row: u16) -> Option<u32> {
        let (x, y) = (column.checked_sub(CORNER.0)?, row.checked_sub(CORNER.1)?);
        let is_inside = x < self.drawing.0 && y < self.drawing.1 && self.fits(screen);
        // On the line between two cells, the one to the right or below counts.
        let (col, row) = (u32::from(x / self.pitch), u32::from(y / 2));
        let is_cell = col < self.cols && row < u32::from(self.drawing.1 / 2);
        (is_inside && is_cell).then_some(row * self.cols + col)
    }

    fn fits(&self, screen: (u16, u16)) -> bool {
        let needed = self.needed();
        screen.0 >= needed.0 && screen.1 >= needed.1
    }

    /// Returns the minimum columns and rows of a screen.
    fn needed(&self) -> (u16, u16) {
        let (width, height) = self.drawing;
        ((width + 2 * CORNER.0).max(LEAST + CORNER.0), height + CORNER.1 + FOOT)
    }

    pub fn draw(&self, screen: &mut Screen, player: &Player) {
        let plain = ContentStyle::new();
        if !self.fits(screen.size()) {
            let (width, height) = self.needed();
            let words = format!("{width} x {height} characters are needed. q: end");
            screen.paragraph((0, 0), screen.size(), &words, plain);
            return;
        }
        let game = player.game();
        let left = CORNER.0;
        let after_name = screen.text(left, 0, &self.name, plain.bold());
        let style = format!("   style {}: {}", game.style(), game.style().meaning());
        screen.text(after_name, 0, &style, plain);

        let chosen = player.chosen();
        let board = game.puzzle().board(game.position());
        self.draw_board(screen, CORNER, &game.names(), &board, game.position(), &|piece| {
            chosen.contains(&piece)
        });
        self.draw_goals(screen, game.puzzle());

        let below = CORNER.1 + self.drawing.1;
        let mut count = words::counted(game.moves().len() as u64, "move");
        if let Some(plan) = player.known_plan() {
            count += &format!(", {}", plan.to_go(&plan.moves.len().to_string()));
        }
        screen.text(left, below, &count, plain);
        let place = (screen.size().0.saturating_sub(2 * left), SAID);
        screen.paragraph((left, below + 1), place, player.message(), plain.bold());
        let keys = if game.style().movers() == Movers::Super { 4 } else { 3 };
        for (i, keys) in KEYS[..keys].iter().enumerate() {
            screen.text(left, below + 1 + SAID + i as u16, keys, plain.dim());
        }
    }

    /// Draws goals to the right of the board, as many as fit.
    fn draw_goals(&self, screen: &mut Screen, puzzle: &Puzzle) {
        let width = self.drawing.0;
        for (i, (heading, board, pieces)) in self.goals.iter().enumerate() {
            let x = CORNER.0 + (i as u16 + 1) * (width + GAP);
            if x + width > screen.size().0 {
                return;
            }
            screen.text(x, CORNER.1 - 1, heading, ContentStyle::new());
            let names = puzzle.names_at(pieces);
            self.draw_board(screen, (x, CORNER.1), &names, board, pieces, &|_| false);
        }
    }

    fn draw_board(
        &self,
        screen: &mut Screen,
        corner: (u16, u16),
        names: &PieceNames,
        board: &Board,
        pieces: &Configuration,
        is_chosen: &dyn Fn(Placement) -> bool,
    ) {
        let drawing = boxes::draw_named(names, board, pieces);
        let drawing = if self.has_boxes { drawing } else { boxes::without_boxes(&drawing) };
        for (y, line) in drawing.lines().enumerate() {
            screen.text(corner.0, corner.1 + y as u16, line, ContentStyle::new());
        }
        for y in 0..self.drawing.1 {
            for x in 0..self.drawing.0 {
                let Some(index) = boxes::inside(board, x.into(), y.into()) else { continue };
                let piece = pieces.placements()[index as usize];
                let content_style = self.content_style(names.puzzle(), piece, is_chosen(piece));
                screen.restyle(corner.0 + x, corner.1 + y, content_style);
            }
        }
    }

    fn content_style(&self, puzzle: &Puzzle, piece: Placement, is_chosen: bool) -> ContentStyle {
        let mut content_style = ContentStyle::new();
        if self.has_color {
            let [label, fill] = boxes::colors(puzzle, piece.kind).map(ColorOptions::AnsiValue);
            content_style = content_style.with(label).on(fill);
        }
        if is_chosen { content_style.attribute(Attribute::Reverse).bold() } else { content_style }
    }
}
