//! The program `sliding`: the command line. Each command is a file that turns its arguments into a call of the library,
//! and the result into a report and a [`Verdict`].

mod check;
mod classic;
#[cfg(feature = "cluster")]
mod cluster;
mod convert;
mod count;
mod draw;
mod explore;
mod failure;
mod generate;
mod graph;
mod hint;
mod hunt;
mod improve;
mod input;
mod large;
mod options;
mod output;
mod play;
mod print;
mod progress;
mod prove;
mod puzzles;
mod rate;
mod reading;
mod run;
mod shell;
mod site;
mod solve;
mod survey;
mod test;
mod text_writer;
mod tiles;
mod verify;
mod why;

// Commands take these names by `use super::*`.
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::thread;
use std::time::{Duration, Instant};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use sliding::analyse::MapOrigin;
use sliding::collection;
use sliding::files::{database_folder, folder_of, with_path};
use sliding::notation::{Item, Notation, ReadOptions};
use sliding::puzzle::{Configuration, Puzzle, Size, Style};
use sliding::report::boxes::{Ink, without_boxes};
use sliding::report::json;
use sliding::report::words::{self, plain, plain_lines};
use sliding::report::{Report, Shown};
use sliding::solve::{
    Answer, BeamOptions, Budget, Engine, Observer, Query, Status, Stopped, Until, solve,
};

use failure::{CommandResult, Failure, limit_advice, stopped};
use input::{Input, SourceText, Unreadable, empty_input_message, files_below, open, unreadable};
use large::LargeBoard;
use options::{
    Color, DiskOptions, Globals, Limits, PictureOptions, Puzzles, Searches, ThemeOption, WHOLE,
    duration, engine, one_of, speed, whole_limit,
};
use output::Format::{self, *};
use output::{
    Output, OutputFile, TEXT_OR_JSON, Target, among, check_folder, formats, make_folder, only_file,
    write_file,
};
use progress::{ProgressFormat, ProgressObserver, interrupt};
use reading::{ReadAsLog, ReadingOptions};
use run::Search;
use text_writer::TextWriter;
use tiles::korf::run as korf;

/// The headings above the list of commands, each with the command that it begins with.
const HEADINGS: [(&str, &str); 4] =
    [("Solve", "solve"), ("Study", "explore"), ("Make", "check"), ("More", "tiles")];

