//! Output for a terminal that supports only some characters.

use super::*;

/// Passes on text as a function has it, independent of how writes split it.
pub struct TextWriter<W> {
    out: W,
    convert: fn(&str) -> String,
    /// The beginning of an incomplete character.
    begun: Vec<u8>,
}

impl<W: Write> TextWriter<W> {
    pub fn new(out: W, convert: fn(&str) -> String) -> Self {
        TextWriter { out, convert, begun: Vec::new() }
    }
}

impl<W: Write> Write for TextWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let text = String::from_utf8_lossy(&self.begun[..whole]);
        self.out.write_all((self.convert)(&text).as_bytes())?;
        self.begun.drain(..whole);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
