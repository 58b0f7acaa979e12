//! `sliding play`: plays a puzzle in the terminal.

mod player;
mod view;

use std::io::{self, IsTerminal, Write, stdout};
use std::time::Duration;

use clap::{Arg, Args};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEventKind,
};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode, size,
};
use sliding::puzzle::Style;
use sliding::report::boxes::Ink;
use sliding::report::words;
use sliding::solve::{Answer, BeamOptions, Query, Status, solve};

use self::player::{Plan, Player, Wish};
use self::view::CORNER;
use super::{CommandResult, Console, Failure, Limits, Puzzles, Verdict};

const EXAMPLES: &str = "\
Tab and the mouse choose a piece, the arrow keys push it. h gives a hint, n
makes that move, s shows a solution from here, u and r undo and redo, b
resets, ? shows the keys, q quits.

Examples:
  sliding play puzzles/classics/klotski.txt
  sliding play --style 5 puzzles/classics/silly.txt";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("time_limit", time_limit))]
pub struct Arguments {
    #[command(flatten)]
    puzzles: Puzzles,
    /// step, slide, walk (default), step+, slide+, walk+
    ///
    /// What is one move, by name or by number, 0 to 5: `sliding --help` has a table.
    #[arg(short, long, value_name = "STYLE", default_value = "walk", hide_default_value = true)]
    style: Style,
    #[command(flatten)]
    limits: Limits,
}

fn time_limit(argument: Arg) -> Arg {
    argument.default_value("2").help("Time limit for a hint")
}

/// How long each move of a solution is shown.
const BEAT: Duration = Duration::from_millis(400);

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let style = arguments.style;
    let input = arguments.puzzles.only()?;
    if !io::stdin().is_terminal() || !stdout().is_terminal() {
        return Err(Failure::input(
            "play needs a terminal; `sliding solve` shows a solution without one",
        ));
    }
    let name = words::plain(input.name());
    let ink = if console.globals.color.is_enabled() { Ink::Colored } else { Ink::Plain };
    let mut player = Player::new(&input.puzzle, style);
    let out = &mut *console.out;
    let terminal = Terminal::open()?;
    play(&mut player, arguments.limits, &mut |player| {
        show(&view::text(player, &name, ink, size()?), out)
    })?;
    drop(terminal);
    let moves = words::counted(player.game().moves().len() as u64, "move");
    let end = if player.game().is_solved() { "solved" } else { "not solved" };
    writeln!(out, "{name}: {end}, {moves} (style {style}: {})", style.meaning())?;
    Ok(Verdict::Fine)
}

fn play(
    player: &mut Player,
    limits: Limits,
    show: &mut dyn FnMut(&Player) -> io::Result<()>,
) -> io::Result<()> {
    loop {
        show(player)?;
        if player.is_playing && !event::poll(BEAT)? {
            player.next();
            continue;
        }
        let wish = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => player.key(key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let at = mouse.column.checked_sub(CORNER.0).zip(mouse.row.checked_sub(CORNER.1));
                let [left, top] = view::scroll(player, size()?);
                if let Some((x, y)) = at {
                    player.choose(left + usize::from(x), top + usize::from(y));
                }
                None
            }
            _ => None,
        };
        let Some(wish) = wish else { continue };
        if wish == Wish::Quit {
            return Ok(());
        }
        if player.needs_plan() {
            player.message = "Searching...".into();
            show(player)?;
            let found = plan(player, limits);
            player.receive(found);
        }
        player.fulfil(wish);
    }
}

/// Returns a solution from here, a shortest one if the time allows, or why there is none.
fn plan(player: &Player, limits: Limits) -> Result<Plan, String> {
    let game = player.game();
    let from = game.position().clone();
    let here =
        game.puzzle().starting_from(from.clone()).map_err(|_| "the board is out of order")?;
    let mut query = Query::new(&here, game.style());
    query.beam = Some(BeamOptions::default());
    match solve(&query, &limits.budget(), &mut ()).map_err(|error| error.to_string())? {
        Answer { status: Status::Solved, solution: Some(solution), is_shortest, .. } => {
            Ok(Plan { from, moves: solution.moves.into(), is_shortest })
        }
        Answer { status: Status::Unsolvable, .. } => Err("there is no solution from here".into()),
        _ => Err(format!(
            "no solution found in {}",
            words::duration(limits.time_limit.unwrap_or_default())
        )),
    }
}

/// Replaces what is on the screen, in one piece.
fn show(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let (line, rest) = (Clear(ClearType::UntilNewLine), Clear(ClearType::FromCursorDown));
    let text = text.replace('\n', &format!("{line}\r\n"));
    out.write_all(format!("{}{text}{rest}", MoveTo(0, 0)).as_bytes())?;
    out.flush()
}

/// The terminal in raw mode with its alternate screen. Dropping this restores it.
struct Terminal(());

impl Terminal {
    fn open() -> io::Result<Self> {
        enable_raw_mode()?;
        let terminal = Terminal(());
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)?;
        Ok(terminal)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // An error cannot be reported any more.
        let _ = execute!(stdout(), Show, DisableMouseCapture, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}
