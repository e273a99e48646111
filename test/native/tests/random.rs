//! Random programs compute the same as native code and in the interpreter.
//!
//! `cargo run --release -p strata-test-native -- --seeds 0..10000` tests more programs.

use std::process::Command;

/// Programs.
const SEEDS: &str = "0..300";

#[test]
fn native_code_computes_what_the_interpreter_does() {
    let done = Command::new(env!("CARGO_BIN_EXE_compiled-programs")).args(["--seeds", SEEDS]).output();
    let done = done.expect("the binary runs");
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{text}{}", String::from_utf8_lossy(&done.stderr));
    assert!(text.ends_with("300 passed, 0 failed\n"), "{text}");
}

/// The same for kernels, on the simulator of GPUs.
#[test]
fn kernels_compute_what_the_interpreter_does() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_compiled-programs"));
    let done = command.args(["--seeds", "1000..1100", "--target", "gpusim"]).output();
    let done = done.expect("the binary runs");
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{text}{}", String::from_utf8_lossy(&done.stderr));
    assert!(text.ends_with("100 passed, 0 failed\n"), "{text}");
}

/// The same for other programs, with an inaccessible page after, or before, each buffer: an access outside of a buffer ends a process,
/// which is reported with the seed.
#[test]
fn nothing_outside_of_buffers_is_touched() {
    for place in ["after", "before"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_compiled-programs"));
        command.args(["--seeds", "500..560", "--no-shrink"]).env("STRATA_GUARD_PAGES", place);
        let done = command.output().expect("the binary runs");
        let text = String::from_utf8_lossy(&done.stdout);
        assert!(text.ends_with("60 passed, 0 failed\n"), "{text}{}", String::from_utf8_lossy(&done.stderr));
    }
}
