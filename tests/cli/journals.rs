//! Journals of searches for shortest solutions of tile puzzles.

use std::process::Stdio;

use super::{folder, path, run};

/// Starts a search with a journal and kills it when some subtrees are searched; whether that was
/// soon enough.
fn is_killed_while_searching(search: &[&str], journal: &str) -> bool {
    let mut child = super::command(search).stdout(Stdio::null()).spawn().expect("it starts");
    let lines = || std::fs::read_to_string(journal).unwrap_or_default().lines().count();
    while lines() < 200 {
        if child.try_wait().expect("it can be asked").is_some() {
            return false;
        }
        std::thread::sleep(std::time::Duration::from_micros(100));
    }
    child.kill().expect("it can be killed");
    !child.wait().expect("it ends").success()
}

#[test]
fn a_killed_search_resumes_from_its_journal() {
    let folder = folder(&[]);
    let cache = path(&folder, "cache");
    let plain = ["tiles", "solve", "--engine", "pdb", "--cache", &cache, "--format", "json"];
    let plain = [&plain[..], &["ca6098dfb73254e1"]].concat();
    let whole = run(&plain, "").json().remove(0);
    assert_eq!(whole["moves"], 65);
    // A journal for each try.
    let killed = (0..20).map(|number| path(&folder, &number.to_string())).find(|journal| {
        let search = [&plain[..], &["--threads", "2", "--journal", journal]].concat();
        is_killed_while_searching(&search, journal)
    });
    let journal = killed.expect("one of them is killed while it searches");
    let resumed = run(&[&plain[..], &["--threads", "1", "--journal", &journal]].concat(), "");
    assert_eq!((resumed.code, resumed.err.as_str()), (0, ""));
    let resumed = resumed.json().remove(0);
    for column in ["moves", "solution", "positions", "at_least", "engine"] {
        assert_eq!(resumed[column], whole[column], "{column}");
    }
    // Without an engine it is the same search.
    let other =
        run(&["tiles", "solve", "--cache", &cache, "--journal", &journal, "0cb14ad95873fe62"], "");
    assert_eq!(other.code, 2);
    assert!(other.err.contains("it is not the journal of this search: found"), "{}", other.err);
}

#[test]
fn journals_are_for_one_board_in_steps() {
    let folder = folder(&[]);
    let (cache, journal) = (path(&folder, "cache"), path(&folder, "journal"));
    let (solve, journal) = (["tiles", "solve", "--cache", &cache], ["--journal", &journal]);
    let refused = |more: &[&str]| {
        let run = run(&[&solve[..], &journal, more].concat(), "");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{more:?}");
        run.err
    };
    let board = "8 6 7/2 5 4/3 0 1";
    assert_eq!(refused(&[board, board]), "sliding: --journal: expected one board, not 2\n");
    let reported = "sliding: --journal: expected --style step, not step+\n";
    assert_eq!(refused(&["--style", "step+", board]), reported);
    let reported = "sliding: --journal: expected --engine auto or pdb, not korf1\n";
    assert_eq!(refused(&["--engine", "korf1", board]), reported);
    let large = refused(&["--random", "1", "--size", "6x6"]);
    assert!(large.contains("a board of 6 x 6 has no databases"), "{large}");
    #[cfg(unix)]
    {
        let run = run(&[&solve[..], &["--journal", "/dev/zero", board]].concat(), "");
        let reported = "sliding: /dev/zero: expected a file, not a device or a pipe\n";
        assert_eq!((run.code, run.err.as_str()), (2, reported));
    }
    // There is no search without databases to resume.
    let poor =
        run(&[&solve[..], &journal, &["--memory", "8MiB", "--format", "json", board]].concat(), "");
    assert_eq!((poor.code, &poor.json()[0]["limit"]), (3, &"memory".into()));
}
