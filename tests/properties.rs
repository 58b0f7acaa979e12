//! Properties of texts and positions, by random puzzles and random changes: what is written is read as the same, what is
//! done can be undone, and whatever a text is, it is read or refused.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{RngSeed, TestRunner};
use sliding::Puzzle;
use sliding::check::verify;
use sliding::notation::{NOTATIONS, items, parse};
use sliding::puzzle::{
    Demand, Expectation, GoalSetup, KindSetup, Lock, Note, Placement, Setup, Size, Solution, Style,
    Want,
};
use sliding::solve::Engine;

use crate::corpus;
use crate::oracle::search::{SearchRequest, search};
use crate::oracle::{random, read};

#[path = "../fuzz/src/place.rs"]
mod place;

/// Runs `test` on this number of values, always the same ones; a failure says the smallest value that fails.
fn on_many<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value)) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2003),
        ..ProptestConfig::default()
    };
    let result = TestRunner::new(config).run(&strategy, |value| {
        test(value);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

/// A random puzzle of any sort, by its seed.
fn seed() -> impl Strategy<Value = u64> {
    0..1_000_000_u64
}

fn puzzle(seed: u64) -> Puzzle {
    read("random", &random::any(seed))
}

fn reads_back(puzzle: &Puzzle) {
    let text = puzzle.to_string();
    let (again, warnings) = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((&again, &warnings[..]), (puzzle, &[][..]), "{text}");
    assert_eq!(again.to_string(), text);
    assert_eq!(Puzzle::try_from(Setup::from(puzzle)).as_ref(), Ok(puzzle), "{text}");
}

#[test]
fn texts_are_read_back_in_every_dress() {
    let is_read = |text: &str| {
        let puzzle: Puzzle = read("a good text", text);
        reads_back(&puzzle);
        let crlf = text.replace('\n', "\r\n");
        let bare = text.trim_end_matches('\n');
        for dressed in [&crlf, &format!("\u{feff}{text}"), &format!("\u{feff}{crlf}"), bare] {
            assert_eq!(dressed.parse().as_ref(), Ok(&puzzle), "{text}");
        }
    };
    corpus::entries().iter().for_each(|entry| is_read(&entry.text));
    is_read(include_str!("data/odd/crlf.txt"));
    is_read(include_str!("data/odd/no_final_newline.txt"));
    is_read(include_str!("data/odd/sixteen_full_256.txt"));
    on_many(500, seed(), |seed| is_read(&random::any(seed)));
}

/// A notation that can write a puzzle reads what it wrote, as it is, and writes the same again.
#[test]
fn notations_read_what_they_write() {
    let is_round = |puzzle: &Puzzle| {
        for notation in NOTATIONS {
            let Ok(text) = notation.write(puzzle) else { continue };
            let what = format!("as {}:\n{text}", notation.name);
            let (again, _) = notation.parse(&text).unwrap_or_else(|error| panic!("{what}{error}"));
            // Titles are lost where a notation has none.
            let untitled = |text: &str| text.replace("# title: random\n", "");
            let written = notation.write(&again).map(|text| untitled(&text));
            assert_eq!(written, Ok(untitled(&text)), "{what}");
            assert_eq!(again.size().cells(), puzzle.size().cells(), "{what}");
            assert_eq!(
                again.start().placements().len(),
                puzzle.start().placements().len(),
                "{what}"
            );
        }
    };
    corpus::entries().iter().for_each(|entry| is_round(&entry.puzzle));
    on_many(500, seed(), |seed| is_round(&puzzle(seed)));
}

/// A solution backwards is one from its end to its start, in every style.
#[test]
fn moves_can_be_undone() {
    on_many(300, (seed(), 0..6_u8), |(seed, style)| {
        let (puzzle, style) = (puzzle(seed), Style::new(style).unwrap());
        let mut ask = SearchRequest::new(style);
        ask.budget.max_moves = Some(40);
        let Some(solution) = search(&puzzle, &ask, &mut ()).unwrap().solution else { return };
        let Some(last) = solution.moves.last() else { return };
        let mut setup = Setup::from(&puzzle.starting_from(last.after.clone()).unwrap());
        setup.goals = vec![GoalSetup::Complete(puzzle.start().placements().to_vec())];
        let back = setup.validate().unwrap();
        let befores =
            std::iter::once(puzzle.start()).chain(solution.moves.iter().map(|one| &one.after));
        let moves = solution.moves.iter().zip(befores).map(|(one, before)| {
            let mut undone = one.clone();
            undone.after = before.clone();
            for piece in &mut undone.pieces {
                let (row, col) = puzzle.size().row_col(piece.cell);
                let (mut row, mut col) = (i64::from(row), i64::from(col));
                for (down, right) in one.steps.iter().map(|step| step.delta()) {
                    (row, col) = (row + i64::from(down), col + i64::from(right));
                }
                piece.cell = puzzle.size().cell(row, col).unwrap();
            }
            undone.pieces.sort_unstable();
            undone.steps = one.steps.iter().rev().map(|step| step.opposite()).collect();
            undone
        });
        let mut moves: Vec<_> = moves.collect();
        moves.reverse();
        let undone = Solution { moves };
        assert_eq!(verify(&back, style, &undone), Ok(()), "style {style}\n{puzzle}");
    });
}

/// Whatever puzzle a position is of, any other one takes it calmly.
#[test]
fn positions_of_other_puzzles_do_not_panic() {
    on_many(2000, (seed(), seed()), |(one, other)| {
        let (puzzle, other) = (puzzle(one), puzzle(other));
        let foreign = other.start();
        assert_eq!(puzzle.board(foreign).size(), puzzle.size());
        puzzle.shorthand(foreign);
        let is_own = puzzle.configuration(foreign.placements().to_vec()).is_ok();
        assert_eq!(puzzle.starting_from(foreign.clone()).is_ok(), is_own);
        assert!(is_own || !puzzle.is_solved_by(foreign));
        for goal in other.goals() {
            goal.is_met_by(foreign, &goal.board(&puzzle));
            puzzle.goal_shorthand(goal);
        }
    });
}

/// A setup is a puzzle, which reads back from its text and from its data; or it has faults, each at a place that there is.
#[test]
fn setups_are_puzzles_or_have_faults() {
    let cell = || prop_oneof![9 => 0..16_u32, 1 => Just(u32::MAX)];
    let kind = || prop_oneof![9 => 0..3_u8, 1 => Just(u8::MAX)];
    let offset = || prop_oneof![9 => (0..3, 0..3), 1 => Just((i32::MIN, i32::MAX))];
    let line = || "(a|title|expect|:|#| |\n|\r|é|or 1|[(]x[)]|7 = 1){0,3}";
    let side = || prop::sample::select(vec![0, 1, 2, 3, 5, 8, 1 << 20, u32::MAX]);
    let change = prop_oneof![
        (side(), side()).prop_map(|(rows, cols)| Change::Size(Size { rows, cols })),
        cell().prop_map(Change::Block),
        (0..4_u8, cell(), kind())
            .prop_map(|(what, cell, kind)| Change::Place(what, Placement { cell, kind })),
        prop::collection::vec(offset(), 0..4).prop_map(Change::Kind),
        (line(), line()).prop_map(|(key, value)| Change::Words(key, value)),
        (0..6_u8).prop_map(|style| Change::Expect(Style::new(style).unwrap())),
        any::<bool>().prop_map(Change::Drop),
    ];
    on_many(4000, (seed(), prop::collection::vec(change, 0..4)), |(seed, changes)| {
        let mut setup = Setup::from(&puzzle(seed));
        changes.iter().for_each(|change| change.make(&mut setup));
        match setup.validate() {
            Ok(puzzle) => reads_back(&puzzle),
            Err(faults) => {
                assert!(!faults.all().is_empty());
                assert!(faults.all().iter().all(|fault| place::is_in(&setup, fault.place)));
            }
        }
    });
}

/// A change to a setup.
#[derive(Clone, Debug)]
enum Change {
    Size(Size),
    Block(u32),
    /// A piece of the start, of a new complete goal or of the last one, or a demand of a new partial goal.
    Place(u8, Placement),
    Kind(Vec<(i32, i32)>),
    Words(String, String),
    Expect(Style),
    /// The last piece of the start, or the last goal.
    Drop(bool),
}

impl Change {
    fn make(&self, setup: &mut Setup) {
        match self.clone() {
            Change::Size(size) => setup.size = size,
            Change::Block(cell) => setup.blocked.push(cell),
            Change::Place(what, piece) => match (what, setup.goals.last_mut()) {
                (0, _) => setup.start.push(piece),
                (1, Some(GoalSetup::Complete(pieces))) => pieces.push(piece),
                (2, _) => {
                    let want =
                        if piece.cell % 2 == 0 { Want::Empty } else { Want::Origin(piece.kind) };
                    setup.goals.push(GoalSetup::Partial(vec![Demand { cell: piece.cell, want }]));
                }
                _ => setup.goals.push(GoalSetup::Complete(setup.start.clone())),
            },
            Change::Kind(cells) => {
                let name = ['1', 'A', 'Z', 'x', '0', '='][cells.len()];
                let mut kind = KindSetup::new(name, cells);
                kind.lock = Lock::Vertical;
                setup.add_kind(kind);
            }
            Change::Words(key, value) => {
                setup.comment.clone_from(&value);
                setup.notes.push(Note { key, value });
            }
            Change::Expect(style) => {
                setup.expectations.push(Expectation { style, moves: Some(u64::MAX), states: None });
            }
            Change::Drop(true) => drop(setup.start.pop()),
            Change::Drop(false) => drop(setup.goals.pop()),
        }
    }
}

/// Whatever the text: it is refused with words, or it is a puzzle, which can be written and searched.
fn is_taken_calmly(text: &str) {
    for item in items(text, &Default::default()).take(20) {
        match item.parsed {
            Err(error) => {
                assert!(!error.problems().is_empty() && !error.to_string().is_empty());
                for problem in error.problems() {
                    assert!(problem.line >= 1 && problem.column >= 1, "{problem:?}");
                    assert!(text.get(problem.span.clone()).is_some(), "{problem:?}");
                }
            }
            Ok((puzzle, _)) if puzzle.size().cells() < 10_000 => {
                NOTATIONS.iter().for_each(|notation| _ = notation.write(&puzzle));
                let mut ask = SearchRequest::new(Style::WALK);
                ask.budget.max_moves = Some(1);
                (ask.engine, ask.ring_words) = (Engine::Ring, Some(1 << 12));
                let _ = search(&puzzle, &ask, &mut ()).unwrap();
            }
            Ok(_) => {}
        }
    }
}

#[test]
fn arbitrary_texts_do_no_harm() {
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    on_many(1000, bytes, |bytes| is_taken_calmly(&String::from_utf8_lossy(&bytes)));
    // Only characters that mean something go deeper.
    on_many(2000, "[0123 x=/hv?#:or\n\r\\-abZ]{0,120}", |text| {
        is_taken_calmly(&text);
        is_taken_calmly(&format!("3 x 3\n1 = 1\n2 = 01/11 h\n{text}"));
    });
    let words = "(size|initial|target|end|display|xsize: |ysize: |piece: |put: |win: |[(]0,0[)]|AA|oo|[.]|#|9|1|0| |\\n|u:|m|d|f|,|x){0,40}";
    on_many(3000, words, |text| {
        is_taken_calmly(&text);
        let faults = NOTATIONS.iter().flat_map(|notation| notation.items(&text).take(20));
        let mut faults = faults.filter_map(|item| item.parsed.err());
        assert!(faults.all(|error| !error.problems().is_empty()));
    });
}

/// A change to a text: where, what, and a character for it.
type Edit = (Index, u8, char);

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (index, what, letter) in edits {
        let at = index.index(letters.len() + 1);
        let end = letters.len().min(at + usize::from(what / 8));
        match what % 8 {
            0 => letters.insert(at, *letter),
            1 if at < letters.len() => letters[at] = *letter,
            2 => drop(letters.drain(at..end)),
            3 => letters.truncate(at),
            4 => letters.extend_from_within(at..end),
            5 if at < letters.len() => letters.swap(0, at),
            6 => letters.insert(at, '\n'),
            _ => {}
        }
    }
    letters.into_iter().collect()
}

#[test]
fn changed_puzzles_do_no_harm() {
    let texts: Vec<String> = corpus::entries().into_iter().map(|entry| entry.text).collect();
    let letter = prop::sample::select(Vec::from_iter("01x23aZ?/=# \nhvor\u{feff}é-9".chars()));
    let edits = prop::collection::vec((any::<Index>(), any::<u8>(), letter), 1..6);
    on_many(1500, (any::<Index>(), seed(), edits), |(index, seed, edits)| {
        let text: &String = index.get(&texts);
        is_taken_calmly(&edited(text, &edits));
        is_taken_calmly(&edited(&random::any(seed), &edits));
    });
}
