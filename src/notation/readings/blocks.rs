//! Boards of blocks of any shape: equal signs are a piece, and a goal is drawn or stated.

use std::collections::{BTreeMap, BTreeSet};

use super::signs::{BoardSigns, lists, parts};
use super::statements::state;
use super::{BoardInput, Reading, ReadingResult};
use crate::notation::draft::{DraftGoal, DraftTarget, Extent, PuzzleDraft, short_list};
use crate::notation::error::Question;
use crate::notation::options::{ReadOptions, place_cell};
use crate::notation::problem::Problem;
use crate::notation::sheet::{Grid, SheetBlock, SheetEntry, entries};
use crate::notation::text::TextSpan;
use crate::puzzle::{AssumptionSource, Lock};

pub fn read<'a>(input: &BoardInput<'_, 'a>) -> ReadingResult<'a> {
    let grids = input.board.grids();
    let best = grids.iter().find(|(_, grid)| grid.is_rectangle()).or(grids.first());
    let Some((_, grid)) = best else { return Ok(None) };
    let is_lumi = input.is_pair || input.reading() == Some("lumi");
    if !grid.is_rectangle() && has_dots(grid) && !is_lumi || is_titled(grid) {
        return Err(odd_row(grid));
    }
    build(grid, input).map(Some)
}

fn has_dots(grid: &Grid) -> bool {
    grid.cells().any(|(_, sign)| sign == ".")
}

/// Whether the first row differs from all others in length, and is made of words.
pub fn is_titled(grid: &Grid) -> bool {
    let rows = grid.rows();
    let length = rows[rows.len() - 1].len();
    let is_word = |part: &TextSpan| part.text().chars().all(|c| c.is_alphanumeric() || c == ' ');
    rows.len() > 2
        && !rows[0].is_empty()
        && rows[0].len() != length
        && rows[1..].iter().all(|row| row.len() == length)
        && rows[0].iter().all(is_word)
}

/// Explains why rows of several lengths are not a board.
fn odd_row(grid: &Grid) -> Problem {
    let rows = grid.rows();
    let first = rows.iter().flatten().next().expect("a title or an empty cell");
    if is_titled(grid) {
        let title: String = rows[0].iter().map(TextSpan::text).collect();
        let message = format!("line {} is no row of the board", first.number);
        return first.wrong(message, format!("`title: {title}`, if it is the title"));
    }
    let Some(odd) = grid.odd_row() else { return first.wrong("no board", "rows") };
    let message = format!("this row has {} cells, and the first has {}", odd.len(), rows[0].len());
    let place = odd.first().unwrap_or(first);
    place.wrong(message, "rows of equal length, `.` for each empty cell")
}

fn build<'a>(grid: &Grid<'a>, input: &BoardInput<'_, 'a>) -> Result<Reading<'a>, Problem> {
    let options = input.options;
    // In a pair of boards without headings a `#` is a piece like any other.
    let is_lumi = input.is_pair || input.reading() == Some("lumi");
    let signs = BoardSigns::new(grid, options, |sign| (is_lumi && sign == "#").then_some(false));
    let place = grid.place(0);
    let mut reading = Reading::of("blocks", PuzzleDraft::new(grid.size, place), grid.has_words);
    reading.draft().walls.clone_from(&signs.walls);
    reading.draft().empty = signs.empty.unwrap_or("").to_owned();
    for (text, options) in signs.notes(grid, |empty| empty == "0" && grid.has_words) {
        reading.assume(text, options);
    }
    if !is_lumi {
        doubtful(grid, &signs, options, &mut reading);
    }
    let mut types: Vec<Vec<usize>> = Vec::new();
    for (sign, cells) in arrows(&signs.pieces, grid.size.cols) {
        // The levels of lumi-a/sliding-blocks use this.
        let is_lumi = is_lumi && input.reading() != Some("types");
        let pieces = if is_lumi && parts(&cells, grid.size.cols).len() > 1 {
            reading.assume(format!("`{sign}` is one piece in parts"), "--as lumi");
            vec![cells]
        } else {
            cut(sign, cells, grid, input, &mut reading)
        };
        if pieces.len() > 1 {
            reading.assume(format!("`{sign}` is {} pieces", pieces.len()), "--as types");
        }
        let draft = reading.draft();
        let first = draft.pieces.len();
        for cells in pieces {
            let place = grid.place(cells[0]);
            draft.add(sign, cells, place);
        }
        types.push((first..draft.pieces.len()).collect());
    }
    let draft = reading.draft();
    draft.alike = types.into_iter().filter(|pieces| pieces.len() > 1).collect();
    if draft.pieces.is_empty() {
        return Err(place.wrong("the board has no pieces", "letters for pieces"));
    }
    draft.limit()?;
    state(draft, &input.statements)?;
    options.lock(draft)?;
    goals(draft, input)?;
    finish(&mut reading, input)?;
    Ok(reading)
}

