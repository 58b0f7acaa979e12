//! Where a report goes, and in which of the formats that its command writes.

use std::io::{BufWriter, Seek};
use std::mem;
use std::path::MAIN_SEPARATOR;

use crossterm::terminal::size;
use sliding::files::{PendingFile, open_direct};
use sliding::report::Look;
use sliding::report::scene::Scene;
use sliding::report::scene::pixels::missing_characters;
use tempfile::{SpooledTempFile, spooled_tempfile_in, tempfile_in};

use super::*;

/// A format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Json,
    Csv,
    Svg,
    SvgAnimated,
    Png,
    Gif,
    Html,
    Dot,
}

/// The formats of most commands.
pub const TEXT_OR_JSON: &[Format] = &[Text, Json];

/// The formats in their order: the name on the command line, and the extensions of files, the usual
/// one first.
const FORMATS: [(&str, &[&str]); 9] = [
    ("text", &["txt"]),
    ("json", &["json", "jsonl"]),
    ("csv", &["csv"]),
    ("svg", &["svg"]),
    ("svg-animated", &["svg"]),
    ("png", &["png"]),
    ("gif", &["gif"]),
    ("html", &["html", "htm"]),
    ("dot", &["dot", "gv"]),
];

impl Format {
    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        FORMATS[self as usize].0
    }

    /// Returns the extensions of its files, the usual one first.
    pub fn endings(self) -> &'static [&'static str] {
        FORMATS[self as usize].1
    }

    /// Whether it is a picture of a single puzzle.
    pub fn is_picture(self) -> bool {
        matches!(self, Svg | SvgAnimated | Png | Gif)
    }
}

/// Makes `--format` take these formats, of which the first is the default.
pub fn formats(format: Arg, formats: &'static [Format]) -> Arg {
    let names: Vec<&str> = formats.iter().map(|format| format.name()).collect();
    let help = names.join(", ").replacen(names[0], &format!("{} (default)", names[0]), 1);
    format.help(help).value_parser(among(formats))
}

/// Reads one of these formats.
pub fn among(formats: &'static [Format]) -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(formats.iter().map(|format| format.name()));
    // Every value that passes is the name of a format.
    names.map(|name| *formats.iter().find(|format| format.name() == name).unwrap_or(&formats[0]))
}

/// Describes `--output` for a command with one format.
pub fn only_file(output: Arg) -> Arg {
    output.help("Write to this file")
}

// The destination of a report.
#[derive(Args, Clone, Default)]
pub struct OutputFile {
    /// Write to this file; its ending sets the format
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

// The format of a report, and its destination.
#[derive(Args, Clone)]
pub struct Output {
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(value_parser = among(TEXT_OR_JSON), help = "text (default), json")]
    pub format: Option<Format>,
    #[command(flatten)]
    pub file: OutputFile,
}

impl Output {
    /// Begins a report in the given format, else in the one that the file's extension means, else
    /// in the first of the command's formats. Call it before long work.
    pub fn begin<'a>(
        &self,
        formats: &[Format],
        console: &'a mut Console,
    ) -> Result<Target<'a>, Failure> {
        self.file.begin(self.format, formats, console)
    }
}

impl OutputFile {
    /// Returns the given file, if it is not standard output.
    pub fn path(&self) -> Option<&Path> {
        let is_output = |path: &Path| ["-", "/dev/stdout"].map(Path::new).contains(&path);
        self.output.as_deref().filter(|path| !is_output(path))
    }

    /// Returns the output to this file.
    pub fn of(path: PathBuf) -> OutputFile {
        OutputFile { output: Some(path) }
    }

    /// Returns the folder given instead of a file: an existing one, or a path with a slash at the
    /// end.
    pub fn folder(&self) -> Option<&Path> {
        let path = self.output.as_deref()?;
        let has_slash = path.to_string_lossy().ends_with(['/', MAIN_SEPARATOR]);
        (has_slash || path.is_dir()).then_some(path)
    }

