//! Puzzles from data: every fault by its name and place.

use sliding::Puzzle;
use sliding::puzzle::{
    Demand, Expectation, GoalSetup, KindSetup, Lock, Note, Placement, Setup, Size, Style, Want,
};

/// Two kinds on a board with a blocked cell: `1` is upright, `2` single.
///
/// ```text
/// 1 2 x
/// 1 0 0
/// ```
fn small() -> Setup {
    let mut setup = Setup::new(Size { rows: 2, cols: 3 });
    let tall = setup.add_kind(KindSetup::new('1', [(0, 0), (1, 0)]));
    let single = setup.add_kind(KindSetup::new('2', [(0, 0)]));
    setup.blocked = vec![2];
    setup.start = vec![at(0, tall), at(1, single)];
    setup.goals = vec![
        GoalSetup::Complete(vec![at(0, tall), at(5, single)]),
        GoalSetup::Partial(vec![wants(4, single)]),
    ];
    setup
}

fn at(cell: u32, kind: u8) -> Placement {
    Placement { cell, kind }
}

fn wants(cell: u32, kind: u8) -> Demand {
    Demand { cell, want: Want::Origin(kind) }
}

fn empty(cell: u32) -> Demand {
    Demand { cell, want: Want::Empty }
}

/// What is said about the small setup after a change.
fn faults(change: impl Fn(&mut Setup)) -> String {
    let mut setup = small();
    change(&mut setup);
    let faults = setup.validate().expect_err("a faulty setup");
    assert!(!faults.all().is_empty());
    faults.to_string()
}

#[test]
fn a_puzzle_from_data_equals_that_from_text() {
    let text = "2 x 3\n1 = 1/1\n2 = 1\n12x\n10x02\nor ??x?2?\n";
    let puzzle = small().validate().unwrap();
    assert_eq!(text.parse(), Ok(puzzle.clone()));
    assert_eq!(Puzzle::try_from(Setup::from(&puzzle)), Ok(puzzle));
}

#[test]
fn order_and_repetition_do_not_matter() {
    let mut other = small();
    other.kinds[0].cells = vec![(8, -3), (7, -3), (8, -3)];
    other.blocked = vec![2, 2];
    other.start.reverse();
    other.goals[0] = GoalSetup::Complete(vec![at(5, 1), at(0, 0)]);
    other.goals[1] = GoalSetup::Partial(vec![wants(4, 1)]);
    assert_eq!(other.validate(), small().validate());
    // A goal that leaves nothing open is complete, however it was given.
    other.goals[0] =
        GoalSetup::Partial(vec![empty(4), wants(5, 1), empty(1), empty(4), wants(0, 0)]);
    assert_eq!(other.validate(), small().validate());
}

#[test]
fn faulty_boards() {
    let sized = |rows, cols| faults(|setup| setup.size = Size { rows, cols });
    assert_eq!(sized(0, 3), "size: the board has no cells");
    assert_eq!(sized(3, 0), "size: the board has no cells");
    assert_eq!(sized(1 << 10, 1025), "size: the board is too large");
    assert_eq!(sized(u32::MAX, u32::MAX), "size: the board is too large");
    let blocked = faults(|setup| setup.blocked = vec![2, 6, u32::MAX]);
    assert_eq!(
        blocked,
        "blocked[1]: there is no cell 6 on the board\n\
         blocked[2]: there is no cell 4294967295 on the board"
    );
}

#[test]
fn faulty_kinds() {
    let kind = |name: char, cells: &[(i32, i32)]| {
        faults(|setup| _ = setup.add_kind(KindSetup::new(name, cells)))
    };
    assert_eq!(kind('x', &[(0, 0)]), "kinds[2]: `x` is no name for a kind");
    assert_eq!(kind('é', &[]), "kinds[2]: `é` is no name for a kind");
    assert_eq!(kind('2', &[(0, 0)]), "kinds[2]: a second kind has the name `2`");
    assert_eq!(kind('3', &[]), "kinds[2]: kind `3` occupies no cell");
    let far = "kinds[2]: kind `3` is larger than any board";
    assert_eq!(kind('3', &[(0, 0), (1 << 20, 0)]), far);
    assert_eq!(kind('3', &[(i32::MIN, i32::MAX), (i32::MAX, i32::MIN)]), far);
    // Each is reported; and pieces of a kind without cells can lie anywhere.
    let all = faults(|setup| setup.kinds.iter_mut().for_each(|kind| kind.cells.clear()));
    assert_eq!(all, "kinds[0]: kind `1` occupies no cell\nkinds[1]: kind `2` occupies no cell");
}

#[test]
fn faulty_starts() {
    let start = |pieces: &[Placement]| faults(|setup| setup.start = pieces.to_vec());
    assert_eq!(
        start(&[]),
        "start: the puzzle has no pieces\n\
         goals[0]: pieces of kind `1`: 0 in the start, but 1 in the goal\n\
         goals[0]: pieces of kind `2`: 0 in the start, but 1 in the goal\n\
         goals[1]: pieces of kind `2`: 0 in the start, but 1 in the goal"
    );
    assert_eq!(start(&[at(0, 0), at(1, 2)]), "start[1]: there is no kind with index 2");
    assert_eq!(start(&[at(3, 0), at(1, 1)]), "start[0]: piece `1` leaves the board");
    assert_eq!(start(&[at(0, 0), at(u32::MAX, 1)]), "start[1]: piece `2` leaves the board");
    assert_eq!(
        start(&[at(0, 0), at(3, 1), at(2, 1)]),
        "start[1]: piece `2` overlaps another piece at row 2, column 1\n\
         start[2]: piece `2` overlaps a blocked cell at row 1, column 3"
    );
}

