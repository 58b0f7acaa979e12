//! The boards that `sliding tiles` is about: where they come from, and what their goal is.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use sliding::puzzle::Size;
use sliding::report::tiles::short;
use sliding::tiles::pdb::Cache;
use sliding::tiles::{Tiles, notation};

use super::databases;
use crate::cli::complain;
use crate::cli::options::Pace;

/// Which boards are meant, and how a search for them goes.
#[derive(Args)]
pub struct Boards {
    /// Rows and columns, as in 3x5, for boards that do not tell
    #[arg(long, value_name = "RxC", value_parser = size)]
    pub size: Option<Size>,
    /// The goal: last or first, where the blank is; or a board [default: last]
    #[arg(long, value_name = "GOAL")]
    pub goal: Option<String>,
    /// Folder of databases [default: the system's]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    pub pace: Pace,
}

/// A board as it was written.
pub struct Written {
    /// Its place in a file, before a message; empty on the command line.
    pub place: String,
    pub text: String,
}

impl Written {
    /// A board of the command line.
    pub fn argument(text: &str) -> Written {
        Written { place: String::new(), text: text.to_owned() }
    }
}

/// Reads a size.
fn size(text: &str) -> Result<Size, String> {
    let sides = text.split_once('x').map(|(rows, cols)| (rows.trim().parse(), cols.trim().parse()));
    match sides {
        Some((Ok(rows @ 2..=1000), Ok(cols @ 2..=1000))) => Ok(Size { rows, cols }),
        _ => Err("expected rows and columns, at least 2, as in 3x5".into()),
    }
}

impl Boards {
    pub fn cache(&self) -> Option<Cache> {
        databases(self.cache.as_deref()).map(|folder| Cache::new(&folder))
    }

    /// Whether the goal is one, whatever board it is for.
    pub fn check_goal(&self) -> Result<(), String> {
        match self.goal.as_deref() {
            None | Some("last" | "first") => Ok(()),
            Some(text) => match notation::board(text, self.size) {
                // Its size is that of the board.
                Ok(_) | Err(notation::Error::NoSquare(_)) => Ok(()),
                Err(error) => Err(format!("goal: {error}")),
            },
        }
    }

    /// The goal of a board of this size.
    pub fn goal(&self, size: Size) -> Result<Vec<u32>, String> {
        match self.goal.as_deref() {
            None | Some("last") => Ok(notation::blank_last(size)),
            Some("first") => Ok(notation::blank_first(size)),
            Some(text) => match notation::board(text, Some(size)) {
                Ok((other, goal)) if other == size => Ok(goal),
                Ok(_) => Err(notation::Error::Unlike.to_string()),
                Err(error) => Err(format!("goal: {error}")),
            },
        }
    }

    /// The size that was told, or that the goal has.
    pub fn told_size(&self) -> Option<Size> {
        let goal = || notation::board(self.goal.as_deref()?, None).ok();
        self.size.or_else(|| Some(goal()?.0))
    }

    /// Reads a board, a line of Korf's list or a scramble.
    fn read(&self, text: &str) -> Result<Tiles, String> {
        if notation::is_scramble(text) {
            let size = self.told_size().ok_or("a scramble needs a size, as in --size 4x4")?;
            let goal = self.goal(size)?;
            let start =
                notation::scrambled(text, size, &goal).map_err(|error| error.to_string())?;
            return Ok(Tiles { size, start, goal });
        }
        let korf = notation::instance(text, self.size);
        let board = notation::board(korf.unwrap_or(text), self.size);
        let (size, start) = board.map_err(|error| error.to_string())?;
        let goal = match korf {
            Some(_) if self.goal.is_none() => notation::blank_first(size),
            _ => self.goal(size)?,
        };
        Ok(Tiles { size, start, goal })
    }

    /// Reads all boards; `None` after telling what is wrong with any. All are read before anything is
    /// done with one: so no answer is missing among those that are given.
    pub fn read_all(&self, texts: &[Written]) -> Option<Vec<Tiles>> {
        if let Err(message) = self.check_goal() {
            complain(&message);
            return None;
        }
        let mut boards = Vec::new();
        for Written { place, text } in texts {
            match self.read(text) {
                Ok(tiles) => boards.push(tiles),
                Err(message) => complain(&format!("{place}{}: {message}", short(text))),
            }
        }
        (boards.len() == texts.len()).then_some(boards)
    }

    /// The boards of a file, `-` for standard input; `None` after telling why there are none.
    pub fn of_file(&self, file: &Path) -> Option<Vec<Written>> {
        let (name, text) = match content(file) {
            Ok(read) => read,
            Err(error) => {
                complain(&format!("{}: {error}", file.display()));
                return None;
            }
        };
        // Some programs mark a text as UTF-8.
        let boards = self.written(&name, text.strip_prefix('\u{feff}').unwrap_or(&text));
        if boards.is_empty() {
            complain(&format!("{}: expected boards, one in each line", file.display()));
            return None;
        }
        Some(boards)
    }

    /// The boards of a text: one in each line, or over several lines with an empty one between two.
    /// Lines that begin with `#` are left out.
    fn written(&self, name: &str, text: &str) -> Vec<Written> {
        let lines: Vec<(usize, &str)> = text
            .lines()
            .map(str::trim)
            .enumerate()
            .filter(|(_, line)| !line.starts_with('#'))
            .collect();
        let blocks = lines.split(|(_, line)| line.is_empty());
        let written =
            |line: usize, text: String| Written { place: format!("{name}:{}: ", line + 1), text };
        let mut all = Vec::new();
        for block in blocks.filter(|block| !block.is_empty()) {
            match self.joined(block) {
                Some(board) => all.push(written(block[0].0, board)),
                None => all.extend(block.iter().map(|&(i, line)| written(i, line.to_owned()))),
            }
        }
        all
    }

    /// Lines as one board, if that is what they are: together they are one, or each is a row at best.
    fn joined(&self, lines: &[(usize, &str)]) -> Option<String> {
        let have_rows = lines.iter().any(|(_, line)| line.contains(['/', '[']));
        let between = if self.size.is_some() || have_rows { " " } else { "/" };
        let words: Vec<&str> = lines.iter().map(|&(_, line)| line).collect();
        let text = words.join(between);
        let is_whole = notation::board(&text, self.size).is_ok()
            || !have_rows && !lines.iter().any(|(_, line)| self.read(line).is_ok());
        (lines.len() > 1 && is_whole).then_some(text)
    }
}

/// The name and the text of a file.
fn content(file: &Path) -> io::Result<(String, String)> {
    if file.to_str() == Some("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        return Ok(("standard input".into(), text));
    }
    Ok((file.display().to_string(), fs::read_to_string(file)?))
}
