//! What the program prints: console blocks in the README, in `docs/*.md` and in `tests/cmd/*.md`.
//!
//! In a block `console`, a line that begins with `$ ` is a command, and the lines below it are what it prints to
//! standard output and standard error. A line `...` stands for any lines, and ` ...` at the end of a line for the rest
//! of it. `$ cat > FILE <<'end'` writes a file. In a block `sh`, lines that begin with `sliding` or `for` must run, and so
//! must a command at the beginning of a row's last cell. A block below a comment `<!-- not run: REASON -->` is left out.
//!
//! In `tests/cmd` the exit code counts as well: a last line `[2]` is an exit code of 2, and without such a line it is 0.
//!
//! Each page runs in a folder of its own with `puzzles` and `docs`; the pages for users also have the files that the
//! README and the first page show by `cat`. After a wanted change of what the program prints,
//!
//! ```text
//! SLIDING_REGENERATE=1 cargo test transcripts
//! ```
//!
//! writes it into the pages; read the diff, since a block with `...` is only guessed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::cli::folder;
use crate::oracle::each;
use crate::{files, schemas};

/// A block between fences.
struct FencedBlock<'a> {
    line: usize,
    language: &'a str,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<FencedBlock<'_>> {
    let mut found = Vec::new();
    let mut is_left_out = false;
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        is_left_out |= line.starts_with("<!-- not run");
        if let Some(language) = line.strip_prefix("```") {
            let inner = lines.by_ref().map(|(_, line)| line).take_while(|&line| line != "```");
            let block = FencedBlock { line: at + 1, language, lines: inner.collect() };
            if !is_left_out {
                found.push(block);
            }
            is_left_out = false;
        }
    }
    found
}

/// The commands of a block `console`, each with what it prints.
fn console<'a>(block: &FencedBlock<'a>) -> Vec<(String, Vec<&'a str>)> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    let mut lines = block.lines.iter();
    while let Some(&line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else {
            found.last_mut().expect("a command first").1.push(line);
            continue;
        };
        let mut command = command.to_owned();
        if command.contains("<<'end'") {
            for &line in lines.by_ref() {
                command += &format!("\n{line}");
                if line == "end" {
                    break;
                }
            }
        }
        found.push((command, Vec::new()));
    }
    found
}

/// The commands that must run, with their lines.
fn runnable(text: &str) -> Vec<(usize, &str)> {
    let shell = blocks(text).into_iter().filter(|block| block.language == "sh");
    let shell = shell.flat_map(|block| block.lines.into_iter().map(move |line| (block.line, line)));
    let cells = text.lines().enumerate().filter_map(|(at, line)| {
        let cell = line.rsplit_once(" | ")?.1.strip_prefix('`')?;
        Some((at + 1, cell.split('`').next()?))
    });
    // `play` needs a terminal.
    let is_run = |line: &str| {
        ["sliding ", "for "].iter().any(|begin| line.starts_with(begin))
            && !line.starts_with("sliding play")
    };
    shell.chain(cells).filter(|(_, line)| is_run(line)).collect()
}

fn agrees(shown: &[&str], printed: &[&str]) -> bool {
    match (shown, printed) {
        ([], printed) => printed.is_empty(),
        (["...", rest @ ..], printed) => {
            (0..=printed.len()).any(|skipped| agrees(rest, &printed[skipped..]))
        }
        ([line, rest @ ..], [is, after @ ..]) => {
            let is_same = match line.strip_suffix(" ...") {
                Some(beginning) => is.starts_with(beginning),
                None => line.trim_end() == is.trim_end(),
            };
            is_same && agrees(rest, after)
        }
        _ => false,
    }
}

