//! Random programs compute the same as native code and in the interpreter.
//!
//! `cargo run --release -p strata-test-native -- --seeds 0..10000` tries more.

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
