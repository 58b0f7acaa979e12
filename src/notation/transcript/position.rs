//! A position as text: shorthand, a board of names, or a drawing.

use super::line::{Line, SHADES, Symbol};
use super::own::{self, NamedPosition};
use super::{TranscriptError, kind_named, names};
use crate::puzzle::{Configuration, Placement, Puzzle, Violation};

/// Reads a position in any of the three forms.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Configuration, TranscriptError> {
    read_named(puzzle, text).map(|(configuration, _)| configuration)
}

/// As [`read`], with the names of the pieces in the order of the board, if the text uses those of
/// the puzzle's text. Shorthand is read with names of kinds if possible.
pub fn read_named(puzzle: &Puzzle, text: &str) -> Result<NamedPosition, TranscriptError> {
    let lines: Vec<Line> = (1..).zip(text.lines()).map(|(at, line)| Line::new(at, line)).collect();
    let lines: Vec<Line> = lines.into_iter().filter(|line| !line.symbols.is_empty()).collect();
    let kinds = || read_kinds(puzzle, &lines).map(|read| (read, Vec::new()));
    if lines.is_empty() || !own::is_possible(puzzle) {
        return kinds();
    }
    let own = || own::read(puzzle, &lines);
    if is_shorthand(&lines) {
        kinds().or_else(|error| own().map_err(|_| error))
    } else {
        own().or_else(|error| kinds().map_err(|_| error))
    }
}

/// Reads a position in which each piece has the name of its kind.
fn read_kinds(puzzle: &Puzzle, lines: &[Line]) -> Result<Configuration, TranscriptError> {
    let mut tray = BoardFiller::new(puzzle);
    match lines {
        [] => return Err(Symbol { line: 1, column: 1, what: None }.unexpected("a configuration")),
        [first, ..] if first.begins_drawing() => tray.drawing(lines)?,
        [one] if is_shorthand(lines) => tray.shorthand(one)?,
        _ => tray.board(lines)?,
    }
    tray.configuration(lines[0].number)
}

fn is_shorthand(lines: &[Line]) -> bool {
    matches!(lines, [one] if !one.symbols.iter().any(|symbol| symbol.is_one_of(&['/'])))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellContent {
    Free,
    Wall,
    Piece(char),
}

/// A board that is being filled.
struct BoardFiller<'a> {
    puzzle: &'a Puzzle,
    cells: Vec<CellContent>,
    placements: Vec<Placement>,
}

