//! `--disk`: searches in a folder, killed, out of room, damaged, and taken up again.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use serde_json::Value;

use super::{KLOTSKI, PAIR, Run, command, folder, path, run};

/// Two million configurations, on 61 levels: some seconds on disk.
pub const TILES: &str = include_str!("../../puzzles/tiles/2x5.txt");

/// Searches through a space in a folder.
pub fn search(puzzle: &str, folder: &str, more: &[&str]) -> Run {
    let engine = if more.contains(&"--engine") { &[][..] } else { &["--engine", "disk"] };
    let all = ["solve", "-s0", "--exhaust", "-q", "-v", "--disk", folder, "-"];
    run(&[&all[..], engine, more].concat(), puzzle)
}

/// The lines with how many there are at each distance.
pub fn levels(run: &Run) -> Vec<String> {
    run.err.lines().filter(|line| line.starts_with("distance")).map(str::to_owned).collect()
}

/// The levels of a puzzle without a disk.
fn levels_in_memory(puzzle: &str) -> Vec<String> {
    levels(&run(&["solve", "-s0", "--exhaust", "-q", "-v", "--engine", "table", "-"], puzzle))
}

/// Names of the files of a search.
pub fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_disk_search_finds_the_same_solution_as_in_memory() {
    let place = folder(&[("mine.txt", "not touched")]);
    let at = path(&place, "");
    let found = search(KLOTSKI, &at, &[]);
    assert_eq!((found.code, levels(&found)), (0, levels_in_memory(KLOTSKI)), "{}", found.err);
    // It can be asked again, as all is known.
    let again = search(KLOTSKI, &at, &["--resume"]);
    assert_eq!((again.code, levels(&again)), (0, levels(&found)), "{}", again.err);
    assert_eq!(fs::read_to_string(place.path().join("mine.txt")).unwrap(), "not touched");
    let place = folder(&[]);
    let asked = ["solve", "-s2", "--moves", "--engine"];
    let in_memory = run(&[&asked[..], &["table", "-"]].concat(), KLOTSKI);
    let way = ["disk", "--disk", &path(&place, ""), "-"];
    let on_disk = run(&[&asked[..], &way].concat(), KLOTSKI);
    assert_eq!((on_disk.code, &on_disk.out), (0, &in_memory.out), "{}", on_disk.err);
}

#[test]
fn bitmap_counts_resume_from_a_folder() {
    for (puzzle, engine) in [(TILES, "auto"), (TILES, "index"), (KLOTSKI, "cut")] {
        let place = folder(&[]);
        let at = path(&place, "");
        let part = search(puzzle, &at, &["--engine", engine, "--max-moves", "30"]);
        assert_eq!(part.code, 3, "{}", part.err);
        let whole = search(puzzle, &at, &["--engine", engine, "--resume"]);
        let expected = levels_in_memory(puzzle);
        assert_eq!((whole.code, levels(&whole)), (0, expected.clone()), "{}", whole.err);
        // What is in the folder says who goes on with it.
        let found = search(puzzle, &at, &["--engine", "auto", "--resume"]);
        assert_eq!(levels(&found), expected, "{}", found.err);
        let refused = search(puzzle, &at, &["--resume"]);
        assert!(refused.code == 2 && refused.err.contains("found `keeps: "), "{}", refused.err);
    }
    let place = folder(&[]);
    for (puzzle, engine) in [(TILES, "index"), (KLOTSKI, "cut")] {
        let asked = ["solve", "-s0", "--engine", engine, "--disk", &path(&place, ""), "-"];
        for more in [&[][..], &["--exhaust"], &["--quiet"]] {
            let refused = run(&[&asked[..], more].concat(), puzzle);
            let why = "this engine only counts: expected --exhaust and --quiet";
            assert!(refused.code == 2 && refused.err.contains(why), "{}", refused.err);
        }
    }
}

