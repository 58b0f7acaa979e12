//! Reads texts and puzzles from files, and reports their problems.

use std::fs::File;
use std::io::{BufReader, Cursor, Read};

use sliding::analyse::DistanceTable;
use sliding::design;
use sliding::notation::transcript::TranscriptError;
use sliding::notation::{
    ParseError, Parsed, Problem, ProblemEffect, Question, Warning, decode, read,
};
use sliding::report::page::Playable;
use sliding::report::puzzle::problems::{Severity, render};
use sliding::report::puzzle::render_questions;
use sliding::report::subject::Subject;
use sliding::report::tiles::short;
use sliding::tiles::Tiles;
use sliding::tiles::notation::{self as tiles, TileTextError};

use super::*;

/// Maximum length of a text that is read at once: an endless one must not fill memory.
const MAX_BYTES: u64 = 1 << 28;

/// A text and its source.
pub struct SourceText {
    /// The file's path, or `<stdin>`.
    pub name: String,
    /// The text.
    pub content: String,
}

/// A puzzle that was read from a file.
#[derive(Clone)]
pub struct Input {
    /// The file's path, or `<stdin>`.
    pub file: String,
    /// Its line, if the file has several puzzles.
    pub line: Option<usize>,
    /// Whether it is the first puzzle of its file.
    pub is_first: bool,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The parser's warnings.
    pub warnings: Vec<Warning>,
}

/// What is no puzzle.
pub enum Unreadable {
    /// A faulty text, as was reported on standard error: the file, and the line if it has several
    /// puzzles.
    Text {
        name: String,
        error: ParseError,
    },
    Board(LargeBoard),
}

impl From<Unreadable> for Failure {
    fn from(unreadable: Unreadable) -> Failure {
        match unreadable {
            Unreadable::Text { .. } => Failure::Reported(Verdict::BadInput),
            Unreadable::Board(board) => board.refused(),
        }
    }
}

impl Input {
    /// Returns the puzzle's name, or else its file's.
    pub fn name(&self) -> &str {
        match self.puzzle.name() {
            "" => &self.file,
            name => name,
        }
    }

    /// Returns the subject of a report in this style.
    pub fn subject(&self, style: Style) -> Subject<'_> {
        Subject { name: self.name(), ..Subject::new(&self.puzzle, style, &self.file) }
    }

    /// Returns it for a page to play on, with the result of a search.
    pub fn playable<'a>(
        &'a self,
        style: Style,
        outcome: &'a Answer,
        distances: Option<&'a DistanceTable>,
    ) -> Playable<'a> {
        Playable { puzzle: &self.puzzle, name: self.name(), style, outcome, distances }
    }

    /// Builds it from the only puzzle of a text, or from the one on a line of several. Errors, and
    /// warnings that part of the text states what does not hold, are reported on standard error.
    pub fn new(
        text: &SourceText,
        line: Option<usize>,
        parsed: Parsed,
    ) -> Result<Input, Unreadable> {
        let name = &text.name;
        let file = line.map_or_else(|| name.clone(), |line| format!("{name}:{line}"));
        match (parsed, line) {
            (Ok((puzzle, warnings)), _) => {
                let mut grave = warnings.clone();
                grave.retain(|warning| warning.effect == ProblemEffect::Void);
                match line {
                    None => text.show(&grave, Severity::Warning),
                    Some(_) => grave.iter().for_each(|grave| complain(&in_a_line(name, grave))),
                }
                Ok(Input { file, line, is_first: true, puzzle, warnings })
            }
            // There may be a million puzzles.
            (Err(error), Some(line)) => {
                for problem in error.problems() {
                    complain(&in_a_line(name, problem));
                }
                for Question { options, text, .. } in error.questions() {
                    complain(&format!("{name}:{line}: `{options}`: {text}"));
                }
                Err(Unreadable::Text { name: file, error })
            }
            (Err(error), None) => {
                if text.content.trim().is_empty() {
                    complain(&empty_input_message(name));
                } else {
                    text.show(error.problems(), Severity::Error);
                    note(&render_questions(error.questions(), Ink::default()));
                }
                Err(Unreadable::Text { name: file, error })
            }
        }
    }
}

/// Formats a problem and its place.
pub fn in_a_line(name: &str, problem: &Problem) -> String {
    let Problem { line, column, message, expected, .. } = problem;
    format!("{name}:{line}:{column}: {message}; expected {expected}")
}

impl SourceText {
    /// Reads a file; `-` is standard input.
    pub fn read(path: &Path) -> Result<SourceText, Failure> {
        let (name, source) = open(path)?;
        SourceText::of(name, source)
    }

    /// Reads the text of a source that has this name.
    pub fn of(name: String, source: impl Read) -> Result<SourceText, Failure> {
        let mut bytes = Vec::new();
        let failure = match source.take(MAX_BYTES + 1).read_to_end(&mut bytes) {
            Err(error) => error,
            Ok(count) if count as u64 > MAX_BYTES => {
                io::Error::new(io::ErrorKind::FileTooLarge, "it is too large for a puzzle")
            }
            Ok(_) => return Ok(SourceText { name, content: decode(&bytes).into_owned() }),
        };
        Err(unreadable(&name, &failure))
    }

    /// Reads a position.
    pub fn position<T>(
        &self,
        read: impl FnOnce(&str) -> Result<T, TranscriptError>,
    ) -> Result<T, Failure> {
        let SourceText { name, content } = self;
        read(content).map_err(|error| {
            let TranscriptError { column, expected, found, .. } = &error;
            Failure::input(match content.trim_end().contains('\n') {
                true => format!("{name}, {error}"),
                false => format!("{name}, column {column}: expected {expected}, found {found}"),
            })
        })
    }

