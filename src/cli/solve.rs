//! `sliding solve`: searches puzzles, and shows every move of a shortest solution.

mod batch;

use std::num::NonZeroU32;

use sliding::analyse::other_styles::other_styles;
use sliding::analyse::trace::{MOST_VISITS, breadth_first, iterative_deepening};
use sliding::analyse::{DistanceTable, distance_table};
use sliding::check::verify;
use sliding::notation::transcript::{SCRIPTS, Script};
use sliding::puzzle::UnknownStyle;
use sliding::report::page::{Hidden, TraceReport};
use sliding::report::scene::Theme;
use sliding::report::solution::motion::Speed;
use sliding::report::solution::{SolutionReport, result, write_moves};
use sliding::report::styles::StylesReport;
use sliding::solve::{compare_style, shorten, solve_with};
use sliding::tiles::TileSolver;

use super::verify::replay;
use super::*;
use batch::Batch;

const FORMATS: &[Format] = &[Text, Json, Csv, Svg, Png, SvgAnimated, Gif, Html];

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
  sliding solve --shorten my-solution.txt --time-limit 1m klotski.txt
  sliding solve --start 1221/1221/1331/1441/4040 klotski.txt
  sliding solve --exhaust --quiet --disk /tmp/klotski klotski.txt
  sliding solve --hide solution,hints,left -o klotski.html klotski.txt";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("format", format))]
pub struct Arguments {
    #[command(flatten)]
    puzzles: Puzzles,
    /// step, slide, walk (default), step+, slide+, walk+
    ///
    /// What is one move, by name or by number as below. With `all`, the six are compared.
    #[arg(short, long = "style", value_name = "STYLE", default_value = "walk")]
    #[arg(hide_default_value = true)]
    #[arg(value_parser = styles)]
    styles: StyleChoice,
    /// Do not search beyond M moves
    #[arg(long, value_name = "M")]
    max_moves: Option<u64>,
    #[command(flatten)]
    limits: Limits,
    /// auto (default), sparse, meet, dense, ring, beam
    ///
    /// For tiles also pdb, construct, korf0, korf1. See docs/engines.md.
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_default_value = true)]
    #[arg(hide_possible_values = true, value_parser = engine(Engine::all()))]
    engine: Engine,
    /// Stop the beam engine after N rounds
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroU32>,
    /// Seed of the beam engine
    #[arg(long, value_name = "S", default_value = "0", hide_default_value = true)]
    seed: u64,
    /// Do not use symmetry
    #[arg(long)]
    no_symmetry: bool,
    /// Folder for pattern databases
    ///
    /// By default, that of the system for caches.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    disk: DiskOptions,
    /// Moves per second in animations
    #[arg(long, value_name = "N", default_value = "2", value_parser = speed)]
    speed: Speed,
    #[command(flatten)]
    picture: PictureOptions,
    /// Write the moves below a sheet, in words
    #[arg(long)]
    words: bool,
    /// Hide from a page: solution, hints, left (moves)
    #[arg(long, value_name = "WHAT", value_delimiter = ',', hide_possible_values = true)]
    #[arg(value_parser = ["solution", "hints", "left"])]
    hide: Vec<String>,
    #[command(flatten)]
    output: Output,
    /// Print only the moves, one per line
    ///
    /// With a notation, as other programs do: rush, sgt, slidy, hackerrank.
    #[arg(long, value_name = "NOTATION", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = OWN, value_parser = PossibleValuesParser::new(scripts()))]
    #[arg(hide_possible_values = true, conflicts_with_all = ["quiet", "format"])]
    moves: Option<String>,
    /// Search every position, not only up to the goal
    #[arg(long)]
    exhaust: bool,
    /// Check each solution with independent code
    #[arg(long)]
    verify: bool,
    /// Shorten the solution in this file
    ///
    /// The file, or with `-` standard input, may be in any notation that `sliding verify` reads. The neighbourhood of its
    /// positions is searched, in ever larger tunnels, until they do not help or reach a quarter of
    /// the memory. The result may not be the shortest solution.
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["max_moves", "engine", "rounds", "seed"])]
    #[arg(conflicts_with_all = ["no_symmetry", "cache", "disk", "exhaust"])]
    shorten: Option<PathBuf>,
    /// Write what a search visits, for lessons
    ///
    /// Each position is a line of JSON, or if the name ends in .html a point on a page to watch it.
    /// The search is breadth-first, or with --engine korf0 IDA*, for any puzzle and at most 100,000
    /// positions.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shorten", "exhaust", "disk"])]
    #[arg(conflicts_with_all = ["output", "format", "moves", "words", "hide", "verify"])]
    #[arg(conflicts_with_all = ["max_moves", "rounds"])]
    trace: Option<PathBuf>,
}

