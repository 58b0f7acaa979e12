//! `sliding prove` and `sliding check-proof`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use super::{EASY, HOPELESS, KLOTSKI, PAIR, command, fifteen, folder, path, run};

#[test]
fn proofs_are_written_and_checked_packed_or_not() {
    let folder = folder(&[("klotski.txt", KLOTSKI)]);
    let (puzzle, packed) = (path(&folder, "klotski.txt"), path(&folder, "klotski.proof.gz"));
    let written = run(&["prove", "-o", &packed, &puzzle], "");
    assert_eq!((written.code, written.err.as_str()), (0, ""));
    let bytes = fs::read(&packed).unwrap();
    assert!(bytes.len() < 1_000_000 && bytes.starts_with(b"\x1f\x8b"));

    let plain = run(&["prove", "--engine", "index", "-o", "-", &puzzle], "");
    assert_eq!((plain.code, plain.err.as_str()), (0, ""));
    assert!(plain.out.starts_with("sliding-proof 1\nstyle: 2\nclaim: moves 81\n"));
    assert_eq!(run(&["check-proof", "-"], &plain.out).code, 0);
}

#[test]
fn every_proof_kind_is_reported() {
    let folder = folder(&[("none.txt", HOPELESS), ("pair.txt", PAIR), ("easy.txt", EASY)]);
    for (file, engine, wanted) in [
        ("none.txt", "auto", "no solution: proven\nclosed, "),
        ("pair.txt", "meet", "at least 2 moves: proven; 2 moves: shown\n"),
        ("easy.txt", "cut", "at least 1 move: proven; 1 move: shown\n"),
    ] {
        let proof = path(&folder, "some.proof");
        let written = run(&["prove", "--engine", engine, "-o", &proof, &path(&folder, file)], "");
        assert_eq!(written.code, 0, "{}", written.err);
        let checked = run(&["check-proof", &proof], "");
        assert_eq!(checked.code, 0, "{}", checked.out);
        assert!(checked.out.contains(wanted), "{}", checked.out);
    }
}

#[test]
fn a_disk_search_proves_the_same_even_after_interruptions() {
    let folder = folder(&[("klotski.txt", KLOTSKI), ("none.txt", HOPELESS)]);
    let levels = path(&folder, "levels");
    for (file, style) in [("klotski.txt", "2"), ("klotski.txt", "5"), ("none.txt", "0")] {
        let puzzle = path(&folder, file);
        let asked = ["prove", "-s", style, "-o", "-", &puzzle];
        let by_table = run(&[&asked[..], &["--engine", "table"]].concat(), "");
        assert_eq!((by_table.code, by_table.err.as_str()), (0, ""));
        let begun = ["solve", "-s", style, "--disk", &levels, "--max-moves", "7", &puzzle];
        assert!([1, 3].contains(&run(&begun, "").code));
        let resumed = run(&[&asked[..], &["--disk", &levels, "--resume"]].concat(), "");
        assert_eq!((resumed.code, resumed.err.as_str()), (0, ""));
        assert!(resumed.out == by_table.out, "{file} in style {style}");
        fs::remove_dir_all(&levels).unwrap();
    }
    let refused =
        run(&["prove", "--engine", "index", "--disk", &levels, "-o", "-", "@klotski"], "");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("proofs are written by the engine disk"), "{}", refused.err);
    let homeless = run(&["prove", "--engine", "disk", "-o", "-", "@klotski"], "");
    assert_eq!(homeless.code, 2);
    assert!(homeless.err.contains("the disk engine needs a folder"), "{}", homeless.err);
}

