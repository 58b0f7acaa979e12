//! `sliding convert`: converts puzzles between notations.

use sliding::notation::{CONVENTIONS, Chunk, NOTATIONS};
use sliding::puzzle::ReadAs;

use super::input::messages;
use super::run::in_order;
use super::*;

const EXAMPLES: &str = "\
Puzzles that cannot be read or written are reported on standard error and
skipped.

Exit codes: 0 all were written, 2 some were not.

Examples:
  sliding convert rush.txt --notation sliding
  sliding convert my-puzzle.txt --notation klotski
  sliding convert --list";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("output", only_file))]
pub struct Arguments {
    /// Files with any number of puzzles, @NAME, or `-` for standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
    /// Notation to write: see --list
    #[arg(
        long,
        value_name = "NAME",
        hide_possible_values = true,
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
    let mut target = arguments.output.begin_puzzles(console)?;
    let Some(notation) = arguments.notation else {
        list(&mut target.out)?;
        return target.end(Verdict::Fine);
    };
    let mut worst = Verdict::Fine;
    for file in &arguments.files {
        let converted = convert_file(arguments, file, notation, &mut target);
        worst = worst.max(converted.or_else(Failure::report)?);
    }
    target.end(worst)
}

/// Prints the notations and the conventions.
fn list(out: &mut dyn Write) -> io::Result<()> {
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
    Ok(())
}

/// The number of parts of a file that are in memory: enough that no processor waits for another.
const AT_ONCE: usize = 64;

/// Converts the parts of a file, each in a thread.
fn convert_file(
    arguments: &Arguments,
    file: &Path,
    notation: &Notation,
    target: &mut Target,
) -> CommandResult {
    let (name, mut chunks) = reading::chunks(file, arguments.reading.options()?)?;
    let (mut worst, mut log) = (Verdict::Fine, ReadAsLog::default());
    loop {
        let mut some = Vec::new();
        for chunk in chunks.by_ref().take(AT_ONCE) {
            match chunk {
                Ok(chunk) => some.push(chunk),
                Err(error) => worst = worst.max(unreadable(&name, &error).report()?),
            }
        }
        if some.is_empty() {
            return Ok(worst);
        }
        let work = |chunk: &_| convert(&name, chunk, notation);
        in_order(&some, None, work, |_, converted| {
            for Converted { text, read_as, problems } in converted {
                log.note_reading(&name, read_as.as_ref());
                problems.iter().for_each(|problem| complain(problem));
                match text {
                    Some(text) => target.write_puzzle(&text)?,
                    None => worst = worst.max(Verdict::BadInput),
                }
            }
            Ok::<(), io::Error>(())
        })?;
    }
}

/// The result of converting a puzzle.
struct Converted {
    /// The puzzle, if it was read and can be written.
    text: Option<String>,
    /// How it was read.
    read_as: Option<ReadAs>,
    /// Messages for standard error.
    problems: Vec<String>,
}

fn convert(name: &str, chunk: &Chunk, to: &Notation) -> Vec<Converted> {
    if !chunk.text().trim().is_empty() {
        return chunk.items().map(|item| convert_item(name, item, to)).collect();
    }
    let problems = vec![empty_input_message(name)];
    let nothing = Converted { text: None, read_as: None, problems };
    if chunk.is_whole() { vec![nothing] } else { Vec::new() }
}

fn convert_item(name: &str, Item { line, parsed, .. }: Item, to: &Notation) -> Converted {
    let (puzzle, warnings) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            let problems = messages(name, line, &error).collect();
            return Converted { text: None, read_as: None, problems };
        }
    };
    let mut problems: Vec<_> = warnings.iter().map(|warning| in_a_line(name, warning)).collect();
    let text = match to.write(&puzzle) {
        Ok(text) => Some(text),
        Err(why) => {
            problems.push(format!("{name}:{line}: {why}"));
            None
        }
    };
    Converted { text, read_as: puzzle.origin().read_as.clone(), problems }
}