/// Sets the goal that options state, or rejects a board without a goal; and asks whether straight
/// pieces are locked, if the board looks like one of cars.
fn finish<'a>(reading: &mut Reading<'a>, input: &BoardInput<'_, 'a>) -> Result<(), Problem> {
    let options = input.options;
    let draft = reading.draft();
    if let Some(text) = options.aim(draft)? {
        reading.note(text, AssumptionSource::Option, "");
    } else if input.is_pair {
        reading.note("the next board is the goal", AssumptionSource::Convention, "--goal next");
    } else if input.reading() == Some("bickford") {
        let (piece, cell) = corner(draft)?;
        draft.aim(piece, &[cell]);
        reading.note(
            "from the upper left corner to the lower right",
            AssumptionSource::Option,
            "--as bickford",
        );
    } else {
        has_goal(draft)?;
    }
    let states_locks = input.statements.iter().any(|line| line.text().trim().starts_with("lock:"));
    let draft = reading.draft();
    if options.lock.is_none() && looks_like_cars(draft) && !states_locks {
        let message = "cars on a board with a goal, and no line `lock:` says how they move";
        let problem = draft.place.wrong(message, "`lock: ABC h`, `lock: all` or `lock: none`");
        let choice =
            |text: &'static str, word| Question::new(text, ReadOptions::with("lock", word));
        let choices = vec![
            choice("cars move along themselves", "all"),
            choice("they move in all directions", "none"),
        ];
        reading.ask(problem, choices);
    }
    Ok(())
}

/// Rejects a puzzle without a goal, with advice.
pub fn has_goal(draft: &PuzzleDraft) -> Result<(), Problem> {
    if !draft.goals.is_empty() {
        return Ok(());
    }
    let largest = (0..draft.pieces.len())
        .max_by_key(|&piece| (draft.pieces[piece].cells.len(), std::cmp::Reverse(piece)));
    let example = largest.filter(|&piece| place_cell(draft, piece, "bottom-middle").is_ok());
    let example = match example.map(|piece| &draft.pieces[piece].name) {
        Some(name) => format!("`--target {name} --to bottom-middle`"),
        None => "`--target PIECE --to PLACE`".to_owned(),
    };
    let expected = format!(
        "a line `goal:` and below it the board as it should be, `--goal FILE`, or an option such \
        as {example}"
    );
    let message = "no goal: the text does not say where the pieces should end";
    Err(draft.place.wrong(message, expected))
}

