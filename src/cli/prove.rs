//! `sliding prove`: writes a file that proves a minimum, or that there is no solution.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use sliding::analyse::proof::write;
use sliding::analyse::prove;
use sliding::report::proof;
use sliding::solve::Engine;

use super::failure::CommandResult;
use super::format::{Format, TEXT_OR_JSON, among};
use super::output::is_output;
use super::query::{SearchSettings, run_query};
use super::{Verdict, options, read_as, write_json};

const EXAMPLES: &str = "\
`sliding check-proof` checks the file with independent code. docs/proofs.md says
what it proves, and why.

Exit codes: 0 proven and written, 2 bad input or usage, 3 stopped by a limit,
74 output cannot be written.

Examples:
  sliding prove @klotski -o klotski.proof.gz
  sliding prove --style 0 klotski.txt -o - | head
  sliding prove large.txt --disk levels -o large.proof.gz";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    subject: options::SubjectOptions,
    #[arg(short, long, value_name = "PROOF")]
    #[arg(help = "File to write, gzipped if it ends in .gz; `-` is standard output")]
    output: PathBuf,
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = options::engine_of(&[
        Engine::Auto, Engine::Sparse, Engine::Dense, Engine::Meet,
    ]))]
    #[arg(help = "auto, sparse, dense or meet; --disk implies sparse")]
    engine: Engine,
    #[command(flatten)]
    effort: options::LimitOptions,
    #[command(flatten)]
    disk: options::DiskOptions,
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    #[arg(help = "Format of the report: text, or json")]
    #[arg(value_parser = among(TEXT_OR_JSON))]
    format: Format,
    /// Report the engine and each completed distance on standard error
    #[arg(short, long)]
    verbose: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let style = arguments.subject.style;
    let is_output = is_output(&arguments.output);
    let mut text = Vec::new();
    let verdict = run_query(
        &arguments.subject,
        SearchSettings::new(style, arguments.effort, arguments.verbose),
        |mut query, budget, watch| {
            query.engine = arguments.engine;
            query.disk = arguments.disk.to_disk();
            if is_output {
                return prove(&query, budget, watch, &std::env::temp_dir(), out);
            }
            write(&query, budget, watch, &arguments.output)
        },
        &mut text,
        |input, proof, out| {
            let to = arguments.output.display().to_string();
            let there = fs::metadata(&arguments.output).ok().filter(|there| there.is_file());
            let bytes = there.filter(|_| proof.stopped.is_none()).map(|there| there.len());
            let subject = input.subject(style);
            match arguments.format {
                Format::Json => write_json(out, &proof::json(&subject, &proof, &to, bytes))?,
                _ => {
                    read_as::note(input);
                    proof::write_text(out, &subject, &proof, &to, bytes)?;
                }
            }
            Ok(Verdict::Fine)
        },
    )?;
    // If the proof goes to standard output, nothing may follow it.
    if !is_output {
        out.write_all(&text)?;
    }
    Ok(verdict)
}
