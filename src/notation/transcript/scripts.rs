//! Moves written in the notations of other programs.

use crate::puzzle::{
    Demand, Direction, Lock, PieceNames, Placement, Puzzle, Size, Solution, Want, letter_name,
};

/// Another program's notation of moves.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Script {
    /// Its name.
    pub name: &'static str,
    /// A description of one line.
    pub about: &'static str,
    write: fn(&Puzzle, &Solution) -> Result<String, ScriptError>,
}

/// Why moves cannot be written in a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ScriptError(&'static str);

/// All notations of moves.
pub const SCRIPTS: &[Script] = &[
    Script {
        name: "rush",
        about: "fogleman/rush: slides of cars, as B+1 A-2",
        write: write_slides,
    },
    Script {
        name: "sgt",
        about: "Simon Tatham's slide: walks from cell to cell, as S8-18,6-7",
        write: write_walks,
    },
    Script {
        name: "slidy",
        about: "slidy: where tiles go, as R2U2LD",
        write: |puzzle, solution| {
            let steps = single_steps(puzzle, solution)?;
            let runs = steps.chunk_by(PartialEq::eq).map(|run| match run.len() {
                1 => run[0].word()[..1].to_uppercase(),
                length => format!("{}{length}", &run[0].word()[..1]).to_uppercase(),
            });
            Ok(runs.collect::<String>() + "\n")
        },
    },
    Script {
        name: "hackerrank",
        about: "HackerRank's n-puzzle: how many moves, then where the gap goes, as UP or LEFT",
        write: |puzzle, solution| {
            let steps = single_steps(puzzle, solution)?;
            let words = steps.iter().map(|step| step.opposite().word().to_uppercase() + "\n");
            Ok(format!("{}\n", steps.len()) + &words.collect::<String>())
        },
    },
];

impl Script {
    /// Returns the notation with this name.
    pub fn named(name: &str) -> Option<&'static Script> {
        SCRIPTS.iter().find(|script| script.name == name)
    }

    /// Writes the moves of a solution of `puzzle` in this notation.
    ///
    /// # Errors
    ///
    /// Returns why this is not possible.
    ///
    /// ```
    /// use sliding::puzzle::{Puzzle, Style};
    /// use sliding::solve::{Budget, Query, solve};
    /// use sliding::notation::transcript::{Script, moves};
    ///
    /// let puzzle: Puzzle = "ooooooooooooAAooooooooooBBoooooooooo".parse()?;
    /// let answer = solve(&Query::new(&puzzle, Style::SLIDE), &Budget::default(), &mut ())?;
    /// let rush = Script::named("rush").ok_or("there is one")?;
    /// let text = rush.write(&puzzle, &answer.solution.ok_or("it has one")?)?;
    /// assert_eq!(text, "A+4\n");
    /// assert_eq!(moves(&puzzle, &text)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, puzzle: &Puzzle, solution: &Solution) -> Result<String, ScriptError> {
        (self.write)(puzzle, solution)
    }
}

/// Returns the pieces of the start with their names if these are letters or numbers.
pub fn own_cars(puzzle: &Puzzle) -> Option<PieceNames<'_>> {
    let are_cars =
        puzzle.origin().names.iter().all(|name| {
            name.parse().is_ok_and(char::is_alphanumeric) || name.parse::<u32>().is_ok()
        });
    Some(puzzle.names()).filter(|names| names.are_own() && are_cars)
}

/// Returns the pieces of the start with the letters from A on: that is how fogleman/rush names
/// them, in the order of the letters on its board. A fact `board` has that board if the order is
/// not ours: the target first, then by their places.
pub fn ranked_cars(puzzle: &Puzzle) -> PieceNames<'_> {
    let board = puzzle.notes().iter().find(|note| note.key == "board");
    let target = match puzzle.goals()[0].demands() {
        &[Demand { want, .. }] => want,
        _ => Want::Empty,
    };
    let mut pieces = puzzle.start().placements().to_vec();
    pieces.sort_by_key(|car| {
        let letter = board.and_then(|board| board.value.as_bytes().get(car.cell as usize));
        (letter, Want::Origin(car.kind) != target, car.cell)
    });
    PieceNames::new(puzzle, pieces.into_iter().zip(('A'..='Z').map(letter_name)))
}

fn write_slides(puzzle: &Puzzle, solution: &Solution) -> Result<String, ScriptError> {
    let mut cars = own_cars(puzzle).unwrap_or_else(|| ranked_cars(puzzle));
    let mut slides = Vec::new();
    for step in &solution.moves {
        let runs: Vec<&[Direction]> = step.steps.chunk_by(PartialEq::eq).collect();
        let (&[piece], &[run]) = (&step.pieces[..], &runs[..]) else { return Err(STRAIGHT) };
        if puzzle.kind(piece).lock() == Lock::Free {
            return Err(STRAIGHT);
        }
        let name = cars.own_name(piece).ok_or(ScriptError("it has letters for 26 pieces only"))?;
        let is_forth = matches!(run[0], Direction::Right | Direction::Down);
        let sign = if is_forth { '+' } else { '-' };
        slides.push(format!("{name}{sign}{}", run.len()));
        cars.follow(step);
    }
    Ok(slides.join(" ") + "\n")
}

const STRAIGHT: ScriptError = ScriptError("it has only slides of one locked piece");

fn write_walks(puzzle: &Puzzle, solution: &Solution) -> Result<String, ScriptError> {
    let walks: Vec<String> = solution
        .moves
        .iter()
        .map(|step| match step.pieces[..] {
            [piece] => {
                let after = moved(piece, &step.steps, puzzle.size());
                Ok(format!("{}-{}", piece.cell, after.cell))
            }
            _ => Err(ScriptError("it moves one piece at a time")),
        })
        .collect::<Result<_, _>>()?;
    Ok(format!("S{}\n", walks.join(",")))
}

/// Returns the steps of the tiles, one after the other.
fn single_steps(puzzle: &Puzzle, solution: &Solution) -> Result<Vec<Direction>, ScriptError> {
    let are_single = puzzle.kinds().iter().all(|kind| kind.cells().len() == 1);
    if !are_single || puzzle.empty_cells() != 1 {
        return Err(ScriptError("it is for single tiles and one gap"));
    }
    // With one gap, tiles that move together are pushed by one step in a row.
    let made = solution.moves.iter().flat_map(|made| vec![made; made.pieces.len()]);
    Ok(made.flat_map(|made| made.steps.clone()).collect())
}

/// Returns a piece after some steps. One that leaves the board is anywhere.
pub fn moved(piece: Placement, steps: &[Direction], size: Size) -> Placement {
    steps.iter().fold(piece, |piece, &step| piece.stepped(step, size))
}
