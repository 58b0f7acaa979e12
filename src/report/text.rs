//! Puzzles, results and solutions as text for people.

use std::io::{self, Write};
use std::time::Duration;

use crate::advice::{Advice, Reason};
use crate::puzzle::{
    Board, Cell, Configuration, Direction, Lock, Move, Placement, Puzzle, Solution, Style,
};
use crate::search::{Engine, Limit, Outcome, Status};

/// Columns that any terminal has.
pub const SCREEN: usize = 80;

/// A board in outlines: each piece as one shape with its kind's name in its first cell, blocked
/// cells shaded, cells that a goal leaves open marked `?`.
///
/// `pieces` are those that the board's [`Cell::Piece`] speaks of. Where a piece is not connected,
/// each part of it has the name. Every line ends with a newline.
///
/// ```
/// use sliding::{Puzzle, report::text::draw};
///
/// let puzzle: Puzzle = "2 x 3\n1 = 11/1\n2 = 1\n102x\n102x\n".parse().unwrap();
/// let drawing = draw(&puzzle, &puzzle.board(puzzle.start()), puzzle.start());
/// # println!("{drawing}");
/// assert_eq!(drawing, "\
/// ┌───────┬───┐
/// │ 1     │   │
/// │   ┌───┼───┤
/// │   │ 2 │▒▒▒│
/// └───┴───┴───┘
/// ");
/// ```
pub fn draw(puzzle: &Puzzle, board: &Board, pieces: &Configuration) -> String {
    let (rows, cols) = (i64::from(board.size().rows), i64::from(board.size().cols));
    // Boards that would not fit the screen are drawn narrow.
    let margin = usize::from(4 * cols < SCREEN as i64);
    let names = names(puzzle, board, pieces);
    let mut text = String::new();
    for row in 0..=rows {
        for col in 0..=cols {
            text.push(corner(board, row, col));
            if col < cols {
                let edge = edge(board, (row - 1, col), (row, col)).unwrap_or('─');
                text.extend(std::iter::repeat_n(edge, 1 + 2 * margin));
            }
        }
        text.push('\n');
        for col in (0..=cols).take_while(|_| row < rows) {
            text.push(edge(board, (row, col - 1), (row, col)).unwrap_or('│'));
            if let Some(cell) = board.size().cell(row, col) {
                let fill = fill(board.at(row, col));
                let margin = std::iter::repeat_n(fill, margin);
                let middle = names[cell as usize].unwrap_or(fill);
                text.extend(margin.clone().chain([middle]).chain(margin));
            }
        }
        if row < rows {
            text.push('\n');
        }
    }
    text
}

/// What covers the ground of a cell.
fn fill(cell: Option<Cell>) -> char {
    if cell == Some(Cell::Blocked) { '▒' } else { ' ' }
}

/// What covers the edge between two cells; `None` where there is a line.
fn edge(board: &Board, one: (i64, i64), other: (i64, i64)) -> Option<char> {
    let open = |cell| matches!(cell, Some(Cell::Empty | Cell::Any));
    let (one, other) = (board.at(one.0, one.1), board.at(other.0, other.1));
    (one == other || open(one) && open(other)).then(|| fill(one))
}

