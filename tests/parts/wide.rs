//! Boards of all widths.

use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::{Budget, Query, Until, solve};

use crate::oracle::Engine;

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
            let [table, others @ ..] =
                [Engine::Sparse, Engine::Ring, Engine::Rows, Engine::Matrices].map(|engine| {
                    let mut query = Query::new(&puzzle, style);
                    engine.ask(&mut query);
                    query.until = Until::Exhausted;
                    let counted = solve(&query, &Budget::default(), &mut ()).unwrap().counted;
                    assert_eq!(counted.total(), pairs, "{engine:?}, {text}");
                    counted.levels().to_vec()
                });
            assert!(others.iter().all(|levels| *levels == table), "style {style}, {text}");
        }
    }
}
