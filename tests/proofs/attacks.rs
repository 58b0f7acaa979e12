//! Seeded mutations of true proofs: whatever no longer proves its claim is refused.

use std::collections::BTreeMap;

use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::Engine;

use super::file::{ProofData, sealed};
use super::judge::{Judge, goals, proves};
use super::{checked, written};
use crate::random::Dice;
use crate::{parallel, random};

/// A way to tamper with a proof, by its name, and the kinds of proofs that it makes other ones of.
type Attack = (&'static str, &'static [&'static str], Tampering);

enum Tampering {
    /// What it says is changed, and hash and counts made to fit.
    File(fn(&mut ProofData, &mut Dice, &[ProofData])),
    /// A number is changed in a line that begins like this, and the hash made to fit.
    Count(&'static str),
}

use Tampering::{Count, File as Of};

const ANY: &[&str] = &["levels", "closed", "two-sided"];
/// Those that claim a number of moves.
const MOVES: &[&str] = &["levels", "two-sided"];
const TWO: &[&str] = &["two-sided"];

const ATTACKS: &[Attack] = &[
    (
        "a configuration dropped",
        ANY,
        Of(|file, dice, _| {
            let level = some_level(file, dice);
            if !level.is_empty() {
                level.remove(dice.below(level.len()));
            }
        }),
    ),
    (
        "a configuration added",
        ANY,
        Of(|file, dice, _| {
            let puzzle: Puzzle = file.puzzle.parse().unwrap();
            let judge = Judge::new(&puzzle, Style::new(file.style).unwrap());
            let listed: Vec<String> = file.parts.iter().flatten().flatten().cloned().collect();
            let from = if listed.is_empty() {
                puzzle.shorthand(puzzle.start())
            } else {
                dice.pick(&listed)
            };
            let mut beside: Vec<String> = judge
                .neighbours(&judge.read(&from).unwrap())
                .iter()
                .map(|o| judge.write(o))
                .collect();
            beside.sort();
            if !beside.is_empty() {
                let new = dice.pick(&beside);
                insert(some_level(file, dice), new);
            }
        }),
    ),
    (
        "a configuration at another level",
        ANY,
        Of(|file, dice, _| {
            let level = some_level(file, dice);
            if !level.is_empty() {
                let moved = level.remove(dice.below(level.len()));
                insert(some_level(file, dice), moved);
            }
        }),
    ),
    (
        "a piece changed",
        ANY,
        Of(|file, dice, _| {
            let names: Vec<u8> = file.puzzle.bytes().filter(u8::is_ascii_alphanumeric).collect();
            let level = some_level(file, dice);
            if let Some(at) = (!level.is_empty()).then(|| dice.below(level.len())) {
                let mut line = std::mem::take(&mut level[at]).into_bytes();
                if !line.is_empty() {
                    let symbol = dice.below(line.len());
                    line[symbol] = dice.pick(&names);
                }
                level[at] = String::from_utf8(line).unwrap();
                if dice.one_in(2) {
                    level.sort();
                }
            }
        }),
    ),
    (
        "two levels merged",
        ANY,
        Of(|file, dice, _| {
            merge(file, dice);
        }),
    ),
    (
        "two levels merged, and the claim lowered",
        MOVES,
        Of(|file, dice, _| {
            if merge(file, dice) {
                lower(file);
            }
        }),
    ),
    (
        "a level split, and the claim raised",
        MOVES,
        Of(|file, dice, _| {
            let part = some_part(file, dice);
            if !part.is_empty() {
                let at = dice.below(part.len());
                let half = part[at].len() / 2;
                let rest = part[at].split_off(half);
                part.insert(at + 1, rest);
                raise(file);
            }
        }),
    ),
    (
        "an empty level behind, and the claim raised",
        MOVES,
        Of(|file, dice, _| {
            some_part(file, dice).push(Vec::new());
            raise(file);
        }),
    ),
    (
        "a level twice, and the claim raised",
        MOVES,
        Of(|file, dice, _| {
            let part = some_part(file, dice);
            if !part.is_empty() {
                let at = dice.below(part.len());
                let again = part[at].clone();
                part.insert(dice.below(part.len() + 1), again);
                raise(file);
            }
        }),
    ),
    (
        "the last level dropped",
        ANY,
        Of(|file, dice, _| {
            some_part(file, dice).pop();
        }),
    ),
    (
        "the last level dropped, and the claim lowered",
        MOVES,
        Of(|file, dice, _| {
            if some_part(file, dice).pop().is_some() {
                lower(file);
            }
        }),
    ),
    (
        "the solution shortened",
        MOVES,
        Of(|file, dice, _| {
            if !file.solution.is_empty() {
                file.solution.remove(dice.below(file.solution.len()));
            }
        }),
    ),
    (
        "the solution shortened, and the claim lowered",
        MOVES,
        Of(|file, dice, _| {
            if file.solution.len() > 1 {
                file.solution.remove(dice.below(file.solution.len()));
                some_part(file, dice).pop();
                lower(file);
            }
        }),
    ),
    (
        "the solution with a detour, and the claim raised",
        MOVES,
        Of(|file, dice, _| {
            if file.solution.len() > 1 {
                let at = dice.below(file.solution.len() - 1);
                let there = [file.solution[at + 1].clone(), file.solution[at].clone()];
                file.solution.splice(at + 1..at + 1, there);
                raise(file);
                raise(file);
                some_part(file, dice).extend([Vec::new(), Vec::new()]);
            }
        }),
    ),
    (
        "a goal listed",
        ANY,
        Of(|file, dice, _| {
            let puzzle: Puzzle = file.puzzle.parse().unwrap();
            let judge = Judge::new(&puzzle, Style::new(file.style).unwrap());
            let mut goals: Vec<String> =
                goals(&judge).iter().map(|goal| judge.write(goal)).collect();
            goals.sort();
            let goal =
                file.solution.last().cloned().or((!goals.is_empty()).then(|| dice.pick(&goals)));
            if let Some(goal) = goal {
                insert(some_level(file, dice), goal);
            }
        }),
    ),
    ("the count of a level", ANY, Count("level: ")),
    ("the count at the end", ANY, Count("end: ")),
    ("the length of the solution", MOVES, Count("solution: ")),
    ("the claim alone", MOVES, Count("claim: moves ")),
    (
        "no solution claimed",
        MOVES,
        Of(|file, _, _| {
            file.claim = "none".to_owned();
            file.kind = "closed".to_owned();
            file.solution.clear();
            file.parts.truncate(1);
        }),
    ),
    (
        "another kind",
        ANY,
        Of(|file, dice, _| {
            file.kind = dice.pick(&["levels", "closed", "two-sided", "open"]).to_owned();
        }),
    ),
    ("another style", ANY, Of(|file, dice, _| file.style = dice.below(6) as u8)),
    (
        "another puzzle pasted in",
        ANY,
        Of(|file, dice, others| {
            file.puzzle = dice.pick(others).puzzle;
        }),
    ),
    (
        "another goal",
        ANY,
        Of(|file, dice, others| {
            // The start of the other, or its goal, or both.
            let mut lines: Vec<String> = file.puzzle.lines().map(str::to_owned).collect();
            let other = dice.pick(others).puzzle;
            let at = dice.below(lines.len());
            if let Some(line) = other.lines().nth(at) {
                lines[at] = line.to_owned();
            }
            file.puzzle = lines.iter().map(|line| format!("{line}\n")).collect();
        }),
    ),
    (
        "a line of the puzzle dropped",
        ANY,
        Of(|file, dice, _| {
            let mut lines: Vec<String> = file.puzzle.lines().map(str::to_owned).collect();
            lines.remove(dice.below(lines.len()));
            file.puzzle = lines.iter().map(|line| format!("{line}\n")).collect();
        }),
    ),
    ("the levels of another", ANY, Of(|file, dice, others| file.parts = dice.pick(others).parts)),
    (
        "the solution of another",
        ANY,
        Of(|file, dice, others| file.solution = dice.pick(others).solution),
    ),
    ("the parts exchanged", TWO, Of(|file, _, _| file.parts.reverse())),
    (
        "a configuration in both parts",
        TWO,
        Of(|file, dice, _| {
            if let [fore, back] = &mut file.parts[..] {
                let from = fore.iter().flatten().cloned().collect::<Vec<_>>();
                let to = dice.below(back.len().max(1));
                if let (false, Some(level)) = (from.is_empty(), back.get_mut(to)) {
                    insert(level, dice.pick(&from));
                }
            }
        }),
    ),
    (
        "two lines exchanged",
        ANY,
        Of(|file, dice, _| {
            let level = some_level(file, dice);
            if level.len() > 1 {
                let at = dice.below(level.len() - 1);
                level.swap(at, at + 1);
            }
        }),
    ),
];

fn some_part<'a>(file: &'a mut ProofData, dice: &mut Dice) -> &'a mut Vec<Vec<String>> {
    let at = dice.below(file.parts.len());
    &mut file.parts[at]
}

/// A level; a new one where there is none.
fn some_level<'a>(file: &'a mut ProofData, dice: &mut Dice) -> &'a mut Vec<String> {
    let part = some_part(file, dice);
    if part.is_empty() {
        part.push(Vec::new());
    }
    let at = dice.below(part.len());
    &mut part[at]
}

