//! `sliding generate`: generates puzzles of a given difficulty, and packs of levels.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use sliding::design::{
    FamilyError, Generated, Level, Requirements, Source, generate, pack, range, titled,
};
use sliding::notation::{NOTATIONS, Notation, ReadOptions};
use sliding::puzzle::{Puzzle, Style};
use sliding::report::pack::json;

use super::failure::limit_advice;
use super::hunt::family::FamilyOptions;
use super::improve::ImproveOptions;
use super::output::{make_folder, write_file};
use super::progress::catch_interrupts;
use super::{
    CommandResult, Console, Failure, Format, Limits, Output, OutputFile, ProgressObserver,
    TEXT_OR_JSON, Target, Verdict, failure, improve, input, reading, whole_limit, write_json,
};

const EXAMPLES: &str = "\
Starts from random boards and changes them until they are as hard as --moves
asks. With --ramp, no two levels share most of their places or moves. The same
seed gives the same puzzles.

With --from, moves and swaps pieces, adds and removes walls, and changes the
goal, at random, as long as that makes the puzzle no worse. Prints each better
puzzle; Ctrl-C ends, and keeps the best. See docs/makers.md.

Exit codes: 0 all were made, 2 bad input or usage, 3 stopped by a limit; with
--from 0 all rounds were made, or the time is over.

Examples:
  sliding generate --board 4x4 --pieces 5-9 --moves 15-20 --solutions 1
  sliding generate --board 6x6 --shapes cars --pieces 10-13 -s 1 --moves 20-30 \\
    --number 100 --notation rush > boards.txt
  sliding generate --board 6x6 --shapes cars --pieces 8-12 -s slide \\
    --ramp 3-25 --number 60 -o levels.json
  sliding generate --like @klotski --moves 30-40 --notation drawn -n 5 -o levels/
  sliding generate --from my-puzzle.txt --output longer.txt
  sliding generate --from parking.txt --aim harder --pin walls,goal,A -s slide";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("time_limit", whole_limit))]
#[command(mut_arg("board", |board| {
    board.required(false).required_unless_present_any(["like", "from"])
}))]
pub struct Arguments {
    #[command(flatten)]
    family: FamilyOptions,
    /// Keep board, walls, pieces and goals of a puzzle
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["board", "shapes", "rule", "exit_row", "main", "pieces", "empty"])]
    like: Option<PathBuf>,
    /// Improve this puzzle instead
    ///
    /// For 60 seconds, if there is no --time-limit.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "ramp", "difficulty", "number"])]
    #[arg(conflicts_with_all = ["like", "board", "shapes", "rule", "exit_row", "main", "pieces"])]
    #[arg(conflicts_with_all = ["empty", "solutions", "title", "with_solutions"])]
    from: Option<PathBuf>,
    #[command(flatten)]
    pub improve: ImproveOptions,
    /// step, slide, walk (default), step+, slide+, walk+
    ///
    /// What is one move, by name or by number, 0 to 5: `sliding --help` has a table.
    #[arg(short, long, value_name = "STYLE", default_value = "walk", hide_default_value = true)]
    pub style: Style,
    /// Fewest moves to the goal: N, or N-M
    #[arg(long, value_name = "N-M", value_parser = range::<u64>)]
    #[arg(required_unless_present_any = ["ramp", "from"])]
    moves: Option<RangeInclusive<u64>>,
    #[arg(long, value_name = "N-M")]
    #[arg(help = "Levels that rise from N to M moves, or difficulty:X-Y")]
    ramp: Option<Requirements>,
    /// Felt difficulty, as `sliding rate` measures it: X-Y
    #[arg(long, value_name = "X-Y", value_parser = range::<f64>, conflicts_with = "ramp")]
    difficulty: Option<RangeInclusive<f64>>,
    /// Number of shortest solutions: N, or N-M
    #[arg(long, value_name = "N-M", value_parser = range::<u64>)]
    solutions: Option<RangeInclusive<u64>>,
    /// Number of puzzles
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    number: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Title of each puzzle; `n` in braces is its number
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// sliding (default), drawn, rush, ...
    ///
    /// The notation of the puzzles: see `sliding convert --list`.
    #[arg(long, value_name = "NAME", conflicts_with = "format", hide_possible_values = true)]
    #[arg(value_parser = reading::notation())]
    notation: Option<&'static Notation>,
    /// Put a shortest solution of each level into the JSON
    #[arg(long)]
    with_solutions: bool,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: Output,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let output = &arguments.output.file;
    if let Some(from) = &arguments.from {
        return improve::run(arguments, from, console);
    }
    let (family, example);
    let source = match &arguments.like {
        Some(file) => {
            example = input::puzzle(file, &ReadOptions::default())?;
            Source::Example(&example.puzzle)
        }
        None => {
            family = arguments.family.family()?;
            Source::Family(&family)
        }
    };
    let format = match arguments.notation {
        Some(_) => Format::Text,
        None => output.format(arguments.output.format, TEXT_OR_JSON),
    };
    let target = match (format, output.folder()) {
        (Format::Json, Some(_)) => {
            return Err(Failure::input("a pack in JSON is one file: expected --output FILE"));
        }
        (Format::Json, None) => output.begin(Some(format), &[format], console)?,
        _ if arguments.with_solutions => {
            return Err(Failure::input("--with-solutions goes only with --format json"));
        }
        (_, None) => output.begin_puzzles(console)?,
        (_, Some(folder)) => {
            make_folder(folder)?;
            OutputFile::default().begin_puzzles(console)?
        }
    };
    let mut writer = LevelWriter { arguments, made: 0, target };
    let verdict = writer.write(source)?;
    writer.target.end(verdict)
}

