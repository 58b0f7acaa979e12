//! `sliding solve`: searches puzzles, and shows every move of a shortest solution.

use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, ValueEnum};
use sliding::analyse::other_styles::{OtherStyles, other_styles};
use sliding::analyse::{DistanceTable, distance_table};
use sliding::check::verify;
use sliding::files::database_folder;
use sliding::notation::transcript::{SCRIPTS, Script};
use sliding::puzzle::Style;
use sliding::report::page::{Hidden, Page, Playable};
use sliding::report::solution::animation::animated;
use sliding::report::solution::motion::Speed;
use sliding::report::solution::sheet::solution_sheet;
use sliding::report::solution::{self, SolutionReport};
use sliding::solve::{Answer, BeamOptions, Engine, Query, Status, Until, solve};

use super::failure::{CommandResult, Failure};
use super::format::Format::{self, *};
use super::format::{TEXT_OR_JSON, among};
use super::input::Input;
use super::options::StyleChoice;
use super::output::{Output, ReportTarget};
use super::progress::ProgressObserver;
use super::query::{SearchSettings, run_query_on};
use super::read_as::ReadAsLog;
use super::{Verdict, complain, options, picture, progress, stream, styles, write_json};

const FORMATS: &[Format] = &[Text, Json, Svg, Png, SvgAnimated, Gif, Html];

const EXAMPLES: &str = "\
What is one move?             one piece     several pieces together
  one step                    step  (0)     step+  (3)
  straight, any distance      slide (1)     slide+ (4)
  any path                    walk  (2)     walk+  (5)

Exit codes: 0 solved, 1 proven unsolvable, 2 bad input or usage, 3 stopped by a
limit; of several files, the worst: 2, then 3, then 1.