    /// Returns the folder given for several files: it needs no slash if its name has no extension.
    pub fn folder_for_several(&self) -> Option<&Path> {
        self.folder().or_else(|| self.path().filter(|path| path.extension().is_none()))
    }

    /// Returns the extension of the file's name, in small letters.
    fn ending(&self) -> Option<String> {
        let ending = self.output.as_ref()?.extension()?.to_str()?.to_ascii_lowercase();
        self.folder().is_none().then_some(ending)
    }

    /// Returns the given format, else the one that the file's extension means, else the first of
    /// the command's formats.
    pub fn format(&self, given: Option<Format>, formats: &[Format]) -> Format {
        let ending = self.ending();
        let is_meant = |format: &&Format| {
            ending.as_deref().is_some_and(|ending| format.endings().contains(&ending))
        };
        given.or(formats.iter().find(is_meant).copied()).unwrap_or(formats[0])
    }

    /// Rejects a format that the command does not write, or that does not suit the destination: the
    /// file has the extension of another, or pixels would go to a terminal.
    pub fn check(&self, format: Format, formats: &[Format]) -> Result<(), Failure> {
        let ending = self.ending();
        let suits = ending.as_deref().is_none_or(|ending| format.endings().contains(&ending));
        if !suits || !formats.contains(&format) {
            let listed =
                |format: &Format| format!("{} (.{})", format.name(), format.endings().join(", ."));
            let all = formats.iter().map(listed).collect::<Vec<_>>().join(", ");
            let name = format.name();
            let why = match self.output.as_ref().zip(ending) {
                Some((path, ending)) if !suits => {
                    let path = path.display();
                    format!("{path}: {name} does not go into a file that ends in .{ending};")
                }
                _ => format!("{name} is not written here:"),
            };
            return Err(Failure::input(format!("{why} this command writes {all}")));
        }
        let is_binary = matches!(format, Png | Gif);
        if is_binary && self.path().is_none() && io::stdout().is_terminal() {
            return Err(Failure::input(
                "a terminal cannot show this format; name a file with --output",
            ));
        }
        self.check_place()
    }

    /// Rejects a folder, and a file that cannot be written. Pipes and devices are not opened.
    fn check_place(&self) -> Result<(), Failure> {
        if let Some(folder) = self.folder() {
            let why = format!("{}: it is a folder: expected a file", folder.display());
            return Err(Failure::input(why));
        }
        let is_file = |path: &&Path| fs::metadata(path).map_or(true, |there| there.is_file());
        if let Some(path) = self.path().filter(is_file) {
            drop(PendingFile::of(path).map_err(|error| with_path(path, &error))?);
        }
        Ok(())
    }

    /// Rejects a file for puzzles in a notation whose extension means another format. Call it
    /// before long work.
    pub fn check_notation(&self) -> Result<(), Failure> {
        let ending = self.ending();
        let is_meant = |ending: &str| FORMATS[1..].iter().find(|row| row.1.contains(&ending));
        if let Some((path, (name, _))) =
            self.output.as_ref().zip(ending.as_deref().and_then(is_meant))
        {
            return Err(Failure::input(format!(
                "{}: a notation is no {}; expected another ending than .{}, as in .txt (`sliding \
                 draw` makes pictures)",
                path.display(),
                name.to_uppercase(),
                ending.unwrap_or_default(),
            )));
        }
        self.check_place()
    }

