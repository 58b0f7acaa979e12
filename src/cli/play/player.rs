//! The player's choices, and the actions of the keys.

use std::collections::VecDeque;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sliding::Puzzle;
use sliding::puzzle::game::Game;
use sliding::puzzle::{Cell, Configuration, Direction, Move, Movers, Placement, Style};
use sliding::report::words;

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    Continue,
    Quit,
}

/// The purpose of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlanPurpose {
    Nothing,
    /// To show its first move.
    Hint,
    /// To make its first move.
    Move,
    /// To play it.
    Show,
}

/// A solution from some position.
#[derive(Clone)]
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
    purpose: PlanPurpose,
    is_playing: bool,
    message: String,
}

impl<'a> Player<'a> {
    pub fn new(puzzle: &'a Puzzle, style: Style) -> Self {
        let game = Game::new(puzzle, style);
        let cursor = game.position().placements().first().copied();
        let message = if game.is_solved() { "This puzzle is solved already." } else { "" };
        Player {
            cursor: cursor.unwrap_or(Placement { cell: 0, kind: 0 }),
            game,
            group: Vec::new(),
            plan: None,
            purpose: PlanPurpose::Nothing,
            is_playing: false,
            message: message.to_owned(),
        }
    }

    pub fn game(&self) -> &Game<&'a Puzzle> {
        &self.game
    }

    /// Returns the last message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether a solution has to be found first.
    pub fn is_waiting_for_plan(&self) -> bool {
        self.purpose != PlanPurpose::Nothing
    }

    /// Whether a solution is being played.
    pub fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Returns the pieces that an arrow key pushes.
    pub fn chosen(&self) -> Vec<Placement> {
        let pieces = self.game.position().placements();
        let is_chosen = |piece: &&Placement| **piece == self.cursor || self.group.contains(piece);
        pieces.iter().filter(is_chosen).copied().collect()
    }

    /// Returns the solution from here, if one is known.
    pub fn known_plan(&self) -> Option<&Plan> {
        self.plan.as_ref().filter(|plan| plan.from == *self.game.position())
    }

    pub fn key(&mut self, key: KeyEvent) -> Control {
        self.is_playing = false;
        self.message.clear();
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Control::Quit;
            }
            KeyCode::Char('q') => return Control::Quit,
            KeyCode::Up | KeyCode::Char('k') => self.push(Direction::Up),
            KeyCode::Down | KeyCode::Char('j') => self.push(Direction::Down),
            KeyCode::Left => self.push(Direction::Left),
            KeyCode::Right | KeyCode::Char('l') => self.push(Direction::Right),
            KeyCode::Tab => self.choose_next(1),
            KeyCode::BackTab => self.choose_next(-1),
            KeyCode::Char(' ') => self.toggle_group(),
            KeyCode::Esc => self.group.clear(),
            KeyCode::Char('u') => self.undo_or_redo(Game::undo, "There is nothing to undo."),
            KeyCode::Char('r') => self.undo_or_redo(Game::redo, "There is nothing to redo."),
            KeyCode::Char('b') => {
                self.game.reset();
                self.find_cursor();
            }
            KeyCode::Char('h') => self.request_plan(PlanPurpose::Hint),
            KeyCode::Char('n') => self.request_plan(PlanPurpose::Move),
            KeyCode::Char('s') => self.request_plan(PlanPurpose::Show),
            _ => {}
        }
        Control::Continue
    }

    /// Chooses the piece on a cell.
    pub fn choose(&mut self, cell: Option<u32>) {
        self.is_playing = false;
        let board = self.game.puzzle().board(self.game.position());
        let content = cell.map(|cell| board.cells()[cell as usize]);
        if let Some(Cell::Piece(index)) = content {
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
            return;
        }
        match self.group.iter().position(|&piece| piece == self.cursor) {
            Some(at) => drop(self.group.remove(at)),
            None => self.group.push(self.cursor),
        }
    }

    fn push(&mut self, direction: Direction) {
        match self.game.push(&self.chosen(), direction) {
            Err(refusal) => self.message = sentence(&refusal.to_string()),
            Ok(_) => {
                let size = self.game.puzzle().size();
                for piece in self.group.iter_mut().chain([&mut self.cursor]) {
                    *piece = piece.stepped(direction, size);
                }
                self.plan = None;
                self.congratulate();
            }
        }
    }

    fn undo_or_redo(&mut self, turn: fn(&mut Game<&'a Puzzle>) -> bool, otherwise: &str) {
        if !turn(&mut self.game) {
            self.message = otherwise.to_owned();
        }
        self.find_cursor();
    }

    /// Chooses the piece that moved last, if the chosen one is no longer there.
    fn find_cursor(&mut self) {
        self.group.clear();
        let pieces = self.game.position().placements();
        if !pieces.contains(&self.cursor) {
            let like = pieces.iter().find(|piece| piece.kind == self.cursor.kind);
            self.cursor = like.or(pieces.first()).copied().unwrap_or(self.cursor);
        }
    }

    fn request_plan(&mut self, purpose: PlanPurpose) {
        if self.game.is_solved() {
            self.congratulate();
            return;
        }
        self.purpose = purpose;
        match self.known_plan().cloned() {
            Some(plan) => self.receive_plan(Ok(plan)),
            None => self.message = "Searching...".into(),
        }
    }

    /// Continues with a solution, or says why there is none.
    pub fn receive_plan(&mut self, found: Result<Plan, String>) {
        let purpose = std::mem::replace(&mut self.purpose, PlanPurpose::Nothing);
        match found {
            Err(why) => self.message = sentence(&why),
            Ok(plan) => {
                self.plan = Some(plan);
                self.message.clear();
                match purpose {
                    PlanPurpose::Nothing => {}
                    PlanPurpose::Hint => self.hint(),
                    PlanPurpose::Move => self.next(),
                    PlanPurpose::Show => self.is_playing = true,
                }
            }
        }
    }

    fn hint(&mut self) {
        let Some(plan) = self.known_plan() else { return };
        let Some(step) = plan.moves.front() else { return };
        let to_go = plan.to_go(&words::counted(plan.moves.len() as u64, "move"));
        let words = words::sentence(&self.game.names(), step);
        let first = step.pieces[0];
        self.message = format!("Hint: {words} ({to_go})");
        self.cursor = first;
    }

    /// Makes the next move of the known solution.
    pub fn next(&mut self) {
        let Some(mut plan) = self.known_plan().cloned() else {
            self.is_playing = false;
            return;
        };
        let made = plan.moves.pop_front().map(|step| self.game.make(&step));
        if !matches!(made, Some(Ok(()))) {
            self.is_playing = false;
            return;
        }
        self.find_cursor();
        self.plan = Some(Plan { from: self.game.position().clone(), ..plan });
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
