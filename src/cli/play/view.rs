//! The layout of a game in the terminal.

use crossterm::style::Stylize;
use sliding::puzzle::Movers;
use sliding::report::boxes::{Ink, draw_in, draw_marked, pitch, side_by_side};
use sliding::report::words;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::player::Player;

/// The column and the row of the board's corner.
pub const CORNER: (u16, u16) = (2, 2);

/// Lines for messages.
const SAID: usize = 3;

/// Minimum number of columns, so that no message is truncated.
const LEAST: usize = 50;

/// No line is longer than the minimum number of columns.
const KEYS: [&str; 4] = [
    "q: quit   Tab, mouse: choose   arrows: push",
    "u: undo   r: redo   b: reset",
    "h: hint   n: next move of a solution   s: show it",
    "Space: push together with others   Esc: alone",
];

/// Returns the lines of a screen with these columns and rows.
pub fn text(player: &Player, name: &str, ink: Ink, (columns, rows): (u16, u16)) -> String {
    let (game, puzzle) = (player.game(), player.game().puzzle());
    let (style, size) = (game.style(), puzzle.size());
    // Of the board.
    let (width, height) = (size.cols as usize * pitch(size) + 1, size.rows as usize * 2 + 1);
    let (left, top) = (usize::from(CORNER.0), usize::from(CORNER.1));
    let needed = (left + width.max(LEAST) + left, top + height + 2 + SAID + KEYS.len());
    if usize::from(columns) < needed.0 || usize::from(rows) < needed.1 {
        let words = format!("{} x {} characters are needed. q: end", needed.0, needed.1);
        return wrapped(&words, columns.into()).join("\n") + "\n";
    }
    let width = usize::from(columns) - 2 * left;
    let name = beginning(name, width);
    let title = format!("   style {style}: {}", style.meaning());
    let title = beginning(&title, width - name.width());
    let mut lines = vec![format!("{}{title}", name.bold())];

    let board = draw_marked(&game.names(), game.position(), ink, &player.chosen());
    let mut drawings = vec![(String::new(), board)];
    for (i, goal) in puzzle.goals().iter().enumerate() {
        let is_only = puzzle.goals().len() == 1;
        let heading = if is_only { "goal".to_owned() } else { format!("goal {}", i + 1) };
        drawings.push((heading, draw_in(puzzle, &goal.board(puzzle), &goal.demanded(), ink)));
    }
    // Goals that do not fit beside the board are not shown.
    lines.extend(side_by_side(&drawings, width).lines().take(1 + height).map(str::to_owned));

    let mut count = words::counted(game.moves().len() as u64, "move");
    if let Some(plan) = player.known_plan() {
        count += &format!(", {}", plan.to_go(&plan.moves.len().to_string()));
    }
    lines.push(count);
    let mut said = wrapped(&player.message, width);
    said.resize(SAID, String::new());
    lines.extend(said.into_iter().map(|line| line.bold().to_string()));
    let keys = if style.movers() == Movers::Super { 4 } else { 3 };
    lines.extend(KEYS[..keys].iter().map(|line| line.dim().to_string()));
    lines.iter().map(|line| format!("{:left$}{line}\n", "")).collect()
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

/// Breaks a text into lines of some columns.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
