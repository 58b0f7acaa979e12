//! Drawn boards: what they mean, what is wrong with them, and that drawing and reading lose nothing.

use sliding::Puzzle;
use sliding::notation::{NOTATIONS, Notation, ProblemEffect, parse};
use sliding::puzzle::Style;

use crate::random;
use crate::reference::Reference;

fn drawn() -> &'static Notation {
    NOTATIONS.iter().find(|notation| notation.name == "drawn").unwrap()
}

/// A drawing means what a text of SLIDING means, but for its first line.
fn means(drawing: &str, text: &str) {
    let drawing: Puzzle = drawing.parse().unwrap_or_else(|error| panic!("{error}\n{drawing}"));
    assert_eq!(drawing, text.parse().unwrap(), "{drawing}");
}

#[test]
fn klotski_is_read_from_a_drawing() {
    let drawing =
        "\n# title: Klotski\nABBC\nABBC\nDEEF\nDghF\ni..j\n\ngoal:\n....\n....\n....\n.BB.\n.BB.\n";
    let kinds = "A = 1/1\nB = 11/11\nE = 11\ng = 1\n";
    let text = format!("5 x 4\n{kinds}ABAAEAggg00g\n?????????????B?\n# title: Klotski\n");
    means(drawing, &text);
}

#[test]
fn goals_distinguish_pieces_and_lines_override() {
    // Both look alike; the goal names one.
    means("ab.\ngoal:\n..a\n", "1 x 3\na = 1\nb = 1\nab0\n??a\n");
    means("ab.\ngoal:\n..a\nalike: ab\n", "1 x 3\na = 1\naa0\n??a\n");
    means("start:\nab.\ngoal:\n..a\n", "1 x 3\na = 1\nb = 1\nab0\n??a\n");
    means("abc.\ngoal:\n...a\ndistinct: b\n", "1 x 4\na = 1\nb = 1\nc = 1\nabc0\n???a\n");
    // A complete goal, a wall, a cell that shall be empty, and two ways to stop.
    means("ab#.\ngoal:\nba#.\n", "1 x 4\na = 1\nb = 1\nabx0\nbax0\n");
    means("ab#.\ngoal:\n_...\ngoal:\n...b\n", "1 x 4\na = 1\nb = 1\nabx0\n0???\nor ??xb\n");
}

#[test]
fn locks_gates_and_pieces_in_parts() {
    means(
        "aa.\nb.b\n...\ngoal:\n.aa\n...\n...\nlock: a h\nonly a: //-\nwhole: b\n",
        "3 x 3\na = 11 h\nb = 101\na0b\n?a?\nonly a: //-\n",
    );
}

