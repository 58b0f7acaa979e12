//! How a game looks in the terminal.

use ratatui::Frame;
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::{Color as Paint, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use sliding::Puzzle;
use sliding::puzzle::{Board, Configuration, Movers, Named, Placement};
use sliding::report::{boxes, words};

use super::player::Player;
use crate::cli::options::Color;

/// Where the board's corner is.
const CORNER: Position = Position { x: 2, y: 2 };

/// Columns between drawings.
const GAP: u16 = 4;

/// Lines for what was said.
const SAID: u16 = 3;

/// Lines below the board: how far the game is, what was said, and the keys.
const FOOT: u16 = 2 + SAID + KEYS.len() as u16;

/// The least columns, so that nothing that is said is cut.
const LEAST: u16 = 50;

/// No line is longer than the least columns.
const KEYS: [&str; 4] = [
    "q: end   Tab, mouse: choose   arrows: push",
    "u: take back   r: make again   b: begin anew",
    "h: hint   n: next move of a solution   s: show it",
    "Space: push together with others   Esc: alone",
];

/// What does not change in a game.
pub struct View {
    name: String,
    has_color: bool,
    has_boxes: bool,
    /// The size of a drawing, in characters.
    drawing: Size,
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
            has_color: color.is_wanted(),
            has_boxes: supports_unicode::supports_unicode(),
            drawing: Size::new(size.cols as u16 * pitch + 1, size.rows as u16 * 2 + 1),
            pitch,
            cols: size.cols,
            goals: puzzle.goals().iter().enumerate().map(goal).collect(),
        }
    }

    /// The cell of the board under a place of the screen.
    pub fn cell_at(&self, screen: Size, column: u16, row: u16) -> Option<u32> {
        let (x, y) = (column.checked_sub(CORNER.x)?, row.checked_sub(CORNER.y)?);
        let is_inside = x < self.drawing.width && y < self.drawing.height && self.fits(screen);
        // On the line between two cells, the one to the right or below counts.
        let (col, row) = (u32::from(x / self.pitch), u32::from(y / 2));
        let is_cell = col < self.cols && row < u32::from(self.drawing.height / 2);
        (is_inside && is_cell).then_some(row * self.cols + col)
    }

    fn fits(&self, screen: Size) -> bool {
        let needed = self.needed();
        screen.width >= needed.width && screen.height >= needed.height
    }

    fn needed(&self) -> Size {
        let (width, height) = (self.drawing.width, self.drawing.height);
        Size::new((width + 2 * CORNER.x).max(LEAST + CORNER.x), height + CORNER.y + FOOT)
    }

    pub fn draw(&self, frame: &mut Frame, player: &Player) {
        let area = frame.area();
        if !self.fits(area.as_size()) {
            let Size { width, height } = self.needed();
            let words = format!("{width} x {height} characters are needed. q: end");
            frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), area);
            return;
        }
        let game = player.game();
        let line = |frame: &mut Frame, y: u16, line: Line<'_>| {
            let place = Rect { x: CORNER.x, y, width: area.width - CORNER.x, height: 1 };
            frame.render_widget(line, place.intersection(area));
        };
        let title = Span::styled(self.name.clone(), Modifier::BOLD);
        let style = format!("   style {}: {}", game.style(), game.style().meaning());
        line(frame, 0, Line::from_iter([title, Span::raw(style)]));

        let chosen = player.chosen();
        let board = game.puzzle().board(game.now());
        self.draw_board(frame, CORNER, &game.names(), &board, game.now(), &|piece| {
            chosen.contains(&piece)
        });
        self.draw_goals(frame, game.puzzle());

        let below = CORNER.y + self.drawing.height;
        let mut count = words::counted(game.moves().len() as u64, "move");
        if let Some(left) = player.moves_left() {
            count += &format!(", {left} to go");
        }
        line(frame, below, Line::from(count));
        let said = Paragraph::new(player.message()).style(Modifier::BOLD).wrap(Wrap { trim: true });
        let width = area.width.saturating_sub(2 * CORNER.x);
        frame.render_widget(said, Rect { x: CORNER.x, y: below + 1, width, height: SAID });
        let keys = if game.style().movers() == Movers::Super { 4 } else { 3 };
        for (i, keys) in KEYS[..keys].iter().enumerate() {
            line(frame, below + 1 + SAID + i as u16, Line::styled(*keys, Modifier::DIM));
        }
    }

    /// To the right of the board, as many as there is room for.
    fn draw_goals(&self, frame: &mut Frame, puzzle: &Puzzle) {
        let area = frame.area();
        for (i, (heading, board, pieces)) in self.goals.iter().enumerate() {
            let x = CORNER.x + (i as u16 + 1) * (self.drawing.width + GAP);
            if x + self.drawing.width > area.width {
                return;
            }
            let place = Rect { x, y: CORNER.y - 1, width: self.drawing.width, height: 1 };
            frame.render_widget(heading.as_str(), place);
            let corner = Position { x, ..CORNER };
            let names = puzzle.named_in(pieces);
            self.draw_board(frame, corner, &names, board, pieces, &|_| false);
        }
    }

    fn draw_board(
        &self,
        frame: &mut Frame,
        corner: Position,
        names: &Named,
        board: &Board,
        pieces: &Configuration,
        is_chosen: &dyn Fn(Placement) -> bool,
    ) {
        let drawing = boxes::draw_named(names, board, pieces);
        let drawing = if self.has_boxes { drawing } else { boxes::without_boxes(&drawing) };
        for (y, line) in drawing.lines().enumerate() {
            let place =
                Rect { x: corner.x, y: corner.y + y as u16, width: self.drawing.width, height: 1 };
            frame.render_widget(line, place);
        }
        for y in 0..self.drawing.height {
            for x in 0..self.drawing.width {
                let Some(index) = boxes::inside(board, x.into(), y.into()) else { continue };
                let piece = pieces.placements()[index as usize];
                if let Some(cell) = frame.buffer_mut().cell_mut((corner.x + x, corner.y + y)) {
                    cell.set_style(self.look(names.puzzle(), piece, is_chosen(piece)));
                }
            }
        }
    }

    fn look(&self, puzzle: &Puzzle, piece: Placement, is_chosen: bool) -> Style {
        let style = match self.has_color {
            true => {
                let [label, fill] = boxes::colors(puzzle, piece.kind).map(Paint::Indexed);
                Style::new().fg(label).bg(fill)
            }
            false => Style::new(),
        };
        if is_chosen { style.add_modifier(Modifier::REVERSED | Modifier::BOLD) } else { style }
    }
}
