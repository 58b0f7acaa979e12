//! `sliding tiles`: tile puzzles without a file, and their databases. Also the part of `sliding
//! solve` that is for tile puzzles.

pub mod korf;
mod watch;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use sliding::Puzzle;
use sliding::puzzle::{Direction, Size};
use sliding::report::{json, text};
use sliding::search::{Limit, Outcome, Request as SearchRequest, Status};
use sliding::tiles::choice::{Answer, Engine, Observer, Request, Solvers, solve};
use sliding::tiles::deepening::{Ending, MOST_ROWS};
use sliding::tiles::optimal::{Family, Solver, patterns};
use sliding::tiles::parity::Parity;
use sliding::tiles::{Tiles, notation, pdb::Cache};

use self::watch::Progress;
use super::{Format, Verdict, complain, options, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 solved, 1 proven unsolvable, 2 bad input or usage, 3 stopped by a
limit; of several boards, the worst: 2, then 3, then 1.

Examples:
  sliding tiles solve 159d26ae37bf48c0
  sliding tiles solve --goal first '8 2 0/4 6 1/3 7 5' --moves blank
  sliding tiles build";

/// Solve tile puzzles without a file, and build databases for them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(SolveArguments),
    Build(BuildArguments),
}

#[derive(Args)]
struct Ground {
    /// Rows and columns, as in 3x5, for boards that do not tell
    #[arg(long, value_name = "RxC", value_parser = size)]
    size: Option<Size>,
    /// The goal: last or first, where the blank is; or a board
    #[arg(long, value_name = "GOAL", default_value = "last")]
    goal: String,
    /// Folder of databases [default: the system's]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    effort: options::Effort,
}

/// Solve boards in the fewest moves
#[derive(Args)]
#[command(after_help = EXAMPLES)]
struct SolveArguments {
    /// Boards: hex digits, `8 2 0/4 6 1/3 7 5`, or numbers with commas or blanks between; 0 is the
    /// blank
    #[arg(required = true, value_name = "BOARD")]
    boards: Vec<String>,
    #[command(flatten)]
    ground: Ground,
    /// The way of searching: auto, korf0, korf1, or pdb
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    engine: EngineName,
    /// Give up beyond M moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
    /// How moves are written: tiles, by number; blank or directions, L R U D of blank or tile
    #[arg(long, value_name = "HOW", default_value = "tiles", hide_possible_values = true)]
    moves: MovesName,
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    #[arg(help = "text, or json: an object a line")]
    format: Format,
    /// Tell the engine and each pass on standard error
    #[arg(short, long)]
    verbose: bool,
}

/// Build the pattern databases of a board and keep them
#[derive(Args)]
struct BuildArguments {
    #[command(flatten)]
    ground: Ground,
    /// Only small databases
    #[arg(long)]
    small: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum EngineName {
    Auto,
    Korf0,
    Korf1,
    Pdb,
}

#[derive(Clone, Copy, ValueEnum)]
enum MovesName {
    Tiles,
    Blank,
    Directions,
}

impl MovesName {
    fn word(self) -> &'static str {
        match self {
            MovesName::Tiles => "tiles",
            MovesName::Blank => "blank",
            MovesName::Directions => "directions",
        }
    }
}

/// Reads a size.
fn size(text: &str) -> Result<Size, String> {
    let sides = text.split_once('x').map(|(rows, cols)| (rows.trim().parse(), cols.trim().parse()));
    match sides {
        Some((Ok(rows @ 2..=1000), Ok(cols @ 2..=1000))) => Ok(Size { rows, cols }),
        _ => Err("expected rows and columns, at least 2, as in 3x5".into()),
    }
}

impl Ground {
    fn cache(&self) -> Option<Cache> {
        self.cache.as_deref().map(Cache::new).or_else(Cache::of_system)
    }

    /// The goal of a board of this size.
    fn goal(&self, size: Size) -> Result<Vec<u32>, String> {
        match self.goal.as_str() {
            "last" => Ok(notation::blank_last(size)),
            "first" => Ok(notation::blank_first(size)),
            text => match notation::board(text, Some(size)) {
                Ok((other, goal)) if other == size => Ok(goal),
                Ok(_) => Err(notation::Error::Unlike.to_string()),
                Err(error) => Err(format!("goal: {error}")),
            },
        }
    }

    fn progress(&self, verbose: bool) -> Progress {
        let deadline = options::limits(None, self.effort.time_limit).deadline;
        Progress::new(self.effort.progress, verbose, deadline)
    }
}