#[test]
fn unsuitable_folders_are_rejected_unchanged() {
    let place = folder(&[]);
    let at = path(&place, "");
    let refused = |puzzle: &str, more: &[&str], why: &str| {
        let before = files(place.path());
        let refused = search(puzzle, &at, more);
        assert!(
            refused.code == 2 && refused.err.contains(why),
            "{}: {}",
            refused.code,
            refused.err
        );
        assert_eq!(files(place.path()).len(), before.len().max(1));
    };
    refused(KLOTSKI, &["--resume"], "there is no search in this folder");
    assert_eq!(search(KLOTSKI, &at, &["--max-moves", "20"]).code, 3);
    refused(KLOTSKI, &[], "there is a search in this folder already");
    refused(PAIR, &["--resume"], "it has another search: found `puzzle: ");
    refused(KLOTSKI, &["--resume", "-s", "1"], "found `style: 0`, expected `style: 1`");
    refused(KLOTSKI, &["--engine", "table"], "only the engines disk, index and cut have a folder");
    let manifest = place.path().join("sliding-manifest");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("sliding-disk 5", "sliding-disk 4")).unwrap();
    refused(KLOTSKI, &["--resume"], "found `sliding-disk 4`, expected `sliding-disk 5`");
    fs::write(&manifest, &text).unwrap();
    assert_eq!(levels(&search(KLOTSKI, &at, &["--resume"])), levels_in_memory(KLOTSKI));
}

/// The folder of a search that several processes of an older version shared.
#[test]
fn a_folder_of_an_older_version_is_rejected_unchanged() {
    let manifest = "sliding-cluster 2\npuzzle: 4008225385 Klotski\nstyle: 2\nend: 21781039\n";
    let place = folder(&[("sliding-manifest", manifest), ("sliding-1-0.codes", "")]);
    let at = path(&place, "");
    let counts = ["solve", "--engine", "cut", "--exhaust", "-q"];
    for asked in [&["solve"][..], &counts, &["explore"]] {
        for more in [&[][..], &["--resume"]] {
            let refused = run(&[asked, more, &["--disk", &at, "-"]].concat(), KLOTSKI);
            let why = "written by an older version: search again in another folder";
            assert!(refused.code == 2 && refused.err.contains(why), "{asked:?}: {}", refused.err);
            assert_eq!(files(place.path()), ["sliding-1-0.codes", "sliding-manifest"]);
        }
    }
    assert_eq!(fs::read_to_string(place.path().join("sliding-manifest")).unwrap(), manifest);
}

/// The text of a manifest with a line in the place of the one that begins like it, and the sum that belongs to that.
fn with_line(text: &str, begins: &str, line: &str) -> String {
    let (body, _) = text.rsplit_once("end: ").unwrap();
    let lines = body.lines().map(|old| if old.starts_with(begins) { line } else { old });
    let body: String =
        lines.filter(|line| !line.is_empty()).map(|line| line.to_owned() + "\n").collect();
    format!("{body}end: {}\n", crc32fast::hash(body.as_bytes()))
}

