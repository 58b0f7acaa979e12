//! The number of shortest solutions, and a list of them.

use crate::analyse::Count;
use crate::report::solution::NO_SEARCH;
use crate::report::*;

impl Report for Shown<'_, Count> {
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        let Shown { subject, result: count } = self;
        let mut ending = shortest(count, count.stopped.is_none());
        if count.moves.is_some() && count.stopped.is_none() {
            ending += &format!(", ending in {}", counted(count.goals, "position"));
        }
        writeln!(out, "{}", subject.result(&ending))?;
        if let Some(table) = self.table() {
            write!(out, "\n{}", table.text("  "))?;
            let forced = count.choices.iter().filter(|choice| choice.continuations.1 == 1).count();
            let steps = counted(count.choices.len(), "step");
            writeln!(out, "\n{forced} of {steps} leave no choice, whatever the moves before")?;
        }
        let effort = match (count.states, count.stopped) {
            (0, None) => NO_SEARCH.to_owned(),
            (states, _) => counted(states, "position"),
        };
        writeln!(out, "{effort}, {}", duration(count.elapsed))
    }

    fn json(&self) -> Object {
        let Shown { subject, result: count } = self;
        let choices = json::array(&count.choices, |choice| {
            let (least, most) = choice.continuations;
            object! {
                "positions": choice.configurations,
                "least": least,
                "most": most,
                "shown": choice.shown,
            }
        });
        let names = || subject.puzzle.names();
        subject.object("sliding/count/1").and(object! {
            "limit": count.stopped.map(limit_word),
            "moves": count.moves,
            // In decimal, as it may exceed the integers of JSON readers.
            "solutions": count.solution.as_ref().map(|_| count.solutions.to_string()),
            "goals": count.goals,
            "choices": choices,
            "solution": count.solution.as_ref().map(|solution| json::steps(names(), solution)),
            "positions": count.states,
            "elapsed_ms": milliseconds(count.elapsed),
        })
    }

    /// Returns the steps of a shortest solution.
    fn table(&self) -> Option<Table> {
        let Shown { subject, result: count } = self;
        let moves = sentences(subject.puzzle.names(), count.solution.as_ref()?);
        let mut table =
            Table::new(&[">move", ">positions", ">choices", ">here", "<one shortest solution"]);
        for (i, (choice, sentence)) in count.choices.iter().zip(moves).enumerate() {
            let (least, most) = choice.continuations;
            let ways = if least == most { least.to_string() } else { format!("{least}-{most}") };
            table.add(&[&(i + 1), &choice.configurations, &ways, &choice.shown, &sentence]);
        }
        Some(table)
    }
}

/// Describes the number of shortest solutions, if they were counted, and of their moves.
fn shortest(count: &Count, are_counted: bool) -> String {
    match count.moves.map(|moves| counted(moves, "move")) {
        Some(moves) if !are_counted => format!("solvable in {moves}; stopped before the count"),
        Some(moves) if count.solutions == 1u32.into() => {
            format!("one shortest solution of {moves}")
        }
        Some(moves) => format!("{} shortest solutions of {moves}", count.solutions),
        None if count.stopped.is_some() => "stopped before a solution was found".to_owned(),
        None => "no solution".to_owned(),
    }
}

/// One of the shortest solutions.
pub struct ListedSolution<'a> {
    /// The puzzle.
    pub subject: Subject<'a>,
    /// Its number, from 1.
    pub number: u64,
    /// The number of all.
    pub count: &'a Count,
    /// The solution.
    pub solution: &'a Solution,
}

impl Report for ListedSolution<'_> {
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        writeln!(out, "solution {}", self.number)?;
        let sentences = sentences(self.subject.puzzle.names(), self.solution);
        for (i, sentence) in sentences.iter().enumerate() {
            writeln!(out, "{}. {sentence}", i + 1)?;
        }
        writeln!(out)
    }

    fn json(&self) -> Object {
        let puzzle = self.subject.puzzle;
        self.subject.object("sliding/count/1").and(object! {
            "number": self.number,
            "solutions": self.count.solutions.to_string(),
            "classes": self.count.classes,
            "moves": self.solution.moves.len(),
            "start": puzzle.shorthand(puzzle.start()),
            "solution": json::steps(puzzle.names(), self.solution),
        })
    }
}

/// Writes the number of solutions, after listing some of them.
pub fn write_end(
    out: &mut dyn Write,
    Shown { subject, result: count }: Shown<Count>,
    listed: u64,
) -> io::Result<()> {
    let is_counted = count.solution.is_some();
    let mut ending = shortest(count, is_counted);
    if is_counted {
        if let Some(classes) = count.classes.filter(|_| count.solutions > 1u32.into()) {
            ending += &format!("; {classes} without the order of moves that commute");
        }
        if count.solutions != listed.into() {
            ending += &format!("; {listed} of them listed");
        }
    }
    writeln!(out, "{}", subject.result(&ending))
}