/// Does something with as many threads as were asked for.
fn with_threads<R: Send>(effort: options::Effort, work: impl FnOnce() -> R + Send) -> R {
    let threads = effort.threads.map_or(0, |threads| threads.get());
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        // Without a pool of its own it goes on in the common one.
        Err(_) => work(),
    }
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    match &arguments.command {
        Command::Solve(arguments) => {
            let mut worst = Verdict::Fine;
            let mut solvers = Solvers::default();
            for board in &arguments.boards {
                worst = worst.max(solve_board(arguments, board, &mut solvers, out)?);
            }
            Ok(worst)
        }
        Command::Build(arguments) => build(arguments, out),
    }
}

fn solve_board(
    arguments: &SolveArguments,
    board: &str,
    solvers: &mut Solvers,
    out: &mut dyn Write,
) -> io::Result<Verdict> {
    let ground = &arguments.ground;
    let read = notation::board(board, ground.size).map_err(|error| error.to_string());
    let read = read.and_then(|(size, start)| Ok(Tiles { size, start, goal: ground.goal(size)? }));
    let request = Request {
        engine: match arguments.engine {
            EngineName::Auto => Engine::Auto,
            EngineName::Korf0 => Engine::Korf0,
            EngineName::Korf1 => Engine::Korf1,
            EngineName::Pdb => Engine::Pdb,
        },
        family: None,
        cache: ground.cache(),
        max_moves: arguments.max_moves,
    };
    let begun = Instant::now();
    let mut progress = ground.progress(arguments.verbose);
    let answered = read.and_then(|tiles| {
        let answer = with_threads(ground.effort, || solvers.solve(&tiles, &request, &mut progress));
        Ok((answer.map_err(|error| error.to_string())?, tiles))
    });
    drop(progress);
    match answered {
        Err(message) => {
            complain(&format!("{board}: {message}"));
            Ok(Verdict::BadInput)
        }
        Ok((answer, tiles)) => report(arguments, board, &tiles, &answer, begun.elapsed(), out),
    }
}

/// A solved board, for programs.
#[derive(Serialize)]
struct Solved<'a> {
    schema: &'static str,
    board: &'a str,
    size: Sides,
    start: &'a [u32],
    goal: &'a [u32],
    status: &'static str,
    limit: Option<&'static str>,
    moves: Option<usize>,
    notation: &'static str,
    solution: Option<&'a str>,
    positions: u64,
    elapsed_ms: f64,
    engine: &'static str,
}

#[derive(Serialize)]
struct Sides {
    rows: u32,
    cols: u32,
}

fn report(
    arguments: &SolveArguments,
    board: &str,
    tiles: &Tiles,
    answer: &Answer,
    elapsed: Duration,
    out: &mut dyn Write,
) -> io::Result<Verdict> {
    let status = status(&answer.found.ending, arguments.max_moves);
    let how = match arguments.moves {
        MovesName::Tiles => notation::Moves::Tiles,
        MovesName::Blank => notation::Moves::Blank,
        MovesName::Directions => notation::Moves::Directions,
    };
    let way = way(&answer.found.ending);
    let moves = way.map(|way| notation::moves(tiles, way, how));
    let positions = answer.found.positions;
    if arguments.format == Format::Json {
        let Size { rows, cols } = tiles.size;
        let solved = Solved {
            schema: "sliding/tiles/1",
            board,
            size: Sides { rows, cols },
            start: &tiles.start,
            goal: &tiles.goal,
            status: json::status(status),
            limit: json::limit(status),
            moves: way.map(<[_]>::len),
            notation: arguments.moves.word(),
            solution: moves.as_deref(),
            positions,
            elapsed_ms: json::milliseconds(elapsed),
            engine: answer.engine,
        };
        write_json(out, &solved)?;
        return Ok(verdict(status));
    }
    match (way, &moves) {
        (Some(way), Some(moves)) => {
            let count = text::counted(way.len() as u64, "move");
            writeln!(out, "{board}: solved in {count}")?;
            writeln!(out, "{}: {moves}", arguments.moves.word())?;
        }
        _ if status == Status::Unsolvable => {
            writeln!(out, "{board}: no solution: {}", explained(&Parity::of(tiles)))?;
        }
        _ => writeln!(out, "{board}: not solved within the limits")?,
    }
    let positions = text::counted(positions, "position");
    writeln!(out, "{positions} by {}, {}", answer.engine, text::duration(elapsed))?;
    Ok(verdict(status))
}

fn way(ending: &Ending) -> Option<&[Direction]> {
    match ending {
        Ending::Solved(way) => Some(way),
        _ => None,
    }
}

fn verdict(status: Status) -> Verdict {
    match status {
        Status::Solved => Verdict::Fine,
        Status::Unsolvable => Verdict::Negative,
        Status::Limit(_) => Verdict::Limit,
    }
}