/// What is in the files are numbers, which name other positions where these are numbered in another way.
#[test]
fn a_folder_with_another_numbering_is_rejected_unchanged() {
    let searches: [(&str, &[&str], usize); 3] = [
        (KLOTSKI, &["--engine", "disk"], 1),
        (KLOTSKI, &["--engine", "cut"], 7),
        (TILES, &["--engine", "index"], 8),
    ];
    for (puzzle, options, length) in searches {
        let place = folder(&[]);
        let at = path(&place, "");
        let part = search(puzzle, &at, &[options, &["--max-moves", "12"]].concat());
        assert_eq!(part.code, 3, "{options:?}: {}", part.err);
        let manifest = place.path().join("sliding-manifest");
        let text = fs::read_to_string(&manifest).unwrap();
        let line = text.lines().find(|line| line.starts_with("numbering:")).unwrap();
        let numbers: Vec<u64> = line.split(' ').skip(1).map(|word| word.parse().unwrap()).collect();
        assert_eq!(numbers.len(), length, "{options:?}: {line}");
        let resumed = [options, &["--max-moves", "14", "--resume"]].concat();
        // Each of the numbers counts, and one that is missing.
        let others = (0..length).map(|at| {
            let other = |(i, number): (usize, &u64)| number.wrapping_add((i == at).into());
            numbers.iter().enumerate().map(other).collect::<Vec<_>>()
        });
        for other in others.chain([numbers[1..].to_vec()]) {
            let other = other.iter().fold("numbering:".to_owned(), |text, n| format!("{text} {n}"));
            fs::write(&manifest, with_line(&text, "numbering:", &other)).unwrap();
            let before = files(place.path());
            let refused = search(puzzle, &at, &resumed);
            let why = format!("in another way: found `{other}`, expected `{line}`; search again");
            assert!(
                refused.code == 2 && refused.err.contains(&why),
                "{options:?}: {}",
                refused.err
            );
            assert_eq!(files(place.path()), before, "{options:?}");
        }
        fs::write(&manifest, with_line(&text, "numbering:", "")).unwrap();
        let refused = search(puzzle, &at, &resumed);
        assert!(refused.code == 2 && refused.err.contains("in another way"), "{}", refused.err);
        fs::write(&manifest, &text).unwrap();
        let done = search(puzzle, &at, &resumed);
        assert_eq!((done.code, levels(&done).len()), (3, 15), "{options:?}: {}", done.err);
    }
}

#[test]
fn two_searches_cannot_use_one_folder() {
    let place = folder(&[]);
    let at = path(&place, "");
    let lock = fs::File::create(place.path().join("sliding-lock")).unwrap();
    lock.lock().unwrap();
    let refused = search(KLOTSKI, &at, &[]);
    assert!(
        refused.code == 2 && refused.err.contains("another search is using"),
        "{}",
        refused.err
    );
    // Closing it would not do while another test starts a program, which has it as well until it runs.
    lock.unlock().unwrap();
    assert_eq!(search(KLOTSKI, &at, &[]).code, 0);
}

#[test]
fn a_changed_state_file_is_detected_before_use() {
    let place = folder(&[]);
    let at = path(&place, "");
    assert_eq!(search(KLOTSKI, &at, &["--max-moves", "60"]).code, 3);
    let expected = levels_in_memory(KLOTSKI);
    let mut random = Pcg64::new(7, 0);
    let file = place.path().join("sliding-manifest");
    let sound = fs::read(&file).unwrap();
    for turn in 0..12 {
        let mut damaged = sound.clone();
        let at_byte = random.next_u64() as usize % sound.len();
        match turn {
            0 => damaged.truncate(at_byte),
            _ => damaged[at_byte] ^= 1 << (random.next_u64() % 8),
        }
        fs::write(&file, &damaged).unwrap();
        let found = search(KLOTSKI, &at, &["--resume"]);
        let case = format!("byte {at_byte}, turn {turn}: {}", found.err);
        assert_eq!((found.code, levels(&found).len()), (2, 0), "{case}");
        assert!(found.err.contains("damaged") || found.err.contains("found `"), "{case}");
        fs::write(&file, &sound).unwrap();
    }
    assert_eq!(levels(&search(KLOTSKI, &at, &["--resume"])), expected);
}

/// A map in a folder, as JSON without the time.
fn map(puzzle: &str, folder: &str, more: &[&str]) -> (Run, Value) {
    let all = ["explore", "--format", "json", "--disk", folder, "-"];
    let run = run(&[&all[..], more].concat(), puzzle);
    let mut map: Value = serde_json::from_str(&run.out).unwrap_or_default();
    if let Some(map) = map.as_object_mut() {
        map.remove("elapsed_ms");
    }
    (run, map)
}

