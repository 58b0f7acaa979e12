//! The player's choices, and the actions of the keys.

use std::collections::VecDeque;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sliding::Puzzle;
use sliding::puzzle::game::Game;
use sliding::puzzle::{Configuration, Direction, Move, Movers, Placement, Style};
use sliding::report::boxes::inside;
use sliding::report::words;

/// What a key asks for besides the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The first move of a solution, in words.
    Hint,
    /// That move to be made.
    Move,
    /// A solution to be played.
    Show,
    Quit,
}

/// A solution from some position.
pub struct Plan {
    /// The position.
    pub from: Configuration,
    /// The moves from there to a goal.
    pub moves: VecDeque<Move>,
    /// Whether these are proven to be the fewest.
    pub is_shortest: bool,
}

impl Plan {
    /// Describes the number of moves left, given with or without its unit.
    pub fn to_go(&self, left: &str) -> String {
        let most = if self.is_shortest { "" } else { "at most " };
        format!("{most}{left} to go")
    }
}

/// A game, and the state of its player.
pub struct Player<'a> {
    game: Game<&'a Puzzle>,
    /// The piece chosen last.
    cursor: Placement,
    /// Pieces that are pushed together with it.
    group: Vec<Placement>,
    plan: Option<Plan>,
    /// Whether a solution is being played.
    pub is_playing: bool,
    /// Whether the next move of the known solution is shown.
    pub is_hinted: bool,
    /// Whether the keys are shown instead of the board.
    pub shows_keys: bool,
    pub message: String,
}

impl<'a> Player<'a> {
    pub fn new(puzzle: &'a Puzzle, style: Style) -> Self {
        let game = Game::new(puzzle, style);
        let cursor = game.position().placements().first().copied();
        let cursor = cursor.unwrap_or(Placement { cell: 0, kind: 0 });
        let message = if game.is_solved() { "This puzzle is solved already." } else { "" };
        let message = message.to_owned();
        Player {
            game,
            cursor,
            group: Vec::new(),
            plan: None,
            is_playing: false,
            is_hinted: false,
            shows_keys: false,
            message,
        }
    }

