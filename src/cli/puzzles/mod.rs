//! `sliding puzzles`, and puzzles by their names: `@klotski`.

mod installed;

use std::io::{self, Write};

use clap::Args;
use sliding::notation::parse;
use sliding::puzzle::Puzzle;
use sliding::report::words::plain;

use super::{Verdict, complain, options};
use installed::FAMILIES;

const EXAMPLES: &str = "\
Any command takes such a puzzle by its name with @ in front, in place of a file.
Exit codes: 0 listed, 1 there are none of these words, 2 bad usage.

Examples:
  sliding puzzles rush
  sliding solve @klotski
  sliding puzzles --show klotski > my-puzzle.txt";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Only those with all of these words in family, name or title
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Write the file of this puzzle
    #[arg(long, value_name = "NAME", conflicts_with = "words")]
    show: Option<String>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    if let Some(name) = &arguments.show {
        return match content(name.strip_prefix('@').unwrap_or(name)) {
            Ok(text) => out.write_all(text.as_bytes()).map(|()| Verdict::Fine),
            Err(why) => {
                complain(&why);
                Ok(Verdict::BadInput)
            }
        };
    }
    let words: Vec<String> = arguments.words.iter().map(|word| word.to_lowercase()).collect();
    let mut found = Verdict::Negative;
    for (family, puzzles) in FAMILIES {
        for (name, text) in *puzzles {
            // All of them are puzzles: a test reads each.
            let Ok((puzzle, _)) = parse(text) else { continue };
            let line = format!("@{name:<30} {family:<12} {}", about(&puzzle));
            let said = line.to_lowercase();
            if words.iter().all(|word| said.contains(word)) {
                writeln!(out, "{line}")?;
                found = Verdict::Fine;
            }
        }
    }
    Ok(found)
}

/// All puzzles: their families and names.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    FAMILIES.iter().flat_map(|(family, all)| all.iter().map(|(name, _)| (*family, *name)))
}

/// The family of the puzzle of this name.
pub fn family(name: &str) -> Option<&'static str> {
    all().find(|(_, other)| *other == name).map(|(family, _)| family)
}

/// Size and title.
fn about(puzzle: &Puzzle) -> String {
    let size = puzzle.size();
    let size = format!("{} x {}", size.rows, size.cols);
    format!("{size:<8} {}", plain(puzzle.name()))
}

/// What stands in the file of a puzzle; or that there is none of this name.
pub fn content(name: &str) -> Result<&'static str, String> {
    let all = || FAMILIES.iter().flat_map(|(_, puzzles)| puzzles.iter());
    if let Some((_, text)) = all().find(|puzzle| puzzle.0 == name) {
        return Ok(text);
    }
    let best = options::most_like(name, all().map(|&(other, _)| other));
    let meant = best.map_or(String::new(), |name| format!(" did you mean @{name}?"));
    Err(format!("no puzzle is called @{name}:{meant} `sliding puzzles` lists them"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn all_puzzles_are_installed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
        let mut there = BTreeSet::new();
        for family in std::fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            if !family.path().is_dir() {
                continue;
            }
            for file in std::fs::read_dir(family.path()).unwrap().map(Result::unwrap) {
                let name = file.path().file_stem().unwrap().to_str().unwrap().to_owned();
                let text = std::fs::read_to_string(file.path()).unwrap();
                there.insert((family.file_name().into_string().unwrap(), name, text));
            }
        }
        let here = FAMILIES.iter().flat_map(|(family, puzzles)| {
            puzzles
                .iter()
                .map(move |(name, text)| (family.to_string(), name.to_string(), text.to_string()))
        });
        let here: Vec<_> = here.collect();
        let names: BTreeSet<&str> = here.iter().map(|(_, name, _)| &name[..]).collect();
        assert_eq!(names.len(), here.len());
        assert!(here.iter().all(|(_, _, text)| parse(text).is_ok()));
        assert_eq!(here.into_iter().collect::<BTreeSet<_>>(), there);
    }

    #[test]
    fn a_name_nearly_right_is_told() {
        assert!(content("klotski").is_ok());
        let why = content("klotsky").unwrap_err();
        assert!(why.contains("did you mean @klotski?"), "{why}");
    }
}
