//! Boards as text: outlines of characters, plain or in colours.

use std::iter;

use anstream::adapter::strip_str;
use anstyle::{Ansi256Color, Reset, RgbColor, Style as TextStyle};
use anstyle_lossy::rgb_to_xterm;

use super::palette::swatch_in;
use super::scene::outline::{cells, parts};
use super::words::drawn_name;
use crate::puzzle::Board;
use crate::report::*;

/// Columns that every terminal has.
pub const SCREEN: usize = 80;

/// Plain characters or colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// Characters only.
    #[default]
    Plain,
    /// Each kind of pieces in its colour, by terminal escape sequences for 256 colours.
    Colored,
}

/// Draws a position, plain or in colours: each piece as one shape with its name in its first cell,
/// blocked cells shaded, empty cells with a gate marked `░`.
///
/// If a piece is not connected, each part has its name. Every line ends with a newline.
///
/// ```
/// use sliding::{Puzzle, report::boxes::{Ink, draw_position}};
///
/// let puzzle: Puzzle = "2 x 3\n1 = 11/1\n2 = 1\n102x\n102x\n".parse().unwrap();
/// let drawing = draw_position(&puzzle, puzzle.start(), Ink::Plain);
/// # println!("{drawing}");
/// assert_eq!(drawing, "\
/// ┌───────┬───┐
/// │ 1     │   │
/// │   ┌───┼───┤
/// │   │ 2 │▒▒▒│
/// └───┴───┴───┘
/// ");
/// ```
pub fn draw_position(puzzle: &Puzzle, configuration: &Configuration, ink: Ink) -> String {
    draw_in(puzzle, &puzzle.board(configuration), configuration, ink)
}

/// As [`draw_position`], with the names that the pieces have after moves, and some in reverse video.
pub fn draw_marked(
    names: &PieceNames,
    configuration: &Configuration,
    ink: Ink,
    marked: &[Placement],
) -> String {
    draw(names, &names.puzzle().board(configuration), configuration, ink, marked)
}

/// Draws a board, on which cells that a goal leaves open are marked `?`. `pieces` are those that
/// its [`Cell::Piece`] indices refer to.
pub fn draw_in(puzzle: &Puzzle, board: &Board, pieces: &Configuration, ink: Ink) -> String {
    draw(&puzzle.names_at(pieces), board, pieces, ink, &[])
}

fn draw(
    names: &PieceNames,
    board: &Board,
    pieces: &Configuration,
    ink: Ink,
    marked: &[Placement],
) -> String {
    let plain = outlines(names, board, pieces);
    if ink == Ink::Plain && marked.is_empty() {
        return plain;
    }
    let mut text = String::new();
    for (y, line) in plain.lines().enumerate() {
        let mut last = None;
        for (x, c) in line.chars().enumerate() {
            let piece = inside(board, x, y);
            if piece != last {
                if last.is_some() {
                    text += &Reset.render().to_string();
                }
                if let Some(piece) = piece.map(|index| pieces.placements()[index as usize]) {
                    let style = match ink {
                        Ink::Colored => style(names.puzzle(), piece.kind),
                        Ink::Plain => TextStyle::new(),
                    };
                    let is_marked = marked.contains(&piece);
                    let style = if is_marked { style.invert().bold() } else { style };
                    text += &style.render().to_string();
                }
                last = piece;
            }
            text.push(c);
        }
        text.push('\n');
    }
    text
}

/// Draws the outlines of pieces, with their names.
fn outlines(names: &PieceNames, board: &Board, pieces: &Configuration) -> String {
    let (rows, cols) = (i64::from(board.size().rows), i64::from(board.size().cols));
    let margin = pitch(board.size()) / 2 - 1;
    let names = names_in_cells(names, board, pieces);
    let mut text = String::new();
    for row in 0..=rows {
        for col in 0..=cols {
            text.push(corner(board, row, col));
            if col < cols {
                let edge = edge(board, (row - 1, col), (row, col)).unwrap_or('─');
                text.extend(iter::repeat_n(edge, 1 + 2 * margin));
            }
        }
        text.push('\n');
        for col in (0..=cols).take_while(|_| row < rows) {
            text.push(edge(board, (row, col - 1), (row, col)).unwrap_or('│'));
            if let Some(cell) = board.size().cell(row, col) {
                let fill = fill(board.at(row, col));
                let name = names[cell as usize].as_deref().unwrap_or_default();
                // Numbers of two digits begin one character earlier.
                let before = (margin + 1).saturating_sub(name.chars().count().max(1));
                let after = 1 + 2 * margin - before - name.chars().count();
                text.extend(iter::repeat_n(fill, before));
                text += name;
                text.extend(iter::repeat_n(fill, after));
            }
        }
        if row < rows {
            text.push('\n');
        }
    }
    text
}

fn style(puzzle: &Puzzle, kind: u8) -> TextStyle {
    let [label, fill] = colors(puzzle, kind).map(|number| Some(Ansi256Color(number).into()));
    TextStyle::new().fg_color(label).bg_color(fill)
}

/// Returns the colours of a kind's name and of its background, as numbers among a terminal's 256.
pub fn colors(puzzle: &Puzzle, kind: u8) -> [u8; 2] {
    let swatch = swatch_in(puzzle, usize::from(kind), Tone::Light);
    [swatch.label, swatch.fill].map(|Rgb([r, g, b])| rgb_to_xterm(RgbColor(r, g, b)).0)
}

