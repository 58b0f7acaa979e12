//! The command line. Each command is a file that turns its arguments into a call of the library,
//! and what comes back into a report and a [`Verdict`].

mod check;
mod check_proof;
mod classic;
#[cfg(feature = "cluster")]
mod cluster;
mod convert;
mod corpus;
mod count;
mod draw;
mod dump;
mod explore;
mod failure;
mod files;
mod format;
mod generate;
mod graph;
mod hint;
mod hunt;
mod input;
mod options;
mod output;
mod picture;
mod play;
mod progress;
mod prove;
mod puzzles;
mod query;
mod read_as;
mod shell;
mod shown;
mod site;
mod solutions;
mod solve;
mod start;
mod stream;
mod styles;
mod survey;
mod tiles;
mod verify;
mod why;

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::{self, ExitCode};

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use sliding::report::boxes::WithoutBoxes;
use sliding::report::json;
use sliding::report::words::{plain, plain_lines};

use failure::Failure;
use shown::Shown;
use tiles::korf::{Program, run as korf};

const HELP: &str = "\
{about}
Usage: sliding COMMAND [OPTIONS] FILE...
       sliding STYLE [VERBOSITY] [OPTIONS] < PUZZLE    (the classic form)

Commands, each with its own --help:
{subcommands}

Classic form:
{positionals}
{options}
A move is                     of one piece   of pieces together
  one step                    STYLE 0        STYLE 3
  steps in one direction            1              4
  any number of steps               2              5
Examples: sliding solve my-puzzle.txt    sliding 2 -1 < my-puzzle.txt
";

/// Solves sliding-block puzzles of any shape, under six meanings of one move.
#[derive(Parser)]
#[command(
    version,
    help_template = HELP,
    max_term_width = 80,
    args_override_self = true,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true
)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    classic: Option<classic::Arguments>,
    // Of the classic form too, but clap finds no optional arguments that have others inside.
    #[command(flatten)]
    ring: options::Ring,
}

// Only the command that is called gets its options: to make those of all takes longer than many a puzzle.
#[derive(Subcommand)]
#[command(defer = true)]
enum Command {
    /// Solve puzzles in the fewest moves, and show every move
    Solve(solve::Arguments),
    /// Tell the next move of a shortest solution, and how many are left
    Hint(hint::Arguments),
    /// Replay a solution: is it legal, in which styles, does it solve
    Verify(verify::Arguments),
    /// Write a file that proves the least number of moves
    Prove(prove::Arguments),
    /// Check a proof of a least number of moves
    CheckProof(check_proof::Arguments),
    /// Validate puzzles, draw them, find oddities and impossible goals
    Check(check::Arguments),
    /// Draw the start and the goals of puzzles as pictures
    Draw(draw::Arguments),
    /// Map all that can be reached: distances, farthest, hardest start
    Explore(explore::Arguments),
    /// Write all configurations and the moves between them as a graph
    Graph(graph::Arguments),
    /// Count the shortest solutions, and how forced each step is
    Count(count::Arguments),
    /// List the shortest solutions, one after the other
    Solutions(solutions::Arguments),
    /// Compare the six meanings of a move side by side
    Styles(styles::Arguments),
    /// Number all placements, and find their components
    Survey(survey::Arguments),
    /// Tell what makes a puzzle hard
    Why(why::Arguments),
    /// Find the hardest puzzles of a family
    Hunt(hunt::Arguments),
    /// Make puzzles that are as hard as is wanted
    Generate(generate::Arguments),
    /// Play a puzzle in the terminal
    Play(play::Arguments),
    /// Write a site: a gallery of puzzles to play, and an editor
    Site(site::Arguments),
    /// List the puzzles that come with the program
    Puzzles(puzzles::Arguments),
    /// Run the `# expect:` lines of all puzzles below a folder
    Corpus(corpus::Arguments),
    /// Search with several processes, on one machine or on many
    #[cfg(feature = "cluster")]
    Cluster(cluster::Arguments),
    /// Convert puzzles between the notations of other programs
    Convert(convert::Arguments),
    /// Solve tile puzzles without a file, write files, build databases
    Tiles(tiles::Arguments),
    /// Solve a 15-puzzle, sixteen hex digits, as Knuth's program does
    Korf0(tiles::korf::Arguments),
    /// Solve a 15-puzzle, sixteen hex digits, as Knuth's program does
    Korf1(tiles::korf::Arguments),
    /// Write completions for a shell
    Completions(shell::Completions),
    /// Write the manual page
    Man(shell::Manual),
}

impl Command {
    /// Whether its report may have colours, with the escape sequences of terminals.
    fn has_colours(&self) -> bool {
        use Command::*;
        match self {
            #[cfg(feature = "cluster")]
            Cluster(_) => true,
            Solve(_) | Check(_) | Explore(_) | Survey(_) | Hunt(_) => true,
            _ => false,
        }
    }
}

/// How a run ended, the heavier the greater: the exit code of several is that of the heaviest.
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
    /// What was made cannot be written.
    Unwritten,
    /// A mistake of this program.
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

