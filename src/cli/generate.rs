//! `sliding generate`: generates puzzles of a given difficulty, and packs of levels.

use std::fs;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use sliding::design::{
    Generated, Level, PackRequest, Ramp, Requirements, Source, generate, pack, range, titled,
};
use sliding::files::with_path;
use sliding::notation::{NOTATIONS, Notation, ReadOptions};
use sliding::puzzle::{Puzzle, Style};
use sliding::report::pack::json;

use super::failure::{self, CommandResult, Failure, limit_advice};
use super::hunt::family::FamilyOptions;
use super::input;
use super::options::{Globals, Limits, whole_limit};
use super::output::{JoinedTexts, OutputFile, only_file, write_file};
use super::progress::{ProgressObserver, catch_interrupts};
use super::{Console, Verdict, write_json};

const EXAMPLES: &str = "\
Starts from random boards and changes them until they are as hard as --moves
asks. With --ramp, no two levels share most of their places or moves. The same
seed gives the same puzzles. See docs/makers.md.

Exit codes: 0 all were made, 2 bad input or usage, 3 stopped by a limit.

Examples:
  sliding generate --board 4x4 --pieces 5-9 --moves 15-20 --solutions 1
  sliding generate --board 6x6 --shapes cars --pieces 10-13 -s 1 --moves 20-30 \\
    --number 100 --format rush > boards.txt
  sliding generate --board 6x6 --shapes cars --pieces 8-12 -s slide \\
    --ramp 3-25 --number 60 --format json -o levels.json
  sliding generate --like @klotski --moves 30-40 --format drawn -n 5 -o levels/";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("time_limit", whole_limit))]
#[command(mut_arg("output", only_file))]
#[command(mut_arg("board", |board| board.required(false).required_unless_present("like")))]
pub struct Arguments {
    #[command(flatten)]
    family: FamilyOptions,
    /// Keep the board, the walls, the pieces and the goals of this puzzle
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["board", "shapes", "rule", "exit_row", "main", "pieces", "empty"])]
    like: Option<PathBuf>,
    /// What is one move: step, slide, walk, step+, slide+, walk+, or 0 to 5
    #[arg(short, long, value_name = "STYLE", default_value = "walk")]
    style: Style,
    /// Fewest moves to the goal: N, or N-M
    #[arg(long, value_name = "N-M", value_parser = range::<u64>, required_unless_present = "ramp")]
    moves: Option<RangeInclusive<u64>>,
    #[arg(long, value_name = "N-M")]
    #[arg(help = "Levels that rise evenly in their fewest moves from N to M; or, with \
        difficulty:X-Y, in felt difficulty")]
    ramp: Option<Ramp>,
    /// Felt difficulty, as `sliding rate` measures it: X-Y
    #[arg(long, value_name = "X-Y", value_parser = range::<f64>, conflicts_with = "ramp")]
    difficulty: Option<RangeInclusive<f64>>,
    /// Number of shortest solutions: N, or N-M [default: any]
    #[arg(long, value_name = "N-M", value_parser = range::<u64>)]
    solutions: Option<RangeInclusive<u64>>,
    /// Number of puzzles
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    number: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Title of each puzzle; `n` in braces is its number
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// json, or a notation: see `sliding convert --list`
    #[arg(long, value_name = "FORM", default_value = "sliding")]
    #[arg(hide_possible_values = true, value_parser = form())]
    format: Form,
    /// Put a shortest solution of each level into the JSON
    #[arg(long)]
    with_solutions: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    output: OutputFile,
}

