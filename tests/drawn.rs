//! Drawing and reading lose nothing. What drawings mean stands in `tests/cmd/drawn.md`.

use sliding::Puzzle;
use sliding::notation::NOTATIONS;
use sliding::puzzle::Style;

use crate::oracle::random;
use crate::oracle::reference::Reference;

#[test]
fn drawings_mean_the_same_as_files() {
    let drawn = NOTATIONS.iter().find(|notation| notation.name == "drawn").unwrap();
    for seed in 50_000..50_300 {
        let puzzle: Puzzle = random::puzzle(seed).framed.parse().unwrap();
        let drawing = drawn.write(&puzzle).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        // A file may hold several.
        let read: Vec<Puzzle> = drawn
            .items(&format!("{drawing}\n{drawing}"))
            .map(|item| item.parsed.unwrap_or_else(|_| panic!("seed {seed}\n{drawing}")).0)
            .collect();
        assert_eq!(read.len(), 2, "seed {seed}");
        for style in [Style::STEP, Style::SUPER_WALK] {
            let facts = |puzzle| Reference::new(puzzle).facts(style, 300);
            let same = read.iter().all(|read| facts(read) == facts(&puzzle));
            assert!(same, "seed {seed}, style {style}\n{drawing}");
        }
    }
}
