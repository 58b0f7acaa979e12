//! `sliding convert`: converts puzzles between notations.

use sliding::notation::{CONVENTIONS, NOTATIONS, Problem, ProblemEffect};

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
        worst = worst.max(arguments.reading.each(file, |found| {
            let input = found?;
            target.note(&input);
            let Input { file, puzzle, warnings, .. } = &input;
            for Problem { line, message, expected, effect, .. } in warnings {
                // A warning with another effect was reported when the puzzle was read.
                if *effect == ProblemEffect::Ignored {
                    complain(&format!("{file}: line {line}: {message}; expected {expected}"));
                }
            }
            let text = notation.write(puzzle);
            let text = text.map_err(|why| Failure::input(format!("{file}: {why}")))?;
            target.write_puzzle(&text)?;
            Ok(Verdict::Fine)
        })?);
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
