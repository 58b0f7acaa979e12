//! What the system refuses or asks for: locks, full disks, threads, and interrupts.

use std::fs;
use std::io::Write;

use super::{ask, place};

/// Files of a search and of a hunt that another process, this one, has locked.
#[test]
fn what_another_process_uses_is_unchanged() {
    for (words, locked, code, said) in [
        (
            "solve --engine sparse --disk kept klotski.txt",
            "kept/sliding-lock",
            2,
            "another search is using",
        ),
        ("hunt --board 3x3 -q --journal journal", "journal", 74, "another hunt is writing it"),
    ] {
        let place = place(&["kept"]);
        let path = place.path().join(locked);
        let mut file = fs::File::create(&path).unwrap();
        file.lock().unwrap();
        file.write_all(b"17 3").unwrap();
        let refused = ask(&place, words);
        assert_eq!(refused.code, code, "{words}");
        assert!(refused.err.contains(said), "{}", refused.err);
        assert_eq!(fs::read(&path).unwrap(), b"17 3");
        // Closing it would not do while another test starts a program, which has it as well until it runs.
        file.unlock().unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(ask(&place, words).code, 0, "{words}");
    }
}

/// Each command runs beside a small file system in `system`, ends with this exit code, and prints this.
#[cfg(target_os = "linux")]
#[test]
fn a_search_resumes_after_the_file_system_was_full_or_read_only() {
    use std::process::Command;

    use super::Run;
    use super::lines;

    // Keeps levels in files, with memory in which not all levels are small.
    let solve = "sliding solve -s0 --exhaust -q -v --disk system/search --engine sparse --memory 24MiB tiles.txt";
    let more = |options: &str| format!("{solve} {options}");
    let (full, read_only) = ("No space left on device", "Read-only file system");
    let remount = |options: &str| format!("mount -o remount,{options} system");
    let full = [
        (solve.to_owned(), 3, full),
        (more("--resume"), 3, full),
        (remount("size=64m"), 0, ""),
        (more("--resume"), 0, "distance 55: "),
    ];
    let read_only = [
        (more("--max-moves 20"), 3, "stopped at --max-moves"),
        (remount("ro"), 0, ""),
        (more("--resume"), 2, read_only),
        (solve.to_owned(), 2, read_only),
        (remount("rw"), 0, ""),
        (more("--resume"), 0, "distance 55: "),
    ];
    for (size, steps) in [("400k", &full[..]), ("64m", &read_only)] {
        let place = place(&["system"]);
        let mut script = format!(
            "sliding() {{ '{}' \"$@\"; }}\nmount -t tmpfs -o size={size} none system || exit 99\n",
            env!("CARGO_BIN_EXE_sliding")
        );
        for (line, _, _) in steps {
            script += &format!("{line} 2>&1; printf '\\036%s\\036' $?\n");
        }
        let outputs = ["-m", "-rm"].map(|rights| {
            let mut unshare = Command::new("unshare");
            unshare.args([rights, "bash", "-c", &script]).current_dir(place.path()).output()
        });
        let could = |output: &&std::process::Output| !output.stdout.is_empty();
        let Some(output) = outputs.iter().flatten().find(could) else {
            eprintln!("skipped: no file system can be mounted here");
            return;
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let parts: Vec<&str> = text.split('\x1e').collect();
        assert_eq!(parts.len(), 2 * steps.len() + 1, "{text}");
        for ((line, code, said), part) in steps.iter().zip(parts.chunks(2)) {
            assert!(part[1] == code.to_string() && part[0].contains(said), "{line}: {part:?}");
            assert!(
                *code != 3 || said.contains("--max-moves") || part[0].contains("--resume"),
                "{part:?}"
            );
        }
        let last = parts[parts.len() - 3].to_owned();
        let done = Run { code: 0, out: last, err: String::new() };
        let expected = ask(&place, "solve -s0 --exhaust -q -v tiles.txt");
        assert_eq!(lines(&done, "distance"), lines(&expected, "distance"), "{}", done.out);
    }
}

/// No system has memory for the stacks that the threads are to have, so that each is refused: then one thread does it all.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[test]
fn work_continues_if_threads_are_refused() {
    use super::{ask_with, lines};

    // Levels of all of them are wide enough to be shared.
    let alike = "4 x 5\n1 = 11\n2 = 1\n112222222222222\n?\n";
    for line in [
        "-s0 --engine sparse tiles.txt",
        "-s0 --engine dense tiles.txt",
        "-s0 --engine dense tiles.txt",
        "-s0 --engine sparse --disk FOLDER tiles.txt",
        "-s0 --engine dense --memory 24MiB --disk FOLDER tiles.txt",
        "-s4 --engine dense alike.txt",
        "-s5 --engine dense tiles.txt",
        "-o FOLDER/klotski.proof.gz klotski.txt",
    ] {
        let place = place(&["usual", "refused"]);
        fs::write(place.path().join("alike.txt"), alike).unwrap();
        let [usual, refused] = ["usual", "refused"].map(|folder| {
            let line = line.replace("FOLDER", folder);
            let command = if line.starts_with("-o") {
                "prove --threads 4"
            } else {
                "solve --exhaust -q -v --max-moves 36 --threads 4"
            };
            let stack = (1_u64 << 62).to_string();
            let variable = [("RUST_MIN_STACK", stack.as_str())];
            let variables = if folder == "usual" { &[][..] } else { &variable };
            let run = ask_with(&place, &format!("{command} {line}"), variables);
            let proof = fs::read(place.path().join(folder).join("klotski.proof.gz")).ok();
            assert!(proof.is_some() || lines(&run, "distance").len() > 10, "{line}: {}", run.err);
            (run.code, lines(&run, "distance"), proof)
        });
        assert!(refused == usual, "{line}: {:?}, {:?}", refused.1, usual.1);
    }
}

/// A signal is sent when the command has said that it is at work.
#[test]
#[cfg(unix)]
fn interrupted_work_ends_with_what_is_known() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Command;

    use serde_json::Value;

    let place = place(&[]);
    fs::write(place.path().join("fifteen.txt"), super::fifteen()).unwrap();
    for (signal, words) in [
        ("-INT", "solve --exhaust --engine sparse --format json --progress json fifteen.txt"),
        ("-TERM", "solve --exhaust --engine ring --format json --progress json fifteen.txt"),
        ("-INT", "explore --format json --progress json fifteen.txt"),
        ("-TERM", "count --format json --progress json fifteen.txt"),
        ("-INT", "generate --from @dads-puzzler --time-limit 100"),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        let mut child = super::command(&place, words)
            .stdout(writer.try_clone().unwrap())
            .stderr(writer)
            .spawn()
            .expect("the program starts");
        let (mut output, mut line) = (BufReader::new(reader), String::new());
        while !line.contains("sliding/progress/1") && !line.contains("as given") {
            line.clear();
            assert!(output.read_line(&mut line).expect("text") > 0, "{words}");
        }
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.expect("a signal is sent").success());
        let mut rest = String::new();
        output.read_to_string(&mut rest).expect("text");
        let code = child.wait().expect("it ends").code();
        if words.starts_with("generate") {
            // The best puzzle so far.
            assert!(code == Some(0) && rest.contains("\n5 x 4"), "{rest}");
            continue;
        }
        assert_eq!(code, Some(3), "{words}: {rest}");
        assert!(rest.contains("sliding: fifteen.txt: interrupted\n"), "{words}: {rest}");
        let object = rest.lines().filter(|line| !line.contains("sliding/progress/1"));
        let mut object = object.filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let object = object.next().expect("a JSON object");
        assert_eq!(object["limit"], "cancelled", "{words}");
        // The published numbers at distances 0 to 8 add up to 860.
        assert!(object["positions"].as_u64().is_some_and(|positions| positions >= 860), "{object}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn unwritable_output_is_reported() {
    let full = fs::File::create("/dev/full").expect("a device that is always full");
    let output =
        super::command(crate::ROOT, "solve @klotski").stdout(full).output().expect("it runs");
    assert_eq!(output.status.code(), Some(74));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("sliding: cannot write: "));
}
