//! The fuzz targets of `fuzz/` on mutations of their seeds: a fixed number, the same ones each time.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

#[path = "../../../fuzz/src/bodies.rs"]
mod bodies;
#[path = "../../../fuzz/src/gpu.rs"]
mod gpu;
#[path = "support/mutate.rs"]
mod mutate;

use mutate::{Random, mutate, mutate_all};

/// Mutations of each target.
const MUTATIONS: usize = 2_000;
/// Mutations of programs that are compiled for GPUs, which takes longer.
const COMPILED: usize = 60;
/// The seeds of a target, in the order of their names.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut files: Vec<_> = fs::read_dir(folder).expect("seeds").map(|f| f.expect("a seed").path()).collect();
    files.sort();
    files.iter().map(|f| fs::read(f).expect("a seed")).collect()
}

/// Runs `body` on the seeds of `target` and on mutations of them.
fn check(target: &str, body: fn(&[u8])) {
    check_some(target, MUTATIONS, mutate, body);
}

/// Like [`check`], with a number of mutations, most of them of one kind.
fn check_some(target: &str, mutations: usize, change: fn(Vec<u8>, &mut Random) -> Vec<u8>, body: fn(&[u8])) {
    let seeds = seeds(target);
    assert!(seeds.len() >= 6, "{} seeds", seeds.len());
    let mut random = Random(1);
    let mut failures = 0;
    for i in 0..seeds.len() + mutations {
        let seed = seeds[i % seeds.len()].clone();
        let input = match i {
            _ if i < seeds.len() => seed,
            _ if i % 4 == 0 => mutate(seed, &mut random),
            _ => change(seed, &mut random),
        };
        if catch_unwind(AssertUnwindSafe(|| body(&input))).is_err() {
            failures += 1;
            println!("---- input {i} of `{target}`:\n{}\n----", String::from_utf8_lossy(&input));
        }
    }
    assert_eq!(failures, 0, "inputs of `{target}` that fail");
}

#[test]
fn parse() {
    check("parse", bodies::parse);
}

#[test]
fn roundtrip() {
    check("roundtrip", bodies::roundtrip);
}

#[test]
fn verify_passes() {
    check("verify_passes", bodies::verify_passes);
}

#[test]
fn pipeline_string() {
    check("pipeline_string", bodies::pipeline_string);
}

#[test]
fn gpu_pipeline() {
    check_some("gpu_pipeline", COMPILED, mutate_all, gpu::gpu_pipeline);
}

#[test]
fn simulate() {
    check_some("simulate", MUTATIONS, mutate_all, gpu::simulate);
}

#[test]
fn removed_block_arguments_shrink_the_cases() {
    // The unused argument is removed together with the operand that each case passes for it.
    bodies::verify_passes(
        b"func.func @f(%c: i32, %x: i64) -> i64 {\n  cf.switch %c : i32, [default: ^a(%x, %x : i64, i64), \
          1: ^a(%x, %x : i64, i64), 2: ^b(%x : i64)]\n^a(%0: i64, %1: i64):\n  return %1 : i64\n\
          ^b(%2: i64):\n  return %x : i64\n}\n",
    );
}
