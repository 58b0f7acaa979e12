//! What people write down is read as what was meant: positions in each way of writing them,
//! moves in the words of the reports; and what is wrong is reported with its place.

use proptest::{prop_assert, proptest};
use sliding::Puzzle;
use sliding::check::{Flaw, Replay};
use sliding::notation::transcript::{SCRIPTS, Script, TranscriptError, moves, position, start};
use sliding::puzzle::{Setup, Solution, Style};
use sliding::report::boxes::{Ink, draw_marked, draw_position, without_boxes};
use sliding::report::{
    json::steps,
    words::{position as written, sentence, sentences},
};

use crate::oracle::search::{SearchRequest, search};
use crate::oracle::{random, read as puzzle};
use crate::{corpus, files, notations};

fn solution(puzzle: &Puzzle, style: Style) -> Option<Solution> {
    let mut ask = SearchRequest::new(style);
    ask.budget.max_moves = Some(70);
    search(puzzle, &ask, &mut ()).ok()?.solution
}

/// Replays moves as they are reported, up to a flaw.
fn replay<'a>(
    puzzle: &'a Puzzle,
    text: &str,
) -> Result<(Replay<'a>, Option<Flaw>), TranscriptError> {
    let mut replay = Replay::new(puzzle);
    let mut reported = moves(puzzle, text)?.into_iter();
    let flaw = reported.find_map(|made| replay.make(&made.pieces, &made.steps, None).err());
    Ok((replay, flaw))
}

/// Reads each text of a table: it is a position, a number of moves, or something is wrong.
#[test]
fn texts_are_read_or_their_faults_have_their_place() {
    let mut board = None;
    for [form, text, wanted] in files::rows(include_str!("data/transcripts.tsv")) {
        let text = text.replace("\\n", "\n");
        if form == "board" {
            board = Some(puzzle(&text));
            continue;
        }
        let board = board.as_ref().expect("a board above");
        let read = match form {
            "position" => position(board, &text).map(|position| board.shorthand(&position)),
            "start" => start(board, &text).map(|board| board.to_string()),
            _ => replay(board, &text).map(|(replay, flaw)| match flaw {
                Some(flaw) => flaw.to_string(),
                None => format!("{} moves", replay.given()),
            }),
        };
        let found = match read {
            Err(_) if wanted == "error" => continue,
            Err(TranscriptError { line, column, expected, found }) => {
                format!("{line}:{column} {expected} / {found}")
            }
            Ok(read) => read,
        };
        assert_eq!(found, wanted, "{form}: {text}");
    }
}

/// The style in which a notation counts its moves.
fn style_of(script: &str) -> Style {
    match script {
        "rush" => Style::SLIDE,
        "sgt" => Style::WALK,
        _ => Style::STEP,
    }
}

