//! `sliding draw`: puzzles as pictures.

use std::ffi::OsStr;

use sliding::notation::DRAWN;
use sliding::report::print::{MILLIMETRE, Print};
use sliding::report::puzzle::sheet::PuzzleSheet;
use sliding::report::scene::pixels::SHARP;

use super::print;
use super::print::PrintOptions;
use super::*;

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

const FILES: &str = "Puzzle files, @NAME, or `-`; of several: -o DIR";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("files", |files| files.help(FILES)))]
#[command(mut_arg("format", format))]
pub struct Arguments {
    #[command(flatten)]
    puzzles: Puzzles,
    /// Side of a cell: pixels, or with --paper as in 20mm
    #[arg(long, value_name = "SIDE", value_parser = cell_side)]
    cell: Option<(f64, bool)>,
    /// Title instead of the puzzle's name
    ///
    /// In it, `n` in braces is the number of the puzzle.
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
        .help("svg (default), png, text (a drawing to read again)")
        .conflicts_with("paper")
}

/// Reads the side of a cell: in pixels, and whether it was given in millimetres.
fn cell_side(text: &str) -> Result<(f64, bool), String> {
    let number = text.strip_suffix("mm");
    let (unit, allowed) = match number {
        Some(_) => (MILLIMETRE, 1.0..=200.0),
        None => (1.0, 4.0..=1000.0),
    };
    let side = number.unwrap_or(text).parse().ok().filter(|side| allowed.contains(side));
    side.map(|side: f64| (side * unit, number.is_some()))
        .ok_or_else(|| "expected pixels from 4 to 1000, or millimetres as in 20mm".into())
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
        sheet.cell = self.cell.map(|(side, _)| side);
        sheet.is_bare = self.bare;
        sheet.has_goals = !self.no_goal;
        sheet
    }

    /// Rejects sides of cells in another unit than the picture's.
    fn check_cell(&self) -> Result<(), Failure> {
        match (self.cell, self.print.paper) {
            (Some((_, false)), Some(_)) => Err(Failure::input(
                "--cell: a size on paper is in millimetres: expected a number and mm, as in 20mm",
            )),
            (Some((_, true)), None) => Err(Failure::input(
                "--cell: millimetres are for print: expected --paper a4 or letter",
            )),
            _ => Ok(()),
        }
    }
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    arguments.check_cell()?;
    let Arguments { puzzles, print, output, .. } = arguments;
    let formats = if print.paper.is_some() { &[Html] } else { FORMATS };
    let format = output.file.format(output.format, formats);
    if format.is_picture() {
        return draw_pictures(arguments, format, console);
    }
    let mut target = output.begin(formats, console)?;
    let (mut paper, mut number) = (print.paper.map(Print::new), 0);
    let verdict = puzzles.each(|_, input| {
        target.note(&input);
        number += 1;
        if let Some(paper) = &mut paper {
            let name = arguments.name(&input, number);
            let sheet = arguments.sheet(&input, &name);
            return print::add(print, target.globals, paper, &input, sheet);
        }
        let text = DRAWN.write(&input.puzzle);
        let text = text.map_err(|why| Failure::input(format!("{}: {why}", input.file)))?;
        target.write_puzzle(&text)?;
        Ok(Verdict::Fine)
    })?;
    if let Some(paper) = paper.filter(|paper| !paper.is_empty()) {
        target.out.write_all(paper.html().as_bytes())?;
    }
    target.end(verdict)
}

/// Draws one puzzle into the given file, or each of several into a file of the given folder with the
/// name of the puzzle's file, followed by its line if the file has several puzzles.
fn draw_pictures(arguments: &Arguments, format: Format, console: &mut Console) -> CommandResult {
    let Arguments { puzzles, output: Output { file: output, .. }, .. } = arguments;
    match output.folder() {
        Some(folder) => make_folder(folder)?,
        None => output.check(format, FORMATS)?,
    }
    let (mut log, mut inputs) = (ReadAsLog::default(), Vec::new());
    let mut worst = puzzles.each(|file, input| {
        log.note(&input);
        inputs.push((file.to_owned(), input));
        Ok(Verdict::Fine)
    })?;
    let are_several = inputs.len() > 1 || puzzles.files().len() > 1;
    let folder = if are_several { output.folder_for_several() } else { output.folder() };
    match folder {
        Some(folder) => make_folder(folder)?,
        None if are_several => {
            return Err(Failure::input(
                "pictures of several puzzles go into a folder: expected --output DIR/",
            ));
        }
        None => {}
    }
    let mut pictures = Vec::new();
    for (file, input) in &inputs {
        let mut output = output.clone();
        if let Some(folder) = folder {
            let picture = folder.join(picture_of(file, input.line, format));
            if pictures.contains(&picture) {
                let twice = picture.display();
                let why =
                    format!("two puzzles would be drawn into {twice}: expected different names");
                worst = worst.max(Failure::input(why).report()?);
                continue;
            }
            pictures.push(picture.clone());
            output = OutputFile::of(picture);
        }
        let mut target = output.begin(Some(format), FORMATS, console)?;
        let drawn = draw(arguments, &mut target, input, pictures.len().max(1));
        let drawn = drawn.and_then(|()| target.end(Verdict::Fine));
        worst = worst.max(drawn.or_else(Failure::report)?);
    }
    Ok(worst)
}

/// Returns the name of the picture of a puzzle in this file, and on this line of several.
fn picture_of(file: &Path, line: Option<usize>, format: Format) -> PathBuf {
    let built_in = file.to_str().and_then(|file| file.strip_prefix('@'));
    let mut name = match built_in.map(OsStr::new).or(file.file_stem()) {
        Some(stem) if stem != "-" => stem.to_owned(),
        _ => "stdin".into(),
    };
    name.push(line.map_or_else(String::new, |line| format!("-{line:02}")));
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
