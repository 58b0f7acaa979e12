//! `sliding tiles solve`: solves boards from the command line or a file; one shortest solution of
//! each, or all.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use sliding::puzzle::Style;
use sliding::report::tiles::{ListedSolutions, TilesReport, TilesSolution, TilesTotals, short};
use sliding::solve::{Engine, FLOOR};
use sliding::tiles::batch::{TimedAnswer, solve_each};
use sliding::tiles::choice::TileRequest;
use sliding::tiles::deepening::TooLarge;
use sliding::tiles::listing::SolutionLister;
use sliding::tiles::notation::MoveNotation;
use sliding::tiles::{Metric, Tiles};

use super::boards::{BoardOptions, BoardSources, BoardText, SearchOptions};
use super::watch::TilesProgress;
use super::{EXAMPLES, TOO_LARGE_FOR_SLIDES, stopped};
use crate::cli::failure::{CommandResult, Failure};
use crate::cli::options::{Globals, engine, one_of};
use crate::cli::output::Format::{self, *};
use crate::cli::output::{Output, Target, formats};
use crate::cli::progress::interrupt;
use crate::cli::{Console, Verdict, complain};

const FORMATS: &[Format] = &[Text, Json, Csv];

/// Solve boards, those up to 4x4 in the fewest moves, larger ones in few
#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("format", |format| formats(format, FORMATS)))]
pub struct Arguments {
    #[command(flatten)]
    sources: BoardSources,
    #[command(flatten)]
    ground: BoardOptions,
    #[command(flatten)]
    search: SearchOptions,
    /// auto, korf0, korf1, pdb (pattern databases), or construct: any size at once, but not few
    /// moves
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = engine(engines()))]
    engine: Engine,
    /// What is one move: step, of one tile; step+, of several tiles in a row or column, on boards of
    /// up to 25 cells; other styles are the same on tiles
    #[arg(short, long, value_name = "STYLE", default_value = "step")]
    style: Style,
    /// List all shortest solutions (engine pdb)
    #[arg(long)]
    all: bool,
    /// With --all: list up to N solutions per board
    #[arg(long, value_name = "N", default_value = "100", requires = "all")]
    limit: u64,
    /// Record the progress of one board's search in this file, and resume from it (engine pdb)
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    journal: Option<PathBuf>,
    /// Do not search beyond M moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
    /// Write moves as tile numbers (tiles), or as L R U D of the blank (blank) or tile (directions)
    #[arg(long, value_name = "HOW", default_value = "tiles", hide_possible_values = true)]
    #[arg(value_parser = one_of(&[
        ("tiles", MoveNotation::Tiles),
        ("blank", MoveNotation::Blank),
        ("directions", MoveNotation::Directions),
    ]))]
    moves: MoveNotation,
    #[command(flatten)]
    output: Output,
}

/// The engines for tiles.
fn engines() -> impl Iterator<Item = Engine> {
    Engine::all().filter(|&engine| engine.is_for_tiles() || engine == Engine::Auto)
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let needs_databases = match arguments.style.into() {
        Metric::Slides => Some("--style step+"),
        Metric::Steps if arguments.journal.is_some() => Some("--journal"),
        Metric::Steps => arguments.all.then_some("--all"),
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
    let globals = console.globals;
    let mut target = arguments.output.begin(FORMATS, console)?;
    let reporter = BoardReporter { target: &mut target, sums: TilesTotals::default() };
    let verdict = work(arguments, globals, &texts, &boards, reporter)?;
    target.end(verdict)
}

impl Arguments {
    /// Returns the request for some boards. With a journal, there has to be one.
    fn request_for(&self, boards: &[Tiles]) -> Result<TileRequest, Failure> {
        let Some(journal) = &self.journal else { return Ok(self.request()) };
        if let Metric::Slides = self.style.into() {
            return Err(Failure::input("--journal: expected --style step, not step+"));
        }
        let [tiles] = boards else {
            let why = format!("--journal: expected one board, not {}", boards.len());
            return Err(Failure::input(why));
        };
        self.request().with_journal(journal, tiles).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => Failure::input(error),
            _ => Failure::Output(error),
        })
    }

    fn request(&self) -> TileRequest {
        let search = &self.search;
        TileRequest {
            engine: self.engine,
            family: None,
            cache: search.cache(),
            memory: Some(search.limits.budget().memory.saturating_sub(FLOOR / 2)),
            metric: self.style.into(),
            max_moves: self.max_moves,
            time_limit: search.limits.time_limit,
            threads: search.limits.threads,
            ..TileRequest::default()
        }
    }

    /// Writes the answer of a board.
    fn write(
        &self,
        text: &str,
        tiles: &Tiles,
        timed: TimedAnswer,
        report: &mut BoardReporter,
    ) -> io::Result<()> {
        let answer = match timed.answer {
            Ok(answer) => answer,
            Err(error) => {
                report.refuse(text, &self.advice(error));
                return Ok(());
            }
        };
        report.write(&TilesReport {
            text,
            tiles,
            status: answer.found.ending.status(self.max_moves, stopped()),
            answer: &answer,
            elapsed: timed.elapsed,
            metric: self.style.into(),
            notation: self.moves,
            list: None,
        })
    }

    /// Returns advice for a board that is too large.
    fn advice(&self, error: TooLarge) -> String {
        match self.style.into() {
            Metric::Steps if self.all => error.to_string(),
            Metric::Steps => format!("{error}; try --engine construct"),
            Metric::Slides => TOO_LARGE_FOR_SLIDES.into(),
        }
    }
}

