//! A whole hunt: all members of a family, or random boards, the hardest start of each, and the results
//! by number of pieces.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::family::{Family, FamilyError, MOST_MEMBERS, Rule};
use super::members::{Member, Members};
use super::source::Source;
use super::sweep::{Starts, from_goals, within_reach};
use super::{in_parallel, posed, random_of};
use crate::analyse::survey;
use crate::engine::host::{JournalFile, lock};
use crate::engine::query::{Budget, Query, Stopped};
use crate::puzzle::{GoalSetup, Puzzle, Setup, Size, Style};

/// The first words of a journal: the file type, and the version of the format. Increase it when the
/// meaning of a line changes, or the order of members, which are identified by their numbers.
const LABEL: &str = "sliding-hunt 2";

/// A hunt that can be recorded in a journal, and resumed from it.
///
/// ```
/// use sliding::design::{Family, Hunt, Rule, Shape};
/// use sliding::puzzle::{Size, Style};
/// use sliding::solve::Budget;
///
/// let size = Size { rows: 3, cols: 3 };
/// let shapes = vec![Shape::rectangle(1, 1)?];
/// let family = Family::new(size, shapes, Rule::Corner)?.with_pieces(7..=8);
/// let budget = Budget::default();
/// let hunt = Hunt::new(family, Style::WALK, &budget)?;
/// let found = hunt.run(None, &budget, &mut |_, _| ())?;
/// assert_eq!(found.limit, None);
/// let moves: Vec<_> = found.rows.iter().map(|row| row.hardest.as_ref().unwrap().0).collect();
/// assert_eq!((moves, hunt.name_of(8).as_str()), (vec![8, 13], "3x3-corner-2-08"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hunt {
    family: Family,
    style: Style,
    /// The members to search; empty for random boards.
    members: Members,
    all: u64,
    seed: Option<u64>,
}

/// The results for the members of a family with the same number of pieces.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct HuntRow {
    /// The number of pieces; 0 for boards stopped before they were drawn.
    pub pieces: u32,
    /// The number of members, or random boards, searched completely.
    pub searched: u64,
    /// The number stopped by a limit.
    pub stopped: u64,
    /// The number of positions found.
    pub configurations: u64,
    /// The hardest puzzle, with its least number of moves.
    pub hardest: Option<(u64, Puzzle)>,
    /// Whether it is proven that nothing else in the row is harder.
    pub is_proven: bool,
    /// The moves and the number of the hardest board.
    best: Option<(u64, u64)>,
}

/// The result of a hunt.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HuntResult {
    /// By number of pieces.
    pub rows: Vec<HuntRow>,
    /// What stopped the hunt before its end.
    pub limit: Option<Stopped>,
}

impl Hunt {
    /// Creates a hunt for the hardest of all members of a family, which are listed here.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no members, or too many, or if a limit was met before all were
    /// listed.
    pub fn new(family: Family, style: Style, budget: &Budget) -> Result<Self, FamilyError> {
        let members = family.members(MOST_MEMBERS, budget)?;
        let all = members.list.len() as u64;
        Ok(Self { family, style, members, all, seed: None })
    }

    /// Creates a hunt through random boards, given their number and a seed.
    ///
    /// # Errors
    ///
    /// Returns an error if the family has no target piece.
    pub fn sample(
        family: Family,
        style: Style,
        seed: u64,
        boards: u64,
    ) -> Result<Self, FamilyError> {
        family.check_target()?;
        Ok(Self { family, style, members: Members::default(), all: boards, seed: Some(seed) })
    }

    /// Returns the family.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// Returns the style of moves.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Returns the seed, if boards are random.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Returns the number of members to search, or of boards to draw.
    pub fn all(&self) -> u64 {
        self.all
    }

    /// Returns the number of members left out as mirror images of others.
    pub fn mirrored(&self) -> u64 {
        self.members.mirrored
    }

    /// Returns the number of members left out because the target piece has no room to move.
    pub fn stuck(&self) -> u64 {
        self.members.stuck
    }

    /// Returns a name for the hardest puzzle with this number of pieces, suitable for a file:
    /// board, rule, style and pieces.
    pub fn name_of(&self, pieces: u32) -> String {
        let rule = self.family.rule.name();
        let Size { rows, cols } = self.family.size;
        format!("{rows}x{cols}-{rule}-{}-{pieces:02}", self.style)
    }

