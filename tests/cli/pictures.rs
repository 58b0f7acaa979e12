//! Pictures and graphs from the command line: where they go, and which exit code comes with them.

use std::fs;

use super::{EASY, HOPELESS, KLOTSKI, folder, path, run};

#[test]
fn a_drawing_on_standard_output() {
    let run = run(&["draw", "-"], KLOTSKI);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("<svg ") && run.out.ends_with("</svg>\n"));
    assert_eq!(run.out.matches("class=\"piece ").count(), 10 + 1);
    // Names only where they are asked for.
    assert!(!run.out.contains("class=\"l0\""));
}

#[test]
fn every_form_of_a_solution() {
    let folder = folder(&[("easy.txt", EASY)]);
    let (easy, file) = (path(&folder, "easy.txt"), path(&folder, "picture"));
    let begins: [(&str, &[u8]); 5] = [
        ("svg", b"<svg "),
        ("svg-animated", b"<svg "),
        ("png", b"\x89PNG"),
        ("gif", b"GIF89a"),
        ("apng", b"\x89PNG"),
    ];
    for (form, begin) in begins {
        let run = run(&["solve", &easy, "--format", form, "--output", &file], "");
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""), "{form}");
        assert!(fs::read(&file).expect("a picture").starts_with(begin), "{form}");
    }
    let run = run(&["draw", &easy, "--format", "png", "--labels", "-o", &file], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(fs::read(&file).expect("a picture").starts_with(b"\x89PNG"));
}

#[test]
fn exit_codes_are_those_of_any_format() {
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
fn a_picture_shows_one_puzzle() {
    let folder = folder(&[("easy.txt", EASY), ("klotski.txt", KLOTSKI)]);
    let [easy, klotski] = ["easy.txt", "klotski.txt"].map(|name| path(&folder, name));
    let run = run(&["solve", "--format", "svg", &easy, &klotski], "");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(run.err, "sliding: a picture or page shows one puzzle: expected one FILE\n");
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
fn output_goes_to_files_in_every_format() {
    let folder = folder(&[]);
    let file = path(&folder, "report");
    for arguments in [
        &["solve", "--quiet"][..],
        &["solve", "--format", "json"],
        &["explore", "--csv"],
        &["graph", "--format", "graphml"],
    ] {
        let run = run(&[arguments, &["--output", &file, "-"]].concat(), EASY);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
        assert!(!fs::read_to_string(&file).expect("a report").is_empty());
    }
    let nowhere = path(&folder, "no/such/folder");
    let run = run(&["draw", "-o", &nowhere, "-"], EASY);
    assert_eq!(run.code, 74);
    assert!(run.err.starts_with("sliding: cannot write: "), "{}", run.err);
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
    insta::assert_snapshot!(graph("graphml").out, @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
    <key id="configuration" for="node" attr.name="configuration" attr.type="string"/>
    <key id="from_start" for="node" attr.name="from_start" attr.type="long"/>
    <key id="to_goal" for="node" attr.name="to_goal" attr.type="long"/>
    <graph id="configurations" edgedefault="undirected">
    <desc>Easy</desc>
    <node id="n0"><data key="configuration">1</data><data key="from_start">0</data><data key="to_goal">2</data></node>
    <node id="n1"><data key="configuration">01</data><data key="from_start">1</data><data key="to_goal">1</data></node>
    <node id="n2"><data key="configuration">001</data><data key="from_start">2</data><data key="to_goal">0</data></node>
    <edge source="n0" target="n1"/>
    <edge source="n1" target="n2"/>
    </graph>
    </graphml>
    "#);
    assert_eq!(graph("svg").out.matches("<circle").count(), 3);
}

#[test]
fn a_graph_is_whole_or_not_there() {
    let folder = folder(&[("graph.dot", "as it was")]);
    let file = path(&folder, "graph.dot");
    let limited = run(&["graph", "--max-nodes", "25954", "-o", &file, "-"], KLOTSKI);
    assert_eq!(limited.code, 3);
    assert_eq!(
        limited.err,
        "sliding: <stdin>: more than 25954 configurations can be reached; \
         a larger --max-nodes allows more\n"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "as it was");
    let whole = run(&["graph", "--max-nodes", "25955", "-"], KLOTSKI);
    assert_eq!(whole.code, 0);
    assert_eq!(whole.out.lines().filter(|line| line.contains("label=")).count(), 25_955);
}
