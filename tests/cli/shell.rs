//! What is printed for shells and manuals, and for people who mistype.

use super::{EASY, KLOTSKI, run};

const COMMANDS: [&str; 8] =
    ["solve", "hint", "verify", "check", "explore", "count", "components", "play"];

#[test]
fn completions_name_commands_and_options() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = run(&["completions", shell], "");
        assert_eq!((script.code, script.err.as_str()), (0, ""), "{shell}");
        for word in COMMANDS.into_iter().chain(["time-limit", "max-moves"]) {
            assert!(script.out.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(run(&["completions", "tcsh"], "").code, 2);
}

#[test]
fn the_manual_has_a_section_for_each_command() {
    let page = run(&["man"], "");
    assert_eq!((page.code, page.err.as_str()), (0, ""));
    for command in COMMANDS {
        let heading = format!(".SH \"SLIDING {}\"", command.to_uppercase());
        assert_eq!(page.out.lines().filter(|line| *line == heading).count(), 1, "{command}");
    }
    let sections = page.out.lines().filter(|line| line.starts_with(".SH "));
    assert!(sections.count() > COMMANDS.len());
    assert_eq!(page.out.lines().filter(|line| line.starts_with(".TH ")).count(), 1);
}

#[test]
fn later_options_override_earlier_ones() {
    let run = run(&["solve", "-s", "5", "--style", "1", "-q", "-q", "-s", "0", "-"], EASY);
    assert_eq!(run.out, "Easy: solved in 2 moves (style 0: one piece, one step)\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn a_similar_command_is_suggested() {
    for (typed, meant) in [("slove", "solve"), ("hnit", "hint"), ("expolre", "explore")] {
        let run = run(&[typed, "klotski.txt"], "");
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.contains(&format!("'{meant}'")), "{}", run.err);
    }
    let far = run(&["42", "klotski.txt"], "");
    assert!(far.err.contains("expected step, slide, walk"), "{}", far.err);
}

#[test]
fn an_empty_input_is_called_empty() {
    for arguments in [&["2"][..], &["solve", "-"], &["check", "-"], &["hint", "-"]] {
        for text in ["", "\n  \n"] {
            let run = run(arguments, text);
            assert_eq!(
                (run.code, &*run.err),
                (2, "sliding: <stdin> is empty: expected a puzzle\n")
            );
        }
    }
    assert_eq!(run(&["2", "-1"], KLOTSKI).code, 0);
}

#[test]
fn the_six_styles_are_explained() {
    let help = run(&["solve", "--help"], "");
    for (number, name) in ["step", "slide", "walk", "step+", "slide+", "walk+"].iter().enumerate() {
        let width = if number < 3 { 5 } else { 6 };
        assert!(help.out.contains(&format!("{name:<width$} ({number})")), "{}", help.out);
        let named = run(&["solve", "-q", "--style", name, "-"], EASY).out;
        assert_eq!(named, run(&["solve", "-q", "--style", &number.to_string(), "-"], EASY).out);
    }
}
