//! Pictures and graphs from the command line: where they go, and which exit code comes with them.

use std::fs;

use super::{EASY, HOPELESS, KLOTSKI, folder, path, run};

#[test]
fn exit_codes_are_the_same_for_all_formats() {
    for form in ["svg", "svg-animated"] {
        let solve = |text: &str| run(&["solve", "--format", form, "--max-moves", "9", "-"], text);
        let hopeless = solve(HOPELESS);
        assert_eq!(hopeless.code, 1);
        assert!(hopeless.out.contains("no solution (style 2"), "{}", hopeless.out);
        let klotski = solve(KLOTSKI);
        assert_eq!(klotski.code, 3);
        assert!(klotski.out.contains("no solution within 9 moves"), "{}", klotski.out);
    }
    assert_eq!(run(&["draw", "-"], "no puzzle").code, 2);
    assert_eq!(run(&["explore", "--format", "svg", "-"], EASY).code, 0);
}

#[test]
fn speed_is_a_number_of_moves_a_second() {
    let slides =
        |speed: &str| run(&["solve", "--format", "svg-animated", "--speed", speed, "-"], EASY);
    assert!(slides("0.5").out.contains("animation:5.5s"));
    assert!(slides("2").out.contains("animation:4s"));
    let refused = slides("0");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("expected a number of moves a second, from 0.1 to 20"));
}

#[test]
fn graphs_in_every_form() {
    let graph = |form: &str| run(&["graph", "--style", "0", "--format", form, "-"], EASY);
    insta::assert_snapshot!(graph("dot").out, @r#"
    graph "Easy" {
      0 [label="1", from_start=0, to_goal=2, shape=box];
      1 [label="01", from_start=1, to_goal=1];
      2 [label="001", from_start=2, to_goal=0, peripheries=2];
      0 -- 1;
      1 -- 2;
    }
    "#);
    assert_eq!(graph("svg").out.matches("<circle").count(), 3);
}

#[test]
fn a_graph_is_written_completely_or_not_at_all() {
    let folder = folder(&[("graph.dot", "as it was")]);
    let file = path(&folder, "graph.dot");
    let limited = run(&["graph", "--limit", "25954", "-o", &file, "-"], KLOTSKI);
    assert_eq!(limited.code, 3);
    assert_eq!(
        limited.err,
        "sliding: <stdin>: more than 25954 positions can be reached: raise --limit\n"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "as it was");
    let whole = run(&["graph", "--limit", "25955", "-"], KLOTSKI);
    assert_eq!(whole.code, 0);
    assert_eq!(whole.out.lines().filter(|line| line.contains("label=")).count(), 25_955);
}

#[test]
fn the_ending_of_a_file_names_its_format() {
    let folder = folder(&[("easy.txt", EASY)]);
    let easy = path(&folder, "easy.txt");
    let begins: [(&str, &str, &[u8]); 14] = [
        ("draw", "a.svg", b"<svg "),
        ("draw", "a.PNG", b"\x89PNG"),
        ("draw", "a.txt", b"# title: Easy\n"),
        ("draw", "a", b"<svg "),
        ("solve", "b.png", b"\x89PNG"),
        ("solve", "b.gif", b"GIF89a"),
        ("solve", "b.htm", b"<!DOCTYPE html>"),
        ("solve", "b.json", b"{\"schema\":\"sliding/solve/"),
        ("solve", "b", b"Easy: solved in 1 move"),
        ("graph", "c.dot", b"graph \"Easy\""),
        ("graph", "c.gv", b"graph \"Easy\""),
        ("graph", "c.svg", b"<svg "),
        ("explore", "d.csv", b"distance,"),
        ("explore", "d.svg", b"<svg "),
    ];
    for (command, name, begin) in begins {
        let file = path(&folder, name);
        let run = run(&[command, &easy, "-o", &file], "");
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""), "{command} {name}");
        let written = fs::read(&file).expect("a report");
        assert!(written.starts_with(begin), "{command} {name}: {written:.60?}");
    }
}

