//! Formats of reports, and the endings of their files.

use clap::ValueEnum;

/// A format by its name in `--format`, the endings of its files, the usual one first, and whether it is
/// made of pixels.
struct Row(&'static str, &'static [&'static str], bool);

const TABLE: [Row; 13] = [
    Row("text", &["txt"], false),
    Row("json", &["json", "jsonl"], false),
    Row("csv", &["csv"], false),
    Row("svg", &["svg"], false),
    Row("svg-animated", &["svg"], false),
    Row("png", &["png"], true),
    Row("apng", &["apng", "png"], true),
    Row("gif", &["gif"], true),
    Row("pdf", &["pdf"], true),
    Row("html", &["html", "htm"], false),
    Row("dot", &["dot", "gv"], false),
    Row("graphml", &["graphml"], false),
    Row("npy", &["npy"], false),
];

fn row(format: &impl ValueEnum) -> &'static Row {
    let value = format.to_possible_value();
    let found =
        TABLE.iter().find(|row| value.as_ref().is_some_and(|value| value.matches(row.0, false)));
    found.expect("all formats of commands are in the table")
}

/// The endings of files in a format, the usual one first.
pub fn endings(format: &impl ValueEnum) -> &'static [&'static str] {
    row(format).1
}

/// Whether a format is made of pixels.
pub fn is_binary(format: &impl ValueEnum) -> bool {
    row(format).2
}

/// The first of a command's formats that an ending means.
pub fn of_ending<F: ValueEnum>(ending: &str) -> Option<F> {
    F::value_variants().iter().find(|format| endings(*format).contains(&ending)).cloned()
}

/// Why a report in this format does not go into a file with this ending, and what the command can write.
pub fn contradiction<F: ValueEnum>(format: &F, ending: &str) -> Option<String> {
    if endings(format).contains(&ending) {
        return None;
    }
    let listed = F::value_variants().iter().map(|format| {
        let Row(name, endings, _) = row(format);
        format!("{name} (.{})", endings.join(", ."))
    });
    let all = listed.collect::<Vec<_>>().join(", ");
    let name = row(format).0;
    Some(format!(
        "{name} does not go into a file that ends in .{ending}; this command writes {all}"
    ))
}