/// Records the assumptions, or the questions, about signs that could be a wall, an empty cell or a
/// piece.
fn doubtful(grid: &Grid, signs: &BoardSigns, options: &ReadOptions, reading: &mut Reading) {
    if !signs.has_dots || options.wall.is_some() || options.empty.is_some() {
        return;
    }
    let has_hash = grid.cells().any(|(_, sign)| sign == "#");
    for (sign, cells) in &signs.pieces {
        let (option, other, what) = match *sign {
            "x" if !has_hash => ("wall", "#", "a wall"),
            "0" | "_" | "-" | "@" | "&" | "*" | "~" => ("empty", ".", "an empty cell"),
            _ => continue,
        };
        let is_like = |c: char| match option {
            "wall" => c.is_ascii_lowercase(),
            _ => c.is_ascii_digit(),
        };
        let mut others = signs.pieces.iter().filter(|(other, _)| other != sign);
        if others.any(|(other, _)| other.chars().all(is_like)) {
            continue;
        }
        let message = format!("`{sign}` could be {what} or a piece");
        let problem = grid.place(cells[0]).wrong(message, "an option that says which");
        let given = if option == "wall" { (*sign).to_owned() } else { format!("{sign}.") };
        let choices = vec![
            Question::new(format!("`{sign}` is {what}"), ReadOptions::with(option, given)),
            Question::new(format!("`{sign}` is a piece"), ReadOptions::with(option, other)),
        ];
        reading.ask(problem, choices);
    }
}

/// Returns the signs with their cells, with dominoes drawn as `<>`, or `^` above `v`, as one piece.
fn arrows<'s>(pieces: &[(&'s str, Vec<u32>)], cols: u32) -> Vec<(&'s str, Vec<u32>)> {
    let mut all = pieces.to_vec();
    for (first, second, stride) in [("<", ">", 1), ("^", "v", cols)] {
        let of = |sign| all.iter().position(|(other, _)| *other == sign);
        let (Some(one), Some(two)) = (of(first), of(second)) else { continue };
        let (heads, tails) = (&all[one].1, &all[two].1);
        let fits = heads.len() == tails.len()
            && heads.iter().all(|cell| tails.binary_search(&(cell + stride)).is_ok());
        if fits {
            let dominoes: Vec<_> =
                heads.iter().map(|&cell| (first, vec![cell, cell + stride])).collect();
            all.retain(|(sign, _)| *sign != first && *sign != second);
            all.extend(dominoes);
        }
    }
    all.sort_by_key(|(_, cells)| cells[0]);
    all
}

/// Returns the pieces of equal signs; or one piece, with a question. Three parts or more are
/// several pieces, if these have one shape or can be cut into single cells.
fn cut<'a>(
    sign: &str,
    cells: Vec<u32>,
    grid: &Grid<'a>,
    input: &BoardInput<'_, 'a>,
    reading: &mut Reading<'a>,
) -> Vec<Vec<u32>> {
    let parts = parts(&cells, grid.size.cols);
    let mut whole = input.statements.iter().filter_map(|l| l.text().trim().strip_prefix("whole:"));
    let is_whole = whole.any(|names| sign.contains(|c: char| names.contains(c)));
    let is_kept =
        matches!(input.reading(), Some("blocks" | "drawn" | "lumi" | "bickford" | "list"));
    if parts.len() == 1 || is_whole || is_kept {
        return vec![cells];
    }
    let shape = |part: &[u32]| -> Vec<u32> { part.iter().map(|cell| cell - part[0]).collect() };
    let are_equal = parts.iter().all(|part| shape(part) == shape(&parts[0]));
    let has_single = parts.iter().any(|part| part.len() == 1);
    match parts.len() > 2 || input.reading() == Some("types") {
        true if are_equal => return parts,
        true if has_single => return cells.into_iter().map(|cell| vec![cell]).collect(),
        _ => {}
    }
    let message = format!("`{sign}` stands in {} parts that do not touch", parts.len());
    let expected = "a letter for each piece, or a line `whole: LETTERS` for pieces in parts";
    let one = format!("`{sign}` is one piece in parts");
    let several = format!("`{sign}` is several pieces that are alike");
    let choices = vec![
        Question::new(one, ReadOptions::with("as", "blocks")),
        Question::new(several, ReadOptions::with("as", "types")),
    ];
    reading.ask(grid.place(cells[0]).wrong(message, expected), choices);
    vec![cells]
}

