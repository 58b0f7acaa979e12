//! The fuzz targets, as far as they go without cargo-fuzz. `docs/internals/fuzzing.md` describes them.

use std::path::Path;
use std::process::Command;

#[test]
#[ignore = "takes minutes"]
fn long_fuzz_targets_for_a_minute() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/Cargo.toml");
    let status = Command::new(env!("CARGO"))
        .args(["run", "--release", "--quiet", "--manifest-path"])
        .arg(package)
        .args(["--bin", "seeded", "--", "60"])
        .status();
    assert!(status.expect("cargo starts").success());
}
