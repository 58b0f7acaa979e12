//! `sliding check`: validates puzzles, and prints advice for their authors.

use sliding::analyse::other_styles;
use sliding::puzzle::advice::advise;
use sliding::report::puzzle::{PuzzleReport, RejectedReport};

use super::*;

const EXAMPLES: &str = "\
Exit codes: 0 all files are puzzles, 2 some are not. Advice does not change the
exit code.

Examples:
  sliding check my-puzzle.txt
  sliding check --format json puzzles/*/*.txt | jq -c '[.file, .advice]'";

#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    puzzles: Puzzles,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let mut target = arguments.output.begin(TEXT_OR_JSON, console)?;
    target.has_gaps = true;
    let verdict = arguments.puzzles.each_text(|_, found| {
        let input = match found {
            Ok(input) => input,
            Err(Unreadable::Text { name, error }) => {
                target.write(&RejectedReport { file: &name, error: &error })?;
                return Ok(Verdict::BadInput);
            }
            Err(board) => return Err(board.into()),
        };
        let advice = advise(&input.puzzle);
        let other_styles = other_styles::other_styles_if_unsolvable(&input.puzzle);
        let report = PuzzleReport {
            puzzle: &input.puzzle,
            name: input.name(),
            file: &input.file,
            advice: &advice,
            warnings: &input.warnings,
            other_styles: other_styles.as_ref(),
        };
        target.report(&input, &report)?;
        Ok(Verdict::Fine)
    })?;
    target.end(verdict)
}