#[test]
fn faulty_goals() {
    let complete = |pieces: &[Placement]| {
        faults(|setup| setup.goals = vec![GoalSetup::Complete(pieces.to_vec())])
    };
    let partial = |demands: &[Demand]| {
        faults(|setup| setup.goals = vec![GoalSetup::Partial(demands.to_vec())])
    };
    assert_eq!(faults(|setup| setup.goals.clear()), "goals: the puzzle has no goal");
    assert_eq!(complete(&[at(3, 0)]), "goals[0][0]: piece `1` leaves the board");
    let missing = "goals[0]: pieces of kind `1`: 1 in the start, but 0 in the goal";
    assert_eq!(complete(&[at(3, 1)]), missing);
    let overlap = "goals[0][1]: piece `2` overlaps another piece at row 2, column 1";
    assert_eq!(partial(&[wants(0, 0), wants(3, 1)]), overlap);
    let surplus = "goals[0]: pieces of kind `2`: 1 in the start, but 2 in the goal";
    assert_eq!(partial(&[wants(0, 1), wants(3, 1)]), surplus);
    let wall = "goals[0][0]: row 1, column 3 is to be empty, but there is a blocked cell";
    assert_eq!(partial(&[empty(2)]), wall);
    // The order of the demands does not matter.
    let covered = "goals[0][0]: row 2, column 1 is to be empty, but there is another piece";
    assert_eq!(partial(&[empty(3), wants(0, 0)]), covered);
    assert_eq!(partial(&[empty(6)]), "goals[0][0]: there is no cell 6 on the board");
    // Nothing is left open, but the upright piece is missing.
    let full: Vec<Demand> = [1, 3, 4, 5].map(empty).into_iter().chain([wants(0, 1)]).collect();
    assert_eq!(partial(&full), missing);
    let many = faults(|setup| {
        setup.size = Size { rows: 1 << 10, cols: 1 << 10 };
        setup.goals = vec![GoalSetup::Partial(vec![]); 18];
    });
    assert_eq!(many, "goals[16]: too many goals for a board of this size");
}

#[test]
fn faulty_facts() {
    for comment in [" Klotski", "Klotski ", "two\nlines"] {
        let reported = faults(|setup| setup.comment = comment.to_owned());
        assert_eq!(reported, "comment: the commentary is not a line without blanks around it");
    }
    let pairs = [("", "a"), ("a:b", ""), ("expect", "0 1"), (" a", ""), ("a", "b\nc"), ("a", " b")];
    for (key, value) in pairs {
        let note = Note { key: key.to_owned(), value: value.to_owned() };
        let reported = faults(|setup| setup.notes.push(note.clone()));
        assert_eq!(reported, format!("notes[0]: `{key}` is no fact of one line"));
    }
    let expectation = Expectation { style: Style::SLIDE, moves: None, states: None };
    let reported = faults(|setup| setup.expectations = vec![expectation; 2]);
    assert_eq!(reported, "expectations[1]: a second expectation for style 1");
}

#[test]
fn all_faults_are_reported_at_once() {
    let all = faults(|setup| {
        setup.kinds[1].name = '0';
        setup.start = vec![at(3, 0)];
        setup.goals.push(GoalSetup::Complete(vec![at(4, 9)]));
        setup.comment = "\n".to_owned();
    });
    assert_eq!(
        all,
        "kinds[1]: `0` is no name for a kind\n\
         start[0]: piece `1` leaves the board\n\
         goals[2][0]: there is no kind with index 9\n\
         comment: the commentary is not a line without blanks around it"
    );
}

#[test]
fn positions_are_validated_for_their_puzzle() {
    let puzzle = small().validate().unwrap();
    let refused = |pieces: &[Placement]| {
        puzzle.configuration(pieces.to_vec()).expect_err("no configuration").to_string()
    };
    let moved = puzzle.configuration(vec![at(5, 1), at(0, 0)]).unwrap();
    assert_eq!((puzzle.shorthand(&moved), puzzle.is_solved_by(&moved)), ("10x02".to_owned(), true));
    assert_eq!(refused(&[at(0, 0), at(5, 9)]), "start[1]: there is no kind with index 9");
    assert_eq!(refused(&[at(0, 0), at(6, 1)]), "start[1]: piece `2` leaves the board");
    let overlap = "start[1]: piece `2` overlaps a blocked cell at row 1, column 3";
    assert_eq!(refused(&[at(0, 0), at(2, 1)]), overlap);
    assert_eq!(refused(&[at(0, 0)]), "start: pieces of kind `2`: 1 in the start, but 0 here");
}

#[test]
fn kinds_keep_their_cells_and_locks() {
    let text = "5 x 5\n1 = 000/00101/1 v\nZ = 11/0/1\n001\n?\n";
    let puzzle: Puzzle = text.parse().unwrap();
    let [one, zed] = puzzle.kinds() else { panic!("two kinds") };
    assert_eq!((one.name(), one.lock()), ('1', Lock::Vertical));
    assert_eq!(one.cells(), [(0, 0), (0, 2), (1, -2)]);
    assert_eq!((zed.name(), zed.lock()), ('Z', Lock::Free));
    assert_eq!(zed.cells(), [(0, 0), (0, 1), (2, 0)]);
}
