//! The dialect parses, verifies, folds, is rewritten by its pattern and its pass, and prints.

use std::path::Path;

/// A program after some passes.
fn optimized(text: &str, passes: &[&str]) -> String {
    let passes: Vec<String> = passes.iter().map(ToString::to_string).collect();
    let (registry, registered) = (toy_dialect::registry(), toy_dialect::passes());
    let (stdout, stderr, code) =
        strata_opt::run_with(registry, registered, &passes, text.as_bytes(), Path::new("."));
    assert_eq!(code, 0, "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("IR is text")
}

#[test]
fn the_warmer_constant_is_left() {
    let text = "func.func @f() -> !toy.celsius {\n  %0 = toy.constant 20\n  %1 = toy.constant 21\n  %2 = toy.warmer %0, %1\n  return %2 : !toy.celsius\n}\n";
    let out = optimized(text, &["--canonicalize"]);
    assert!(
        out.contains("toy.constant 21") && !out.contains("toy.constant 20") && !out.contains("warmer"),
        "{out}"
    );
}

#[test]
fn the_pattern_leaves_one_comparison() {
    let text = "func.func @f(%a: !toy.celsius, %b: !toy.celsius) -> !toy.celsius {\n  %0 = toy.warmer %a, %b\n  %1 = toy.warmer %0, %b\n  return %1 : !toy.celsius\n}\n";
    let out = optimized(text, &["--canonicalize"]);
    assert_eq!(out.matches("toy.warmer").count(), 1, "{out}");
}

#[test]
fn the_pass_heats_what_is_below_freezing() {
    let text = "func.func @f() -> (!toy.celsius, !toy.celsius) {\n  %0 = toy.constant -4\n  %1 = toy.constant 3\n  return %0, %1 : !toy.celsius, !toy.celsius\n}\n";
    let out = optimized(text, &["--toy-heat"]);
    assert!(out.contains("toy.constant 0") && out.contains("toy.constant 3") && !out.contains("-4"), "{out}");
}
