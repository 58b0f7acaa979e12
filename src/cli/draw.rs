//! `sliding draw`: puzzles as pictures.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use sliding::files::with_path;
use sliding::notation::DRAWN;
use sliding::report::draw::raster::SHARP;
use sliding::report::puzzle::sheet::PuzzleSheet;

use super::failure::{CommandResult, Failure};
use super::format::Format::{self, *};
use super::format::among;
use super::input::Input;
use super::output::Output;
use super::{Verdict, options, picture, read_as};

const FORMATS: &[Format] = &[Svg, Png, Pdf, Text];

const EXAMPLES: &str = "\
Exit codes: 0 drawn, 2 bad input or usage.

Examples:
  sliding draw puzzles/classics/klotski.txt > klotski.svg
  sliding solve --format json klotski.txt > solved.json
  sliding draw solved.json > solved.svg
  sliding draw --labels my-puzzle.txt --output my-puzzle.png
  sliding draw --bare --no-goal --cell 30 puzzles/*/*.txt --output pictures/
  sliding draw --format text klotski.txt > my-puzzle.txt";

const FILES: &str = "Files with any number of puzzles; `-` is standard input. Pictures of several \
                     go into a folder: --output DIR/";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("files", |files| files.help(FILES)))]
pub struct Arguments {
    #[command(flatten)]
    puzzles: options::PuzzleFiles,
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(help = "svg (default), png, pdf; text: a drawing that `solve` reads")]
    #[arg(value_parser = among(FORMATS))]
    format: Option<Format>,
    /// Side of a cell
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(4..=1000))]
    cell: Option<u16>,
    /// Draw only the boards: no title, captions or margin
    #[arg(long)]
    bare: bool,
    /// Draw only the start
    #[arg(long)]
    no_goal: bool,
    #[command(flatten)]
    appearance: picture::PictureOptions,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let format = arguments.output.target(arguments.format, FORMATS)?.format;
    match arguments.output.folder() {
        _ if format == Text => arguments.output.write(out, |out| write_texts(arguments, out)),
        Some(folder) => draw_into(arguments, format, folder, out),
        None if arguments.puzzles.files.len() > 1 => Err(Failure::input(
            "pictures of several puzzles go into a folder: expected --output DIR/",
        )),
        None => {
            let input = arguments.puzzles.only()?;
            read_as::note(&input);
            arguments.output.write(out, |out| draw(arguments, format, &input, out))
        }
    }
}

/// Draws each puzzle into a file of this folder with the name of the puzzle's file, followed by its
/// line if the file has several puzzles.
fn draw_into(
    arguments: &Arguments,
    format: Format,
    folder: &Path,
    out: &mut dyn Write,
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
    let drawn = arguments.puzzles.each(|file, input, log| {
        log.note(&input.file, input.read_as());
        let picture = picture_of(file, input.line, format);
        let output = Output::file(folder.join(picture));
        output.write(out, |out| draw(arguments, format, &input, out))
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

/// Writes the picture of a puzzle.
fn draw(
    arguments: &Arguments,
    format: Format,
    input: &Input,
    out: &mut dyn Write,
) -> CommandResult {
    let appearance = arguments.appearance.appearance(&input.puzzle);
    let mut sheet = PuzzleSheet::new(&input.puzzle, input.name(), appearance);
    sheet.cell = arguments.cell.map(f64::from);
    sheet.is_bare = arguments.bare;
    sheet.has_goals = !arguments.no_goal;
    if format == Png {
        // A unit of the picture becomes several pixels.
        sheet.cell = sheet.cell.map(|cell| cell / f64::from(SHARP));
    }
    let title = (!arguments.bare).then(|| input.name());
    picture::emit(out, format, appearance, (input, title), |appearance| {
        sheet.appearance = appearance;
        sheet.svg()
    })
}

/// Writes puzzles as character drawings, one after the other.
fn write_texts(arguments: &Arguments, out: &mut dyn Write) -> CommandResult {
    let mut is_first = true;
    let written = arguments.puzzles.each(|_, input, log| {
        log.note(&input.file, input.read_as());
        let text = DRAWN.write(&input.puzzle).map_err(|why| {
            Failure::input(format!("{}: characters cannot draw this: {why}", input.file))
        })?;
        if !is_first {
            writeln!(out)?;
        }
        is_first = false;
        out.write_all(text.as_bytes())?;
        Ok(Verdict::Fine)
    });
    Ok(written?)
}
