//! The verdict on the small boards of a random family, in all styles, against brute force.

use std::collections::HashSet;

use sliding::Puzzle;
use sliding::check::proof::{CheckError, ProofFault, ProvenKind};
use sliding::puzzle::Style;
use sliding::solve::{Budget, Engine};

use super::file::ProofData;
use super::judge::{Judge, proves};
use super::{checked, checked_within, written};
use crate::reference::Origins;
use crate::{parallel, random};

const ENGINES: [Engine; 6] =
    [Engine::Auto, Engine::Table, Engine::Index, Engine::Cut, Engine::Meet, Engine::Disk];

/// Puzzles on boards of 2 x 3 and 3 x 3 cells, with locks, gates, blocked cells, and goals of every sort.
fn family() -> Vec<(u64, Puzzle)> {
    let is_small = |text: &String| {
        ["2 x 3", "3 x 2", "3 x 3"].iter().any(|size| text.starts_with(&format!("{size} ")))
    };
    let many = (0..600).map(|seed| (seed, random::of_many_orders(seed)));
    let plain = (5_000..5_600).map(|seed| (seed, random::puzzle(seed).small));
    let puzzles = many.chain(plain).filter(|(_, text)| is_small(text));
    let parsed = puzzles.map(|(seed, text)| (seed, text.parse().unwrap()));
    parsed.collect()
}

/// What is true of a puzzle, and the levels to forge proofs of.
struct Truth {
    moves: Option<usize>,
    levels: Vec<Vec<Origins>>,
}

fn truth(judge: &Judge) -> Truth {
    let levels = judge.levels(vec![judge.start()]);
    let has_goal = |level: &Vec<Origins>| level.iter().any(|o| judge.reference.is_goal(o));
    Truth { moves: levels.iter().position(has_goal), levels }
}

#[test]
fn is_right_on_all_small_boards() {
    let family = family();
    let gates = family.iter().filter(|(_, puzzle)| !puzzle.gates().is_empty()).count();
    assert!(family.len() > 200 && gates > 20, "{} puzzles, {gates} with gates", family.len());
    let kinds = parallel::each(&family, |(seed, puzzle)| {
        let mut kinds = HashSet::new();
        for style in Style::ALL {
            let case = format!("seed {seed}, style {style}\n{puzzle}");
            let judge = Judge::new(puzzle, style);
            let truth = truth(&judge);
            for engine in ENGINES {
                if engine == Engine::Cut && style.number() > 2 {
                    continue;
                }
                let (proof, text) = written(puzzle, style, engine);
                assert_eq!(proof.moves, truth.moves.map(|moves| moves as u64), "{engine:?} {case}");
                let proven = checked(text.as_bytes());
                let proven = proven.unwrap_or_else(|refused| panic!("{refused}, {case}\n{text}"));
                assert_eq!(proven.moves, proof.moves, "{case}");
                assert_eq!(proven.configurations, proof.configurations, "{case}");
                assert!(proves(&text), "{engine:?}, {case}\n{text}");
                kinds.insert(proven.kind.name());
            }
            forged(&judge, &truth, &case);
        }
        kinds
    });
    let kinds: HashSet<_> = kinds.into_iter().flatten().collect();
    let all = [ProvenKind::Levels, ProvenKind::Closed, ProvenKind::TwoSided].map(ProvenKind::name);
    assert_eq!(kinds, all.into_iter().collect(), "kinds of proofs that were written");
}

/// Of proofs that claim this and that, only those of the truth are taken.
fn forged(judge: &Judge, truth: &Truth, case: &str) {
    let most = truth.levels.len() + 1;
    for claim in (0..=most).map(Some).chain([None]) {
        let file = forgery(judge, truth, claim);
        let text = file.text();
        let taken = checked(text.as_bytes());
        assert_eq!(taken.is_ok(), claim == truth.moves, "{claim:?}: {taken:?}, {case}\n{text}");
        assert_eq!(proves(&text), claim == truth.moves, "{claim:?}, {case}\n{text}");
    }
}

/// As good a proof of a claim as can be forged: levels without their goals, and a solution of that many
/// moves that goes to and fro at its end where it is too long.
fn forgery(judge: &Judge, truth: &Truth, claim: Option<usize>) -> ProofData {
    let level = |level: usize| {
        let origins = truth.levels.get(level).into_iter().flatten();
        let mut lines: Vec<String> = origins
            .filter(|origins| !judge.reference.is_goal(origins))
            .map(|origins| judge.write(origins))
            .collect();
        lines.sort();
        lines
    };
    let levels = claim.unwrap_or(truth.levels.len());
    let mut solution = Vec::new();
    if let Some(claim) = claim {
        let way = way(judge, truth, truth.moves.unwrap_or(claim).min(claim));
        solution.extend(way.iter().map(|origins| judge.write(origins)));
        let back = solution.len().saturating_sub(2);
        while solution.len() <= claim {
            let last = if (solution.len() - back) % 2 == 0 { back } else { back + 1 };
            solution.push(solution[last.min(solution.len() - 1)].clone());
        }
    }
    ProofData {
        style: judge.style.number(),
        claim: claim.map_or("none".to_owned(), |moves| format!("moves {moves}")),
        kind: if claim.is_some() { "levels" } else { "closed" }.to_owned(),
        puzzle: judge.puzzle.to_string(),
        solution,
        parts: vec![(0..levels).map(level).collect()],
    }
}

/// A shortest way to some configuration at a distance, to a goal if there is one.
fn way(judge: &Judge, truth: &Truth, distance: usize) -> Vec<Origins> {
    let distance = distance.min(truth.levels.len() - 1);
    let level = &truth.levels[distance];
    let goal = level.iter().find(|origins| judge.reference.is_goal(origins));
    let mut way = vec![goal.unwrap_or(&level[0]).clone()];
    for level in truth.levels[..distance].iter().rev() {
        let last = judge.neighbours(&way[way.len() - 1]);
        way.push(level.iter().find(|origins| last.contains(*origins)).unwrap().clone());
    }
    way.reverse();
    way
}

#[test]
fn does_not_depend_on_threads() {
    let puzzle: Puzzle = "3 x 4\n1 = 1\n2 = 1\n3 = 1\n4 = 11\n123004\n4321\n".parse().unwrap();
    let (_, text) = written(&puzzle, Style::STEP, Engine::Table);
    let dropped = text.replacen("level: 3 ", "level: 4 ", 1);
    for threads in [1, 2, 5] {
        let mut budget = Budget::default();
        budget.threads = std::num::NonZeroUsize::new(threads);
        assert!(checked_within(&mut text.as_bytes(), &budget).is_ok());
        let refused = checked_within(&mut dropped.as_bytes(), &budget).unwrap_err();
        let CheckError::Refused(refused) = refused else { panic!("{refused}") };
        assert_eq!(refused.reason, ProofFault::Expected("`level: 3` and a number".to_owned()));
    }
}
