//! `sliding tiles solve`: solves boards from the command line or a file; one shortest solution of
//! each, or all.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use sliding::report::tiles::{List, Sums, Table, TilesReport, TilesSolution, short};
use sliding::solve::{Engine, FLOOR};
use sliding::tiles::batch::solve_all;
use sliding::tiles::choice::TileRequest;
use sliding::tiles::deepening::TooLarge;
use sliding::tiles::listing::SolutionLister;
use sliding::tiles::{Metric, Tiles, notation};

use super::boards::{Boards, Search, Sources, Written};
use super::watch::Many;
use super::{EXAMPLES, TOO_LARGE_FOR_SLIDES, stopped};
use crate::cli::failure::{Ended, Failure};
use crate::cli::format::Format::{self, *};
use crate::cli::format::among;
use crate::cli::output::Output;
use crate::cli::{Verdict, complain, options, write_json};

/// Solve boards, those up to 4x4 in the fewest moves
const FORMATS: &[Format] = &[Text, Json, Csv];

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    ground: Boards,
    #[command(flatten)]
    search: Search,
    /// auto, korf0, korf1, pdb (pattern databases), or construct: any size at once, but not the
    /// fewest moves
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = options::engine_for_tiles())]
    engine: Engine,
    /// What is one move: steps, of one tile; slides, of several tiles in a row or column, on boards
    /// of up to 16 cells
    #[arg(long, value_name = "METRIC", default_value = "steps", hide_possible_values = true)]
    metric: MetricName,
    /// List all shortest solutions (engine pdb)
    #[arg(long)]
    all: bool,
    /// Memory limit, e.g. 4GB; smaller limits mean smaller databases [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = options::memory)]
    memory: Option<u64>,
    /// With --all: list up to N solutions per board
    #[arg(long, value_name = "N", default_value = "100", requires = "all")]
    limit: u64,
    /// Stop after M moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
    /// Write moves as tile numbers (tiles), or as L R U D of the blank (blank) or tile (directions)
    #[arg(long, value_name = "HOW", default_value = "tiles", hide_possible_values = true)]
    moves: MovesName,
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(help = "text (default), json (one object per line), or csv", value_parser = among(FORMATS))]
    format: Option<Format>,
    #[command(flatten)]
    output: Output,
    /// Report the engine and each pass on standard error
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum MetricName {
    Steps,
    Slides,
}

