//! `sliding play`: plays a puzzle in the terminal.

mod player;
mod screen;
mod view;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::{Arg, Args};
use crossterm::event::{self, Event, KeyEventKind, MouseButton, MouseEventKind};
use sliding::Puzzle;
use sliding::puzzle::{Configuration, Style};
use sliding::report::words;
use sliding::solve::{Answer, BeamOptions, Query, Status, solve};

use self::player::{Control, Plan, Player};
use self::screen::{Screen, Terminal};
use self::view::View;
use super::failure::{CommandResult, Failure};
use super::input::Input;
use super::options::{Limits, Subject};
use super::{Console, Verdict};

const EXAMPLES: &str = "\
Tab and the mouse choose a piece, the arrow keys push it. h gives a hint, n
makes that move, s shows a solution from here, u and r undo and redo, b
resets, q quits.

Examples:
  sliding play puzzles/classics/klotski.txt
  sliding play --style 5 puzzles/classics/silly.txt";

#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("time_limit", time_limit))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    limits: Limits,
}

fn time_limit(argument: Arg) -> Arg {
    argument
        .default_value("2")
        .help("Time limit for a hint, in seconds: a longer one may find a shorter solution")
}

/// How long each move of a solution is shown.
const BEAT: Duration = Duration::from_millis(400);

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    let Subject { puzzle, style } = &arguments.subject;
    let Input { file, puzzle, .. } = puzzle.read()?;
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::input(
            "play needs a terminal; `sliding solve` shows a solution without one",
        ));
    }
    let name = words::plain(if puzzle.name().is_empty() { &file } else { puzzle.name() });
    let mut player = Player::new(&puzzle, *style);
    let view = View::new(&name, &puzzle, console.globals.color);
    let terminal = Terminal::open()?;
    play(&mut player, &view, arguments.limits)?;
    drop(terminal);
    let moves = words::counted(player.game().moves().len() as u64, "move");
    let end = if player.game().is_solved() { "solved" } else { "not solved" };
    writeln!(console.out, "{name}: {end}, {moves} (style {style}: {})", style.meaning())?;
    Ok(Verdict::Fine)
}

fn play(player: &mut Player, view: &View, limits: Limits) -> io::Result<()> {
    loop {
        let mut screen = Screen::of_terminal()?;
        view.draw(&mut screen, player);
        screen.show(&mut io::stdout())?;
        let control = if player.is_waiting_for_plan() {
            let game = player.game();
            let found = plan(game.puzzle(), game.position(), game.style(), limits);
            player.receive_plan(found);
            // Keys typed meanwhile were not meant for the new screen.
            while event::poll(Duration::ZERO)? {
                event::read()?;
            }
            Control::Continue
        } else if player.is_playing() && !event::poll(BEAT)? {
            player.next();
            Control::Continue
        } else {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => player.key(key),
                Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                    player.choose(view.cell_at(screen.size(), mouse.column, mouse.row));
                    Control::Continue
                }
                _ => Control::Continue,
            }
        };
        if control == Control::Quit {
            return Ok(());
        }
    }
}

/// Returns a solution from some position, a shortest one if the time allows, or why there is none.
fn plan(
    puzzle: &Puzzle,
    now: &Configuration,
    style: Style,
    limits: Limits,
) -> Result<Plan, String> {
    let here = puzzle.starting_from(now.clone()).map_err(|_| "the board is out of order")?;
    let mut query = Query::new(&here, style);
    query.beam = Some(BeamOptions::default());
    match solve(&query, &limits.budget(), &mut ()).map_err(|e| e.to_string())? {
        Answer { status: Status::Solved, solution: Some(solution), is_shortest, .. } => {
            Ok(Plan { from: now.clone(), moves: solution.moves.into(), is_shortest })
        }
        Answer { status: Status::Unsolvable, .. } => Err("there is no solution from here".into()),
        _ => Err(format!(
            "no solution found in {}",
            words::duration(limits.time_limit.unwrap_or_default())
        )),
    }
}