fn status(ending: &Ending, max_moves: Option<u64>) -> Status {
    match ending {
        Ending::Solved(_) => Status::Solved,
        Ending::Unsolvable => Status::Unsolvable,
        Ending::Exceeded => Status::Limit(Limit::Moves(max_moves.unwrap_or(u64::MAX))),
        Ending::Stopped if super::progress::is_interrupted() => Status::Limit(Limit::Cancelled),
        Ending::Stopped => Status::Limit(Limit::Time),
    }
}

/// The verdict of the parity, with its reasons.
pub fn explained(parity: &Parity) -> String {
    let cycles: Vec<String> = parity
        .cycles
        .iter()
        .map(|cycle| {
            let tiles: Vec<String> = cycle.iter().map(u32::to_string).collect();
            format!("({})", tiles.join(" "))
        })
        .collect();
    let cycles = match cycles.is_empty() {
        true => "there are no cycles".to_owned(),
        false => format!("the cycles {}", cycles.join(" ")),
    };
    format!(
        "{cycles}: {}; the blank is {} from its goal; {}",
        text::counted(parity.interchanges as u64, "interchange"),
        text::counted(parity.distance as u64, "step"),
        match parity.is_solvable() {
            true => "both even or both odd, so there is a solution",
            false => "one is even and one is odd",
        }
    )
}

fn build(arguments: &BuildArguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let ground = &arguments.ground;
    let size = ground.size.unwrap_or(Size { rows: 4, cols: 4 });
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
    let mut progress = ground.progress(false);
    let built = with_threads(ground.effort, || {
        Solver::new(size, blank, family, Some(&cache), &mut |building| {
            progress.building(&building);
            !sliding::tiles::deepening::Watch::is_over(&progress)
        })
    });
    drop(progress);
    match built {
        Err(error) => {
            complain(&error.to_string());
            Ok(Verdict::BadInput)
        }
        Ok(None) => {
            complain("stopped before the databases were built");
            Ok(Verdict::Limit)
        }
        Ok(Some(_)) => {
            for pattern in patterns(size, blank, family) {
                writeln!(out, "{}", text::plain(&cache.file(&pattern).display().to_string()))?;
            }
            writeln!(out, "{}", text::duration(begun.elapsed()))?;
            Ok(Verdict::Fine)
        }
    }
}

/// What `sliding solve` asks of the searches for tile puzzles.
pub struct ForPuzzle<'a> {
    /// `None` where none of them was asked for by name.
    pub engine: Option<Engine>,
    pub request: &'a SearchRequest,
    pub effort: options::Effort,
    pub verbose: bool,
    pub cache: Option<PathBuf>,
}

/// Boards of so many cells and more have more than 10^8 configurations.
const MANY_CELLS: usize = 12;

/// Solves a puzzle if it is a tile puzzle and this is the better way, or was asked for.
pub fn outcome(puzzle: &Puzzle, asked: &ForPuzzle) -> Result<Option<Outcome>, String> {
    let begun = Instant::now();
    let is_single_step = asked.request.style.number() == 0;
    let tiles = match (Tiles::of(puzzle), asked.engine) {
        (None, Some(_)) => return Err("this engine takes only tile puzzles".into()),
        (None, None) => return Ok(None),
        (Some(_), Some(_)) if !is_single_step => {
            return Err("this engine takes only style 0".into());
        }
        (Some(tiles), _) => tiles,
    };
    let is_solvable = Parity::of(&tiles).is_solvable();
    let is_large = tiles.size.cells() >= MANY_CELLS;
    let fits = is_single_step && tiles.size.rows.max(tiles.size.cols) <= MOST_ROWS;
    if asked.engine.is_none() && !(is_large && (fits || !is_solvable)) {
        return Ok(None);
    }
    let max_moves = asked.request.limits.max_moves;
    let cache = asked.cache.as_deref().map(Cache::new).or_else(Cache::of_system);
    let engine = asked.engine.unwrap_or_default();
    let request = Request { engine, family: None, cache, max_moves };
    let deadline = asked.request.limits.deadline;
    let mut progress = Progress::new(asked.effort.progress, asked.verbose, deadline);
    let answer = with_threads(asked.effort, || solve(&tiles, &request, &mut progress));
    let answer = answer.map_err(|error| error.to_string())?;
    let way = way(&answer.found.ending);
    Ok(Some(Outcome {
        status: status(&answer.found.ending, max_moves),
        moves: way.map(|way| way.len() as u64),
        levels: Vec::new(),
        states: answer.found.positions,
        solution: way.filter(|_| asked.request.want_solution).map(|way| tiles.solution(way)),
        elapsed: begun.elapsed(),
        engine: answer.engine,
    }))
}
