//! PDDL: single steps of one piece, for planners. It is only written.
//!
//! Tile puzzles share a domain with parameters. Any other puzzle gets a domain of its own without
//! parameters, so that every planner supports pieces of any shape.

use std::fmt::Write;

use super::write_error::refuse_if;
use super::{Notation, WriteError};
use crate::puzzle::{Cell, Direction, Goal, Kind, Lock, Placement, Puzzle, Want, kind_number};

pub const NOTATION: Notation = Notation {
    name: "pddl",
    about: "PDDL for planners: the domain, then a problem for each goal",
    read: None,
    write: |puzzle| {
        let pddl = Pddl::new(puzzle)?;
        Ok(pddl.domain() + "\n" + &pddl.problems())
    },
};

pub const DOMAIN: Notation = Notation {
    name: "pddl-domain",
    about: "PDDL for planners: the domain alone",
    read: None,
    write: |puzzle| Ok(Pddl::new(puzzle)?.domain()),
};

pub const PROBLEM: Notation = Notation {
    name: "pddl-problem",
    about: "PDDL for planners: the problem alone, of puzzles with one goal",
    read: None,
    write: |puzzle| match puzzle.goals() {
        [_] => Ok(Pddl::new(puzzle)?.problems()),
        _ => Err(WriteError::new("a problem has one goal: `pddl` writes one for each")),
    },
};

const TILES: &str = "\
(define (domain sliding-tiles)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates (at ?t - tile ?c - cell) (empty ?c - cell) (next ?a - cell ?b - cell))
  (:action slide
    :parameters (?t - tile ?from - cell ?to - cell)
    :precondition (and (at ?t ?from) (empty ?to) (next ?from ?to))
    :effect (and (at ?t ?to) (empty ?from) (not (at ?t ?from)) (not (empty ?to)))))
";

/// More placements would make a domain too large for any planner.
const MAX_PLACEMENTS: usize = 1 << 16;

struct Pddl<'a> {
    puzzle: &'a Puzzle,
    /// Its name, as a valid PDDL name.
    title: String,
    /// Whether all pieces are single cells, each of its own kind, without locks or gates.
    is_of_tiles: bool,
}

impl<'a> Pddl<'a> {
    fn new(puzzle: &'a Puzzle) -> Result<Self, WriteError> {
        let placements = puzzle.size().cells() * puzzle.kinds().len();
        refuse_if(placements > MAX_PLACEMENTS, "a domain has at most 65536 kinds times cells")?;
        let is_tile = |kind: &Kind| kind.cells().len() == 1 && kind.lock() == Lock::Free;
        let is_of_tiles = puzzle.gates().is_empty()
            && puzzle.kinds().iter().all(is_tile)
            && puzzle.counts().iter().all(|&count| count == 1);
        Ok(Pddl { puzzle, title: title(puzzle.name()), is_of_tiles })
    }

    fn domain(&self) -> String {
        if self.is_of_tiles {
            return TILES.to_owned();
        }
        let (mut facts, mut actions) = (Vec::new(), String::new());
        let counts = self.puzzle.counts();
        for kind in (0..counts.len()).filter(|&kind| counts[kind] > 0) {
            for &cell in &self.cells() {
                let piece = Placement { cell, kind: kind as u8 };
                let covered = self.covered(piece);
                // Where a gate or a wall forbids the piece, the fact is always false, but a goal
                // may still demand it.
                if covered.is_some() || self.is_wanted(piece) {
                    facts.push(self.at(piece));
                }
                let Some(covered) = covered else { continue };
                for direction in Direction::ALL {
                    actions.extend(self.action(piece, &covered, direction));
                }
            }
        }
        let free: Vec<String> = self.cells().iter().map(|&cell| self.free(cell)).collect();
        let (title, facts, free) = (&self.title, facts.join(" "), free.join(" "));
        format!(
            "(define (domain {title}-blocks)\n  (:requirements :strips)\n  (:predicates\n    \
             {facts}\n    {free}){actions})\n"
        )
    }

    /// Returns the action for the step of a piece, if it is possible.
    fn action(&self, piece: Placement, covered: &[u32], direction: Direction) -> Option<String> {
        let kind = self.puzzle.kind(piece);
        let is_barred = match kind.lock() {
            Lock::Free => false,
            Lock::Horizontal => !direction.is_horizontal(),
            Lock::Vertical => direction.is_horizontal(),
        };
        let there = self.next(piece, direction).filter(|_| !is_barred)?;
        let covered_there = self.covered(there)?;
        let without = |cells: &[u32], others: &[u32]| -> Vec<String> {
            let own = cells.iter().filter(|cell| !others.contains(cell));
            own.map(|&cell| self.free(cell)).collect()
        };
        let (left, entered) = (without(covered, &covered_there), without(&covered_there, covered));
        let (from, to) = (self.at(piece), self.at(there));
        let taken: String = entered.iter().map(|fact| format!(" (not {fact})")).collect();
        let (left, entered) = (left.join(" "), entered.join(" "));
        let (name, cell, word) = (name(kind), self.cell(piece.cell), direction.word());
        Some(format!(
            "\n  (:action {name}-{cell}-{word}\n    :parameters ()\n    \
             :precondition (and {from} {entered})\n    \
             :effect (and {to} (not {from}) {left}{taken}))"
        ))
    }