fn insert(level: &mut Vec<String>, line: String) {
    level.push(line);
    level.sort();
    level.dedup();
}

fn raise(file: &mut ProofData) {
    claim(file, |moves| moves + 1);
}

/// Makes one of two levels, if there are two.
fn merge(file: &mut ProofData, dice: &mut Dice) -> bool {
    let part = some_part(file, dice);
    if part.len() < 2 {
        return false;
    }
    let at = dice.below(part.len() - 1);
    let next = part.remove(at + 1);
    part[at].extend(next);
    part[at].sort();
    true
}

fn lower(file: &mut ProofData) {
    claim(file, |moves| moves.saturating_sub(1));
}

fn claim(file: &mut ProofData, change: impl Fn(u64) -> u64) {
    if let Some(moves) = file.claim.strip_prefix("moves ") {
        file.claim = format!("moves {}", change(moves.parse().unwrap()));
    }
}

/// True proofs of small random puzzles, in all styles.
fn proofs(seeds: std::ops::Range<u64>) -> Vec<ProofData> {
    let mut files = Vec::new();
    for seed in seeds {
        let text = random::of_many_orders(seed);
        let puzzle: Puzzle = text.parse().unwrap();
        let style = Style::ALL[seed as usize % 6];
        let is_small = puzzle.size().cells() <= 9;
        let engine = [Engine::Auto, Engine::Table, Engine::Meet][seed as usize / 6 % 3];
        if is_small {
            let (proof, text) = written(&puzzle, style, engine);
            if proof.configurations < 300 {
                let file = ProofData::read(&text).unwrap_or_else(|| panic!("seed {seed}\n{text}"));
                assert_eq!(file.text(), text, "seed {seed}");
                files.push(file);
            }
        }
    }
    files
}

