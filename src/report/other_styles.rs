//! What the other styles say about a puzzle without a solution, as a sentence and in JSON.

use super::advice::sentence;
use crate::analyse::other_styles::{JointSolution, NoSolution};
use crate::report::*;

/// A sentence lists at most this number of groups, pieces or walls.
const FEW: usize = 3;

/// Returns the result without a full stop: `11 moves in style 5, where A and B have to move
/// together`.
pub fn remark(puzzle: &Puzzle, other_styles: &OtherStyles) -> String {
    match other_styles {
        OtherStyles::Together(found) => {
            let moves = counted(found.moves, "move");
            format!("{moves} in style {}, where {}", Style::SUPER_WALK, together(puzzle, found))
        }
        OtherStyles::Unsolvable(found) => match reason(puzzle, found) {
            Some(reason) => format!("no style has a solution: {reason}"),
            None => "no style has a solution".to_owned(),
        },
    }
}

/// Returns the same for `check`, which searches no particular style; `None` if the advice says it
/// already.
pub fn remark_for_check(puzzle: &Puzzle, other_styles: &OtherStyles) -> Option<String> {
    let remark = remark(puzzle, other_styles);
    match other_styles {
        OtherStyles::Together(_) => Some(format!("no solution in styles 0 to 2; {remark}")),
        OtherStyles::Unsolvable(found) => {
            (found.reasons.is_empty() || is_parity(puzzle, found)).then_some(remark)
        }
    }
}

fn together(puzzle: &Puzzle, found: &JointSolution) -> String {
    let named = puzzle.names();
    let name = |&kind: &u8| named.names_of_kind(kind);
    let group = |kinds: &Vec<u8>| listed(&kinds.iter().map(name).collect::<Vec<_>>(), "and");
    let groups: Vec<String> = found.groups.iter().take(FEW).map(group).collect();
    let have_to = if found.are_needed { "have to move together" } else { "move together" };
    let others = if found.groups.len() > FEW { ", and others," } else { "" };
    format!("{}{others} {have_to}", groups.join("; "))
}

/// Describes why no style has a solution, if that is known.
fn reason(puzzle: &Puzzle, found: &NoSolution) -> Option<String> {
    if is_parity(puzzle, found) {
        let swapped = "the start has the other parity: it reaches the goal with two pieces swapped";
        return Some(match usual_goals(&found.goals) {
            Some(goals) => format!("{swapped}, and {goals}"),
            None => swapped.to_owned(),
        });
    }
    if !found.reasons.is_empty() {
        let reasons: Vec<String> =
            found.reasons.iter().map(|advice| sentence(puzzle, advice)).collect();
        return Some(reasons.join("; "));
    }
    let named = puzzle.names();
    let pieces = found.pieces.iter().map(|&piece| format!("piece {}", place(&named, piece)));
    let walls = found.walls.iter().map(|&cell| {
        let (row, col) = puzzle.size().row_col(cell);
        format!("the wall at row {}, column {}", row + 1, col + 1)
    });
    let causes: Vec<String> = pieces.chain(walls).collect();
    let few = &causes[..causes.len().min(FEW)];
    let others = if causes.len() > FEW { ", among others" } else { "" };
    (!few.is_empty()).then(|| format!("there is one without {}{others}", listed(few, "or")))
}

/// Returns the usual goals of tile puzzles among these, if any: `the usual goal "spiral"`.
pub(super) fn usual_goals(goals: &[&str]) -> Option<String> {
    let names: Vec<String> = goals.iter().map(|goal| format!("\"{goal}\"")).collect();
    match &names[..] {
        [] => None,
        [name] => Some(format!("the usual goal {name}")),
        names => Some(format!("the usual goals {}", listed(names, "and"))),
    }
}

/// Whether parity is the only reason: if tiles can pass each other and no wall is in the way, the
/// start reaches all positions of its parity.
fn is_parity(puzzle: &Puzzle, found: &NoSolution) -> bool {
    let is_free = Tiles::of(puzzle).is_some_and(|tiles| !tiles.is_line());
    let is_parity =
        |advice: &PuzzleAdvice| matches!(advice, PuzzleAdvice::Excluded(_, Exclusion::Parity));
    is_free && !found.reasons.is_empty() && found.reasons.iter().all(is_parity)
}

/// Returns the result in JSON.
pub fn fields(puzzle: &Puzzle, other_styles: &OtherStyles) -> Object {
    let name = |&kind: &u8| puzzle.kinds()[usize::from(kind)].name();
    match other_styles {
        OtherStyles::Together(found) => {
            let together: Vec<Vec<char>> =
                found.groups.iter().map(|group| group.iter().map(name).collect()).collect();
            let solution = object! {
                "style": Style::SUPER_WALK,
                "moves": found.moves,
                "together": together,
                "needed": found.are_needed,
            };
            object! { "elsewhere": solution }
        }
        OtherStyles::Unsolvable(found) => {
            object! { "no_style": true }.with_some("reason", reason(puzzle, found))
        }
    }
}