/// Whether all pieces are bars, in both directions, and the goal is about one that moves along
/// itself. One piece in four may be a single cell.
fn looks_like_cars(draft: &PuzzleDraft) -> bool {
    let axes: Vec<Lock> = (0..draft.pieces.len()).map(|piece| draft.axis(piece)).collect();
    let has = |lock| axes.contains(&lock);
    let along = |goal: &DraftGoal| match goal.wanted[..] {
        [DraftTarget { piece, cell, .. }] => {
            let (from, to) =
                (draft.size.row_col(draft.pieces[piece].cells[0]), draft.size.row_col(cell));
            axes[piece] == Lock::Horizontal && from.0 == to.0
                || axes[piece] == Lock::Vertical && from.1 == to.1
        }
        _ => false,
    };
    let pieces = draft.pieces.iter().zip(&axes);
    let mut free = pieces.filter(|(_, axis)| **axis == Lock::Free).map(|(piece, _)| piece);
    axes.len() > 3
        && 4 * free.clone().count() <= axes.len()
        && free.all(|piece| piece.cells.len() == 1)
        && has(Lock::Horizontal)
        && has(Lock::Vertical)
        && draft.goals.iter().all(along)
}

/// Returns the piece in the upper left corner, and its place in the lower right one, as in N.
/// Bickford's files.
fn corner(draft: &PuzzleDraft) -> Result<(usize, u32), Problem> {
    let all = || 0..draft.pieces.len();
    let on_corner = all().find(|&piece| draft.pieces[piece].cells[0] == 0);
    let starts = |&piece: &usize| matches!(draft.extent(piece), Extent { top: 0, left: 0, .. });
    let mut starting = all().filter(starts);
    match (on_corner, starting.next(), starting.next()) {
        (Some(piece), ..) | (None, Some(piece), None) => {
            Ok((piece, place_cell(draft, piece, "bottom-right")?))
        }
        _ => {
            let message = "no piece, or more than one, in the upper left corner";
            let expected = "one on that cell, or one that touches the top row and the left column";
            Err(draft.place.wrong(message, expected))
        }
    }
}

/// Adds the goals that are drawn, or that an option states.
pub fn goals<'a>(draft: &mut PuzzleDraft<'a>, input: &BoardInput<'_, 'a>) -> Result<(), Problem> {
    if let Some(text) = input.stated_goal() {
        let mut given = false;
        for entry in entries(text) {
            if let SheetEntry::Block(block) = entry {
                let goal = goal(draft, &block, input).map_err(|problem| {
                    draft.place.wrong(format!("the goal: {}", problem.message), problem.expected)
                })?;
                let place = draft.place;
                let wanted =
                    goal.wanted.iter().map(|wanted| DraftTarget { place, ..*wanted }).collect();
                let empty = goal.empty.iter().map(|&(cell, _)| (cell, place)).collect();
                draft.goals.push(DraftGoal { wanted, empty, place });
                given = true;
            }
        }
        if !given {
            return Err(draft.place.wrong("the goal is no board", "rows as those of the board"));
        }
        return Ok(());
    }
    for block in &input.goals {
        let goal = goal(draft, block, input)?;
        draft.goals.push(goal);
    }
    Ok(())
}