const USAGE: &str = "sliding COMMAND [OPTIONS] FILE...
       sliding FILE                                    (as `sliding solve FILE`)
       sliding STYLE [VERBOSITY] [OPTIONS] < PUZZLE    (as Knuth's SLIDING)";

const BELOW: &str = "\
What is one move? Choose with --style NAME or --style NUMBER.
                              one piece     several pieces together
  one step                    step  (0)     step+  (3)
  straight, any distance      slide (1)     slide+ (4)
  any path                    walk  (2)     walk+  (5)

Every command takes -h, --help, --quiet, --verbose, --color, --progress. Without
FILE it reads standard input; @NAME is a puzzle of `sliding puzzles`.

Examples:
  sliding @klotski
  sliding solve klotski.txt --output klotski.html
  sliding COMMAND --help";

/// The version, and what this build has that others do not.
const VERSION: &str = if cfg!(feature = "cluster") {
    concat!(env!("CARGO_PKG_VERSION"), "\nfeatures: +cluster")
} else {
    concat!(env!("CARGO_PKG_VERSION"), "\nfeatures: -cluster")
};

/// Solves sliding-block puzzles of any shape, in the fewest moves.
#[derive(Parser)]
#[command(name = "sliding", version, long_version = VERSION, max_term_width = 80, override_usage = USAGE, after_help = BELOW)]
#[command(args_override_self = true, arg_required_else_help = true)]
struct CommandLine {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    command: Command,
}

// Only the command that is called gets its options: building those of all takes longer than solving
// many a puzzle.
#[derive(Subcommand)]
#[command(defer = true)]
enum Command {
    /// Find the shortest solution and show every move
    Solve(solve::Arguments),
    /// Show the next move of a shortest solution
    Hint(hint::Arguments),
    /// Check every move of a solution, or a proof
    Verify(verify::Arguments),
    /// Write a proof that no solution is shorter
    Prove(prove::Arguments),
    /// Play a puzzle in the terminal
    Play(play::Arguments),
    /// Map all reachable positions: distances, farthest, hardest start
    Explore(explore::Arguments),
    /// Write all positions and the moves between them as a graph
    Graph(graph::Arguments),
    /// Count or list the shortest solutions
    Count(count::Arguments),
    /// Explain what makes a puzzle hard
    Why(why::Arguments),
    /// Rate how hard a puzzle feels
    Rate(rate::Arguments),
    /// Search by several processes, on one machine or on several
    #[cfg(feature = "cluster")]
    Cluster(cluster::Arguments),
    /// Show how a puzzle was read, and find mistakes in it
    Check(check::Arguments),
    /// Draw start and goals as a picture
    Draw(draw::Arguments),
    /// Convert puzzles to and from the notations of other programs
    Convert(convert::Arguments),
    /// Generate puzzles of a given difficulty, or improve one
    Generate(generate::Arguments),
    /// Find the hardest puzzles of a family
    Hunt(hunt::Arguments),
    /// List the puzzles that come with the program
    Puzzles(puzzles::Arguments),
    /// Write a website: a gallery of puzzles to play, and an editor
    Site(site::Arguments),
    /// Check the `# expect:` lines of puzzle files
    Test(test::Arguments),
    /// Random boards of tiles, and the databases that solve them
    Tiles(tiles::Arguments),
    /// Search as Knuth's SLIDING does, and print the same
    #[command(hide = true)]
    Classic(classic::Arguments),
    /// Solve a 15-puzzle of sixteen hex digits as Knuth's 15PUZZLE-KORF0 does
    #[command(hide = true)]
    Korf0(tiles::korf::Arguments),
    /// Solve a 15-puzzle of sixteen hex digits as Knuth's 15PUZZLE-KORF1 does
    #[command(hide = true)]
    Korf1(tiles::korf::Arguments),
    /// Write completions for a shell
    Completions(shell::Completions),
    /// Write the manual page
    #[command(after_long_help = shell::MAN)]
    Man,
}

/// Returns the command line as clap knows it, with the list of commands under headings.
fn command_line() -> clap::Command {
    let line = CommandLine::command();
    let mut list = String::new();
    for command in line.get_subcommands().filter(|command| !command.is_hide_set()) {
        let name = command.get_name();
        for (heading, _) in HEADINGS.iter().filter(|(_, first)| *first == name) {
            list += &format!("\n{heading}:\n");
        }
        list += &format!("  {name:<12} {}\n", command.get_about().unwrap_or_default());
    }
    let list = list.trim_end();
    line.help_template(format!("{{about}}\n\n{{usage-heading}} {{usage}}\n{list}{{after-help}}\n"))
}

impl Command {
    /// Whether its report may have colours, with terminal escape sequences.
    fn has_colours(&self) -> bool {
        use Command::*;
        #[cfg(feature = "cluster")]
        if let Cluster(_) = self {
            return true;
        }
        matches!(self, Solve(_) | Check(_) | Explore(_) | Hunt(_) | Play(_))
    }
}

/// How a run ended, in order of severity: the exit code of several is that of the most severe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// Solved, valid, or as expected.
    Fine,
    /// Proven unsolvable, or not as expected.
    Negative,
    /// Stopped by a limit.
    Stopped,
    /// Bad input or usage.
    BadInput,
    /// The output cannot be written.
    Unwritten,
    /// A bug in this program.
    Internal,
}

impl Verdict {
    fn code(self) -> u8 {
        match self {
            Verdict::Fine => 0,
            Verdict::Negative => 1,
            Verdict::Stopped => 3,
            Verdict::BadInput => 2,
            Verdict::Unwritten => 74,
            Verdict::Internal => 70,
        }
    }
}

/// What every command gets.
struct Console {
    globals: Globals,
    /// Standard output.
    out: Box<dyn Write>,
}

impl Command {
    fn run(&self, console: &mut Console) -> CommandResult {
        use Command::*;
        match self {
            Solve(arguments) => solve::run(arguments, console),
            Hint(arguments) => hint::run(arguments, console),
            Verify(arguments) => verify::run(arguments, console),
            Prove(arguments) => prove::run(arguments, console),
            Play(arguments) => play::run(arguments, console),
            Explore(arguments) => explore::run(arguments, console),
            Graph(arguments) => graph::run(arguments, console),
            Count(arguments) => count::run(arguments, console),
            Why(arguments) => why::run(arguments, console),
            Rate(arguments) => rate::run(arguments, console),
            #[cfg(feature = "cluster")]
            Cluster(arguments) => cluster::run(arguments, console),
            Check(arguments) => check::run(arguments, console),
            Draw(arguments) => draw::run(arguments, console),
            Convert(arguments) => convert::run(arguments, console),
            Generate(arguments) => generate::run(arguments, console),
            Hunt(arguments) => hunt::run(arguments, console),
            Puzzles(arguments) => puzzles::run(arguments, console),
            Site(arguments) => site::run(arguments, console),
            Test(arguments) => test::run(arguments, console),
            Tiles(arguments) => tiles::run(arguments, console),
            Classic(arguments) => classic::run(arguments, console),
            Korf0(arguments) => korf(Engine::Korf0, arguments, console),
            Korf1(arguments) => korf(Engine::Korf1, arguments, console),
            Completions(arguments) => shell::completions(arguments, console),
            Man => shell::manual(console),
        }
    }
}

