//! A program that a script of the `transform` dialect lowers to loops of vectors computes the same as the program that this compiler lowers.

use std::{path::Path, process::Command};

use strata_interp::{NpyArray, read_npy};

const PROGRAM: &str = include_str!("../../../test/passes/transform/tutorial.mlir");

/// The results of a program on random arguments of one seed.
fn run(folder: &Path, name: &str, flags: &[&str], results: &str) -> NpyArray {
    let flags: Vec<String> = flags.iter().map(|f| (*f).to_owned()).collect();
    let (program, stderr, code) = strata_opt::run(&flags, PROGRAM.as_bytes(), Path::new("."));
    assert_eq!(code, 0, "{}", String::from_utf8_lossy(&stderr));
    std::fs::write(folder.join(name), program).expect("the folder can be written");
    let out = Command::new(env!("CARGO_BIN_EXE_strata-run"))
        .current_dir(folder)
        .args([name, "--random-inputs", "1", "--output-dir", name.trim_end_matches(".mlir")])
        .output()
        .expect("strata-run starts");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let file = folder.join(name.trim_end_matches(".mlir")).join(results);
    read_npy(&std::fs::read(file).expect("a result")).expect("an array")
}

fn floats(array: &NpyArray) -> Vec<f32> {
    array.data.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

#[test]
fn a_scheduled_product_computes_what_the_plain_one_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let erase = "--test-transform-dialect-erase-schedule";
    let plain = run(folder.path(), "plain.mlir", &[erase], "0.npy");
    // The contents of the four arguments, which are buffers, are results too.
    let scheduled = run(folder.path(), "scheduled.mlir", &["--transform-interpreter", erase], "4.npy");
    assert_eq!(plain.shape, scheduled.shape);
    let (plain, scheduled) = (floats(&plain), floats(&scheduled));
    assert!(plain.iter().any(|&x| x != 0.0));
    for (x, y) in plain.iter().zip(&scheduled) {
        // Sums of 13 products may be added in another order.
        assert!((x - y).abs() <= 1e-5 * x.abs().max(1.0), "{x} {y}");
    }
}
