//! The distances of all positions, one after the other, for programs.

use std::io::{Seek, SeekFrom};

use crate::report::npy;
use crate::report::*;

/// The format of a dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DumpForm {
    /// Comma-separated values: positions in shorthand and distances.
    Csv,
    /// An array of NumPy: distances, and the cells of the pieces.
    Npy,
}

/// A dump that is being written, without buffering its content.
pub struct Dump<'a, W> {
    puzzle: &'a Puzzle,
    origin: MapOrigin,
    form: DumpForm,
    out: W,
    written: u64,
}

impl<'a, W: Write + Seek> Dump<'a, W> {
    /// Begins a dump of distances from an origin.
    pub fn new(puzzle: &'a Puzzle, origin: MapOrigin, form: DumpForm, out: W) -> io::Result<Self> {
        let mut dump = Dump { puzzle, origin, form, out, written: 0 };
        match form {
            DumpForm::Csv => writeln!(dump.out, "position,{}", dump.distance())?,
            DumpForm::Npy => dump.write_head()?,
        }
        Ok(dump)
    }

    /// Adds a position and its distance.
    pub fn add(&mut self, configuration: &Configuration, distance: u64) -> io::Result<()> {
        self.written += 1;
        match self.form {
            DumpForm::Csv => {
                writeln!(self.out, "{},{distance}", self.puzzle.shorthand(configuration))
            }
            DumpForm::Npy => self.add_element(configuration, distance),
        }
    }

    /// Ends it, and returns the writer.
    pub fn end(mut self) -> io::Result<W> {
        if self.form == DumpForm::Npy {
            self.out.seek(SeekFrom::Start(0))?;
            self.write_head()?;
        }
        self.out.flush()?;
        Ok(self.out)
    }

    /// Returns the name of the distance.
    fn distance(&self) -> &'static str {
        match self.origin {
            MapOrigin::Start => "from_start",
            MapOrigin::Goals => "to_goal",
        }
    }

    /// Whether cells need more than two bytes.
    fn is_large(&self) -> bool {
        self.puzzle.size().cells() > 1 << 16
    }

    fn write_head(&mut self) -> io::Result<()> {
        let (name, cell) = (self.distance(), if self.is_large() { "<u4" } else { "<u2" });
        let pieces = self.puzzle.start().placements().len();
        let element = format!("[('{name}', '<u4'), ('pieces', '{cell}', ({pieces},))]");
        self.out.write_all(&npy::head(&element, self.written))
    }

    fn add_element(&mut self, configuration: &Configuration, distance: u64) -> io::Result<()> {
        let distance = u32::try_from(distance).map_err(io::Error::other)?;
        self.out.write_all(&distance.to_le_bytes())?;
        for cell in npy::origins(self.puzzle, configuration) {
            match self.is_large() {
                true => self.out.write_all(&cell.to_le_bytes())?,
                false => self.out.write_all(&(cell as u16).to_le_bytes())?,
            }
        }
        Ok(())
    }
}
