//! `sliding tiles build`: builds pattern databases, for steps or slides, and stores them.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;
use sliding::puzzle::{Size, Style};
use sliding::report::words;
use sliding::solve::Advice;
use sliding::tiles::Tiles;
use sliding::tiles::bridge::ObserverBridge;
use sliding::tiles::choice::TileObserver;
use sliding::tiles::deepening::PassObserver as _;
use sliding::tiles::optimal::{BuildEvent, DatabaseFamily, StepSolver, patterns};
use sliding::tiles::pdb::Pattern;
use sliding::tiles::{Metric, slides};

use super::TOO_LARGE_FOR_SLIDES;
use super::boards::{BoardOptions, SearchOptions};
use crate::cli::failure::{CommandResult, Failure};
use crate::cli::progress::ProgressObserver;
use crate::cli::{Console, Verdict, options};

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
    let mut bridge = ObserverBridge::new(&budget, &mut watch);
    let mut report_building = |building: BuildEvent| {
        bridge.building(&building);
        if bridge.should_stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let (kept, threads) = (Some(&cache), budget.threads);
    let built: Result<Option<Vec<Pattern>>, String> = match arguments.style.into() {
        Metric::Steps => StepSolver::new(size, blank, family, kept, threads, &mut report_building)
            .and_then(|solver| solver.map(|_| patterns(size, blank, family)).transpose())
            .map_err(|error| error.to_string()),
        Metric::Slides if !slides::is_searched(size) => Err(TOO_LARGE_FOR_SLIDES.into()),
        Metric::Slides => {
            slides::SlideSolver::new(size, blank, family, kept, threads, &mut report_building)
                .and_then(|solver| {
                    solver.map(|_| slides::patterns(size, blank, family)).transpose()
                })
                .map_err(|error| error.to_string())
        }
    };
    let is_lost = watch.has_advised(|advice| matches!(advice, Advice::NotKept(_)));
    drop(watch);
    let Some(patterns) = built.map_err(Failure::input)? else {
        let message = "stopped before the databases were built".to_owned();
        return Err(Failure::Message(message, Verdict::Stopped));
    };
    if is_lost {
        return Err(Failure::Reported(Verdict::Unwritten));
    }
    for pattern in patterns {
        writeln!(out, "{}", words::plain(&cache.file(&pattern).display().to_string()))?;
    }
    writeln!(out, "{}", words::duration(begun.elapsed()))?;
    Ok(Verdict::Fine)
}