impl Arguments {
    /// Returns the notation of the puzzles.
    pub fn notation(&self) -> &'static Notation {
        self.notation.unwrap_or(&NOTATIONS[0])
    }

    fn requirements(&self) -> Result<Requirements, Failure> {
        let (moves, ramp) = (self.moves.clone(), self.ramp.clone());
        if moves.is_some() && ramp.as_ref().is_some_and(|ramp| ramp.difficulty.is_none()) {
            return Err(Failure::input("--moves goes only with --ramp difficulty:X-Y"));
        }
        let mut wanted = ramp.unwrap_or(Requirements::new(3..=40));
        wanted.moves = moves.unwrap_or(wanted.moves);
        wanted.difficulty = wanted.difficulty.or(self.difficulty.clone());
        (wanted.solutions, wanted.number) = (self.solutions.clone(), self.number);
        wanted.seed = self.seed;
        Ok(wanted)
    }
}

/// Writes levels in a notation, each when it is made.
struct LevelWriter<'a> {
    arguments: &'a Arguments,
    made: usize,
    target: Target<'a>,
}

impl LevelWriter<'_> {
    fn write(&mut self, source: Source) -> CommandResult {
        let &Arguments { style, number, seed, with_solutions, .. } = self.arguments;
        let wanted = self.arguments.requirements()?;
        let budget = self.arguments.limits.budget();
        catch_interrupts();
        let mut watch = ProgressObserver::new(self.target.globals);
        let mut report = |made, tried| watch.puzzles_made(made, number, tried);
        let mut levels = Vec::new();
        let stopped = match self.arguments.ramp {
            Some(_) => {
                let made = pack(source, &wanted, style, &budget, &mut report);
                let (made, stopped) = made.map_err(Failure::input)?;
                levels = made;
                levels.iter_mut().try_for_each(|level| self.add(&mut level.generated.puzzle))?;
                stopped
            }
            None => {
                let mut written = Ok(());
                let each = &mut |mut generated: Generated| {
                    if written.is_err() {
                        return;
                    }
                    if self.target.format != Format::Json {
                        written = self.add(&mut generated.puzzle);
                    } else if let Some(mut level) = Level::new(generated, style, &budget) {
                        // It is solved and rated for JSON.
                        written = self.add(&mut level.generated.puzzle);
                        levels.push(level);
                    }
                    if written.is_err() {
                        budget.interrupt.set();
                    }
                };
                let ended = generate(source, &wanted, style, &budget, &mut report, each);
                written?;
                match ended {
                    Err(FamilyError::Stopped(limit)) => Some(limit),
                    ended => ended.map(|()| None).map_err(Failure::input)?,
                }
            }
        };
        if self.target.format == Format::Json {
            let pack = json(source, seed, style, &levels, with_solutions);
            write_json(&mut self.target.out, &pack)?;
        }
        let Some(limit) = stopped else { return Ok(Verdict::Fine) };
        let name = format!("{} of {number} puzzles were made", self.made);
        Ok(failure::stopped(&name, &limit_advice(limit, budget.memory)))
    }

    /// Gives a puzzle the title that was asked for, and writes it unless JSON has all of them.
    fn add(&mut self, puzzle: &mut Puzzle) -> Result<(), Failure> {
        self.made += 1;
        if let Some(title) = &self.arguments.title {
            *puzzle = titled(puzzle, title, self.made)
                .map_err(|why| Failure::input(format!("--title: {why}")))?;
        }
        if self.target.format == Format::Json {
            return Ok(());
        }
        let mut text = self.arguments.notation().write(puzzle).map_err(Failure::input)?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if let Some(folder) = self.arguments.output.file.folder() {
            let digits = self.arguments.number.to_string().len();
            let path = folder.join(format!("level-{:0digits$}.txt", self.made));
            return Ok(write_file(&path, text.as_bytes())?);
        }
        Ok(self.target.write_puzzle(&text)?)
    }
}
