//! Files that the program writes: their permissions, links, devices, and endings.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::{PermissionsExt, symlink};
#[cfg(unix)]
use std::path::Path;
use std::process::{Command, Stdio};

use super::{EASY, Run, folder, path, run};

/// Runs the program in a folder, with this shell code around it: `"$@"` is the program with its
/// arguments.
#[cfg(unix)]
fn in_shell(folder: &tempfile::TempDir, code: &str, arguments: &[&str]) -> Run {
    let output = Command::new("sh")
        .args(["-c", code, "sh", env!("CARGO_BIN_EXE_sliding")])
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let (out, err) = (text(output.stdout), text(output.stderr));
    Run { code: output.status.code().expect("it was not killed"), out, err }
}

#[cfg(unix)]
fn mode(file: &Path) -> u32 {
    fs::metadata(file)
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
        .permissions()
        .mode()
        & 0o777
}

#[cfg(unix)]
const HUNT: &[&str] =
    &["hunt", "--board", "3x3", "--shapes", "polyominoes:1", "--output", "found", "--prove"];

/// Every command that writes files, its arguments, and one of the files.
#[cfg(unix)]
const WRITERS: [(&[&str], &str); 10] = [
    (&["solve", "easy.txt", "-o", "solve.json"], "solve.json"),
    (&["solve", "easy.txt", "-o", "page.html"], "page.html"),
    (&["draw", "easy.txt", "-o", "pictures/"], "pictures/easy.svg"),
    (&["check", "easy.txt", "-o", "check.txt"], "check.txt"),
    (&["explore", "easy.txt", "--dump", "dump.csv"], "dump.csv"),
    (&["graph", "easy.txt", "-o", "graph.dot"], "graph.dot"),
    (&["prove", "easy.txt", "-o", "easy.proof.gz"], "easy.proof.gz"),
    (HUNT, "found/3x3-corner-2-01.proof.gz"),
    (HUNT, "found/3x3-corner-2-01.txt"),
    (&["site", "site", "easy.txt"], "site/puzzles/easy.svg"),
];

