//! The signature of the searches: how many configurations there are at each distance.
//!
//! `tests/data/signature.tsv` has a line for every puzzle of the corpus with up to
//! [`MOST`] configurations, in every style. To write it anew after adding a puzzle:
//!
//! ```text
//! SLIDING_REGENERATE=1 cargo test signature
//! ```
//!
//! Lines that were there already should come out as they were. The file was compared, line by
//! line, with what another program counts that shares nothing with this one.

use std::collections::BTreeMap;

use crate::ask::{SearchRequest, search};
use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::Until;

use crate::{corpus, parallel, recorded};

/// Larger puzzles have no line.
const MOST: u64 = 100_000;

fn levels(puzzle: &Puzzle, style: Style) -> Vec<u64> {
    let mut request = SearchRequest::new(style);
    request.until = Until::Exhausted;
    request.wants_solution = false;
    search(puzzle, &request, &mut ()).unwrap().counted.levels().to_vec()
}

/// Puzzle and style, and the level counts, joined by blanks.
fn counted() -> BTreeMap<String, String> {
    let entries: Vec<_> = corpus::entries().into_iter().filter(|e| !e.is_large()).collect();
    let cases: Vec<_> = entries.iter().flat_map(|e| Style::ALL.map(|style| (e, style))).collect();
    let counts = parallel::each(&cases, |&(entry, style)| levels(&entry.puzzle, style));
    let few =
        cases.into_iter().zip(counts).filter(|(_, counts)| counts.iter().sum::<u64>() <= MOST);
    let lines = few.map(|((entry, style), counts)| {
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        (format!("{}\t{style}", entry.name), counts.join(" "))
    });
    lines.collect()
}

#[test]
fn signature_of_every_puzzle() {
    let counted = counted();
    let lines = counted.iter().map(|(case, counts)| format!("{case}\t{counts}\n"));
    let recorded = recorded::text("tests/data/signature.tsv", &lines.collect::<String>());
    let recorded: BTreeMap<String, String> = recorded
        .lines()
        .map(|line| line.rsplit_once('\t').expect("three columns"))
        .map(|(case, counts)| (case.to_owned(), counts.to_owned()))
        .collect();
    for (case, counts) in &counted {
        let known = recorded.get(case);
        let known = known.unwrap_or_else(|| panic!("signature.tsv has no line for {case:?}"));
        assert_eq!(counts, known, "{case:?}");
    }
    let gone: Vec<_> = recorded.keys().filter(|case| !counted.contains_key(*case)).collect();
    assert!(gone.is_empty(), "signature.tsv has lines for no puzzle: {gone:?}");
}

/// Tiles in the goal's order on a board, from the hole in a corner.
fn tiles(rows: usize, cols: usize) -> Puzzle {
    let names: String = "123456789abcdef".chars().take(rows * cols - 1).collect();
    let kinds: String = names.chars().map(|name| format!("{name} = 1\n")).collect();
    format!("{rows} x {cols}\n{kinds}{names}\n{names}\n").parse().unwrap()
}

/// The published counts of 3x5 tiles, too large to be counted here: the first ones are, and of the others what is known
/// from a run of commit b48e7da3, which took 1.6 hours.
#[test]
fn published_level_counts_of_3x5_tiles() {
    let lines = include_str!("../docs/records/tiles-3x5-levels.csv").lines().skip(1);
    let counts: Vec<u64> = (0..)
        .zip(lines)
        .map(|(distance, line)| {
            let (at, count) = line.split_once(',').expect("two columns");
            assert_eq!(at.parse(), Ok(distance));
            count.parse().expect("a number")
        })
        .collect();
    assert_eq!((counts.len(), counts.iter().sum()), (85, 653_837_184_000_u64));
    assert_eq!(counts[44..].iter().sum::<u64>(), 591_003_268_379);
    let mut request = SearchRequest::new(Style::STEP);
    (request.until, request.wants_solution) = (Until::Exhausted, false);
    request.budget.max_moves = Some(18);
    let found = search(&tiles(3, 5), &request, &mut ()).unwrap();
    assert_eq!(found.counted.levels(), &counts[..19]);
}
