//! The result of a search: text, JSON, and still or moving pictures.

pub mod animation;
pub mod motion;
pub mod sheet;

use std::mem;

use serde_json::json;

use self::animation::animated;
use self::motion::Speed;
use self::sheet::solution_sheet;
use crate::engine::query::Counted;
use crate::report::other_styles::remark;
use crate::report::puzzle::object_of;
use crate::report::*;

/// The result of a search for a puzzle.
pub struct SolutionReport<'a> {
    /// The puzzle.
    pub subject: Subject<'a>,
    /// The result.
    pub outcome: &'a Answer,
    /// Whether the replayed solution is correct; `None` if it was not replayed.
    pub verified: Option<bool>,
    /// Whether all positions were searched, not only up to the goal.
    pub is_of_all: bool,
    /// Whether the moves are in words below the picture.
    pub has_words: bool,
    /// The speed of the picture, if it is to move.
    pub speed: Option<Speed>,
    /// If there is no solution, the results for the other styles, for the text.
    pub other_styles: Option<&'a OtherStyles>,
}

impl Report for SolutionReport<'_> {
    /// Writes the result, the solution board by board if there is one, and the effort of the
    /// search. After boards, the result is repeated at the end, where it is visible.
    fn text(&self, out: &mut dyn Write, look: Look) -> io::Result<()> {
        let result = result(&self.subject, self.outcome);
        if look.is_brief {
            return writeln!(out, "{result}{}", self.reached());
        }
        writeln!(out, "{result}")?;
        if let Some(other_styles) = self.other_styles {
            writeln!(out, "{}", remark(self.subject.puzzle, other_styles))?;
        }
        if let Some(solution) = &self.outcome.solution {
            write_solution(out, self.subject.puzzle, solution, look)?;
        }
        let verified = if self.verified == Some(true) { "; solution verified" } else { "" };
        writeln!(out, "\n{}{verified}", effort(self.outcome))?;
        if self.outcome.solution.is_some() {
            writeln!(out, "{result}")?;
        }
        Ok(())
    }

    fn json(&self) -> Object {
        let (puzzle, outcome) = (self.subject.puzzle, self.outcome);
        let beam = match outcome.counted {
            // What repeats the search.
            Counted::Kept { seed, width, rounds, .. } => {
                object! { "seed": seed, "width": width, "rounds": rounds }
            }
            _ => Object::default(),
        };
        let solution = outcome.solution.as_ref();
        object! {
            "schema": "sliding/solve/1",
            "puzzle": puzzle.name(),
            "file": self.subject.file,
            "size": puzzle.size(),
            "style": self.subject.style,
            "status": json::status(outcome.status),
            "limit": json::limit(outcome.status),
            "moves": outcome.moves,
        }
        .with_some("at_least", outcome.at_least())
        .and(object! {
            "shortest": outcome.moves.map(|_| outcome.is_shortest),
            "levels": outcome.counted.levels(),
            "positions": outcome.counted.total(),
            "elapsed_ms": milliseconds(outcome.elapsed),
            "engine": outcome.engine,
        })
        .and(beam)
        .with("pieces", &json::pieces(&puzzle.names(), puzzle.start().placements()))
        .and(object_of(puzzle))
        .with("solution", &solution.map(|solution| json::steps(puzzle.names(), solution)))
        .with_some("verified", self.verified)
    }

    fn table(&self) -> Option<Table> {
        let (puzzle, outcome) = (self.subject.puzzle, self.outcome);
        let Size { rows, cols } = puzzle.size();
        Some(Table::of_fields(vec![
            ("file", json!(self.subject.file)),
            ("puzzle", json!(puzzle.name())),
            ("rows", json!(rows)),
            ("cols", json!(cols)),
            ("style", json!(self.subject.style)),
            ("status", json!(json::status(outcome.status))),
            ("limit", json!(json::limit(outcome.status))),
            ("moves", json!(outcome.moves)),
            ("shortest", json!(outcome.moves.map(|_| outcome.is_shortest))),
            ("at_least", json!(outcome.at_least())),
            ("positions", json!(outcome.counted.total())),
            ("elapsed_ms", json!(milliseconds(outcome.elapsed))),
            ("engine", json!(outcome.engine)),
        ]))
    }

    /// Draws the position after each move, or one that moves.
    fn picture(&self, appearance: Appearance) -> Option<Scene> {
        let (Subject { puzzle, name, style, .. }, outcome) = (self.subject, self.outcome);
        Some(match self.speed {
            Some(speed) => animated(puzzle, name, style, outcome, appearance, speed),
            None => solution_sheet(puzzle, name, style, outcome, appearance, self.has_words),
        })
    }
}

impl<'a> SolutionReport<'a> {
    /// Returns the report on a result that was not replayed.
    pub fn new(subject: Subject<'a>, outcome: &'a Answer) -> Self {
        Self {
            subject,
            outcome,
            verified: None,
            is_of_all: false,
            has_words: false,
            speed: None,
            other_styles: None,
        }
    }

