//! Help: its size, and what is said of the options that many commands share.

use super::run;

/// The options that many commands share, and the commands that have them: the others print no colours, or search
/// nothing. `graph` searches on one thread.
const OPTIONS: [&str; 3] = [
    "--color <WHEN> Use colours: auto, always, never [default: auto]",
    "--threads <N> Number of threads [default: all cores]",
    "--progress <FORM> auto (a bar on a terminal), none, or json (one object per line) [default: auto]",
];

const COMMANDS: [(&str, [bool; 3]); 24] = [
    ("solve", [true, true, true]),
    ("hint", [false, true, true]),
    ("verify", [false, false, false]),
    ("shorten", [true, true, true]),
    ("prove", [false, true, true]),
    ("check-proof", [false, true, false]),
    ("play", [true, true, false]),
    ("explore", [true, true, true]),
    ("graph", [false, false, true]),
    ("count", [false, true, true]),
    ("why", [false, true, true]),
    ("rate", [false, true, true]),
    ("components", [true, true, true]),
    ("check", [true, false, false]),
    ("draw", [false, false, false]),
    ("convert", [false, false, false]),
    ("generate", [false, true, true]),
    ("improve", [false, true, true]),
    ("hunt", [true, true, true]),
    ("puzzles", [false, false, false]),
    ("site", [false, true, true]),
    ("test", [false, true, true]),
    ("tiles solve", [false, true, true]),
    ("tiles build", [false, true, true]),
];

/// The help with these words, which fits a screen of this many lines.
fn help(words: &str, lines: usize) -> String {
    let help = run(&words.split(' ').chain(["--help"]).collect::<Vec<_>>(), "");
    assert_eq!((help.code, help.err.as_str()), (0, ""), "{words}");
    assert!(help.out.lines().count() <= lines, "{}", help.out);
    assert!(help.out.lines().all(|line| line.chars().count() <= 80), "{}", help.out);
    help.out
}

#[test]
fn help_fits_the_screen_and_shared_options_are_the_same_everywhere() {
    for (command, has) in COMMANDS {
        let help = help(command, 90);
        let has_examples = help.contains("Examples:\n  sliding ");
        assert!(has_examples || command == "tiles build", "{help}");
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(OPTIONS.map(|option| help.contains(option)), has, "{command}");
    }
}

#[test]
fn the_list_of_commands_is_complete() {
    let help = run(&["help"], "").out;
    assert!(help.lines().count() <= 50, "{help}");
    let commands = help.lines().take_while(|line| !line.contains("--help"));
    let commands = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let listed: Vec<_> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    let mut known: Vec<_> =
        COMMANDS.iter().filter_map(|(words, _)| words.split(' ').next()).collect();
    known.dedup();
    assert_eq!(listed, known);
    let other = ["STYLE [VERBOSITY]", "sliding solve @klotski"];
    assert!(other.iter().all(|words| help.contains(words)), "{help}");
}
