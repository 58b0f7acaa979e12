//! `sliding tiles`: tile puzzles without a file, and their databases.

mod build;
pub mod korf;
mod solve;
mod watch;

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use sliding::puzzle::Size;
use sliding::solve::{Status, Stopped};
use sliding::tiles::deepening::Ending;
use sliding::tiles::{notation, pdb::Cache};

use super::Verdict;
use super::options::Pace;
use super::progress::interrupt;

const EXAMPLES: &str = "\
Exit codes: 0 solved, 1 proven unsolvable, 2 bad input or usage, 3 stopped by a
limit; of several boards, the worst: 2, then 3, then 1.

Examples:
  sliding tiles solve d68cfe0ab7459132
  sliding tiles solve --goal first '8 2 0/4 6 1/3 7 5' --moves blank
  sliding tiles solve --batch boards.txt --format csv > solved.csv
  sliding tiles build";

/// Solve tile puzzles without a file, and build databases for them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Arguments),
    Build(build::Arguments),
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    match &arguments.command {
        Command::Solve(arguments) => solve::run(arguments, out),
        Command::Build(arguments) => build::run(arguments, out),
    }
}

/// Which boards are meant, and how a search for them goes.
#[derive(Args)]
struct Boards {
    /// Rows and columns, as in 3x5, for boards that do not tell
    #[arg(long, value_name = "RxC", value_parser = size)]
    size: Option<Size>,
    /// The goal: last or first, where the blank is; or a board
    #[arg(long, value_name = "GOAL", default_value = "last")]
    goal: String,
    /// Folder of databases [default: the system's]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    pace: Pace,
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
    fn cache(&self) -> Option<Cache> {
        databases(self.cache.as_deref()).map(|folder| Cache::new(&folder))
    }

    /// Whether the goal is one, whatever board it is for.
    fn check_goal(&self) -> Result<(), String> {
        match self.goal.as_str() {
            "last" | "first" => Ok(()),
            text => match notation::board(text, self.size) {
                // Its size is that of the board.
                Ok(_) | Err(notation::Error::NoSquare(_)) => Ok(()),
                Err(error) => Err(format!("goal: {error}")),
            },
        }
    }

    /// The goal of a board of this size.
    fn goal(&self, size: Size) -> Result<Vec<u32>, String> {
        match self.goal.as_str() {
            "last" => Ok(notation::blank_last(size)),
            "first" => Ok(notation::blank_first(size)),
            text => match notation::board(text, Some(size)) {
                Ok((other, goal)) if other == size => Ok(goal),
                Ok(_) => Err(notation::Error::Unlike.to_string()),
                Err(error) => Err(format!("goal: {error}")),
            },
        }
    }
}

/// The folder of databases that was named, else the one that the system has for such; `None` where
/// it has none.
pub fn databases(folder: Option<&Path>) -> Option<PathBuf> {
    folder.map(Path::to_owned).or_else(|| Some(caches()?.join("tiles")))
}

/// The folder that the system has for what this program may keep; `None` where it has none.
fn caches() -> Option<PathBuf> {
    let named = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || env::home_dir().filter(|path| path.is_absolute());
    if cfg!(windows) {
        return Some(named("LOCALAPPDATA")?.join("sliding").join("cache"));
    }
    let all = match cfg!(target_os = "macos") {
        true => home()?.join("Library/Caches"),
        // What the XDG Base Directory Specification says.
        false => named("XDG_CACHE_HOME").or_else(|| Some(home()?.join(".cache")))?,
    };
    Some(all.join("sliding"))
}

/// How a search ended, for all reports.
fn status(ending: &Ending, max_moves: Option<u64>) -> Status {
    match ending {
        Ending::Solved(_) | Ending::Constructed(_) => Status::Solved,
        Ending::Unsolvable => Status::Unsolvable,
        Ending::Exceeded => Status::Stopped(Stopped::Moves(max_moves.unwrap_or(u64::MAX))),
        Ending::Stopped if interrupt().is_set() => Status::Stopped(Stopped::Cancelled),
        Ending::Stopped => Status::Stopped(Stopped::Time),
    }
}
