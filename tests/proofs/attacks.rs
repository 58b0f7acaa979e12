//! Ways to tamper with a proof.

use super::file::{ProofData, sealed};
use crate::oracle::random::Dice;

/// What there is to put into a proof: positions of its puzzle, and other proofs.
pub struct Loot<'a> {
    pub positions: &'a [String],
    pub others: &'a [ProofData],
}

/// Changes what a proof says; counts and hash will fit.
type Edit = fn(&mut ProofData, &mut Dice, &Loot);

pub const EDITS: &[(&str, Edit)] = &[
    ("a position dropped", |file, dice, _| drop(drawn(level(file, dice), dice))),
    ("a position elsewhere", |file, dice, _| {
        let moved = drawn(level(file, dice), dice);
        insert(file, dice, moved);
    }),
    ("a position again", |file, dice, _| {
        let mut listed = file.parts.iter().flatten().flatten().cloned().collect();
        let again = drawn(&mut listed, dice);
        insert(file, dice, again);
    }),
    ("a position added", |file, dice, loot| {
        let new = dice.pick(loot.positions);
        insert(file, dice, Some(new));
    }),
    ("a goal added", |file, dice, _| {
        let goal = file.solution.last().cloned();
        insert(file, dice, goal);
    }),
    ("a position with a symbol changed", |file, dice, _| {
        let names: Vec<char> = file.puzzle.chars().filter(char::is_ascii_alphanumeric).collect();
        if let Some(line) =
            drawn(&mut level(file, dice).clone(), dice).filter(|line| !line.is_empty())
        {
            let at = dice.below(line.len());
            let changed = [&line[..at], &dice.pick(&names).to_string(), &line[at + 1..]].concat();
            insert(file, dice, Some(changed));
        }
    }),
    ("a level upside down", |file, dice, _| level(file, dice).reverse()),
    ("a level dropped", |file, dice, _| drop(drawn(part(file, dice), dice))),
    ("the last level dropped", |file, dice, _| drop(part(file, dice).pop())),
    ("an empty level", |file, dice, _| part(file, dice).push(Vec::new())),
    ("a level twice", |file, dice, _| {
        let part = part(file, dice);
        if let Some(again) = drawn(&mut part.clone(), dice) {
            part.insert(dice.below(part.len()), again);
        }
    }),
    ("a level split", |file, dice, _| {
        let part = part(file, dice);
        if let Some(mut fore) = drawn(part, dice) {
            let back = fore.split_off(fore.len() / 2);
            let at = dice.below(part.len() + 1);
            part.splice(at..at, [fore, back]);
        }
    }),
    ("two levels merged", |file, dice, _| {
        let next = drawn(part(file, dice), dice).unwrap_or_default();
        let level = level(file, dice);
        level.extend(next);
        level.sort();
    }),
    ("the solution shortened", |file, dice, _| drop(drawn(&mut file.solution, dice))),
    ("a detour", |file, dice, _| {
        if file.solution.len() > 1 {
            let at = dice.below(file.solution.len() - 1);
            let back = [file.solution[at + 1].clone(), file.solution[at].clone()];
            file.solution.splice(at + 1..at + 1, back);
            part(file, dice).extend([Vec::new(), Vec::new()]);
        }
    }),
    ("another claim, and all that fits it", |file, dice, _| {
        file.parts.truncate(1);
        let moves = dice.below(file.parts[0].len() + 3);
        file.kind = "levels".to_owned();
        let start = file.parts[0].first().and_then(|level| level.first()).cloned();
        file.parts[0].resize(moves, Vec::new());
        file.solution.truncate(moves + 1);
        while file.solution.len() <= moves {
            let back = file.solution.len().checked_sub(2).map(|at| file.solution[at].clone());
            file.solution.push(back.or(start.clone()).unwrap_or_default());
        }
    }),
    ("no solution claimed", |file, _, _| {
        (file.claim, file.kind) = ("none".to_owned(), "closed".to_owned());
        file.solution.clear();
        file.parts.truncate(1);
    }),
    ("another number claimed", |file, dice, _| file.claim = format!("moves {}", dice.below(20))),
    ("another kind", |file, dice, _| {
        file.kind = dice.pick(&["levels", "closed", "two-sided", "open"]).to_owned();
    }),
    ("another style", |file, dice, _| file.style = dice.below(7).to_string()),
    ("another puzzle", |file, dice, loot| file.puzzle = dice.pick(loot.others).puzzle),
    ("a line of another puzzle", |file, dice, loot| {
        let mut lines: Vec<&str> = file.puzzle.lines().collect();
        let (at, other) = (dice.below(lines.len()), dice.pick(loot.others).puzzle);
        lines[at] = other.lines().nth(at).unwrap_or(lines[at]);
        file.puzzle = lines.join("\n") + "\n";
    }),
    ("a line of the puzzle dropped", |file, dice, _| {
        let mut lines: Vec<&str> = file.puzzle.lines().collect();
        drawn(&mut lines, dice);
        file.puzzle = lines.join("\n") + "\n";
    }),
    ("the levels of another", |file, dice, loot| file.parts = dice.pick(loot.others).parts),
    ("the solution of another", |file, dice, loot| file.solution = dice.pick(loot.others).solution),
    ("the parts exchanged", |file, _, _| file.parts.reverse()),
];

