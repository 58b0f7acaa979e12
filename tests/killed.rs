//! Processes that are killed at random moments, and what they wrote until then.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::cli::{TILES, ask, lines, place};
use crate::oracle::killed::{killed, killed_after};
use crate::oracle::random::Dice;
use crate::oracle::tiles;

/// What resumes a search in the folder `kept`, once there is one.
fn resume(place: &TempDir) -> &'static str {
    if place.path().join("kept/sliding-manifest").exists() { " --resume" } else { "" }
}

/// Kills a count this number of times, each time some milliseconds after it was begun or resumed.
fn is_killed(puzzle: &str, engine: &str, times: u32, seed: u64) {
    let place = place(&[]);
    fs::write(place.path().join("puzzle.txt"), puzzle).unwrap();
    let count = "solve -s0 --exhaust -q -v puzzle.txt --engine";
    let expected = lines(&ask(&place, &format!("{count} auto")), "distance");
    let in_folder = format!("{count} {engine} --disk kept");
    let ends_well = || {
        let done = ask(&place, &format!("{in_folder}{}", resume(&place)));
        assert_eq!(lines(&done, "distance"), expected, "seed {seed}: {}", done.err);
    };
    let mut dice = Dice::new(seed);
    for turn in 1..=times {
        let after = Duration::from_millis(dice.below(1500) as u64);
        killed_after(place.path(), &format!("{in_folder}{}", resume(&place)), after);
        if turn % 10 == 0 {
            // Now and then to its end, and anew.
            ends_well();
            fs::remove_dir_all(place.path().join("kept")).unwrap();
        }
    }
    ends_well();
}

#[test]
fn a_killed_search_resumes() {
    is_killed(TILES, "sparse", 10, 1);
}

#[test]
#[ignore = "takes minutes"]
fn long_a_search_killed_a_hundred_times_resumes() {
    is_killed(TILES, "sparse", 100, 2);
    is_killed(&tiles(3, 4, "0123456789ab"), "dense", 20, 3);
}

#[test]
fn a_killed_proof_resumes_with_the_same_result() {
    let seed = 14;
    let mut dice = Dice::new(seed);
    let place = place(&[]);
    let file = |name: &str| fs::read(place.path().join(name));
    let prove = "prove -s 3 klotski.txt --disk kept -o";
    let begun = Instant::now();
    assert_eq!(ask(&place, &format!("{prove} expected.proof")).code, 0);
    let all = begun.elapsed();
    let expected = file("expected.proof").unwrap();
    fs::remove_dir_all(place.path().join("kept")).unwrap();
    // What is written is in a nameless file beside the proof, or in one with another name, until it is whole.
    let hidden = || {
        let files = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap());
        files.filter(|file| file.file_name().as_encoded_bytes().starts_with(b"."))
    };
    let is_writing = || hidden().any(|file| file.metadata().is_ok_and(|file| file.len() > 0));
    let mut while_writing = 0;
    for turn in 0..12 {
        let words = format!("{prove} killed.proof{}", resume(&place));
        let after = all.mul_f64(dice.below(1000) as f64 / 1000.0);
        match turn % 2 {
            0 => killed_after(place.path(), &words, after),
            _ => killed(place.path(), &words, is_writing),
        };
        while_writing += u32::from(is_writing());
        // There is a whole proof, or none.
        if let Ok(found) = file("killed.proof") {
            assert!(found == expected, "seed {seed}, turn {turn}");
            fs::remove_file(place.path().join("killed.proof")).unwrap();
        }
        hidden().for_each(|file| fs::remove_file(file.path()).unwrap());
    }
    assert!(while_writing > 0, "seed {seed}");
    let resumed = ask(&place, &format!("{prove} killed.proof{}", resume(&place)));
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(file("killed.proof").unwrap() == expected, "seed {seed}");
}

/// Tries until the program is killed as there is something to find in its folder. That folder.
fn killed_in_time(words: &str, is_time: impl Fn(&Path) -> bool) -> TempDir {
    let tries = (0..20).map(|_| place(&[]));
    let mut tries = tries.filter(|place| killed(place.path(), words, || is_time(place.path())));
    tries.find(|place| is_time(place.path())).expect("one of them is killed in time")
}

/// The names in a folder that end so.
fn with_ending(folder: &Path, ending: &str) -> Vec<String> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(ending)).collect()
}

#[test]
fn leftovers_of_a_killed_build_are_removed_by_the_next() {
    let build = "tiles build --small --cache cache";
    let is_writing = |place: &Path| !with_ending(&place.join("cache"), ".part").is_empty();
    let place = killed_in_time(build, is_writing);
    let cache = place.path().join("cache");
    fs::write(cache.join("mine.part"), "of another program").unwrap();
    assert_eq!(ask(&place, build).code, 0);
    assert_eq!(with_ending(&cache, ".part"), ["mine.part"]);
    assert_eq!(with_ending(&cache, ".pdb").len(), 3);
}