impl From<MetricName> for Metric {
    fn from(name: MetricName) -> Self {
        match name {
            MetricName::Steps => Metric::Steps,
            MetricName::Slides => Metric::Slides,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum MovesName {
    Tiles,
    Blank,
    Directions,
}

impl From<MovesName> for notation::MoveNotation {
    fn from(name: MovesName) -> Self {
        match name {
            MovesName::Tiles => notation::MoveNotation::Tiles,
            MovesName::Blank => notation::MoveNotation::Blank,
            MovesName::Directions => notation::MoveNotation::Directions,
        }
    }
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Ended {
    let needs_databases = match arguments.metric {
        MetricName::Slides => Some("--metric slides"),
        MetricName::Steps => arguments.all.then_some("--all"),
    };
    let engine = arguments.engine;
    if let Some(option) = needs_databases
        && !matches!(engine, Engine::Auto | Engine::Pdb)
    {
        let why = format!("{option}: expected --engine auto or pdb, not {engine}");
        return Err(Failure::input(why));
    }
    let (texts, boards) = arguments.ground.read(&arguments.sources)?;
    let work = if arguments.all { list } else { solve };
    let form = arguments.output.form(arguments.format, FORMATS)?;
    form.write(out, |out| work(arguments, &texts, &boards, Report::new(form.format, out)))
}

impl Arguments {
    fn request(&self) -> TileRequest {
        let search = &self.search;
        TileRequest {
            engine: self.engine,
            family: None,
            cache: search.cache(),
            memory: Some(options::memory_or_half(self.memory).saturating_sub(FLOOR / 2)),
            metric: self.metric.into(),
            max_moves: self.max_moves,
            time_limit: search.pace.time_limit,
            threads: search.pace.threads,
        }
    }

    fn watch(&self, boards: &[Tiles]) -> Many {
        Many::new(self.search.pace, self.verbose, boards.len())
    }

    /// Returns advice for a board that is too large.
    fn advice(&self, error: TooLarge) -> String {
        match self.metric {
            MetricName::Steps if self.all => error.to_string(),
            MetricName::Steps => format!("{error}; try --engine construct"),
            MetricName::Slides => TOO_LARGE_FOR_SLIDES.into(),
        }
    }
}

fn solve(arguments: &Arguments, texts: &[Written], boards: &[Tiles], mut report: Report) -> Ended {
    let begun = Instant::now();
    let watch = arguments.watch(boards);
    let answers = solve_all(boards, &arguments.request(), &watch);
    drop(watch);
    let elapsed = begun.elapsed();
    for ((Written { text, .. }, tiles), timed) in texts.iter().zip(boards).zip(answers) {
        match timed.answer {
            Err(error) => report.refuse(text, &arguments.advice(error)),
            Ok(answer) => report.write(&TilesReport {
                text,
                tiles,
                status: answer.found.ending.status(arguments.max_moves, stopped()),
                answer: &answer,
                elapsed: timed.elapsed,
                metric: arguments.metric.into(),
                notation: arguments.moves.into(),
                list: None,
            })?,
        }
    }
    report.finish(elapsed)
}

/// Lists the shortest solutions of one board after the other, as they are found.
fn list(arguments: &Arguments, texts: &[Written], boards: &[Tiles], mut report: Report) -> Ended {
    let begun = Instant::now();
    let watch = arguments.watch(boards);
    let mut lister = SolutionLister::new(&arguments.request(), &watch);
    let (metric, notation) = (arguments.metric.into(), arguments.moves.into());
    for (Written { text, .. }, tiles) in texts.iter().zip(boards) {
        let (mut listed, mut written) = (0, Ok(()));
        let listing = lister.list(tiles, &mut |way| {
            if listed < arguments.limit {
                listed += 1;
                let solution = TilesSolution { text, tiles, number: listed, way, metric, notation };
                written = report.write_solution(&solution);
            }
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        match listing {
            Err(error) => report.refuse(text, &arguments.advice(error)),
            Ok(listing) => report.write(&TilesReport {
                text,
                tiles,
                status: listing.answer.found.ending.status(arguments.max_moves, stopped()),
                answer: &listing.answer,
                elapsed: listing.elapsed,
                metric,
                notation,
                list: Some(List {
                    listed,
                    solutions: listing.are_all.then_some(listing.solutions),
                }),
            })?,
        }
    }
    report.finish(begun.elapsed())
}

/// Writes the results, board by board, and the totals.
struct Report<'a> {
    out: Out<'a>,
    sums: Sums,
}

/// The destination and format.
enum Out<'a> {
    Text(&'a mut dyn Write),
    Json(&'a mut dyn Write),
    Csv(Box<Table<'a>>),
}

impl<'a> Report<'a> {
    fn new(format: Format, out: &'a mut dyn Write) -> Self {
        let out = match format {
            Json => Out::Json(out),
            Csv => Out::Csv(Box::new(Table::new(out))),
            _ => Out::Text(out),
        };
        Report { out, sums: Sums::default() }
    }

    fn write(&mut self, report: &TilesReport) -> io::Result<()> {
        self.sums.add(report);
        match &mut self.out {
            Out::Text(out) => report.write_text(*out),
            Out::Json(out) => write_json(*out, &report.json()),
            // The table has a row for each solution.
            Out::Csv(_) if report.list.is_some() => Ok(()),
            Out::Csv(table) => table.write(report),
        }
    }

    fn write_solution(&mut self, solution: &TilesSolution) -> io::Result<()> {
        match &mut self.out {
            Out::Text(out) => solution.write_text(*out),
            Out::Json(out) => write_json(*out, &solution.json()),
            Out::Csv(table) => table.write_solution(solution),
        }
    }

    /// Reports that a board is too large to be solved.
    fn refuse(&mut self, text: &str, why: &str) {
        complain(&format!("{}: {why}", short(text)));
        self.sums.add_refused();
    }

    /// Writes the totals, and returns the verdict of the worst board.
    fn finish(self, elapsed: Duration) -> Ended {
        let sums = &self.sums;
        match self.out {
            Out::Text(out) if sums.boards > 1 => sums.write_text(out, elapsed)?,
            Out::Csv(table) => table.finish()?,
            Out::Text(_) | Out::Json(_) => {}
        }
        Ok(match sums {
            Sums { refused: 1.., .. } => Verdict::BadInput,
            Sums { limited: 1.., .. } => Verdict::Stopped,
            Sums { unsolvable: 1.., .. } => Verdict::Negative,
            _ => Verdict::Fine,
        })
    }
}