    pub fn game(&self) -> &Game<&'a Puzzle> {
        &self.game
    }

    /// Returns the piece chosen last.
    pub fn cursor(&self) -> Placement {
        self.cursor
    }

    /// Returns the pieces that an arrow key pushes.
    pub fn chosen(&self) -> Vec<Placement> {
        let mut chosen = self.game.position().placements().to_vec();
        chosen.retain(|piece| *piece == self.cursor || self.group.contains(piece));
        chosen
    }

    /// Returns the solution from here, if one is known.
    pub fn known_plan(&self) -> Option<&Plan> {
        self.plan.as_ref().filter(|plan| plan.from == *self.game.position())
    }

    /// Whether a wish needs a solution that has yet to be found.
    pub fn needs_plan(&self) -> bool {
        !self.game.is_solved() && self.known_plan().is_none()
    }

    pub fn key(&mut self, key: KeyEvent) -> Option<Wish> {
        self.is_playing = false;
        self.is_hinted = false;
        let shows_keys = std::mem::take(&mut self.shows_keys);
        self.message.clear();
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Some(Wish::Quit);
            }
            KeyCode::Char('q') => return Some(Wish::Quit),
            KeyCode::Char('h') => return Some(Wish::Hint),
            KeyCode::Char('n') => return Some(Wish::Move),
            KeyCode::Char('s') => return Some(Wish::Show),
            KeyCode::Up | KeyCode::Char('k') => self.push(Direction::Up),
            KeyCode::Down | KeyCode::Char('j') => self.push(Direction::Down),
            KeyCode::Left => self.push(Direction::Left),
            KeyCode::Right | KeyCode::Char('l') => self.push(Direction::Right),
            KeyCode::Char('?') => self.shows_keys = !shows_keys,
            KeyCode::Tab => self.choose_next(1),
            KeyCode::BackTab => self.choose_next(-1),
            KeyCode::Char(' ') => self.toggle_group(),
            KeyCode::Esc => self.group.clear(),
            KeyCode::Char('u') => {
                let is_done = self.game.undo();
                self.went(is_done, "There is nothing to undo.");
            }
            KeyCode::Char('r') => {
                let is_done = self.game.redo();
                self.went(is_done, "There is nothing to redo.");
            }
            KeyCode::Char('b') => {
                self.game.reset();
                self.went(true, "");
            }
            _ => {}
        }
        None
    }

    /// Chooses the piece at a column and a line of the drawing.
    pub fn choose(&mut self, x: usize, y: usize) {
        self.is_playing = false;
        if let Some(index) = inside(&self.game.puzzle().board(self.game.position()), x, y) {
            self.cursor = self.game.position().placements()[index as usize];
        }
    }

    fn choose_next(&mut self, by: isize) {
        let pieces = self.game.position().placements();
        let at = pieces.iter().position(|&piece| piece == self.cursor).unwrap_or(0) as isize;
        let next = (at + by).rem_euclid(pieces.len().max(1) as isize) as usize;
        self.cursor = pieces.get(next).copied().unwrap_or(self.cursor);
    }

    /// Adds the piece to those that are pushed together, or removes it.
    fn toggle_group(&mut self) {
        if self.game.style().movers() == Movers::Single {
            self.message = "Pieces move one at a time in this style.".into();
        } else if self.group.contains(&self.cursor) {
            self.group.retain(|piece| *piece != self.cursor);
        } else {
            self.group.push(self.cursor);
        }
    }

    fn push(&mut self, direction: Direction) {
        if let Err(refusal) = self.game.push(&self.chosen(), direction) {
            self.message = sentence(&refusal.to_string());
            return;
        }
        let size = self.game.puzzle().size();
        for piece in self.group.iter_mut().chain([&mut self.cursor]) {
            *piece = piece.stepped(direction, size);
        }
        self.plan = None;
        self.congratulate();
    }

    /// Chooses the piece that moved last, if the chosen one is no longer there.
    fn went(&mut self, is_done: bool, otherwise: &str) {
        if !is_done {
            self.message = otherwise.to_owned();
        }
        self.group.clear();
        let pieces = self.game.position().placements();
        if !pieces.contains(&self.cursor) {
            let like = pieces.iter().find(|piece| piece.kind == self.cursor.kind);
            self.cursor = like.or(pieces.first()).copied().unwrap_or(self.cursor);
        }
    }

    /// Takes a solution from here, or says why there is none.
    pub fn receive(&mut self, found: Result<Plan, String>) {
        self.message.clear();
        match found {
            Ok(plan) => self.plan = Some(plan),
            Err(why) => self.message = sentence(&why),
        }
    }

    /// Does what a solution is needed for, if one is known.
    pub fn fulfil(&mut self, wish: Wish) {
        self.congratulate();
        let Some(plan) = self.known_plan() else { return };
        match (wish, plan.moves.front()) {
            (Wish::Hint, Some(step)) => {
                let to_go = plan.to_go(&words::counted(plan.moves.len() as u64, "move"));
                let words = words::sentence(&self.game.names(), step);
                (self.message, self.cursor) = (format!("Hint: {words} ({to_go})"), step.pieces[0]);
                self.is_hinted = true;
            }
            (Wish::Move, _) => self.next(),
            (Wish::Show, _) => self.is_playing = true,
            _ => {}
        }
    }

    /// Makes the next move of the known solution.
    pub fn next(&mut self) {
        self.is_playing &= self.known_plan().is_some();
        let Some(plan) = self.plan.as_mut().filter(|plan| plan.from == *self.game.position())
        else {
            return;
        };
        let Some(step) = plan.moves.pop_front().filter(|step| self.game.make(step).is_ok()) else {
            self.is_playing = false;
            return;
        };
        plan.from = step.after;
        self.went(true, "");
        self.congratulate();
    }

    fn congratulate(&mut self) {
        if self.game.is_solved() {
            self.is_playing = false;
            let moves = words::counted(self.game.moves().len() as u64, "move");
            self.message = format!("Solved in {moves}!");
        }
    }
}

/// Adds a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).chain(['.']).collect()
}