/// The character where four cells meet, of which the lower right one is given.
fn corner(board: &Board, row: i64, col: i64) -> char {
    let [a, b, c, d] = [(row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)];
    let line = |one, other| usize::from(edge(board, one, other).is_none());
    let (up, right, down, left) = (line(a, b), line(b, d), line(c, d), line(a, c));
    match up + 2 * right + 4 * down + 8 * left {
        0 => fill(board.at(row, col)),
        lines => {
            [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'][lines]
        }
    }
}

/// What is written into each cell: `?`, or a kind's name in the first cell of each part of a piece.
fn names(puzzle: &Puzzle, board: &Board, pieces: &Configuration) -> Vec<Option<char>> {
    let size = board.size();
    let mut seen = vec![false; size.cells()];
    let mut names = vec![None; size.cells()];
    for first in 0..size.cells() {
        let content = board.cells()[first];
        names[first] = match content {
            Cell::Any => Some('?'),
            Cell::Piece(index) if !seen[first] => {
                let kind = pieces.placements()[index as usize].kind;
                Some(puzzle.kinds()[kind as usize].name())
            }
            _ => continue,
        };
        let mut part = vec![first as u32];
        while let Some(cell) = part.pop() {
            if std::mem::replace(&mut seen[cell as usize], true) {
                continue;
            }
            let (row, col) = size.row_col(cell);
            let beside = Direction::ALL.map(Direction::delta).into_iter().filter_map(|(r, c)| {
                size.cell(i64::from(row) + i64::from(r), i64::from(col) + i64::from(c))
            });
            part.extend(beside.filter(|&next| board.cells()[next as usize] == content));
        }
    }
    names
}

/// Titled drawings side by side, as many as fit into `width` columns, the others below.
pub fn beside(drawings: &[(String, String)], width: usize) -> String {
    const GAP: usize = 3;
    let widths: Vec<usize> = drawings
        .iter()
        .map(|(title, drawing)| drawing.lines().chain([&title[..]]).map(columns).max())
        .map(|width| width.unwrap_or(0) + GAP)
        .collect();
    let mut text = String::new();
    let mut from = 0;
    while from < drawings.len() {
        let mut taken = 0;
        let fitting = widths[from..].iter().take_while(|&&more| {
            taken += more;
            taken <= width + GAP
        });
        let to = from + fitting.count().max(1);
        let mut lines: Vec<_> = drawings[from..to]
            .iter()
            .map(|(title, drawing)| [&title[..]].into_iter().chain(drawing.lines()))
            .collect();
        loop {
            let parts: Vec<Option<&str>> = lines.iter_mut().map(Iterator::next).collect();
            if parts.iter().all(Option::is_none) {
                break;
            }
            let mut line = String::new();
            for (part, &width) in parts.iter().zip(&widths[from..]) {
                let part = part.unwrap_or("");
                line.push_str(part);
                line.extend(std::iter::repeat_n(' ', width - columns(part)));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        from = to;
    }
    text
}

fn columns(line: &str) -> usize {
    line.chars().count()
}

/// A number and what it counts: `1 move`, `81 moves`.
pub fn counted(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A time as people like to read it.
pub fn duration(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.1} ms", 1000.0 * seconds),
        seconds => format!("{seconds:.2} s"),
    }
}

/// A name from a file without the characters that would upset a terminal, or turn the text around
/// it: each becomes U+FFFD.
///
/// ```
/// assert_eq!(sliding::report::text::plain("a\u{1b}[2J\u{202e}b"), "a\u{fffd}[2J\u{fffd}b");
/// ```
pub fn plain(name: &str) -> String {
    let turns = |c| {
        let marks = ['\u{61c}', '\u{200e}', '\u{200f}'];
        let spans = ['\u{202a}'..='\u{202e}', '\u{2066}'..='\u{2069}'];
        marks.contains(&c) || spans.iter().any(|span| span.contains(&c))
    };
    name.chars().map(|c| if c.is_control() || turns(c) { '\u{fffd}' } else { c }).collect()
}

/// Where a piece is: `3 at row 4, column 1`, for the cell of its origin.
pub fn place(puzzle: &Puzzle, piece: Placement) -> String {
    let (row, col) = puzzle.size().row_col(piece.cell);
    let name = puzzle.kinds()[piece.kind as usize].name();
    format!("{name} at row {}, column {}", row + 1, col + 1)
}

/// A move in words: `piece 3 at row 4, column 1: right 2, up`.
///
/// Rows and columns count from 1 and are those of a piece's origin before the move. Several steps
/// in one direction are one word and their number.
pub fn sentence(puzzle: &Puzzle, step: &Move) -> String {
    let places: Vec<String> = step.pieces.iter().map(|&piece| place(puzzle, piece)).collect();
    let who = match &places[..] {
        [one] => format!("piece {one}"),
        [others @ .., last] => format!("pieces {} and {last} together", others.join("; ")),
        [] => unreachable!("a move moves something"),
    };
    let runs = step.steps.chunk_by(|a, b| a == b).map(|run| match run.len() {
        1 => run[0].word().to_owned(),
        length => format!("{} {length}", run[0].word()),
    });
    format!("{who}: {}", runs.collect::<Vec<_>>().join(", "))
}

/// The result of a search in a line: `Klotski: solved in 81 moves (style 2: one piece, any number
/// of steps)`.
pub fn result(name: &str, style: Style, outcome: &Outcome) -> String {
    let found = outcome.moves.map(|moves| counted(moves, "move"));
    let ending = match (outcome.status, found) {
        (Status::Solved, Some(moves)) if outcome.is_shortest => format!("solved in {moves}"),
        (Status::Solved, Some(moves)) => format!("solved in {moves}, perhaps not the fewest"),
        (Status::Limit(_), Some(moves)) => {
            format!("solvable in {moves}; stopped before the moves were known")
        }
        (Status::Limit(limit), None) => match limit {
            Limit::Moves(max) => format!("no solution within {}", counted(max, "move")),
            Limit::Memory => "not solved within the memory allowed".to_owned(),
            Limit::Time => "not solved within the time allowed".to_owned(),
            Limit::Cancelled => "not solved: cancelled".to_owned(),
        },
        (Status::Unsolvable | Status::Solved, _) => "no solution".to_owned(),
    };
    format!("{}: {ending} (style {style}: {})", plain(name), style.meaning())
}

/// What a search took, in a line.
pub fn effort(outcome: &Outcome) -> String {
    let states = counted(outcome.states, "configuration");
    if outcome.engine == Engine::Meet.name() {
        return format!("{states} from both ends, {}", duration(outcome.elapsed));
    }
    match outcome.engine {
        "parity" => {
            return format!(
                "No search: it is an odd permutation away, {}",
                duration(outcome.elapsed)
            );
        }
        "construct" => return format!("No search: constructed, {}", duration(outcome.elapsed)),
        "korf0" | "korf1" | "pdb" => {
            let positions = counted(outcome.states, "position");
            return format!(
                "{positions} visited by {}, {}",
                outcome.engine,
                duration(outcome.elapsed)
            );
        }
        _ => {}
    }
    let farthest = outcome.moves.unwrap_or((outcome.levels.len() as u64).saturating_sub(1));
    let time = duration(outcome.elapsed);
    let all = if outcome.status == Status::Unsolvable { "All " } else { "" };
    format!("{all}{states} at distances 0 to {farthest}, {time}")
}

/// Writes the moves of a solution, each with the board after it.
///
/// # Errors
///
/// Those of `out`.
pub fn write_solution(out: &mut dyn Write, puzzle: &Puzzle, solution: &Solution) -> io::Result<()> {
    let drawn = |configuration| draw(puzzle, &puzzle.board(configuration), configuration);
    write!(out, "\nstart\n{}", drawn(puzzle.start()))?;
    for (i, step) in solution.moves.iter().enumerate() {
        write!(out, "\n{}. {}\n{}", i + 1, sentence(puzzle, step), drawn(&step.after))?;
    }
    Ok(())
}

/// What an author would want to know, as a sentence.
pub fn advice(puzzle: &Puzzle, advice: &Advice) -> String {
    let goal = |index: usize| match puzzle.goals().len() {
        1 => "the goal".to_owned(),
        _ => format!("goal {}", index + 1),
    };
    match advice {
        Advice::UnusedKind(kind) => {
            format!("kind {} is defined but never used", puzzle.kinds()[*kind].name())
        }
        Advice::NeverMoves(piece) => format!("piece {} can never move", place(puzzle, *piece)),
        Advice::SolvedAlready(index) => format!("the start already meets {}", goal(*index)),
        Advice::Excluded(index, reason) => {
            format!("{} cannot be reached: {}", goal(*index), why(puzzle, reason))
        }
        Advice::Hopeless => "so the puzzle has no solution in any style".to_owned(),
    }
}

fn why(puzzle: &Puzzle, reason: &Reason) -> String {
    match *reason {
        Reason::TooEmpty { wanted, available } => format!(
            "it wants {} empty, but there are only {available}",
            counted(wanted as u64, "cell")
        ),
        Reason::Rigid(piece) => format!(
            "it wants something else where piece {} lies, which can never move",
            place(puzzle, piece)
        ),
        Reason::CutOff { piece, wanted, available } => format!(
            "it wants {} of kind {} in a part of the board with {}, where only {available} can be",
            counted(u64::from(wanted), "piece"),
            puzzle.kinds()[piece.kind as usize].name(),
            place(puzzle, piece)
        ),
        Reason::Order { lock, line } => format!(
            "the pieces locked to {} {} can neither change their order nor leave it",
            if lock == Lock::Vertical { "column" } else { "row" },
            line + 1
        ),
        Reason::Parity => {
            "it is an odd permutation away (as if two pieces were swapped)".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(text: &str) -> String {
        let puzzle: Puzzle = text.parse().unwrap();
        draw(&puzzle, &puzzle.board(puzzle.start()), puzzle.start())
    }

    #[test]
    fn bent_pieces_have_one_outline() {
        insta::assert_snapshot!(start("3 x 4\n1 = 1/1/11\n2 = 11/01\n12\n12\n"), @"
        ┌───┬───────┬───┐
        │ 1 │ 2     │   │
        │   ├───┐   │   │
        │   │   │   │   │
        │   └───┼───┘   │
        │       │       │
        └───────┴───────┘
        ");
    }

    #[test]
    fn a_ring_goes_round_what_lies_inside() {
        insta::assert_snapshot!(start("3 x 3\n1 = 111/101/111\n2 = 1\n12\n12\n"), @"
        ┌───────────┐
        │ 1         │
        │   ┌───┐   │
        │   │ 2 │   │
        │   └───┘   │
        │           │
        └───────────┘
        ");
        insta::assert_snapshot!(start("3 x 4\n1 = 111/101/111\n1\n1\n"), @"
        ┌───────────┬───┐
        │ 1         │   │
        │   ┌───┐   │   │
        │   │   │   │   │
        │   └───┘   │   │
        │           │   │
        └───────────┴───┘
        ");
    }

    #[test]
    fn each_part_of_a_scattered_piece_has_the_name() {
        insta::assert_snapshot!(start("3 x 3\n1 = 101/0/1\n2 = 1\n12\n12\n"), @"
        ┌───┬───┬───┐
        │ 1 │ 2 │ 1 │
        ├───┴───┴───┤
        │           │
        ├───┐       │
        │ 1 │       │
        └───┴───────┘
        ");
    }

    #[test]
    fn walls_are_shaded_as_one() {
        insta::assert_snapshot!(start("3 x 3\n1 = 1\nxx0xx01\nxx0xx01\n"), @"
        ┌───────┬───┐
        │▒▒▒▒▒▒▒│   │
        │▒▒▒▒▒▒▒│   │
        │▒▒▒▒▒▒▒│   │
        ├───┬───┘   │
        │ 1 │       │
        └───┴───────┘
        ");
    }

    #[test]
    fn equal_neighbours_stay_apart() {
        insta::assert_snapshot!(start("2 x 2\n1 = 1\n111\n111\n"), @"
        ┌───┬───┐
        │ 1 │ 1 │
        ├───┼───┤
        │ 1 │   │
        └───┴───┘
        ");
    }

    #[test]
    fn open_cells_of_a_goal_are_marked() {
        let puzzle: Puzzle = "2 x 3\n1 = 11\n1\n00?1\n".parse().unwrap();
        let goal = &puzzle.goals()[0];
        insta::assert_snapshot!(draw(&puzzle, &goal.board(&puzzle), &goal.demanded()), @"
        ┌───────────┐
        │         ? │
        ├───────┐   │
        │ 1     │ ? │
        └───────┴───┘
        ");
    }

    #[test]
    fn wide_boards_are_drawn_narrow() {
        let board = format!("1 x 20\n1 = 11\n{}1\n1\n", "0".repeat(18));
        insta::assert_snapshot!(start(&board), @"
        ┌───────────────────────────────────┬───┐
        │                                   │1  │
        └───────────────────────────────────┴───┘
        ");
        assert_eq!(start("1 x 19\n1 = 11\n1\n1\n").lines().next().unwrap().chars().count(), 77);
    }

    #[test]
    fn drawings_stand_side_by_side_as_far_as_they_fit() {
        let box_of = |title: &str| (title.to_owned(), "+--+\n+--+\n".to_owned());
        let boxes = [box_of("one"), box_of("two"), box_of("number three")];
        insta::assert_snapshot!(beside(&boxes, 20), @"
        one    two
        +--+   +--+
        +--+   +--+
        number three
        +--+
        +--+
        ");
    }

    #[test]
    fn a_move_reads_as_a_sentence() {
        let puzzle: Puzzle = "3 x 4\n1 = 1\n2 = 11\n12\n1200\n".parse().unwrap();
        let pieces = puzzle.start().placements().to_vec();
        let after = puzzle.start().clone();
        let mut step =
            Move { pieces, steps: vec![Direction::Right, Direction::Down, Direction::Down], after };
        assert_eq!(
            sentence(&puzzle, &step),
            "pieces 1 at row 1, column 1 and 2 at row 1, column 2 together: right, down 2"
        );
        step.pieces.remove(0);
        assert_eq!(sentence(&puzzle, &step), "piece 2 at row 1, column 2: right, down 2");
    }

    #[test]
    fn numbers_and_times_are_easy_to_read() {
        assert_eq!((counted(1, "move"), counted(0, "move")), ("1 move".into(), "0 moves".into()));
        assert_eq!(duration(Duration::from_micros(12_345)), "12.3 ms");
        assert_eq!(duration(Duration::from_millis(61_235)), "61.23 s");
    }
}