/// What the reports draw and write, and what is written for others, is read as the same.
#[test]
fn reports_and_exports_are_read_back() {
    let mut puzzles: Vec<(Puzzle, &[Style])> =
        (0..60).map(|seed| (puzzle(&random::puzzle(seed).small), &Style::ALL[..])).collect();
    let files = ["rush/database-25.txt", "sgt/id-4.txt", "hackerrank/sample.txt"];
    let entries = corpus::entries().into_iter().filter(|entry| !entry.is_large());
    let known = files.into_iter().flat_map(notations::puzzles).chain(entries.map(|e| e.puzzle));
    puzzles.extend(known.map(|puzzle| (puzzle, &Style::ALL[..3])));
    let mut exported = [0; SCRIPTS.len()];
    for (puzzle, styles) in &puzzles {
        let start = puzzle.start();
        let drawn = draw_position(puzzle, start, Ink::Plain);
        let texts = [puzzle.shorthand(start), without_boxes(&drawn), drawn];
        for text in &texts {
            assert_eq!(position(puzzle, text).as_ref(), Ok(start), "{puzzle}{text}");
        }
        for &style in *styles {
            let Some(solution) = solution(puzzle, style) else { continue };
            let text = sentences(puzzle.names(), &solution).join("\n");
            let numbered: String =
                (1..).zip(text.lines()).map(|(n, line)| format!(" {n}. {line} \r\n\n")).collect();
            let json = serde_json::to_string(&steps(puzzle.names(), &solution)).unwrap();
            for text in [&text, &numbered, &json] {
                let read = moves(puzzle, text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                let read = read.iter().map(|one| (&one.pieces, &one.steps, one.after.as_ref()));
                let has_after = *text == json;
                let made = solution
                    .moves
                    .iter()
                    .map(|one| (&one.pieces, &one.steps, Some(&one.after).filter(|_| has_after)));
                assert!(read.eq(made), "{text}");
            }
            let mut texts = vec![text];
            for (script, count) in SCRIPTS.iter().zip(&mut exported) {
                let is_of_style = style_of(script.name) == style && !solution.moves.is_empty();
                let text = script.write(puzzle, &solution).ok().filter(|_| is_of_style);
                *count += text.iter().len();
                texts.extend(text);
            }
            let several = solution.moves.iter().position(|one| one.pieces.len() > 1);
            for text in texts {
                let (replay, flaw) = replay(puzzle, &text).unwrap();
                assert!(flaw.is_none() && replay.is_solved(), "{flaw:?}\n{puzzle}{text}");
                let made = replay.moves(style);
                assert_eq!(made, Ok(solution.moves.len() as u64), "{puzzle}{text}");
                assert_eq!(replay.moves(Style::STEP).err(), several.map(|at| at + 1), "{text}");
            }
        }
    }
    let [rush, sgt, slidy, hackerrank] = exported;
    assert!(rush > 20 && sgt > 40 && slidy > 3 && hackerrank > 3, "{exported:?}");
}

/// Letters of a drawing, numbers of tiles, and words.
#[test]
fn own_names_of_pieces_are_read() {
    let drawn = puzzle("XXE.F\nXXAAC\nDGABC\nDHBB.\n\ngoal:\n...XX\n...XX\n.....\n.....\n");
    let tiles = puzzle("1 2 3 4/5 6 7 8/9 0 10 12/13 14 11 15\n");
    let mut setup = Setup::from(&puzzle("2 x 3 (words)\n1 = 1\n2 = 11\n2011\n1102\n"));
    setup.origin.names = ["red", "12", "x"].map(Into::into).to_vec();
    for puzzle in [drawn, tiles, setup.validate().expect("a puzzle")] {
        let mut names = puzzle.names();
        for step in &solution(&puzzle, Style::SLIDE).expect("a solution").moves {
            names.follow(step);
            let now = &step.after;
            let wanted: Vec<_> = now.placements().iter().map(|&piece| names.name(piece)).collect();
            let drawn = draw_marked(&names, now, Ink::Plain, &[]);
            for text in [&drawn, &without_boxes(&drawn), &written(&names, now)] {
                let read = start(&puzzle, text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!((read.start(), &read.piece_names()), (now, &wanted), "{text}");
            }
        }
    }
    // Moves name them, or not.
    let king = puzzle("2 x 3\n1 = 1\n2 = 1/1\n21\n02001\n# name: 1 the \u{202e}king (old)\n");
    let first = &solution(&king, Style::WALK).expect("a solution").moves[0];
    let said = sentence(&king.names(), first);
    assert_eq!(said, "piece 1 (the \u{fffd}king (old)) at row 1, column 2: right, down");
    for text in [&*said, "piece 1 at row 1, column 2: right, down"] {
        let read = &moves(&king, text).unwrap()[0];
        assert_eq!((&read.pieces, read.line), (&first.pieces, Some(1)));
    }
}

/// Solutions of other programs, with what comes of them.
#[test]
fn moves_of_other_programs_are_read() {
    for row in notations::table("moves.tsv") {
        let [file, item, notation, count, result, text] = &row[..] else { panic!("{row:?}") };
        let puzzle = notations::puzzles(file).swap_remove(item.parse().unwrap_or(1_usize) - 1);
        let script = notation.split(',').next().unwrap().replace("fogleman", "rush");
        let (replay, flaw) = replay(&puzzle, text).unwrap();
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
                let (again, _) = self::replay(&puzzle, &text).unwrap();
                assert_eq!(again.position(), replay.position(), "{text}");
            }
        }
    }
}

#[test]
fn unsupported_moves_are_reported() {
    let pair = puzzle("2 x 3\n1 = 1\n2 = 1/1\n21\n02001\n");
    // Three tiles that are pushed together are three.
    let row = puzzle("1 x 4\n1 = 1\n2 = 1\n3 = 1\n0123\n1230\n");
    for (puzzle, style, script, wanted) in [
        (&pair, Style::WALK, "sgt", "S1-5,0-1\n"),
        (&pair, Style::SUPER_WALK, "sgt", "it moves one piece at a time"),
        (&pair, Style::STEP, "rush", "it has only slides of one locked piece"),
        (&pair, Style::STEP, "slidy", "it is for single tiles and one gap"),
        (&row, Style::SUPER_STEP, "slidy", "L3\n"),
        (&row, Style::SUPER_STEP, "hackerrank", "3\nRIGHT\nRIGHT\nRIGHT\n"),
    ] {
        let solution = solution(puzzle, style).expect("a solution");
        let written = Script::named(script).unwrap().write(puzzle, &solution);
        assert_eq!(written.unwrap_or_else(|why| why.to_string()), wanted, "{script}");
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
