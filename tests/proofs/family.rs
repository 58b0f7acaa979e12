//! The verdict on the small boards of a random family, in all styles, against brute force.

use std::collections::BTreeMap;

use sliding::puzzle::Style;

use super::attacks::{EDITS, Loot, fit_claim, retouched};
use super::file::ProofData;
use super::judge::Judge;
use super::{budget, checked, written};
use crate::oracle::random::Dice;
use crate::oracle::reference::Reference;
use crate::oracle::{Engine, each, random};

const ENGINES: [Engine; 6] =
    [Engine::Auto, Engine::Sparse, Engine::Meet, Engine::Rows, Engine::Matrices, Engine::Disk];

/// Proofs with more positions are not tampered with.
const MANY: u64 = 300;

/// Puzzles on boards of few cells, with locks, gates, blocked cells, and goals of every sort.
fn family() -> Vec<(u64, Judge)> {
    let many = (0..360).map(|seed| (seed, random::any(10 * seed + 6)));
    let plain = (5_000..5_360).map(|seed| (seed, random::puzzle(seed).small));
    let is_small =
        |text: &str| ["2 x 3", "3 x 2", "3 x 3"].iter().any(|size| text.starts_with(size));
    let small: Vec<_> = many.chain(plain).filter(|(_, text)| is_small(text)).collect();
    each(&small, |(seed, text)| (*seed, Judge::new(text.parse().unwrap())))
}

/// A proof by each engine is right. Returns one for each style.
fn proofs(seed: u64, judge: &Judge) -> Vec<ProofData> {
    let mut files = Vec::new();
    for (style, number) in Style::ALL.into_iter().zip(seed..) {
        let facts = Reference::new(&judge.puzzle).facts(style, usize::MAX).unwrap();
        for (at, engine) in ENGINES.into_iter().enumerate() {
            if engine == Engine::Matrices && style.number() > 2 {
                continue;
            }
            let (proof, text) = written(&judge.puzzle, style, engine);
            let case = format!("seed {seed}, style {style}, {engine:?}\n{text}");
            let proven = checked(text.as_bytes(), &budget(256 << 20, 2));
            let proven = proven.unwrap_or_else(|refused| panic!("{refused}, {case}"));
            assert_eq!([proof.moves, proven.moves], [facts.moves; 2], "{case}");
            assert_eq!(proven.configurations, proof.configurations, "{case}");
            assert!(judge.proves(&text), "{case}");
            let file = ProofData::read(&text).expect(&case);
            assert_eq!(proven.kind.name(), file.kind, "{case}");
            if number % 3 == at as u64 && proof.configurations < MANY {
                files.push(file);
            }
        }
    }
    files
}

/// Whether the checker takes a text. If it does, it must be a proof.
fn is_taken(judge: &Judge, text: &str, case: &str) -> bool {
    let verdict = checked(text.as_bytes(), &budget(256 << 20, 2));
    let is_proven = judge.proves(text);
    assert!(verdict.is_err() || is_proven, "taken and proves nothing: {case}\n{text}");
    // What is proven needs not be taken only for what the judge does not look at.
    let refused = verdict.as_ref().err().map(ToString::to_string).unwrap_or_default();
    let is_formal = refused.contains("listed at level");
    assert!(verdict.is_ok() || !is_proven || is_formal, "refused: {refused}, {case}\n{text}");
    verdict.is_ok()
}

#[test]
fn proofs_of_small_puzzles_are_taken_and_tampered_ones_only_if_they_prove_their_claim() {
    let family = family();
    let gates = family.iter().filter(|(_, judge)| !judge.puzzle.gates().is_empty()).count();
    assert!(family.len() > 120 && gates > 12, "{} puzzles, {gates} with gates", family.len());
    let proofs = each(&family, |(seed, judge)| proofs(*seed, judge));
    let others: Vec<ProofData> = proofs.iter().flatten().cloned().collect();
    for kind in ["levels", "closed", "two-sided"] {
        let number = others.iter().filter(|file| file.kind == kind).count();
        assert!(number >= 10, "{number} proofs of kind {kind}");
    }
    let cases: Vec<_> = family.iter().zip(&proofs).collect();
    let counts = each(&cases, |&((seed, judge), files)| {
        let mut counts = BTreeMap::new();
        let mut dice = Dice::new(*seed);
        let positions: Vec<String> = judge.positions.keys().cloned().collect();
        let loot = Loot { positions: &positions, others: &others };
        for true_file in files {
            let mut attack = |name: &'static str, text: &str| {
                let taken = is_taken(judge, text, &format!("seed {seed}: {name}"));
                counts.entry(name).or_insert([0, 0])[usize::from(taken)] += 1;
            };
            for (name, edit) in EDITS {
                let mut file = true_file.clone();
                edit(&mut file, &mut dice, &loot);
                if dice.one_in(2) {
                    dice.pick(EDITS).1(&mut file, &mut dice, &loot);
                }
                if dice.one_in(2) {
                    fit_claim(&mut file);
                }
                attack(name, &file.text());
            }
            let text = true_file.text();
            (0..8).for_each(|_| attack("retouched", &retouched(&text, &mut dice)));
        }
        counts
    });
    let mut sums = BTreeMap::<&str, [u32; 2]>::new();
    for (name, [refused, taken]) in counts.into_iter().flatten() {
        let sum = sums.entry(name).or_default();
        *sum = [sum[0] + refused, sum[1] + taken];
    }
    println!("refused and taken, from seeds 0 and 5000: {sums:#?}");
    let is_tried = sums.len() == EDITS.len() + 1 && sums.values().all(|sum| sum[0] >= 20);
    assert!(is_tried, "{sums:#?}");
}
