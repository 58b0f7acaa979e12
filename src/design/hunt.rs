//! A whole hunt: all members of a family, or random boards, and the results by number of pieces.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::family::{Family, FamilyError, MOST_MEMBERS};
use super::hardest::{HardestBoard, of_member, of_random_board};
use super::in_parallel;
use super::member::Member;
use super::members::Members;
use crate::engine::host::{JournalFile, lock};
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::{Puzzle, Size, Style};

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
