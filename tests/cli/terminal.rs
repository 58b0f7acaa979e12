//! The program in a terminal: games that are played by keys, what other commands show there, and that no text
//! from outside steers it.

use std::fs;
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::{Color, Parser};

use super::{EASY, KLOTSKI, PAIR, folder, path};

/// No screen takes longer, on any machine.
const PATIENCE: Duration = Duration::from_secs(60);
const SIZE: (u16, u16) = (30, 100);
const UNICODE: &[(&str, &str)] = &[("LC_ALL", "C.UTF-8")];

/// The program in a terminal, with all that it wrote.
struct Terminal {
    written: Arc<Mutex<Vec<u8>>>,
    size: (u16, u16),
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    _master: Box<dyn MasterPty + Send>,
    reader: thread::JoinHandle<()>,
}

impl Terminal {
    /// Starts the program in a folder, with some variables.
    fn new(
        folder: &tempfile::TempDir,
        arguments: &[&str],
        size: (u16, u16),
        variables: &[(&str, &str)],
    ) -> Terminal {
        let (rows, cols) = size;
        let size_of_all = PtySize { rows, cols, ..PtySize::default() };
        let pair = native_pty_system().openpty(size_of_all).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_sliding"));
        command.args(arguments);
        command.cwd(folder.path());
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let written = Arc::default();
        let copy: Arc<Mutex<Vec<u8>>> = Arc::clone(&written);
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of a terminal is an error on Linux.
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                copy.lock().unwrap().extend(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Terminal { written, size, keys, child, _master: pair.master, reader }
    }

    fn screen(&self) -> Parser {
        let side = |side: u16| side.try_into().unwrap();
        let mut parser = Parser::new(side(self.size.0), side(self.size.1), 0);
        parser.process(&self.written.lock().unwrap());
        parser
    }

    fn text(&self) -> String {
        self.screen().screen().contents()
    }

    /// How many characters have a colour behind them.
    fn colours(&self) -> usize {
        let screen = self.screen();
        let places = (0..self.size.0).flat_map(|row| (0..self.size.1).map(move |col| (row, col)));
        let cells = places.filter_map(|(row, col)| screen.screen().cell(row, col));
        cells.filter(|cell| cell.bgcolor() != Color::Default).count()
    }

    /// Presses keys, and waits until something is on the screen.
    fn press(&mut self, keys: &str, sees: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
        let begun = Instant::now();
        while !self.text().contains(sees) {
            assert!(begun.elapsed() < PATIENCE, "no `{sees}` on\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// All that was written, up to the end.
    fn end(mut self) -> String {
        self.child.wait().unwrap();
        self.reader.join().unwrap();
        let written = self.written.lock().unwrap().clone();
        String::from_utf8(written).expect("text")
    }
}

/// The keys that `games.txt` calls by these words.
const KEYS: &[(&str, &str)] = &[
    ("right", "\x1b[C"),
    ("left", "\x1b[D"),
    ("down", "\x1b[B"),
    ("space", " "),
    ("tab", "\t"),
    ("back", "\x1b[Z"),
    ("enter", "\r"),
    ("end", "\u{4}"),
    ("click", "\x1b[<0;13;4M\x1b[<0;13;4m"),
];

const PUZZLES: &[(&str, &str)] = &[
    ("easy.txt", EASY),
    ("klotski.txt", KLOTSKI),
    ("pair.txt", PAIR),
    ("pushed.txt", "2 x 4\n1 = 1\n2 = 1\n12001002\n00120021\n"),
    ("mouse.txt", "1 x 4\n1 = 1\n2 = 1\n1020\n0102\n"),
    ("strange.txt", "1 x 3 (a\u{7}b\u{1b}[31m<c>)\n1 = 1\n1\n001\n"),
];

/// What `games.txt` says: keys, and what is on the screen afterwards.
#[test]
fn keys_are_answered_on_the_screen() {
    let folder = folder(PUZZLES);
    for game in include_str!("../data/games.txt").split("\n$ ").skip(1) {
        let mut lines = game.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let mut words = lines.next().expect("a command").split(' ').peekable();
        let size = if words.next_if_eq(&"small").is_some() { (10, 30) } else { SIZE };
        let mut variables = UNICODE.to_vec();
        while let Some(set) = words.peek().and_then(|word| word.split_once('=')) {
            variables.push(set);
            words.next();
        }
        let mut terminal = Terminal::new(&folder, &words.collect::<Vec<_>>(), size, &variables);
        for line in lines {
            let (words, sees) = line.split_at_checked(16).unwrap_or((line, ""));
            match words.trim() {
                "exit" => {
                    let code = terminal.child.wait().unwrap().exit_code();
                    assert_eq!(code.to_string(), sees, "{game}");
                }
                "colours" => {
                    let found = terminal.colours();
                    assert_eq!(
                        match found {
                            0 => "none",
                            18.. => "18 or more",
                            _ => "few",
                        },
                        sees,
                        "{found} {game}"
                    );
                }
                "ascii" => assert!(terminal.text().is_ascii(), "{}", terminal.text()),
                words => {
                    let key =
                        |word| KEYS.iter().find(|key| key.0 == word).map_or(word, |key| key.1);
                    terminal.press(&words.split_whitespace().map(key).collect::<String>(), sees);
                }
            }
        }
    }
}

/// Clears the screen, by one character and by two; turns the text round; deletes.
const HOSTILE: &str = "a\u{1b}[2J\u{9b}2J\u{202e}\u{2066}\u{61c}\u{7f}b";

/// Files with such titles, facts, names and faults. `@` is the hostile text.
const FILES: &[(&str, &str)] = &[
    ("@.txt", "1 x 3 (@)\n1 = 1\n1\n001\n# name: 1 @\n# source: @\n# expect: 2 1 3\n"),
    ("broken@", "1 x 3 (@)\n1 = @\n1\n001\n"),
    ("drawn.txt", "# title: @\nstart:\n+---+\n|1@..|\n+---+\n"),
    ("moves@", "1 right @\n"),
    ("tiles.txt", "2 x 2 (@)\n1 = 1\n2 = 1\n3 = 1\n123\n1203\n"),
    ("boards.txt", "1 2 3 @\n"),
    ("proof", "sliding-proof 1\n@\n"),
    ("json.json", "{\"puzzle\":\"@"),
];

#[test]
#[cfg(unix)]
fn control_characters_do_not_reach_a_terminal() {
    let place = folder(&[]);
    let meant = |text: &str| text.replace('@', HOSTILE);
    let write =
        |name: &str, text: &str| fs::write(path(&place, &meant(name)), meant(text)).unwrap();
    FILES.iter().for_each(|(name, text)| write(name, text));
    // So long that some of its characters are cut wherever a buffer ends.
    write("long.txt", &format!("1 x 3 ({})\n1 = 1\n1\n001\n", "é@┌".repeat(3000)));
    let quiet = [UNICODE, &[("NO_COLOR", "1")]].concat();
    let meant = |text: &str| meant(text).replace(&format!("\\{HOSTILE}"), "@");
    for command in include_str!("../data/hostile.txt").lines().skip(2) {
        let arguments: Vec<String> = command.split(' ').map(meant).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let shown = Terminal::new(&place, &arguments, SIZE, &quiet).end();
        // The program's own ways to take a line back.
        let shown = shown.replace("\r\u{1b}[K", "").replace("\r\u{1b}[2K", "");
        let is_hostile = |c: char| {
            c.is_control() && !"\n\r\t".contains(c) || HOSTILE.contains(c) && !c.is_ascii()
        };
        let found: String = shown.chars().filter(|&c| is_hostile(c)).collect();
        assert!(!shown.is_empty() && found.is_empty(), "{command}: {found:?} in {shown:.600?}");
        let is_whole = shown.matches('é').count().is_multiple_of(3000) && shown.contains("┌é");
        assert!(is_whole || command != "check long.txt", "{shown:.600?}");
    }
}