#[test]
fn an_animated_picture_is_svg() {
    let folder = folder(&[("easy.txt", EASY)]);
    let (easy, file) = (path(&folder, "easy.txt"), path(&folder, "b.svg"));
    let run = run(&["solve", "--format", "svg-animated", &easy, "-o", &file], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let written = fs::read_to_string(&file).expect("a film");
    assert!(written.starts_with("<svg ") && written.contains("anim"), "{written}");
}

#[test]
fn drawings_of_several_puzzles_go_into_a_folder() {
    let folder = folder(&[("easy.txt", EASY), ("klotski.txt", KLOTSKI), ("broken.txt", "no")]);
    let [easy, klotski, broken] =
        ["easy.txt", "klotski.txt", "broken.txt"].map(|name| path(&folder, name));
    let there = path(&folder, "new/pictures/");
    let drawn = run(&["draw", &easy, &broken, &klotski, "-", "-o", &there], EASY);
    // What is broken is reported, and the others are drawn all the same.
    assert_eq!((drawn.code, drawn.out.as_str()), (2, ""));
    assert!(drawn.err.contains("broken.txt"), "{}", drawn.err);
    let mut names: Vec<String> = fs::read_dir(&there)
        .expect("a folder")
        .map(|file| file.expect("a file").file_name().into_string().expect("text"))
        .collect();
    names.sort();
    assert_eq!(names, ["easy.svg", "klotski.svg", "stdin.svg"]);
    let alone = run(&["draw", &klotski], "").out;
    assert_eq!(fs::read_to_string(format!("{there}klotski.svg")).expect("a picture"), alone);

    let twice = run(&["draw", &easy, &easy, "--format", "png", "-o", &there], "");
    assert_eq!(twice.code, 2);
    assert!(twice.err.contains("two puzzles would be drawn into"), "{}", twice.err);
    assert!(fs::metadata(format!("{there}easy.png")).is_err());
    let nowhere = run(&["draw", &easy, &klotski], "");
    assert_eq!((nowhere.code, nowhere.out.as_str()), (2, ""));
    assert!(nowhere.err.contains("expected --output DIR/"), "{}", nowhere.err);
}

#[test]
fn bare_boards_of_a_size() {
    let bare = ["draw", "-", "--bare", "--no-goal", "--cell", "40"];
    let svg = run(&bare, EASY).out;
    // Three cells of 40 and a frame of 0.22 cells on either side.
    assert!(svg.contains("width=\"138\" height=\"58\""), "{svg}");
    assert!(!svg.contains("<text") && !svg.contains("class=\"ground\""), "{svg}");
    assert_eq!(svg.matches("class=\"piece ").count(), 1);
    let both = run(&["draw", "-", "--bare", "--cell", "40"], EASY).out;
    assert_eq!(both.matches("class=\"piece ").count(), 2);
    // Two such boards, with a space between.
    assert!(both.contains("width=\"300\" height=\"58\""), "{both}");
    let named = run(&["draw", "-", "--no-goal"], EASY).out;
    assert!(named.contains(">Easy</text>") && !named.contains(">goal</text>"), "{named}");

    // Pixels are pixels in PNG, too.
    let folder = folder(&[]);
    let file = path(&folder, "bare.png");
    assert_eq!(run(&[&bare[..], &["-o", &file]].concat(), EASY).code, 0);
    let png = fs::read(&file).expect("a picture");
    assert_eq!(png[16..24], [0, 0, 0, 138, 0, 0, 0, 58]);

    let refused = run(&["draw", "-", "--cell", "3"], EASY);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("pixels from 4 to 1000"), "{}", refused.err);
}

#[test]
fn drawings_of_characters_are_puzzles() {
    let folder = folder(&[("easy.txt", EASY)]);
    let easy = path(&folder, "easy.txt");
    let both = run(&["draw", "--format", "text", &easy, &easy], "");
    let one = "# title: Easy\n1..\ngoal:\n..1\n# expect: 2 1 3\n";
    assert_eq!(both.out, format!("{one}\n{one}"));
    // From elsewhere.
    let other = run(&["draw", "--format", "text", "--start", "01", &easy], "");
    assert!(other.out.contains("\n.1.\n"), "{}", other.out);
}

#[test]
fn missing_characters_are_reported() {
    let text = EASY.replace("Easy", "華容道 Easy");
    let folder = folder(&[]);
    let file = path(&folder, "a.png");
    let drawn = run(&["draw", "-", "-o", &file], &text);
    assert_eq!(drawn.code, 0);
    assert_eq!(
        drawn.err,
        "sliding: <stdin>: the font of pictures does not have 華容道: an ellipsis stands there; \
         SVG leaves letters to its reader\n"
    );
    // Where it is not seen, nothing is lacking.
    assert_eq!(run(&["draw", "-", "--bare", "-o", &file], &text).err, "");
    let svg = run(&["draw", "-"], &text);
    assert!(svg.err.is_empty() && svg.out.contains(">華容道 Easy</text>"));
}

