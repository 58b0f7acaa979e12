//! What the service worker of a site does to the caches of its host, in Node instead of a browser.

use std::io::{self, Write};
use std::process::Command;

use super::folder::Folder;

/// As much of a browser as the script asks for: caches, and its events.
const BROWSER: &str = r#"
const there = new Set(process.argv[2].split("|"));
globalThis.caches = {
  open: async (name) => { there.add(name); return { addAll: async () => {} }; },
  keys: async () => [...there],
  delete: async (name) => there.delete(name),
};
globalThis.registration = { scope: "https://host/site/" };
globalThis.clients = { claim: async () => {} };
globalThis.skipWaiting = async () => {};
const heard = {};
globalThis.addEventListener = (name, hear) => { heard[name] = hear; };
(0, eval)(require("fs").readFileSync(process.argv[1], "utf8"));
(async () => {
  for (const name of ["install", "activate"]) {
    let done;
    heard[name]({ waitUntil: (promise) => { done = promise; } });
    await done;
  }
  console.log([...there].join("\n"));
})();
"#;

#[test]
fn caches_of_other_sites_are_kept() {
    let folder = Folder::write(&["@klotski"]);
    let others = [
        "sliding-0123456789abcdef",
        "sliding https://host/ 0123456789abcdef",
        "sliding https://host/other/ 0123456789abcdef",
        "sliding https://host/site/inner/ 0123456789abcdef",
        "someone else's",
    ];
    let old = "sliding https://host/site/ 0123456789abcdef";
    let there = [&others[..], &[old]].concat().join("|");
    let script = folder.path().join("sw.js");
    let run = Command::new("node").args(["-e", BROWSER]).arg(&script).arg(there).output();
    let Ok(run) = run else {
        let is_ci = std::env::var("CI").is_ok_and(|value| value == "true");
        assert!(!is_ci, "no Node on the path");
        let _ = writeln!(io::stderr(), "test caches_of_other_sites_are_kept ... skipped: no Node");
        return;
    };
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let left = String::from_utf8(run.stdout).expect("text");
    let mut left: Vec<&str> = left.lines().collect();
    let own = left.pop().expect("its own cache");
    assert_eq!(left, others);
    assert!(own.starts_with("sliding https://host/site/ ") && own != old, "{own}");
}
