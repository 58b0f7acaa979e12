//! `sliding tiles solve`: boards from the command line, or from a file.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use sliding::report::tiles::{Sums, Table, TilesReport, short};
use sliding::solve::Engine;
use sliding::tiles::batch::solve_all;
use sliding::tiles::choice::Request;
use sliding::tiles::{Metric, Tiles, notation};

use super::boards::{Boards, Sources, Written};
use super::watch::Many;
use super::{EXAMPLES, status};
use crate::cli::{Verdict, complain, options, write_json};

/// Solve boards, those up to 4x4 in the fewest moves
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    ground: Boards,
    /// The way of solving: auto, korf0, korf1, pdb, or construct for a solution of any board at
    /// once, though not the shortest
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = options::engine_for_tiles())]
    engine: Engine,
    /// What one move is: steps, of one tile; or slides, of any number of tiles in a row or a column,
    /// on boards of up to 16 cells
    #[arg(long, value_name = "METRIC", default_value = "steps", hide_possible_values = true)]
    metric: MetricName,
    /// Give up beyond M moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
    /// How moves are written: tiles, by number; blank or directions, L R U D of blank or tile
    #[arg(long, value_name = "HOW", default_value = "tiles", hide_possible_values = true)]
    moves: MovesName,
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    #[arg(help = "text; json: an object a line; or csv: with a line of names first")]
    format: Format,
    /// Tell the engine and each pass on standard error
    #[arg(short, long)]
    verbose: bool,
}

/// The form of the report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
}

#[derive(Clone, Copy, ValueEnum)]
enum MetricName {
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

impl From<MovesName> for notation::Moves {
    fn from(name: MovesName) -> Self {
        match name {
            MovesName::Tiles => notation::Moves::Tiles,
            MovesName::Blank => notation::Moves::Blank,
            MovesName::Directions => notation::Moves::Directions,
        }
    }
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let is_for_slides = matches!(arguments.engine, Engine::Auto | Engine::Pdb);
    if matches!(arguments.metric, MetricName::Slides) && !is_for_slides {
        complain(&format!(
            "--metric slides: expected --engine auto or pdb, not {}",
            arguments.engine
        ));
        return Ok(Verdict::BadInput);
    }
    match arguments.ground.read(&arguments.sources) {
        Some((texts, boards)) => solve(arguments, &texts, &boards, out),
        None => Ok(Verdict::BadInput),
    }
}

fn solve(
    arguments: &Arguments,
    texts: &[Written],
    boards: &[Tiles],
    out: &mut dyn Write,
) -> io::Result<Verdict> {
    let asked = &arguments.ground;
    let request = Request {
        engine: arguments.engine,
        family: None,
        cache: asked.cache(),
        memory: None,
        metric: arguments.metric.into(),
        max_moves: arguments.max_moves,
        time_limit: asked.pace.time_limit,
        threads: asked.pace.threads,
    };
    let begun = Instant::now();
    let watch = Many::new(asked.pace, arguments.verbose, boards.len());
    let answers = solve_all(boards, &request, &watch);
    drop(watch);
    let elapsed = begun.elapsed();
    let mut report = Report::new(arguments.format, out);
    for ((Written { text, .. }, tiles), timed) in texts.iter().zip(boards).zip(answers) {
        match timed.answer {
            Err(error) => {
                let advice = match arguments.metric {
                    MetricName::Steps => format!("{error}; try --engine construct"),
                    MetricName::Slides => "--metric slides takes boards of up to 16 cells".into(),
                };
                complain(&format!("{}: {advice}", short(text)));
                report.sums.add_refused();
            }
            Ok(answer) => report.write(&TilesReport {
                text,
                tiles,
                status: status(&answer.found.ending, arguments.max_moves),
                answer: &answer,
                elapsed: timed.elapsed,
                metric: arguments.metric.into(),
                notation: arguments.moves.into(),
            })?,
        }
    }
    report.finish(elapsed)
}

/// Writes what came out, board by board, and sums it up.
struct Report<'a> {
    out: Out<'a>,
    sums: Sums,
}

/// Where it is written, and in which form.
enum Out<'a> {
    Text(&'a mut dyn Write),
    Json(&'a mut dyn Write),
    Csv(Box<Table<'a>>),
}

impl<'a> Report<'a> {
    fn new(format: Format, out: &'a mut dyn Write) -> Self {
        let out = match format {
            Format::Text => Out::Text(out),
            Format::Json => Out::Json(out),
            Format::Csv => Out::Csv(Box::new(Table::new(out))),
        };
        Report { out, sums: Sums::default() }
    }

    fn write(&mut self, report: &TilesReport) -> io::Result<()> {
        self.sums.add(report);
        match &mut self.out {
            Out::Text(out) => report.write_text(*out),
            Out::Json(out) => write_json(*out, &report.json()),
            Out::Csv(table) => table.write(report),
        }
    }

    /// Sums up, and gives the verdict: that of the worst board.
    fn finish(self, elapsed: Duration) -> io::Result<Verdict> {
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
