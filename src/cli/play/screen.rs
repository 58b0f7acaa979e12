//! The terminal of a game: its modes, and a screen of characters that is redrawn as a whole.

use std::io::{self, Write};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::style::{ContentStyle, PrintStyledContent, StyledContent};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{execute, queue};
use unicode_width::UnicodeWidthChar;

/// The terminal in raw mode with its alternate screen. Dropping this restores it.
pub struct Terminal(());

impl Terminal {
    pub fn open() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        let terminal = Terminal(());
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)?;
        Ok(terminal)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // An error cannot be reported any more.
        let _ = execute!(io::stdout(), Show, DisableMouseCapture, LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

/// Characters with their styles, by rows.
pub struct Screen {
    width: u16,
    height: u16,
    /// The right half of a wide character is `None`.
    cells: Vec<(Option<char>, ContentStyle)>,
}

impl Screen {
    /// Creates an empty screen as large as the terminal.
    pub fn of_terminal() -> io::Result<Self> {
        let (width, height) = terminal::size()?;
        let blank = (Some(' '), ContentStyle::new());
        Ok(Screen { width, height, cells: vec![blank; usize::from(width) * usize::from(height)] })
    }

    /// Returns its columns and rows.
    pub fn size(&self) -> (u16, u16) {
        (self.width, self.height)
    }

    fn cell(&mut self, x: u16, y: u16) -> Option<&mut (Option<char>, ContentStyle)> {
        let is_inside = x < self.width && y < self.height;
        let at = usize::from(y) * usize::from(self.width) + usize::from(x);
        is_inside.then(|| &mut self.cells[at])
    }

    /// Writes a line, as far as it fits, and returns the column after it.
    pub fn text(&mut self, mut x: u16, y: u16, text: &str, content_style: ContentStyle) -> u16 {
        for char in text.chars() {
            let width = char.width().unwrap_or(0) as u16;
            if width == 0 || x + width > self.width {
                continue;
            }
            for column in x..x + width {
                if let Some(cell) = self.cell(column, y) {
                    *cell = ((column == x).then_some(char), content_style);
                }
            }
            x += width;
        }
        x
    }

    /// Writes words into a box of some columns and rows, as many as fit.
    pub fn paragraph(
        &mut self,
        (x, y): (u16, u16),
        (width, height): (u16, u16),
        text: &str,
        content_style: ContentStyle,
    ) {
        let (mut column, mut row) = (0, 0);
        for word in text.split_whitespace() {
            let length = word.chars().filter_map(char::width).sum::<usize>() as u16;
            if column > 0 && column + length > width {
                (column, row) = (0, row + 1);
            }
            if row == height {
                return;
            }
            column = self.text(x + column, y + row, word, content_style) - x;
            column = self.text(x + column, y + row, " ", content_style) - x;
        }
    }

    /// Changes the style of a character.
    pub fn restyle(&mut self, x: u16, y: u16, content_style: ContentStyle) {
        if let Some(cell) = self.cell(x, y) {
            cell.1 = content_style;
        }
    }

    /// Shows the whole screen in the terminal.
    pub fn show(&self, out: &mut impl Write) -> io::Result<()> {
        queue!(out, BeginSynchronizedUpdate)?;
        for (y, row) in self.cells.chunks(usize::from(self.width).max(1)).enumerate() {
            queue!(out, MoveTo(0, y as u16), Clear(ClearType::UntilNewLine))?;
            for run in row.chunk_by(|one, next| one.1 == next.1) {
                let text: String = run.iter().filter_map(|(char, _)| *char).collect();
                queue!(out, PrintStyledContent(StyledContent::new(run[0].1, text)))?;
            }
        }
        queue!(out, EndSynchronizedUpdate)?;
        out.flush()
    }
}