fn format(format: Arg) -> Arg {
    format
        .value_parser(among(FORMATS))
        .help("text, json, csv, svg, png, svg-animated, gif, html")
        .long_help(
            "text (default), json, csv; a sheet of boards: svg, png; animated: svg-animated, gif; a \
             page to play on: html",
        )
}

/// One style, or all six side by side.
#[derive(Clone, Copy)]
enum StyleChoice {
    One(Style),
    All,
}

fn styles(text: &str) -> Result<StyleChoice, UnknownStyle> {
    match text {
        "all" => Ok(StyleChoice::All),
        _ => text.parse().map(StyleChoice::One),
    }
}

/// The name of our own notation of moves.
const OWN: &str = "sliding";

fn scripts() -> impl Iterator<Item = &'static str> {
    [OWN].into_iter().chain(SCRIPTS.iter().map(|script| script.name))
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    if let Some(file) = &arguments.trace {
        return write_trace(arguments, file);
    }
    let StyleChoice::One(style) = arguments.styles else {
        return compare_styles(arguments, console);
    };
    let Arguments { puzzles, output, picture, moves, .. } = arguments;
    let given = moves.as_ref().map(|_| Text).or(output.format);
    refuse_contradictions(arguments, output.file.format(given, FORMATS))?;
    let mut target = output.file.begin(given, FORMATS, console)?;
    (target.has_gaps, target.picture) = (moves.is_none(), *picture);
    target.is_of_one |= moves.is_some() || arguments.shorten.is_some();
    let is_quiet = target.globals.quiet && !is_visual(target.format);
    let mut batch = Batch::new(arguments, style, is_quiet);
    let verdict = match target.is_of_one {
        true => batch.add(Ok(puzzles.only()?), &mut target)?,
        false => puzzles.each_text(|_, found| batch.add(found, &mut target))?,
    };
    let verdict = verdict.max(batch.end(&mut target)?);
    target.end(verdict)
}

/// Writes the visits of a search for a puzzle.
fn write_trace(arguments: &Arguments, file: &Path) -> CommandResult {
    let input = arguments.puzzles.only()?;
    let StyleChoice::One(style) = arguments.styles else {
        return Err(Failure::input("--trace is about one style"));
    };
    let visits = match arguments.engine {
        Engine::Auto => breadth_first(&input.puzzle, style)?,
        Engine::Korf0 => iterative_deepening(&input.puzzle, style)?,
        _ => {
            return Err(Failure::input(
                "--trace takes --engine auto (breadth-first) or korf0 (IDA*)",
            ));
        }
    };
    let report = TraceReport { subject: input.subject(style), visits: &visits };
    let mut written = Vec::new();
    if file.extension().is_some_and(|ending| ending == "html") {
        report.page(&mut written)?;
    } else {
        report.lines(&mut written)?;
    }
    write_file(file, &written)?;
    let is_solved = visits.last().is_some_and(|last| input.puzzle.is_solved_by(&last.position));
    let verdict = match visits.len() {
        _ if is_solved => Verdict::Fine,
        MOST_VISITS => {
            stopped(&input.file, &format!("the trace ends after {MOST_VISITS} positions"))
        }
        _ => {
            complain(&format!("{}: no solution: the trace has the whole search", input.file));
            Verdict::Negative
        }
    };
    Ok(verdict)
}

