//! What people write down is read as what was meant: configurations in each way of writing them,
//! moves in the words of the reports; and what is wrong is reported with its place.

use proptest::{prop_assert, proptest};
use sliding::Puzzle;
use sliding::check::{Flaw, Replay};
use sliding::notation::transcript::{SCRIPTS, Script, moves, position, start};
use sliding::puzzle::{Setup, Style};
use sliding::report::boxes::{Ink, draw_position, draw_position_named, without_boxes};
use sliding::report::{
    json::steps,
    words::{position as written, sentence, sentences},
};

use crate::ask::{SearchRequest, search};
use crate::{corpus, notations, random};

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("a puzzle")
}

/// Worked out by hand, in every way.
#[test]
fn one_position_in_every_form() {
    let puzzle = puzzle("3 x 3\n1 = 11/01\n2 = 1\nx12\nx1002\n");
    let drawing = "
  ┌───┬───────┐
  │▒▒▒│ 1     │
  ├───┼───┐   │
  │   │ 2 │   │
  │   └───┴───┤
  │           │
  └───────────┘
";
    let at = |text: &str| position(&puzzle, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let wanted = at("x102");
    let cells: Vec<u32> = wanted.placements().iter().map(|piece| piece.cell).collect();
    assert_eq!(cells, [1, 4]);
    for text in [
        "x102000",
        " x102\n",
        "x11/021/000",
        "x11/.21/...",
        "x11/021/000/",
        "x11\n021\n\n000\n",
        "\"x102\"",
        "{\"start\": \"x102\", \"size\": {}}",
        "{\"pieces\": [], \"after\": \"x102\", \"start\": \"x\"}",
        "{\"id\": 3, \"configuration\": \"x102\"}",
        drawing,
        &without_boxes(drawing),
    ] {
        assert_eq!(at(text), wanted, "{text}");
    }
}

#[test]
fn errors_in_positions_have_their_place() {
    let puzzle = puzzle("2 x 3\n1 = 11\n2 = 1\n12x\n01x2\n");
    for (text, wanted) in [
        ("", "1:1 a configuration / nothing more"),
        ("\n \n", "1:1 a configuration / nothing more"),
        ("1y", "1:2 `0` or one of the kinds `1`, `2` / `y`"),
        ("1?", "1:2 `0` or one of the kinds `1`, `2` / `?`"),
        ("12", "1:3 `x`, as the next cell is blocked / nothing more"),
        ("120", "1:3 `x`, as the cell is blocked / `0`"),
        ("1x", "1:2 `0` or a kind, as the cell is not blocked / `x`"),
        ("001", "1:3 room for a piece of kind `1` / the edge of the board"),
        ("12x000", "1:6 nothing more, as the board is full / `0`"),
        ("10x2\n\n0", "1:4 3 cells in a row / 4"),
        ("10x", "1:1 pieces of kind `2`: 1 / 0"),
        ("12x2", "1:1 pieces of kind `2`: 1 / 2"),
        ("20/x11", "1:3 3 cells in a row / 2"),
        ("2011/x11", "1:4 3 cells in a row / 4"),
        ("200\nx1", "2:3 3 cells in a row / 2"),
        ("200/x11/000", "1:12 2 rows / 3"),
        ("120/x00", "1:2 `1`, as a piece covers the cell / `2`"),
        ("+---+\n|   |\n+---+", "3:6 5 lines / 3"),
        ("+---+\n|   |\n|   |\n|   |\n+---+", "1:6 a drawing of 3 columns / another width"),
        ("\"1y\"", "1:1 `0` or one of the kinds `1`, `2` as character 2 of `1y` / `y`"),
    ] {
        let error = position(&puzzle, text).expect_err(text);
        let found = format!("{}:{} {} / {}", error.line, error.column, error.expected, error.found);
        assert_eq!(found, wanted, "{text}");
    }
    for text in ["{", "{}", "{\"start\": 3}", "[]", "\"12x\" 1", "null"] {
        assert!(position(&puzzle, text).is_err(), "{text}");
    }
}

/// What the reports draw and write of any configuration is read as that configuration.
#[test]
fn reports_are_read_back() {
    let mut reported = 0;
    for seed in 0..60 {
        let puzzle = puzzle(&random::puzzle(seed).small);
        let start = puzzle.start();
        let drawn = draw_position(&puzzle, start, Ink::Plain);
        for text in [&drawn, &without_boxes(&drawn), &puzzle.shorthand(start)] {
            assert_eq!(position(&puzzle, text).as_ref(), Ok(start), "{puzzle}{text}");
        }
        for style in Style::ALL {
            let Some(solution) =
                search(&puzzle, &SearchRequest::new(style), &mut ()).unwrap().solution
            else {
                continue;
            };
            let text = sentences(puzzle.names(), &solution).join("\n");
            let numbered: String =
                (1..).zip(text.lines()).map(|(n, line)| format!(" {n}. {line} \r\n\n")).collect();
            let json = serde_json::to_string(&steps(puzzle.names(), &solution)).unwrap();
            for (form, text) in [&text, &numbered, &json].into_iter().enumerate() {
                let read = moves(&puzzle, text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(read.len(), solution.moves.len());
                for (one, other) in read.iter().zip(&solution.moves) {
                    assert_eq!((&one.pieces, &one.steps), (&other.pieces, &other.steps), "{text}");
                    let after = (form == 2).then_some(&other.after);
                    assert_eq!(one.after.as_ref(), after, "{text}");
                    reported += 1;
                }
            }
        }
    }
    assert!(reported > 500, "{reported} moves");
}

/// Letters of a drawing, numbers of tiles, and words.
#[test]
fn own_names_of_pieces_are_read() {
    let drawn = puzzle("XXE.F\nXXAAC\nDGABC\nDHBB.\n\ngoal:\n...XX\n...XX\n.....\n.....\n");
    let tiles = puzzle("1 2 3 4/5 6 7 8/9 0 10 12/13 14 11 15\n");
    let mut setup = Setup::from(&puzzle("2 x 3 (words)\n1 = 1\n2 = 11\n2011\n1102\n"));
    setup.origin.names = ["red", "12", "x"].map(Into::into).to_vec();
    let words = setup.validate().expect("a puzzle");
    for puzzle in [drawn, tiles, words] {
        let answer = search(&puzzle, &SearchRequest::new(Style::SLIDE), &mut ()).unwrap();
        let mut names = puzzle.names();
        for step in &answer.solution.expect("a solution").moves {
            names.follow(step);
            let now = &step.after;
            let wanted: Vec<_> = now.placements().iter().map(|&piece| names.name(piece)).collect();
            let drawn = draw_position_named(&names, now, Ink::Plain);
            for text in [&drawn, &without_boxes(&drawn), &written(&names, now)] {
                let read = start(&puzzle, text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!((read.start(), &read.piece_names()), (now, &wanted), "{text}");
            }
        }
    }
}

#[test]
fn errors_in_boards_of_own_names_have_their_place() {
    let puzzle = puzzle("EF.\nXX.\n\ngoal:\n...\n.XX\n");
    for (text, wanted) in [
        ("EF./XXY", "1:7 `.` or one of the pieces `E`, `F`, `X` / `Y`"),
        ("EF./X.X", "1:5 `X` in the shape of its piece / another shape"),
        ("E../XX.", "1:1 piece `F` / a board without it"),
        ("EF./XX", "1:5 3 cells in a row / 2"),
        ("EF./XX./...", "1:1 2 rows / 3"),
    ] {
        let error = start(&puzzle, text).expect_err(text);
        let reported =
            format!("{}:{} {} / {}", error.line, error.column, error.expected, error.found);
        assert_eq!(reported, wanted, "{text}");
    }
}

/// Replays moves as they are reported: how many were made, and the flaw that ended them.
fn replay<'a>(puzzle: &'a Puzzle, text: &str) -> (Replay<'a>, Option<Flaw>) {
    let reported = moves(puzzle, text).unwrap_or_else(|error| panic!("{error}\n{puzzle}{text}"));
    let mut replay = Replay::new(puzzle);
    let flaw = reported
        .iter()
        .find_map(|reported| replay.make(&reported.pieces, &reported.steps, None).err());
    (replay, flaw)
}

/// The style in which a notation counts its moves.
fn style_of(script: &str) -> Style {
    match script {
        "rush" => Style::SLIDE,
        "sgt" => Style::WALK,
        _ => Style::STEP,
    }
}

/// Solutions of other programs, with what comes of them.
#[test]
fn moves_of_other_programs_are_read() {
    for row in notations::table("moves.tsv") {
        let [file, item, notation, count, result, text] = &row[..] else { panic!("{row:?}") };
        let puzzle = notations::puzzles(file).swap_remove(item.parse().unwrap_or(1_usize) - 1);
        let script = notation.split(',').next().unwrap().replace("fogleman", "rush");
        let (replay, flaw) = replay(&puzzle, text);
        if result == "illegal" {
            // After `C+3` instead of `C+2` the car K, in the fifth row, finds C beside it: move 8 is K-2.
            let is_late = matches!(flaw, Some(Flaw::Obstructed { number: 8, step: 1, row: 5, .. }));
            assert!(is_late, "{flaw:?}");
            continue;
        }
        assert_eq!(flaw, None, "{file}, {item}");
        let made = replay.moves(style_of(&script)).expect("of one piece each");
        assert_eq!(made.to_string(), *count, "{file}, {item}");
        assert_eq!(replay.is_solved(), result == "solves", "{file}, {item}");
        if file == "hackerrank/sample.txt" {
            // The gap goes the other way, a word for each tile.
            let letters = "UULDRDLUULDDRUULDRRD";
            let word = |c| match c {
                'U' => "DOWN\n",
                'D' => "UP\n",
                'L' => "RIGHT\n",
                _ => "LEFT\n",
            };
            let words: String = letters.chars().map(word).collect();
            for text in [format!("20\n{words}"), words] {
                let (again, flaw) = self::replay(&puzzle, &text);
                assert!(flaw.is_none() && again.is_solved(), "{text}");
                assert_eq!(again.position(), replay.position());
            }
        }
    }
}

/// What is written for others is read as the same solution.
#[test]
fn exported_moves_are_read_back() {
    let mut puzzles: Vec<Puzzle> = ["rush/database-25.txt", "sgt/id-4.txt"]
        .iter()
        .flat_map(|file| notations::puzzles(file))
        .chain(notations::puzzles("hackerrank/sample.txt"))
        .collect();
    let entries = corpus::entries().into_iter();
    puzzles.extend(entries.filter(|entry| !entry.is_large()).map(|entry| entry.puzzle));
    let mut written = [0; SCRIPTS.len()];
    for (index, script) in SCRIPTS.iter().enumerate() {
        let style = style_of(script.name);
        for puzzle in &puzzles {
            let mut ask = SearchRequest::new(style);
            ask.budget.max_moves = Some(70);
            let Ok(answer) = search(puzzle, &ask, &mut ()) else { continue };
            let Some(solution) = answer.solution else { continue };
            let Ok(text) = script.write(puzzle, &solution) else { continue };
            if solution.moves.is_empty() {
                continue;
            }
            let (replay, flaw) = replay(puzzle, &text);
            assert_eq!(flaw, None, "{puzzle}{text}");
            assert!(replay.is_solved(), "{puzzle}{text}");
            assert_eq!(replay.moves(style), Ok(solution.moves.len() as u64), "{puzzle}{text}");
            written[index] += 1;
        }
    }
    let [rush, sgt, slidy, hackerrank] = written;
    assert!(rush > 20 && sgt > 40 && slidy > 3 && hackerrank > 3, "{written:?}");
}

#[test]
fn unsupported_moves_are_reported() {
    let pair = puzzle("2 x 3\n1 = 1\n2 = 1/1\n21\n02001\n");
    let solution = |puzzle: &Puzzle, style| {
        search(puzzle, &SearchRequest::new(style), &mut ()).unwrap().solution.expect("there is one")
    };
    let say = |name: &str, style| {
        let written = Script::named(name).unwrap().write(&pair, &solution(&pair, style));
        written.unwrap_or_else(|why| why.to_string())
    };
    assert_eq!(say("sgt", Style::WALK), "S1-5,0-1\n");
    assert_eq!(say("sgt", Style::SUPER_WALK), "it moves one piece at a time");
    assert_eq!(say("rush", Style::STEP), "it has only slides of one locked piece");
    assert_eq!(say("slidy", Style::STEP), "it is for single tiles and one gap");
    // Three tiles that are pushed together are three.
    let row = puzzle("1 x 4\n1 = 1\n2 = 1\n3 = 1\n0123\n1230\n");
    let pushed = solution(&row, Style::SUPER_STEP);
    assert_eq!(pushed.moves.len(), 1);
    let write = |name: &str| Script::named(name).unwrap().write(&row, &pushed);
    assert_eq!(write("slidy").as_deref(), Ok("L3\n"));
    assert_eq!(write("hackerrank").as_deref(), Ok("3\nRIGHT\nRIGHT\nRIGHT\n"));
}

#[test]
fn errors_in_moves_of_other_programs_have_their_place() {
    let cars = puzzle("ooooooooooooAAooooooooooBBoooooooooo");
    let tiles = puzzle("1 2 3/4 0 5/7 8 6");
    for (puzzle, text, wanted) in [
        (&cars, "A+1\n B+1, C+1", "2:7 the letter of one of 2 cars / `C+1`"),
        (&cars, "A+1 B=1", "1:5 a move, as in `B+1` / `B=1`"),
        (&cars, "A+9", "1:3 a number of steps from 1 to 6 / `9`"),
        (&cars, "A+1x", "1:3 a number of steps from 1 to 6 / `1x`"),
        (&cars, "S1-36", "1:4 a cell from 0 to 35 / `36`"),
        (&cars, "S12-13,3", "1:8 two cells, as in `8-18` / `3`"),
        (
            &cars,
            "R2",
            "1:1 moves of pieces, as the puzzle is not one of single tiles and a gap / moves of tiles",
        ),
        (&tiles, "UR7", "1:3 a number of tiles from 1 to 3 / `7`"),
        (&tiles, "2\nUP", "1:1 the number of moves that follow, 1 / `2`"),
        (&tiles, "UP\nNORTH", "2:1 UP, DOWN, LEFT or RIGHT / `NORTH`"),
    ] {
        let error = moves(puzzle, text).expect_err(text);
        let found = format!("{}:{} {} / {}", error.line, error.column, error.expected, error.found);
        assert_eq!(found, wanted, "{text}");
    }
    // What can be read, but not be made, is said by the replay: at which move, and why.
    for (puzzle, text, number, why) in [
        (&cars, "A+4 A+1 B+1", 2, "would leave the board"),
        (&cars, "S12-14,12-13", 2, "no piece has its origin at row 3, column 1"),
        (&cars, "S12-18", 1, "is locked against that direction"),
        (&tiles, "LL", 2, "no piece moves"),
        (&tiles, "RIGHT\nRIGHT", 2, "no piece moves"),
    ] {
        let (replay, flaw) = replay(puzzle, text);
        assert_eq!(replay.given() + 1, number, "{text}");
        let flaw = flaw.expect(text).to_string();
        assert!(flaw.contains(why), "{text}: {flaw}");
    }
}

/// Pieces with names of their own are read with them and without.
#[test]
fn names_of_pieces_are_read() {
    let text = "2 x 3\n1 = 1\n2 = 1/1\n21\n02001\n# name: 1 the \u{202e}king (old)\n";
    let puzzle = puzzle(text);
    let solution =
        search(&puzzle, &SearchRequest::new(Style::WALK), &mut ()).unwrap().solution.unwrap();
    let said = sentence(&puzzle.names(), &solution.moves[0]);
    assert_eq!(said, "piece 1 (the \u{fffd}king (old)) at row 1, column 2: right, down");
    for text in [&*said, "piece 1 at row 1, column 2: right, down"] {
        assert_eq!(moves(&puzzle, text).unwrap()[0].pieces, solution.moves[0].pieces);
    }
}

#[test]
fn errors_in_moves_have_their_place() {
    let puzzle = puzzle("2 x 3\n1 = 1\n2 = 1/1\n21\n02001\n");
    let good = "piece 1 at row 1, column 2: right, down\n";
    assert_eq!(moves(&puzzle, good).unwrap()[0].line, Some(1));
    assert_eq!(moves(&puzzle, "\n \n").unwrap(), []);
    for (text, wanted) in [
        ("left", "1:1 a move, as in `piece 1 at row 2, column 3: up` / `left`"),
        ("piece 3 at row 1", "1:7 one of the kinds `1`, `2` / `3`"),
        ("piece ", "1:7 one of the kinds `1`, `2` / the end of the line"),
        ("piece 1 in row 1", "1:8 ` at row ` / a blank"),
        ("piece 1 at row 3, column 1: up", "1:16 a row from 1 to 2 / `3,`"),
        ("piece 1 at row 1, column 0: up", "1:26 a column from 1 to 3 / `0:`"),
        ("piece 1 at row 1, column 2", "1:27 `: ` / the end of the line"),
        ("piece 1 at row 1, column 2: north", "1:29 `right`, `left`, `down` or `up` / `north`"),
        ("piece 1 at row 1, column 2: up 4", "1:32 a number of steps from 1 to 3 / `4`"),
        ("piece 1 at row 1, column 2: up up", "1:32 a number of steps from 1 to 3 / `up`"),
        ("piece 1 at row 1, column 2: up; up", "1:31 `, ` or the end of the line / `;`"),
        ("pieces 1 at row 1, column 2: up", "1:28 ` together` / `:`"),
    ] {
        let error = moves(&puzzle, &format!("{good}\n{text}")).expect_err(text);
        assert_eq!(error.line, 3);
        let found = format!("1:{} {} / {}", error.column, error.expected, error.found);
        assert_eq!(found, wanted, "{text}");
    }
    for text in [
        "{}",
        "{\"solution\": null}",
        "[{\"pieces\": [{\"kind\": \"9\", \"row\": 1, \"col\": 1}], \"steps\": []}]",
        "[{\"pieces\": [{\"kind\": \"1\", \"row\": 0, \"col\": 1}], \"steps\": []}]",
        "[{\"pieces\": [{\"kind\": \"1\", \"row\": 4294967295, \"col\": 1}], \"steps\": []}]",
        "[{\"pieces\": [], \"steps\": [\"north\"]}]",
        "[{\"pieces\": [], \"steps\": [], \"after\": \"9\"}]",
    ] {
        assert!(moves(&puzzle, text).is_err(), "{text}");
    }
}

proptest! {
    /// Whatever the text, it is read or refused.
    #[test]
    fn arbitrary_transcripts_do_not_panic(
        text in "([12x0./?+│ \\n\"\\[{}:,é-]|piece 1 at row 1, column 2: |pieces |9+|[A-S]|UP|S1-|A[+]){0,24}",
    ) {
        let puzzle = puzzle("2 x 3\n1 = 11\n2 = 1\n12x\n01x2\n");
        if let Ok(read) = position(&puzzle, &text) {
            prop_assert!(puzzle.starting_from(read).is_ok());
        }
        if let Err(error) = moves(&puzzle, &text) {
            prop_assert!(error.line > 0 && error.column > 0);
        }
    }
}
