//! `sliding tiles build`: builds pattern databases, for steps or slides, and stores them.

use sliding::solve::Advice;
use sliding::tiles::pdb::PatternError;
use sliding::tiles::{DatabaseFamily, Databases, Metric, Run, Tiles, patterns};

use super::TOO_LARGE_FOR_SLIDES;
use super::boards::{BoardOptions, SearchOptions};
use crate::*;

/// Build the pattern databases of a board and keep them
#[derive(Args)]
#[command(mut_arg("time_limit", options::whole_limit))]
pub struct Arguments {
    #[command(flatten)]
    boards: BoardOptions,
    #[command(flatten)]
    search: SearchOptions,
    /// Build small databases only
    #[arg(long)]
    small: bool,
    /// What is one move: step, of one tile; step+, of several tiles in a row or column
    #[arg(short, long, value_name = "STYLE", default_value = "step")]
    style: Style,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let out = &mut console.out;
    let (boards, search) = (&arguments.boards, &arguments.search);
    let size = boards.given_size().unwrap_or(Size { rows: 4, cols: 4 });
    let family = if arguments.small { DatabaseFamily::Small } else { DatabaseFamily::Large };
    let goal = boards.goal(size)?;
    let cache = search
        .cache()
        .ok_or_else(|| Failure::input("this system has no folder for caches; try --cache DIR"))?;
    let blank = Tiles::blank(&goal);
    let begun = Instant::now();
    let mut watch = ProgressObserver::new(console.globals);
    let budget = search.limits.budget();
    let metric = arguments.style.into();
    let run = &mut Run { budget: &budget, observer: &mut watch };
    let built = Databases::open(metric, size, blank, family, Some(&cache), run);
    let is_lost = watch.has_advised(|advice| matches!(advice, Advice::NotKept(_)));
    drop(watch);
    let built = built.and_then(|_| patterns(metric, size, blank, family));
    let patterns = built.map_err(|error| match (&error, metric) {
        (PatternError::Stopped(_), _) => Failure::Message(error.to_string(), Verdict::Stopped),
        (PatternError::Board(size), Metric::Slides) if size.cells() > 25 => {
            Failure::input(TOO_LARGE_FOR_SLIDES)
        }
        _ => Failure::input(error),
    })?;
    if is_lost {
        return Err(Failure::Reported(Verdict::Unwritten));
    }
    for pattern in patterns {
        writeln!(out, "{}", plain(&cache.file(&pattern).display().to_string()))?;
    }
    writeln!(out, "{}", words::duration(begun.elapsed()))?;
    Ok(Verdict::Fine)
}
