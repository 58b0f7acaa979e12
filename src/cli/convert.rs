//! `sliding convert`: converts puzzles between notations.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use sliding::notation::{CONVENTIONS, Chunk, Item, NOTATIONS, Notation};
use sliding::puzzle::ReadAs;

use super::failure::{CommandResult, Failure};
use super::input::{empty_input_message, in_a_line, messages, unreadable};
use super::output::{JoinedTexts, OutputFile, only_file};
use super::reading::{self, ReadAsLog, ReadingOptions};
use super::{Console, Verdict, complain};

const EXAMPLES: &str = "\
Puzzles that cannot be read or written are reported on standard error and
skipped.

Exit codes: 0 all were written, 2 some were not.

Examples:
  sliding convert rush.txt --notation sliding
  sliding convert my-puzzle.txt --notation klotski
  sliding convert --list";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("output", only_file))]
pub struct Arguments {
    /// Puzzle files, each with any number of puzzles; `-` is standard input
    #[arg(required_unless_present = "list", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Notation to write: see --list
    #[arg(
        long,
        value_name = "NAME",
        required_unless_present = "list",
        value_parser = reading::notation(),
    )]
    notation: Option<&'static Notation>,
    /// List the notations, and how other texts are read
    #[arg(long, conflicts_with_all = ["files", "notation"])]
    list: bool,
    #[command(flatten)]
    reading: ReadingOptions,
    #[command(flatten)]
    output: OutputFile,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    arguments.output.check_notation()?;
    let mut out = arguments.output.open(&mut *console.out)?;
    let verdict = write(arguments, &mut out)?;
    out.end()?;
    Ok(verdict)
}

fn write(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let Some(notation) = arguments.notation else { return list(out) };
    let log = ReadAsLog::default();
    let joined = JoinedTexts::default();
    let mut writer = Converter { notation, log, joined, worst: Verdict::Fine, out };
    for file in &arguments.files {
        let opened = arguments.reading.options().and_then(|options| reading::chunks(file, options));
        match opened {
            Ok((name, chunks)) => writer.convert(&name, chunks)?,
            Err(failure) => writer.fail(failure)?,
        }
    }
    Ok(writer.worst)
}

/// Prints the notations and the conventions.
fn list(out: &mut dyn Write) -> CommandResult {
    writeln!(out, "notations, for --as and --notation")?;
    for notation in NOTATIONS {
        let usage = if notation.is_written() { "" } else { " (only read)" };
        writeln!(out, "  {:<14}{}{usage}", notation.name, notation.about)?;
    }
    writeln!(out, "\nconventions; | ends a line of an example")?;
    for row in CONVENTIONS.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let titles = ["means", "used by", "--as", "example", cells[5]];
        writeln!(out, "\n  {}", cells[0])?;
        for (title, text) in titles.iter().zip(cells[1..5].iter().chain(&cells[6..])) {
            if !text.is_empty() {
                writeln!(out, "    {title:<9}{text}")?;
            }
        }
    }
    Ok(Verdict::Fine)
}

struct Converter<'a> {
    notation: &'static Notation,
    log: ReadAsLog,
    joined: JoinedTexts,
    worst: Verdict,
    out: &'a mut dyn Write,
}

impl Converter<'_> {
    /// Converts chunks, each in a thread; the number in flight is bounded, but large enough that no
    /// processor waits long for another.
    fn convert(
        &mut self,
        name: &str,
        mut chunks: impl Iterator<Item = io::Result<Chunk>>,
    ) -> Result<(), Failure> {
        self.log = ReadAsLog::default();
        let at_once = 4 * thread::available_parallelism().map_or(1, NonZeroUsize::get);
        loop {
            let mut some = Vec::new();
            for chunk in chunks.by_ref().take(at_once) {
                match chunk {
                    Ok(chunk) => some.push(chunk),
                    Err(error) => self.fail(unreadable(name, &error))?,
                }
            }
            if some.is_empty() {
                return Ok(());
            }
            let notation = self.notation;
            let done: Vec<_> = thread::scope(|scope| {
                let begun: Vec<_> = some
                    .iter()
                    .map(|chunk| scope.spawn(move || Converted::new(name, chunk, notation)))
                    .collect();
                begun.into_iter().map(|thread| thread.join()).collect()
            });
            for converted in done {
                self.write(name, converted.unwrap_or_else(|panic| resume_unwind(panic)))?;
            }
        }
    }

    fn fail(&mut self, failure: Failure) -> io::Result<()> {
        self.worst = self.worst.max(failure.report()?);
        Ok(())
    }

    fn write(&mut self, name: &str, converted: Converted) -> io::Result<()> {
        let Converted { texts, read_as, problems, is_sound } = converted;
        read_as.iter().for_each(|read_as| self.log.note_reading(name, Some(read_as)));
        problems.iter().for_each(|problem| complain(problem));
        if !is_sound {
            self.worst = self.worst.max(Verdict::BadInput);
        }
        texts.iter().try_for_each(|text| self.joined.write(text, self.out))
    }
}

/// The result of converting a chunk.
struct Converted {
    /// The puzzles.
    texts: Vec<String>,
    /// How puzzles were read; consecutive equal entries are stored once.
    read_as: Vec<ReadAs>,
    /// Messages for standard error.
    problems: Vec<String>,
    /// Whether all puzzles were read and written.
    is_sound: bool,
}

impl Converted {
    fn new(name: &str, chunk: &Chunk, to: &Notation) -> Self {
        let mut converted = Converted {
            texts: Vec::new(),
            read_as: Vec::new(),
            problems: Vec::new(),
            is_sound: true,
        };
        match chunk.text().trim().is_empty() {
            true if chunk.is_whole() => converted.fail(empty_input_message(name)),
            true => {}
            false => chunk.items().for_each(|item| converted.add(name, item, to)),
        }
        converted
    }

    fn fail(&mut self, why: String) {
        self.problems.push(why);
        self.is_sound = false;
    }

    fn add(&mut self, name: &str, item: Item, to: &Notation) {
        let (puzzle, warnings) = match item.parsed {
            Ok(parsed) => parsed,
            Err(error) => {
                self.is_sound = false;
                return self.problems.extend(messages(name, item.line, &error));
            }
        };
        self.problems.extend(warnings.iter().map(|warning| in_a_line(name, warning)));
        if let Some(read_as) = &puzzle.origin().read_as
            && self.read_as.last() != Some(read_as)
        {
            self.read_as.push(read_as.clone());
        }
        match to.write(&puzzle) {
            Ok(text) => self.texts.push(text),
            Err(why) => self.fail(format!("{name}:{}: {why}", item.line)),
        }
    }
}
