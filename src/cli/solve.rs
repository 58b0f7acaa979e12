//! `sliding solve`: searches puzzles, and shows every move of a shortest solution.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sliding::analyse::chart;
use sliding::check::verify;
use sliding::puzzle::Style;
use sliding::report::draw::animation::animated;
use sliding::report::draw::motion::Speed;
use sliding::report::draw::sheet::solution_sheet;
use sliding::report::{json, page, text};
use sliding::solve::{Answer, Engine, Request, RingSize, Status, Until, search};

use super::input::{self, Input};
use super::pixels::{Form, film, png};
use super::progress::Watch;
use super::tiles::{self, ForPuzzle};
use super::{Verdict, complain, options, picture, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 solved, 1 proven unsolvable, 2 bad input or usage, 3 stopped by a
limit; of several files, the worst: 2, then 3, then 1.

Examples:
  sliding solve puzzles/classics/klotski.txt
  sliding solve --style 5 --quiet puzzles/*/*.txt
  sliding solve --format json - < klotski.txt | jq .moves
  sliding solve --format svg klotski.txt > klotski.svg
  sliding solve --format gif --speed 4 klotski.txt --output klotski.gif
  sliding solve --format html --output klotski.html klotski.txt";

/// Solve puzzles in the fewest moves, and show every move
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Puzzle files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The meaning of one move, 0 to 5
    #[arg(short, long, value_name = "S", default_value = "2", value_parser = options::style)]
    style: Style,
    /// Give up beyond M moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
    #[command(flatten)]
    effort: options::Effort,
    /// auto, ring, table, meet, index; for tiles: korf0, korf1, pdb, construct
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    engine: options::SolveEngine,
    /// Folder of databases for tiles
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Words of the ring engine's ring: a power of two
    #[arg(long, value_name = "N", value_parser = options::ring_words, conflicts_with = "memory")]
    ring_words: Option<u64>,
    /// Keep positions in a temporary file in this folder
    #[arg(long, value_name = "DIR", value_parser = folder)]
    ring_file: Option<PathBuf>,
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    #[arg(
        help = "text, json; all boards: svg, png; moving: svg-animated, gif, apng; to play: html"
    )]
    format: Format,
    #[command(flatten)]
    paint: options::Paint,
    /// Moves a second, where the board moves
    #[arg(long, value_name = "N", default_value = "2", value_parser = options::speed)]
    speed: Speed,
    #[command(flatten)]
    look: picture::Look,
    /// Most positions in the map of a page to play on
    #[arg(long, value_name = "N", default_value = "100000")]
    map_limit: u64,
    #[command(flatten)]
    output: picture::Output,
    /// Only the result, without the moves
    #[arg(short, long)]
    quiet: bool,
    /// Tell the engine and each completed distance on standard error
    #[arg(short, long)]
    verbose: bool,
    /// Find all that can be reached, beyond the goal
    #[arg(long)]
    exhaust: bool,
    /// Make sure of every solution by replaying it
    #[arg(long)]
    verify: bool,
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
    Png,
    SvgAnimated,
    Gif,
    Apng,
    Html,
}

impl Format {
    /// Whether it is a picture or a page: of one puzzle, and always with the solution.
    fn is_to_look_at(self) -> bool {
        !matches!(self, Format::Text | Format::Json)
    }
}

fn folder(text: &str) -> Result<PathBuf, String> {
    let folder = PathBuf::from(text);
    if folder.is_dir() { Ok(folder) } else { Err("there is no such folder".into()) }
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let is_binary = matches!(arguments.format, Format::Png | Format::Gif | Format::Apng);
    if arguments.format.is_to_look_at() && arguments.files.len() > 1 {
        complain("a picture or page shows one puzzle: expected one FILE");
        return Ok(Verdict::BadInput);
    }
    if is_binary && arguments.output.refuses_binary() {
        return Ok(Verdict::BadInput);
    }
    arguments.output.write(out, |out| solve_all(arguments, out))
}

fn solve_all(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let mut worst = Verdict::Fine;
    let mut is_first = true;
    for file in &arguments.files {
        let verdict = match input::puzzle(file) {
            Err(verdict) => verdict,
            Ok(input) => {
                if !is_first && arguments.format == Format::Text && !arguments.quiet {
                    writeln!(out)?;
                }
                is_first = false;
                solve(arguments, &input, out)?
            }
        };
        worst = worst.max(verdict);
    }
    Ok(worst)
}

fn solve(arguments: &Arguments, input: &Input, out: &mut dyn Write) -> io::Result<Verdict> {
    let request = request(arguments);
    let mut outcome = match outcome(arguments, input, &request) {
        Ok(outcome) => outcome,
        Err((message, verdict)) => {
            complain(&format!("{}: {message}", input.file));
            return Ok(verdict);
        }
    };
    let mut verdict = match outcome.status {
        Status::Solved => Verdict::Fine,
        Status::Unsolvable => Verdict::Negative,
        Status::Stopped(_) => Verdict::Stopped,
    };
    let verified = arguments.verify.then(|| verified(arguments.style, input, &outcome)).flatten();
    if verified == Some(false) {
        verdict = Verdict::Internal;
    }
    if arguments.quiet && !arguments.format.is_to_look_at() {
        outcome.solution = None;
    }
    verdict = verdict.max(report(arguments, input, &request, (&outcome, verified), out)?);
    if let Status::Stopped(limit) = outcome.status {
        out.flush()?;
        if let Some(message) = options::way_out(limit, request.ring) {
            complain(&format!("{}: {message}", input.file));
        }
    }
    Ok(verdict)
}

/// The outcome of the search that suits the puzzle, or why there is none.
fn outcome(
    arguments: &Arguments,
    input: &Input,
    request: &Request,
) -> Result<Answer, (String, Verdict)> {
    let engine = arguments.engine.engine();
    let plain = request.until == Until::Solved
        && arguments.ring_words.or(arguments.effort.memory).is_none();
    if engine.is_err() || plain && engine == Ok(Engine::Auto) && arguments.ring_file.is_none() {
        let asked = ForPuzzle {
            engine: engine.err(),
            request,
            pace: arguments.effort.pace,
            verbose: arguments.verbose,
            cache: arguments.cache.clone(),
        };
        let outcome = tiles::outcome(&input.puzzle, &asked);
        if let Some(outcome) = outcome.map_err(|message| (message, Verdict::BadInput))? {
            return Ok(outcome);
        }
    }
    let mut watch = Watch::new(arguments.effort.pace.progress, arguments.verbose);
    search(&input.puzzle, request, &mut watch).map_err(|error| options::refusal(&error, request))
}

fn request(arguments: &Arguments) -> Request {
    let mut request = arguments.effort.request(arguments.style, arguments.max_moves);
    request.engine = arguments.engine.engine().unwrap_or_default();
    if let Some(words) = arguments.ring_words {
        request.ring = RingSize::Words(words);
    }
    request.ring_folder = arguments.ring_file.clone();
    let is_shown = !arguments.quiet || arguments.format.is_to_look_at();
    request.want_solution = is_shown || arguments.verify;
    if arguments.exhaust {
        request.until = Until::Exhausted;
    }
    request
}

/// Whether the solution stands up to a check; `None` where there is none.
fn verified(style: Style, input: &Input, outcome: &Answer) -> Option<bool> {
    let checked = verify(&input.puzzle, style, outcome.solution.as_ref()?);
    if let Err(flaw) = &checked {
        complain(&format!("{}: internal error: the solution is wrong: {flaw}", input.file));
    }
    Some(checked.is_ok())
}

fn report(
    arguments: &Arguments,
    input: &Input,
    request: &Request,
    (outcome, verified): (&Answer, Option<bool>),
    out: &mut dyn Write,
) -> io::Result<Verdict> {
    let (puzzle, name, style) = (&input.puzzle, input.name(), arguments.style);
    let (look, speed) = (arguments.look.look(), arguments.speed);
    let film = |form| film(puzzle, name, style, outcome, look, speed, form);
    match arguments.format {
        Format::Text => write_text(arguments, input, outcome, verified, out)?,
        Format::Json => {
            write_json(out, &json::Solve::new(puzzle, &input.file, style, outcome, verified))?;
        }
        Format::Svg => {
            let svg = solution_sheet(puzzle, name, style, outcome, look);
            out.write_all(svg.as_bytes())?;
        }
        Format::SvgAnimated => {
            let svg = animated(puzzle, name, style, outcome, look, speed);
            out.write_all(svg.as_bytes())?;
        }
        Format::Png => {
            let svg = solution_sheet(puzzle, name, style, outcome, look.settled());
            return picture::write_pixels(png(&svg), input, out);
        }
        Format::Html => write_page(arguments, input, request, outcome, out)?,
        Format::Gif => return picture::write_pixels(film(Form::Gif), input, out),
        Format::Apng => return picture::write_pixels(film(Form::Apng), input, out),
    }
    Ok(Verdict::Fine)
}

fn write_text(
    arguments: &Arguments,
    input: &Input,
    outcome: &Answer,
    verified: Option<bool>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{}", text::result(input.name(), arguments.style, outcome))?;
    if arguments.quiet {
        return Ok(());
    }
    if let Some(solution) = &outcome.solution {
        text::write_solution(out, &input.puzzle, solution, arguments.output.ink(arguments.paint))?;
    }
    let verified = if verified == Some(true) { "; solution verified" } else { "" };
    writeln!(out, "\n{}{verified}", text::effort(outcome))
}

/// Writes a page, with the map of the puzzle if that is small enough.
fn write_page(
    arguments: &Arguments,
    input: &Input,
    request: &Request,
    outcome: &Answer,
    out: &mut dyn Write,
) -> io::Result<()> {
    let puzzle = &input.puzzle;
    let mut watch = Watch::new(arguments.effort.pace.progress, false);
    let is_wanted = outcome.status != Status::Unsolvable;
    let chart = is_wanted.then(|| chart(puzzle, request, arguments.map_limit, &mut watch));
    drop(watch);
    // Boards too large for a map are played without one.
    let chart = chart.and_then(Result::ok).flatten();
    let style = arguments.style;
    page::Page { puzzle, name: input.name(), style, outcome, chart: chart.as_ref() }.write(out)
}