fn goal<'g>(
    draft: &PuzzleDraft,
    block: &SheetBlock<'g>,
    input: &BoardInput,
) -> Result<DraftGoal<'g>, Problem> {
    let grids = block.grids();
    let of_size =
        |grid: &&Grid| grid.size.rows == draft.size.rows && grid.size.cols <= draft.size.cols;
    let Some(grid) = grids.iter().map(|(_, grid)| grid).find(of_size) else {
        let rows = grids.first().map_or(0, |(_, grid)| grid.size.rows);
        let message = match rows == draft.size.rows {
            true => "the goal is wider than the board".to_owned(),
            false => format!("the goal has {rows} rows, and the board has {}", draft.size.rows),
        };
        return Err(block.place.wrong(message, "a drawing as large as the board"));
    };
    let mut signs: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    let mut empty = Vec::new();
    let dots = has_dots(grid);
    let names: BTreeSet<&str> = draft.pieces.iter().map(|piece| &*piece.name).collect();
    for (own, sign) in grid.cells() {
        let (row, col) = grid.size.row_col(own);
        let cell = row * draft.size.cols + col;
        let is_wall = draft.walls.binary_search(&cell).is_ok();
        if names.contains(sign) {
            signs.entry(sign).or_default().insert(cell);
        } else if sign.is_empty() && dots && !is_wall {
            let message = "a cell in one drawing that the other does not have";
            return Err(grid.place(own).wrong(message, "the same cells in both"));
        } else if sign == "_" && draft.empty != "_" || sign == "0" && dots && draft.empty == "0" {
            // `0` is the gap in the start, and beside dots here as well.
            empty.push((cell, grid.place(own)));
        } else if is_wall || is_open(draft, input.options, sign) {
            // The goal leaves the cell open.
        } else if sign == "#" {
            let message = "start and goal differ in their blocked cells";
            let expected = "`#` in the same cells, or `.` in the goal";
            return Err(grid.place(own).wrong(message, expected));
        } else if (sign == ">" || sign == "v") && names.contains(arrow(sign)) {
            signs.entry(arrow(sign)).or_default().insert(cell);
        } else {
            let names: Vec<&str> = draft.pieces.iter().map(|piece| &*piece.name).collect();
            let message = format!("there is no piece `{sign}` on the board");
            let expected = format!("a piece of the board: {}", short_list(&names));
            return Err(grid.place(own).wrong(message, expected));
        }
    }
    let mut wanted = Vec::new();
    for (sign, cells) in signs {
        let place = |cell: u32| {
            let (row, col) = draft.size.row_col(cell);
            grid.place(row * grid.size.cols + col)
        };
        wanted.extend(wanted_of(draft, sign, cells, place)?);
    }
    wanted.sort_by_key(|wanted| wanted.cell);
    if wanted.is_empty() && empty.is_empty() && (input.is_pair || input.options.goal.is_some()) {
        return Err(block.place.wrong("the goal names no piece", "at least one"));
    }
    Ok(DraftGoal { wanted, empty, place: block.place })
}

fn named_so<'d>(draft: &'d PuzzleDraft, name: &'d str) -> impl Iterator<Item = usize> + 'd {
    (0..draft.pieces.len()).filter(move |&piece| *draft.pieces[piece].name == *name)
}

/// Returns the name of a domino that is drawn with two arrows, given the second one.
fn arrow(sign: &str) -> &'static str {
    if sign == ">" { "<" } else { "^" }
}

/// Whether a goal leaves a cell with this sign open.
fn is_open(draft: &PuzzleDraft, options: &ReadOptions, sign: &str) -> bool {
    let is_given = options.empty.as_deref().is_some_and(|given| lists(given, sign));
    sign.is_empty() || sign == "." || sign == draft.empty || is_given
}

/// Returns where a goal has the pieces of a sign.
fn wanted_of<'g>(
    draft: &PuzzleDraft,
    sign: &str,
    mut cells: BTreeSet<u32>,
    place: impl Fn(u32) -> TextSpan<'g>,
) -> Result<Vec<DraftTarget<'g>>, Problem> {
    let other_shape = |cell: u32| {
        let expected = "the cells of the piece as they lie on the board, elsewhere";
        place(cell).wrong(format!("piece `{sign}` has another shape in the goal"), expected)
    };
    let mut wanted = Vec::new();
    for piece in named_so(draft, sign) {
        let Some(&first) = cells.first() else { break };
        let own = draft.cells_at(piece, first);
        let own = own.filter(|own| own.iter().all(|cell| cells.contains(cell)));
        let own = own.ok_or_else(|| other_shape(first))?;
        for cell in &own {
            cells.remove(cell);
        }
        wanted.push(DraftTarget { piece, cell: first, place: place(first) });
    }
    match cells.first() {
        None => Ok(wanted),
        Some(&cell) => Err(other_shape(cell)),
    }
}
