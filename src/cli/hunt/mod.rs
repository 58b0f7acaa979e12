//! `sliding hunt`: the hardest puzzles of a family.

pub mod family;
mod journal;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use sliding::Puzzle;
use sliding::hunt::{Family, Hardest, Member, Rule, by_chance, hardest, hunt, hunt_by_chance};
use sliding::puzzle::Style;
use sliding::report::hunt::{HuntReport, Row};
use sliding::solve::{Budget, Observer, Query, Ring, Stopped};

use self::family::Kin;
use self::journal::{Entry, Journal};
use super::given::Format;
use super::picture::{beside, named, put};
use super::progress::Watch;
use super::prove::write_proof;
use super::query::stopped;
use super::{Verdict, complain, options, write_json};

const EXAMPLES: &str = "\
A member of a family is all boards with the same pieces. Each is searched from
all goals at once, so that its hardest start is known for certain. Pieces of a
shape are alike, but for the one that has to go. docs/HUNTS.md tells more.

Exit codes: 0 all was searched, 2 bad input or usage, 3 stopped by a limit, 74
something cannot be written.

Examples:
  sliding hunt --board 3x3 --shapes polyominoes:8
  sliding hunt --board 4x4 --shapes 1,11,1/1,11/11 --main 11/11 --write found
  sliding hunt --board 5x5 --shapes units -s 0 --empty 1 --journal units.txt
  sliding hunt --board 6x6 --shapes cars -s 1 --pieces 9-13 --random 1000";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    kin: Kin,
    /// The meaning of one move, 0 to 5
    #[arg(short, long, value_name = "S", default_value = "2", value_parser = options::style)]
    style: Style,
    /// Search boards made by chance instead, so many, each with all that it leads to
    #[arg(long, value_name = "N")]
    random: Option<u64>,
    /// What chance begins with
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random")]
    seed: u64,
    /// Keep what was searched in this file, and go on from there
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Write the hardest puzzles as files into this folder
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
    /// Write a proof beside each of these
    #[arg(long, requires = "write")]
    prove: bool,
    #[command(flatten)]
    effort: options::Effort,
    #[arg(long, value_name = "FORM", default_value = "text", hide_possible_values = true)]
    #[arg(help = "text, or json: an object on a line")]
    format: Format,
    #[command(flatten)]
    paint: options::Paint,
    /// Only the table, without the boards
    #[arg(short, long)]
    quiet: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> io::Result<Verdict> {
    match Hunter::new(arguments) {
        Ok(hunter) => hunter.run(out),
        Err(why) => {
            complain(&why);
            Ok(Verdict::BadInput)
        }
    }
}

/// Everything that a hunt needs.
struct Hunter<'a> {
    arguments: &'a Arguments,
    family: Family,
    /// What is searched: the members; or nothing, where boards are made by chance.
    members: Vec<Member>,
    /// How many members or boards there are.
    all: u64,
    mirrored: u64,
    stuck: u64,
    budget: Budget,
    begun: Instant,
}

impl<'a> Hunter<'a> {
    fn new(arguments: &'a Arguments) -> Result<Self, String> {
        let begun = Instant::now();
        let family = arguments.kin.family()?;
        let budget = arguments.effort.budget(None);
        let mut hunter = Self {
            arguments,
            members: Vec::new(),
            all: arguments.random.unwrap_or(0),
            mirrored: 0,
            stuck: 0,
            budget,
            begun,
            family,
        };
        match (arguments.random, hunter.family.rule) {
            (None, _) => {
                let members = hunter.family.members().map_err(|error| error.to_string())?;
                (hunter.mirrored, hunter.stuck) = (members.mirrored, members.stuck);
                hunter.all = members.list.len() as u64;
                hunter.members = members.list;
            }
            (Some(_), Rule::Any) => {
                return Err(
                    "--random needs a piece that has to go somewhere: another --rule".into()
                );
            }
            (Some(_), _) => hunter.family.possible().map_err(|error| error.to_string())?,
        }
        Ok(hunter)
    }