fn solve(
    arguments: &Arguments,
    globals: Globals,
    texts: &[BoardText],
    boards: &[Tiles],
    mut report: BoardReporter,
) -> CommandResult {
    let begun = Instant::now();
    let watch = TilesProgress::new(globals, boards.len());
    let request = arguments.request_for(boards)?;
    let (sender, answers) = mpsc::channel();
    let written = thread::scope(|scope| {
        scope.spawn(|| {
            let sender = sender;
            // If the receiver is gone, all searches are about to stop.
            let mut send = |number, timed| drop(sender.send((number, timed)));
            solve_each(boards, &request, &watch, &mut send);
        });
        let mut answers = answers.into_iter();
        let written = answers.try_for_each(|(number, timed): (usize, TimedAnswer)| {
            let text = &texts[number].text;
            arguments.write(text, &boards[number], timed, &mut report)
        });
        if written.is_err() {
            interrupt().set();
        }
        written
    });
    written?;
    drop(watch);
    let journal = request.journal.as_deref();
    let lost = journal.and_then(|journal| journal.lock().ok()?.take_error());
    lost.map_or_else(|| report.finish(begun.elapsed()), |error| Err(error.into()))
}

/// Lists the shortest solutions of one board after the other, as they are found.
fn list(
    arguments: &Arguments,
    globals: Globals,
    texts: &[BoardText],
    boards: &[Tiles],
    mut report: BoardReporter,
) -> CommandResult {
    let begun = Instant::now();
    let watch = TilesProgress::new(globals, boards.len());
    let mut lister = SolutionLister::new(&arguments.request(), &watch);
    let (metric, notation) = (arguments.style.into(), arguments.moves);
    for (BoardText { text, .. }, tiles) in texts.iter().zip(boards) {
        let (mut listed, mut written) = (0, Ok(()));
        let listing = lister.list(tiles, &mut |way| {
            if listed < arguments.limit {
                listed += 1;
                let solution =
                    TilesSolution { text, tiles, number: listed, path: way, metric, notation };
                written = report.target.write(&solution);
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
                list: Some(ListedSolutions {
                    listed,
                    solutions: listing.are_all.then_some(listing.solutions),
                }),
            })?,
        }
    }
    report.finish(begun.elapsed())
}

/// Writes the results, board by board, and the totals.
struct BoardReporter<'a, 'b> {
    target: &'a mut Target<'b>,
    sums: TilesTotals,
}

impl BoardReporter<'_, '_> {
    /// Writes a result, which is there as soon as it is known.
    fn write(&mut self, report: &TilesReport) -> io::Result<()> {
        self.sums.add(report);
        self.target.write(report)?;
        self.target.out.flush()
    }

    /// Reports that a board is too large to be solved.
    fn refuse(&mut self, text: &str, why: &str) {
        complain(&format!("{}: {why}", short(text)));
        self.sums.add_refused();
    }

    /// Writes the totals, and returns the verdict of the worst board.
    fn finish(self, elapsed: Duration) -> CommandResult {
        let sums = &self.sums;
        if self.target.format == Text && sums.boards > 1 {
            sums.write_text(&mut self.target.out, elapsed)?;
        }
        Ok(match sums {
            TilesTotals { refused: 1.., .. } => Verdict::BadInput,
            TilesTotals { limited: 1.., .. } => Verdict::Stopped,
            TilesTotals { unsolvable: 1.., .. } => Verdict::Negative,
            _ => Verdict::Fine,
        })
    }
}
