//! Random changes of a puzzle.

use rand_pcg::Pcg64;

use super::sweep::{Starts, within_reach};
use crate::engine::host::below;
use crate::engine::query::Budget;
use crate::puzzle::{Goal, GoalSetup, Placement, Puzzle, Setup, Style, Want};

/// Puzzles that reach more positions are passed over.
pub const MOST_POSITIONS: u64 = 1 << 20;

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// A piece is moved.
    Move,
    /// Two pieces exchange their places.
    Swap,
    /// A wall is added.
    AddWall,
    /// A wall is taken away.
    DropWall,
    /// One demand of a goal is moved.
    Goal,
    /// A piece that no goal demands is taken away.
    DropPiece,
    /// The start becomes the one that is farthest from the goals.
    Farthest,
}

impl Change {
    /// All changes.
    pub(super) const ALL: [Change; 7] = [
        Change::Move,
        Change::Swap,
        Change::AddWall,
        Change::DropWall,
        Change::Goal,
        Change::Farthest,
        Change::DropPiece,
    ];
}

/// What must stay as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pins {
    /// Pieces, in their places at the start.
    pub pieces: Vec<Placement>,
    /// All walls, and all cells without one.
    pub walls: bool,
    /// The goals.
    pub goal: bool,
}

impl Pins {
    /// Reads what stays of a puzzle: `walls`, `goal`, or names of pieces.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the first word that is none of these.
    ///
    /// ```
    /// use sliding::design::Pins;
    /// use sliding::puzzle::Puzzle;
    ///
    /// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n??1\n".parse()?;
    /// let pins = Pins::named(["goal", "1"], &puzzle)?;
    /// assert!(pins.goal && !pins.walls && pins.pieces == puzzle.start().placements());
    /// assert!(Pins::named(["2"], &puzzle).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn named<'a>(
        words: impl IntoIterator<Item = &'a str>,
        puzzle: &Puzzle,
    ) -> Result<Self, String> {
        let mut pins = Pins::default();
        let names = puzzle.names();
        for word in words {
            match word {
                "walls" => pins.walls = true,
                "goal" => pins.goal = true,
                name => {
                    let pieces = puzzle.start().placements().iter();
                    let before = pins.pieces.len();
                    pins.pieces.extend(pieces.filter(|&&piece| names.name(piece) == name));
                    if pins.pieces.len() == before {
                        let expected = "expected walls, goal, or a piece";
                        return Err(format!("{name}: no piece has this name; {expected}"));
                    }
                }
            }
        }
        Ok(pins)
    }
}

/// Returns a puzzle with one random change; `None` if the change that was drawn is impossible.
pub fn changed(
    puzzle: &Puzzle,
    change: Change,
    pins: &Pins,
    (style, budget): (Style, &Budget),
    random: &mut Pcg64,
) -> Option<Puzzle> {
    let mut setup = Setup::from(puzzle);
    setup.expectations.clear();
    let cells = puzzle.size().cells();
    let is_free = |at: &usize| !pins.pieces.contains(&setup.start[*at]);
    let free: Vec<usize> = (0..setup.start.len()).filter(is_free).collect();
    let mut piece = || free.get(below(random, free.len())).copied();
    match change {
        Change::Move => {
            let piece = piece()?;
            setup.start[piece].cell = below(random, cells) as u32;
        }
        Change::Swap => {
            let (one, other) = (piece()?, piece()?);
            let cells = (setup.start[one].cell, setup.start[other].cell);
            (setup.start[other].cell, setup.start[one].cell) = cells;
        }
        Change::DropPiece => {
            let piece = piece()?;
            let kind = setup.start.remove(piece).kind;
            if !setup.origin.names.is_empty() {
                setup.origin.names.remove(piece);
            }
            if puzzle.goals().iter().any(|goal| is_demanded(goal, kind)) {
                return None;
            }
        }
        Change::AddWall => setup.blocked.push(below(random, cells) as u32),
        Change::DropWall => {
            let wall = below(random, setup.blocked.len());
            if setup.blocked.is_empty() {
                return None;
            }
            setup.blocked.swap_remove(wall);
        }
        Change::Goal => {
            let goal = below(random, setup.goals.len());
            let to = below(random, cells) as u32;
            match setup.goals.get_mut(goal)? {
                GoalSetup::Complete(pieces) => {
                    let piece = below(random, pieces.len());
                    pieces.get_mut(piece)?.cell = to;
                }
                GoalSetup::Partial(demands) => {
                    let demand = below(random, demands.len());
                    demands.get_mut(demand)?.cell = to;
                }
            }
        }
        Change::Farthest => {
            let keep = Starts::Farthest;
            let swept = within_reach(puzzle, style, None, MOST_POSITIONS, budget, keep).ok()??;
            setup.start = swept.kept.last()?.1.placements().to_vec();
        }
    }
    let changed = setup.validate().ok()?;
    (changed != *puzzle).then_some(changed)
}

/// Whether a goal demands a piece of a kind.
fn is_demanded(goal: &Goal, kind: u8) -> bool {
    goal.demands().iter().any(|demand| demand.want == Want::Origin(kind))
}
