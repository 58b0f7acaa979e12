//! What the program is made of: it may be used as freely as the program itself, the core needs
//! little of it, and each crate has a reason.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::architecture::{quoted, table};

/// With the licences that ask for no more than to be named, one a line.
const DENY: &str = include_str!("../deny.toml");

/// Whether one may take a crate by one of these licences alone, or with the one of the tables of Unicode.
fn is_permissive(expression: &str) -> bool {
    let one_of = expression.strip_suffix(" AND Unicode-3.0").unwrap_or(expression);
    let mut licences = one_of.trim_matches(['(', ')']).split('/').flat_map(|one| one.split(" OR "));
    !one_of.contains(" AND ")
        && licences.any(|one| DENY.lines().any(|line| line == format!("    \"{one}\",")))
}

/// What a program prints, without asking the net; or what it complains about.
fn output(program: &str, arguments: &str) -> Result<String, String> {
    let mut command = Command::new(program);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments.split(' '));
    let output = command.output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

/// All packages that may be needed, on any system if all of them have been downloaded.
fn packages() -> Vec<Value> {
    let all = "metadata --format-version 1 --locked --offline";
    let version = output("rustc", "-vV").expect("rustc prints its version");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let of_host = |_| output(env!("CARGO"), &format!("{all} --filter-platform {host}"));
    let reported = output(env!("CARGO"), all).or_else(of_host).expect("cargo prints");
    let mut metadata: Value = serde_json::from_str(&reported).expect("JSON");
    serde_json::from_value(metadata["packages"].take()).expect("packages")
}

#[test]
fn all_licences_are_permissive_and_all_crates_have_a_reason() {
    let packages = packages();
    assert!(packages.len() > 100, "{}", packages.len());
    for package in &packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_permissive(licence), "{}: {licence}", package["name"]);
    }
    let own = packages.iter().find(|package| package["name"] == "sliding").expect("this one");
    let names = |is_for_tests: bool| -> BTreeSet<String> {
        let all = own["dependencies"].as_array().expect("a list").iter();
        let some = all.filter(|one| (one["kind"] == "dev") == is_for_tests);
        some.map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
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
    let tree = "tree --no-default-features --edges normal,build --no-dedupe --prefix none \
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
