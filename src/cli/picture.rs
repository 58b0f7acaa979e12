//! Options for pictures, and where pictures go.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Seek, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use clap::{Args, ValueEnum};
use sliding::Puzzle;
use sliding::report::boxes::Ink;
use sliding::report::draw;
use tempfile::{SpooledTempFile, spooled_tempfile_in};

use super::draft::{Draft, direct, folder_of, is_output, named};
use super::format::{contradiction, is_binary, of_ending};
use super::input::Input;
use super::options::{Color, Paint};
use super::{Verdict, complain, pixels};

// How pictures look.
#[derive(Args, Clone, Copy)]
pub struct Look {
    /// Names on pieces in pictures; by itself on tiles
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    labels: Option<bool>,
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
    pub fn look(self, puzzle: &Puzzle) -> draw::Look {
        let look = draw::Look::of(puzzle, self.theme.theme());
        draw::Look { labels: self.labels.unwrap_or(look.labels), ..look }
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

    /// The format that was asked for, else the one that the file's ending means, else the
    /// command's first.
    pub fn format<F: ValueEnum>(&self, asked: Option<F>) -> F {
        let meant = || self.ending().and_then(|ending| of_ending(&ending));
        asked.or_else(meant).unwrap_or_else(|| F::value_variants()[0].clone())
    }

    /// Whether a report in this format cannot go there, which is then told: the file has the ending of
    /// another, or there are no pixels in this program, or they would go to a terminal. To be asked
    /// before there is much work done.
    pub fn refuses<F: ValueEnum>(&self, format: F) -> bool {
        let why = if let (Some(path), Some(ending)) = (&self.output, self.ending())
            && let Some(why) = contradiction(&format, &ending)
        {
            format!("{}: {why}", path.display())
        } else if is_binary(&format) && cfg!(not(feature = "pixels")) {
            pixels::MISSING.to_owned()
        } else if is_binary(&format) && self.path().is_none() && io::stdout().is_terminal() {
            "a terminal cannot show this format; name a file with --output".to_owned()
        } else {
            return false;
        };
        complain(&why);
        true
    }

    /// With which means boards are drawn there.
    pub fn ink(&self, paint: Paint) -> Ink {
        match (self.path(), paint.color) {
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
        let Some(path) = self.path() else { return write(out) };
        if let Some(there) = direct(path).map_err(|error| named(path, &error))? {
            let mut out = BufWriter::new(there);
            let verdict = write(&mut out)?;
            out.flush()?;
            return Ok(verdict);
        }
        let mut out = BufWriter::new(Held::of(path));
        let verdict = write(&mut out)?;
        out.into_inner()?.end()?;
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