    /// Begins a report, as [`Output::begin`] does.
    pub fn begin<'a>(
        &self,
        given: Option<Format>,
        formats: &[Format],
        console: &'a mut Console,
    ) -> Result<Target<'a>, Failure> {
        let format = self.format(given, formats);
        self.check(format, formats)?;
        self.target(format, console)
    }

    /// Begins a file of puzzles in a notation.
    pub fn begin_puzzles<'a>(&self, console: &'a mut Console) -> Result<Target<'a>, Failure> {
        self.check_notation()?;
        self.target(Text, console)
    }

    fn target<'a>(&self, format: Format, console: &'a mut Console) -> Result<Target<'a>, Failure> {
        let globals = console.globals;
        let is_colored = match (self.path(), globals.color) {
            (Some(_), Color::Auto) => false,
            (_, color) => color.is_enabled(),
        };
        let ink = if is_colored { Ink::Colored } else { Ink::Plain };
        let is_seen = self.path().is_none() && io::stdout().is_terminal();
        let screen = is_seen.then(size).and_then(Result::ok);
        let columns = screen.map(|(columns, _)| columns.into());
        let look = Look { ink, is_brief: globals.quiet, columns };
        let out = self.open(&mut *console.out)?;
        Ok(Target {
            format,
            look,
            picture: PictureOptions::default(),
            out,
            globals,
            is_of_one: format.is_picture(),
            log: ReadAsLog::default(),
            has_gaps: false,
            is_begun: false,
        })
    }

    /// Opens the destination: the given file, else `out`.
    pub fn open<'a>(&self, out: &'a mut dyn Write) -> Result<Destination<'a>, Failure> {
        let Some(path) = self.path() else { return Ok(Destination::Direct(Box::new(out))) };
        let direct = open_direct(path).map_err(|error| with_path(path, &error))?;
        Ok(match direct {
            Some(there) => Destination::Direct(Box::new(BufWriter::new(there))),
            None => {
                let content = spooled_tempfile_in(Destination::IN_MEMORY, folder_of(path));
                Destination::Pending(BufWriter::new(content), path.to_owned())
            }
        })
    }
}

/// The destination of a report.
pub enum Destination<'a> {
    /// Standard output, or an existing file that is not a regular one, such as a pipe or a device.
    Direct(Box<dyn Write + 'a>),
    /// The content of a future file: in memory while it is small, then in an unnamed file. So
    /// nothing is left behind, however the program ends.
    Pending(BufWriter<SpooledTempFile>, PathBuf),
}

impl Destination<'_> {
    /// Longer reports are not kept in memory.
    const IN_MEMORY: usize = 1 << 20;

    /// Ends the report. A file is written atomically, and stays as it was if nothing was written.
    pub fn end(self) -> io::Result<()> {
        match self {
            Destination::Direct(mut out) => out.flush(),
            Destination::Pending(out, path) => {
                let content = out.into_inner().map_err(io::Error::from);
                let written = content.and_then(|mut content| {
                    if content.stream_position()? == 0 {
                        return Ok(());
                    }
                    content.rewind()?;
                    let mut draft = PendingFile::of(&path)?;
                    io::copy(&mut content, &mut draft)?;
                    draft.commit()
                });
                written.map_err(|error| with_path(&path, &error))
            }
        }
    }
}

impl Write for Destination<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Destination::Direct(out) => out.write(bytes),
            Destination::Pending(out, path) => {
                out.write(bytes).map_err(|error| with_path(path, &error))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Destination::Direct(out) => out.flush(),
            Destination::Pending(..) => Ok(()),
        }
    }
}

/// A report that is being written, or several about one puzzle each.
pub struct Target<'a> {
    pub format: Format,
    /// The look of texts.
    pub look: Look,
    /// The look of pictures.
    pub picture: PictureOptions,
    pub out: Destination<'a>,
    pub globals: Globals,
    /// Whether it is about one puzzle, as pictures are.
    pub is_of_one: bool,
    log: ReadAsLog,
    /// Whether there is an empty line between texts.
    pub has_gaps: bool,
    is_begun: bool,
}