/// Runs `prove` until `is_time` says that it is to be killed, or it is done.
fn killed(arguments: &[&str], mut is_time: impl FnMut() -> bool) {
    let mut child = command(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    while !is_time() && child.try_wait().expect("a child").is_none() {
        thread::sleep(Duration::from_micros(100));
    }
    child.kill().expect("it can be killed");
    let code = child.wait().expect("a child").code();
    assert!(matches!(code, None | Some(0)), "{code:?}");
}

#[test]
fn a_killed_proof_resumes_with_the_same_result() {
    let seed = 14;
    let mut random = Pcg64::new(seed, 0);
    let folder = folder(&[("klotski.txt", KLOTSKI)]);
    let (puzzle, levels) = (path(&folder, "klotski.txt"), path(&folder, "levels"));
    let (proof, expected) = (path(&folder, "killed.proof"), path(&folder, "expected.proof"));
    let asked = ["prove", "-s", "3", &puzzle, "-o"];
    let begun = Instant::now();
    assert_eq!(run(&[&asked[..], &[&expected, "--disk", &levels]].concat(), "").code, 0);
    let all = begun.elapsed();
    fs::remove_dir_all(&levels).unwrap();
    // What is written is in a nameless file beside the proof, or in one with another name, until it is whole.
    let is_writing = || {
        let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap());
        let mut others = files.filter(|file| file.file_name().as_encoded_bytes().starts_with(b"."));
        others.any(|file| file.metadata().is_ok_and(|file| file.len() > 0))
    };
    let mut while_writing = 0;
    for turn in 0..12 {
        let is_there = Path::new(&levels).join("sliding-manifest").exists();
        let more = [&proof, "--disk", &levels, "--resume"];
        let arguments = [&asked[..], &more[..if is_there { 4 } else { 3 }]].concat();
        let begun = Instant::now();
        let after = all.mul_f64((random.next_u64() % 1000) as f64 / 1000.0);
        match turn % 2 {
            0 => killed(&arguments, || begun.elapsed() > after),
            _ => killed(&arguments, &is_writing),
        }
        while_writing += u32::from(is_writing());
        // There is a whole proof, or none.
        if let Ok(found) = fs::read(&proof) {
            assert!(found == fs::read(&expected).unwrap(), "seed {seed}, turn {turn}");
            fs::remove_file(&proof).unwrap();
        }
        for file in fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap()) {
            if file.file_name().as_encoded_bytes().starts_with(b".") {
                fs::remove_file(file.path()).unwrap();
            }
        }
    }
    assert!(while_writing > 0, "seed {seed}");
    let resumed = run(&[&asked[..], &[&proof, "--disk", &levels, "--resume"]].concat(), "");
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(fs::read(&proof).unwrap() == fs::read(&expected).unwrap(), "seed {seed}");
}

#[test]
fn proofs_from_files_equal_proofs_from_memory() {
    let folder = folder(&[("klotski.txt", KLOTSKI)]);
    let puzzle = path(&folder, "klotski.txt");
    let asked = ["prove", "-s", "3", "--engine", "auto", "-o", "-", &puzzle];
    let enough = run(&asked, "");
    assert_eq!((enough.code, enough.err.as_str()), (0, ""));
    // Beyond what the program takes in any case, that is a hundred kilobytes.
    let few = [&asked[..], &["--memory", "8500kB"]].concat();
    assert_eq!(run(&few, "").code, 3);
    let all = path(&folder, "all");
    let found = run(&[&few[..], &["--disk", &all, "--disk-limit", "1GB"]].concat(), "");
    assert_eq!(found.code, 0, "{}", found.err);
    assert!(found.out == enough.out);
    let some = path(&folder, "some");
    let too_little = run(&[&few[..], &["--disk", &some, "--disk-limit", "10kB"]].concat(), "");
    assert!(too_little.code == 3 && too_little.err.contains("allowed"), "{}", too_little.err);
}

