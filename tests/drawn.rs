//! Drawing and reading lose nothing. What drawings mean stands in `tests/cmd/drawn.md`.

use sliding::Puzzle;
use sliding::notation::{NOTATIONS, ReadOptions, read};
use sliding::puzzle::{Lock, Style};

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

/// With `--goal next`, lines below the second board are about the puzzle of both.
#[test]
fn lines_below_the_next_board_count() {
    let boards = "AA.\n...\nXXB\n..B\n\n.AA\n...\n.XX\n...\n".to_owned();
    let mut options = ReadOptions::default();
    options.set("goal", "next").unwrap();
    let lock = |text: &str| read(text, &options).unwrap().0.kinds()[0].lock();
    assert_eq!(lock(&boards), Lock::Free);
    assert_eq!(lock(&(boards + "lock: all\n")), Lock::Horizontal);
}

/// Boards in strings of several lines and between rules, and lists of pieces whose names come after other keys or last.
#[test]
fn strings_rules_and_lists_are_read() {
    let board = "AA.\n...\nXX.\n";
    let list = "name: Level\nsize: 6\ncars:\n  - name: X\n    row: 2\n    col: 0\n    length: 2\n    dir: h\n  \
                - name: A\n    row: 0\n    col: 3\n    length: 3\n    dir: v\n";
    let facts = "car(2,h,r). car(3,v,a). at(2,0,r). at(0,3,a).\n";
    let cars = "oooBoooooBooAAoBoo".to_owned() + &"o".repeat(18);
    let texts = [
        (format!("const level = `\n{board}`;\n"), board),
        ("board: \"AA. ... XX.\"\n".to_owned(), board),
        (format!("level = \"\"\"\n{board}\"\"\"\n"), board),
        (format!("─────\n{board}─────\n"), board),
        (list.to_owned(), &*cars),
        (facts.to_owned(), &*cars),
    ];
    for (text, meant) in texts {
        let puzzle: Puzzle = text.parse().unwrap();
        assert_eq!(puzzle, meant.parse().unwrap(), "{text}");
    }
}