#[test]
fn mistakes_are_reported_with_their_place() {
    let reported = |text: &str| {
        let error = parse(text).unwrap_err();
        let problem = &error.problems()[0];
        (problem.line, problem.column, problem.message.to_string())
    };
    let row = "this row has 2 cells, and the first has 3";
    assert_eq!(reported("ab.\n..\ngoal:\n...\n..a\n"), (2, 1, row.into()));
    let height = "the goal has 1 rows, and the board has 2";
    assert_eq!(reported("ab\n..\ngoal:\nba\n"), (3, 1, height.into()));
    assert_eq!(
        reported("ab\n..\ngoal:\n..\n.c\n"),
        (5, 2, "there is no piece `c` on the board".into())
    );
    let short = reported("aa.\n...\ngoal:\n...\naa\n");
    assert_eq!((short.0, &*short.2), (5, "a cell in one drawing that the other does not have"));
    let shape = "piece `a` has another shape in the goal";
    assert_eq!(reported("aa.\n...\ngoal:\na..\na..\n"), (4, 1, shape.into()));
    let walls = "start and goal differ in their blocked cells";
    assert_eq!(reported("a.\ngoal:\n#a\n"), (3, 1, walls.into()));
    assert_eq!(
        reported("My puzzle\naab\n..b\n...\ngoal:\n...\n...\naa.\n").2,
        "line 1 is no row of the board"
    );
    assert_eq!(
        reported("a.\ngoal:\n.a\nsomething else\n"),
        (4, 1, "this line is not understood".into())
    );
    let gate = "piece `a` lies on row 1, column 1, which a gate keeps it from";
    assert_eq!(reported("a.\ngoal:\n.a\nonly : -\n"), (1, 1, gate.into()));
    assert_eq!(reported("a.b\ngoal:\n.a.\nalike: az\n").2, "there is no piece `z` on the board");
    assert_eq!(
        reported("abb.\ngoal:\n...a\nalike: ab\n").2,
        "the pieces `a` and `b` differ in shape, lock or gates"
    );
    for line in ["lock: z v", "distinct: az", "lock: . h"] {
        let (at, column, message) = reported(&format!("a.b\ngoal:\n.a.\n{line}\n"));
        assert_eq!((at, column), (4, 1), "{line}");
        assert!(message.starts_with("there is no piece"), "{message}");
    }
    let twice = "piece `a` is locked in two ways";
    assert_eq!(reported("a.b\ngoal:\n.a.\nlock: a h\nlock: ba v\n"), (5, 1, twice.into()));
    // What a goal wants of a cell is reported there.
    let blocked = reported("ab#.\n....\ngoal:\n.._.\na...\nlock: b h\n");
    assert_eq!((blocked.0, blocked.1), (4, 3), "{}", blocked.2);
    // No drawing has been lost to an older format, and none of its texts to drawings.
    assert_eq!(reported("5 4\n1 = 1\n").2, "the board's size is missing or malformed");
}

#[test]
fn facts_and_comments_may_stand_anywhere() {
    let text = "1 x 3\na = 1 h\nb = 1\nab0\n??a\n# title: T\n# name: a anvil\n";
    for drawing in [
        "lock: a h\n# A comment\ntitle: T\nname: a anvil\nab.\ngoal:\n..a\n",
        "# A comment\n# title: T\nab.\n  Goal:\n..a\nlock: a h\nname: a anvil\n",
        "start:\nab.\ngoal: \n..a\ntitle: T\n# name: a anvil\nlock: a h\n# the end\n",
    ] {
        let puzzle: Puzzle = drawing.parse().unwrap_or_else(|error| panic!("{error}\n{drawing}"));
        assert_eq!(puzzle, text.parse().unwrap(), "{drawing}");
    }
}

#[test]
fn naming_one_of_several_equal_pieces_warns() {
    let warned = |line: &str| {
        let (_, warnings) = parse(&format!("abc.\ngoal:\n...a\n{line}\n")).unwrap();
        warnings.into_iter().map(|warning| (warning.effect, warning.message)).collect::<Vec<_>>()
    };
    let like = "piece `c` is one of the pieces `b`, which look alike, so this is ignored";
    assert_eq!(warned("# name: c cart"), [(ProblemEffect::Void, like.into())]);
    assert_eq!(warned("# color: c #112233"), [(ProblemEffect::Void, like.into())]);
    assert_eq!(warned("# name: b boat"), []);
    let (effect, message) = &warned("# name: z zebra")[0];
    assert_eq!(
        (*effect, &message[..]),
        (ProblemEffect::Ignored, "this line names no kind of pieces")
    );
}

#[test]
fn drawings_mean_the_same_as_files() {
    for seed in 50_000..50_300 {
        let puzzle: Puzzle = random::puzzle(seed).framed.parse().unwrap();
        let drawing = drawn().write(&puzzle).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let read: Puzzle =
            drawing.parse().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{drawing}"));
        // A file may hold several.
        let twice: Vec<_> = drawn().items(&format!("{drawing}\n{drawing}")).collect();
        assert!(twice.len() == 2 && twice.iter().all(|item| item.parsed.is_ok()), "{drawing}");
        for style in [Style::STEP, Style::SUPER_WALK] {
            let facts = |puzzle| Reference::new(puzzle).facts(style, 300);
            assert_eq!(facts(&read), facts(&puzzle), "seed {seed}, style {style}\n{drawing}");
        }
    }
}