#[test]
fn a_map_on_disk_equals_that_in_memory() {
    let place = folder(&[]);
    let at = path(&place, "");
    let expected = ["explore", "--no-symmetry", "--format", "json", "-"];
    let mut expected = run(&expected, KLOTSKI).json().remove(0);
    expected.as_object_mut().unwrap().remove("elapsed_ms");
    let (stopped, _) = map(KLOTSKI, &at, &["--disk-limit", "20kB"]);
    assert_eq!(stopped.code, 3, "{}", stopped.err);
    let (done, found) = map(KLOTSKI, &at, &["--resume"]);
    assert_eq!((done.code, &found), (0, &expected), "{}", done.err);
    let (refused, _) = map(KLOTSKI, &at, &["--resume", "--distance-of", "12"]);
    assert!(refused.code == 2 && refused.err.contains("--distance-of"), "{}", refused.err);
    // The other kinds of search in a folder do not go on with it.
    let count = ["solve", "--exhaust", "--quiet", "--disk", &at, "--resume", "-"];
    let refused = run(&count, KLOTSKI);
    assert!(refused.code == 2 && refused.err.contains("found `keeps: "), "{}", refused.err);
    let (refused, _) = map(KLOTSKI, &at, &["--engine", "index"]);
    assert!(refused.code == 2 && refused.err.contains("only the engine disk"), "{}", refused.err);
}

#[test]
fn a_damaged_file_of_a_map_is_named() {
    let place = folder(&[]);
    let at = path(&place, "");
    let (_, expected) = map(KLOTSKI, &at, &[]);
    let mut random = Pcg64::new(11, 0);
    let lists: Vec<_> =
        files(place.path()).into_iter().filter(|name| name.ends_with(".codes")).collect();
    assert!(lists.len() > 50, "{lists:?}");
    let dump = path(&place, "dump.csv");
    for turn in 0..12 {
        let name = &lists[random.next_u64() as usize % lists.len()];
        let file = place.path().join(name);
        let sound = fs::read(&file).unwrap();
        let mut bytes = sound.clone();
        let at_byte = random.next_u64() as usize % bytes.len();
        match turn % 3 {
            0 => bytes.truncate(at_byte),
            1 => bytes[at_byte] ^= 1 << (random.next_u64() % 8),
            _ => bytes.clear(),
        }
        fs::write(&file, &bytes).unwrap();
        if turn == 11 {
            fs::remove_file(&file).unwrap();
        }
        // All levels are read for a dump.
        let (reported, _) = map(KLOTSKI, &at, &["--resume", "--dump", &dump]);
        let case = format!("{name}, byte {at_byte}, turn {turn}: {}", reported.err);
        let what = format!("{name} is damaged: ");
        assert!(matches!(reported.code, 2 | 3) && reported.err.contains(&what), "{case}");
        assert!(reported.err.contains("put a sound copy in its place"), "{case}");
        fs::write(&file, &sound).unwrap();
    }
    let (done, found) = map(KLOTSKI, &at, &["--resume", "--dump", &dump]);
    assert_eq!((done.code, found), (0, expected), "{}", done.err);
    assert_eq!(fs::read_to_string(&dump).unwrap().lines().count(), 25_955 + 1);
}

#[test]
fn searches_that_do_not_fit_the_memory_fit_a_folder() {
    // Beyond what the program takes in any case, that is a hundred kilobytes.
    let asked = ["--style", "3", "--format", "json", "--memory", "8500kB", "-"];
    let ask = |command: &[&str], more: &[&str]| run(&[command, &asked, more].concat(), KLOTSKI);
    for command in [&["solve", "--exhaust"][..], &["explore"]] {
        let stopped = ask(command, &[]);
        assert!(stopped.code == 3 && stopped.err.contains("--disk DIR"), "{}", stopped.err);
        let place = folder(&[]);
        let found = ask(command, &["--disk", &path(&place, "all"), "--disk-limit", "1GB"]);
        assert_eq!(found.code, 0, "{}", found.err);
        let enough = run(&[command, &asked[..4], &["-"]].concat(), KLOTSKI).json().remove(0);
        let found = found.json().remove(0);
        for field in ["levels", "moves", "states", "solution", "from_start", "hardest"] {
            assert_eq!(found[field], enough[field], "{field}");
        }
        let too_little = ask(command, &["--disk", &path(&place, "few"), "--disk-limit", "10kB"]);
        assert!(too_little.code == 3 && too_little.err.contains("allowed"), "{}", too_little.err);
        let nowhere = ask(command, &["--disk-limit", "1GB"]);
        assert!(nowhere.code == 2 && nowhere.err.contains("--disk <DIR>"), "{}", nowhere.err);
    }
}

