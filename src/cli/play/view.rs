//! The layout of a game in the terminal.

use crossterm::style::Stylize;
use sliding::puzzle::{Direction, Movers, Size};
use sliding::report::boxes::{Ink, draw_in, draw_marked, pitch, side_by_side};
use sliding::report::words;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::player::Player;

/// The column and the row of the board's corner.
pub const CORNER: (u16, u16) = (2, 2);

/// Lines for messages.
const SAID: usize = 3;

const KEYS: [&str; 4] = [
    "q: quit   Tab, mouse: choose   arrows: push",
    "u: undo   r: redo   b: reset   ?: these keys",
    "h: hint   n: next move of a solution   s: show it",
    "Space: push together with others   Esc: alone",
];

/// The title, the headings of drawings, the number of moves, a message, and the line of the cursor.
const AROUND: usize = 5;

/// Returns the column and the line of a drawing of the board at which a screen of some columns and
/// rows begins: a large board scrolls so that the chosen piece is in sight.
pub fn scroll(player: &Player, (columns, rows): (u16, u16)) -> [usize; 2] {
    let size = player.game().puzzle().size();
    let (row, col) = size.row_col(player.cursor().cell);
    let (width, height) = lengths(size);
    let shown = shown((columns, rows));
    let place = [(col as usize * pitch(size), shown.0, width), (row as usize * 2, shown.1, height)];
    place.map(|(at, shown, all)| at.saturating_sub(shown / 2).min(all.saturating_sub(shown)))
}

/// Returns the columns and lines of a drawing of a board.
fn lengths(size: Size) -> (usize, usize) {
    (size.cols as usize * pitch(size) + 1, size.rows as usize * 2 + 1)
}

/// Returns the columns and lines that a screen has for the board.
fn shown((columns, rows): (u16, u16)) -> (usize, usize) {
    let left = usize::from(CORNER.0);
    (usize::from(columns).saturating_sub(2 * left), usize::from(rows).saturating_sub(AROUND))
}

/// Returns the lines of a screen with these columns and rows. Keys, and then goals, give way where
/// there is no room for them.
pub fn text(player: &Player, name: &str, ink: Ink, screen: (u16, u16)) -> String {
    let (game, puzzle) = (player.game(), player.game().puzzle());
    let style = game.style();
    let (width, rows) = shown(screen);
    let [x, y] = scroll(player, screen);
    let height = lengths(puzzle.size()).1.min(rows);
    let name = beginning(name, width);
    let title = format!("   style {style}: {}", style.meaning());
    let title = beginning(&title, width - name.width());
    let mut lines = vec![format!("{}{title}", name.bold())];

    let mut board = draw_marked(&game.names(), game.position(), ink, &player.chosen());
    if player.is_hinted {
        board = with_arrow(player, &board);
    }
    let mut drawings = vec![(String::new(), board)];
    for (i, goal) in puzzle.goals().iter().enumerate() {
        let is_only = puzzle.goals().len() == 1;
        let heading = if is_only { "goal".to_owned() } else { format!("goal {}", i + 1) };
        drawings.push((heading, draw_in(puzzle, &goal.board(puzzle), &goal.demanded(), ink)));
    }
    // Goals that do not fit beside the board are not shown.
    let drawn = side_by_side(&drawings, width);
    let mut drawn: Vec<&str> = drawn.lines().take(1 + lengths(puzzle.size()).1).collect();
    drawn.drain(1..=y);
    drawn.truncate(1 + height);
    let keys = if style.movers() == Movers::Super { 4 } else { 3 };
    if player.shows_keys {
        drawn = KEYS[..keys].to_vec();
    }
    let x = if player.shows_keys { 0 } else { x };
    lines.extend(drawn.iter().map(|line| crop(line, x, width)));

    let mut count = words::counted(game.moves().len() as u64, "move");
    if let Some(plan) = player.known_plan() {
        count += &format!(", {}", plan.to_go(&plan.moves.len().to_string()));
    }
    let has_room = rows >= height + SAID - 1 + keys;
    if !has_room {
        count += "   ?: keys";
    }
    lines.push(count);
    let mut said = words::wrapped(&player.message, width);
    said.resize(if has_room { SAID } else { 1 }, String::new());
    lines.extend(said.into_iter().map(|line| line.bold().to_string()));
    if has_room {
        lines.extend(KEYS[..keys].iter().map(|line| line.dim().to_string()));
    }
    lines.truncate(usize::from(screen.1).saturating_sub(1));
    let left = usize::from(CORNER.0);
    lines.iter().map(|line| format!("{:left$}{line}\n", "")).collect()
}

/// Returns a drawing with an arrow in each cell that the first piece of the hinted move passes.
fn with_arrow(player: &Player, board: &str) -> String {
    let mut lines: Vec<String> = board.lines().map(str::to_owned).collect();
    let size = player.game().puzzle().size();
    if let Some(step) = player.known_plan().and_then(|plan| plan.moves.front()) {
        let mut piece = step.pieces[0];
        for &direction in &step.steps {
            piece = piece.stepped(direction, size);
            let (row, col) = size.row_col(piece.cell);
            let arrow = match direction {
                Direction::Up => '↑',
                Direction::Down => '↓',
                Direction::Left => '←',
                Direction::Right => '→',
            };
            let line = &mut lines[2 * row as usize + 1];
            let at = col as usize * pitch(size) + pitch(size) / 2;
            *line = format!("{}{arrow}{}", crop(line, 0, at), crop(line, at + 1, usize::MAX));
        }
    }
    lines.join("\n")
}

/// Returns the characters of a line in some columns, and all colours.
fn crop(line: &str, from: usize, width: usize) -> String {
    let (mut at, mut is_colour) = (0, false);
    let mut kept = String::new();
    for char in line.chars() {
        is_colour |= char == '\u{1b}';
        if is_colour || (at >= from && at - from < width) {
            kept.push(char);
        }
        at += usize::from(!is_colour);
        is_colour &= char != 'm';
    }
    kept
}

/// Returns as much of a line as fits into some columns.
fn beginning(line: &str, width: usize) -> String {
    let mut left = width;
    let mut fitting = String::new();
    for char in line.chars() {
        let Some(rest) = left.checked_sub(char.width().unwrap_or(0)) else { break };
        left = rest;
        fitting.push(char);
    }
    fitting
}
