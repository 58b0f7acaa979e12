//! Boards of all widths.

use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::{Budget, Engine, Query, Until, solve};

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