    fn show(&self, problems: &[Problem], severity: Severity) {
        let no_colour = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = io::stderr().is_terminal() && !no_colour;
        note(&render(&self.name, &self.content, problems, severity, colour));
    }
}

/// Opens a file, and returns its name and a reader; `-` is standard input, `@NAME` a built-in
/// puzzle, and a board of tiles stands for itself.
pub fn open(path: &Path) -> Result<(String, Box<dyn BufRead>), Failure> {
    if path.as_os_str() == "-" {
        return Ok(("<stdin>".to_owned(), Box::new(io::stdin().lock())));
    }
    if let Some(name) = path.to_str().and_then(|path| path.strip_prefix('@')) {
        let text = puzzles::content(name).map_err(Failure::input)?;
        return Ok((format!("@{name}"), Box::new(text.as_bytes())));
    }
    let name = path.display().to_string();
    let opened = match path.is_dir() {
        true => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory")),
        false => File::open(path),
    };
    match opened {
        Ok(file) => Ok((name, Box::new(BufReader::new(file)))),
        Err(error) => match board(&name).filter(|_| error.kind() == io::ErrorKind::NotFound) {
            Some(Ok(text)) => Ok((short(&name), Box::new(Cursor::new(text)))),
            Some(Err(error)) => Err(Failure::input(format!("{}: {error}", short(&name)))),
            None => Err(unreadable(&name, &error)),
        },
    }
}

/// Returns the rows of a board of tiles that stands in place of a file, perhaps after its size and a
/// blank; a line of Korf's list as it is.
pub fn board(text: &str) -> Option<Result<String, TileTextError>> {
    let is_part = |c: char| c.is_ascii_digit() || " /".contains(c);
    let rows = |tiles: Tiles| tiles::rows(tiles.size(), tiles.start());
    match tiles::read(text, None, None) {
        // The goal of Korf's boards is another one.
        Ok(_) if tiles::instance(text, None).is_some() => return Some(Ok(text.to_owned())),
        Ok(tiles) => return Some(Ok(rows(tiles))),
        Err(error) if text.contains(' ') && text.chars().all(is_part) => return Some(Err(error)),
        Err(_) => {}
    }
    let (size, rest) = text.split_once(' ')?;
    let read = tiles::read(rest, Some(design::board(size).ok()?), None);
    Some(read.map(rows))
}

/// Returns the failure for a file that cannot be read.
pub fn unreadable(name: &str, error: &io::Error) -> Failure {
    let is_missing = error.kind() == io::ErrorKind::NotFound;
    let meant = similar(Path::new(name)).filter(|_| is_missing);
    let tip = meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
    Failure::input(format!("cannot read {name}: {error}{tip}"))
}

/// Returns the file in the same folder, or the built-in puzzle, whose name is most similar.
fn similar(path: &Path) -> Option<String> {
    let folder = fs::read_dir(folder_of(path)).ok()?.flatten();
    let files = folder.map(|entry| path.with_file_name(entry.file_name()).display().to_string());
    let puzzles = collection::all().map(|puzzle| format!("@{}", puzzle.name));
    most_similar(&path.display().to_string(), files.chain(puzzles))
}

/// Returns the name most similar to a word, if one is similar at all.
pub fn most_similar<T: AsRef<str>>(word: &str, names: impl Iterator<Item = T>) -> Option<T> {
    let alike = names.map(|name| (strsim::jaro(word, name.as_ref()), name));
    // `missing.txt` and `klotski.txt` are alike by 0.73, `klotsk.txt` and `klotski.txt` by 0.97.
    let best = alike.filter(|(alike, _)| *alike > 0.85).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, name)| name)
}

/// Returns the message for an empty file.
pub fn empty_input_message(name: &str) -> String {
    format!("{name} is empty: expected a puzzle")
}

/// Says on a terminal which input is expected.
pub fn announce(path: &Path) {
    if path.as_os_str() == "-" && io::stdin().is_terminal() {
        complain("reading a puzzle from standard input; Ctrl-D at the start of a line ends it");
    }
}

/// Reads the only puzzle of a file.
pub fn puzzle(path: &Path, options: &ReadOptions) -> Result<Input, Failure> {
    announce(path);
    let text = SourceText::read(path)?;
    let parsed = read(&text.content, options);
    Ok(Input::new(&text, None, parsed)?)
}

/// Returns all files `*.txt` below the folders, sorted within each; a path that is not a folder is
/// used as a file. A folder that cannot be read is reported on standard error, and makes the
/// verdict worse.
pub fn files_below(folders: &[PathBuf], verdict: &mut Verdict) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in folders {
        if !folder.is_dir() {
            files.push(folder.clone());
            continue;
        }
        let mut found = Vec::new();
        let mut open = vec![folder.clone()];
        while let Some(folder) = open.pop() {
            if let Err(error) = list(&folder, &mut open, &mut found) {
                complain(&format!("cannot read {}: {error}", folder.display()));
                *verdict = Verdict::BadInput;
            }
        }
        found.sort();
        files.extend(found);
    }
    files
}

/// Sorts the entries of a folder into more folders and puzzle files. Links to folders are not
/// followed, as they might form a cycle.
fn list(folder: &Path, folders: &mut Vec<PathBuf>, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            folders.push(path);
        } else if path.extension().is_some_and(|ending| ending == "txt") && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
