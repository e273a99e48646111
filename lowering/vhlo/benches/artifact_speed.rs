//! Throughput of reading portable artifacts: bytes of the file per second, for files of different kinds.
//!
//! `cargo bench -p strata-lowering-vhlo --bench artifact_speed -- [--ops N] [--rounds N] [--kinds KIND,...] [--version V]
//! [--ways WAY,...] [--min-mb-per-s N]`
//!
//! Each round has a context of its own, so that nothing is interned before, and measures the three ways of reading in turn: `stored` reads
//! the ops of the file, `load` converts to StableHLO, `verified` also verifies. The result has to be the module that was written, as text
//! with locations; else the exit code is 1.

use std::{fmt::Write, process::ExitCode, sync::Arc, time::Instant};

use strata_bytecode::{ReadOptions, read_module};
use strata_ir::{
    core::{Body, Context, Diagnostic, Registry, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_lowering_vhlo::{deserialize_with, parse_target, serialize};

/// A deterministic generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// The end of each line of a module whose ops have no locations.
const NOWHERE: &str = " loc(unknown)\n";

/// A straight line of `ops` ops on matrices, of the kinds that models mostly have.
fn line(text: &mut String, name: &str, ops: usize, end: &str, random: &mut Random) {
    let t = "tensor<16x16xf32>";
    _ = write!(text, "func.func @{name}(%0: {t}{0}, %1: {t}{0}) -> {t} {{\n", location(end));
    for i in 2..ops + 2 {
        let (a, b) = (i - 1, i - 1 - random.below(i.min(40)));
        _ = match random.below(10) {
            0 => write!(
                text,
                "%{i} = stablehlo.dot_general %{a}, %{b}, contracting_dims = [1] x [0] : ({t}, {t}) -> {t}{end}"
            ),
            1 => write!(text, "%{i} = stablehlo.transpose %{a}, dims = [1, 0] : ({t}) -> {t}{end}"),
            2 => write!(text, "%{i} = stablehlo.broadcast_in_dim %{a}, dims = [0, 1] : ({t}) -> {t}{end}"),
            3 => write!(text, "%{i} = stablehlo.tanh %{a} : {t}{end}"),
            4 => write!(text, "%{i} = stablehlo.constant dense<{}.5> : {t}{end}", random.below(100)),
            5 => write!(text, "%{i} = stablehlo.maximum %{a}, %{b} : {t}{end}"),
            6 | 7 => write!(text, "%{i} = stablehlo.multiply %{a}, %{b} : {t}{end}"),
            _ => write!(text, "%{i} = stablehlo.add %{a}, %{b} : {t}{end}"),
        };
    }
    _ = write!(text, "return %{} : {t}{end}}}{end}", ops + 1);
}

/// The location of an argument if ops end with `end`.
fn location(end: &str) -> &str {
    end.trim_end()
}

/// Reductions, each with a region of two ops.
fn reductions(text: &mut String, ops: usize, end: &str) {
    let (t, s, at) = ("tensor<8x8xf32>", "tensor<f32>", location(end));
    _ = write!(text, "func.func @main(%0: {t}{at}, %z: {s}{at}) -> {t} {{\n");
    for i in 0..ops / 4 {
        _ = write!(
            text,
            "%r{i} = \"stablehlo.reduce\"(%{i}, %z) <{{dimensions = array<i64: 1>}}> ({{\n^bb0(%a: {s}{at}, %b: {s}{at}):\n\
             %c = stablehlo.add %a, %b : {s}{end}stablehlo.return %c : {s}{end}}}) : ({t}, {s}) -> tensor<8xf32>{end}\
             %{} = stablehlo.broadcast_in_dim %r{i}, dims = [0] : (tensor<8xf32>) -> {t}{end}",
            i + 1
        );
    }
    _ = write!(text, "return %{} : {t}{end}}}{end}", ops / 4);
}

/// Constants of a megabyte each, which are not splats.
fn constants(text: &mut String, count: usize, random: &mut Random) {
    let t = "tensor<512x512xf32>";
    _ = write!(text, "func.func @main(%0: {t}) -> {t} {{\n");
    for i in 0..count {
        _ = write!(text, "%c{i} = stablehlo.constant dense<\"0x");
        for _ in 0..512 * 512 {
            _ = write!(text, "{:06x}3f", random.below(1 << 23));
        }
        _ = write!(text, "\"> : {t}\n%{} = stablehlo.add %{i}, %c{i} : {t}\n", i + 1);
    }
    _ = write!(text, "return %{count} : {t}\n}}\n");
}

/// The text of a module.
fn module(kind: &str, ops: usize) -> Option<String> {
    let (mut text, mut random) = (String::from("module {\n"), Random(1));
    match kind {
        "ops" => line(&mut text, "main", ops, NOWHERE, &mut random),
        "located" => line(&mut text, "main", ops, "\n", &mut random),
        "functions" => {
            (0..ops / 50).for_each(|i| line(&mut text, &format!("f{i}"), 50, NOWHERE, &mut random))
        }
        "regions" => reductions(&mut text, ops, NOWHERE),
        "constants" => constants(&mut text, (ops / 5000).max(1), &mut random),
        _ => return None,
    }
    text.push_str("}\n");
    Some(text)
}

fn context() -> Arc<Context> {
    let mut registry = Registry::new();
    let dialects =
        [&strata_builtin::DIALECT, &strata_func::DIALECT, &strata_stablehlo::DIALECT, &strata_vhlo::DIALECT];
    dialects.into_iter().for_each(|d| _ = registry.register(d));
    registry.freeze()
}

/// The complete text of a module, for comparisons.
fn full(body: &Body) -> String {
    print_body(
        body,
        &PrintOptions { generic: true, debuginfo: true, local_scope: true, ..PrintOptions::default() },
    )
}

type Read = fn(&Arc<Context>, &[u8]) -> Result<Box<Body>, Vec<Diagnostic>>;

/// The ways of reading.
const WAYS: [(&str, Read); 3] = [
    ("stored", |cx, bytes| {
        read_module(cx, "a", bytes, ReadOptions { skip_verify: true, ..Default::default() })
    }),
    ("load", |cx, bytes| {
        deserialize_with(cx, "a", bytes, ReadOptions { skip_verify: true, ..Default::default() })
    }),
    ("verified", |cx, bytes| deserialize_with(cx, "a", bytes, ReadOptions::default())),
];

struct Settings {
    ops: usize,
    rounds: usize,
    kinds: Vec<String>,
    ways: Vec<String>,
    version: String,
    least: f64,
}

/// Measures one kind; returns whether the results were equal to the written modules, and fast enough.
fn measure(kind: &str, s: &Settings) -> Result<bool, String> {
    let explain = |cx: &Context, errors: Vec<Diagnostic>| render_all(cx, &errors);
    let text = module(kind, s.ops).ok_or_else(|| format!("there is no kind '{kind}'"))?;
    let cx = context();
    let written =
        parse_module(&cx, "bench.mlir", text, ParseOptions::default()).map_err(|e| explain(&cx, e))?;
    let bytes = serialize(&written, parse_target(&s.version)?).map_err(|e| explain(&cx, e))?;
    let want = full(&written);
    let ops = want.lines().filter(|l| l.trim_start().starts_with('%')).count();
    drop(written);
    let mut times = [const { Vec::new() }; WAYS.len()];
    let mut same = true;
    for round in 0..=s.rounds {
        for (way, times) in WAYS.iter().zip(&mut times) {
            if !s.ways.iter().any(|w| w == way.0) {
                continue;
            }
            let cx = context();
            let start = Instant::now();
            let body = way.1(&cx, &bytes).map_err(|e| explain(&cx, e))?;
            let time = start.elapsed().as_secs_f64();
            // The first round warms up, and its result is compared.
            if round != 0 {
                times.push(time);
            } else if way.0 != "stored" {
                let found = full(&body);
                if let Some((a, b)) = found.lines().zip(want.lines()).find(|(a, b)| a != b) {
                    println!("{kind}, {}: read\n{a}\ninstead of\n{b}", way.0);
                }
                same &= found == want;
            }
        }
    }
    let megabytes = bytes.len() as f64 / 1e6;
    print!("{kind:10} {megabytes:6.1} MB {ops:8} ops");
    let mut fast = true;
    for ((name, _), times) in WAYS.iter().zip(&mut times) {
        if times.is_empty() {
            continue;
        }
        times.sort_by(f64::total_cmp);
        let (least, median) = (times[0], times[times.len() / 2]);
        print!("  {name} {:6.0} MB/s (median {:.0})", megabytes / least, megabytes / median);
        fast &= megabytes / least >= s.least;
    }
    println!("{}", if same { "" } else { "  DIFFERENT" });
    Ok(same && fast)
}

fn settings() -> Result<Settings, String> {
    let kinds = ["ops", "located", "functions", "regions", "constants"].map(str::to_owned).to_vec();
    let mut s = Settings {
        ops: 200_000,
        rounds: 7,
        kinds,
        ways: WAYS.map(|w| w.0.to_owned()).to_vec(),
        version: "1.17.0".into(),
        least: 0.0,
    };
    let mut args = std::env::args().skip(1);
    while let Some(flag) = args.next() {
        if flag == "--bench" {
            // An argument that Cargo adds.
            continue;
        }
        let value = args.next().ok_or_else(|| format!("'{flag}' needs a value"))?;
        let number = || value.parse::<usize>().map_err(|e| format!("{flag} {value}: {e}"));
        match flag.as_str() {
            "--ops" => s.ops = number()?.max(50),
            "--rounds" => s.rounds = number()?.max(1),
            "--kinds" => s.kinds = value.split(',').map(str::to_owned).collect(),
            "--ways" => s.ways = value.split(',').map(str::to_owned).collect(),
            "--version" => s.version = value,
            "--min-mb-per-s" => s.least = number()? as f64,
            _ => return Err(format!("there is no option '{flag}'")),
        }
    }
    Ok(s)
}

fn main() -> ExitCode {
    let run = settings().and_then(|s| {
        s.kinds.iter().try_fold(true, |good, kind| Ok::<_, String>(measure(kind, &s)? && good))
    });
    match run {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
