//! Boards of all widths.

use sliding::Puzzle;
use sliding::analyse::prove;
use sliding::check::proof::check;
use sliding::puzzle::Style;
use sliding::solve::{Budget, Engine, Query, Until, solve};

use crate::oracle::random;
use crate::oracle::reference::Reference;

/// Two pieces anywhere on a board, alike or not.
#[test]
fn engines_count_pairs_on_boards_of_any_width() {
    for (text, pairs) in [
        ("2 x 32\n1 = 1\n11\n?\n", 64 * 63 / 2),
        ("3 x 23\n1 = 1\n2 = 1\n12\n?\n", 69 * 68),
        ("4 x 32\n1 = 1\n2 = 1\n12\n?\n", 128 * 127),
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        for style in [Style::STEP, Style::SLIDE] {
            let [table, others @ ..] = [Engine::Table, Engine::Ring, Engine::Index, Engine::Cut]
                .map(|engine| {
                    let mut query = Query::new(&puzzle, style);
                    (query.engine, query.until) = (engine, Until::Exhausted);
                    let counted = solve(&query, &Budget::default(), &mut ()).unwrap().counted;
                    assert_eq!(counted.total(), pairs, "{engine}, {text}");
                    counted.levels().to_vec()
                });
            assert!(others.iter().all(|levels| *levels == table), "style {style}, {text}");
        }
    }
}

/// Positions are keys of a word, of two, of four or of bytes.
#[test]
fn proofs_are_checked_on_boards_of_any_width() {
    let (mut proven, folder) = (0, tempfile::tempdir().unwrap());
    for seed in 0..120 {
        let pair = random::puzzle(seed);
        let text = if seed % 3 == 0 { pair.small } else { pair.framed };
        let (puzzle, style): (Puzzle, _) = (text.parse().unwrap(), Style::ALL[seed as usize % 6]);
        let Some(facts) = Reference::new(&puzzle).facts(style, 400) else { continue };
        let (budget, mut proof) = (Budget::default(), Vec::new());
        prove(&Query::new(&puzzle, style), &budget, &mut (), folder.path(), &mut proof).unwrap();
        let read = |text: &str| text.parse::<Puzzle>().map_err(|error| error.to_string());
        let checked = check(&mut &proof[..], &read, &budget).unwrap();
        assert_eq!(checked.moves, facts.moves, "seed {seed}, style {style}\n{text}");
        proven += 1;
    }
    assert!(proven > 80, "{proven}");
}