impl Target<'_> {
    /// Writes the result for a puzzle, with how the puzzle was read.
    pub fn report(&mut self, input: &Input, report: &dyn Report) -> Result<(), Failure> {
        if self.format == Text && !self.look.is_brief {
            self.begin_text()?;
            self.write_reading(input)?;
        } else if self.format != Json {
            self.note(input);
        }
        if self.format == Text && self.look.is_brief {
            let mut text = Vec::new();
            report.text(&mut text, self.look)?;
            self.out
                .write_all(text.split_inclusive(|&byte| byte == b'\n').next().unwrap_or(&[]))?;
        } else if !self.format.is_picture() {
            self.put(report)?;
        } else if let Some(scene) = report.picture(self.picture.appearance(&input.puzzle)) {
            self.draw(input, Some(input.name()), &scene)?;
        }
        Ok(self.out.flush()?)
    }

    /// Writes above the text about a puzzle how it was read.
    pub fn write_reading(&mut self, input: &Input) -> io::Result<()> {
        self.log.write(&mut self.out, input)
    }

    /// Writes a result below what is there about its puzzle, or about no puzzle.
    pub fn write(&mut self, report: &dyn Report) -> io::Result<()> {
        if self.format == Text && !self.look.is_brief {
            self.begin_text()?;
        }
        self.put(report)
    }

    fn put(&mut self, report: &dyn Report) -> io::Result<()> {
        match self.format {
            Json => write_json(&mut self.out, &report.json()),
            Csv => match report.table() {
                // The headings are above the first row.
                Some(table) => {
                    table.write_csv(&mut self.out, !mem::replace(&mut self.is_begun, true))
                }
                None => Ok(()),
            },
            _ => report.text(&mut self.out, self.look),
        }
    }

    /// Writes the text of a puzzle. If it has several lines, there is an empty one before it.
    pub fn write_puzzle(&mut self, text: &str) -> io::Result<()> {
        self.has_gaps = text.trim_end().contains('\n');
        self.begin_text()?;
        self.out.write_all(text.as_bytes())
    }

    fn begin_text(&mut self) -> io::Result<()> {
        if self.is_begun && self.has_gaps {
            writeln!(self.out)?;
        }
        self.is_begun = true;
        Ok(())
    }

    /// Ends the output of a run with this verdict.
    pub fn end(self, verdict: Verdict) -> CommandResult {
        self.out.end()?;
        Ok(verdict)
    }

    /// Reports on standard error how a puzzle was read.
    pub fn note(&mut self, input: &Input) {
        self.log.note(input);
    }

    /// Writes a picture, in pixels if it is not SVG. Reports the characters of the title, if there is
    /// one, that these cannot show.
    pub fn draw(
        &mut self,
        input: &Input,
        title: Option<&str>,
        scene: &Scene,
    ) -> Result<(), Failure> {
        let made = match self.format {
            Png => scene.png(),
            Gif => scene.gif(),
            _ => return Ok(self.out.write_all(scene.svg().as_bytes())?),
        };
        let bytes = made.map_err(|error| Failure::input(format!("{}: {error}", input.file)))?;
        let lacking = title.map(missing_characters).unwrap_or_default();
        if !lacking.is_empty() {
            complain(&format!(
                "{}: the font of pictures does not have {lacking}: an ellipsis stands there; \
                 SVG leaves letters to its reader",
                input.file
            ));
        }
        Ok(self.out.write_all(&bytes)?)
    }
}

/// Writes a file atomically.
pub fn write_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let written = PendingFile::of(path).and_then(|mut draft| {
        draft.write_all(content)?;
        draft.commit()
    });
    written.map_err(|error| with_path(path, &error))
}

/// Makes a folder for files, if it is not there, and rejects one that cannot be written.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(|error| with_path(folder, &error))?;
    check_folder(folder)
}

/// Rejects a folder that cannot be written, or made, without making it.
pub fn check_folder(folder: &Path) -> io::Result<()> {
    let there = folder.ancestors().find(|path| path.exists()).unwrap_or(Path::new("."));
    tempfile_in(there).map(drop).map_err(|error| with_path(folder, &error))
}
