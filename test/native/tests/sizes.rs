//! Adversarial sizes give an error or the same results as the interpreter, without any access outside of buffers.
//!
//! `cargo run -p strata-test-native --bin hostile-sizes -- --seeds 0..100 --calls 1000 --types 6` tests more.

use std::{path::Path, process::Command};

/// Checks all programs; `guard` is the side of each buffer with an inaccessible page.
fn check(args: &[&str], cache: &Path, guard: Option<&str>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hostile-sizes"));
    command.args(args).arg("--cache").arg(cache).env("STRATA_MEMORY_LIMIT", "100000000");
    if let Some(guard) = guard {
        command.env("STRATA_GUARD_PAGES", guard);
    }
    let done = command.output().expect("the binary runs");
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{guard:?}: {text}{}", String::from_utf8_lossy(&done.stderr));
    assert!(text.ends_with("; 0 failed\n"), "{text}");
}

#[test]
fn native_code_and_the_interpreter_agree_on_sizes() {
    let cache = tempfile::tempdir().expect("there is a place for files");
    check(&[], cache.path(), None);
    // The programs are in the compile cache by then.
    for guard in ["after", "before"] {
        check(&["--seeds", "0..1"], cache.path(), Some(guard));
    }
}

#[test]
fn kernels_and_the_interpreter_agree_on_sizes() {
    let cache = tempfile::tempdir().expect("there is a place for files");
    check(&["--types", "1", "--calls", "10", "--target", "gpusim"], cache.path(), None);
}