#[test]
fn a_sheet_can_describe_moves_in_words() {
    let moves = run(&["solve", "--moves", "-"], KLOTSKI).out;
    assert_eq!(moves.lines().count(), 81);
    let sheet = |arguments: &[&str]| run(&[&["solve", "-"], arguments].concat(), KLOTSKI);
    let words = sheet(&["--format", "svg", "--words"]).out;
    for (number, line) in (1..).zip(moves.lines()) {
        let reported = format!(">{number}. {line}</text>");
        assert_eq!(words.matches(&reported).count(), 1, "{reported}");
    }
    // All of them are on the page: the lowest ends above its end.
    let number = |text: &str, name: &str| -> f64 {
        let rest = text.split(&format!(" {name}=\"")).nth(1).expect("an attribute");
        rest.split('"').next().and_then(|number| number.parse().ok()).expect("a number")
    };
    let (height, width) = (number(&words, "height"), number(&words, "width"));
    let lines: Vec<&str> = words
        .lines()
        .filter(|line| line.contains(": ") && line.starts_with("<text class=\"ink\""))
        .collect();
    assert_eq!(lines.len(), 81);
    let mut places: Vec<(f64, f64)> =
        lines.iter().map(|line| (number(line, "x"), number(line, "y"))).collect();
    assert!(places.iter().all(|&(x, y)| x < width && y + 10.0 < height), "{places:?}");
    places.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    places.dedup();
    assert_eq!(places.len(), 81);
    let plain = sheet(&["--format", "svg"]).out;
    assert!(number(&plain, "height") < height && !plain.contains(": right</text>"));
    let refused = sheet(&["--words"]);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("expected --format svg or png"), "{}", refused.err);
}

/// The number of pages of a document.
fn pages(html: &str) -> usize {
    fs::read_to_string(html).expect("a document").matches("<svg ").count()
}

#[test]
fn paper_gets_all_puzzles_and_their_solutions() {
    let folder =
        folder(&[("easy.txt", EASY), ("klotski.txt", KLOTSKI), ("hopeless.txt", HOPELESS)]);
    let files = ["easy.txt", "klotski.txt", "hopeless.txt"].map(|name| path(&folder, name));
    let html = path(&folder, "sheets.html");
    let draw = |more: &[&str]| {
        let mut arguments = vec!["draw", "--paper", "a4", "-o", &html];
        arguments.extend(files.iter().map(String::as_str));
        arguments.extend(more);
        run(&arguments, "")
    };
    let all = draw(&[]);
    assert_eq!((all.code, all.out.as_str(), all.err.as_str()), (0, "", ""));
    // The boards; 2 and 82 boards of solutions, 7 in a row and 7 or 6 rows on a page.
    assert_eq!(pages(&html), 1 + 3);
    assert_eq!(draw(&["--hide", "solution"]).code, 0);
    assert_eq!(pages(&html), 1);
    assert_eq!(draw(&["--hide", "solution", "--cell", "40mm"]).code, 0);
    assert!(pages(&html) > 1);
    let out_of_time = draw(&["--time-limit", "0"]);
    assert_eq!(out_of_time.code, 3);
    assert!(out_of_time.err.contains("easy.txt: stopped at --time-limit"), "{}", out_of_time.err);
    assert_eq!(pages(&html), 1);
}

#[test]
fn sizes_on_paper_are_millimetres() {
    let refused = |options: &[&str], why: &str| {
        let run = run(&[&["draw", "-"], options].concat(), KLOTSKI);
        assert_eq!(run.code, 2, "{options:?}");
        assert!(run.err.contains(why), "{options:?}: {}", run.err);
    };
    refused(&["--paper", "a4", "--cell", "20", "-o", "a.html"], "expected a number and mm");
    refused(&["--cell", "20mm"], "expected --paper a4 or letter");
    refused(&["--cell", "mm"], "millimetres as in 20mm");
    refused(&["--paper", "a4", "--cell", "50mm", "-o", "a.html"], "expected 40.5 mm or less");
    let folder = folder(&[]);
    for name in ["a.pdf", "a.svg", "a", "b/"] {
        let file = path(&folder, name);
        refused(&["--paper", "a4", "-o", &file], "expected a name that ends in .html");
        assert!(!fs::exists(&file).unwrap());
    }
    refused(&["--paper", "a4", "--format", "svg"], "cannot be used with '--format");
    refused(&["--paper", "a5"], "a4");
    for option in [["--hide", "solution"], ["--style", "step"], ["--time-limit", "9"]] {
        refused(&option, "--paper");
    }
}

#[test]
fn a_title_replaces_the_name() {
    let run = run(&["draw", "-", "--title", "Level {n} <b>"], KLOTSKI);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains(">Level 1 &lt;b&gt;</text>"));
    assert!(!run.out.contains("Klotski"));
}