/// A piece must not enter the last cell of this puzzle.
pub const GATED: &str = "2 x 4\n1 = 1\n2 = 11\n12\n??????1?\nonly 1: ..../...-\n";

/// What stands in the proof of this puzzle, what is put there, and why it is refused then.
pub const FORGERIES: &[(&str, &str, &str)] = &[
    ("moves 3", "moves +3", "`claim: moves ` and a number"),
    ("kind: levels", "kind: levels\r", "`levels`, `closed` or `two-sided`"),
    ("2 x 4", "2 x 4294967298", "the size of the board"),
    ("solution: 3", "solution: 2", "has 2 moves, and 3 are claimed"),
    ("\n02001\n020001", "\n020001\n020001", "no single move leads here"),
    ("level: 1 3", "level: 01 3", "`level: 1` and a number"),
    ("level: 2 7", "level: 2 18446744073709551616", "`level: 2` and a number"),
    ("\n100002", "\n\x00100002", "names no kind"),
    ("\n100002", "\n1000002", "in a gate"),
    ("\n102\n", "\n1002\n", "leaves the board"),
    ("\n102\n", "\n1020\n", "something behind the last piece"),
    ("\n102\n", "\n1021\n", "not those of the puzzle"),
    ("\n02001\n10002", "\n0201\n10002", "listed at level 1 as well"),
];

/// Makes the claim that of the solution.
pub fn fit_claim(file: &mut ProofData) {
    if let Some(moves) = file.solution.len().checked_sub(1) {
        file.claim = format!("moves {moves}");
    }
}

fn part<'a>(file: &'a mut ProofData, dice: &mut Dice) -> &'a mut Vec<Vec<String>> {
    let at = dice.below(file.parts.len());
    &mut file.parts[at]
}

/// A level; a new one where there is none.
fn level<'a>(file: &'a mut ProofData, dice: &mut Dice) -> &'a mut Vec<String> {
    let part = part(file, dice);
    if part.is_empty() {
        part.push(Vec::new());
    }
    let at = dice.below(part.len());
    &mut part[at]
}

/// Takes one of a list, if there is any.
fn drawn<T>(list: &mut Vec<T>, dice: &mut Dice) -> Option<T> {
    (!list.is_empty()).then(|| list.remove(dice.below(list.len())))
}

/// Lists a position, where it belongs in some level.
fn insert(file: &mut ProofData, dice: &mut Dice, position: Option<String>) {
    let level = level(file, dice);
    level.extend(position);
    level.sort();
    level.dedup();
}

/// Changes a byte, cuts the text off or adds to it; below the puzzle, the hash may be made to fit.
pub fn retouched(text: &str, dice: &mut Dice) -> String {
    let heads: Vec<usize> = text.match_indices(": ").map(|(at, _)| at + 2).collect();
    let spots = [dice.pick(&heads) + dice.below(5), dice.below(text.len())];
    let at = dice.pick(&spots).min(text.len() - 1);
    let inserted = dice.pick(&["0", "1", "2", "9", " ", ":", "\n", "x", ""]);
    let text = match dice.below(3) {
        0 => format!("{}{inserted}{}", &text[..at], &text[at + 1..]),
        1 => format!("{}{inserted}{}", &text[..at], &text[at..]),
        _ => format!("{}{inserted}", &text[..at]),
    };
    let is_below = text.find("\n\n").is_some_and(|end| end < at);
    match text.rsplit_once("end: ").filter(|_| is_below && dice.one_in(2)) {
        Some((above, end)) => sealed(above, end.split(' ').next().unwrap_or_default()),
        None => text,
    }
}
