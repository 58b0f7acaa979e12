//! `sliding play`, driven through a pseudo-terminal whose screen is read back.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

use super::{EASY, KLOTSKI, PAIR, folder, path, run};

/// No screen takes longer, on any machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running game.
struct Game {
    screen: Arc<Mutex<Parser>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    _terminal: Box<dyn MasterPty + Send>,
    _folder: tempfile::TempDir,
}

impl Game {
    fn new(puzzle: &str, arguments: &[&str]) -> Game {
        Game::with(puzzle, arguments, (30, 100), &[("LC_ALL", "C.UTF-8")])
    }

    fn with(
        puzzle: &str,
        arguments: &[&str],
        size: (u16, u16),
        variables: &[(&str, &str)],
    ) -> Game {
        Game::of("play", puzzle, arguments, size, variables)
    }

    /// Another command in a terminal.
    fn of(
        name: &str,
        puzzle: &str,
        arguments: &[&str],
        size: (u16, u16),
        variables: &[(&str, &str)],
    ) -> Game {
        let folder = folder(&[("puzzle.txt", puzzle)]);
        let (rows, cols) = size;
        let pair = native_pty_system()
            .openpty(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 })
            .unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_sliding"));
        command.arg(name);
        command.args(arguments);
        command.arg(path(&folder, "puzzle.txt"));
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(Parser::new(nonzero(rows), nonzero(cols), 0)));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let copy = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                copy.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Game { screen, keys, child, _terminal: pair.master, _folder: folder }
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until something is on the screen.
    fn sees(&self, words: &str) {
        let begun = Instant::now();
        while !self.text().contains(words) {
            assert!(begun.elapsed() < PATIENCE, "no `{words}` on\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Ends it, and gives the exit code and the last line that was written.
    fn quit(mut self) -> (u32, String) {
        self.press("q");
        let code = self.child.wait().unwrap().exit_code();
        self.sees("(style");
        let last = self.text().lines().rfind(|line| !line.is_empty()).unwrap().to_owned();
        (code, last)
    }
}

fn nonzero(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}

const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const DOWN: &str = "\x1b[B";

#[test]
fn a_puzzle_is_played_to_its_goal() {
    let mut game = Game::new(EASY, &[]);
    game.sees("Easy   style 2: one piece, any number of steps");
    game.sees("goal");
    game.sees("0 moves");
    game.press(LEFT);
    game.sees("The edge of the board is in the way.");
    game.press(RIGHT);
    game.sees("1 move");
    game.press(RIGHT);
    game.sees("Solved in 1 move!");
    assert_eq!(
        game.quit(),
        (0, "Easy: solved, 1 move (style 2: one piece, any number of steps)".into())
    );
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let mut game = Game::new(EASY, &["--style", "0"]);
    game.sees("0 moves");
    game.press("u");
    game.sees("There is nothing to undo.");
    game.press(&[RIGHT, RIGHT].concat());
    game.sees("Solved in 2 moves!");
    game.press("u");
    game.sees("1 move");
    game.press("b");
    game.sees("0 moves");
    game.press("rr");
    game.sees("2 moves");
    assert_eq!(game.quit().1, "Easy: solved, 2 moves (style 0: one piece, one step)");
}

/// 81 moves are the published length of Klotski in this style.
#[test]
fn hints_count_what_is_left() {
    let mut game = Game::new(KLOTSKI, &[]);
    game.sees("0 moves");
    game.press("h");
    game.sees("81 moves to go)");
    game.sees("Hint: piece");
    game.press("n");
    game.sees("1 move, 80 to go");
    game.press("n");
    game.sees("2 moves, 79 to go");
    game.press("uh");
    game.sees("80 moves to go)");
    assert_eq!(game.quit().0, 0);
}

#[test]
fn a_solution_is_shown() {
    let mut game = Game::new(PAIR, &["--style", "5"]);
    game.sees("0 moves");
    game.press("s");
    game.sees("Solved in");
    assert!(game.quit().1.starts_with("Pair: solved, "));
}

#[test]
fn pieces_are_pushed_together_if_the_style_allows_it() {
    let puzzle = "2 x 4\n1 = 1\n2 = 1\n12001002\n00120021\n";
    let mut alone = Game::new(puzzle, &["--style", "0"]);
    alone.sees("0 moves");
    alone.press(RIGHT);
    alone.sees("Another piece is in the way.");
    alone.press(" ");
    alone.sees("Pieces move one at a time in this style.");
    alone.quit();
    let mut together = Game::new(puzzle, &["--style", "3"]);
    together.sees("0 moves");
    together.press(RIGHT);
    together.sees("1 move");
    together.sees("│   │ 1 │ 2 │   │");
    // The piece below comes along if it is chosen too: Tab goes to the 2, and on to the lower 1.
    together.press("\t\t \x1b[Z\x1b[Z");
    together.press(RIGHT);
    together.sees("2 moves");
    together.sees("│       │ 1 │ 2 │");
    together.sees("│   │ 1 │   │ 2 │");
    together.quit();
}

#[test]
fn the_mouse_selects_pieces() {
    let mut game = Game::new("1 x 4\n1 = 1\n2 = 1\n1020\n0102\n", &["--style", "0"]);
    game.sees("0 moves");
    // The third cell begins behind two columns and two cells, in the fourth line.
    game.press("\x1b[<0;13;4M\x1b[<0;13;4m");
    game.press(RIGHT);
    game.sees("│ 1 │       │ 2 │");
    game.quit();
}

#[test]
fn terminals_without_boxes_or_colours_get_none() {
    let plain = Game::with(PAIR, &[], (30, 100), &[("LC_ALL", "C"), ("NO_COLOR", "1")]);
    plain.sees("+---+---+---+");
    plain.sees("| 2 | 1 |   |");
    let colours = |game: &Game| {
        let parser = game.screen.lock().unwrap();
        let cells = (0..30).flat_map(|row| (0..100).map(move |col| (row, col)));
        let colours =
            cells.filter_map(|(row, col)| Some(parser.screen().cell(row, col)?.bgcolor()));
        colours.filter(|colour| *colour != vt100::Color::Default).count()
    };
    assert_eq!(colours(&plain), 0);
    assert!(plain.text().is_ascii());
    plain.quit();
    let never = Game::new(PAIR, &["--color", "never"]);
    never.sees("│ 2 │ 1 │");
    assert_eq!(colours(&never), 0);
    never.quit();
    let coloured = Game::new(PAIR, &[]);
    coloured.sees("│ 2 │ 1 │");
    // Three cells on the board and three in the goal, three characters each, and what is between.
    assert!(colours(&coloured) >= 18);
    coloured.quit();
}

#[test]
fn other_commands_draw_as_the_terminal_can() {
    let plain = Game::of("check", PAIR, &[], (40, 100), &[("LC_ALL", "C"), ("NO_COLOR", "1")]);
    plain.sees("| 2 | 1 |   |");
    plain.sees("advice: none");
    assert!(plain.text().is_ascii(), "{}", plain.text());
    let coloured = Game::of("check", PAIR, &[], (40, 100), &[("LC_ALL", "C.UTF-8")]);
    coloured.sees("│ 2 │ 1 │   │");
    let parser = coloured.screen.lock().unwrap();
    let screen = parser.screen();
    let name = (0..40).flat_map(|row| (0..100).map(move |col| (row, col))).find(|&(row, col)| {
        screen
            .cell(row, col)
            .is_some_and(|cell| cell.contents() == "2" && cell.bgcolor() != vt100::Color::Default)
    });
    assert!(name.is_some());
}

#[test]
fn pixels_do_not_go_to_a_terminal() {
    for (name, arguments) in [("draw", ["--format", "png"]), ("solve", ["--format", "gif"])] {
        let game = Game::of(name, PAIR, &arguments, (30, 100), &[("LC_ALL", "C.UTF-8")]);
        game.sees("a terminal cannot show this format; name a file with --output");
    }
}

#[test]
fn colours_go_into_a_pipe_only_if_they_are_asked_for() {
    for (arguments, has_colours) in
        [(&["check", "-"][..], false), (&["check", "--color", "always", "-"], true)]
    {
        assert_eq!(run(arguments, PAIR).out.contains("\u{1b}["), has_colours);
    }
    let solved = run(&["solve", "--color", "always", "-"], PAIR);
    assert!(solved.out.contains("\u{1b}["));
}

#[test]
fn small_screens_and_strange_names() {
    let small = Game::with(KLOTSKI, &[], (10, 30), &[("LC_ALL", "C.UTF-8")]);
    small.sees("characters are needed.");
    small.sees("q: end");
    small.quit();
    let mut strange = Game::new("1 x 3 (a\u{7}b\u{1b}[31m<c>)\n1 = 1\n1\n001\n", &[]);
    strange.sees("<c>");
    strange.press(DOWN);
    strange.sees("The edge of the board is in the way.");
    strange.quit();
}

#[test]
fn play_without_a_terminal_is_an_error() {
    let folder = folder(&[("easy.txt", EASY)]);
    let run = run(&["play", &path(&folder, "easy.txt")], "");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("play needs a terminal"));
}

#[test]
fn a_game_starts_elsewhere() {
    let mut game = Game::new(EASY, &["--style", "0", "--start", "01"]);
    game.sees("0 moves");
    game.press(RIGHT);
    game.sees("1 move");
    let last = "Easy: solved, 1 move (style 0: one piece, one step)".to_owned();
    assert_eq!(game.quit(), (0, last));
}

/// Without a file, the program says that it waits.
#[test]
fn a_puzzle_is_typed() {
    let mut typed = Game::of("solve", EASY, &["-"], (40, 100), &[("LC_ALL", "C.UTF-8")]);
    typed.sees("reading a puzzle from standard input");
    typed.press("1 x 3 (Typed)\r1 = 1\r1\r01\r\u{4}");
    typed.sees("Typed: solved in 1 move");
}
