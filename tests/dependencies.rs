//! What the program is made of: each crate has a reason, and the core needs few. `cargo deny` checks licences by
//! `deny.toml`.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::architecture::{quoted, table};

/// What a program prints, without asking the net; or what it complains about.
fn output(program: &str, arguments: &str) -> Result<String, String> {
    let mut command = Command::new(program);
    command.current_dir(crate::ROOT).args(arguments.split(' '));
    let output = command.output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

#[test]
fn all_crates_have_a_reason() {
    let metadata = "metadata --format-version 1 --no-deps --locked --offline";
    let reported = output(env!("CARGO"), metadata).expect("cargo prints");
    let metadata: Value = serde_json::from_str(&reported).expect("JSON");
    let packages = metadata["packages"].as_array().expect("a list");
    let names = |is_for_tests: bool| -> BTreeSet<String> {
        let all = packages.iter().flat_map(|own| own["dependencies"].as_array().expect("a list"));
        let some = all.filter(|one| (one["kind"] == "dev") == is_for_tests);
        let names = some.map(|one| one["name"].as_str().expect("a name").to_owned());
        names.filter(|name| name != "sliding").collect()
    };
    let (of_program, of_tests) = (names(false), names(true));
    assert!(of_program.len() > 10 && !of_tests.is_empty());
    let rows = table(["crate", "for", "why"]);
    for (part, is_for_tests) in [("program", false), ("tests", true)] {
        let rows = rows.iter().filter(|row| (row[1] == "tests") == is_for_tests);
        let named: Vec<String> = rows.flat_map(|[names, ..]| quoted(names)).collect();
        let wanted = if is_for_tests { &of_tests - &of_program } else { of_program.clone() };
        assert_eq!(named.len(), wanted.len(), "{part}: {named:?}");
        assert_eq!(BTreeSet::from_iter(named), wanted, "{part}");
    }
}

/// The core needs few other crates, with those that only compile it: none for terminals, signals, pixels,
/// command lines, serialization, clocks and user folders.
#[test]
fn the_core_stands_alone() {
    let tree = "tree --package sliding --edges normal,build --no-dedupe --prefix none \
                --format {p} --locked --offline";
    let reported = output(env!("CARGO"), tree).expect("cargo prints");
    let crates: BTreeSet<&str> =
        reported.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(crates.contains("sliding") && crates.len() > 10, "{crates:?}");
    assert!(crates.len() <= 1 + 30, "{} other crates: {crates:?}", crates.len() - 1);
    let outside = "anstream chrono clap console crossterm ctrlc directories dirs gif indicatif nix \
                   png rayon resvg serde signal-hook time";
    assert!(outside.split_whitespace().all(|name| !crates.contains(name)), "{crates:?}");
}
