//! `sliding prove`: writes a file that proves a minimum, or that there is no solution.

use std::path::PathBuf;
use std::{env, fs};

use clap::Args;
use sliding::analyse::proof::write;
use sliding::analyse::prove;
use sliding::report::proof::ProofReport;
use sliding::solve::Engine;

use super::Console;
use super::failure::CommandResult;
use super::options::{DiskOptions, Limits, Subject, engine};
use super::output::{Format, OutputFile, TEXT_OR_JSON, among, is_output};
use super::run::Search;

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
    subject: Subject,
    #[arg(short, long, value_name = "PROOF")]
    #[arg(help = "File to write, gzipped if it ends in .gz; `-` is standard output")]
    output: PathBuf,
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = engine([Engine::Auto, Engine::Sparse, Engine::Dense, Engine::Meet]))]
    #[arg(help = "auto, sparse, dense or meet; --disk implies sparse")]
    engine: Engine,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    disk: DiskOptions,
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(help = "Format of the report: text (default), json", value_parser = among(TEXT_OR_JSON))]
    format: Option<Format>,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let Arguments { subject, output, limits, .. } = arguments;
    let input = subject.puzzle.read()?;
    let mut search = Search::new(&input, subject.style, *limits, console.globals);
    search.query.engine = arguments.engine;
    search.query.disk = arguments.disk.to_disk();
    let Search { query, budget, watch, .. } = &mut search;
    let is_output = is_output(output);
    let found = if is_output {
        prove(query, budget, watch, &env::temp_dir(), &mut console.out)
    } else {
        write(query, budget, watch, output)
    };
    let proof = search.ended(found)?;
    let mut target = OutputFile::default().begin(arguments.format, TEXT_OR_JSON, console)?;
    if target.format == Format::Text {
        target.note(&input);
    }
    // If the proof goes to standard output, nothing may follow it.
    if !is_output {
        let there = fs::metadata(output).ok().filter(|there| there.is_file());
        let bytes = there.filter(|_| proof.stopped.is_none()).map(|there| there.len());
        let (subject, to) = (search.subject(), &*output.display().to_string());
        target.write(&ProofReport { subject, proof: &proof, to, bytes })?;
    }
    Ok(search.verdict(proof.stopped, false))
}
