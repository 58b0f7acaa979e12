//! Solutions written by people or programs: replayed move by move, and counted in every style at
//! once.

use super::{CheckedBoard, Flaw};
use crate::puzzle::{Configuration, Direction, Movers, Placement, Puzzle, Reach, Style};

/// A replay of a solution of unknown style.
///
/// Moves of any style are accepted. What is counted is not the given moves, but their steps,
/// regrouped as each style groups steps into moves: consecutive ones of the same pieces, and in the
/// same direction if moves are straight.
///
/// ```
/// use sliding::check::Replay;
/// use sliding::puzzle::{Direction, Puzzle, Style};
///
/// let puzzle: Puzzle = "2 x 2\n1 = 1\n1\n0001\n".parse().unwrap();
/// let mut replay = Replay::new(&puzzle);
/// let piece = puzzle.start().placements()[0];
/// replay.make(&[piece], &[Direction::Right, Direction::Down], None).unwrap();
/// assert!(replay.is_solved());
/// assert_eq!(Style::ALL.map(|style| replay.moves(style).unwrap()), [2, 2, 1, 2, 2, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    board: CheckedBoard<'a>,
    made: usize,
    /// The movers of the last step, and its direction.
    last: Option<(Vec<u32>, Direction)>,
    steps: u64,
    slides: u64,
    walks: u64,
    /// The number of the first move of several pieces.
    together: Option<usize>,
}

impl<'a> Replay<'a> {
    /// Starts at the puzzle's start.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let board = CheckedBoard::new(puzzle);
        Replay { board, made: 0, last: None, steps: 0, slides: 0, walks: 0, together: None }
    }

    /// Makes a move of any style: these pieces, given by their places, make these steps together.
    /// If `after` is given, they have to end there.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the move. The replay ends there, with the pieces where the last
    /// valid step left them.
    pub fn make(
        &mut self,
        pieces: &[Placement],
        steps: &[Direction],
        after: Option<&Configuration>,
    ) -> Result<(), Flaw> {
        let number = self.made + 1;
        let mut movers = self.board.make(number, Style::SUPER_WALK, pieces, steps)?;
        movers.sort_unstable();
        if after.is_some_and(|after| *after != self.board.configuration()) {
            return Err(Flaw::OtherResult { number });
        }
        self.made = number;
        if movers.len() > 1 {
            self.together.get_or_insert(number);
        }
        for &step in steps {
            self.count(&movers, step);
        }
        Ok(())
    }

    fn count(&mut self, movers: &[u32], step: Direction) {
        let (is_same, is_straight) = match &self.last {
            Some((others, direction)) => (others == movers, *direction == step),
            None => (false, false),
        };
        self.steps += 1;
        self.slides += u64::from(!(is_same && is_straight));
        self.walks += u64::from(!is_same);
        self.last = Some((movers.to_vec(), step));
    }

    /// Returns the number of moves so far, as they were given.
    pub fn given(&self) -> usize {
        self.made
    }

    /// Returns the number of moves so far as this style counts them.
    ///
    /// # Errors
    ///
    /// Returns the number of the first move of several pieces, if the style moves one piece at a
    /// time.
    pub fn moves(&self, style: Style) -> Result<u64, usize> {
        match (style.movers(), self.together) {
            (Movers::Single, Some(number)) => Err(number),
            _ => Ok(match style.reach() {
                Reach::Step => self.steps,
                Reach::Slide => self.slides,
                Reach::Walk => self.walks,
            }),
        }
    }

    /// Returns the current position.
    pub fn position(&self) -> Configuration {
        self.board.configuration()
    }

    /// Whether a goal is met.
    pub fn is_solved(&self) -> bool {
        self.board.puzzle.is_solved_by(&self.position())
    }
}
