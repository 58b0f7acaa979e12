//! Where a report goes, and in which of the formats that its command writes.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Seek, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args};
use sliding::files::{PendingFile, folder_of, open_direct, with_path};
use sliding::report::boxes::Ink;
use sliding::report::scene::Scene;
use sliding::report::scene::pixels::missing_characters;
use sliding::report::{Look, Report};
use tempfile::{SpooledTempFile, spooled_tempfile_in};

use super::failure::{CommandResult, Failure};
use super::input::Input;
use super::options::{Color, PictureOptions};
use super::reading::ReadAsLog;
use super::{Console, Verdict, complain, write_json};

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
pub const TEXT_OR_JSON: &[Format] = &[Format::Text, Format::Json];

impl Format {
    const ALL: [Format; 9] = {
        use Format::*;
        [Text, Json, Csv, Svg, SvgAnimated, Png, Gif, Html, Dot]
    };

    /// Returns its name on the command line, and the extensions of its files, the usual one first.
    const fn row(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Format::Text => ("text", &["txt"]),
            Format::Json => ("json", &["json", "jsonl"]),
            Format::Csv => ("csv", &["csv"]),
            Format::Svg => ("svg", &["svg"]),
            Format::SvgAnimated => ("svg-animated", &["svg"]),
            Format::Png => ("png", &["png"]),
            Format::Gif => ("gif", &["gif"]),
            Format::Html => ("html", &["html", "htm"]),
            Format::Dot => ("dot", &["dot", "gv"]),
        }
    }

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the extensions of its files, the usual one first.
    pub fn endings(self) -> &'static [&'static str] {
        self.row().1
    }

    /// Whether it is a picture of a single puzzle.
    pub fn is_picture(self) -> bool {
        matches!(self, Format::Svg | Format::SvgAnimated | Format::Png | Format::Gif)
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

/// Whether a path means standard output.
pub fn is_output(path: &Path) -> bool {
    ["-", "/dev/stdout"].iter().any(|name| path.as_os_str() == *name)
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

    /// Returns the extension of the file's name, in small letters.
    pub fn ending(&self) -> Option<String> {
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

    /// Rejects a format that does not suit the destination: the file has the extension of another,
    /// or pixels would go to a terminal.
    pub fn check(&self, format: Format, formats: &[Format]) -> Result<(), Failure> {
        if let (Some(path), Some(ending)) = (&self.output, self.ending())
            && !format.endings().contains(&&*ending)
        {
            let listed =
                |format: &Format| format!("{} (.{})", format.name(), format.endings().join(", ."));
            let all = formats.iter().map(listed).collect::<Vec<_>>().join(", ");
            return Err(Failure::input(format!(
                "{}: {} does not go into a file that ends in .{ending}; this command writes {all}",
                path.display(),
                format.name()
            )));
        }
        let is_binary = matches!(format, Format::Png | Format::Gif);
        if is_binary && self.path().is_none() && io::stdout().is_terminal() {
            return Err(Failure::input(
                "a terminal cannot show this format; name a file with --output",
            ));
        }
        self.check_place()
    }

    /// Rejects a file that cannot be written. Pipes and devices are not opened.
    fn check_place(&self) -> Result<(), Failure> {
        let is_file = |path: &&Path| fs::metadata(path).map_or(true, |there| there.is_file());
        if let Some(path) = self.path().filter(is_file)
            && self.folder().is_none()
        {
            drop(PendingFile::of(path).map_err(|error| with_path(path, &error))?);
        }
        Ok(())
    }

    /// Rejects a file for puzzles in a notation whose extension means another format. Call it
    /// before long work.
    pub fn check_notation(&self) -> Result<(), Failure> {
        if let Some((path, ending)) = self.output.as_ref().zip(self.ending())
            && let Some(format) =
                Format::ALL.iter().find(|format| format.endings().contains(&&*ending))
            && *format != Format::Text
        {
            return Err(Failure::input(format!(
                "{}: a notation is no {}; expected another ending than .{ending}, as in .txt \
                 (`sliding draw` makes pictures)",
                path.display(),
                format.name().to_uppercase(),
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
        let is_colored = match (self.path(), console.globals.color) {
            (Some(_), Color::Auto) => false,
            (_, color) => color.is_enabled(),
        };
        let ink = if is_colored { Ink::Colored } else { Ink::Plain };
        let look = Look { ink, is_brief: console.globals.quiet };
        let out = self.open(&mut *console.out)?;
        Ok(Target {
            format,
            look,
            picture: PictureOptions::default(),
            out,
            log: ReadAsLog::default(),
            has_gaps: false,
            is_begun: false,
        })
    }

    /// Opens the destination: the given file, else `out`.
    pub fn open<'a>(&self, out: &'a mut dyn Write) -> Result<Destination<'a>, Failure> {
        let Some(path) = self.path() else { return Ok(Destination::Stream(out)) };
        let direct = open_direct(path).map_err(|error| with_path(path, &error))?;
        Ok(match direct {
            Some(there) => Destination::Direct(BufWriter::new(there)),
            None => {
                let content = spooled_tempfile_in(Destination::IN_MEMORY, folder_of(path));
                Destination::Pending(BufWriter::new(content), path.to_owned())
            }
        })
    }
}

/// The destination of a report.
pub enum Destination<'a> {
    /// Standard output.
    Stream(&'a mut dyn Write),
    /// An existing file that is not a regular one, such as a pipe or a device.
    Direct(BufWriter<File>),
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
            Destination::Stream(out) => out.flush(),
            Destination::Direct(mut out) => out.flush(),
            Destination::Pending(out, path) => {
                let content = out.into_inner().map_err(io::Error::from);
                let written = content.and_then(|content| Self::put(content, &path));
                written.map_err(|error| with_path(&path, &error))
            }
        }
    }

    fn put(mut content: SpooledTempFile, path: &Path) -> io::Result<()> {
        if content.stream_position()? == 0 {
            return Ok(());
        }
        content.rewind()?;
        let mut draft = PendingFile::of(path)?;
        io::copy(&mut content, &mut draft)?;
        draft.commit()
    }
}

impl Write for Destination<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Destination::Stream(out) => out.write(bytes),
            Destination::Direct(out) => out.write(bytes),
            Destination::Pending(out, path) => {
                out.write(bytes).map_err(|error| with_path(path, &error))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Destination::Stream(out) => out.flush(),
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
    log: ReadAsLog,
    /// Whether there is an empty line between texts.
    pub has_gaps: bool,
    is_begun: bool,
}

impl Target<'_> {
    /// Writes the result for a puzzle, with how the puzzle was read. Pictures are this one.
    pub fn report(&mut self, input: &Input, report: &dyn Report) -> Result<(), Failure> {
        match self.format {
            Format::Text if self.look.is_brief => {
                self.note(input);
                report.text(&mut self.out, self.look)?;
            }
            Format::Text => {
                self.begin_text()?;
                self.write_reading(input)?;
                report.text(&mut self.out, self.look)?;
            }
            Format::Json => write_json(&mut self.out, &report.json())?,
            _ => self.note(input),
        }
        match self.format {
            Format::Csv => self.write_table(report)?,
            Format::Svg | Format::Png => {
                if let Some(scene) = report.picture(self.picture.appearance(&input.puzzle)) {
                    self.draw(input, Some(input.name()), &scene)?;
                }
            }
            Format::Dot => report.text(&mut self.out, self.look)?,
            _ => {}
        }
        Ok(self.out.flush()?)
    }

    /// Writes above the text about a puzzle how it was read.
    pub fn write_reading(&mut self, input: &Input) -> io::Result<()> {
        self.log.write(&mut self.out, input)
    }

    /// Writes a result below what is there about its puzzle, or about no puzzle.
    pub fn write(&mut self, report: &dyn Report) -> io::Result<()> {
        match self.format {
            Format::Json => write_json(&mut self.out, &report.json()),
            Format::Csv => self.write_table(report),
            _ => {
                self.begin_text()?;
                report.text(&mut self.out, self.look)
            }
        }
    }

    /// Writes the rows of a report, the first below headings.
    fn write_table(&mut self, report: &dyn Report) -> io::Result<()> {
        let Some(table) = report.table() else { return Ok(()) };
        let is_first = !self.is_begun;
        self.is_begun = true;
        table.write_csv(&mut self.out, is_first)
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
            Format::Png => scene.png(),
            Format::Gif => scene.gif(),
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

/// Writes the texts of puzzles one after the other.
#[derive(Default)]
pub struct JoinedTexts {
    is_begun: bool,
}

impl JoinedTexts {
    /// Writes a text. If it has several lines, an empty line is before it.
    pub fn write(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.is_begun && text.trim_end().contains('\n') {
            writeln!(out)?;
        }
        self.is_begun = true;
        out.write_all(text.as_bytes())
    }
}
