//! Goals in terms of ranks: which skeletons meet a partial goal, and with which orders.

use super::Ranking;
use crate::puzzle::{Goal, Puzzle, Want};

/// A goal's demands, compiled.
pub struct GoalDemands {
    /// For each cell the symbol that is demanded there, and the letter besides. The symbol is
    /// [`ANY`] if nothing is demanded.
    cells: Vec<(u8, u8)>,
    demands: usize,
    /// The cells that must be empty, ascending.
    empty: Vec<u32>,
}

const ANY: u8 = u8::MAX;

/// The demands on an order.
pub struct OrderDemands(Vec<LetterDemand>);

struct LetterDemand {
    class: usize,
    place: usize,
    letter: u8,
}

impl GoalDemands {
    /// Compiles a goal of the puzzle of `ranking`.
    pub fn new(puzzle: &Puzzle, ranking: &Ranking, goal: &Goal) -> Self {
        let mut cells = vec![(ANY, 0); puzzle.size().cells()];
        let mut empty = Vec::new();
        for demand in goal.demands() {
            cells[demand.cell as usize] = match demand.want {
                Want::Empty => {
                    empty.push(demand.cell);
                    (0, 0)
                }
                Want::Origin(kind) => {
                    let (shape, letter) =
                        ranking.letters[kind as usize].expect("goals have pieces of the start");
                    (shape + 1, letter)
                }
            };
        }
        Self { cells, demands: goal.demands().len(), empty }
    }

    /// Returns the demands on the order for a skeleton; `None` if the skeleton meets the goal with
    /// no order.
    pub fn letters(&self, ranking: &Ranking, skeleton: u64) -> Option<OrderDemands> {
        let mut letters = Vec::new();
        let mut used = [0; 64];
        let (mut met, mut last) = (0, None);
        ranking.skeletons.unrank(skeleton, |cell, symbol| {
            let (wanted, letter) = self.cells[cell as usize];
            last = Some(cell);
            let shape = usize::from(symbol).checked_sub(1);
            if wanted == symbol {
                met += 1;
                if let Some(class) = shape.filter(|&class| ranking.classes[class].kinds().len() > 1)
                {
                    letters.push(LetterDemand { class, place: used[class], letter });
                }
            }
            if let Some(class) = shape {
                used[class] += 1;
            }
        });
        // All cells after the last piece are empty.
        let is_counted = |&cell: &u32| last.is_none_or(|last| cell > last);
        met += self.empty.iter().rev().take_while(|&cell| is_counted(cell)).count();
        (met == self.demands).then_some(OrderDemands(letters))
    }
}

impl OrderDemands {
    /// Whether nothing is demanded.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether an order, given as letters for each class, meets the demands.
    pub fn are_met_by(&self, letters: &[Vec<u8>]) -> bool {
        self.0.iter().all(|demanded| letters[demanded.class][demanded.place] == demanded.letter)
    }
}
