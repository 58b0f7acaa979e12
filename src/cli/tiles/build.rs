//! `sliding tiles build`: builds pattern databases and keeps them.

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;
use sliding::puzzle::Size;
use sliding::report::text;
use sliding::tiles::choice::Observer;
use sliding::tiles::deepening::Watch;
use sliding::tiles::optimal::{Family, Solver, patterns};
use sliding::tiles::{Tiles, notation};

use super::Ground;
use super::watch::Progress;
use crate::cli::{Verdict, complain};

/// Build the pattern databases of a board and keep them
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    ground: Ground,
    /// Only small databases
    #[arg(long)]
    small: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let ground = &arguments.ground;
    // A goal that is written out tells the size of the board.
    let told = || notation::board(&ground.goal, None).ok().map(|(size, _)| size);
    let size = ground.size.or_else(told).unwrap_or(Size { rows: 4, cols: 4 });
    let family = if arguments.small { Family::Small } else { Family::Large };
    let (goal, cache) = match (ground.goal(size), ground.cache()) {
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
    let mut progress = Progress::new(ground.pace, false);
    let threads = ground.pace.threads;
    let built = Solver::new(size, blank, family, Some(&cache), threads, &mut |building| {
        progress.building(&building);
        !progress.is_over()
    });
    let is_lost = progress.is_lost();
    drop(progress);
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
                writeln!(out, "{}", text::plain(&cache.file(&pattern).display().to_string()))?;
            }
            writeln!(out, "{}", text::duration(begun.elapsed()))?;
            Ok(Verdict::Fine)
        }
    }
}