/// Compares the six styles of one puzzle, each searched exhaustively.
fn compare_styles(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let refused = [
        ("max-moves", arguments.max_moves.is_some()),
        ("rounds", arguments.rounds.is_some()),
        ("seed", arguments.seed != 0),
        ("cache", arguments.cache.is_some()),
        ("speed", Some(arguments.speed) != Speed::new(2.0)),
        ("labels", arguments.picture.labels.is_some()),
        ("theme", arguments.picture.theme.theme != Theme::Auto),
        ("disk", arguments.disk.disk.is_some()),
        ("words", arguments.words),
        ("hide", !arguments.hide.is_empty()),
        ("moves", arguments.moves.is_some()),
        ("verify", arguments.verify),
        ("shorten", arguments.shorten.is_some()),
    ];
    if let Some((option, _)) = refused.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::input(format!(
            "--style all writes a table, and shows no moves: remove --{option}"
        )));
    }
    let globals = console.globals;
    let mut target = arguments.output.begin(&[Text, Json, Csv], console)?;
    if arguments.engine.is_for_tiles() {
        return Err(Failure::input(
            "--style all takes the engines for any puzzle: auto, sparse, ...",
        ));
    }
    let input = arguments.puzzles.only()?;
    let (mut verdict, mut found) = (Verdict::Fine, Vec::new());
    for style in Style::ALL {
        let mut search = Search::new(&input, style, arguments.limits, globals);
        search.query.engine = arguments.engine;
        search.query.uses_symmetry = !arguments.no_symmetry;
        let answer = compare_style(search.query.clone(), &search.budget, &mut search.watch);
        let answer = search.ended(answer)?;
        if let Some(limit) = answer.status.stopped() {
            let name = format!("{}, style {style}", input.file);
            verdict = stopped(&name, &limit_advice(limit, search.budget.memory));
        }
        found.push((style, answer));
    }
    let (puzzle, name, file) = (&input.puzzle, input.name(), &input.file);
    target.report(&input, &StylesReport { puzzle, name, file, found: &found })?;
    target.out.end()?;
    let has_none = found.iter().all(|(_, answer)| answer.moves.is_none());
    Ok(if verdict == Verdict::Fine && has_none { Verdict::Negative } else { verdict })
}

/// Rejects options that do not go with the number of files, or with the format.
fn refuse_contradictions(arguments: &Arguments, format: Format) -> Result<(), Failure> {
    if let Some(moves) = &arguments.shorten {
        arguments.puzzles.check_beside(moves)?;
    }
    let are_several = arguments.puzzles.files().len() > 1;
    let why = if are_several && arguments.moves.is_some() {
        "--moves is for one puzzle: give one FILE, and a notation as in --moves=rush"
    } else if !arguments.hide.is_empty() && format != Html {
        "--hide is about a page to play on: expected --format html"
    } else if arguments.words && !matches!(format, Svg | Png) {
        "--words is about a sheet: expected --format svg or png"
    } else if are_several && arguments.disk.disk.is_some() {
        "a folder has the search of one puzzle: expected one FILE with --disk"
    } else {
        return Ok(());
    };
    Err(Failure::input(why))
}

impl Arguments {
    /// Returns the map of a puzzle for a page, if the page can use it and it is small enough.
    fn distances(
        &self,
        search: &Search,
        answer: &Answer,
        globals: Globals,
    ) -> Option<DistanceTable> {
        if answer.status == Status::Unsolvable || !self.hidden().needs_distances() {
            return None;
        }
        let mut search = Search::new(search.input, search.query.style, self.limits, globals);
        search.budget.max_moves = self.max_moves;
        distance_table(&search.query, &search.budget, LARGEST_MAP, &mut search.watch).ok()
    }

    fn hidden(&self) -> Hidden {
        let is_hidden = |part: &str| self.hide.iter().any(|hidden| hidden == part);
        let [solution, hints, left] = ["solution", "hints", "left"].map(is_hidden);
        Hidden { solution, hints, left }
    }

