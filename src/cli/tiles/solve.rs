//! `sliding tiles solve`: solves boards from the command line or a file; one shortest solution of
//! each, or all.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use sliding::puzzle::Style;
use sliding::report::tiles::{ListedSolutions, TilesReport, TilesSolution, TilesTotals, short};
use sliding::solve::{Budget, Engine};
use sliding::tiles::notation::MoveNotation;
use sliding::tiles::{Metric, Run, TileAnswer, TileQuery, TileSolver, Tiles, TooLarge, solve_each};

use super::boards::{BoardOptions, BoardSources, BoardText, SearchOptions};
use super::watch::{BoardObserver, TilesProgress};
use super::{EXAMPLES, TOO_LARGE_FOR_SLIDES};
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
    /// Returns the limits of a board whose search begins now.
    fn budget(&self) -> Budget {
        let mut budget = self.search.limits.budget();
        budget.max_moves = self.max_moves;
        budget
    }

    fn query(&self) -> TileQuery {
        TileQuery {
            engine: self.engine,
            cache: self.search.cache(),
            metric: self.style.into(),
            ..TileQuery::default()
        }
    }

    /// Returns the query for some boards. With a journal, there has to be one.
    fn query_for(&self, boards: &[Tiles], budget: &Budget) -> Result<TileQuery, Failure> {
        let Some(journal) = &self.journal else { return Ok(self.query()) };
        if let Metric::Slides = self.style.into() {
            return Err(Failure::input("--journal: expected --style step, not step+"));
        }
        let [tiles] = boards else {
            let why = format!("--journal: expected one board, not {}", boards.len());
            return Err(Failure::input(why));
        };
        self.query().with_journal(journal, tiles, budget).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => Failure::input(error),
            _ => Failure::Output(error),
        })
    }

    /// Writes the answer of a board.
    fn write(
        &self,
        text: &str,
        tiles: &Tiles,
        answer: Result<TileAnswer, TooLarge>,
        list: Option<ListedSolutions>,
        report: &mut BoardReporter,
    ) -> io::Result<()> {
        match answer {
            Ok(answer) => report.write(&TilesReport {
                text,
                tiles,
                answer: &answer,
                metric: self.style.into(),
                notation: self.moves,
                list,
            }),
            Err(error) => {
                report.refuse(text, &self.advice(error));
                Ok(())
            }
        }
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
    let budget = arguments.budget();
    let query = arguments.query_for(boards, &budget)?;
    let (sender, answers) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            let sender = sender;
            let observer = |number| BoardObserver { number, watch: &watch };
            // If the receiver is gone, all searches are about to stop.
            let send = |number, answer| drop(sender.send((number, answer)));
            solve_each(boards, &query, &budget, observer, send);
        });
        // Answers are written in the order of the boards.
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        for (done, (number, answer)) in answers.into_iter().enumerate() {
            watch.done(done + 1);
            waiting.insert(number, answer);
            while let Some(answer) = waiting.remove(&next) {
                let (text, tiles) = (&texts[next].text, &boards[next]);
                arguments
                    .write(text, tiles, answer, None, &mut report)
                    .inspect_err(|_| interrupt().set())?;
                next += 1;
            }
        }
        Ok::<(), io::Error>(())
    })?;
    drop(watch);
    let journal = query.journal.as_deref();
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
    let solver = TileSolver::new(&arguments.query(), 1);
    let (metric, notation) = (arguments.style.into(), arguments.moves);
    for (number, (BoardText { text, .. }, tiles)) in texts.iter().zip(boards).enumerate() {
        let (mut listed, mut written) = (0, Ok(()));
        let (budget, mut observer) = (arguments.budget(), BoardObserver { number, watch: &watch });
        let run = &mut Run { budget: &budget, observer: &mut observer };
        let found = solver.list(tiles, run, &mut |path| {
            if listed < arguments.limit {
                listed += 1;
                let solution =
                    TilesSolution { text, tiles, number: listed, path, metric, notation };
                written = report.target.write(&solution);
            }
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        watch.done(number + 1);
        let (answer, solutions) = match found {
            Ok((answer, solutions)) => (Ok(answer), solutions),
            Err(error) => (Err(error), None),
        };
        let list = Some(ListedSolutions { listed, solutions });
        arguments.write(text, tiles, answer, list, &mut report)?;
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
