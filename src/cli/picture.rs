//! Options for pictures, and where pictures go.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Seek, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use clap::{Args, ValueEnum};
use sliding::report::boxes::Ink;
use sliding::report::draw;
use tempfile::{NamedTempFile, SpooledTempFile, spooled_tempfile_in};

use super::format::{Formats, contradiction};
use super::input::Input;
use super::options::{Color, Paint};
use super::{Verdict, complain, pixels};

// How pictures look.
#[derive(Args, Clone, Copy)]
pub struct Look {
    /// Name the kinds on the pieces of a picture
    #[arg(long)]
    labels: bool,
    #[command(flatten)]
    theme: Theme,
}

// Light or dark pictures.
#[derive(Args, Clone, Copy)]
pub struct Theme {
    #[arg(long, value_name = "THEME", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "Pictures: auto, light, or dark")]
    theme: Name,
}

#[derive(Clone, Copy, ValueEnum)]
enum Name {
    Auto,
    Light,
    Dark,
}

impl Look {
    pub fn look(self) -> draw::Look {
        draw::Look { theme: self.theme.theme(), labels: self.labels }
    }
}

impl Theme {
    /// The same for a page, which cannot know how the reader's system is set.
    pub fn settled(self) -> draw::Theme {
        draw::Look { theme: self.theme(), labels: false }.settled().theme
    }

    pub fn theme(self) -> draw::Theme {
        match self.theme {
            Name::Auto => draw::Theme::Auto,
            Name::Light => draw::Theme::Light,
            Name::Dark => draw::Theme::Dark,
        }
    }
}

// Where a report goes.
#[derive(Args, Clone)]
pub struct Output {
    /// Write to this file; its ending names the format
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Output {
    /// The file that was named.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref()
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

    /// The format that was asked for, else the one that the file's ending means, else the usual one.
    pub fn format<F: Formats>(&self, asked: Option<F>, usual: F) -> F {
        let meant = || self.ending().and_then(|ending| F::of_ending(&ending));
        asked.or_else(meant).unwrap_or(usual)
    }

    /// Warns of a file whose ending says that it is something else than it will be.
    pub fn wonder(&self, format: impl Formats) {
        let (Some(path), Some(ending)) = (&self.output, self.ending()) else { return };
        if let Some(odd) = contradiction(format, &ending) {
            complain(&format!("{}: {odd}", path.display()));
        }
    }

    /// Whether there are no pixels in this program, or they would go to a terminal. Either is then
    /// complained about. To be asked before there is much work done for them.
    pub fn refuses_binary(&self) -> bool {
        if cfg!(not(feature = "pixels")) {
            complain(pixels::MISSING);
            return true;
        }
        let refuses = self.output.is_none() && io::stdout().is_terminal();
        if refuses {
            complain("a terminal cannot show this format; name a file with --output");
        }
        refuses
    }

    /// With which means boards are drawn there.
    pub fn ink(&self, paint: Paint) -> Ink {
        match (&self.output, paint.color) {
            (Some(_), Color::Auto) => Ink::Plain,
            _ => paint.ink(),
        }
    }

    /// Lets `write` write to the file that was named, else to `out`. The file is there in full or
    /// not at all, and stays as it was where nothing is written. What is there and no file, as a pipe
    /// or a device, gets everything as it comes.
    pub fn write(
        &self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> io::Result<Verdict>,
    ) -> io::Result<Verdict> {
        let Some(path) = &self.output else { return write(out) };
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            let there = File::create(path).map_err(|error| named(path, &error))?;
            let mut out = BufWriter::new(there);
            let verdict = write(&mut out)?;
            out.flush()?;
            return Ok(verdict);
        }
        let mut out = BufWriter::new(Draft::of(path));
        let verdict = write(&mut out)?;
        out.into_inner()?.end()?;
        Ok(verdict)
    }
}

/// What is to become a file: in memory while it is small, then in a file without a name. So nothing
/// is left of it, however the program ends.
struct Draft<'a> {
    path: &'a Path,
    written: SpooledTempFile,
}

impl Draft<'_> {
    /// Reports that are longer are not kept in memory.
    const HELD: usize = 1 << 20;

    fn of(path: &Path) -> Draft<'_> {
        Draft { path, written: spooled_tempfile_in(Self::HELD, folder_of(path)) }
    }

    /// Puts it in its place, if there is anything.
    fn end(mut self) -> io::Result<()> {
        self.put().map_err(|error| named(self.path, &error))
    }

    fn put(&mut self) -> io::Result<()> {
        if self.written.stream_position()? == 0 {
            return Ok(());
        }
        self.written.rewind()?;
        let mut file = beside(self.path)?;
        io::copy(&mut self.written, &mut file)?;
        put(file, self.path)
    }
}

impl Write for Draft<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.write(bytes).map_err(|error| named(self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes pixels or a page, or says why there are none. Of the title, if they have one, it says what they
/// cannot show.
pub fn write_rendered(
    made: Result<Vec<u8>, impl Display>,
    input: &Input,
    title: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<Verdict> {
    match made {
        Ok(bytes) => {
            let lacking = title.map(pixels::unlettered).unwrap_or_default();
            if !lacking.is_empty() {
                complain(&format!(
                    "{}: the font of pictures does not have {lacking}: an ellipsis stands there; \
                     SVG leaves letters to its reader",
                    input.file
                ));
            }
            out.write_all(&bytes)?;
            Ok(Verdict::Fine)
        }
        Err(error) => {
            complain(&format!("{}: {error}", input.file));
            Ok(Verdict::BadInput)
        }
    }
}

/// A file beside the one that it shall become by [`put`].
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(folder_of(path))
}

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Puts a file that was written beside another in the place of that.
pub fn put(file: NamedTempFile, path: &Path) -> io::Result<()> {
    // Temporary files are for their owner's eyes; reports are not secret.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    file.persist(path)?;
    Ok(())
}

/// An error with the name of a file. What the system says may name the one that is written beside it.
pub fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {}", path.display(), error.kind()))
}
