//! The hardest start of a member of a family, or of a random board.

use super::family::{Family, Rule};
use super::member::Member;
use super::source::Source;
use super::sweep::{Starts, from_goals, within_reach};
use super::{posed, random_of};
use crate::analyse::survey;
use crate::engine::query::{Budget, Query, Stopped};
use crate::puzzle::{GoalSetup, Puzzle, Setup, Style};

/// The result of the search through a member, or through all that a random board reaches.
#[derive(Clone, Debug, Default)]
pub struct HardestBoard {
    /// The number of pieces; 0 if there is no board.
    pub pieces: u32,
    /// The number of positions that reach a goal; those for different goals are counted once for
    /// each.
    pub configurations: u64,
    /// The least number of moves from the hardest start; `None` if no start reaches a goal.
    pub moves: Option<u64>,
    /// The puzzle with that start; `None` if the result is from a journal.
    pub puzzle: Option<Puzzle>,
    /// Whether it is proven that no start of the member is harder.
    pub is_proven: bool,
}

/// Maximum number of components examined one by one if any position may be the goal.
const MOST_COMPONENTS: usize = 1000;

/// Finds the hardest puzzle of a member; among equally hard ones the choice is deterministic.
///
/// Takes the time and the memory of a search through all its boards; for [`Rule::Anywhere`] of one
/// for each goal, for [`Rule::Any`] of a [survey].
pub fn of_member(
    family: &Family,
    member: &Member,
    style: Style,
    budget: &Budget,
) -> Result<HardestBoard, Stopped> {
    let mut hardest =
        HardestBoard { pieces: member.pieces(), is_proven: true, ..HardestBoard::default() };
    let Some(pieces) = member.start(family, budget)? else { return Ok(hardest) };
    if family.rule == Rule::Any {
        let puzzle = member.puzzle(family, pieces, None, false);
        return any_to_any(&puzzle, style, budget, hardest);
    }
    let (starts, goals) = family.ends(member.main(family));
    let first = member.puzzle(family, pieces.clone(), starts.first().copied(), true);
    for goal in goals {
        let puzzle = member.puzzle(family, pieces.clone(), Some(goal), true);
        let result = from_goals(&puzzle, style, &first, starts.len() > 1, budget)?;
        hardest.configurations += result.states;
        if let Some((moves, start)) = result.kept.last()
            && hardest.moves.is_none_or(|most| *moves > most)
        {
            hardest.moves = Some(*moves);
            hardest.puzzle = Some(posed(&puzzle, start, style, *moves, false));
        }
    }
    Ok(hardest)
}

/// Finds the two positions of a puzzle that are farthest from each other.
fn any_to_any(
    puzzle: &Puzzle,
    style: Style,
    budget: &Budget,
    mut hardest: HardestBoard,
) -> Result<HardestBoard, Stopped> {
    let query = Query::new(puzzle, style);
    // Boards of a family are small enough for a survey, but for the memory.
    let survey = survey(&query, budget, MOST_COMPONENTS, &mut ()).map_err(|_| Stopped::Memory)?;
    survey.stopped.map_or(Ok(()), Err)?;
    hardest.configurations = survey.sizes.iter().map(|(size, number)| size * number).sum();
    let components = survey.components.iter();
    let Some(far) = components.rev().max_by_key(|component| component.diameter.least) else {
        return Ok(hardest);
    };
    let moves = far.diameter.least;
    // In a component with this number of positions or fewer, no two are farther from each other.
    let few = moves + 1;
    let larger = || survey.components.iter().filter(|component| component.size > few);
    let all: u64 = survey.sizes.range(few + 1..).map(|(_, number)| number).sum();
    hardest.is_proven = larger().count() as u64 == all
        && larger().all(|component| component.diameter.most <= moves);
    let (start, end) = &far.diameter.pair;
    let mut setup = Setup::from(puzzle);
    setup.goals = vec![GoalSetup::Complete(end.placements().to_vec())];
    let puzzle = setup.validate().expect("both are configurations of the puzzle");
    hardest.moves = Some(moves);
    hardest.puzzle = Some(posed(&puzzle, start, style, moves, false));
    Ok(hardest)
}

/// Finds the hardest start among all positions reachable from one random board, which depends on a
/// seed and a number. If the pieces did not fit the board, the result has none.
pub fn of_random_board(
    family: &Family,
    (seed, number): (u64, u64),
    style: Style,
    budget: &Budget,
) -> Result<HardestBoard, Stopped> {
    let none = HardestBoard { is_proven: true, ..HardestBoard::default() };
    let Some(board) = Source::Family(family).draw(budget, &mut random_of(seed, number)) else {
        return Ok(none);
    };
    let swept =
        within_reach(&board.puzzle, style, board.target, u64::MAX, budget, Starts::Farthest)?;
    let Some(swept) = swept else { return Ok(none) };
    let best = swept.kept.last();
    Ok(HardestBoard {
        pieces: board.puzzle.start().placements().len() as u32,
        configurations: swept.states,
        moves: best.map(|&(moves, _)| moves),
        puzzle: best.map(|(moves, start)| board.posed(start, style, *moves)),
        is_proven: false,
    })
}