/// How puzzles are written.
#[derive(Clone, Copy)]
enum Form {
    Json,
    Notation(&'static Notation),
}

/// Reads a form.
fn form() -> impl TypedValueParser<Value = Form> {
    let written = NOTATIONS.iter().filter(|notation| notation.is_written());
    let names = written.map(|notation| notation.name).chain(["json", "knuth"]);
    PossibleValuesParser::new(names).map(|name| match &name[..] {
        "json" => Form::Json,
        name => Form::Notation(Notation::named(name).unwrap_or(&NOTATIONS[0])),
    })
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let example = arguments.like.as_deref();
    let example = example.map(|file| input::puzzle(file, &ReadOptions::default())).transpose()?;
    let family = if example.is_none() { Some(arguments.family.family()?) } else { None };
    let source = match (&family, &example) {
        (Some(family), _) => Source::Family(family),
        (None, Some(example)) => Source::Example(&example.puzzle),
        (None, None) => return Err(Failure::input("a family needs --board")),
    };
    let ramp = arguments.ramp()?;
    if arguments.with_solutions && !matches!(arguments.format, Form::Json) {
        return Err(Failure::input("--with-solutions goes only with --format json"));
    }
    if !matches!(arguments.format, Form::Json) {
        arguments.output.check_notation()?;
    }
    let globals = console.globals;
    let out: &mut dyn Write = &mut console.out;
    let Some(folder) = arguments.output.folder() else {
        let mut out = arguments.output.open(out)?;
        let verdict = write(arguments, globals, source, ramp, &mut out)?;
        out.end()?;
        return Ok(verdict);
    };
    if let Form::Json = arguments.format {
        return Err(Failure::input("a pack in JSON is one file: expected --output FILE"));
    }
    fs::create_dir_all(folder).map_err(|error| with_path(folder, &error))?;
    write(arguments, globals, source, ramp, out)
}

fn write(
    arguments: &Arguments,
    globals: Globals,
    source: Source,
    ramp: Option<Ramp>,
    out: &mut dyn Write,
) -> CommandResult {
    let budget = arguments.limits.budget();
    catch_interrupts();
    let mut watch = ProgressObserver::new(globals);
    let mut report_done = |done: usize| watch.boards_done(done, arguments.number);
    let joined = JoinedTexts::default();
    let mut writer = LevelWriter { arguments, made: 0, joined, out };
    let mut levels = Vec::new();
    let stopped = match ramp {
        Some(ramp) => {
            let mut wanted = PackRequest::new(ramp, arguments.number);
            (wanted.solutions, wanted.seed) = (arguments.solutions.clone(), arguments.seed);
            let made = pack(source, &wanted, arguments.style, &budget, &mut report_done);
            let (made, stopped) = made.map_err(Failure::input)?;
            levels = made;
            levels.iter_mut().try_for_each(|level| writer.add(&mut level.generated.puzzle))?;
            stopped
        }
        None => {
            let mut wanted = Requirements::new(arguments.moves.clone().unwrap_or(Ramp::MOVES));
            (wanted.solutions, wanted.number, wanted.seed) =
                (arguments.solutions.clone(), arguments.number, arguments.seed);
            wanted.difficulty = arguments.difficulty.clone();
            let mut written = Ok(());
            let each = &mut |mut generated: Generated| {
                if written.is_err() {
                    return;
                }
                if !matches!(arguments.format, Form::Json) {
                    written = writer.add(&mut generated.puzzle);
                } else if let Some(mut level) = Level::new(generated, arguments.style, &budget) {
                    // It is solved and rated for JSON.
                    written = writer.add(&mut level.generated.puzzle);
                    levels.push(level);
                }
                if written.is_err() {
                    budget.interrupt.set();
                }
            };
            let stopped =
                generate(source, &wanted, arguments.style, &budget, &mut report_done, each);
            written?;
            stopped.map_err(Failure::input)?
        }
    };
    if let Form::Json = arguments.format {
        write_json(writer.out, &json(&levels, arguments.style, arguments.with_solutions))?;
    }
    let Some(limit) = stopped else { return Ok(Verdict::Fine) };
    let name = format!("{} of {} puzzles were made", writer.made, arguments.number);
    Ok(failure::stopped(&name, &limit_advice(limit, budget.memory)))
}

impl Arguments {
    fn ramp(&self) -> Result<Option<Ramp>, Failure> {
        let (Some(ramp), Some(moves)) = (&self.ramp, &self.moves) else {
            return Ok(self.ramp.clone());
        };
        let refused = || Failure::input("--moves goes only with --ramp difficulty:X-Y");
        ramp.clone().within(moves.clone()).map(Some).ok_or_else(refused)
    }
}

/// Writes levels in a notation, each when it is made.
struct LevelWriter<'a> {
    arguments: &'a Arguments,
    made: usize,
    /// The texts of levels, in one file.
    joined: JoinedTexts,
    out: &'a mut dyn Write,
}

impl LevelWriter<'_> {
    /// Gives a puzzle the title that was asked for, and writes it unless JSON has all of them.
    fn add(&mut self, puzzle: &mut Puzzle) -> Result<(), Failure> {
        self.made += 1;
        if let Some(title) = &self.arguments.title {
            *puzzle = titled(puzzle, title, self.made)
                .map_err(|why| Failure::input(format!("--title: {why}")))?;
        }
        let Form::Notation(notation) = self.arguments.format else { return Ok(()) };
        let mut text = notation.write(puzzle).map_err(Failure::input)?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if let Some(folder) = self.arguments.output.folder() {
            let digits = self.arguments.number.to_string().len();
            let path = folder.join(format!("level-{:0digits$}.txt", self.made));
            return Ok(write_file(&path, text.as_bytes())?);
        }
        Ok(self.joined.write(&text, self.out)?)
    }
}