    /// Returns how many positions a search of all has found: `; 25,955 positions`. Empty if it was
    /// not of all, or if a limit stopped it.
    fn reached(&self) -> String {
        match self.outcome.status {
            Status::Stopped(_) => String::new(),
            _ if !self.is_of_all => String::new(),
            _ => format!("; {}", counted(self.outcome.counted.total(), "position")),
        }
    }
}

/// Returns the result of a search in a line: `Klotski: solved in 81 moves (style 2: one piece, any
/// number of steps)`.
pub fn result(subject: &Subject, outcome: &Answer) -> String {
    format!("{}: {}", plain(subject.name), verdict(subject.style, outcome))
}

/// Returns the same without the name.
pub fn verdict(style: Style, outcome: &Answer) -> String {
    let found = outcome.moves.map(|moves| counted(moves, "move"));
    let ending = match (outcome.status, found) {
        (Status::Solved, Some(moves)) if outcome.is_shortest => {
            let proven = if outcome.engine == Engine::Beam { ", proven fewest" } else { "" };
            format!("solved in {moves}{proven}")
        }
        (Status::Solved, Some(moves)) => match outcome.at_least() {
            Some(at_least @ 1..) => format!("solved in {moves}; at least {at_least} are needed"),
            _ => format!("solved in {moves}, perhaps not the fewest"),
        },
        (Status::Stopped(_), Some(moves)) => {
            format!("solvable in {moves}; stopped before the moves were known")
        }
        (Status::Stopped(limit), None) => match (limit, outcome.at_least()) {
            (Stopped::Moves(_), _) | (_, None | Some(0)) => stopped(limit),
            (_, Some(least)) => {
                format!("{}; a solution takes at least {}", stopped(limit), counted(least, "move"))
            }
        },
        (Status::Unsolvable | Status::Solved, _) => "no solution".to_owned(),
    };
    format!("{ending} (style {style}: {})", style.meaning())
}

/// Describes what a limit kept a search from.
pub fn stopped(limit: Stopped) -> String {
    match limit {
        Stopped::Moves(max) => format!("no solution within {}", counted(max, "move")),
        Stopped::Memory => "not solved within the memory allowed".to_owned(),
        Stopped::Rounds => "not solved within the rounds allowed".to_owned(),
        Stopped::Time => "not solved within the time allowed".to_owned(),
        Stopped::Cancelled => "not solved: cancelled".to_owned(),
        Stopped::Disk => "not solved: the folder has no room, or cannot be used".to_owned(),
    }
}

/// The effort where the parity of tiles shows that there is no solution.
pub(super) const NO_SEARCH: &str = "No search: it is an odd permutation away";

/// Describes the effort of a search in a line.
pub fn effort(outcome: &Answer) -> String {
    let positions = counted(outcome.counted.total(), "position");
    let effort = match outcome.engine {
        Engine::Meet => format!("{positions} from both ends"),
        Engine::Parity => NO_SEARCH.to_owned(),
        Engine::Construct => "No search: constructed".to_owned(),
        Engine::Beam => format!("{positions} kept by beam search"),
        engine @ (Engine::Korf0 | Engine::Korf1 | Engine::Pdb) => {
            format!("{positions} visited by {engine}")
        }
        _ => {
            let depth = (outcome.counted.levels().len() as u64).saturating_sub(1);
            let farthest = outcome.moves.unwrap_or(depth);
            let all = if outcome.status == Status::Unsolvable { "All " } else { "" };
            format!("{all}{positions} at distances 0 to {farthest}")
        }
    };
    format!("{effort}, {}", duration(outcome.elapsed))
}

/// Writes only the moves of a solution, one per line:
/// [`transcript::moves`](crate::notation::transcript::moves) reads them.
pub fn write_moves(out: &mut dyn Write, puzzle: &Puzzle, solution: &Solution) -> io::Result<()> {
    let sentences = sentences(puzzle.names(), solution);
    sentences.iter().try_for_each(|sentence| writeln!(out, "{sentence}"))
}

/// The least columns for a move in words below its board.
const CAPTION: usize = 24;

/// Writes the moves of a solution, each with the board after it. In a terminal, boards are side by
/// side, each above its move.
fn write_solution(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    solution: &Solution,
    look: Look,
) -> io::Result<()> {
    let mut names = puzzle.names();
    let start = boxes::draw_marked(&names, puzzle.start(), look.ink, &[]);
    let mut boards = vec![("start".to_owned(), start)];
    for (i, step) in solution.moves.iter().enumerate() {
        let caption = format!("{}. {}", i + 1, sentence(&names, step));
        names.follow(step);
        boards.push((caption, boxes::draw_marked(&names, &step.after, look.ink, &[])));
    }
    let Some(columns) = look.columns else {
        return boards.iter().try_for_each(|(above, board)| write!(out, "\n{above}\n{board}"));
    };
    let wide = CAPTION.max(puzzle.size().cols as usize * boxes::pitch(puzzle.size()));
    for (caption, board) in &mut boards {
        *board += &wrapped(&mem::take(caption), wide).join("\n");
    }
    write!(out, "{}", side_by_side(&boards, columns))
}
