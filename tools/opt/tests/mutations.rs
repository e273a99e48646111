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

/// Mutations of each target.
const MUTATIONS: usize = 2_000;
/// Mutations of programs that are compiled for GPUs, which takes a while.
const COMPILED: usize = 60;
/// What stands in texts of IR and pipelines, to splice in.
const WORDS: &[&str] = &[
    "%0",
    "%arg0",
    "^bb0",
    "#map",
    "!t",
    "@f",
    "loc(",
    "->",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ",",
    ":",
    "=",
    "\"",
    "?",
    "*",
    "x",
    "0",
    "-1",
    "9223372036854775807",
    "0x7FF",
    "1.0e400",
    "i1",
    "i0",
    "index",
    "f32",
    "none",
    "tensor<?xf32>",
    "tensor<0xi1>",
    "memref<*xf32>",
    "vector<4xi1>",
    "dense<[]>",
    "dense<1>",
    "unit",
    "affine_map<() -> ()>",
    "func.func",
    "\"a.b\"",
    "() -> ()",
    "cse",
    "any",
    "{a = 1}",
    "\n",
    "\u{e9}",
];

/// A linear congruential generator: the same mutations everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// The seeds of a target, in the order of their names.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut files: Vec<_> = fs::read_dir(folder).expect("seeds").map(|f| f.expect("a seed").path()).collect();
    files.sort();
    files.iter().map(|f| fs::read(f).expect("a seed")).collect()
}

/// The ranges of the words of `text`: runs of letters and digits, or single other characters.
fn words(text: &[u8]) -> Vec<(usize, usize)> {
    let part = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'%' | b'@' | b'#' | b'!');
    let (mut out, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let run = text[at..].iter().take_while(|&&c| part(c)).count().max(1);
        if !text[at].is_ascii_whitespace() {
            out.push((at, at + run));
        }
        at += run;
    }
    out
}

/// Changes `text` in one to three places: words replaced, removed, doubled, exchanged, or bytes flipped.
fn mutate(mut text: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..=random.below(3) {
        let all = words(&text);
        if all.is_empty() {
            return text;
        }
        let (start, end) = all[random.below(all.len())];
        let (other, other_end) = all[random.below(all.len())];
        let new = match random.below(6) {
            0 => Vec::new(),
            1 => WORDS[random.below(WORDS.len())].as_bytes().to_vec(),
            2 => [&text[start..end], b" ", &text[start..end]].concat(),
            3 => text[start..end].iter().map(|c| c ^ (1 << random.below(7))).collect(),
            _ => text[other..other_end].to_vec(),
        };
        text.splice(start..end, new);
    }
    text
}

/// What [`mutate_all`] puts in the places of numbers and of types.
const NUMBERS: &[&str] =
    &["0", "1", "2", "3", "5", "8", "15", "16", "17", "31", "32", "33", "64", "100", "128", "1025"];
const TYPES: &[&str] =
    &["f32", "f16", "bf16", "f64", "i1", "i4", "i8", "i16", "i32", "i64", "ui8", "f8E4M3FN", "complex<f32>"];

/// Changes a number, an element type or an op everywhere at once, so that the text may still be a program.
fn mutate_all(text: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let Ok(mut text) = String::from_utf8(text) else { return Vec::new() };
    for _ in 0..=random.below(2) {
        let kind = random.below(3);
        let is_of_kind = |word: &&str| match kind {
            0 => word.bytes().all(|c| c.is_ascii_digit()),
            1 => TYPES.contains(word),
            _ => word.contains('.') && word.starts_with(|c: char| c.is_ascii_lowercase()),
        };
        let all: Vec<&str> = parts(&text).into_iter().filter(is_of_kind).collect();
        let Some(&old) = all.get(random.below(all.len())) else { continue };
        let choices = [NUMBERS, TYPES, &all][kind];
        let new = choices[random.below(choices.len())];
        text = parts(&text).into_iter().map(|part| if part == old { new } else { part }).collect();
    }
    text.into_bytes()
}

/// The words of `text` and what is between them, where `64x128xf32` is five: two numbers, a type, and twice an `x`.
fn parts(text: &str) -> Vec<&str> {
    let kind = |c: char| (c.is_ascii_alphanumeric() || "_.%@#!".contains(c)) && c != 'x';
    let mut parts = Vec::new();
    for word in text.split_inclusive(|c| !kind(c)) {
        let end = word.len() - word.chars().next_back().filter(|&c| !kind(c)).map_or(0, char::len_utf8);
        parts.extend([&word[..end], &word[end..]].into_iter().filter(|part| !part.is_empty()));
    }
    parts
}

/// Runs `body` on the seeds of `target` and on mutations of them.
fn check(target: &str, body: fn(&[u8])) {
    check_some(target, MUTATIONS, mutate, body);
}

/// As [`check`], on so many mutations, most of them of one kind.
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
    // The unused argument goes away together with what each case passes for it.
    bodies::verify_passes(
        b"func.func @f(%c: i32, %x: i64) -> i64 {\n  cf.switch %c : i32, [default: ^a(%x, %x : i64, i64), \
          1: ^a(%x, %x : i64, i64), 2: ^b(%x : i64)]\n^a(%0: i64, %1: i64):\n  return %1 : i64\n\
          ^b(%2: i64):\n  return %x : i64\n}\n",
    );
}
