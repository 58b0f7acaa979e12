//! `sliding tiles build`: builds pattern databases and keeps them.

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;
use sliding::puzzle::Size;
use sliding::report::words;
use sliding::solve::Advice;
use sliding::tiles::Tiles;
use sliding::tiles::bridge::Bridge;
use sliding::tiles::choice::Observer;
use sliding::tiles::deepening::Watch as _;
use sliding::tiles::optimal::{Family, Solver, patterns};

use super::boards::Boards;
use crate::cli::progress::Watch;
use crate::cli::{Verdict, complain};

/// Build the pattern databases of a board and keep them
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    boards: Boards,
    /// Only small databases
    #[arg(long)]
    small: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let boards = &arguments.boards;
    let size = boards.told_size().unwrap_or(Size { rows: 4, cols: 4 });
    let family = if arguments.small { Family::Small } else { Family::Large };
    let (goal, cache) = match (boards.goal(size), boards.cache()) {
        (Ok(goal), Some(cache)) => (goal, cache),
        (Err(message), _) => {
            complain(&message);
            return Ok(Verdict::BadInput);
        }
        (_, None) => {
            complain("this system has no folder for caches; try --cache DIR");
            return Ok(Verdict::BadInput);
        }
    };
    let blank = Tiles::blank(&goal);
    let begun = Instant::now();
    let mut watch = Watch::new(boards.pace.progress, false);
    let budget = boards.pace.budget();
    let mut bridge = Bridge::new(&budget, &mut watch);
    let threads = budget.threads;
    let built = Solver::new(size, blank, family, Some(&cache), threads, &mut |building| {
        bridge.building(&building);
        !bridge.is_over()
    });
    let is_lost = watch.has_advised(|advice| matches!(advice, Advice::NotKept(_)));
    drop(watch);
    match built {
        Err(error) => {
            complain(&error.to_string());
            Ok(Verdict::BadInput)
        }
        Ok(None) => {
            complain("stopped before the databases were built");
            Ok(Verdict::Stopped)
        }
        // The reason has been told.
        Ok(Some(_)) if is_lost => Ok(Verdict::Unwritten),
        Ok(Some(_)) => {
            for pattern in patterns(size, blank, family) {
                writeln!(out, "{}", words::plain(&cache.file(&pattern).display().to_string()))?;
            }
            writeln!(out, "{}", words::duration(begun.elapsed()))?;
            Ok(Verdict::Fine)
        }
    }
}