    /// Writes a problem for each goal, numbered if there are several.
    fn problems(&self) -> String {
        let title = &self.title;
        let (domain, parts) = match self.is_of_tiles {
            true => (
                "sliding-tiles".to_owned(),
                self.objects() + "  (:init" + &self.start() + &self.grid(),
            ),
            false => (format!("{title}-blocks"), "  (:init".to_owned() + &self.start()),
        };
        let mut texts = Vec::new();
        for (index, goal) in self.puzzle.goals().iter().enumerate() {
            let is_only = self.puzzle.goals().len() == 1;
            let number = if is_only { String::new() } else { format!("-{}", index + 1) };
            let wanted = self.wanted(goal);
            texts.push(format!(
                "(define (problem {title}{number})\n  (:domain {domain})\n{parts})\n  \
                 (:goal (and{wanted})))\n"
            ));
        }
        texts.join("\n")
    }

    fn start(&self) -> String {
        let board = self.puzzle.board(self.puzzle.start());
        let content = (0..).zip(board.cells());
        let gaps = content.filter(|(_, content)| **content == Cell::Empty);
        let pieces = self.puzzle.start().placements().iter().map(|&piece| self.at(piece));
        let facts = pieces.chain(gaps.map(|(cell, _)| self.free(cell)));
        facts.map(|fact| format!(" {fact}")).collect()
    }

    fn objects(&self) -> String {
        let pieces = self.puzzle.start().placements().iter();
        let tiles: Vec<String> = pieces.map(|&piece| self.tile(piece)).collect();
        let cells: Vec<String> = self.cells().iter().map(|&cell| self.cell(cell)).collect();
        let (tiles, cells) = (tiles.join(" "), cells.join(" "));
        format!("  (:objects {tiles} - tile\n            {cells} - cell)\n")
    }

    fn grid(&self) -> String {
        let mut text = String::new();
        for &cell in &self.cells() {
            let next = |way| self.next(Placement { cell, kind: 0 }, way).map(|next| next.cell);
            let next = Direction::ALL.into_iter().filter_map(next);
            for other in next.filter(|&other| !self.is_wall(other)) {
                let _ = write!(text, "\n    (next {} {})", self.cell(cell), self.cell(other));
            }
        }
        text
    }

    fn is_wanted(&self, piece: Placement) -> bool {
        let want = Want::Origin(piece.kind);
        let mut demands = self.puzzle.goals().iter().flat_map(|goal| goal.demands());
        demands.any(|demand| demand.cell == piece.cell && demand.want == want)
    }

    /// Returns the facts that a goal demands. For a complete goal, empty cells follow from its
    /// pieces.
    fn wanted(&self, goal: &Goal) -> String {
        let facts = goal.demands().iter().filter_map(|demand| match demand.want {
            Want::Origin(kind) => Some(self.at(Placement { cell: demand.cell, kind })),
            Want::Empty if goal.is_complete() => None,
            Want::Empty => Some(self.free(demand.cell)),
        });
        facts.map(|fact| format!(" {fact}")).collect()
    }

    /// Returns the fact that a piece of a kind is there.
    fn at(&self, piece: Placement) -> String {
        let cell = self.cell(piece.cell);
        match self.is_of_tiles {
            true => format!("(at {} {cell})", self.tile(piece)),
            false => format!("(at-{}-{cell})", name(self.puzzle.kind(piece))),
        }
    }

    /// Returns the fact that a cell is empty.
    fn free(&self, cell: u32) -> String {
        let cell = self.cell(cell);
        if self.is_of_tiles { format!("(empty {cell})") } else { format!("(free-{cell})") }
    }

    fn tile(&self, piece: Placement) -> String {
        format!("t{}", kind_number(self.puzzle.kind(piece).name()).unwrap_or(0))
    }

    fn cell(&self, cell: u32) -> String {
        let (row, col) = self.puzzle.size().row_col(cell);
        format!("r{}c{}", row + 1, col + 1)
    }

    fn cells(&self) -> Vec<u32> {
        (0..self.puzzle.size().cells() as u32).filter(|&cell| !self.is_wall(cell)).collect()
    }

    fn is_wall(&self, cell: u32) -> bool {
        self.puzzle.blocked().binary_search(&cell).is_ok()
    }

    /// Returns the cells of a piece, if walls and gates allow it there.
    fn covered(&self, piece: Placement) -> Option<Vec<u32>> {
        let size = self.puzzle.size();
        let cells: Option<Vec<u32>> = self.puzzle.kind(piece).covers(piece.cell, size).collect();
        let is_open = |cells: &Vec<u32>| !cells.iter().any(|&cell| self.is_wall(cell));
        cells.filter(is_open).filter(|_| self.puzzle.gates_allow(piece))
    }

    /// Returns the piece one step further, if its origin is still on the board.
    fn next(&self, piece: Placement, direction: Direction) -> Option<Placement> {
        let (row, col) = self.puzzle.size().row_col(piece.cell);
        let (down, right) = direction.delta();
        let cell = self
            .puzzle
            .size()
            .cell(i64::from(row) + i64::from(down), i64::from(col) + i64::from(right))?;
        Some(Placement { cell, ..piece })
    }
}

/// Returns a name for a kind. In PDDL, `a` and `A` are the same.
fn name(kind: &Kind) -> String {
    let number = kind_number(kind.name()).filter(|_| kind.name().is_ascii_uppercase());
    number.map_or_else(|| kind.name().to_string(), |number| number.to_string())
}

/// Returns a valid PDDL name: small letters, digits and `-`, a letter first.
fn title(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    match words.collect::<Vec<_>>().join("-") {
        title if title.starts_with(|c: char| c.is_ascii_alphabetic()) => title,
        title if title.is_empty() => "puzzle".to_owned(),
        title => format!("puzzle-{title}"),
    }
}
