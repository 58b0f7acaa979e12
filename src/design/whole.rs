//! A whole hunt: all members of a family, or random boards, and the results by number of pieces.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::family::{Family, FamilyError};
use super::journal::{Journal, JournalEntry};
use super::member::Member;
use super::{HardestBoard, RuleName, SearchFailure, hardest, hunt, in_parallel, sample};
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::{Puzzle, Size, Style};

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
    members: Vec<Member>,
    all: u64,
    mirrored: u64,
    stuck: u64,
    seed: Option<u64>,
}

/// The results for the members of a family with the same number of pieces.
#[derive(Clone, Debug)]
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
        let found = family.members(budget)?;
        let (all, mirrored, stuck) = (found.list.len() as u64, found.mirrored, found.stuck);
        Ok(Self { family, style, members: found.list, all, mirrored, stuck, seed: None })
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
        if !family.rule.has_target() {
            return Err(FamilyError::NoTarget("the rule any has no target piece"));
        }
        let (members, seed) = (Vec::new(), Some(seed));
        Ok(Self { family, style, members, all: boards, mirrored: 0, stuck: 0, seed })
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
        self.mirrored
    }

    /// Returns the number of members left out because the target piece has no room to move.
    pub fn stuck(&self) -> u64 {
        self.stuck
    }

    /// Returns a name for the hardest puzzle with this number of pieces, suitable for a file:
    /// board, rule, style and pieces.
    pub fn name_of(&self, pieces: u32) -> String {
        let rule = RuleName::from(self.family.rule).name();
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
        let (mut journal, known) = match journal {
            Some(path) => Journal::open(path, &self.line())?,
            None => (Journal::none(), BTreeMap::new()),
        };
        let mut new = RunResults::default();
        let mut failed = None;
        let ended = self.search(&known, budget, progress, &mut |number, found| match found {
            Ok(found) => {
                let entry = found.as_ref().map_or(JournalEntry::NO_BOARD, JournalEntry::of);
                failed = failed.take().or(journal.add(number, entry).err());
                new.entries.insert(number, entry);
                new.keep(number, found);
            }
            Err(SearchFailure::Stopped(_)) => new.stop(self.pieces_of(number)),
            Err(SearchFailure::Refused(why)) => {
                failed = failed.take().or(Some(io::Error::other(why)));
            }
        });
        failed.map_or(Ok(()), Err)?;
        let mut known = known;
        known.append(&mut new.entries);
        let (rows, find_again) = self.rows(&known, new, budget)?;
        Ok(HuntResult { rows, limit: ended.err().or(find_again) })
    }

    /// Returns a line that identifies this hunt. It has everything that the members and their
    /// numbers depend on, and the seed.
    fn line(&self) -> String {
        let Family { size: Size { rows, cols }, rule, pieces, empty, .. } = &self.family;
        let exit = rule.exit_row().map_or(String::new(), |row| format!(" row {}", row + 1));
        let rule = RuleName::from(*rule).name();
        let chance = self.seed.map_or(String::new(), |seed| format!(" seed {seed}"));
        let main: Vec<String> = self.family.main.iter().map(usize::to_string).collect();
        let shapes = self.family.shapes.iter().map(|allowed| {
            format!("{}:{}-{}", allowed.shape, allowed.number.start(), allowed.number.end())
        });
        format!(
            "style {}{chance} {rows}x{cols} rule {rule}{exit} main {} pieces {}-{} empty {}-{} \
            shapes {}",
            self.style,
            main.join(","),
            pieces.start(),
            pieces.end(),
            empty.start(),
            empty.end(),
            shapes.collect::<Vec<_>>().join(","),
        )
    }

    fn pieces_of(&self, number: u64) -> u32 {
        self.members.get(number as usize).map_or(0, Member::pieces)
    }

    /// Searches all members or boards without a known result, by their numbers.
    fn search(
        &self,
        known: &BTreeMap<u64, JournalEntry>,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, usize),
        each: &mut (dyn FnMut(u64, Result<Option<HardestBoard>, SearchFailure>) + Send),
    ) -> Result<(), Stopped> {
        if let Some(seed) = self.seed {
            // These may be too many to list.
            let all = usize::try_from(self.all).unwrap_or(usize::MAX);
            let work = |task: usize, budget: &Budget| {
                let number = task as u64;
                let is_open = !known.contains_key(&number);
                is_open.then(|| sample(&self.family, (seed, number), self.style, budget))
            };
            let progress = &mut |done| progress(done, all);
            let each = &mut |task: usize, found| {
                if let Some(found) = found {
                    each(task as u64, found);
                }
            };
            return in_parallel(all, budget, progress, &work, each);
        }
        let open: Vec<u64> = (0..self.all).filter(|number| !known.contains_key(number)).collect();
        let progress = &mut |done| progress(done, open.len());
        let members: Vec<&Member> = open.iter().map(|&at| &self.members[at as usize]).collect();
        hunt(&self.family, &members, self.style, budget, progress, &mut |at, found| {
            each(open[at], found.map(Some));
        })
    }

    /// Combines the results by number of pieces. If the hardest puzzle of a row is known only from
    /// the journal, it is searched for again.
    fn rows(
        &self,
        known: &BTreeMap<u64, JournalEntry>,
        new: RunResults,
        budget: &Budget,
    ) -> io::Result<(Vec<HuntRow>, Option<Stopped>)> {
        let mut rows: BTreeMap<u32, HuntRow> = BTreeMap::new();
        let mut best: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        let row = |pieces| HuntRow {
            pieces,
            searched: 0,
            stopped: 0,
            configurations: 0,
            hardest: None,
            is_proven: self.seed.is_none(),
        };
        for (&number, entry) in known.iter().filter(|(_, entry)| entry.pieces > 0) {
            let row = rows.entry(entry.pieces).or_insert_with(|| row(entry.pieces));
            row.searched += 1;
            row.configurations += entry.configurations;
            row.is_proven &= entry.is_proven;
            let is_harder =
                |moves: &u64| best.get(&entry.pieces).is_none_or(|(most, _)| moves > most);
            if let Some(moves) = entry.moves.filter(is_harder) {
                best.insert(entry.pieces, (moves, number));
            }
        }
        for (&pieces, &stopped) in &new.stopped {
            rows.entry(pieces).or_insert_with(|| row(pieces)).stopped += stopped;
        }
        let open = (0..).zip(&self.members).filter(|(number, _)| !known.contains_key(number));
        for pieces in open.map(|(_, member)| member.pieces()) {
            rows.entry(pieces).or_insert_with(|| row(pieces)).is_proven = false;
        }
        let mut stopped = None;
        for (pieces, (moves, number)) in best {
            let kept = new.best.get(&pieces).filter(|(_, at, _)| *at == number);
            let puzzle = match kept {
                Some((_, _, puzzle)) => Some(puzzle.clone()),
                None => match self.find_again(number, budget) {
                    Ok(puzzle) => puzzle,
                    Err(SearchFailure::Refused(why)) => return Err(io::Error::other(why)),
                    Err(SearchFailure::Stopped(why)) => {
                        stopped = Some(why);
                        None
                    }
                },
            };
            let row = rows.get_mut(&pieces).expect("it has a best one");
            row.hardest = puzzle.map(|puzzle| (moves, puzzle));
        }
        Ok((rows.into_values().collect(), stopped))
    }

    /// Searches again for a puzzle that was found before.
    fn find_again(&self, number: u64, budget: &Budget) -> Result<Option<Puzzle>, SearchFailure> {
        let found = match self.seed {
            None => {
                Some(hardest(&self.family, &self.members[number as usize], self.style, budget)?)
            }
            Some(seed) => sample(&self.family, (seed, number), self.style, budget)?,
        };
        Ok(found.and_then(|found| found.puzzle))
    }
}

/// The results of this run.
#[derive(Default)]
struct RunResults {
    /// By number of the member.
    entries: BTreeMap<u64, JournalEntry>,
    /// By number of pieces, the hardest: its moves, its number, and the puzzle.
    best: BTreeMap<u32, (u64, u64, Puzzle)>,
    /// By number of pieces, the number stopped.
    stopped: BTreeMap<u32, u64>,
}

impl RunResults {
    /// Keeps a result; of equally hard ones the one with the smallest number, in whatever order
    /// they come.
    fn keep(&mut self, number: u64, found: Option<HardestBoard>) {
        let Some(HardestBoard { pieces, moves: Some(moves), puzzle: Some(puzzle), .. }) = found
        else {
            return;
        };
        let is_better =
            |(most, at, _): &(u64, u64, Puzzle)| moves > *most || (moves == *most && number < *at);
        if self.best.get(&pieces).is_none_or(is_better) {
            self.best.insert(pieces, (moves, number, puzzle));
        }
    }

    fn stop(&mut self, pieces: u32) {
        *self.stopped.entry(pieces).or_default() += 1;
    }
}