/// Does what the command line asks for.
pub fn run() -> ExitCode {
    let line = CommandLine::try_parse().unwrap_or_else(|error| refuse(&first_error(error)));
    let mut out = output(line.command.as_ref().is_some_and(Command::has_colours));
    let done = match (&line.command, &line.classic) {
        (Some(Command::Solve(arguments)), _) => solve::run(arguments, &mut out),
        (Some(Command::Hint(arguments)), _) => hint::run(arguments, &mut out),
        (Some(Command::Verify(arguments)), _) => verify::run(arguments, &mut out),
        (Some(Command::Prove(arguments)), _) => prove::run(arguments, &mut out),
        (Some(Command::CheckProof(arguments)), _) => check_proof::run(arguments, &mut out),
        (Some(Command::Check(arguments)), _) => check::run(arguments, &mut out),
        (Some(Command::Draw(arguments)), _) => draw::run(arguments, &mut out),
        (Some(Command::Explore(arguments)), _) => explore::run(arguments, &mut out),
        (Some(Command::Graph(arguments)), _) => graph::run(arguments, &mut out),
        (Some(Command::Count(arguments)), _) => count::run(arguments, &mut out),
        (Some(Command::Solutions(arguments)), _) => solutions::run(arguments, &mut out),
        (Some(Command::Styles(arguments)), _) => styles::run(arguments, &mut out),
        (Some(Command::Survey(arguments)), _) => survey::run(arguments, &mut out),
        (Some(Command::Why(arguments)), _) => why::run(arguments, &mut out),
        (Some(Command::Hunt(arguments)), _) => hunt::run(arguments, &mut out),
        (Some(Command::Generate(arguments)), _) => generate::run(arguments, &mut out),
        (Some(Command::Play(arguments)), _) => play::run(arguments, &mut out),
        (Some(Command::Site(arguments)), _) => site::run(arguments),
        (Some(Command::Puzzles(arguments)), _) => puzzles::run(arguments, &mut out),
        (Some(Command::Corpus(arguments)), _) => corpus::run(arguments, &mut out),
        #[cfg(feature = "cluster")]
        (Some(Command::Cluster(arguments)), _) => cluster::run(arguments, &mut out),
        (Some(Command::Convert(arguments)), _) => convert::run(arguments, &mut out),
        (Some(Command::Tiles(arguments)), _) => tiles::run(arguments, &mut out),
        (Some(Command::Korf0(arguments)), _) => korf(Program::Korf0, arguments, &mut out),
        (Some(Command::Korf1(arguments)), _) => korf(Program::Korf1, arguments, &mut out),
        (Some(Command::Completions(arguments)), _) => shell::completions(arguments, &mut out),
        (Some(Command::Man(_)), _) => shell::manual(&mut out),
        (None, Some(arguments)) => classic::run(arguments, line.ring, &mut out),
        (None, None) => unreachable!("clap wants a command or a style"),
    };
    let ended = done.or_else(Failure::shown);
    let verdict = match ended.and_then(|verdict| out.flush().map(|()| verdict)) {
        Ok(verdict) => verdict,
        // Whoever reads has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Verdict::Fine,
        Err(error) => {
            complain(&format!("cannot write: {error}"));
            Verdict::Unwritten
        }
    };
    ExitCode::from(verdict.code())
}

/// What to say of a command line that is wrong. If its first word is neither a command nor a style,
/// that comes before the options, which nobody knows the meaning of then.
fn first_error(error: clap::Error) -> clap::Error {
    match CommandLine::try_parse_from(env::args_os().take(2)) {
        Err(earlier) if earlier.kind() == ErrorKind::ValueValidation => earlier,
        _ => error,
    }
}

/// Says what is wrong with the command line, and ends. Arguments that would steer a terminal are quoted
/// without colours, as clap has no others to tell from them.
fn refuse(error: &clap::Error) -> ! {
    let is_plain = |argument: &OsString| argument.to_str().is_some_and(|text| plain(text) == text);
    if env::args_os().all(|argument| is_plain(&argument)) {
        error.exit();
    }
    note(&plain_lines(&error.render().to_string()));
    process::exit(error.exit_code())
}

/// Standard output: a terminal gets every line at once, and only characters that it has; anything
/// else large blocks. What steers a terminal is for commands with colours alone, whose reports put
/// nothing of the kind into names.
fn output(has_colours: bool) -> Box<dyn Write> {
    let out = io::stdout();
    if !out.is_terminal() {
        return Box::new(BufWriter::new(out));
    }
    let out: Box<dyn Write> = match supports_unicode::supports_unicode() {
        true => Box::new(out),
        false => Box::new(WithoutBoxes(out)),
    };
    if has_colours { out } else { Box::new(Shown::new(out)) }
}

/// Writes a message to standard error. If nobody reads it there, nobody is told.
///
/// It may quote files and arguments, so what would upset a terminal is replaced.
fn complain(message: &str) {
    note(&format!("sliding: {}\n", plain_lines(message)));
}

/// Writes a text to standard error as it is.
fn note(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Writes an object of a JSON report on a line of its own.
fn write_json(out: &mut dyn Write, object: &impl serde::Serialize) -> io::Result<()> {
    json::write_json(out, object)?;
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_well_formed() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn the_heaviest_verdict_wins() {
        use Verdict::*;
        let worst = |verdicts: &[Verdict]| verdicts.iter().max().unwrap().code();
        assert_eq!(worst(&[Fine, Negative]), 1);
        assert_eq!(worst(&[Negative, Stopped, Fine]), 3);
        assert_eq!(worst(&[BadInput, Stopped, Negative]), 2);
        assert_eq!(worst(&[BadInput, Internal]), 70);
    }
}