/// Whether the checker takes a text. If it does, it must be a proof.
fn taken(text: &str, case: &str) -> bool {
    let verdict = checked(text.as_bytes());
    let is_proven = proves(text);
    assert!(verdict.is_err() || is_proven, "taken and proves nothing: {case}\n{text}");
    // What is proven needs not be taken only for what the judge does not look at.
    let refused = verdict.as_ref().err().map(ToString::to_string).unwrap_or_default();
    let is_formal = refused.contains("listed at level");
    assert!(verdict.is_ok() || !is_proven || is_formal, "refused: {refused}, {case}\n{text}");
    verdict.is_ok()
}

/// The text with another number in one of the lines that begin like this, and a hash that fits.
fn miscounted(text: &str, begin: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let those: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with(begin)).collect();
    let Some(&at) = those.get(dice.below(those.len().max(1))) else { return text.to_owned() };
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
    let numbers: Vec<usize> =
        (0..words.len()).filter(|&at| words[at].parse::<u64>().is_ok()).collect();
    let word = &mut words[dice.pick(&numbers)];
    let number: u64 = word.parse().unwrap();
    *word =
        dice.pick(&[number + 1, number.saturating_sub(1), 10 * number, number << 32]).to_string();
    lines[at] = words.join(" ");
    let end = lines.pop().unwrap();
    let listed = end.split(' ').nth(1).and_then(|count| count.parse().ok());
    sealed(&lines.iter().map(|line| format!("{line}\n")).collect::<String>(), listed.unwrap_or(0))
}

