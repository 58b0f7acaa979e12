//! What the program is made of: it may be used as freely as the program itself, and the core needs
//! little of it.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

/// Licences that ask for no more than to be named, by their SPDX names.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Whether one may take a crate by permissive licences alone. `AND` binds more strongly than `OR`,
/// and `/` is how `OR` was written of old.
fn is_permissive(expression: &str) -> bool {
    let text = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = text.split_whitespace().peekable();
    any(&mut words) == Some(true) && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

/// `None` for what is no expression, here and below.
fn any(words: &mut Words) -> Option<bool> {
    let mut holds = all(words)?;
    while words.next_if_eq(&"OR").is_some() {
        holds |= all(words)?;
    }
    Some(holds)
}

fn all(words: &mut Words) -> Option<bool> {
    let mut holds = one(words)?;
    while words.next_if_eq(&"AND").is_some() {
        holds &= one(words)?;
    }
    Some(holds)
}

fn one(words: &mut Words) -> Option<bool> {
    let name = words.next()?;
    if name == "(" {
        let holds = any(words)?;
        return words.next_if_eq(&")").map(|_| holds);
    }
    if words.next_if_eq(&"WITH").is_some() {
        // An exception allows more, but the list has none with one.
        return words.next().map(|_| false);
    }
    Some(PERMISSIVE.contains(&name))
}

#[test]
fn expressions_are_understood() {
    for good in ["MIT", "GPL-3.0 OR MIT", "Unlicense/MIT", "(MIT OR X) AND Zlib", "X AND Y OR MIT"]
    {
        assert!(is_permissive(good), "{good}");
    }
    for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT)", "MIT X", "MIT OR", "X WITH MIT"] {
        assert!(!is_permissive(bad), "{bad}");
    }
}

/// What cargo prints without asking the net; or what it complains about.
fn cargo(arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments);
    let output = command.args(["--locked", "--offline"]).output().expect("cargo starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

/// All packages that may be needed, on any system if all of them have been downloaded.
fn packages() -> Vec<Value> {
    let all = ["metadata", "--format-version", "1"];
    let host = host();
    let of_this_system = [&all[..], &["--filter-platform", &host]].concat();
    let reported = cargo(&all).or_else(|_| cargo(&of_this_system)).expect("cargo prints");
    let mut metadata: Value = serde_json::from_str(&reported).expect("JSON");
    match metadata["packages"].take() {
        Value::Array(packages) => packages,
        other => panic!("{other}"),
    }
}

/// The name of this system.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc starts");
    let text = String::from_utf8(output.stdout).expect("text");
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc prints its host").to_owned()
}

#[test]
fn all_licences_are_permissive() {
    let packages = packages();
    assert!(packages.len() > 100, "{}", packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_permissive(licence), "{}: {licence}", package["name"]);
    }
}

/// The core may need this number of other crates, with those that only compile it.
const CORE: usize = 30;

/// Crates for terminals, signals, pixels, command lines, serialization, clocks and user folders.
const OUTSIDE: &[&str] = &[
    "anstream",
    "chrono",
    "clap",
    "console",
    "crossterm",
    "ctrlc",
    "directories",
    "dirs",
    "gif",
    "indicatif",
    "nix",
    "png",
    "rayon",
    "resvg",
    "serde",
    "signal-hook",
    "time",
];

#[test]
fn the_core_stands_alone() {
    let arguments = ["tree", "--no-default-features", "--edges", "normal,build", "--no-dedupe"];
    let reported = cargo(&[&arguments[..], &["--prefix", "none", "--format", "{p}"]].concat());
    let reported = reported.expect("cargo prints");
    let crates: BTreeSet<&str> =
        reported.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(crates.contains("sliding") && crates.len() > 10, "{crates:?}");
    assert!(crates.len() <= 1 + CORE, "{} other crates: {crates:?}", crates.len() - 1);
    assert!(OUTSIDE.iter().all(|name| !crates.contains(name)), "{crates:?}");
}
