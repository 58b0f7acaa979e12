//! The boards of `sliding tiles`: their sources, and their goal.

use std::path::{Path, PathBuf};

use clap::Args;
use sliding::files::database_folder;
use sliding::notation::{Item, MAX_PROBLEMS, Notation, ParseError, ReadOptions, tile_boards};
use sliding::puzzle::Size;
use sliding::report::tiles::short;
use sliding::tiles::pdb::Cache;
use sliding::tiles::{RandomBoards, Tiles, notation};

use crate::failure::Failure;
use crate::input::{SourceText, in_a_line};
use crate::options::Limits;
use crate::reading::is_goal_name;
use crate::{Verdict, complain};

// How boards are read, and their goal.
#[derive(Args)]
pub struct BoardOptions {
    /// Rows x columns, e.g. 3x5, where the board does not say
    #[arg(long, value_name = "RxC", value_parser = size)]
    pub size: Option<Size>,
    /// The goal: ordered, gap-first, spiral, reverse, or a board [default: ordered]
    #[arg(long, value_name = "GOAL")]
    pub goal: Option<String>,
    /// How the blank is written, if not as 0, x, _ or .: e.g. 16 or *
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    gap: Option<String>,
}

// Options of their searches.
#[derive(Args)]
pub struct SearchOptions {
    /// Folder for pattern databases [default: the system's cache folder]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    pub limits: Limits,
}

impl SearchOptions {
    pub fn cache(&self) -> Option<Cache> {
        database_folder(self.cache.as_deref()).map(|folder| Cache::new(&folder))
    }
}

// Sources of boards.
#[derive(Args)]
pub struct BoardSources {
    /// Boards: hex digits, or numbers by rows (`8 2 0/4 6 1/3 7 5`), with 0, x, _ or . for the
    /// blank; or scrambles of the goal, e.g. R2D2LU; or a file, as with --batch
    #[arg(required_unless_present_any = ["batch", "random"], value_name = "BOARD")]
    #[arg(conflicts_with_all = ["batch", "random"])]
    boards: Vec<String>,
    /// Read boards from a file: one per line, or separated by empty lines; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    batch: Option<PathBuf>,
    /// N random solvable boards of the given --size
    #[arg(long, value_name = "N")]
    random: Option<usize>,
    /// Random seed
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
}

/// A board as it was written.
pub struct BoardText {
    /// Its place in a file, as the prefix of a message; empty on the command line.
    place: String,
    pub text: String,
    /// The board, or what is wrong with it.
    board: Result<Tiles, String>,
}

impl BoardText {
    /// Wraps a board that was not written as text.
    fn known(tiles: Tiles) -> BoardText {
        let text = notation::rows(tiles.size(), tiles.start());
        BoardText { place: String::new(), text, board: Ok(tiles) }
    }
}

/// Reads a size.
fn size(text: &str) -> Result<Size, String> {
    let sides = text.split_once('x').map(|(rows, cols)| (rows.trim().parse(), cols.trim().parse()));
    match sides {
        Some((Ok(rows @ 1..=1000), Ok(cols @ 1..=1000))) if rows.max(cols) > 1 => {
            Ok(Size { rows, cols })
        }
        _ => Err("expected rows and columns, as in 3x5".into()),
    }
}

impl BoardOptions {
    /// Checks that the goal is valid for some board.
    fn check_goal(&self) -> Result<(), String> {
        match self.goal.as_deref() {
            None => Ok(()),
            Some(name) if is_goal_name(name) => Ok(()),
            Some(text) => match notation::board(text, self.size) {
                // Its size is that of the board.
                Ok(_) | Err(notation::TileTextError::NoSquare(_)) => Ok(()),
                Err(error) => Err(format!("goal: {error}")),
            },
        }
    }

    /// Returns the options for reading a text.
    fn options(&self) -> ReadOptions {
        let mut options = ReadOptions::default();
        (options.goal, options.gap) = (self.goal.clone(), self.gap.clone());
        options
    }

