//! `--mlir-upstream` with and without upstream MLIR.

#![cfg(feature = "bundled")]

use std::path::Path;

const FOLDABLE: &[u8] = b"func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  return %0 : i32
}";

fn run(args: &[&str]) -> (String, String, i32) {
    let args: Vec<String> = args.iter().map(|a| (*a).to_owned()).collect();
    let (out, err, code) = strata_opt::run(&args, FOLDABLE, Path::new("."));
    (String::from_utf8_lossy(&out).into_owned(), String::from_utf8_lossy(&err).into_owned(), code)
}

#[cfg(not(feature = "upstream"))]
#[test]
fn without_the_feature_the_flag_is_an_error_that_names_it() {
    let (out, err, code) = run(&["--mlir-upstream=canonicalize"]);
    assert_eq!((out.as_str(), code), ("", 1));
    assert!(err.ends_with("build strata-opt with the cargo feature 'upstream'\n"), "{err}");
}

#[cfg(feature = "upstream")]
#[test]
fn upstream_passes_run_after_our_own_and_their_result_is_read_back() {
    let (out, err, code) = run(&["--mlir-upstream=canonicalize"]);
    assert_eq!((err.as_str(), code), ("", 0));
    assert!(out.contains("return %arg0 : i32") && !out.contains("addi"), "{out}");
    let (_, err, code) = run(&["--mlir-upstream=no-such-pass"]);
    assert_eq!(code, 1);
    assert!(err.contains("error: upstream MLIR failed (pipeline)"), "{err}");
}
