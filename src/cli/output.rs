//! Where a report goes, and in which format.

use std::io::{self, BufWriter, IsTerminal, Seek, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use clap::Args;
use serde::Serialize;
use sliding::files::{Draft, direct, folder_of, named};
use sliding::report::boxes::Ink;
use tempfile::{SpooledTempFile, spooled_tempfile_in};

use super::failure::{Ended, Failure};
use super::format::{Format, TEXT_OR_JSON, among};
use super::input::Input;
use super::options::{Color, Paint};
use super::{Verdict, read_as, write_json};

/// Whether a path means standard output.
pub fn is_output(path: &Path) -> bool {
    ["-", "/dev/stdout"].iter().any(|name| path.as_os_str() == *name)
}

// Where a report goes.
#[derive(Args, Clone)]
pub struct Output {
    /// Write to this file; its ending sets the format
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

// Options for a report that is text or JSON.
#[derive(Args, Clone)]
pub struct Given {
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(help = "text (default), or json", value_parser = among(TEXT_OR_JSON))]
    format: Option<Format>,
    #[command(flatten)]
    output: Output,
}

impl Given {
    /// Returns the format of the report.
    pub fn format(&self) -> Format {
        self.output.format(self.format, TEXT_OR_JSON)
    }

    /// Where the report goes, in the format that was named or that the file's ending means.
    pub fn form(&self) -> Result<Form<'_>, Failure> {
        self.output.form(self.format, TEXT_OR_JSON)
    }
}

/// The format of a report, and where it goes.
pub struct Form<'a> {
    pub format: Format,
    output: &'a Output,
}

impl Form<'_> {
    /// With which means boards are drawn there.
    pub fn ink(&self, paint: Paint) -> Ink {
        match (self.output.path(), paint.color) {
            (Some(_), Color::Auto) => Ink::Plain,
            _ => paint.ink(),
        }
    }

    /// Lets `write` write there, as [`Output::write`] does.
    pub fn write(&self, out: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> Ended) -> Ended {
        self.output.write(out, write)
    }

    /// Writes what was found of a puzzle there: as text, below how the puzzle was read, or as JSON.
    pub fn report<T: Serialize>(
        &self,
        out: &mut dyn Write,
        input: &Input,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        json: impl FnOnce() -> T,
    ) -> Ended {
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
    /// The file that was named, if that is not standard output.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_output(path))
    }

    /// This file.
    pub fn file(path: PathBuf) -> Output {
        Output { output: Some(path) }
    }

    /// The folder that was named instead of a file: one that is there, or has a slash behind it.
    pub fn folder(&self) -> Option<&Path> {
        let path = self.output.as_deref()?;
        let has_slash = path.to_string_lossy().ends_with(['/', MAIN_SEPARATOR]);
        (has_slash || path.is_dir()).then_some(path)
    }

    /// The ending of the file's name, in small letters.
    fn ending(&self) -> Option<String> {
        let ending = self.output.as_ref()?.extension()?.to_str()?.to_ascii_lowercase();
        self.folder().is_none().then_some(ending)
    }

    /// The format that was named, else the one that the file's ending means, else the first of the
    /// command's formats.
    pub fn format(&self, named: Option<Format>, formats: &[Format]) -> Format {
        let is_meant = |ending: &str, format: &Format| format.endings().contains(&ending);
        let meant = || {
            let ending = self.ending()?;
            formats.iter().copied().find(|format| is_meant(&ending, format))
        };
        named.or_else(meant).unwrap_or(formats[0])
    }

    /// Refuses a format that cannot go there: the file has the ending of another, or this program has
    /// no pixels, or they would go to a terminal. To be asked before there is much work done.
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
        Ok(())
    }

    /// The format of a report that can go there.
    pub fn form(&self, named: Option<Format>, formats: &[Format]) -> Result<Form<'_>, Failure> {
        let format = self.format(named, formats);
        self.check(format, formats)?;
        Ok(Form { format, output: self })
    }

    /// Lets `write` write to the file that was named, else to `out`. The file is there in full or
    /// not at all, and stays as it was where nothing is written. What is there and no file, as a pipe
    /// or a device, gets everything as it comes.
    pub fn write(&self, out: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> Ended) -> Ended {
        let Some(path) = self.path() else { return write(out) };
        if let Some(there) = direct(path).map_err(|error| named(path, &error))? {
            let mut out = BufWriter::new(there);
            let verdict = write(&mut out)?;
            out.flush()?;
            return Ok(verdict);
        }
        let mut out = BufWriter::new(Held::of(path));
        let verdict = write(&mut out)?;
        out.into_inner().map_err(io::Error::from)?.end()?;
        Ok(verdict)
    }
}

/// What is to become a file: in memory while it is small, then in a file without a name. So nothing
/// is left of it, however the program ends.
struct Held<'a> {
    path: &'a Path,
    written: SpooledTempFile,
}

impl Held<'_> {
    /// Reports that are longer are not kept in memory.
    const IN_MEMORY: usize = 1 << 20;

    fn of(path: &Path) -> Held<'_> {
        Held { path, written: spooled_tempfile_in(Self::IN_MEMORY, folder_of(path)) }
    }

    /// Makes it a file, if there is anything.
    fn end(mut self) -> io::Result<()> {
        self.put().map_err(|error| named(self.path, &error))
    }

    fn put(&mut self) -> io::Result<()> {
        if self.written.stream_position()? == 0 {
            return Ok(());
        }
        self.written.rewind()?;
        let mut draft = Draft::of(self.path)?;
        io::copy(&mut self.written, &mut draft)?;
        draft.put()
    }
}

impl Write for Held<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.write(bytes).map_err(|error| named(self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