/// Returns the index in [`Configuration::placements`] of the piece that contains a character of a
/// drawing. A character on a line counts if the piece has the cells on all sides of it. Columns and
/// lines count from 0.
pub fn inside(board: &Board, x: usize, y: usize) -> Option<u32> {
    let pitch = pitch(board.size());
    let (col, row) = ((x / pitch) as i64, (y / 2) as i64);
    let cols = if x.is_multiple_of(pitch) { col - 1..=col } else { col..=col };
    let rows = if y.is_multiple_of(2) { row - 1..=row } else { row..=row };
    let mut around = rows.flat_map(|row| cols.clone().map(move |col| board.at(row, col)));
    match around.next()? {
        Some(Cell::Piece(index)) => {
            around.all(|cell| cell == Some(Cell::Piece(index))).then_some(index)
        }
        _ => None,
    }
}

/// Returns the columns per cell in a drawing: 4, or 2 if that would not fit the screen. Rows are 2
/// lines apart.
pub fn pitch(size: Size) -> usize {
    if 4 * (size.cols as usize) < SCREEN { 4 } else { 2 }
}

/// Converts a drawing, or other text with lines and blocks, for terminals that have only ASCII.
///
/// ```
/// assert_eq!(sliding::report::boxes::without_boxes("┌──┬─▒│"), "+--+-#|");
/// ```
pub fn without_boxes(drawing: &str) -> String {
    let plain = |c: char| match c {
        '─' => '-',
        '│' => '|',
        '░' => ':',
        '\u{2500}'..='\u{257f}' => '+',
        '\u{2580}'..='\u{259f}' => '#',
        other => other,
    };
    drawing.chars().map(plain).collect()
}

/// Returns the character that fills a cell.
fn fill(cell: Option<Cell>) -> char {
    if cell == Some(Cell::Blocked) { '▒' } else { ' ' }
}

/// Returns the character that fills the edge between two cells; `None` for a line.
fn edge(board: &Board, one: (i64, i64), other: (i64, i64)) -> Option<char> {
    let open = |cell| matches!(cell, Some(Cell::Empty | Cell::Any));
    let (one, other) = (board.at(one.0, one.1), board.at(other.0, other.1));
    (one == other || open(one) && open(other)).then(|| fill(one))
}

/// Returns the character at the corner of four cells, of which the lower right one is given.
fn corner(board: &Board, row: i64, col: i64) -> char {
    let [a, b, c, d] = [(row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)];
    let line = |one, other| usize::from(edge(board, one, other).is_none());
    let (up, right, down, left) = (line(a, b), line(b, d), line(c, d), line(a, c));
    match up + 2 * right + 4 * down + 8 * left {
        0 => fill(board.at(row, col)),
        lines => {
            [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'][lines]
        }
    }
}

/// Returns the text in each cell: `?`, a light shade on an empty cell with a gate, or a piece's
/// name in the first cell of each of its parts.
fn names_in_cells(
    names: &PieceNames,
    board: &Board,
    pieces: &Configuration,
) -> Vec<Option<String>> {
    let (puzzle, size) = (names.puzzle(), board.size());
    let mut written = vec![None; size.cells()];
    for &cell in puzzle.gates().iter().flat_map(|gate| &gate.cells) {
        if board.cells().get(cell as usize) == Some(&Cell::Empty) {
            written[cell as usize] = Some("░".to_owned());
        }
    }
    for (text, cell) in written.iter_mut().zip(board.cells()) {
        if *cell == Cell::Any {
            *text = Some("?".to_owned());
        }
    }
    for &piece in pieces.placements() {
        for part in parts(&cells(puzzle, piece)) {
            if let Some(cell) = size.cell(part[0].0.into(), part[0].1.into()) {
                written[cell as usize] = Some(fitting_name(names, piece, pitch(size) - 1));
            }
        }
    }
    written
}

/// Returns the name of a piece in at most `room` characters. If there is room for one only, it is
/// the name of its kind; other names are truncated.
fn fitting_name(names: &PieceNames, piece: Placement, room: usize) -> String {
    let name = drawn_name(names, piece);
    if name.chars().count() <= room {
        return name;
    }
    match room {
        1 => names.puzzle().kind(piece).name().to_string(),
        _ => name.chars().take(room - 1).chain(['…']).collect(),
    }
}

/// Puts titled drawings side by side, as many as fit into `width` columns, the others below.
pub fn side_by_side(drawings: &[(String, String)], width: usize) -> String {
    const GAP: usize = 3;
    let mut rows: Vec<Vec<(usize, Vec<&str>)>> = Vec::new();
    let mut taken = width;
    for (title, drawing) in drawings {
        let lines = Vec::from_iter([&title[..]].into_iter().chain(drawing.lines()));
        let wide = lines.iter().copied().map(columns).max().unwrap_or(0) + GAP;
        taken += wide;
        if taken > width + GAP || rows.is_empty() {
            rows.push(Vec::new());
            taken = wide;
        }
        rows.last_mut().expect("a row was begun").push((wide, lines));
    }
    let mut text = String::new();
    for row in &rows {
        let height = row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
        for y in 0..height {
            let mut line = String::new();
            for (wide, lines) in row {
                let part = lines.get(y).copied().unwrap_or_default();
                line += part;
                line.extend(iter::repeat_n(' ', wide - columns(part)));
            }
            text += line.trim_end();
            text.push('\n');
        }
    }
    text
}

/// Returns the columns that a line occupies on the screen.
fn columns(line: &str) -> usize {
    strip_str(line).map(|part| part.chars().count()).sum()
}
