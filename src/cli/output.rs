//! Destination and format of a report.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Seek, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use clap::{Arg, Args};
use serde::Serialize;
use sliding::files::{PendingFile, folder_of, open_direct, with_path};
use sliding::report::boxes::Ink;
use tempfile::{SpooledTempFile, spooled_tempfile_in};

use super::failure::{CommandResult, Failure};
use super::format::{Format, TEXT_OR_JSON, among};
use super::input::Input;
use super::options::{Color, ColorOptions};
use super::{Verdict, read_as, write_json};

/// Whether a path means standard output.
pub fn is_output(path: &Path) -> bool {
    ["-", "/dev/stdout"].iter().any(|name| path.as_os_str() == *name)
}

// The destination of a report.
#[derive(Args, Clone)]
pub struct Output {
    /// Write to this file; its ending sets the format
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Describes `--output` for a command with one format.
pub fn only_file(output: Arg) -> Arg {
    output.help("Write to this file")
}

// Options for a report that is text or JSON.
#[derive(Args, Clone)]
pub struct ReportOptions {
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(help = "text (default), or json", value_parser = among(TEXT_OR_JSON))]
    format: Option<Format>,
    #[command(flatten)]
    output: Output,
}

impl ReportOptions {
    /// Returns the destination, with the format that was given or that the file's extension means.
    pub fn target(&self) -> Result<ReportTarget<'_>, Failure> {
        self.output.target(self.format, TEXT_OR_JSON)
    }
}

/// The format of a report, and its destination.
pub struct ReportTarget<'a> {
    pub format: Format,
    output: &'a Output,
}

impl ReportTarget<'_> {
    /// Returns the ink for boards at the destination.
    pub fn ink(&self, paint: ColorOptions) -> Ink {
        match (self.output.path(), paint.color) {
            (Some(_), Color::Auto) => Ink::Plain,
            _ => paint.ink(),
        }
    }

    /// Lets `write` write to the destination, as [`Output::write`] does.
    pub fn write(
        &self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> CommandResult,
    ) -> CommandResult {
        self.output.write(out, write)
    }

    /// Writes the result for a puzzle to the destination: as text, below how the puzzle was read,
    /// or as JSON.
    pub fn report<T: Serialize>(
        &self,
        out: &mut dyn Write,
        input: &Input,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        json: impl FnOnce() -> T,
    ) -> CommandResult {
        self.write(out, |out| {
            if self.format == Format::Json {
                write_json(out, &json())?;
            } else {
                read_as::write(out, &input.puzzle)?;
                text(out)?;
            }
            Ok(Verdict::Fine)
        })
    }
}

impl Output {
    /// Returns the given file, if it is not standard output.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_output(path))
    }

    /// Returns the output to this file.
    pub fn file(path: PathBuf) -> Output {
        Output { output: Some(path) }
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
    pub fn format(&self, named: Option<Format>, formats: &[Format]) -> Format {
        let is_meant = |ending: &str, format: &Format| format.endings().contains(&ending);
        let meant = || {
            let ending = self.ending()?;
            formats.iter().copied().find(|format| is_meant(&ending, format))
        };
        named.or_else(meant).unwrap_or(formats[0])
    }

    /// Rejects a format that does not suit the destination: the file has the extension of another,
    /// or this build cannot render pixels, or they would go to a terminal. Call it before long
    /// work.
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
        if format.is_binary() && self.path().is_none() && io::stdout().is_terminal() {
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
        let Some((path, ending)) = self.output.as_ref().zip(self.ending()) else {
            return self.check_place();
        };
        match Format::of_ending(&ending) {
            None | Some(Format::Text) => self.check_place(),
            Some(format) => Err(Failure::input(format!(
                "{}: a notation is no {}; expected another ending than .{ending}, as in .txt \
                 (`sliding draw` makes pictures)",
                path.display(),
                format.name().to_uppercase(),
            ))),
        }
    }

    /// Returns the format and destination, if they suit each other.
    pub fn target(
        &self,
        named: Option<Format>,
        formats: &[Format],
    ) -> Result<ReportTarget<'_>, Failure> {
        let format = self.format(named, formats);
        self.check(format, formats)?;
        Ok(ReportTarget { format, output: self })
    }

    /// Lets `write` write to the given file, else to `out`. The file is written atomically, and
    /// stays as it was if nothing is written. An existing destination that is not a regular file,
    /// such as a pipe or a device, is written directly.
    pub fn write(
        &self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> CommandResult,
    ) -> CommandResult {
        let Some(path) = self.path() else { return write(out) };
        if let Some(there) = open_direct(path).map_err(|error| with_path(path, &error))? {
            let mut out = BufWriter::new(there);
            let verdict = write(&mut out)?;
            out.flush()?;
            return Ok(verdict);
        }
        let mut out = BufWriter::new(BufferedFile::of(path));
        let verdict = write(&mut out)?;
        out.into_inner().map_err(io::Error::from)?.end()?;
        Ok(verdict)
    }
}

/// Content of a future file: in memory while it is small, then in an unnamed file. So nothing is
/// left behind, however the program ends.
struct BufferedFile<'a> {
    path: &'a Path,
    written: SpooledTempFile,
}

impl BufferedFile<'_> {
    /// Longer reports are not kept in memory.
    const IN_MEMORY: usize = 1 << 20;

    fn of(path: &Path) -> BufferedFile<'_> {
        BufferedFile { path, written: spooled_tempfile_in(Self::IN_MEMORY, folder_of(path)) }
    }

    /// Makes it a file, unless it is empty.
    fn end(mut self) -> io::Result<()> {
        self.put().map_err(|error| with_path(self.path, &error))
    }

    fn put(&mut self) -> io::Result<()> {
        if self.written.stream_position()? == 0 {
            return Ok(());
        }
        self.written.rewind()?;
        let mut draft = PendingFile::of(self.path)?;
        io::copy(&mut self.written, &mut draft)?;
        draft.commit()
    }
}

impl Write for BufferedFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.write(bytes).map_err(|error| with_path(self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
