//! `sliding prove`: writes a file that proves a minimum, or that there is no solution.

use std::env;

use sliding::analyse::proof::write;
use sliding::analyse::prove;
use sliding::report::proof::ProofReport;

use super::*;

const EXAMPLES: &str = "\
`sliding verify` checks the file with independent code. docs/proofs.md says what
it proves, and why.

Exit codes: 0 proven and written, 2 bad input or usage, 3 stopped by a limit,
74 output cannot be written.

Examples:
  sliding prove @klotski -o klotski.proof.gz
  sliding prove --style 0 klotski.txt -o - | head
  sliding prove large.txt --disk levels -o large.proof.gz";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("output", output))]
pub struct Arguments {
    #[command(flatten)]
    searches: Searches,
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = engine([Engine::Auto, Engine::Sparse, Engine::Dense, Engine::Meet]))]
    #[arg(hide_default_value = true)]
    #[arg(help = "auto (default), sparse, dense, meet")]
    engine: Engine,
    #[command(flatten)]
    disk: DiskOptions,
}

fn output(output: Arg) -> Arg {
    let help = "File to write; packed if it ends in .gz";
    output.value_name("PROOF").required(true).help(help)
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let Searches { puzzles, style, limits, output } = &arguments.searches;
    let input = puzzles.only()?;
    let mut search = Search::new(&input, *style, *limits, console.globals);
    search.query.engine = arguments.engine;
    search.query.disk = arguments.disk.to_disk();
    let Search { query, budget, watch, .. } = &mut search;
    let path = output.file.path();
    let found = match path {
        None => prove(query, budget, watch, &env::temp_dir(), &mut console.out),
        Some(path) => write(query, budget, watch, path),
    };
    let proof = search.ended(found)?;
    let mut target = OutputFile::default().begin(output.format, TEXT_OR_JSON, console)?;
    if target.format == Text {
        target.note(&input);
    }
    // If the proof goes to standard output, nothing may follow it.
    if let Some(path) = path {
        let there = fs::metadata(path).ok().filter(|there| there.is_file());
        let bytes = there.filter(|_| proof.stopped.is_none()).map(|there| there.len());
        let (subject, to) = (search.subject(), &*path.display().to_string());
        target.write(&ProofReport { subject, proof: &proof, to, bytes })?;
    }
    Ok(search.verdict(proof.stopped, false))
}
