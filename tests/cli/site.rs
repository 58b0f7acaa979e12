//! `sliding site`: which folders it writes into, and what. What the pages do is tried in `tests/site/`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{BROKEN, EASY, HOPELESS, folder, path, run};

fn label(site: &str) -> Value {
    let text = fs::read_to_string(Path::new(site).join("sliding-site.json")).expect("a label");
    serde_json::from_str(&text).expect("JSON")
}

/// The files of the label are those that are there.
fn is_whole(site: &str) {
    let mut there: Vec<String> = Vec::new();
    let mut open = vec![Path::new(site).to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            match entry.path().is_dir() {
                true => open.push(entry.path()),
                false => {
                    let name = entry.path().strip_prefix(site).unwrap().to_owned();
                    there.push(name.to_str().unwrap().to_owned());
                }
            }
        }
    }
    let reported = label(site);
    assert_eq!(reported["schema"], "sliding/site/2");
    let reported = reported["files"].as_array().unwrap().iter();
    let mut reported: Vec<String> =
        reported.map(|own| own["name"].as_str().unwrap().to_owned()).collect();
    reported.push("sliding-site.json".to_owned());
    reported.sort();
    there.sort();
    assert_eq!(reported, there);
}

#[test]
fn a_site_is_written_and_rewritten() {
    let puzzles =
        folder(&[("a/Easy one.txt", EASY), ("b/hopeless.txt", HOPELESS), ("c.txt", EASY)]);
    let site = path(&puzzles, "out/site");
    let (first, second) = (path(&puzzles, "a"), path(&puzzles, "b"));
    let written = run(&["site", &site, &first, &second, "@klotski"], "");
    assert_eq!((written.code, written.out.as_str(), written.err.as_str()), (0, "", ""));
    is_whole(&site);
    let index = fs::read_to_string(Path::new(&site).join("index.html")).unwrap();
    for card in
        ["data-id=\"easy-one\" data-family=\"a\"", "data-family=\"classics\"", "no solution"]
    {
        assert!(index.contains(card), "{card}");
    }
    assert!(!index.contains("{{") && !index.contains("http:") && !index.contains("https:"));
    // The same again is the same; without one of them, its files go, and no others.
    let before = label(&site);
    let own = Path::new(&site).join("puzzles/mine.txt");
    fs::write(&own, "mine").unwrap();
    assert_eq!(run(&["site", &site, &first, &second, "@klotski"], "").code, 0);
    assert_eq!(label(&site), before);
    assert_eq!(run(&["site", &site, &first], "").code, 0);
    assert!(!Path::new(&site).join("puzzles/klotski.js").exists());
    assert_eq!(fs::read_to_string(&own).unwrap(), "mine");
    fs::remove_file(&own).unwrap();
    is_whole(&site);
}

#[test]
fn other_files_are_kept() {
    let there = folder(&[("site/index.html", "mine"), ("easy.txt", EASY)]);
    let (site, easy) = (path(&there, "site"), path(&there, "easy.txt"));
    let refused = run(&["site", &site, &easy], "");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("there are files in it, and no site; expected an empty folder"));
    assert_eq!(fs::read_to_string(path(&there, "site/index.html")).unwrap(), "mine");
    // Nor does a label make a file the site's that it does not name, or that is elsewhere.
    let label = r#"{"schema":"sliding/site/2","version":"0","files":[]}"#;
    fs::write(path(&there, "site/sliding-site.json"), label).unwrap();
    let refused = run(&["site", &site, &easy], "");
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("index.html is there and not as the site wrote it"),
        "{}",
        refused.err
    );
    fs::remove_file(path(&there, "site/index.html")).unwrap();
    assert_eq!(run(&["site", &site, &easy], "").code, 0);
    assert_eq!(fs::read_to_string(&easy).unwrap(), EASY);
    for label in ["{}", "no JSON", r#"{"schema":"sliding/site/9","files":[]}"#] {
        fs::write(path(&there, "site/sliding-site.json"), label).unwrap();
        let refused = run(&["site", &site, &easy], "");
        assert_eq!(refused.code, 2);
        assert!(refused.err.contains("another version"), "{}", refused.err);
    }
}

/// What SHA-256 makes of "mine", by `sha256sum`.
const MINE: &str = "3fd30542fe3f61b14bd4a4b2dc0b6fb30fa6f63ebce52dd1778aaa8c4dc02cff";