/// What a version that kept rows in bands wrote for five tiles in three columns, of `solve --max-moves 2`.
const IN_BANDS: &str = "\
sliding-disk 5
puzzle: 3113586126 \n\
style: 0
keeps: levels up to the goal in bands
numbering: 6 60 0 0 2861372296
cut: 60 60 60
counts: 1 2 3
meets: 0
0: 0 1 sliding-0.codes
before: 0 2 sliding-1.codes
last: 0 3 sliding-2.codes
end: 85649197
";

#[test]
fn folders_of_an_older_version_are_rejected_unchanged() {
    let tiles = "2 x 3\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n12345\n012345\n";
    let map = with_line(IN_BANDS, "keeps:", "keeps: all levels in bands");
    let count = with_line(IN_BANDS, "keeps:", "keeps: the last levels in bands");
    for manifest in [IN_BANDS, &map, &count] {
        let place = folder(&[
            ("sliding-manifest", manifest),
            ("sliding-0.codes", "of levels"),
            ("sliding-lock", ""),
        ]);
        let before = contents(place.path());
        let at = ["-s0", "--disk", &path(&place, ""), "-"];
        for asked in [
            &["solve"][..],
            &["solve", "--exhaust", "--quiet"],
            &["solve", "--exhaust", "--quiet", "--engine", "index"],
            &["solve", "--engine", "index"],
            &["solve", "--engine", "cut"],
            &["solve", "--engine", "disk"],
            &["explore"],
            &["explore", "--distance-of", "012345"],
            &["prove", "-o", &path(&place, "my.proof")],
        ] {
            for resume in [&[][..], &["--resume"]] {
                let refused = run(&[asked, &at, resume].concat(), tiles);
                let why = "written by an older version: search again in another folder";
                assert_eq!(refused.code, 2, "{asked:?}: {}", refused.err);
                assert!(refused.err.contains(why), "{asked:?}: {}", refused.err);
                assert_eq!(contents(place.path()), before, "{asked:?}");
            }
        }
    }
}

/// The files of a folder, with their contents.
pub fn contents(place: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |name: String| {
        let bytes = fs::read(place.join(&name)).unwrap();
        (name, bytes)
    };
    files(place).into_iter().map(read).collect()
}

#[test]
fn tiles_are_searched_in_lists_if_rows_do_not_fit_the_memory() {
    let asked = ["solve", "-s0", "--exhaust", "-q", "-v", "--max-moves", "20", "-"];
    let all = run(&asked, &tiles_3x4());
    for (memory, reason) in [("24MiB", "not the index, as not enough memory"), ("1GiB", "")] {
        let place = folder(&[]);
        let more = ["--memory", memory, "--disk", &path(&place, "")];
        let few = run(&[&asked[..], &more].concat(), &tiles_3x4());
        assert_eq!((few.code, levels(&few)), (3, levels(&all)), "{}", few.err);
        assert!(few.err.contains(reason), "{}", few.err);
        let is_in_lists = few.err.contains("engine disk: ");
        assert_eq!(is_in_lists, !reason.is_empty(), "{}", few.err);
    }
}

