//! `sliding tiles solve`: solves boards from the command line or a file; one shortest solution of
//! each, or all.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sliding::puzzle::Direction;
use sliding::report::tiles::{ListedSolutions, TilesReport, TilesSolution, TilesTotals, short};
use sliding::solve::Advice;
use sliding::tiles::notation::MoveNotation;
use sliding::tiles::{Metric, Run, TileAnswer, TileQuery, TileSolver, Tiles, TooLarge};

use super::boards::{BoardOptions, BoardSources, SearchOptions};
use super::{EXAMPLES, TOO_LARGE_FOR_SLIDES};
use crate::run::in_order;
use crate::*;

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
    limit: usize,
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
    let mut target = arguments.output.begin(FORMATS, console)?;
    let (begun, mut sums) = (Instant::now(), TilesTotals::default());
    let query = arguments.query(&boards)?;
    let solver = TileSolver::new(&query, boards.len());
    let watch = Mutex::new(ProgressObserver::new(target.globals));
    let mut items = Vec::new();
    for (text, tiles) in texts.iter().zip(&boards) {
        items.push((items.len() + 1, &*text.text, tiles));
    }
    let (metric, notation) = (arguments.style.into(), arguments.moves);
    let work = |&(number, _, tiles): &_| {
        let number = Some(number).filter(|_| boards.len() > 1);
        arguments.solve(&solver, tiles, &mut BoardObserver { number, watch: &watch })
    };
    in_order(&items, arguments.search.limits.threads, work, |item, found| {
        let &(number, text, tiles) = item;
        if boards.len() > 1 {
            lock(&watch).boards_done(number, boards.len());
        }
        let (answer, paths, solutions) = match found {
            Ok(found) => found,
            Err(error) => {
                complain(&format!("{}: {}", short(text), arguments.advice(error)));
                sums.add_refused();
                return Ok(());
            }
        };
        for (number, path) in (1..).zip(&paths) {
            target.write(&TilesSolution { text, tiles, number, path, metric, notation })?;
        }
        let listed = paths.len() as u64;
        let list = arguments.all.then_some(ListedSolutions { listed, solutions });
        let report = TilesReport { text, tiles, answer: &answer, metric, notation, list };
        sums.add(&report);
        target.write(&report)?;
        target.out.flush()
    })?;
    drop(watch);
    let journal = query.journal.as_deref();
    if let Some(error) = journal.and_then(|journal| journal.lock().ok()?.take_error()) {
        return Err(error.into());
    }
    if target.format == Text && sums.boards > 1 {
        sums.write_text(&mut target.out, begun.elapsed())?;
    }
    target.end(match sums {
        TilesTotals { refused: 1.., .. } => Verdict::BadInput,
        TilesTotals { limited: 1.., .. } => Verdict::Stopped,
        TilesTotals { unsolvable: 1.., .. } => Verdict::Negative,
        _ => Verdict::Fine,
    })
}

/// The answer for a board, and with `--all` its shortest solutions, and their number if it is known.
type Found = (TileAnswer, Vec<Vec<Direction>>, Option<u64>);

impl Arguments {
    /// Returns the limits of a board whose search begins now.
    fn budget(&self) -> Budget {
        let mut budget = self.search.limits.budget();
        budget.max_moves = self.max_moves;
        budget
    }

    /// Returns the query for some boards. With a journal, there has to be one.
    fn query(&self, boards: &[Tiles]) -> Result<TileQuery, Failure> {
        let (engine, metric) = (self.engine, self.style.into());
        let query =
            TileQuery { engine, metric, cache: self.search.cache(), ..TileQuery::default() };
        let Some(journal) = &self.journal else { return Ok(query) };
        if metric == Metric::Slides {
            return Err(Failure::input("--journal: expected --style step, not step+"));
        }
        let [tiles] = boards else {
            let why = format!("--journal: expected one board, not {}", boards.len());
            return Err(Failure::input(why));
        };
        query.with_journal(journal, tiles, &self.budget()).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => Failure::input(error),
            _ => Failure::Output(error),
        })
    }

    /// Solves a board, or lists its solutions.
    fn solve(
        &self,
        solver: &TileSolver,
        tiles: &Tiles,
        observer: &mut dyn Observer,
    ) -> Result<Found, TooLarge> {
        let (budget, mut paths) = (self.budget(), Vec::new());
        let run = &mut Run { budget: &budget, observer };
        if !self.all {
            return Ok((solver.solve(tiles, run)?, paths, None));
        }
        let (answer, solutions) = solver.list(tiles, run, &mut |path| {
            if paths.len() < self.limit {
                paths.push(path.to_vec());
            }
            ControlFlow::Continue(())
        })?;
        Ok((answer, paths, solutions))
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

/// Observer of the search of one board.
struct BoardObserver<'a> {
    /// The number of the board, if there are several: then its passes are not reported.
    number: Option<usize>,
    watch: &'a Mutex<ProgressObserver>,
}

fn lock(watch: &Mutex<ProgressObserver>) -> MutexGuard<'_, ProgressObserver> {
    watch.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Observer for BoardObserver<'_> {
    fn waiting(&mut self) {
        lock(self.watch).waiting();
    }

    fn engine_chosen(&mut self, engine: Engine, why: &str) {
        match self.number {
            None => lock(self.watch).engine_chosen(engine, why),
            Some(number) => {
                lock(self.watch).say(&format!("board {number}: engine {engine}: {why}"));
            }
        }
    }

    fn pass_ends(&mut self, moves: u64, positions: u64) {
        if self.number.is_none() {
            lock(self.watch).pass_ends(moves, positions);
        }
    }

    fn building(&mut self, homes: &[u8], placements: u64, total: u64) {
        lock(self.watch).building(homes, placements, total);
    }

    fn advised(&mut self, advice: &Advice) {
        lock(self.watch).advised(advice);
    }

    fn improved(&mut self, moves: u64, at_least: u64) {
        if self.number.is_none() {
            lock(self.watch).improved(moves, at_least);
        }
    }
}