#[test]
fn invalid_proofs_are_rejected_with_their_line() {
    let folder = folder(&[("pair.txt", PAIR), ("easy.txt", EASY)]);
    let (pair, proof) = (path(&folder, "pair.txt"), path(&folder, "pair.proof.gz"));
    let text = run(&["prove", "--engine", "table", "-o", "-", &pair], "").out;
    assert_eq!(run(&["prove", "-o", &proof, &pair], "").code, 0);
    for (changed, wanted) in [
        (text.replace("sliding-proof 1", "sliding-proof 2"), "line 1: a proof of version 2"),
        (text.replace("claim: moves 2", "claim: none"), "line 4: a proof of kind levels"),
        (text.replace("2 = 1/1", "2 = 1/2"), "line 6: this is no puzzle"),
        (text.replace("style: 2", "style: 6"), "line 2: expected `style: ` and a number"),
        (text.replace("solution: 2", "solution: 1"), "line 12: the solution has"),
        (format!("{text}more"), "there is something behind the end"),
        (text[..text.len() - 30].to_owned(), "the proof is cut off"),
        (text.replace("(Pair)", "(Pear)"), "the hash of what stands above is"),
        (String::new(), "line 1: the proof is cut off"),
        ("no proof\n".to_owned(), "line 1: expected `sliding-proof 1`"),
    ] {
        let refused = run(&["check-proof", "-"], &changed);
        assert_eq!((refused.code, refused.err.as_str()), (1, ""), "{wanted}\n{changed}");
        assert!(refused.out.starts_with("<stdin>, line "), "{}", refused.out);
        assert!(refused.out.contains(wanted), "{wanted}: {}", refused.out);
    }
    // Another puzzle is proven, but that is not what was asked.
    let other = run(&["check-proof", "--puzzle", &path(&folder, "easy.txt"), &proof], "");
    assert_eq!(other.code, 1);
    assert!(other.out.contains("it is about another puzzle, Pair"), "{}", other.out);
    let mut bytes = fs::read(&proof).unwrap();
    bytes.truncate(bytes.len() - 9);
    fs::write(&proof, bytes).unwrap();
    let cut = run(&["check-proof", &proof], "");
    assert_eq!(cut.code, 1);
    assert!(cut.out.contains("the proof is cut off"), "{}", cut.out);
    assert_eq!(run(&["check-proof", &path(&folder, "nowhere")], "").code, 2);
}

#[test]
fn a_limit_leaves_no_files() {
    let folder = folder(&[("fifteen.txt", &fifteen())]);
    let (puzzle, proof) = (path(&folder, "fifteen.txt"), path(&folder, "fifteen.proof.gz"));
    let limited = run(&["prove", "--memory", "48MiB", "-o", &proof, &puzzle], "");
    assert_eq!((limited.code, limited.out.as_str()), (3, ""));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = path(&folder, "no/such/folder.proof");
    let unwritten = run(&["prove", "-o", &nowhere, "@klotski"], "");
    assert_eq!(unwritten.code, 74, "{}", unwritten.err);
    assert!(unwritten.err.contains("cannot write"), "{}", unwritten.err);
}

/// A proof that packs to some kilobytes, and whose lines are far longer than the board.
#[cfg(target_os = "linux")]
#[test]
fn a_packed_proof_of_very_long_lines_is_refused_within_the_memory() {
    use super::memory::{allowed, held_while};
    let begin = "sliding-proof 1\nstyle: 0\nclaim: none\nkind: closed\npuzzle:\n\
                 1 x 3\n1 = 1\n2 = 1\n12\n21\n\npart: start\nlevel: 0 40\n";
    let line = format!("{}\n", "0".repeat(8 << 20));
    let text = format!("{begin}{}", line.repeat(40));
    let folder = folder(&[]);
    let proof = path(&folder, "long.proof.gz");
    let mut packer = GzEncoder::new(fs::File::create(&proof).unwrap(), Compression::best());
    packer.write_all(text.as_bytes()).and_then(|()| packer.finish().map(drop)).unwrap();
    assert!(fs::metadata(&proof).unwrap().len() < 1_000_000);
    let (code, held) = held_while("", &["check-proof", "--memory", "32MiB", &proof], || {});
    assert_eq!(code, 1);
    assert!(held < allowed(32), "{held} bytes were held");
}

#[test]
fn a_check_that_hits_a_limit_says_so_and_proves_nothing() {
    let proof = run(&["prove", "--engine", "table", "-o", "-", "@klotski"], "").out;
    for (limit, word, name) in
        [(["--memory", "9MiB"], "memory", "memory"), (["--time-limit", "0"], "time", "time")]
    {
        let asked = [&["check-proof"], &limit[..], &["-"]].concat();
        let stopped = run(&asked, &proof);
        assert_eq!((stopped.code, stopped.err.as_str()), (3, ""));
        assert!(stopped.out.starts_with("<stdin>, line "), "{}", stopped.out);
        assert!(stopped.out.contains(&format!("stopped by the {word} limit")), "{}", stopped.out);
        let asked = [&["check-proof", "--format", "json"], &limit[..], &["-"]].concat();
        let object: serde_json::Value = serde_json::from_str(&run(&asked, &proof).out).unwrap();
        assert_eq!((&object["proven"], &object["limit"]), (&false.into(), &name.into()));
    }
}