#[test]
#[cfg(unix)]
fn permissions_are_those_of_the_umask_or_of_the_file_that_was_there() {
    for (arguments, name) in WRITERS {
        let folder = folder(&[("easy.txt", EASY)]);
        let file = folder.path().join(name);
        for (umask, expected) in [("077", 0o600), ("027", 0o640)] {
            let written = in_shell(&folder, &format!("umask {umask} && exec \"$@\""), arguments);
            assert_eq!(written.code, 0, "{arguments:?}: {}", written.err);
            assert_eq!(mode(&file), expected, "{arguments:?}");
            fs::remove_file(&file).unwrap();
        }
        // What is there keeps what it has, be it less or more than the umask allows.
        for kept in [0o600, 0o666] {
            assert_eq!(in_shell(&folder, "umask 027 && exec \"$@\"", arguments).code, 0);
            fs::set_permissions(&file, fs::Permissions::from_mode(kept)).unwrap();
            let again = in_shell(&folder, "umask 022 && exec \"$@\"", arguments);
            assert_eq!(again.code, 0, "{arguments:?}: {}", again.err);
            assert_eq!(mode(&file), kept, "{arguments:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn links_stay_and_their_targets_are_written() {
    for (arguments, name) in WRITERS.iter().filter(|(arguments, _)| arguments[0] != "site") {
        let folder = folder(&[("easy.txt", EASY)]);
        let link = folder.path().join(name);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        fs::create_dir(folder.path().join("elsewhere")).unwrap();
        let target = folder.path().join("elsewhere/target");
        // From a link to a link to what is not there yet; then it is there.
        symlink(folder.path().join("between"), &link).unwrap();
        symlink("elsewhere/target", folder.path().join("between")).unwrap();
        for _ in 0..2 {
            let written = in_shell(&folder, "exec \"$@\"", arguments);
            assert_eq!(written.code, 0, "{arguments:?}: {}", written.err);
            assert!(link.is_symlink(), "{arguments:?}");
            assert!(!fs::read(&target).expect("the target").is_empty(), "{arguments:?}");
            fs::write(&target, "").unwrap();
        }
        let left = fs::read_dir(folder.path().join("elsewhere")).unwrap().count();
        assert_eq!(left, 1, "{arguments:?} leaves files beside the target");
    }
    let folder = folder(&[("easy.txt", EASY)]);
    symlink("loop.txt", folder.path().join("loop.txt")).unwrap();
    let lost = in_shell(&folder, "exec \"$@\"", &["solve", "easy.txt", "-o", "loop.txt"]);
    assert_eq!(lost.code, 74);
    assert!(lost.err.starts_with("sliding: cannot write: loop.txt: "), "{}", lost.err);
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_be_written_is_not_replaced() {
    let folder = folder(&[("easy.txt", EASY), ("report.txt", "as it was")]);
    let file = folder.path().join("report.txt");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    if fs::OpenOptions::new().append(true).open(&file).is_ok() {
        // Root may write whatever it likes.
        return;
    }
    let refused = in_shell(&folder, "exec \"$@\"", &["solve", "easy.txt", "-o", "report.txt"]);
    assert_eq!(refused.code, 74);
    assert_eq!(fs::read_to_string(&file).unwrap(), "as it was");
}

#[test]
#[cfg(target_os = "linux")]
fn pipes_and_open_files_are_written_directly() {
    let folder = folder(&[("easy.txt", EASY)]);
    let plain = in_shell(&folder, "exec \"$@\"", &["solve", "easy.txt", "--quiet"]).out;
    assert!(plain.starts_with("Easy: solved"));
    let solve = |code: &str, to: &str| {
        let done = in_shell(&folder, code, &["solve", "easy.txt", "--quiet", "-o", to]);
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{code}, {to}");
        done.out
    };
    assert_eq!(solve("mkfifo pipe && cat pipe & sleep 0.1; \"$@\" && wait", "pipe"), plain);
    // As `/dev/stdout` is; but if anything goes wrong, it is only this link that is lost.
    symlink("/proc/self/fd/1", folder.path().join("stdout")).unwrap();
    for output in ["-", "stdout"] {
        assert_eq!(solve("exec \"$@\"", output), plain, "{output}");
        assert_eq!(solve("exec \"$@\" | cat", output), plain, "{output}");
        // Where the shell has opened a file, that very file is written, behind what is in it.
        solve("echo before > log && exec \"$@\" >> log", output);
        let log = fs::read_to_string(folder.path().join("log")).unwrap();
        assert_eq!(log, format!("before\n{plain}"), "{output}");
    }
    symlink("/proc/self/fd/3", folder.path().join("link")).unwrap();
    solve("exec 3> third && exec \"$@\"", "link");
    assert_eq!(fs::read_to_string(folder.path().join("third")).unwrap(), plain);
    let proof = in_shell(&folder, "exec \"$@\"", &["prove", "easy.txt", "-o", "-"]).out;
    assert!(proof.starts_with("sliding-proof 1\n") && !proof.contains("proven"), "{proof}");
}

/// The endings that each command understands are in its message.
#[test]
fn a_file_whose_ending_is_that_of_another_format_is_refused() {
    let text = "text (.txt), json (.json, .jsonl)";
    let of_map = format!("{text}, svg (.svg), csv (.csv)");
    let of_solution = format!(
        "{text}, svg (.svg), png (.png), svg-animated (.svg), gif (.gif), \
         html (.html, .htm)"
    );
    let of_graph = "dot (.dot, .gv), json (.json, .jsonl), svg (.svg)";
    let cases: [(&[&str], &str, &str, &str); 14] = [
        (&["solve"], "a.apng", "text", &of_solution),
        (&["solve", "--moves"], "a.json", "text", &of_solution),
        (&["solve", "--format", "gif"], "a.png", "gif", &of_solution),
        (&["solve", "--format", "png"], "a.jpg", "png", &of_solution),
        (&["explore"], "a.pdf", "text", &of_map),
        (&["explore", "--format", "csv"], "a.svg", "csv", &of_map),
        (&["graph"], "a.npy", "dot", of_graph),
        (&["draw"], "a.pdf", "svg", "svg (.svg), png (.png), text (.txt)"),
        (&["draw", "--format", "text"], "a.svg", "text", "svg (.svg), png (.png), text (.txt)"),
        (&["why"], "a.svg", "text", text),
        (&["check"], "a.svg", "text", text),
        (&["count", "--format", "json"], "a.txt", "json", text),
        (&["components"], "a.v2", "text", text),
        (&["solve", "--style", "all"], "a.csv", "text", text),
    ];
    let folder = folder(&[("easy.txt", EASY)]);
    let easy = path(&folder, "easy.txt");
    for (arguments, name, format, all) in cases {
        let file = path(&folder, name);
        fs::write(&file, "as it was").unwrap();
        let refused = run(&[arguments, &[&easy, "-o", &file]].concat(), "");
        let (_, ending) = name.split_once('.').unwrap();
        let expected = format!(
            "sliding: {file}: {format} does not go into a file that ends in .{ending}; \
             this command writes {all}\n"
        );
        assert_eq!((refused.code, refused.out, refused.err), (2, String::new(), expected));
        assert_eq!(fs::read_to_string(&file).unwrap(), "as it was");
    }
    for command in ["solve", "explore", "check", "count", "hint", "components", "graph"] {
        let file = path(&folder, "b.jsonl");
        let run = run(&[command, &easy, "-o", &file], "");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{command}");
        let schema = if command == "components" { "survey" } else { command };
        let begin = format!("{{\"schema\":\"sliding/{schema}/");
        assert!(fs::read_to_string(&file).unwrap().starts_with(&begin), "{command}");
    }
}

#[test]
fn a_notation_does_not_go_into_a_picture() {
    let folder = folder(&[("easy.txt", EASY)]);
    let easy = path(&folder, "easy.txt");
    let commands: [&[&str]; 3] = [
        &["convert", "--to", "drawn", &easy],
        &["improve", "--rounds", "1", &easy],
        &["generate", "--board", "4x4", "--moves", "3"],
    ];
    for command in commands {
        for ending in ["svg", "PNG", "json", "html"] {
            let file = path(&folder, &format!("a.{ending}"));
            let refused = run(&[command, &["-o", &file]].concat(), "");
            assert_eq!(refused.code, 2, "{command:?}: {}", refused.err);
            assert!(refused.err.contains("a notation is no "), "{command:?}: {}", refused.err);
            assert!(!fs::exists(&file).unwrap());
        }
        let file = path(&folder, "a.sliding");
        assert_eq!(run(&[command, &["-o", &file]].concat(), "").code, 0, "{command:?}");
    }
}

#[test]
fn system_errors_for_files_are_reported() {
    let folder = folder(&[("easy.txt", EASY)]);
    let (easy, lost) = (path(&folder, "easy.txt"), path(&folder, "no/out.txt"));
    let reason = fs::write(&lost, "").expect_err("there is no such folder");
    let unwritten = run(&["solve", &easy, "-o", &lost], "");
    let expected = format!("sliding: cannot write: {lost}: {reason}\n");
    assert_eq!((unwritten.code, unwritten.err), (74, expected));
    // Before the work: this search would not end.
    let tiles = ["explore", "-", "-o", &lost];
    let unwritten = run(&tiles, "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n");
    assert_eq!(unwritten.code, 74, "{}", unwritten.err);
}
