//! What is said about bad puzzle texts, and that good ones come through in every dress.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::ask::{SearchRequest, search};
use insta::assert_snapshot;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use sliding::Puzzle;
use sliding::notation::{MAX_PROBLEMS, parse};
use sliding::puzzle::{Lock, Style};
use sliding::solve::Engine;

use crate::{corpus, random};

/// What is said about a text that is no puzzle, with shorter lines.
fn complaint(text: &str) -> String {
    folded(&parse(text).expect_err("a bad text").to_string())
}

/// What is said about a text that is one, but looks like a mistake.
fn warning(text: &str) -> String {
    let (_, warnings) = parse(text).unwrap();
    warnings.iter().map(|warning| folded(&format!("{warning}\n"))).collect()
}

fn folded(text: &str) -> String {
    text.replace("; expected", ";\n    expected")
}

/// A puzzle whose text has these lines below its size and one kind.
fn with_lines(lines: &str) -> String {
    format!("3 x 3\n1 = 1\n{lines}")
}

#[test]
fn patterns_larger_than_any_board() {
    let text = format!("3 x 3\n1 = 1{}1\n1\n1\n", "0".repeat(1 << 20));
    assert_snapshot!(complaint(&text), @r"
    line 2, column 5: kind `1` is larger than any board;
        expected at most 1048576 rows and as many columns
    ");
}

#[test]
fn warnings() {
    assert_snapshot!(warning(&with_lines("1 = 11\n1\n01\n")), @r"
    line 3, column 1: kind `1` is defined again; this definition is ignored;
        expected one definition a kind
    ");
    assert_snapshot!(warning(&with_lines("1\n01\n\nSolved by nobody yet\n# no colon\nor01\nonly two cells!\n")), @r"
    line 6, column 1: this line is ignored;
        expected `or CONFIGURATION`, `only KINDS: MASK`, `# key: value`, or nothing
    line 7, column 1: this line is ignored;
        expected `or CONFIGURATION`, `only KINDS: MASK`, `# key: value`, or nothing
    line 8, column 1: this line is ignored;
        expected `or CONFIGURATION`, `only KINDS: MASK`, `# key: value`, or nothing
    line 9, column 1: this line is ignored;
        expected `or CONFIGURATION`, `only KINDS: MASK`, `# key: value`, or nothing
    ");
    assert_snapshot!(warning(&with_lines("1\n01\n# mood: any key will do\n")), @"");
}

/// A line about looks that gives no kind its looks is reported, in files of both forms.
#[test]
fn looks_of_nothing() {
    let good = "# name: 1 the king\n# color: 1 #FFd700\n";
    assert_snapshot!(warning(&with_lines(&format!("1\n01\n{good}"))), @"");
    let odd = "# name: 1\n# name: king\n# color: 1 gold\n# color: 2 #ffd700\n# color: 1 #fd0\n";
    let looks = warning(&with_lines(&format!("1\n01\n{good}{odd}")));
    assert_snapshot!(looks, @r"
    line 7, column 1: this line names no kind of pieces;
        expected `# name: K TEXT`, where K is a kind of the puzzle
    line 8, column 1: this line names no kind of pieces;
        expected `# name: K TEXT`, where K is a kind of the puzzle
    line 9, column 1: this line paints no kind of pieces;
        expected `# color: K #RRGGBB`, where K is a kind of the puzzle
    line 10, column 1: this line paints no kind of pieces;
        expected `# color: K #RRGGBB`, where K is a kind of the puzzle
    line 11, column 1: this line paints no kind of pieces;
        expected `# color: K #RRGGBB`, where K is a kind of the puzzle
    ");
    let drawn = format!("A.\n\ngoal:\n.A\n{good}{odd}").replace(": 1", ": A");
    assert_eq!(warning(&drawn), looks);
}

#[test]
fn no_more_problems_are_reported_than_can_be_read() {
    let text = format!("9 x 9\n1 = 1\n{}\n1\n", "!".repeat(81));
    assert_eq!(parse(&text).unwrap_err().problems().len(), MAX_PROBLEMS);
}

/// The texts in a folder of test data, by file name.
fn texts(folder: &str) -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let files = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    files.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn bad_files() {
    let said =
        texts("bad").into_iter().map(|(name, text)| format!("{name}:\n{}\n", complaint(&text)));
    assert_snapshot!(said.collect::<String>(), @r"
    all_at_once.txt:
    line 1, column 1: the board has no cells;
        expected at least one row and one column
    line 2, column 5: illegal character `2` in a pattern;
        expected rows of `0` and `1` joined by `/`, at the end perhaps ` h` or ` v`
    line 3, column 1: `=` is no name for a kind;
        expected `1`-`9`, `a`-`z` without `x`, or `A`-`Z`
    count_fewer.txt:
    line 4, column 1: pieces of kind `1`: 2 in the start, but 1 in the goal;
        expected the same pieces in start and stop; or `?` at the end of the goal, if the other pieces may lie anywhere
    count_fewer_goal.txt:
    line 4, column 1: pieces of kind `1`: 2 in the start, but 1 in the goal;
        expected the same pieces in start and stop; or `?` at the end of the goal, if the other pieces may lie anywhere
    count_more.txt:
    line 4, column 1: pieces of kind `1`: 1 in the start, but 2 in the goal;
        expected the same pieces in start and stop (in a goal with `?`: no more than there are)
    count_more_open.txt:
    line 4, column 1: pieces of kind `1`: 1 in the start, but 2 in the goal;
        expected the same pieces in start and stop (in a goal with `?`: no more than there are)
    count_nothing_open.txt:
    line 4, column 1: pieces of kind `1`: 1 in the start, but 0 in the goal;
        expected the same pieces in start and stop; or `?` at the end of the goal, if the other pieces may lie anywhere
    count_same_area.txt:
    line 6, column 1: pieces of kind `1`: 1 in the start, but 0 in the goal;
        expected the same pieces in start and stop; or `?` at the end of the goal, if the other pieces may lie anywhere
    line 6, column 1: pieces of kind `2`: 0 in the start, but 2 in the goal;
        expected the same pieces in start and stop (in a goal with `?`: no more than there are)
    line 6, column 1: pieces of kind `3`: 1 in the start, but 0 in the goal;
        expected the same pieces in start and stop; or `?` at the end of the goal, if the other pieces may lie anywhere
    count_second_goal.txt:
    line 5, column 4: pieces of kind `1`: 1 in the start, but 2 in the goal;
        expected the same pieces in start and stop (in a goal with `?`: no more than there are)
    expect_empty.txt:
    line 5, column 1: malformed expectation;
        expected `expect: STYLE MOVES [STATES]`: a style 0 to 5, a number or `none`, a number
    expect_four.txt:
    line 5, column 1: malformed expectation;
        expected `expect: STYLE MOVES [STATES]`: a style 0 to 5, a number or `none`, a number
    expect_moves.txt:
    line 5, column 1: malformed expectation;
        expected `expect: STYLE MOVES [STATES]`: a style 0 to 5, a number or `none`, a number
    expect_style.txt:
    line 5, column 1: malformed expectation;
        expected `expect: STYLE MOVES [STATES]`: a style 0 to 5, a number or `none`, a number
    expect_twice.txt:
    line 7, column 1: a second expectation for style 0;
        expected one `expect:` line a style
    first_line_blank.txt:
    line 1, column 1: a blank line or a comment above the board's size;
        expected the size on the first line, comments below the goals
    gate_closed.txt:
    line 4, column 2: piece `2` lies on row 1, column 2, which a gate keeps it from;
        expected a start that the gates allow
    gate_mask.txt:
    line 6, column 14: illegal character `x` in the mask of a gate;
        expected `-` for a cell of the gate, `.` for any other, `/` where a row ends
    gate_mask_long.txt:
    line 6, column 17: the mask is longer than the board;
        expected no more rows and columns than the board has
    gate_undefined.txt:
    line 6, column 6: kind `3` is used but never defined;
        expected a line `3 = PATTERN` above the start line
    illegal_comment.txt:
    line 2, column 1: a `#` line above the start and stop lines;
        expected such lines only below the stop line
    illegal_comment_kind.txt:
    line 2, column 1: a `#` line above the start and stop lines;
        expected such lines only below the stop line
    line 3, column 1: kind `1` is used but never defined;
        expected a line `1 = PATTERN` above the start line
    line 4, column 1: kind `1` is used but never defined;
        expected a line `1 = PATTERN` above the start line
    kind_name_accent.txt:
    line 2, column 1: `é` is no name for a kind;
        expected `1`-`9`, `a`-`z` without `x`, or `A`-`Z`
    line 3, column 1: kind `1` is used but never defined;
        expected a line `1 = PATTERN` above the start line
    line 4, column 1: kind `1` is used but never defined;
        expected a line `1 = PATTERN` above the start line
    kind_name_x.txt:
    line 2, column 1: `x` is no name for a kind;
        expected `1`-`9`, `a`-`z` without `x`, or `A`-`Z`
    line 3, column 1: kind `1` is used but never defined;
        expected a line `1 = PATTERN` above the start line
    line 4, column 1: kind `1` is used but never defined;
        expected a line `1 = PATTERN` above the start line
    kind_no_blank.txt:
    line 2, column 1: malformed definition of a kind;
        expected `1 = 1`: one character, and exactly one blank on both sides of `=`
    kind_two_blanks.txt:
    line 2, column 1: malformed definition of a kind;
        expected `1 = 1`: one character, and exactly one blank on both sides of `=`
    kind_two_characters.txt:
    line 2, column 1: malformed definition of a kind;
        expected `K = PATTERN`: one character, and exactly one blank on both sides of `=`
    leaves_left.txt:
    line 3, column 1: piece `1` leaves the board;
        expected all cells of the piece on the board
    leaves_right.txt:
    line 3, column 2: piece `1` leaves the board;
        expected all cells of the piece on the board
    leaves_start.txt:
    line 4, column 3: piece `2` leaves the board;
        expected all cells of the piece on the board
    leaves_stop.txt:
    line 5, column 3: piece `2` leaves the board;
        expected all cells of the piece on the board
    long_line_start.txt:
    line 3, column 257: the configuration is longer than the board;
        expected no character once every cell is filled
    no_pieces.txt:
    line 3, column 1: the puzzle has no pieces;
        expected at least one piece in the start line
    no_pieces_walls.txt:
    line 3, column 1: the puzzle has no pieces;
        expected at least one piece in the start line
    only_newline.txt:
    line 1, column 1: the board's size is missing or malformed;
        expected the board's size as `ROWS x COLS`, for example `5 x 4`; or another notation, which `--as` names
    line 2, column 1: the start line is missing;
        expected a start configuration below the kinds
    overfill_overlap.txt:
    line 4, column 4: piece `2` leaves the board;
        expected all cells of the piece on the board
    line 5, column 1: piece `1` leaves the board;
        expected all cells of the piece on the board
    overfill_stop.txt:
    line 4, column 3: piece `1` leaves the board;
        expected all cells of the piece on the board
    overlap_piece.txt:
    line 4, column 2: piece `2` overlaps another piece at row 2, column 1;
        expected every cell to be filled at most once
    line 5, column 2: piece `2` overlaps another piece at row 2, column 1;
        expected every cell to be filled at most once
    overlap_wall.txt:
    line 4, column 2: piece `1` overlaps a blocked cell at row 1, column 2;
        expected every cell to be filled at most once
    pattern_digit.txt:
    line 2, column 7: illegal character `2` in a pattern;
        expected rows of `0` and `1` joined by `/`, at the end perhaps ` h` or ` v`
    pattern_empty.txt:
    line 2, column 4: kind `1` occupies no cell;
        expected at least one `1`
    pattern_lock_blanks.txt:
    line 2, column 7: illegal character ` ` in a pattern;
        expected rows of `0` and `1` joined by `/`, at the end perhaps ` h` or ` v`
    pattern_lock_letter.txt:
    line 2, column 7: illegal character ` ` in a pattern;
        expected rows of `0` and `1` joined by `/`, at the end perhaps ` h` or ` v`
    pattern_zeros.txt:
    line 2, column 5: kind `1` occupies no cell;
        expected at least one `1`
    pattern_zeros_locked.txt:
    line 2, column 5: kind `1` occupies no cell;
        expected at least one `1`
    piece_name_zero.txt:
    line 2, column 1: `0` is no name for a kind;
        expected `1`-`9`, `a`-`z` without `x`, or `A`-`Z`
    line 3, column 1: kind `1` is used but never defined;
        expected a line `1 = PATTERN` above the start line
    line 4, column 2: kind `1` is used but never defined;
        expected a line `1 = PATTERN` above the start line
    quirk_wrap.txt:
    line 3, column 1: piece `1` leaves the board;
        expected all cells of the piece on the board
    line 4, column 5: piece `1` leaves the board;
        expected all cells of the piece on the board
    size_huge.txt:
    line 1, column 1: the board is too large;
        expected at most 1048576 cells
    size_huge2.txt:
    line 1, column 1: the board is too large;
        expected at most 1048576 cells
    size_letter.txt:
    line 1, column 1: the board's size is missing or malformed;
        expected the board's size as `ROWS x COLS`, for example `5 x 4`; or another notation, which `--as` names
    size_negative_both.txt:
    line 1, column 1: the board has no cells;
        expected at least one row and one column
    size_negative_cols.txt:
    line 1, column 1: the board has no cells;
        expected at least one row and one column
    size_no_columns.txt:
    line 1, column 1: the board's size is missing or malformed;
        expected the board's size as `ROWS x COLS`, for example `5 x 4`; or another notation, which `--as` names
    size_none.txt:
    line 1, column 1: the board's size is missing or malformed;
        expected the board's size as `ROWS x COLS`, for example `5 x 4`; or another notation, which `--as` names
    line 1, column 1: the start line is missing;
        expected a start configuration below the kinds
    size_overflow.txt:
    line 1, column 1: the board is too large;
        expected at most 1048576 cells
    size_words.txt:
    line 1, column 1: the board's size is missing or malformed;
        expected the board's size as `ROWS x COLS`, for example `5 x 4`; or another notation, which `--as` names
    size_zero_cols.txt:
    line 1, column 1: the board has no cells;
        expected at least one row and one column
    size_zero_rows.txt:
    line 1, column 1: the board has no cells;
        expected at least one row and one column
    start_accent.txt:
    line 3, column 1: illegal character `ü` in a configuration;
        expected `0`, `x`, the name of a kind, or in a goal `?`
    start_blank_above.txt:
    line 5, column 1: the stop line is missing;
        expected a stop configuration on the line after the start
    start_blank_in_line.txt:
    line 3, column 2: a blank in a configuration;
        expected one line without blanks: each character fills the first free cell
    start_none.txt:
    line 2, column 1: the start line is missing;
        expected a start configuration below the kinds
    start_none_no_newline.txt:
    line 2, column 6: the start line is missing;
        expected a start configuration below the kinds
    start_open.txt:
    line 3, column 2: `?` in the start line;
        expected `?` in goals only
    start_too_long.txt:
    line 3, column 10: the configuration is longer than the board;
        expected no character once every cell is filled
    stop_blank_above.txt:
    line 4, column 1: the stop line is missing;
        expected a stop configuration on the line after the start
    stop_none_no_newline.txt:
    line 3, column 2: the stop line is missing;
        expected a stop configuration on the line after the start
    too_many_cells_start.txt:
    line 3, column 5: the configuration is longer than the board;
        expected no character once every cell is filled
    too_many_goals.txt:
    line 20, column 1: too many goals for a board of this size;
        expected at most 16777216 cells over all goals together
    undefined_start.txt:
    line 3, column 1: kind `2` is used but never defined;
        expected a line `2 = PATTERN` above the start line
    line 4, column 2: kind `2` is used but never defined;
        expected a line `2 = PATTERN` above the start line
    undefined_start_only.txt:
    line 3, column 1: kind `2` is used but never defined;
        expected a line `2 = PATTERN` above the start line
    undefined_stop.txt:
    line 4, column 1: kind `2` is used but never defined;
        expected a line `2 = PATTERN` above the start line
    x_mismatch.txt:
    line 4, column 2: start and stop differ in their blocked cells, at row 1, column 2;
        expected `x` in the same cells of start and stop (or `?` in the stop line)
    x_mismatch_new.txt:
    line 4, column 2: start and stop differ in their blocked cells, at row 1, column 2;
        expected `x` in the same cells of start and stop (or `?` in the stop line)
    x_mismatch_none.txt:
    line 4, column 2: start and stop differ in their blocked cells, at row 1, column 2;
        expected `x` in the same cells of start and stop (or `?` in the stop line)
    x_mismatch_open.txt:
    line 4, column 2: start and stop differ in their blocked cells, at row 1, column 2;
        expected `x` in the same cells of start and stop (or `?` in the stop line)
    line 4, column 3: start and stop differ in their blocked cells, at row 1, column 3;
        expected `x` in the same cells of start and stop (or `?` in the stop line)
    x_mismatch_zero.txt:
    line 4, column 2: start and stop differ in their blocked cells, at row 1, column 2;
        expected `x` in the same cells of start and stop (or `?` in the stop line)
    ");
}

#[test]
fn odd_files() {
    let texts = texts("odd");
    assert_eq!(texts.len(), 3);
    for (name, text) in texts {
        let (_, warnings) = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(warnings, [], "{name}");
    }
}

/// All puzzles that are at hand, as text.
fn good_texts() -> Vec<String> {
    let random = (0..500).map(random::puzzle).flat_map(|pair| [pair.small, pair.framed]);
    let corpus = corpus::entries().into_iter().map(|entry| entry.text);
    random.chain(corpus).chain(texts("classic/puzzles").into_values()).collect()
}

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    for text in good_texts() {
        let puzzle: Puzzle = text.parse().unwrap();
        let crlf = text.replace('\n', "\r\n");
        for dressed in [&crlf, &format!("\u{feff}{text}"), &format!("\u{feff}{crlf}")] {
            assert_eq!(dressed.parse().as_ref(), Ok(&puzzle), "{text}");
        }
        let bare = text.trim_end_matches('\n');
        assert_eq!(bare.parse().as_ref(), Ok(&puzzle), "{text}");
    }
}

#[test]
fn what_is_printed_reads_back_the_same() {
    for text in good_texts() {
        reads_back(&text.parse().unwrap());
    }
}

fn reads_back(puzzle: &Puzzle) {
    let text = puzzle.to_string();
    let (again, _) = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again, *puzzle, "{text}");
    assert_eq!(again.to_string(), text);
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

/// Runs `test` on 2000 values, always the same.
fn on_many<S: Strategy>(strategy: S, test: impl Fn(S::Value)) {
    let config = ProptestConfig {
        cases: 2000,
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

/// Whatever the text: it is refused with words, or it is a puzzle, which can be printed and
/// searched.
fn is_taken_calmly(text: &str) {
    match parse(text) {
        Err(error) => {
            assert!((1..=MAX_PROBLEMS).contains(&error.problems().len()));
            for problem in error.problems() {
                assert!(problem.line >= 1 && problem.column >= 1, "{problem:?}");
                assert!(text.get(problem.span.clone()).is_some(), "{problem:?}");
            }
            assert!(!error.to_string().is_empty());
        }
        Ok((puzzle, _)) if puzzle.size().cells() < 10_000 => {
            reads_back(&puzzle);
            let mut request = SearchRequest::new(Style::WALK);
            request.budget.max_moves = Some(1);
            (request.engine, request.ring_words) = (Engine::Ring, Some(1 << 12));
            let _ = search(&puzzle, &request, &mut ()).unwrap();
        }
        Ok(_) => {}
    }
}

#[test]
fn arbitrary_bytes_do_no_harm() {
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    on_many(bytes, |bytes| is_taken_calmly(&String::from_utf8_lossy(&bytes)));
    // Only characters that mean something go deeper.
    let meaningful = b"0123 x1=/hv?#:or\n\r\n-abZ";
    let letter = (0..meaningful.len()).prop_map(|at| char::from(meaningful[at]));
    on_many(prop::collection::vec(letter, 0..120), |letters| {
        is_taken_calmly(&letters.iter().collect::<String>());
        let text: String = "3 x 3\n1 = 1\n2 = 01/11 h\n".chars().chain(letters).collect();
        is_taken_calmly(&text);
    });
}

/// A change to a text: where, what, and a character for it.
type Edit = (prop::sample::Index, u8, char);

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
fn mutated_puzzles_do_no_harm() {
    let texts = good_texts();
    let letter = prop::sample::select(Vec::from_iter("01x23aZ?/=# \nhvor\u{feff}é-9".chars()));
    let edits = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), letter), 1..6);
    on_many((any::<prop::sample::Index>(), edits), |(index, edits)| {
        is_taken_calmly(&edited(&texts[index.index(texts.len())], &edits));
    });
}

#[test]
fn the_board_is_shown_as_far_as_it_was_filled() {
    let picture = |text: &str| {
        let error = parse(text).expect_err("it is wrong");
        error.problems()[0].picture.clone()
    };
    // A cell too many was filled, so that the square has no room.
    assert_snapshot!(picture("3 x 3\n1 = 11\n2 = 11/11\n100120\n2?\n"), @r"
    `2` stands at row 3, column 1 of the board, which is filled so far:
      11.
      .11
      22.
    ");
}
