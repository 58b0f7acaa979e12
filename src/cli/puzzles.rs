//! `sliding puzzles`, and built-in puzzles by their names: `@klotski`.

use sliding::collection::InstalledPuzzle;
use sliding::notation::parse;

use super::input::most_similar;
use super::*;

const EXAMPLES: &str = "\
Every command that reads a puzzle also takes @NAME.

Exit codes: 0 listed, 1 no puzzle has all of these words, 2 bad usage.

Examples:
  sliding puzzles rush
  sliding solve @klotski
  sliding puzzles --show klotski > my-puzzle.txt";

#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    /// List only puzzles with all of these words in family, name or title
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Print this puzzle's file
    #[arg(long, value_name = "NAME", conflicts_with = "words")]
    show: Option<String>,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let out = &mut console.out;
    if let Some(name) = &arguments.show {
        let text = content(name.strip_prefix('@').unwrap_or(name)).map_err(Failure::input)?;
        out.write_all(text.as_bytes())?;
        return Ok(Verdict::Fine);
    }
    let words: Vec<String> = arguments.words.iter().map(|word| word.to_lowercase()).collect();
    let mut found = Verdict::Negative;
    for InstalledPuzzle { family, name, text, .. } in collection::all() {
        // A test reads each of them.
        let Ok((puzzle, _)) = parse(text) else { continue };
        let line = format!("@{name:<30} {family:<12} {}", about(&puzzle));
        let text = line.to_lowercase();
        if words.iter().all(|word| text.contains(word)) {
            writeln!(out, "{line}")?;
            found = Verdict::Fine;
        }
    }
    Ok(found)
}

/// Describes size and title.
fn about(puzzle: &Puzzle) -> String {
    let size = puzzle.size();
    let size = format!("{} x {}", size.rows, size.cols);
    format!("{size:<8} {}", plain(puzzle.name()))
}

/// Returns the text of a puzzle, or an error if there is none of this name.
pub fn content(name: &str) -> Result<&'static str, String> {
    if let Some(puzzle) = collection::named(name) {
        return Ok(puzzle.text);
    }
    let best = most_similar(name, collection::all().map(|puzzle| puzzle.name));
    let meant = best.map_or(String::new(), |name| format!(" did you mean @{name}?"));
    Err(format!("no puzzle is called @{name}:{meant} `sliding puzzles` lists them"))
}