    /// Reports what is wrong with drawn boards, if anything is a question.
    fn is_question(&self, drawn: &[(usize, Result<Tiles, ParseError>)]) -> bool {
        let errors = || {
            let all = drawn.iter().filter_map(|(_, board)| board.as_ref().err());
            all.filter(|error| !error.questions().is_empty())
        };
        for error in errors().take(MAX_PROBLEMS) {
            error.problems().iter().for_each(|problem| complain(&problem.to_string()));
            for question in error.questions() {
                complain(&format!("`{}`: {}", question.options, question.text));
            }
        }
        errors().next().is_some()
    }

    /// Returns the goal of a board of this size.
    pub fn goal(&self, size: Size) -> Result<Vec<u32>, Failure> {
        let goal = |text: &str| notation::goal(text, size).map_err(Failure::input);
        self.goal.as_deref().map_or_else(|| Ok(notation::blank_last(size)), goal)
    }

    /// Returns the given size, or that of the goal.
    pub fn given_size(&self) -> Option<Size> {
        let goal = || notation::board(self.goal.as_deref()?, None).ok();
        self.size.or_else(|| Some(goal()?.0))
    }

    /// Returns all boards, as they were written and as parsed, and reports all errors. All are read
    /// before any is solved: so no answer is missing among those that are printed.
    pub fn read(&self, sources: &BoardSources) -> Result<(Vec<BoardText>, Vec<Tiles>), Failure> {
        let texts = match (&sources.batch, sources.random) {
            (Some(file), _) => self.of_file(file)?,
            (None, Some(count)) => self.random(count, sources.seed)?,
            (None, None) => {
                let texts = sources.boards.iter().map(|text| self.given_boards(text));
                texts.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect()
            }
        };
        self.check_goal().map_err(Failure::input)?;
        let (mut boards, mut bad) = (Vec::new(), 0);
        for BoardText { place, text, board } in &texts {
            match board {
                Ok(tiles) => boards.push(tiles.clone()),
                Err(message) => {
                    bad += 1;
                    if bad <= MAX_PROBLEMS {
                        complain(&format!("{place}{}: {message}", short(text)));
                    }
                }
            }
        }
        if bad > MAX_PROBLEMS {
            complain(&format!("{} more are no boards", bad - MAX_PROBLEMS));
        }
        if bad == 0 { Ok((texts, boards)) } else { Err(Failure::Reported(Verdict::BadInput)) }
    }

    /// Reads an argument on the command line: a board, or else a file of boards.
    fn given_boards(&self, text: &str) -> Result<Vec<BoardText>, Failure> {
        // No board has a point and then a letter, but most names of files do.
        let is_meant = |text: &str| {
            let ending = text.rsplit_once('.').map(|(_, ending)| ending);
            ending.is_some_and(|ending| ending.starts_with(|c: char| c.is_ascii_alphabetic()))
        };
        let is_file = || text == "-" || Path::new(text).is_file() || is_meant(text);
        if text.trim().is_empty() {
            return Err(Failure::input("a board is empty: expected one as in '1 2 3/4 5 6/7 0 8'"));
        }
        match notation::board(text, self.size) {
            Err(_) if is_file() => self.of_file(Path::new(text)),
            _ => Ok(vec![self.text(String::new(), text.to_owned())]),
        }
    }

    fn random(&self, count: usize, seed: u64) -> Result<Vec<BoardText>, Failure> {
        let size = self
            .given_size()
            .ok_or_else(|| Failure::input("random boards need a size, as in --size 4x4"))?;
        let goal = self.goal(size)?;
        let boards = RandomBoards::new(size, goal, seed).map_err(Failure::input)?;
        Ok(boards.take(count).map(BoardText::known).collect())
    }

    /// Reads a board, a line of Korf's list or a scramble.
    fn text(&self, place: String, text: String) -> BoardText {
        let board = notation::read(&text, self.size, self.goal.as_deref());
        let board = board.map_err(|error| match error {
            notation::TileTextError::NoSize => {
                "a scramble needs a size, as in --size 4x4".to_owned()
            }
            error => error.to_string(),
        });
        BoardText { place, text, board }
    }

