//! `sliding draw`: puzzles as pictures.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Arg, Args};
use sliding::files::with_path;
use sliding::notation::DRAWN;
use sliding::report::print::{MILLIMETRE, Paper, Print};
use sliding::report::puzzle::sheet::PuzzleSheet;
use sliding::report::scene::pixels::SHARP;

use super::failure::{CommandResult, Failure};
use super::input::Input;
use super::options::{PictureOptions, Puzzles};
use super::output::Format::{self, *};
use super::output::{JoinedTexts, Output, OutputFile, Target, among};
use super::print::{self, PrintOptions};
use super::reading::ReadAsLog;
use super::{Console, Verdict};

const FORMATS: &[Format] = &[Svg, Png, Text];

const EXAMPLES: &str = "\
Exit codes: 0 drawn, 2 bad input or usage.

Examples:
  sliding draw puzzles/classics/klotski.txt > klotski.svg
  sliding solve --format json klotski.txt > solved.json
  sliding draw solved.json > solved.svg
  sliding draw --labels my-puzzle.txt --output my-puzzle.png
  sliding draw --bare --no-goal --cell 30 puzzles/*/*.txt --output pictures/
  sliding draw --format text klotski.txt > my-puzzle.txt
  sliding draw --paper a4 --cell 20mm @klotski @century -o sheets.html
  sliding draw --paper letter --hide solution levels.txt -o class.html";

const FILES: &str = "Files with any number of puzzles; `-` is standard input. Pictures of several \
                     go into a folder: --output DIR/";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("files", |files| files.help(FILES)))]
#[command(mut_arg("format", format))]
pub struct Arguments {
    #[command(flatten)]
    puzzles: Puzzles,
    /// Side of a cell: pixels, or with --paper millimetres, as in 20mm
    #[arg(long, value_name = "SIDE", value_parser = cell_side)]
    cell: Option<CellSide>,
    /// Title instead of the puzzle's name; `n` in braces is its number
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// Draw only the boards: no title, captions or margin
    #[arg(long)]
    bare: bool,
    /// Draw only the start
    #[arg(long)]
    no_goal: bool,
    #[command(flatten)]
    print: PrintOptions,
    #[command(flatten)]
    picture: PictureOptions,
    #[command(flatten)]
    output: Output,
}

fn format(format: Arg) -> Arg {
    format
        .value_parser(among(FORMATS))
        .help("svg (default), png; text: a drawing that `solve` reads")
        .conflicts_with("paper")
}

/// The side of a cell.
#[derive(Clone, Copy, PartialEq)]
enum CellSide {
    Pixels(f64),
    Millimetres(f64),
}

/// Reads the side of a cell.
fn cell_side(text: &str) -> Result<CellSide, String> {
    let side = match text.strip_suffix("mm") {
        Some(number) => number.parse().ok().filter(|side| (1.0..=200.0).contains(side)),
        None => text.parse().ok().filter(|side: &u16| (4..=1000).contains(side)).map(f64::from),
    };
    let of = if text.ends_with("mm") { CellSide::Millimetres } else { CellSide::Pixels };
    side.map(of).ok_or_else(|| "expected pixels from 4 to 1000, or millimetres as in 20mm".into())
}

impl Arguments {
    /// Returns the title of a puzzle that has this number.
    fn name(&self, input: &Input, number: usize) -> String {
        match &self.title {
            Some(title) => title.replace("{n}", &number.to_string()),
            None => input.name().to_owned(),
        }
    }

    /// Returns the picture of a puzzle.
    fn sheet<'a>(&self, input: &'a Input, name: &'a str) -> PuzzleSheet<'a> {
        let appearance = self.picture.appearance(&input.puzzle);
        let mut sheet = PuzzleSheet::new(&input.puzzle, name, appearance);
        sheet.cell = self.cell.map(|cell| match cell {
            CellSide::Pixels(side) => side,
            CellSide::Millimetres(side) => side * MILLIMETRE,
        });
        sheet.is_bare = self.bare;
        sheet.has_goals = !self.no_goal;
        sheet
    }

    /// Rejects sides of cells in another unit than the picture's.
    fn check_cell(&self) -> Result<(), Failure> {
        match (self.cell, self.print.paper) {
            (Some(CellSide::Pixels(_)), Some(_)) => Err(Failure::input(
                "--cell: a size on paper is in millimetres: expected a number and mm, as in 20mm",
            )),
            (Some(CellSide::Millimetres(_)), None) => Err(Failure::input(
                "--cell: millimetres are for print: expected --paper a4 or letter",
            )),
            _ => Ok(()),
        }
    }
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    arguments.check_cell()?;
    let file = &arguments.output.file;
    if let Some(paper) = arguments.print.paper {
        return print(arguments, paper, console);
    }
    let format = file.format(arguments.output.format, FORMATS);
    if let Some(folder) = file.folder().filter(|_| format != Text) {
        file.check(format, FORMATS)?;
        return draw_into(arguments, folder, format, console);
    }
    let mut target = arguments.output.begin(FORMATS, console)?;
    let verdict = if format == Text {
        write_texts(arguments, &mut target)?
    } else if arguments.puzzles.files.len() > 1 {
        return Err(Failure::input(
            "pictures of several puzzles go into a folder: expected --output DIR/",
        ));
    } else {
        let input = arguments.puzzles.only()?;
        target.note(&input);
        draw(arguments, &mut target, &input, 1)?;
        Verdict::Fine
    };
    target.end(verdict)
}

/// Writes all puzzles as one document, in HTML.
fn print(arguments: &Arguments, paper: Paper, console: &mut Console) -> CommandResult {
    let globals = console.globals;
    let file = &arguments.output.file;
    let is_html = file.ending().is_some_and(|ending| Html.endings().contains(&&*ending));
    if let Some(path) = file.path().filter(|_| !is_html) {
        return Err(Failure::input(format!(
            "{}: --paper writes one HTML file: expected a name that ends in .html",
            path.display()
        )));
    }
    let mut target = file.begin(Some(Html), &[Html], console)?;
    let mut print = Print::new(paper);
    let mut number = 0;
    let read = arguments.puzzles.each(|_, found| {
        let Ok(input) = found else { return Ok(Verdict::BadInput) };
        target.note(&input);
        number += 1;
        let name = arguments.name(&input, number);
        let sheet = arguments.sheet(&input, &name);
        print::add(&arguments.print, globals, &mut print, &input, sheet)
    })?;
    if !print.is_empty() {
        target.out.write_all(print.html().as_bytes())?;
    }
    target.end(read)
}

/// Draws each puzzle into a file of this folder with the name of the puzzle's file, followed by its
/// line if the file has several puzzles.
fn draw_into(
    arguments: &Arguments,
    folder: &Path,
    format: Format,
    console: &mut Console,
) -> CommandResult {
    let mut pictures = BTreeSet::new();
    for file in &arguments.puzzles.files {
        let picture = picture_of(file, None, format);
        if !pictures.insert(picture.clone()) {
            let twice = folder.join(picture);
            let twice = twice.display();
            return Err(Failure::input(format!(
                "two puzzles would be drawn into {twice}: expected different names"
            )));
        }
    }
    fs::create_dir_all(folder).map_err(|error| with_path(folder, &error))?;
    let mut log = ReadAsLog::default();
    let mut number = 0;
    let drawn = arguments.puzzles.each(|file, found| {
        let Ok(input) = found else { return Ok(Verdict::BadInput) };
        log.note(&input);
        number += 1;
        let picture = OutputFile::of(folder.join(picture_of(file, input.line, format)));
        let mut target = picture.begin(Some(format), FORMATS, console)?;
        draw(arguments, &mut target, &input, number)?;
        target.end(Verdict::Fine)
    });
    Ok(drawn?)
}

/// Returns the name of the picture of a puzzle in this file, and on this line of several.
fn picture_of(file: &Path, line: Option<usize>, format: Format) -> PathBuf {
    let stem = match file.as_os_str() == "-" {
        true => Path::new("stdin"),
        false => Path::new(file.file_stem().unwrap_or(file.as_os_str())),
    };
    let mut name = stem.as_os_str().to_owned();
    name.push(line.map_or_else(String::new, |line| format!("-{line}")));
    name.push(format!(".{}", format.endings()[0]));
    PathBuf::from(name)
}

/// Writes the picture of a puzzle that has this number.
fn draw(
    arguments: &Arguments,
    target: &mut Target,
    input: &Input,
    number: usize,
) -> Result<(), Failure> {
    let name = arguments.name(input, number);
    let mut sheet = arguments.sheet(input, &name);
    if target.format == Png {
        // A unit of the picture becomes several pixels.
        sheet.cell = sheet.cell.map(|cell| cell / f64::from(SHARP));
    }
    let title = (!arguments.bare).then_some(&*name);
    target.draw(input, title, &sheet.scene())
}

/// Writes puzzles as character drawings, one after the other.
fn write_texts(arguments: &Arguments, target: &mut Target) -> io::Result<Verdict> {
    let mut joined = JoinedTexts::default();
    arguments.puzzles.each(|_, found| {
        let Ok(input) = found else { return Ok(Verdict::BadInput) };
        target.note(&input);
        let text = DRAWN
            .write(&input.puzzle)
            .map_err(|why| Failure::input(format!("{}: {why}", input.file)))?;
        joined.write(&text, &mut target.out)?;
        Ok(Verdict::Fine)
    })
}