    /// Searches everything within a budget; with a journal, only what is not in it, and appends the
    /// results to it. `progress` is called now and then with the number done and the total.
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system, with the name of the journal. If it is that of
    /// another hunt, or not a journal, the error is [`InvalidData`](io::ErrorKind::InvalidData); if
    /// another hunt is writing it, [`ResourceBusy`](io::ErrorKind::ResourceBusy). A journal that is
    /// refused is unchanged.
    pub fn run(
        &self,
        journal: Option<&Path>,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, usize),
    ) -> io::Result<HuntResult> {
        let open = |path| JournalFile::open(path, "hunt", &self.line(), entry);
        let (journal, known) = journal.map(open).transpose()?.unzip();
        let (mut rows, known) = (BTreeMap::new(), BTreeMap::from_iter(known.into_iter().flatten()));
        for (&number, found) in &known {
            self.add(&mut rows, number, HardestBoard::clone(found));
        }
        let all = usize::try_from(self.all).unwrap_or(usize::MAX);
        let so_far = Mutex::new((rows, journal, Ok(())));
        let work = |task: usize, budget: &Budget| {
            let number = task as u64;
            if known.contains_key(&number) {
                return None::<()>;
            }
            let found = self.find(number, budget);
            budget.look().ok()?;
            let (rows, journal, written) = &mut *lock(&so_far);
            let Ok(found) = found else {
                self.row(rows, self.members.list.get(task).map_or(0, Member::pieces)).stopped += 1;
                return None;
            };
            if let Some(journal) = journal.as_mut().filter(|_| written.is_ok()) {
                *written = journal.append(&line(number, &found));
            }
            self.add(rows, number, found);
            None
        };
        let (_, mut limit) = in_parallel(all, budget, &mut |done| progress(done, all), &work);
        let (mut rows, _, written) = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
        written?;
        for members in self.members.list.chunk_by(|one, other| one.pieces() == other.pieces()) {
            let row = self.row(&mut rows, members[0].pieces());
            row.is_proven &= row.searched == members.len() as u64;
        }
        // The hardest puzzle of a row is unknown if it is from the journal.
        for row in rows.values_mut().filter(|row| row.hardest.is_none()) {
            let Some((_, number)) = row.best else { continue };
            match self.find(number, budget) {
                Ok(HardestBoard { moves, puzzle, .. }) => row.hardest = moves.zip(puzzle),
                Err(why) => limit = limit.or(Some(why)),
            }
        }
        Ok(HuntResult { rows: rows.into_values().collect(), limit })
    }

    /// Returns a line that identifies this hunt. It has everything that the members and their
    /// numbers depend on, and the seed.
    fn line(&self) -> String {
        let seed = self.seed.map_or(String::new(), |seed| format!(" seed {seed}"));
        format!("{LABEL} style {}{seed} {}", self.style, self.family)
    }

    /// Searches a member, or a random board, by its number.
    fn find(&self, number: u64, budget: &Budget) -> Result<HardestBoard, Stopped> {
        let (family, style) = (&self.family, self.style);
        match self.seed {
            None => of_member(family, &self.members.list[number as usize], style, budget),
            Some(seed) => of_random_board(family, (seed, number), style, budget),
        }
    }

    fn row<'r>(&self, rows: &'r mut BTreeMap<u32, HuntRow>, pieces: u32) -> &'r mut HuntRow {
        let is_proven = self.seed.is_none();
        rows.entry(pieces).or_insert(HuntRow { pieces, is_proven, ..HuntRow::default() })
    }

    /// Adds a result to the row of its number of pieces; of equally hard ones the row keeps the one
    /// with the smallest number, in whatever order they come.
    fn add(&self, rows: &mut BTreeMap<u32, HuntRow>, number: u64, found: HardestBoard) {
        if found.pieces == 0 {
            return;
        }
        let row = self.row(rows, found.pieces);
        row.searched += 1;
        row.configurations += found.configurations;
        row.is_proven &= found.is_proven;
        let is_better = |moves: &u64| {
            row.best.is_none_or(|(most, at)| *moves > most || *moves == most && number < at)
        };
        if let Some(moves) = found.moves.filter(is_better) {
            row.best = Some((moves, number));
            row.hardest = found.puzzle.map(|puzzle| (moves, puzzle));
        }
    }
}

/// Returns the line of a journal for a result. The puzzle can be found again.
fn line(number: u64, found: &HardestBoard) -> String {
    let HardestBoard { pieces, configurations, moves, is_proven, .. } = found;
    let moves = moves.map_or_else(|| "-".to_owned(), |moves| moves.to_string());
    let proven = if *is_proven { "" } else { " +" };
    format!("{number} {pieces} {configurations} {moves}{proven}\n")
}

/// Reads a line of a journal.
fn entry(line: &str) -> Option<(u64, HardestBoard)> {
    let words = Vec::from_iter(line.split(' '));
    let [number, pieces, configurations, moves, ref rest @ ..] = words[..] else { return None };
    let is_proven = match rest {
        [] => true,
        ["+"] => false,
        _ => return None,
    };
    let moves = if moves == "-" { None } else { Some(moves.parse().ok()?) };
    let (pieces, configurations) = (pieces.parse().ok()?, configurations.parse().ok()?);
    let found = HardestBoard { pieces, configurations, moves, puzzle: None, is_proven };
    Some((number.parse().ok()?, found))
}

/// The result of the search through a member, or through all that a random board reaches.
#[derive(Clone, Debug, Default)]
struct HardestBoard {
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
fn of_member(
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
fn of_random_board(
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