    fn run(&self, out: &mut dyn Write) -> io::Result<Verdict> {
        let (mut journal, mut known) = match &self.arguments.journal {
            Some(path) => match Journal::open(path, &self.line()) {
                Ok(opened) => opened,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    complain(&error.to_string());
                    return Ok(Verdict::BadInput);
                }
                Err(error) => return Err(error),
            },
            None => (Journal::none(), BTreeMap::new()),
        };
        let open: Vec<u64> = (0..self.all).filter(|number| !known.contains_key(number)).collect();
        let mut rows = Rows::default();
        let mut failed = None;
        let ended = self.search(&open, &mut |number, found| match found {
            Ok(found) => {
                let entry = found.as_ref().map_or(NO_BOARD, entry_of);
                failed = failed.take().or(journal.add(number, entry).err());
                known.insert(number, entry);
                rows.keep(number, found);
            }
            Err(_) => rows.stop(self.pieces_of(number)),
        });
        if let Some(error) = failed {
            let path = self.arguments.journal.as_deref().unwrap_or(Path::new(""));
            return Err(named(path, &error));
        }
        let stopped_any = !rows.stopped.is_empty();
        let (rows, again) = self.rows(&known, rows);
        let limit = ended.err().or(again);
        self.report(&rows, limit, out)?;
        let written = self.write(&rows)?;
        let is_whole = limit.is_none() && !stopped_any;
        Ok(if is_whole { written } else { Verdict::Stopped.max(written) })
    }

    /// A line that tells this hunt from others.
    fn line(&self) -> String {
        let chance = self.arguments.random.map(|_| format!(" seed {}", self.arguments.seed));
        let (style, family) = (self.arguments.style, family::line(&self.family));
        format!("style {style}{} {family}", chance.unwrap_or_default())
    }

    fn pieces_of(&self, number: u64) -> u32 {
        self.members.get(number as usize).map_or(0, Member::pieces)
    }

    /// Searches members or boards by their numbers.
    fn search(
        &self,
        open: &[u64],
        each: &mut (dyn FnMut(u64, Result<Option<Hardest>, Stopped>) + Send),
    ) -> Result<(), Stopped> {
        let Self { arguments, family, budget, .. } = self;
        let mut watch = Watch::new(arguments.effort.pace.progress, false);
        let told = &mut |done: usize| {
            watch.waiting();
            watch.boards_done(done, open.len());
        };
        if arguments.random.is_some() {
            let boards = (arguments.seed, open);
            return hunt_by_chance(
                family,
                boards,
                arguments.style,
                budget,
                told,
                &mut |at, found| {
                    each(open[at], found);
                },
            );
        }
        let members: Vec<&Member> = open.iter().map(|&at| &self.members[at as usize]).collect();
        hunt(family, &members, arguments.style, budget, told, &mut |at, found| {
            each(open[at], found.map(Some));
        })
    }

    /// Puts together what is known by number of pieces. Of rows whose hardest puzzle is known from a journal,
    /// that is searched for again.
    fn rows(&self, known: &BTreeMap<u64, Entry>, found: Rows) -> (Vec<Row>, Option<Stopped>) {
        let mut rows: BTreeMap<u32, Row> = BTreeMap::new();
        let mut best: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        let new = |pieces| Row {
            pieces,
            searched: 0,
            stopped: 0,
            configurations: 0,
            hardest: None,
            is_proven: self.arguments.random.is_none(),
        };
        for (&number, entry) in known.iter().filter(|(_, entry)| entry.pieces > 0) {
            let row = rows.entry(entry.pieces).or_insert_with(|| new(entry.pieces));
            row.searched += 1;
            row.configurations += entry.configurations;
            row.is_proven &= entry.is_proven;
            let is_harder =
                |moves: &u64| best.get(&entry.pieces).is_none_or(|(most, _)| moves > most);
            if let Some(moves) = entry.moves.filter(is_harder) {
                best.insert(entry.pieces, (moves, number));
            }
        }
        for (&pieces, &stopped) in &found.stopped {
            rows.entry(pieces).or_insert_with(|| new(pieces)).stopped += stopped;
        }
        let open = (0..).zip(&self.members).filter(|(number, _)| !known.contains_key(number));
        for pieces in open.map(|(_, member)| member.pieces()) {
            rows.entry(pieces).or_insert_with(|| new(pieces)).is_proven = false;
        }
        let mut stopped = None;
        for (pieces, (moves, number)) in best {
            let kept = found.best.get(&pieces).filter(|(_, at, _)| *at == number);
            let puzzle = match kept {
                Some((_, _, puzzle)) => Some(puzzle.clone()),
                None => self.again(number).unwrap_or_else(|why| {
                    stopped = Some(why);
                    None
                }),
            };
            let row = rows.get_mut(&pieces).expect("it has a best one");
            row.hardest = puzzle.map(|puzzle| (moves, puzzle));
        }
        (rows.into_values().collect(), stopped)
    }

    /// Searches for a puzzle that was found before.
    fn again(&self, number: u64) -> Result<Option<Puzzle>, Stopped> {
        let Self { arguments, family, budget, .. } = self;
        let found = match self.members.get(number as usize) {
            Some(member) => Some(hardest(family, member, arguments.style, budget)?),
            None => by_chance(family, (arguments.seed, number), arguments.style, budget)?,
        };
        Ok(found.and_then(|found| found.puzzle))
    }

    fn report(&self, rows: &[Row], limit: Option<Stopped>, out: &mut dyn Write) -> io::Result<()> {
        let report = HuntReport {
            family: &self.family,
            style: self.arguments.style,
            rows,
            all: self.all,
            mirrored: self.mirrored,
            stuck: self.stuck,
            seed: self.arguments.random.map(|_| self.arguments.seed),
            limit,
            elapsed: self.begun.elapsed(),
        };
        match self.arguments.format {
            Format::Text => {
                report.write_text(out, !self.arguments.quiet, self.arguments.paint.ink())?;
            }
            Format::Json => write_json(out, &report.json())?,
        }
        if let Some(limit) = limit {
            let memory = self.budget.memory;
            stopped("the hunt", &options::way_out(limit, &Ring::default(), memory));
        }
        Ok(())
    }

    /// Writes puzzle files, and proofs.
    fn write(&self, rows: &[Row]) -> io::Result<Verdict> {
        let Some(folder) = &self.arguments.write else { return Ok(Verdict::Fine) };
        fs::create_dir_all(folder).map_err(|error| named(folder, &error))?;
        let mut worst = Verdict::Fine;
        let size = self.family.size;
        let rule = format!("{:?}", self.arguments.kin.described().rule_name()).to_lowercase();
        for (pieces, (_, puzzle)) in
            rows.iter().filter_map(|row| Some((row.pieces, row.hardest.as_ref()?)))
        {
            let style = self.arguments.style;
            let name = format!("{}x{}-{rule}-{style}-{pieces:02}", size.rows, size.cols);
            let path = folder.join(format!("{name}.txt"));
            let written = || -> io::Result<()> {
                let mut file = beside(&path)?;
                write!(file, "{puzzle}")?;
                put(file, &path)
            };
            written().map_err(|error| named(&path, &error))?;
            if self.arguments.prove {
                let path = folder.join(format!("{name}.proof.zst"));
                let query = Query::new(puzzle, style);
                let mut watch = Watch::new(self.arguments.effort.pace.progress, false);
                match write_proof(&query, &self.budget, &mut watch, &path) {
                    Ok(proof) if proof.stopped.is_none() => {}
                    Ok(_) => worst = worst.max(Verdict::Stopped),
                    Err(error) => {
                        complain(&format!("{}: {error}", path.display()));
                        worst = worst.max(Verdict::Unwritten);
                    }
                }
            }
        }
        Ok(worst)
    }
}

const NO_BOARD: Entry = Entry { pieces: 0, configurations: 0, moves: None, is_proven: true };

fn entry_of(found: &Hardest) -> Entry {
    let Hardest { pieces, configurations, moves, is_proven, .. } = *found;
    Entry { pieces, configurations, moves, is_proven }
}

/// What this run has found.
#[derive(Default)]
struct Rows {
    /// By number of pieces, the hardest: its moves, its number, and the puzzle.
    best: BTreeMap<u32, (u64, u64, Puzzle)>,
    /// By number of pieces, how many were stopped.
    stopped: BTreeMap<u32, u64>,
}

impl Rows {
    /// Of equally hard ones the one with the smallest number is kept, in whatever order they come.
    fn keep(&mut self, number: u64, found: Option<Hardest>) {
        let Some(Hardest { pieces, moves: Some(moves), puzzle: Some(puzzle), .. }) = found else {
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