#[test]
fn thousands_of_mutations_are_refused_unless_they_prove_their_claim() {
    let (first, rounds) = (20_000, 2);
    let files = proofs(first..first + 500);
    println!("seeds from {first}, {} proofs, {rounds} rounds", files.len());
    for kind in ANY {
        let number = files.iter().filter(|file| file.kind == *kind).count();
        assert!(number >= 10, "{number} proofs of kind {kind}");
    }
    let numbers: Vec<usize> = (0..files.len()).collect();
    let counts = parallel::each(&numbers, |&number| {
        let mut counts = BTreeMap::<(&str, &str), (u32, u32)>::new();
        let mut dice = Dice::new(number as u64);
        let kind = ANY.iter().find(|kind| files[number].kind == **kind).unwrap();
        for (name, _, how) in ATTACKS.iter().filter(|(_, on, _)| on.contains(kind)) {
            for round in 0..rounds {
                let mut file = files[number].clone();
                let mut text = match how {
                    Of(attack) => {
                        attack(&mut file, &mut dice, &files);
                        file.text()
                    }
                    Count(begin) => miscounted(&file.text(), begin, &mut dice),
                };
                // Some have their hash as it was, or some other byte changed.
                if dice.one_in(8) {
                    text = text_attack(&text, &mut dice);
                }
                let case = format!("proof {number}, round {round}: {name}");
                let count = counts.entry((kind, name)).or_default();
                if taken(&text, &case) { count.0 += 1 } else { count.1 += 1 }
            }
        }
        counts
    });
    let mut sums = BTreeMap::<(&str, &str), (u32, u32)>::new();
    for (attack, (taken, refused)) in counts.into_iter().flatten() {
        let sum = sums.entry(attack).or_default();
        *sum = (sum.0 + taken, sum.1 + refused);
    }
    println!("taken and refused: {sums:#?}");
    let refused: u32 = sums.values().map(|sum| sum.1).sum();
    assert!(refused > 3000, "{refused} refused");
    let all: usize = ATTACKS.iter().map(|(_, on, _)| on.len()).sum();
    // Some leave mostly a proof: a closed set is one however its levels are cut.
    let is_tried = |&(taken, refused): &(u32, u32)| taken + refused >= 20 && refused > 0;
    assert!(sums.len() == all && sums.values().all(is_tried), "{sums:#?}");
}

/// Tampers with the text itself, mostly without a new hash.
fn text_attack(text: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = dice.below(bytes.len());
    match dice.below(4) {
        0 => bytes[at] = dice.pick(b"0123456789 :\nx"),
        1 => bytes.truncate(at),
        2 => bytes.extend_from_slice(dice.pick(&[&b"\n"[..], b"x", b"level: 0 0\n"])),
        _ => {
            bytes.remove(at);
        }
    }
    let text = String::from_utf8(bytes).unwrap();
    match text.rsplit_once("end: ") {
        Some((above, end)) if dice.one_in(3) => {
            let listed = end.split(' ').next().and_then(|count| count.parse().ok());
            sealed(above, listed.unwrap_or(0))
        }
        _ => text,
    }
}

#[test]
fn truncated_and_changed_proofs_are_refused() {
    let puzzle: Puzzle = "2 x 3 (Pair)\n1 = 1\n2 = 1/1\n21\n02001\n".parse().unwrap();
    let (_, text) = written(&puzzle, Style::STEP, Engine::Table);
    assert!(checked(text.as_bytes()).is_ok());
    for at in 0..text.len() {
        assert!(checked(&text.as_bytes()[..at]).is_err(), "cut at {at}");
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        assert!(checked(&bytes).is_err(), "byte {at}");
    }
}
