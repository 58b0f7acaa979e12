//! Sources of many puzzles, read in chunks to bound memory.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use super::{Items, Notation, ReadOptions, Reader, by_lines, items, notation_of, stated};

/// Number of bytes read to detect the notation. Shorter sources are read as a whole.
const HEAD: usize = 1 << 18;
/// Maximum length of a text without a detected end of its first puzzle: an endless source must not
/// fill memory.
const MAX_BYTES: usize = 1 << 28;
/// Maximum length of the line of one puzzle.
const MAX_LINE: usize = 1 << 24;

/// Cuts a source of puzzles into [`Chunk`]s. If each line is a puzzle, chunks have about a quarter
/// of a megabyte each, however long the source is; otherwise one chunk holds everything.
///
/// ```
/// use sliding::notation::{ReadOptions, Stream};
///
/// let source = "4FEA13400\nhardly a code\n1A9BF0C\n".as_bytes();
/// let mut found = Vec::new();
/// let mut options = ReadOptions::default();
/// options.set("as", "klotski").unwrap();
/// for chunk in Stream::new(source, options) {
///     found.extend(chunk?.items().map(|item| (item.line, item.parsed.is_ok())));
/// }
/// assert_eq!(found, [(1, true), (2, false), (3, true)]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Stream<R> {
    source: R,
    options: ReadOptions,
    /// The notation of lines, once each is known to be a puzzle.
    notation: Option<&'static Notation>,
    /// Lines that were read.
    lines: usize,
    is_ended: bool,
}

/// Some of the puzzles of a source.
#[derive(Clone, Debug)]
pub struct Chunk {
    text: String,
    options: ReadOptions,
    /// Set if each line is a puzzle.
    notation: Option<&'static Notation>,
    /// Lines of the source before this one.
    before: usize,
}

impl<R: BufRead> Stream<R> {
    /// Reads the puzzles of a source with options.
    pub fn new(source: R, options: ReadOptions) -> Self {
        Stream { source, options, notation: None, lines: 0, is_ended: false }
    }

    fn read(&mut self) -> io::Result<Chunk> {
        let mut bytes = Vec::with_capacity(2 * HEAD);
        self.source.by_ref().take(HEAD as u64).read_to_end(&mut bytes)?;
        // A terminal must not be read again after its end.
        self.is_ended = bytes.len() < HEAD;
        if !self.is_ended && bytes.last() != Some(&b'\n') && !is_utf16(&bytes) {
            let read = self.source.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes)?;
            refuse_beyond(MAX_LINE - 1, read)?;
        }
        if self.notation.is_none() && !self.is_ended {
            let head = decode(&bytes);
            let notation = notation_of(&head, &self.options).unwrap_or_default();
            self.notation = notation.filter(|n| {
                !is_utf16(&bytes)
                    && matches!(n.read, Reader::Lines { are_lines, .. } if are_lines(&head))
            });
            if self.notation.is_none() {
                self.is_ended = true;
                self.source.by_ref().take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
                refuse_beyond(MAX_BYTES, bytes.len())?;
            }
        }
        let (text, before) = (decode(&bytes).into_owned(), self.lines);
        self.lines += text.matches('\n').count();
        Ok(Chunk { text, options: self.options.clone(), notation: self.notation, before })
    }
}

/// Fails if a text or a line is longer than it may be.
fn refuse_beyond(most: usize, length: usize) -> io::Result<()> {
    (length <= most)
        .then_some(())
        .ok_or_else(|| io::Error::new(io::ErrorKind::FileTooLarge, "it is too large for a puzzle"))
}

impl<R: BufRead> Iterator for Stream<R> {
    type Item = io::Result<Chunk>;

    /// Returns the next chunk, or the error that stops the reading; the iterator ends after that.
    fn next(&mut self) -> Option<io::Result<Chunk>> {
        if self.is_ended {
            return None;
        }
        let next = self.read();
        self.is_ended |= next.is_err();
        // The source may end with a chunk.
        let is_nothing = next.as_ref().is_ok_and(|chunk| chunk.text.is_empty() && chunk.before > 0);
        (!is_nothing).then_some(next)
    }
}

impl Chunk {
    /// Returns the text, including ends of lines.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is the whole source. Otherwise [`Chunk::items`] gives places in the whole source,
    /// except for the bytes of spans.
    pub fn is_whole(&self) -> bool {
        self.notation.is_none()
    }

    /// Returns the puzzles.
    pub fn items(&self) -> Items<'_> {
        match self.notation.map(|notation| notation.read) {
            Some(Reader::Lines { line, meaning, .. }) => {
                let before = self.before;
                let items = stated(by_lines(&self.text, meaning, line), &self.options);
                Box::new(items.map(move |item| item.moved_down(before)))
            }
            _ => items(&self.text, &self.options),
        }
    }
}

fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff])
}

/// Decodes bytes: UTF-8, or UTF-16 with a byte order mark, as some editors and shells write it.
/// Invalid sequences become replacement characters, which no puzzle has.
///
/// ```
/// use sliding::notation::decode;
///
/// assert_eq!(decode(b"1 x 2"), "1 x 2");
/// assert_eq!(decode(b"\xff\xfe1\0 \0x\0 \02\0"), "1 x 2");
/// assert_eq!(decode(b"1 x \xff"), "1 x \u{fffd}");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if !is_utf16(bytes) {
        return String::from_utf8_lossy(bytes);
    }
    let unit: fn([u8; 2]) -> u16 =
        if bytes[0] == 0xff { u16::from_le_bytes } else { u16::from_be_bytes };
    let units = bytes[2..].chunks(2).map(|pair| match *pair {
        [one, other] => unit([one, other]),
        // Half a character.
        _ => 0xfffd,
    });
    let chars = char::decode_utf16(units);
    chars.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}
