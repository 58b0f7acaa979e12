//! `sliding check`: validates puzzles, and says what their authors would want to know.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use sliding::Puzzle;
use sliding::advice::{Advice, advise};
use sliding::notation::{Warning, Weight};
use sliding::puzzle::{Kind, Lock};
use sliding::report::boxes::{Ink, SCREEN, beside, draw_in, lying};
use sliding::report::text::{counted, plain};
use sliding::report::{json, text};
use sliding::tiles::{Tiles, parity::Parity};

use super::input::{Input, Text};
use super::options::Paint;
use super::tiles::explained;
use super::{Format, Verdict, write_json};

const EXAMPLES: &str = "\
Exit codes: 0 all files are puzzles, 2 some are not. Advice changes nothing.

Examples:
  sliding check my-puzzle.txt
  sliding check --format json puzzles/*/*.txt | jq -c '[.file, .advice]'";

/// Validate puzzles, draw them, and find oddities and impossible goals
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Puzzle files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    #[arg(help = "text, or json: an object a line")]
    format: Format,
    #[command(flatten)]
    paint: Paint,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    let mut worst = Verdict::Fine;
    for (i, file) in arguments.files.iter().enumerate() {
        if i > 0 && arguments.format == Format::Text {
            writeln!(out)?;
        }
        worst = worst.max(match Text::read(file) {
            Err(verdict) => verdict,
            Ok(text) => check(arguments, text, out)?,
        });
    }
    Ok(worst)
}

fn check(arguments: &Arguments, text: Text, out: &mut dyn Write) -> io::Result<Verdict> {
    let file = text.name.clone();
    match (text.puzzle(), arguments.format) {
        (Err(error), Format::Text) => {
            let problems = counted(error.problems().len() as u64, "problem");
            writeln!(out, "{}: not a puzzle ({problems})", plain(&file))?;
            Ok(Verdict::BadInput)
        }
        (Err(error), Format::Json) => {
            write_json(out, &json::Rejected::new(&file, error.problems()))?;
            Ok(Verdict::BadInput)
        }
        (Ok(input), Format::Text) => {
            describe(&input, &advise(&input.puzzle), arguments.paint.ink(), out)?;
            Ok(Verdict::Fine)
        }
        (Ok(input), Format::Json) => {
            let advice = advise(&input.puzzle);
            write_json(out, &json::Check::new(&input.puzzle, &file, &advice, &input.warnings))?;
            Ok(Verdict::Fine)
        }
    }
}

fn describe(input: &Input, advice: &[Advice], ink: Ink, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = &input.puzzle;
    writeln!(out, "{}: valid ({})", plain(input.name()), plain(&input.file))?;
    let size = puzzle.size();
    let pieces = counted(puzzle.start().placements().len() as u64, "piece");
    let blocked = puzzle.blocked().len() as u64;
    writeln!(
        out,
        "{} x {}, {pieces}, {}, {} blocked",
        size.rows,
        size.cols,
        counted(puzzle.empty_cells() as u64, "empty cell"),
        blocked
    )?;
    kinds(puzzle, out)?;
    boards(puzzle, ink, out)?;
    facts(puzzle, out)?;
    if let Some(tiles) = Tiles::of(puzzle) {
        writeln!(out, "tile puzzle: {}\n", explained(&Parity::of(&tiles)))?;
    }
    let mut advice: Vec<String> =
        advice.iter().map(|advice| text::advice(puzzle, advice)).collect();
    // A kind that is defined twice was told already.
    let ignored = |warning: &&Warning| warning.weight == Weight::Ignored;
    let ignored = input.warnings.iter().filter(ignored);
    advice.extend(ignored.map(|warning| format!("line {}: {}", warning.line, warning.message)));
    for advice in &advice {
        writeln!(out, "advice: {advice}")?;
    }
    if advice.is_empty() {
        writeln!(out, "advice: none")?;
    }
    Ok(())
}

fn kinds(puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nkind  pieces  cells  moves       pattern")?;
    for (kind, count) in puzzle.kinds().iter().zip(puzzle.counts()) {
        let (name, cells, moves) = (kind.name(), kind.cells().len(), moves(kind));
        let definition = kind.to_string();
        let pattern = shortened(definition.split(' ').nth(2).unwrap_or(""));
        writeln!(out, "{name:<4}  {count:>6}  {cells:>5}  {moves:<10}  {pattern}")?;
    }
    writeln!(out)
}

/// A pattern, cut where it would leave the screen.
fn shortened(pattern: &str) -> String {
    const ROOM: usize = SCREEN - 35;
    if pattern.len() <= ROOM {
        return pattern.to_owned();
    }
    format!("{}...", &pattern[..ROOM - 3])
}

fn moves(kind: &Kind) -> &'static str {
    match kind.lock() {
        Lock::Free => "all ways",
        Lock::Horizontal => "left-right",
        Lock::Vertical => "up-down",
    }
}

/// So many goals are drawn; nobody looks at more.
const DRAWN_GOALS: usize = 6;

fn boards(puzzle: &Puzzle, ink: Ink, out: &mut dyn Write) -> io::Result<()> {
    let start = lying(puzzle, puzzle.start(), ink);
    let mut drawings = vec![("start".to_owned(), start)];
    for (i, goal) in puzzle.goals().iter().enumerate().take(DRAWN_GOALS) {
        let title = match puzzle.goals().len() {
            1 => "goal".to_owned(),
            _ => format!("goal {}", i + 1),
        };
        drawings.push((title, draw_in(puzzle, &goal.board(puzzle), &goal.demanded(), ink)));
    }
    out.write_all(beside(&drawings, SCREEN).as_bytes())?;
    let more = puzzle.goals().len().saturating_sub(DRAWN_GOALS) as u64;
    if more > 0 {
        writeln!(out, "and {}", counted(more, "more goal"))?;
    }
    writeln!(out)
}

fn facts(puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
    for note in puzzle.notes() {
        writeln!(out, "{}: {}", plain(&note.key), plain(&note.value))?;
    }
    for expectation in puzzle.expectations() {
        let moves =
            expectation.moves.map_or("no solution".to_owned(), |moves| counted(moves, "move"));
        let states = expectation
            .states
            .map_or(String::new(), |states| format!(", {}", counted(states, "configuration")));
        writeln!(out, "expected in style {}: {moves}{states}", expectation.style)?;
    }
    Ok(())
}