/// Whatever a label says, what the site did not write is neither deleted nor overwritten.
#[test]
fn a_label_gives_nothing_away() {
    let folder = folder(&[("easy.txt", EASY), ("outside.txt", "mine")]);
    let (site, easy) = (path(&folder, "site"), path(&folder, "easy.txt"));
    assert_eq!(run(&["site", &site, &easy], "").code, 0);
    let file = |name: &str| Path::new(&site).join(name);
    fs::write(file("thesis.txt"), "mine").unwrap();
    let mut reported = label(&site);
    let other = reported["files"][0]["sha256"].clone();
    let mut claim = |name: &str, sha256: Value| {
        let own = serde_json::json!({ "name": name, "sha256": sha256 });
        reported["files"].as_array_mut().unwrap().push(own);
    };
    claim("thesis.txt", other);
    // Nor what is elsewhere, even if the label knows its content.
    claim("../outside.txt", MINE.into());
    claim("C:outside.txt", MINE.into());
    fs::write(file("sliding-site.json"), reported.to_string()).unwrap();
    let again = run(&["site", &site, &easy], "");
    assert_eq!((again.code, again.err.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(file("thesis.txt")).unwrap(), "mine");
    assert_eq!(fs::read_to_string(path(&folder, "outside.txt")).unwrap(), "mine");
    fs::remove_file(file("thesis.txt")).unwrap();
    is_whole(&site);
    // What was changed since is the reader's own.
    for name in ["site.css", "puzzles/easy.svg"] {
        let before = fs::read_to_string(file(name)).unwrap();
        fs::write(file(name), "mine").unwrap();
        let refused = run(&["site", &site, &easy], "");
        assert_eq!(refused.code, 2);
        let expected = format!("{name} is there and not as the site wrote it");
        assert!(refused.err.contains(&expected), "{}", refused.err);
        assert_eq!(fs::read_to_string(file(name)).unwrap(), "mine");
        // Where it is not in the way, it stays.
        if name.starts_with("puzzles") {
            assert_eq!(run(&["site", &site, "@klotski"], "").code, 0);
            assert_eq!(fs::read_to_string(file(name)).unwrap(), "mine");
        }
        fs::write(file(name), before).unwrap();
    }
}

#[test]
#[cfg(unix)]
fn a_site_is_not_written_through_links() {
    let folder = folder(&[("easy.txt", EASY)]);
    let (site, easy) = (path(&folder, "site"), path(&folder, "easy.txt"));
    for name in ["icon.svg", "sliding-site.json", "puzzles/easy.js"] {
        assert_eq!(run(&["site", &site, &easy], "").code, 0);
        // The very content, and nothing.
        for copied in [true, false] {
            let (link, target) = (Path::new(&site).join(name), folder.path().join("target"));
            let content = fs::read(&link).unwrap();
            if copied {
                fs::write(&target, &content).unwrap();
            }
            fs::remove_file(&link).unwrap();
            std::os::unix::fs::symlink(&target, &link).unwrap();
            let refused = run(&["site", &site, &easy], "");
            assert_eq!(refused.code, 2, "{name}: {}", refused.err);
            assert!(link.is_symlink() && target.exists() == copied, "{name}");
            fs::remove_file(&link).unwrap();
            fs::write(&link, content).unwrap();
            let _ = fs::remove_file(&target);
        }
    }
}

/// While files are written, the label names the old and the new ones.
#[test]
fn an_interrupted_site_can_be_written_again() {
    let folder = folder(&[("easy.txt", EASY)]);
    let (site, easy) = (path(&folder, "site"), path(&folder, "easy.txt"));
    assert_eq!(run(&["site", &site, "@klotski"], "").code, 0);
    // A file where a folder should be ends the next run in its midst.
    let puzzles = Path::new(&site).join("puzzles");
    fs::rename(&puzzles, path(&folder, "aside")).unwrap();
    fs::write(&puzzles, "").unwrap();
    let ended = run(&["site", &site, &easy], "");
    assert_eq!(ended.code, 74, "{}", ended.err);
    fs::remove_file(&puzzles).unwrap();
    fs::rename(path(&folder, "aside"), &puzzles).unwrap();
    let again = run(&["site", &site, &easy], "");
    assert_eq!((again.code, again.err.as_str()), (0, ""));
    is_whole(&site);
    assert!(!puzzles.join("klotski.js").exists());
}

#[test]
fn invalid_puzzles_are_reported_and_the_rest_written() {
    let puzzles = folder(&[("easy.txt", EASY), ("broken.txt", BROKEN)]);
    let site = path(&puzzles, "site");
    let partly =
        run(&["site", &site, &path(&puzzles, "broken.txt"), &path(&puzzles, "easy.txt")], "");
    assert_eq!(partly.code, 2);
    assert!(partly.err.contains("illegal character"), "{}", partly.err);
    is_whole(&site);
    let nothing = path(&puzzles, "nothing");
    let none = run(&["site", &nothing, &path(&puzzles, "broken.txt")], "");
    assert_eq!(none.code, 2);
    assert!(none.err.contains("there are no puzzles for the gallery"), "{}", none.err);
    assert!(!Path::new(&nothing).exists());
    // A file is no folder.
    let file = path(&puzzles, "easy.txt");
    let lost = run(&["site", &file, "@klotski"], "");
    assert_eq!(lost.code, 74);
    assert!(lost.err.contains("easy.txt"), "{}", lost.err);
}

#[test]
fn puzzles_of_one_name_have_files_of_their_own() {
    let puzzles = folder(&[
        ("a/x.txt", EASY),
        ("b/x.txt", EASY),
        ("many.txt", "1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/0 7 8\n"),
    ]);
    let site = path(&puzzles, "site");
    let files = ["a", "b", "many.txt"].map(|name| path(&puzzles, name));
    let written = run(&["site", &site, &files[0], &files[1], &files[2]], "");
    let reported = format!("sliding: {}:1: read as tiles: in order, the gap last\n", files[2]);
    assert_eq!((written.code, written.err), (0, reported));
    for name in ["x", "x-2", "many-1", "many-2"] {
        assert!(Path::new(&site).join(format!("puzzles/{name}.js")).exists(), "{name}");
    }
}
