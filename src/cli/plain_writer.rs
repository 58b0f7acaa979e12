//! Output for a terminal, without harmful control characters.

use std::io::{self, Write};

use sliding::report::words::plain_lines;

/// Passes on text as [`plain_lines`] has it, independent of how writes split it.
pub struct PlainWriter<W> {
    out: W,
    /// The beginning of an incomplete character.
    begun: Vec<u8>,
}

impl<W: Write> PlainWriter<W> {
    pub fn new(out: W) -> Self {
        PlainWriter { out, begun: Vec::new() }
    }
}

impl<W: Write> Write for PlainWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let text = String::from_utf8_lossy(&self.begun[..whole]);
        self.out.write_all(plain_lines(&text).as_bytes())?;
        self.begun.drain(..whole);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