/// Runs a command in a folder: its exit code, and all that it prints.
fn shell(place: &Path, command: &str) -> (i32, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_sliding")).parent().expect("a folder");
    let paths = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(place)
        .env("PATH", format!("{}:{paths}", program.display()))
        .env("HOME", place)
        .env("XDG_CACHE_HOME", place.join("cache"))
        .env("LC_ALL", "C.UTF-8")
        .env_remove("COLUMNS")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .expect("bash");
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The files that a page shows.
fn shown_files(page: &str) -> Vec<(String, String)> {
    let consoles = blocks(page).into_iter().filter(|block| block.language == "console");
    let commands = consoles.flat_map(|block| console(&block));
    let files = commands.filter_map(|(command, text)| {
        Some((command.strip_prefix("cat ")?.to_owned(), text.join("\n") + "\n"))
    });
    files.collect()
}

/// What a page shows in place of `shown`, if a command prints this: as many lines before the first `...` and behind
/// the last one as before, and what stands between as it was.
fn shown_anew(shown: &[&str], printed: &[&str]) -> Vec<String> {
    let (Some(first), Some(last)) = (
        shown.iter().position(|&line| line == "..."),
        shown.iter().rposition(|&line| line == "..."),
    ) else {
        return printed.iter().map(|&line| line.to_owned()).collect();
    };
    let behind = shown.len() - last - 1;
    let begin = shown[..first].iter().zip(printed);
    let end = shown[last + 1..].iter().zip(&printed[printed.len().saturating_sub(behind)..]);
    let line = |(shown, printed): (&&str, &&str)| match shown.strip_suffix(" ...") {
        Some(beginning) if !printed.starts_with(beginning) => {
            let words = beginning.split(' ').count();
            printed.split(' ').take(words).collect::<Vec<_>>().join(" ") + " ..."
        }
        Some(_) => (*shown).to_owned(),
        None => (*printed).to_owned(),
    };
    let middle = shown[first..=last].iter().map(|&line| line.to_owned());
    begin.map(line).chain(middle).chain(end.map(line)).collect()
}

/// A command that does not do what a page shows.
struct Mistake {
    message: String,
    /// What the page has, and what it should have.
    was: String,
    is: String,
}

/// A page with commands.
struct Page {
    path: String,
    text: String,
    /// Whether the exit codes count.
    has_codes: bool,
}

/// The pages of a folder.
fn pages(folder: &str, has_codes: bool) -> Vec<Page> {
    let texts = files::texts(folder, ".md").into_iter();
    let texts = texts.filter(|(name, _)| !name.contains('/'));
    let path = |name| format!("{folder}/{name}.md");
    texts.map(|(name, text)| Page { path: path(name), text, has_codes }).collect()
}

/// Lines with an end, if there are any.
fn ended(lines: &str) -> String {
    if lines.is_empty() { String::new() } else { format!("{}\n", lines.trim_end_matches(' ')) }
}

/// What is wrong on a page.
fn mistakes(page: &Page, files: &[(String, String)]) -> Vec<Mistake> {
    let root = Path::new(crate::ROOT);
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (&name[..], &text[..])).collect();
    let place = folder(&files);
    for name in ["puzzles", "docs"] {
        std::os::unix::fs::symlink(root.join(name), place.path().join(name)).expect("a link");
    }
    let name = &page.path;
    let mut found = Vec::new();
    for block in blocks(&page.text) {
        let line = block.line;
        if block.language == "console" {
            for (command, shown) in console(&block) {
                let (code, mut printed) = shell(place.path(), &command);
                if page.has_codes && code != 0 {
                    if !printed.is_empty() && !printed.ends_with('\n') {
                        printed.push('\n');
                    }
                    printed += &format!("[{code}]\n");
                }
                let lines: Vec<_> = printed.lines().collect();
                let whole = lines.iter().filter(|line| line.starts_with("{\"schema\":\""));
                for object in whole.filter_map(|line| serde_json::from_str(line).ok()) {
                    schemas::check(&object);
                }
                if !agrees(&shown, &lines) {
                    let anew = shown_anew(&shown, &lines).join("\n");
                    let shown = shown.join("\n");
                    found.push(Mistake {
                        message: format!(
                            "{name}:{line}: $ {command}\n-- shown\n{shown}\n-- printed\n{printed}"
                        ),
                        was: format!("$ {command}\n{}", ended(&shown)),
                        is: format!("$ {command}\n{}", ended(&anew)),
                    });
                }
            }
        }
    }
    for (line, command) in runnable(&page.text) {
        let (code, printed) = shell(place.path(), command);
        if ![0, 1, 3].contains(&code) {
            let message = format!("{name}:{line}: {command}\n{printed}");
            found.push(Mistake { message, was: String::new(), is: String::new() });
        }
    }
    found
}

/// Runs the pages, and writes them anew if asked to.
fn all_agree(pages: &[Page], files: &[(String, String)]) {
    let found = each(pages, |page| mistakes(page, files));
    if std::env::var_os("SLIDING_REGENERATE").is_some() {
        for (page, found) in pages.iter().zip(&found) {
            let anew = found.iter().fold(page.text.clone(), |text, one| match &one.was[..] {
                "" => text,
                was => text.replace(was, &one.is),
            });
            fs::write(Path::new(crate::ROOT).join(&page.path), anew).expect("a page");
        }
    }
    let messages: Vec<_> = found.iter().flatten().map(|one| &one.message[..]).collect();
    assert!(messages.is_empty(), "{} commands differ\n\n{}", messages.len(), messages.join("\n\n"));
}

#[test]
fn pages_for_users_show_what_is_printed() {
    let [readme, first] = ["README.md", "docs/getting-started.md"].map(files::read);
    let files = [shown_files(&readme), shown_files(&first)].concat();
    let mut pages = pages("docs", false);
    pages.push(Page { path: "README.md".to_owned(), text: readme, has_codes: false });
    all_agree(&pages, &files);
}

#[test]
fn transcripts_show_what_is_printed() {
    all_agree(&pages("tests/cmd", true), &[]);
}