    /// Searches a puzzle. Returns the answer, and whether its solution passes the check; `None` if
    /// it was not checked.
    fn solve(
        &self,
        tiles: &TileSolver,
        search: &mut Search,
        is_quiet: bool,
    ) -> Result<(Answer, Option<bool>), Failure> {
        let query = &mut search.query;
        query.engine = self.engine;
        query.beam =
            Some(BeamOptions { seed: self.seed, rounds: self.rounds, ..Default::default() });
        query.uses_symmetry = !self.no_symmetry;
        query.wants_solution = !is_quiet || self.verify;
        query.databases = database_folder(self.cache.as_deref());
        query.disk = self.disk.to_disk();
        if self.exhaust {
            query.until = Until::Exhausted;
        }
        search.budget.max_moves = self.max_moves;
        let found = match &self.shorten {
            None => solve_with(tiles, query, &search.budget, &mut search.watch),
            Some(moves) => {
                let path = path(search.input, query.style, moves)?;
                shorten(query, &path, &search.budget, &mut search.watch)
            }
        };
        let mut answer = search.ended(found)?;
        let solution = answer.solution.as_ref().filter(|_| self.verify);
        let checked = solution.map(|found| verify(&search.input.puzzle, search.query.style, found));
        if let Some(Err(flaw)) = &checked {
            let file = &search.input.file;
            complain(&format!("{file}: internal error: the solution is wrong: {flaw}"));
        }
        if is_quiet {
            answer.solution = None;
        }
        Ok((answer, checked.map(|checked| checked.is_ok())))
    }
}

/// Returns the positions of the solution in this file.
fn path(input: &Input, style: Style, file: &Path) -> Result<Vec<Configuration>, Failure> {
    let text = SourceText::read(file)?;
    let given = replay(input, style, &text)?;
    let name = &text.name;
    if !given.solves() {
        let why = format!("{name}: it does not solve the puzzle: `sliding verify` says why");
        return Err(Failure::Message(why, Verdict::Negative));
    }
    if let Err(number) = given.replay.moves(style) {
        return Err(Failure::input(format!(
            "{name}: move {number} is of several pieces: choose --style step+, slide+ or walk+"
        )));
    }
    Ok(given.positions())
}

/// Whether a format shows the moves of any solution.
fn is_visual(format: Format) -> bool {
    format.is_picture() || format == Html
}

/// Writes the result of a search.
fn write(
    arguments: &Arguments,
    search: &Search,
    answer: &Answer,
    verified: Option<bool>,
    target: &mut Target,
) -> Result<(), Failure> {
    let (input, style) = (search.input, search.query.style);
    if target.format == Html || arguments.moves.is_some() {
        target.note(input);
        // A page is written when all its puzzles are solved.
        return match target.format {
            Html => Ok(()),
            _ => write_only_moves(arguments, search, answer, target),
        };
    }
    // A search in the other styles takes no more positions than this one did, unless these are few.
    let most = answer.counted.total().max(FEW_POSITIONS);
    let has_others = answer.status == Status::Unsolvable
        && !arguments.exhaust
        && target.format == Text
        && !target.globals.quiet;
    let others = has_others.then(|| other_styles(&input.puzzle, style, most, &interrupt()));
    let others = others.flatten();
    let report = SolutionReport {
        verified,
        is_of_all: arguments.exhaust,
        has_words: arguments.words,
        speed: matches!(target.format, SvgAnimated | Gif).then_some(arguments.speed),
        other_styles: others.as_ref(),
        ..SolutionReport::new(search.subject(), answer)
    };
    target.report(input, &report)
}

/// Positions that the search in other styles may find in any case: about two milliseconds.
const FEW_POSITIONS: u64 = 1 << 12;

/// Writes only the moves, in the requested notation.
fn write_only_moves(
    arguments: &Arguments,
    search: &Search,
    answer: &Answer,
    target: &mut Target,
) -> Result<(), Failure> {
    let Some(solution) = &answer.solution else {
        complain(&result(&search.subject(), answer));
        return Ok(());
    };
    let puzzle = &search.input.puzzle;
    let Some(script) = arguments.moves.as_deref().and_then(Script::named) else {
        return Ok(write_moves(&mut target.out, puzzle, solution)?);
    };
    let text = script.write(puzzle, solution).map_err(|why| {
        let (file, script) = (&search.input.file, script.name);
        Failure::input(format!("{file}: {script} cannot express these moves: {why}"))
    })?;
    Ok(target.out.write_all(text.as_bytes())?)
}

/// Largest map for the hints of a page, in positions.
const LARGEST_MAP: u64 = 100_000;