#[test]
fn a_search_resumes_when_there_is_disk_space() {
    let place = folder(&[]);
    let at = path(&place, "");
    let stopped = search(TILES, &at, &["--disk-limit", "400kB"]);
    assert_eq!(stopped.code, 3, "{}", stopped.err);
    assert!(stopped.err.contains("400000 bytes that are allowed"), "{}", stopped.err);
    assert!(stopped.err.contains("a larger --disk-limit, run again with --resume"));
    let bytes: u64 =
        fs::read_dir(place.path()).unwrap().map(|e| e.unwrap().metadata().unwrap().len()).sum();
    // The manifest is a few lines more.
    assert!(bytes <= 400_000 + 4_000, "{bytes}");
    let done = search(TILES, &at, &["--resume"]);
    assert!(done.code <= 1 && levels(&done) == levels_in_memory(TILES), "{}", done.err);
}

#[cfg(unix)]
#[test]
fn file_size_limits_end_a_search_with_a_message() {
    let place = folder(&[("puzzle.txt", TILES)]);
    let (file, at) = (path(&place, "puzzle.txt"), path(&place, "search"));
    let line = format!(
        "ulimit -f 6; exec '{}' solve -s0 --engine disk --memory 24MiB --exhaust -q --disk '{at}' '{file}'",
        env!("CARGO_BIN_EXE_sliding")
    );
    let output = std::process::Command::new("bash").args(["-c", &line]).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(err.contains("File too large") && err.contains("--resume"), "{err}");
    let done = search(TILES, &at, &["--resume"]);
    assert_eq!(levels(&done), levels_in_memory(TILES), "{}", done.err);
}

/// Kills a search this number of times, each time some milliseconds after it was begun or taken up again.
fn is_killed(puzzle: &str, more: &[&str], times: usize, seed: u64) {
    let place = folder(&[("puzzle.txt", puzzle)]);
    let (file, at) = (path(&place, "puzzle.txt"), path(&place, "search"));
    let asked = [&["solve", "-s0", "--exhaust", "-q", "-v"], more].concat();
    let own = if more.contains(&"disk") { "table" } else { "index" };
    let in_memory = ["solve", "-s0", "--exhaust", "-q", "-v", "--engine", own, "-"];
    let expected = levels(&run(&in_memory, puzzle));
    let to_the_end = |more: &[&str]| {
        let done = run(&[&asked[..], &["--disk", &at, "-"], more].concat(), puzzle);
        assert_eq!(levels(&done), expected, "seed {seed}: {}", done.err);
    };
    let mut random = Pcg64::new(seed.into(), 0);
    for turn in 0..times {
        let is_there = Path::new(&at).join("sliding-manifest").exists();
        let folder = ["--disk", &at, &file, "--resume"];
        let arguments = [&asked[..], &folder[..if is_there { 4 } else { 3 }]].concat();
        let mut child = command(&arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(random.next_u64() % 1500));
        child.kill().expect("it can be killed");
        let code = child.wait().expect("a child").code();
        assert!(matches!(code, None | Some(0..=1)), "seed {seed}, turn {turn}: {code:?}");
        if turn % 10 == 9 {
            // Now and then to its end, and anew.
            to_the_end(&["--resume"]);
            fs::remove_dir_all(&at).unwrap();
        }
    }
    let is_there = Path::new(&at).join("sliding-manifest").exists();
    to_the_end(if is_there { &["--resume"] } else { &[] });
}

/// All of twelve cells.
pub fn tiles_3x4() -> String {
    let names = "123456789ab";
    let kinds: String = names.chars().map(|name| format!("{name} = 1\n")).collect();
    format!("3 x 4\n{kinds}{names}\n0{names}\n")
}

pub const LISTS: [&str; 2] = ["--engine", "disk"];

#[test]
fn a_killed_search_resumes() {
    is_killed(TILES, &LISTS, 10, 1);
}

#[test]
#[ignore = "takes minutes"]
fn long_a_search_killed_a_hundred_times_resumes() {
    is_killed(TILES, &LISTS, 100, 2);
    is_killed(&tiles_3x4(), &["--engine", "index"], 20, 3);
}
