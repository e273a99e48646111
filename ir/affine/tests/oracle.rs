//! Compares the text of random maps and sets with `mlir-opt`, where that is installed.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use strata_affine_expr::{parse_map, parse_set};

/// A small deterministic generator.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// A random expression; `symbolic` ones have no dimensions.
fn expr(rng: &mut Rng, depth: u64, symbolic: bool) -> String {
    if depth == 0 || rng.below(6) == 0 {
        return match rng.below(4) {
            0 => (rng.below(21) as i64 - 10).to_string(),
            1 => format!("s{}", rng.below(2)),
            _ if symbolic => (rng.below(9) as i64 - 4).to_string(),
            _ => format!("d{}", rng.below(3)),
        };
    }
    let constant =
        |rng: &mut Rng| [1, 2, 3, 4, 6, 8, 16, 64, 128, -1, -2, -4][rng.below(12) as usize].to_string();
    let lhs = expr(rng, depth - 1, symbolic);
    let (op, rhs) = match rng.below(10) {
        0..=2 => ("+", expr(rng, depth - 1, symbolic)),
        3 => ("-", expr(rng, depth - 1, symbolic)),
        4 | 5 => ("*", if rng.below(4) == 0 { expr(rng, depth - 1, true) } else { constant(rng) }),
        n => {
            let op = ["floordiv", "ceildiv", "mod", "floordiv"][n as usize - 6];
            let rhs = match rng.below(6) {
                0 => format!("s{}", rng.below(2)),
                _ => rng.below(9).to_string(),
            };
            (op, rhs)
        }
    };
    match rng.below(8) {
        0 => format!("-({lhs} {op} ({rhs}))"),
        1 => format!("{lhs} {op} {rhs}"),
        _ => format!("(({lhs}) {op} ({rhs}))"),
    }
}

fn mlir_opt() -> Option<PathBuf> {
    let candidates = ["/usr/lib/llvm-22/bin/mlir-opt", "/usr/bin/mlir-opt-22"];
    candidates.iter().map(PathBuf::from).find(|p| p.exists())
}

/// Runs `mlir-opt` on attributes `m0`, `m1`, … and returns the text of each.
fn reference(tool: &PathBuf, attributes: &[String]) -> Vec<String> {
    let mut source = String::from("\"test.op\"() {\n");
    for (i, attribute) in attributes.iter().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        writeln!(source, "{comma} m{i} = {attribute}").expect("strings accept text");
    }
    source.push_str("} : () -> ()\n");
    let mut child = Command::new(tool)
        .arg("--allow-unregistered-dialect")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    child.stdin.take().expect("piped").write_all(source.as_bytes()).expect("the tool reads");
    let output = child.wait_with_output().expect("the tool ends");
    assert!(output.status.success(), "the reference rejects the input");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut aliases = HashMap::new();
    let mut result = vec![String::new(); attributes.len()];
    for line in text.lines() {
        if let Some((name, value)) = line.split_once(" = ").filter(|(name, _)| name.starts_with('#')) {
            aliases.insert(name.to_string(), value.to_string());
        }
    }
    let start = text.find("\"test.op\"() {").expect("the op is printed") + "\"test.op\"() {".len();
    let body = &text[start..text.find("} : ()").expect("the dictionary ends")];
    for entry in body.split(", m").map(|e| e.trim_start_matches('m')) {
        let (index, value) = entry.split_once(" = ").expect("an attribute");
        result[index.parse::<usize>().expect("an index")] = aliases[value.trim()].clone();
    }
    result
}

#[test]
fn random_maps_print_as_in_mlir_opt() {
    let Some(tool) = mlir_opt() else { return };
    let mut rng = Rng(7);
    let maps: Vec<String> = (0..6000)
        .map(|i| {
            let depth = 1 + i % 5;
            format!("(d0, d1, d2)[s0, s1] -> ({})", expr(&mut rng, depth, false))
        })
        .filter(|map| parse_map(map).is_ok())
        .collect();
    assert!(maps.len() > 4000, "only {} maps are affine", maps.len());
    let attributes: Vec<String> = maps.iter().map(|map| format!("affine_map<{map}>")).collect();
    let expected = reference(&tool, &attributes);
    let mut wrong = 0;
    for (map, expected) in maps.iter().zip(&expected) {
        let ours = format!("affine_map<{}>", parse_map(map).expect("parsed before").0);
        if ours != *expected {
            wrong += 1;
            if wrong < 20 {
                eprintln!("input    {map}\nmlir-opt {expected}\nours     {ours}\n");
            }
        }
    }
    assert_eq!(wrong, 0, "of {} maps", maps.len());
}

#[test]
fn random_sets_print_as_in_mlir_opt() {
    let Some(tool) = mlir_opt() else { return };
    let mut rng = Rng(11);
    let sets: Vec<String> = (0..800)
        .map(|i| {
            let relation = ["==", ">=", "<="][i % 3];
            let (lhs, rhs) = (expr(&mut rng, 3, false), expr(&mut rng, 2, false));
            format!("(d0, d1, d2)[s0, s1] : ({lhs} {relation} {rhs}, d0 >= 0)")
        })
        .filter(|set| parse_set(set).is_ok())
        .collect();
    let attributes: Vec<String> = sets.iter().map(|set| format!("affine_set<{set}>")).collect();
    for (set, expected) in sets.iter().zip(reference(&tool, &attributes)) {
        let ours = format!("affine_set<{}>", parse_set(set).expect("parsed before").0);
        assert_eq!(ours, expected, "for {set}");
    }
}
