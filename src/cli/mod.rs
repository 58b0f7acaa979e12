//! The command line. Each command is a file that turns its arguments into a call of the library,
//! and the result into a report and a [`Verdict`].

mod check;
mod check_proof;
mod classic;
#[cfg(feature = "cluster")]
mod cluster;
mod components;
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
mod options;
mod output;
mod plain_writer;
mod play;
mod print;
mod progress;
mod prove;
mod puzzles;
mod rate;
mod reading;
mod run;
mod shell;
mod shorten;
mod site;
mod solve;
mod test;
mod tiles;
mod verify;
mod why;

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::{self, ExitCode};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use sliding::report::boxes::WithoutBoxes;
use sliding::report::json;
use sliding::report::words::{plain, plain_lines};

use failure::{CommandResult, Failure};
use options::Globals;
use plain_writer::PlainWriter;
use sliding::solve::Engine;
use tiles::korf::run as korf;

/// The commands that the help lists, under headings. Others work but are not listed.
const HEADINGS: &[(&str, &[&str])] = &[
    ("Solve", &["solve", "hint", "verify", "shorten", "prove", "check-proof", "play"]),
    ("Study", &["explore", "graph", "count", "why", "rate", "components", "cluster"]),
    (
        "Make",
        &["check", "draw", "convert", "generate", "improve", "hunt", "puzzles", "site", "test"],
    ),
    ("Tiles", &["tiles"]),
];

const USAGE: &str = "sliding COMMAND [OPTIONS] FILE...
       sliding STYLE [VERBOSITY] [OPTIONS] < PUZZLE    (as Knuth's SLIDING)";

const BELOW: &str = "\
What is one move? Choose with --style NAME or --style NUMBER.
                              one piece     several pieces together
  one step                    step  (0)     step+  (3)
  straight, any distance      slide (1)     slide+ (4)
  any path                    walk  (2)     walk+  (5)

Every command takes --help, --quiet, --verbose, --color WHEN, --progress FORM.

Examples:
  sliding solve puzzles/classics/klotski.txt
  sliding solve @klotski --output klotski.html
  sliding COMMAND --help";

/// Solves sliding-block puzzles of any shape, in the fewest moves.
#[derive(Parser)]
#[command(version, max_term_width = 80, override_usage = USAGE, after_help = BELOW)]
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
    /// Replay a solution and check every move
    Verify(verify::Arguments),
    /// Make a solution shorter
    Shorten(shorten::Arguments),
    /// Write a proof that no solution is shorter
    Prove(prove::Arguments),
    /// Check a proof written by `prove`
    CheckProof(check_proof::Arguments),
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
    /// Count all positions and find their connected components
    Components(components::Arguments),
    /// Search by several processes, on one machine or on several
    #[cfg(feature = "cluster")]
    Cluster(cluster::Arguments),
    /// Show how a puzzle was read, and find mistakes in it
    Check(check::Arguments),
    /// Draw start and goals as a picture
    Draw(draw::Arguments),
    /// Convert puzzles to and from the notations of other programs
    Convert(convert::Arguments),
    /// Generate puzzles of a given difficulty
    Generate(generate::Arguments),
    /// Change a puzzle to make it longer, harder or smaller
    Improve(improve::Arguments),
    /// Find the hardest puzzles of a family
    Hunt(hunt::Arguments),
    /// List the puzzles that come with the program
    Puzzles(puzzles::Arguments),
    /// Write a website: a gallery of puzzles to play, and an editor
    Site(site::Arguments),
    /// Check the `# expect:` lines of puzzle files
    Test(test::Arguments),
    /// Solve 15-puzzles and other tile puzzles without a file
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
    #[command(hide = true)]
    Completions(shell::Completions),
    /// Write the manual page
    #[command(hide = true)]
    Man(shell::Manual),
}

/// Returns the command line as clap knows it, with the list of commands under headings.
fn command_line() -> clap::Command {
    let line = CommandLine::command();
    let mut list = String::new();
    for (heading, names) in HEADINGS {
        list += &format!("\n{heading}:\n");
        for name in *names {
            // A build without a command does not list it.
            if let Some(about) = line.find_subcommand(name).and_then(|found| found.get_about()) {
                list += &format!("  {name:<12} {about}\n");
            }
        }
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
        matches!(self, Solve(_) | Check(_) | Explore(_) | Components(_) | Hunt(_))
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
            Shorten(arguments) => shorten::run(arguments, console),
            Prove(arguments) => prove::run(arguments, console),
            CheckProof(arguments) => check_proof::run(arguments, console),
            Play(arguments) => play::run(arguments, console),
            Explore(arguments) => explore::run(arguments, console),
            Graph(arguments) => graph::run(arguments, console),
            Count(arguments) => count::run(arguments, console),
            Why(arguments) => why::run(arguments, console),
            Rate(arguments) => rate::run(arguments, console),
            Components(arguments) => components::run(arguments, console),
            #[cfg(feature = "cluster")]
            Cluster(arguments) => cluster::run(arguments, console),
            Check(arguments) => check::run(arguments, console),
            Draw(arguments) => draw::run(arguments, console),
            Convert(arguments) => convert::run(arguments, console),
            Generate(arguments) => generate::run(arguments, console),
            Improve(arguments) => improve::run(arguments, console),
            Hunt(arguments) => hunt::run(arguments, console),
            Puzzles(arguments) => puzzles::run(arguments, console),
            Site(arguments) => site::run(arguments, console),
            Test(arguments) => test::run(arguments, console),
            Tiles(arguments) => tiles::run(arguments, console),
            Classic(arguments) => classic::run(arguments, console),
            Korf0(arguments) => korf(Engine::Korf0, arguments, console),
            Korf1(arguments) => korf(Engine::Korf1, arguments, console),
            Completions(arguments) => shell::completions(arguments, console),
            Man(_) => shell::manual(console),
        }
    }
}

/// Runs the command line and returns the exit code.
pub fn run() -> ExitCode {
    let arguments = arguments(env::args_os().collect());
    let matches = command_line().try_get_matches_from(arguments);
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

/// Names the command of the classic form, which a number or an option of that form selects.
fn arguments(mut given: Vec<OsString>) -> Vec<OsString> {
    let Some(first) = given.get(1).and_then(|first| first.to_str()).map(str::to_owned) else {
        return given;
    };
    let of_classic = |option: &&str| first.split('=').next() == Some(option);
    if first.parse::<i64>().is_ok() || classic::OPTIONS.iter().any(of_classic) {
        given.insert(1, "classic".into());
    }
    given
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
        false => Box::new(WithoutBoxes(out)),
    };
    if has_colours { out } else { Box::new(PlainWriter::new(out)) }
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

/// Writes an object of a JSON report on a line of its own.
fn write_json(out: &mut dyn Write, object: &impl serde::Serialize) -> io::Result<()> {
    json::write_json(out, object)?;
    writeln!(out)
}
