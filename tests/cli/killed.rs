//! Processes that are killed at random moments, and what they wrote until then.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use tempfile::TempDir;

use super::command;
use super::damage::{TILES, ask, lines, place};

/// Runs the program in a folder until `is_time` says that it is to be killed, or it is done.
fn killed(place: &TempDir, words: &str, mut is_time: impl FnMut() -> bool) {
    let mut child = command(&words.split(' ').collect::<Vec<_>>())
        .current_dir(place.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    while !is_time() && child.try_wait().expect("a child").is_none() {
        thread::sleep(Duration::from_micros(100));
    }
    child.kill().expect("it can be killed");
    let code = child.wait().expect("a child").code();
    assert!(matches!(code, None | Some(0..=1)), "{code:?}");
}

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
    let mut random = Pcg64::new(seed.into(), 0);
    for turn in 1..=times {
        let begun = Instant::now();
        let after = Duration::from_millis(random.next_u64() % 1500);
        killed(&place, &format!("{in_folder}{}", resume(&place)), || begun.elapsed() > after);
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
    is_killed(TILES, "disk", 10, 1);
}

#[test]
#[ignore = "takes minutes"]
fn long_a_search_killed_a_hundred_times_resumes() {
    is_killed(TILES, "disk", 100, 2);
    let names = "123456789ab";
    let kinds: String = names.chars().map(|name| format!("{name} = 1\n")).collect();
    is_killed(&format!("3 x 4\n{kinds}{names}\n0{names}\n"), "index", 20, 3);
}

#[test]
fn a_killed_proof_resumes_with_the_same_result() {
    let seed = 14;
    let mut random = Pcg64::new(seed, 0);
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
        let begun = Instant::now();
        let after = all.mul_f64((random.next_u64() % 1000) as f64 / 1000.0);
        match turn % 2 {
            0 => killed(&place, &words, || begun.elapsed() > after),
            _ => killed(&place, &words, is_writing),
        }
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