/// Has the C library's allocator take large blocks from the system one by one, and give each back
/// as soon as it is free.
///
/// Left alone, it keeps blocks of up to 32 MiB after a while, and `--memory` could not be kept.
fn give_back_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: `mallopt` takes two numbers, and there are no other threads yet. If it does not know
    // the parameter, it does nothing.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 20);
    }
}

fn main() -> ExitCode {
    give_back_large_blocks();
    let mut line = command_line();
    let mut arguments: Vec<OsString> = env::args_os().collect();
    if let Some(command) = missing_command(&line, &arguments[1.min(arguments.len())..]) {
        arguments.insert(1, command.into());
    }
    let matches = line.try_get_matches_from_mut(arguments);
    let parsed = matches.and_then(|matches| CommandLine::from_arg_matches(&matches));
    let CommandLine { globals, command } = parsed.unwrap_or_else(|error| refuse(&error));
    let mut console = Console { globals, out: output(command.has_colours()) };
    let ended = command.run(&mut console).or_else(Failure::report);
    let verdict = match ended.and_then(|verdict| console.out.flush().map(|()| verdict)) {
        Ok(verdict) => verdict,
        // The reader closed the pipe: it needs no more.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Verdict::Fine,
        Err(error) => {
            complain(&format!("cannot write: {error}"));
            Verdict::Unwritten
        }
    };
    ExitCode::from(verdict.code())
}

/// Returns the command that is meant by arguments that do not name one: the classic form begins
/// with a number or an option of that form, a file or a pipe is to be solved.
fn missing_command(line: &clap::Command, arguments: &[OsString]) -> Option<&'static str> {
    let Some(first) = arguments.first() else {
        return (!io::stdin().is_terminal()).then_some("solve");
    };
    let first = first.to_string_lossy();
    let option = first.split('=').next().unwrap_or_default();
    if first.parse::<i64>().is_ok() || classic::OPTIONS.contains(&option) {
        return Some("classic");
    }
    let is_command = |word: &OsString| {
        line.find_subcommand(word).is_some()
            || ["help", "-h", "--help", "-V", "--version"].iter().any(|name| word == name)
    };
    let is_for_solve = match first.starts_with('-') {
        // Options of all commands come before the command.
        true => !arguments.iter().any(is_command),
        false => !is_command(&arguments[0]) && is_puzzle(&first),
    };
    is_for_solve.then_some("solve")
}

/// Whether a word is no misspelt command.
fn is_puzzle(word: &str) -> bool {
    let is_named = word.starts_with('@') || word.contains(['.', '/', ' ']);
    is_named || Path::new(word).exists() || input::board(word).is_some()
}

/// Reports what is wrong with the command line, and exits. If arguments contain terminal escapes,
/// the message has no colours, as clap's own escapes could not be distinguished from them.
fn refuse(error: &clap::Error) -> ! {
    let is_plain = |argument: &OsString| argument.to_str().is_some_and(|text| plain(text) == text);
    if env::args_os().all(|argument| is_plain(&argument)) {
        error.exit();
    }
    note(&plain_lines(&error.render().to_string()));
    process::exit(error.exit_code())
}

/// Returns standard output: a terminal gets every line at once, and only characters that it
/// supports; any other output is written in large blocks. Escape sequences are allowed for commands
/// with colours only, whose reports escape names.
fn output(has_colours: bool) -> Box<dyn Write> {
    let out = io::stdout();
    if !out.is_terminal() {
        return Box::new(BufWriter::new(out));
    }
    let out: Box<dyn Write> = match supports_unicode::supports_unicode() {
        true => Box::new(out),
        false => Box::new(TextWriter::new(out, without_boxes)),
    };
    if has_colours { out } else { Box::new(TextWriter::new(out, plain_lines)) }
}

/// Writes a message to standard error. Write errors are ignored.
///
/// It may quote files and arguments, so characters harmful to a terminal are replaced.
fn complain(message: &str) {
    note(&format!("sliding: {}\n", plain_lines(message)));
}

/// Writes a text to standard error unchanged.
fn note(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Writes an object of a JSON report as one line.
fn write_json(out: &mut dyn Write, object: &impl serde::Serialize) -> io::Result<()> {
    writeln!(out, "{}", json::to_json(object))
}