Examples:
  sliding solve puzzles/classics/klotski.txt
  sliding solve --style walk+ --quiet puzzles/*/*.txt
  sliding solve --style all @klotski
  sliding solve --format json - < klotski.txt | jq .moves
  sliding solve --style slide --moves=rush rush-hour.txt
  sliding solve --speed 4 klotski.txt --output klotski.gif
  sliding solve --start 1221/1221/1331/1441/4040 klotski.txt
  sliding solve --exhaust --quiet --disk /tmp/klotski klotski.txt
  sliding solve --hide solution,hints,left -o klotski.html klotski.txt";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    puzzles: options::PuzzleFiles,
    /// What is one move: a name or number below; all: compare the six
    #[arg(short, long = "style", value_name = "STYLE", default_value = "walk")]
    #[arg(value_parser = options::styles)]
    styles: StyleChoice,
    /// Do not search beyond M moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
    #[command(flatten)]
    effort: options::LimitOptions,
    /// auto (default), sparse, meet, dense, ring, beam; for tiles: pdb, construct, korf0, korf1: see
    /// docs/engines.md
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_default_value = true)]
    #[arg(hide_possible_values = true, value_parser = options::any_engine())]
    engine: Engine,
    /// Stop the beam engine after N rounds
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroU32>,
    /// Seed of the beam engine
    #[arg(long, value_name = "S", default_value = "0", hide_default_value = true)]
    seed: u64,
    /// Write shorter solutions as they are found, in JSON
    #[arg(long)]
    every: bool,
    #[command(flatten)]
    symmetry: options::SymmetryOptions,
    /// Folder for pattern databases [default: the system's cache folder]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    disk: options::DiskOptions,
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(
        value_parser = among(FORMATS),
        help = "text (default), json; a sheet of boards: svg, png; animated: svg-animated, \
            gif; a page to play on: html"
    )]
    format: Option<Format>,
    #[command(flatten)]
    paint: options::ColorOptions,
    /// Moves per second in animations
    #[arg(long, value_name = "N", default_value = "2", value_parser = options::speed)]
    speed: Speed,
    #[command(flatten)]
    appearance: picture::PictureOptions,
    /// Write the moves below a sheet, in words
    #[arg(long)]
    words: bool,
    /// Hide from a page: solution, hints, left (moves)
    #[arg(long, value_name = "WHAT", value_delimiter = ',', hide_possible_values = true)]
    hide: Vec<HiddenPart>,
    #[command(flatten)]
    output: Output,
    /// Print only the result, not the moves
    #[arg(short, long)]
    quiet: bool,
    /// Print only the moves, one per line; or as other programs do: rush, sgt, slidy, hackerrank
    #[arg(long, value_name = "NOTATION", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = OWN, value_parser = PossibleValuesParser::new(scripts()))]
    #[arg(hide_possible_values = true, conflicts_with_all = ["quiet", "format"])]
    moves: Option<String>,
    /// Report the engine and each completed distance on standard error
    #[arg(short, long)]
    verbose: bool,
    /// Search every position, not only up to the goal
    #[arg(long)]
    exhaust: bool,
    /// Check each solution with independent code
    #[arg(long)]
    verify: bool,
}

/// The name of our own notation of moves.
const OWN: &str = "sliding";

fn scripts() -> impl Iterator<Item = &'static str> {
    [OWN].into_iter().chain(SCRIPTS.iter().map(|script| script.name))
}

/// What a page may hide.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum HiddenPart {
    Solution,
    Hints,
    Left,
}

/// Solves puzzles; `given` are the options that stand on the command line.
pub fn run(arguments: &Arguments, given: &[&Arg], out: &mut dyn Write) -> CommandResult {
    if arguments.styles == StyleChoice::All {
        return compare_styles(arguments, given, out);
    }
    let moves = arguments.moves.as_ref().map(|_| Text);
    let format = arguments.output.format(moves.or(arguments.format), FORMATS);
    refuse_contradictions(arguments, format)?;
    let target = arguments.output.target(Some(format), FORMATS)?;
    target.write(out, |out| match format {
        Html => solve_for_page(arguments, &target, out),
        _ if arguments.is_of_one(format) => {
            let input = arguments.puzzles.only()?;
            solve_and_write(arguments, &target, &input, &mut ReadAsLog::default(), out)
        }
        _ => solve_all(arguments, &target, out),
    })
}

/// The options of a comparison of styles, besides those for reading the puzzle.
const OF_COMPARISONS: &[&str] = &[
    "files",
    "start",
    "style",
    "memory",
    "threads",
    "time-limit",
    "progress",
    "engine",
    "no-symmetry",
    "format",
    "output",
    "quiet",
    "verbose",
    "exhaust",
];

/// Compares the six styles of one puzzle.
fn compare_styles(arguments: &Arguments, given: &[&Arg], out: &mut dyn Write) -> CommandResult {
    let name = |option: &Arg| option.get_long().unwrap_or("files").to_owned();
    let is_for_all = |option: &Arg| {
        let is_for_reading = option.get_help_heading() == Some(stream::HEADING);
        is_for_reading || OF_COMPARISONS.contains(&&*name(option))
    };
    if let Some(other) = given.iter().find(|option| !is_for_all(option)) {
        return Err(Failure::input(format!(
            "--style all writes a table, and shows no moves: remove --{}",
            name(other)
        )));
    }
    if arguments.puzzles.files.len() > 1 {
        return Err(Failure::input("--style all is for one puzzle: give one FILE"));
    }
    let target = arguments.output.target(arguments.format, TEXT_OR_JSON)?;
    if arguments.engine.is_for_tiles() {
        return Err(Failure::input(
            "--style all takes the engines for any puzzle: auto, sparse, ...",
        ));
    }
    let settings = |style| SearchSettings::new(style, arguments.effort, arguments.verbose);
    let refine = |query: &mut Query| {
        query.engine = arguments.engine;
        query.uses_symmetry = arguments.symmetry.is_used();
    };
    styles::compare(&arguments.puzzles.only()?, settings, refine, &target, out)
}

/// Rejects options that do not go with the number of files, or with the format.
fn refuse_contradictions(arguments: &Arguments, format: Format) -> Result<(), Failure> {
    let are_several = arguments.puzzles.files.len() > 1;
    let why = if are_several && arguments.moves.is_some() {
        "--moves is for one puzzle: give one FILE, and a notation as in --moves=rush"
    } else if are_several && arguments.is_of_one(format) {
        "a picture shows one puzzle: expected one FILE"
    } else if !arguments.hide.is_empty() && format != Html {
        "--hide is about a page to play on: expected --format html"
    } else if arguments.words && !matches!(format, Svg | Png) {
        "--words is about a sheet: expected --format svg or png"
    } else if arguments.every && (format != Json || arguments.output.path().is_some()) {
        "--every writes lines while it searches: expected --format json, and no --output"
    } else if are_several && arguments.disk.disk.is_some() {
        "a folder has the search of one puzzle: expected one FILE with --disk"
    } else {
        return Ok(());
    };
    Err(Failure::input(why))
}

fn solve_all(arguments: &Arguments, target: &ReportTarget, out: &mut dyn Write) -> CommandResult {
    let mut is_first = true;
    let solved = arguments.puzzles.each(|_, input, log| {
        if !is_first && target.format == Text && !arguments.quiet {
            writeln!(out)?;
        }
        is_first = false;
        solve_and_write(arguments, target, &input, log, out)
    });
    Ok(solved?)
}

fn solve_and_write(
    arguments: &Arguments,
    target: &ReportTarget,
    input: &Input,
    log: &mut ReadAsLog,
    out: &mut dyn Write,
) -> CommandResult {
    solve_one(arguments, target.format, input, out, |outcome, out| {
        match target.format {
            Json => {}
            Text if !arguments.quiet && arguments.moves.is_none() => {
                log.write(out, &input.puzzle)?;
            }
            _ => log.note(&input.file, input.read_as()),
        }
        write(arguments, target, input, outcome, out)
    })
}

/// Searches a puzzle, and passes the result to `write`.
fn solve_one(
    arguments: &Arguments,
    format: Format,
    input: &Input,
    out: &mut dyn Write,
    write: impl FnOnce(Answer, &mut dyn Write) -> CommandResult,
) -> CommandResult {
    let mut settings = SearchSettings::new(arguments.style(), arguments.effort, arguments.verbose);
    settings.budget.max_moves = arguments.max_moves;
    settings.watch.writes_every = arguments.every;
    if arguments.has_no_limit() {
        settings.watch.room = Some(settings.budget.memory);
    }
    run_query_on(
        input,
        settings,
        |mut query, budget, watch| {
            arguments.refine(&mut query, format);
            solve(&query, budget, watch)
        },
        out,
        write,
    )
}

/// A puzzle for a page, with its results.
struct SolvedInput {
    input: Input,
    outcome: Answer,
    distances: Option<DistanceTable>,
}

/// Searches all puzzles, and writes one page with them, if there are any.
fn solve_for_page(
    arguments: &Arguments,
    target: &ReportTarget,
    out: &mut dyn Write,
) -> CommandResult {
    let mut all = Vec::new();
    let worst = arguments.puzzles.each(|_, input, log| {
        log.note(&input.file, input.read_as());
        let mut found = None;
        let verdict = solve_one(arguments, target.format, &input, out, |outcome, _| {
            let is_wrong =
                arguments.verify && verified(arguments.style(), &input, &outcome) == Some(false);
            found = Some((distances(arguments, &input, &outcome), outcome));
            Ok(if is_wrong { Verdict::Internal } else { Verdict::Fine })
        })?;
        all.extend(found.map(|(distances, outcome)| SolvedInput { input, outcome, distances }));
        Ok(verdict)
    })?;
    if !all.is_empty() {
        let puzzles = all.iter().map(|SolvedInput { input, outcome, distances }| Playable {
            puzzle: &input.puzzle,
            name: input.name(),
            style: arguments.style(),
            outcome,
            distances: distances.as_ref(),
        });
        let puzzles = Vec::from_iter(puzzles);
        Page { puzzles: &puzzles, hidden: arguments.hidden() }.write(out)?;
    }
    Ok(worst)
}

/// Largest map for the hints of a page, in positions.
const LARGEST_MAP: u64 = 100_000;

/// Returns the map of a puzzle, if a page can use it and it is small enough.
fn distances(arguments: &Arguments, input: &Input, outcome: &Answer) -> Option<DistanceTable> {
    if outcome.status == Status::Unsolvable || !arguments.hidden().needs_distances() {
        return None;
    }
    let mut watch = ProgressObserver::new(arguments.effort.run_options.progress.form, false);
    let query = Query::new(&input.puzzle, arguments.style());
    let budget = arguments.effort.budget(arguments.max_moves);
    // Boards too large for a map are played without one.
    distance_table(&query, &budget, LARGEST_MAP, &mut watch).ok()
}

impl Arguments {
    /// Returns the style of a search; must not be called if all six are compared.
    fn style(&self) -> Style {
        match self.styles {
            StyleChoice::One(style) => style,
            StyleChoice::All => Style::WALK,
        }
    }

    /// Whether nothing but the memory ends a search, so that a time limit can be offered.
    fn has_no_limit(&self) -> bool {
        let is_limited = self.max_moves.is_some() || self.effort.run_options.time_limit.is_some();
        let is_exact = self.exhaust || self.engine != Engine::Auto;
        !is_limited && !is_exact && self.disk.to_disk().is_none()
    }

    /// Whether the output is about a single puzzle.
    fn is_of_one(&self, format: Format) -> bool {
        self.moves.is_some() || format.is_visual() && format != Html
    }

    fn hidden(&self) -> Hidden {
        let [solution, hints, left] = [HiddenPart::Solution, HiddenPart::Hints, HiddenPart::Left]
            .map(|secret| self.hide.contains(&secret));
        Hidden { solution, hints, left }
    }

    /// Sets the query's options besides puzzle and style.
    fn refine(&self, query: &mut Query, format: Format) {
        query.engine = self.engine;
        query.beam =
            Some(BeamOptions { seed: self.seed, rounds: self.rounds, ..Default::default() });
        query.uses_symmetry = self.symmetry.is_used();
        query.wants_solution = !self.quiet || format.is_visual() || self.verify;
        query.databases = database_folder(self.cache.as_deref());
        query.disk = self.disk.to_disk();
        if self.exhaust {
            query.until = Until::Exhausted;
        }
    }
}

/// Checks the result, if requested, and writes it.
fn write(
    arguments: &Arguments,
    target: &ReportTarget,
    input: &Input,
    mut outcome: Answer,
    out: &mut dyn Write,
) -> CommandResult {
    let verified = arguments.verify.then(|| verified(arguments.style(), input, &outcome)).flatten();
    if arguments.quiet && !target.format.is_visual() {
        outcome.solution = None;
    }
    let written = match target.format.is_visual() {
        true => show(arguments, target.format, input, &outcome, out),
        false => report(arguments, target, input, (&outcome, verified), out),
    };
    let written = written.or_else(Failure::report)?;
    Ok(if verified == Some(false) { Verdict::Internal } else { written })
}

/// Whether the solution passes the check; `None` if there is none.
fn verified(style: Style, input: &Input, outcome: &Answer) -> Option<bool> {
    let checked = verify(&input.puzzle, style, outcome.solution.as_ref()?);
    if let Err(flaw) = &checked {
        complain(&format!("{}: internal error: the solution is wrong: {flaw}", input.file));
    }
    Some(checked.is_ok())
}

/// Writes the result as text or JSON.
fn report(
    arguments: &Arguments,
    target: &ReportTarget,
    input: &Input,
    (outcome, verified): (&Answer, Option<bool>),
    out: &mut dyn Write,
) -> CommandResult {
    let subject = input.subject(arguments.style());
    let mut report = SolutionReport { subject, outcome, verified, other_styles: None };
    if target.format == Json {
        write_json(out, &report.json())?;
    } else if arguments.moves.is_some() {
        return write_moves(arguments, input, outcome, out);
    } else if arguments.quiet {
        let counted = if arguments.exhaust { solution::reached(outcome) } else { String::new() };
        writeln!(out, "{}{counted}", solution::result(&subject, outcome))?;
    } else {
        let other_styles = find_other_styles(arguments, input, outcome);
        report.other_styles = other_styles.as_ref();
        report.write_text(out, target.ink(arguments.paint))?;
    }
    Ok(Verdict::Fine)
}

/// Writes the result as a picture.
fn show(
    arguments: &Arguments,
    format: Format,
    input: &Input,
    outcome: &Answer,
    out: &mut dyn Write,
) -> CommandResult {
    let (puzzle, name, style) = (&input.puzzle, input.name(), arguments.style());
    let (appearance, speed) = (arguments.appearance.appearance(puzzle), arguments.speed);
    let scene = match format {
        SvgAnimated | Gif => animated(puzzle, name, style, outcome, appearance, speed),
        _ => solution_sheet(puzzle, name, style, outcome, appearance, arguments.words),
    };
    picture::emit(out, format, &scene, (input, Some(name)))
}

/// Positions that the search in other styles may find in any case: about two milliseconds.
const FEW_POSITIONS: u64 = 1 << 12;

/// Returns the results for the other styles, if there is no solution. This takes no more positions
/// than the search did, unless these are few.
fn find_other_styles(
    arguments: &Arguments,
    input: &Input,
    outcome: &Answer,
) -> Option<OtherStyles> {
    if outcome.status != Status::Unsolvable || arguments.exhaust {
        return None;
    }
    let most = outcome.counted.total().max(FEW_POSITIONS);
    other_styles(&input.puzzle, arguments.style(), most, &progress::interrupt())
}

/// Writes only the moves, in the requested notation.
fn write_moves(
    arguments: &Arguments,
    input: &Input,
    outcome: &Answer,
    out: &mut dyn Write,
) -> CommandResult {
    let Some(solution) = &outcome.solution else {
        complain(&solution::result(&input.subject(arguments.style()), outcome));
        return Ok(Verdict::Fine);
    };
    let Some(script) = arguments.moves.as_deref().and_then(Script::named) else {
        solution::write_moves(out, &input.puzzle, solution)?;
        return Ok(Verdict::Fine);
    };
    let text = script.write(&input.puzzle, solution).map_err(|why| {
        Failure::input(format!("{}: {} cannot express these moves: {why}", input.file, script.name))
    })?;
    out.write_all(text.as_bytes())?;
    Ok(Verdict::Fine)
}
