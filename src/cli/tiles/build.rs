//! `sliding tiles build`: builds pattern databases, for steps or slides, and stores them.

use sliding::tiles::pdb::{Cache, PatternError};
use sliding::tiles::{DatabaseFamily, Databases, Run, Tiles, patterns};

use super::GoalOptions;
use crate::progress::are_databases_lost;
use crate::*;

/// Build the pattern databases of a board and keep them
#[derive(Args)]
#[command(mut_arg("time_limit", options::whole_limit))]
pub struct Arguments {
    #[command(flatten)]
    ground: GoalOptions,
    /// Folder for pattern databases [default: the system's cache folder]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    /// Build small databases only
    #[arg(long)]
    small: bool,
    /// What is one move: step, of one tile; step+, of several tiles in a row or column
    #[arg(short, long, value_name = "STYLE", default_value = "step")]
    style: Style,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let Arguments { ground, small, style, .. } = arguments;
    let family = if *small { DatabaseFamily::Small } else { DatabaseFamily::Large };
    let folder = database_folder(arguments.cache.as_deref())
        .ok_or_else(|| Failure::input("this system has no folder for caches; try --cache DIR"))?;
    let (size, goal) = ground.goal()?;
    let (cache, blank) = (Cache::new(&folder), Tiles::blank(&goal));
    let begun = Instant::now();
    let mut watch = ProgressObserver::new(console.globals);
    let budget = arguments.limits.budget();
    let metric = (*style).into();
    let run = &mut Run { budget: &budget, observer: &mut watch };
    let built = Databases::open(metric, size, blank, family, Some(&cache), run);
    drop(watch);
    let built = built.and_then(|_| patterns(metric, size, blank, family));
    let patterns = built.map_err(|error| match error {
        PatternError::Stopped(_) => Failure::Message(error.to_string(), Verdict::Stopped),
        _ => Failure::input(error),
    })?;
    if are_databases_lost() {
        return Err(Failure::Reported(Verdict::Unwritten));
    }
    for pattern in patterns {
        writeln!(console.out, "{}", plain(&cache.file(&pattern).display().to_string()))?;
    }
    writeln!(console.out, "{}", words::duration(begun.elapsed()))?;
    Ok(Verdict::Fine)
}
