//! Compares float text with `mlir-opt`, where that is installed.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use strata_num::FloatFormat;

struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

fn mlir_opt() -> Option<PathBuf> {
    let candidates = ["/usr/lib/llvm-22/bin/mlir-opt", "/usr/bin/mlir-opt-22"];
    candidates.iter().map(PathBuf::from).find(|p| p.exists())
}

/// The text that `mlir-opt` prints for each literal of a format.
fn reference(tool: &PathBuf, format: FloatFormat, literals: &[String]) -> Vec<String> {
    let mut source = String::new();
    for literal in literals {
        writeln!(source, "\"t.t\"() {{m = {literal} : {}}} : () -> ()", format.name())
            .expect("strings accept text");
    }
    let mut child = Command::new(tool)
        .arg("--allow-unregistered-dialect")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    let mut stdin = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || stdin.write_all(source.as_bytes()));
    let output = child.wait_with_output().expect("the tool ends");
    writer.join().expect("no panic").expect("the tool reads");
    assert!(output.status.success(), "the reference rejects {format:?} input");
    let text = String::from_utf8(output.stdout).expect("text");
    let value = |line: &str| {
        let rest = line.split_once("{m = ")?.1;
        Some(rest[..rest.find([' ', '}'])?].to_string())
    };
    text.lines().filter_map(value).collect()
}

/// Parses literals and prints them, here and with `mlir-opt`, and compares the output.
fn compare(tool: &PathBuf, format: FloatFormat, literals: &[String]) {
    let expected = reference(tool, format, literals);
    assert_eq!(expected.len(), literals.len());
    let mut wrong = Vec::new();
    for (literal, expected) in literals.iter().zip(expected) {
        let ours = format.parse(literal).map(|bits| format.print(bits));
        // `f64` is the default type and is left out, except after hexadecimal text.
        if ours.as_deref() != Ok(&expected) {
            wrong.push(format!("{literal}: mlir-opt {expected}, ours {ours:?}"));
        }
    }
    let sample: Vec<&String> = wrong.iter().take(10).collect();
    assert!(wrong.is_empty(), "{format:?}: {} of {} differ: {sample:#?}", wrong.len(), literals.len());
}

#[test]
fn bit_patterns_print_as_in_mlir_opt() {
    let Some(tool) = mlir_opt() else { return };
    let mut rng = Rng(42);
    for format in FloatFormat::ALL {
        let mask = format.bits_mask();
        let patterns: Vec<u128> = if format.width() <= 8 {
            (0..=mask).collect()
        } else {
            let wide = |rng: &mut Rng| (u128::from(rng.next()) << 64 | u128::from(rng.next())) & mask;
            (0..1500)
                .map(|i| match i % 3 {
                    0 if format != FloatFormat::F80 => wide(&mut rng),
                    1 => format.from_f64((rng.next() % 2_000_001) as f64 / 1000.0 - 1000.0),
                    _ => {
                        format.from_f64((rng.next() >> 20) as f64 * 10f64.powi((rng.next() % 30) as i32 - 24))
                    }
                })
                .collect()
        };
        let literals: Vec<String> = patterns.iter().map(|bits| format!("0x{bits:X}")).collect();
        compare(&tool, format, &literals);
    }
}

#[test]
fn decimal_literals_read_as_in_mlir_opt() {
    let Some(tool) = mlir_opt() else { return };
    let mut rng = Rng(99);
    for format in FloatFormat::ALL {
        let literals: Vec<String> = (0..1000)
            .map(|i| {
                let sign = if rng.next() % 2 == 0 && format != FloatFormat::F8E8M0FNU { "-" } else { "" };
                let exponent = (rng.next() % [3, 9, 80, 600][i % 4]) as i64 / 2;
                let exponent = if rng.next() % 2 == 0 { -exponent } else { exponent };
                let digits = 10u64.pow(rng.next() as u32 % 17);
                format!("{sign}{}.{}e{exponent}", rng.next() % 10, rng.next() % digits)
            })
            .collect();
        compare(&tool, format, &literals);
    }
}