impl<'a> BoardFiller<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let mut cells = vec![CellContent::Free; puzzle.size().cells()];
        for &cell in puzzle.blocked() {
            cells[cell as usize] = CellContent::Wall;
        }
        BoardFiller { puzzle, cells, placements: Vec::new() }
    }

    /// Reads a symbol for each cell that no earlier piece covers; those at the end may be omitted.
    fn shorthand(&mut self, line: &Line) -> Result<(), TranscriptError> {
        let mut symbols = line.symbols.iter();
        for cell in 0..self.cells.len() {
            if matches!(self.cells[cell], CellContent::Piece(_)) {
                continue;
            }
            match symbols.next() {
                Some(&symbol) => self.put(cell, symbol)?,
                None if self.cells[cell] == CellContent::Free => {}
                None => return Err(line.end().unexpected("`x`, as the next cell is blocked")),
            }
        }
        match symbols.next() {
            Some(more) => Err(more.unexpected("nothing more, as the board is full")),
            None => Ok(()),
        }
    }

    /// Reads a symbol for each cell, in rows separated by `/` or line ends.
    fn board(&mut self, lines: &[Line]) -> Result<(), TranscriptError> {
        let mut rows = Vec::new();
        for line in lines {
            let mut parts: Vec<_> = line.symbols.split(|s| s.is_one_of(&['/'])).collect();
            // One at the end of a line adds nothing to the line end.
            if parts.len() > 1 && parts.last().is_some_and(|part| part.is_empty()) {
                parts.pop();
            }
            let mut end = 0;
            for part in parts {
                end += part.len() + 1;
                let column = line.symbols.first().map_or(0, |first| first.column) + end - 1;
                rows.push((part, Symbol { line: line.number, column, what: None }));
            }
        }
        self.are_all_rows(rows.len(), lines)?;
        let cols = self.puzzle.size().cols as usize;
        for (row, (symbols, end)) in rows.into_iter().enumerate() {
            if symbols.len() != cols {
                let at = symbols.get(cols).copied().unwrap_or(end);
                return Err(
                    at.error_at(format!("{cols} cells in a row"), symbols.len().to_string())
                );
            }
            for (col, &symbol) in symbols.iter().enumerate() {
                self.read_cell(row * cols + col, symbol)?;
            }
        }
        Ok(())
    }

    fn are_all_rows(&self, found: usize, lines: &[Line]) -> Result<(), TranscriptError> {
        let rows = self.puzzle.size().rows as usize;
        match lines.last() {
            Some(last) if found != rows => {
                Err(last.end().error_at(format!("{rows} rows"), found.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// Reads the name in a cell that a piece covers.
    fn read_cell(&mut self, cell: usize, symbol: Symbol) -> Result<(), TranscriptError> {
        match self.cells[cell] {
            CellContent::Piece(name) if symbol.what == Some(name) => Ok(()),
            CellContent::Piece(name) => {
                Err(symbol.unexpected(format!("`{name}`, as a piece covers the cell")))
            }
            _ if symbol.what == Some('.') => self.put(cell, Symbol { what: Some('0'), ..symbol }),
            _ if symbol.what == Some('#') => self.put(cell, Symbol { what: Some('x'), ..symbol }),
            _ => self.put(cell, symbol),
        }
    }

    /// Reads outlines, with a name in the first cell of each part of a piece. The lines are
    /// redundant, given the shapes of the pieces.
    fn drawing(&mut self, lines: &[Line]) -> Result<(), TranscriptError> {
        let size = self.puzzle.size();
        let (width, cols) = (lines[0].symbols.len(), size.cols as usize);
        let height = 2 * size.rows as usize + 1;
        if let (Some(last), true) = (lines.last(), lines.len() != height) {
            return Err(last.end().error_at(format!("{height} lines"), lines.len().to_string()));
        }
        let pitch = [4, 2].into_iter().find(|pitch| pitch * cols + 1 == width);
        let Some(pitch) = pitch else {
            return Err(lines[0]
                .end()
                .error_at(format!("a drawing of {cols} columns"), "another width"));
        };
        for cell in 0..self.cells.len() {
            let (row, col) = (cell / cols, cell % cols);
            let line = &lines[2 * row + 1];
            let symbol = line.symbols.get(pitch * col + pitch / 2).copied();
            self.read_drawn_cell(cell, symbol.unwrap_or(line.end()))?;
        }
        Ok(())
    }

    fn read_drawn_cell(&mut self, cell: usize, symbol: Symbol) -> Result<(), TranscriptError> {
        let meant = match symbol.what {
            // Light shade, or `:` without Unicode, is an empty cell with a gate.
            Some(' ' | '░' | ':') => Some('0'),
            Some(_) if symbol.is_one_of(&SHADES) => Some('x'),
            other => other,
        };
        match (self.cells[cell], meant) {
            (CellContent::Piece(_), Some('0')) => Ok(()),
            (CellContent::Piece(name), Some(other)) if name == other => Ok(()),
            (CellContent::Piece(name), _) => Err(symbol.unexpected(format!("a cell of `{name}`"))),
            _ => self.put(cell, Symbol { what: meant, ..symbol }),
        }
    }

    /// Applies the symbol of a cell that no piece covers.
    fn put(&mut self, cell: usize, symbol: Symbol) -> Result<(), TranscriptError> {
        match (self.cells[cell], symbol.what) {
            (CellContent::Wall, Some('x')) | (CellContent::Free, Some('0')) => Ok(()),
            (CellContent::Wall, _) => Err(symbol.unexpected("`x`, as the cell is blocked")),
            (_, Some('x')) => Err(symbol.unexpected("`0` or a kind, as the cell is not blocked")),
            (_, name) => match name.and_then(|name| kind_named(self.puzzle, name)) {
                Some(kind) => self.place_piece(Placement { cell: cell as u32, kind }, symbol),
                None => {
                    let names = names(self.puzzle);
                    Err(symbol.unexpected(format!("`0` or one of the kinds {names}")))
                }
            },
        }
    }

    fn place_piece(&mut self, piece: Placement, symbol: Symbol) -> Result<(), TranscriptError> {
        let kind = self.puzzle.kind(piece);
        for cell in kind.covers(piece.cell, self.puzzle.size()) {
            let content = cell.map(|cell| &mut self.cells[cell as usize]);
            let obstacle = match content {
                Some(content @ CellContent::Free) => {
                    *content = CellContent::Piece(kind.name());
                    continue;
                }
                Some(CellContent::Wall) => "a blocked cell",
                Some(CellContent::Piece(_)) => "another piece",
                None => "the edge of the board",
            };
            return Err(
                symbol.error_at(format!("room for a piece of kind `{}`", kind.name()), obstacle)
            );
        }
        self.placements.push(piece);
        Ok(())
    }

    /// Returns the position, if its pieces are those of the puzzle.
    fn configuration(self, line: usize) -> Result<Configuration, TranscriptError> {
        self.puzzle.configuration(self.placements).map_err(|faults| {
            let start = Symbol { line, column: 1, what: None };
            match faults.all().first().map(|fault| &fault.violation) {
                Some(Violation::OtherPieces { name, start: wanted, here }) => {
                    start.error_at(format!("pieces of kind `{name}`: {wanted}"), here.to_string())
                }
                _ => start.error_at("a configuration", faults.to_string()),
            }
        })
    }
}