    /// Returns the boards of a file, `-` for standard input.
    fn of_file(&self, file: &Path) -> Result<Vec<BoardText>, Failure> {
        let SourceText { name, content } = SourceText::read(file)?;
        // Some programs mark a text as UTF-8.
        let text = content.strip_prefix('\u{feff}').unwrap_or(&content);
        if let Some(notation) = puzzle_notation(text) {
            if self.goal.is_some() || self.size.is_some() {
                let why = "a puzzle file has a size and a goal of its own";
                return Err(Failure::input(format!("{name}: {why}")));
            }
            return puzzle_file(&name, text, notation);
        }
        let boards = self.written(&name, text);
        if boards.iter().any(|board| board.board.is_err()) {
            let drawn = tile_boards(text, &self.options(), self.size);
            if drawn.iter().all(|(_, board)| board.is_ok()) {
                let boards = drawn.into_iter().filter_map(|(_, board)| board.ok());
                return Ok(boards.map(BoardText::known).collect());
            }
            if self.is_question(&drawn) {
                return Err(Failure::Reported(Verdict::BadInput));
            }
        }
        if boards.is_empty() {
            return Err(Failure::input(format!("{name}: expected boards, one in each line")));
        }
        Ok(boards)
    }

    /// Returns the boards of a text: one per line, or over several lines separated by empty ones.
    /// Lines that begin with `#` are skipped.
    fn written(&self, name: &str, text: &str) -> Vec<BoardText> {
        let lines: Vec<(usize, &str)> = text
            .lines()
            .map(str::trim)
            .enumerate()
            .filter(|(_, line)| !line.starts_with('#'))
            .collect();
        let blocks = lines.split(|(_, line)| line.is_empty());
        let mut all = Vec::new();
        for block in blocks.filter(|block| !block.is_empty()) {
            let place = |line: usize| format!("{name}:{}: ", line + 1);
            let read = |&(line, text): &(usize, &str)| self.text(place(line), text.to_owned());
            let each: Vec<BoardText> = block.iter().map(read).collect();
            match self.joined(block, &each) {
                Some(board) => all.push(self.text(place(block[0].0), board)),
                None => all.extend(each),
            }
        }
        all
    }

    /// Joins lines into one board, if they are one: together they are a board, while each line is a
    /// row at best.
    fn joined(&self, lines: &[(usize, &str)], each: &[BoardText]) -> Option<String> {
        let have_rows = lines.iter().any(|(_, line)| line.contains(['/', '[']));
        let between = if self.size.is_some() || have_rows { " " } else { "/" };
        let words: Vec<&str> = lines.iter().map(|&(_, line)| line).collect();
        let text = words.join(between);
        let is_whole = notation::board(&text, self.size).is_ok()
            || !have_rows && each.iter().all(|line| line.board.is_err());
        (lines.len() > 1 && is_whole).then_some(text)
    }
}

/// Returns the notation of a text that is a puzzle file: it defines kinds, has a drawn goal, or is
/// a report.
fn puzzle_notation(text: &str) -> Option<&'static Notation> {
    let is_kind = |line: &str| line.get(1..).is_some_and(|rest| rest.starts_with(" = "));
    let notation = Notation::of_text(text)?;
    let is_meant = match notation.name {
        "json" => true,
        "sliding" => text.lines().any(is_kind),
        _ => false,
    };
    is_meant.then_some(notation)
}

/// Returns the tile puzzles of a puzzle file, and reports all errors.
fn puzzle_file(name: &str, text: &str, notation: &Notation) -> Result<Vec<BoardText>, Failure> {
    let mut boards = Vec::new();
    let mut is_sound = true;
    for Item { line, parsed, .. } in notation.items(text) {
        match parsed.map(|(puzzle, _)| Tiles::named(&puzzle)) {
            Ok(Some(tiles)) => boards.push(BoardText::known(tiles)),
            Ok(None) => {
                complain(&format!("{name}:{line}: expected a tile puzzle with one complete goal"));
                is_sound = false;
            }
            Err(error) => {
                error.problems().iter().for_each(|problem| complain(&in_a_line(name, problem)));
                is_sound = false;
            }
        }
    }
    if is_sound { Ok(boards) } else { Err(Failure::Reported(Verdict::BadInput)) }
}
