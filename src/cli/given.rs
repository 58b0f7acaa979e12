//! How a report is given: its form, and where it goes.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use sliding::report::boxes::Ink;

use super::Verdict;
use super::options::Paint;
use super::picture::Output;

// Options for a report that is text or JSON.
#[derive(Args, Clone)]
pub struct Given {
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    #[arg(help = "text (default), or json: an object on a line")]
    format: Option<Format>,
    #[command(flatten)]
    output: Output,
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs; described in docs/JSON.md
    Json,
}

impl Given {
    /// The form that was asked for, or that the file's ending means.
    pub fn format(&self) -> Format {
        self.output.format(self.format)
    }

    /// With which means boards are drawn there.
    pub fn ink(&self, paint: Paint) -> Ink {
        self.output.ink(paint)
    }

    /// Lets `write` find out what the report says and write it, unless it cannot go where it should.
    pub fn write(
        &self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> io::Result<Verdict>,
    ) -> io::Result<Verdict> {
        if self.output.refuses(self.format()) {
            return Ok(Verdict::BadInput);
        }
        self.output.write(out, write)
    }
}
