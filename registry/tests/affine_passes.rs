//! Passes on affine loops: random programs compute the same before and after them.

use std::{fmt::Write, sync::Arc};

use strata_interp::validate_step;
use strata_ir::{
    core::{Body, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_pass::{OpPipeline, PassManager, PassManagerConfig, RunStatus};

const PROGRAMS: u64 = 16;

/// Pipelines on functions, each of which is tried with every program.
const PIPELINES: [&str; 25] = [
    "affine-data-copy-generate",
    "affine-data-copy-generate{fast-mem-capacity=1}",
    "affine-data-copy-generate{skip-non-unit-stride-loops},canonicalize",
    "affine-loop-fusion",
    "affine-loop-fusion{maximal}",
    "affine-loop-fusion{compute-tolerance=3},affine-scalrep",
    "affine-loop-fusion{mode=sibling},affine-loop-fusion{mode=producer}",
    "affine-loop-unroll",
    "affine-loop-unroll{unroll-factor=3 unroll-num-reps=2}",
    "affine-loop-unroll{unroll-factor=-1}",
    "affine-loop-unroll-jam{unroll-jam-factor=2}",
    "affine-loop-unroll-jam{unroll-jam-factor=3},affine-scalrep",
    "affine-loop-tile{tile-size=3}",
    "affine-loop-tile{tile-sizes=2,3 separate},canonicalize",
    "affine-loop-normalize{promote-single-iter},affine-loop-coalescing",
    "affine-loop-invariant-code-motion",
    "affine-scalrep",
    "affine-scalrep,affine-loop-invariant-code-motion,canonicalize",
    "affine-parallelize{parallel-reductions}",
    "affine-simplify-structures",
    "affine-super-vectorize{virtual-vector-size=1}",
    "affine-super-vectorize{virtual-vector-size=1,1},canonicalize",
    "affine-loop-normalize,affine-super-vectorize{virtual-vector-size=1 vectorize-reductions}",
    "lower-affine,affine-raise-from-memref",
    "affine-loop-normalize,affine-loop-unroll-jam{unroll-jam-factor=2},affine-loop-tile{tile-size=2},canonicalize,cse",
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
    fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len() as u64) as usize]
    }
}

/// A function on memrefs of 16 by 16 and of 16 numbers. Induction variables stay below 8, so that all indices are in bounds.
struct Program {
    random: Random,
    text: String,
    names: usize,
}

impl Program {
    fn line(&mut self, depth: usize, text: &str) {
        _ = writeln!(self.text, "{:1$}{text}", "", 2 * depth);
    }
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }
    fn index(&mut self, ivs: &[String]) -> String {
        let Some(iv) = ivs.get(self.random.below(ivs.len() as u64 + 1) as usize) else {
            return self.random.below(16).to_string();
        };
        match self.random.below(8) {
            0 => format!("{iv} + {}", self.random.below(8)),
            1 => format!("2 * {iv} + {}", self.random.below(2)),
            2 => format!("{iv} floordiv 2"),
            3 => format!("{iv} mod 3 + 4"),
            4 => format!("15 - {iv}"),
            _ => iv.clone(),
        }
    }
    fn element(&mut self, ivs: &[String]) -> (String, &'static str) {
        let memref = self.random.pick(&["%a", "%b", "%c"]);
        let first = self.index(ivs);
        if memref == "%c" {
            return (format!("%c[{first}]"), "memref<16xi64>");
        }
        let second = self.index(ivs);
        (format!("{memref}[{first}, {second}]"), "memref<16x16xi64>")
    }
    fn statement(&mut self, depth: usize, ivs: &[String], value: &str) -> String {
        let (from, from_type) = self.element(ivs);
        let (loaded, sum) = (self.name(), self.name());
        self.line(depth, &format!("{loaded} = affine.load {from} : {from_type}"));
        let op = self.random.pick(&["addi", "muli", "xori"]);
        self.line(depth, &format!("{sum} = arith.{op} {value}, {loaded} : i64"));
        if self.random.below(3) != 0 {
            let (to, to_type) = self.element(ivs);
            let guarded = !ivs.is_empty() && self.random.below(4) == 0;
            if guarded {
                let iv = &ivs[self.random.below(ivs.len() as u64) as usize];
                self.line(depth, &format!("affine.if affine_set<(d0) : (d0 - 2 >= 0)>({iv}) {{"));
            }
            self.line(depth + usize::from(guarded), &format!("affine.store {sum}, {to} : {to_type}"));
            if guarded {
                self.line(depth, "}");
            }
        }
        sum
    }
    fn bounds(&mut self, ivs: &[String]) -> String {
        let low = self.random.below(3);
        let high = self.random.below(9);
        let step = self.random.pick(&["", "", " step 2", " step 3"]);
        match (ivs.last(), self.random.below(5)) {
            (Some(iv), 0) => format!("affine_map<(d0) -> (d0)>({iv}) to {high}{step}"),
            (Some(iv), 1) => format!("{low} to min affine_map<(d0) -> (d0 + 3, 8)>({iv}){step}"),
            _ => format!("{low} to {high}{step}"),
        }
    }
    fn nest(&mut self, depth: usize, ivs: &mut Vec<String>) {
        let (iv, bounds) = (self.name(), self.bounds(ivs));
        let carried = self.random.below(4) == 0;
        let (result, state) = (self.name(), self.name());
        if carried {
            let head = format!("{result} = affine.for {iv} = {bounds} iter_args({state} = %x) -> (i64) {{");
            self.line(depth, &head);
        } else {
            self.line(depth, &format!("affine.for {iv} = {bounds} {{"));
        }
        ivs.push(iv);
        let mut value = "%x".to_owned();
        if self.random.below(3) == 0 || depth > 2 {
            for _ in 0..=self.random.below(2) {
                value = self.statement(depth + 1, ivs, &value);
            }
        }
        if depth <= 2 {
            for _ in 0..=self.random.below(5) / 4 {
                self.nest(depth + 1, ivs);
            }
        }
        if self.random.below(3) == 0 {
            value = self.statement(depth + 1, ivs, &value);
        }
        if carried {
            let next = self.name();
            let op = self.random.pick(&["addi", "muli", "subi"]);
            self.line(depth + 1, &format!("{next} = arith.{op} {state}, {value} : i64"));
            self.line(depth + 1, &format!("affine.yield {next} : i64"));
        }
        ivs.pop();
        self.line(depth, "}");
        if carried {
            let (to, to_type) = self.element(ivs);
            self.line(depth, &format!("affine.store {result}, {to} : {to_type}"));
        }
    }
    /// The program: memory with different numbers, loop nests, two loops that may be one, and the sum of all memory.
    fn new(seed: u64) -> String {
        let mut p = Program { random: Random(seed), text: String::new(), names: 0 };
        // The nests are what a function begins with, as `affine-loop-unroll-jam` expects.
        p.text.push_str(
            "func.func private @nests(%a: memref<16x16xi64>, %b: memref<16x16xi64>, %c: memref<16xi64>, %x: i64) {\n",
        );
        for _ in 0..=p.random.below(2) {
            p.nest(1, &mut Vec::new());
        }
        p.text.push_str(
            "  return
}
func.func @main(%x: i64) -> i64 {
  %c3 = arith.constant 3 : i64
  %a = memref.alloc() : memref<16x16xi64>
  %b = memref.alloc() : memref<16x16xi64>
  %c = memref.alloc() : memref<16xi64>
  affine.for %i = 0 to 16 {
    %0 = arith.index_cast %i : index to i64
    affine.for %j = 0 to 16 {
      %1 = arith.index_cast %j : index to i64
      %2 = arith.muli %0, %c3 : i64
      %3 = arith.addi %2, %1 : i64
      affine.store %3, %a[%i, %j] : memref<16x16xi64>
      affine.store %2, %b[%j, %i] : memref<16x16xi64>
    }
    affine.store %0, %c[%i] : memref<16xi64>
  }
  call @nests(%a, %b, %c, %x) : (memref<16x16xi64>, memref<16x16xi64>, memref<16xi64>, i64) -> ()
  %d = memref.alloc() : memref<16xi64>
  affine.for %i = 0 to 16 {
    %0 = affine.load %c[%i] : memref<16xi64>
    %1 = arith.muli %0, %c3 : i64
    affine.store %1, %d[%i] : memref<16xi64>
  }
  affine.for %i = 0 to 16 {
    %0 = affine.load %d[%i] : memref<16xi64>
    %1 = arith.addi %0, %x : i64
    affine.store %1, %c[%i] : memref<16xi64>
  }
  %sum = affine.for %i = 0 to 16 iter_args(%s = %x) -> (i64) {
    %row = affine.for %j = 0 to 16 iter_args(%t = %s) -> (i64) {
      %0 = affine.load %a[%i, %j] : memref<16x16xi64>
      %1 = affine.load %b[%i, %j] : memref<16x16xi64>
      %t3 = arith.muli %t, %c3 : i64
      %2 = arith.xori %t3, %0 : i64
      %3 = arith.addi %2, %1 : i64
      affine.yield %3 : i64
    }
    %4 = affine.load %c[%i] : memref<16xi64>
    %5 = arith.addi %row, %4 : i64
    affine.yield %5 : i64
  }
  return %sum : i64
}
",
        );
        p.text
    }
}

fn run(pipeline: &str, module: &mut Body) -> Result<(), String> {
    let passes = Arc::new(strata_registry::passes());
    let pipeline = OpPipeline::parse(&passes, &format!("builtin.module(func.func({pipeline}))"))?;
    let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
    let report = PassManager::new(pipeline, config, Some(passes)).run(module);
    (report.status == RunStatus::Success).then_some(()).ok_or_else(|| "the pass fails".to_owned())
}

#[test]
fn affine_programs_compute_the_same_after_each_pass() {
    let cx = strata_registry::registry().freeze();
    let (mut problems, mut changed) = (Vec::new(), [0u64; PIPELINES.len()]);
    for seed in 0..PROGRAMS {
        let text = Program::new(seed);
        let module = match parse_module(&cx, "affine.mlir", &text, ParseOptions::default()) {
            Ok(module) => module,
            Err(errors) => panic!("{}\n{text}", render_all(&cx, &errors)),
        };
        for (pipeline, changed) in PIPELINES.iter().zip(&mut changed) {
            let mut after = module.clone();
            let mut outcome = run(pipeline, &mut after);
            if outcome.is_ok() {
                let errors = after.verify();
                outcome = if errors.is_empty() { Ok(()) } else { Err(render_all(&cx, &errors)) };
            }
            let printed = print_body(&after, &PrintOptions::default());
            *changed += u64::from(printed != print_body(&module, &PrintOptions::default()));
            let outcome =
                outcome.and_then(|()| validate_step(&module, &after, 1).map_err(|why| why.to_string()));
            if let Err(why) = outcome {
                problems.push(format!("seed {seed}, {pipeline}: {why}\n{text}\nafter\n{printed}"));
            }
        }
    }
    let heads: Vec<&str> = problems.iter().filter_map(|p| p.lines().next()).collect();
    assert!(problems.is_empty(), "{}\n{}", heads.join("\n"), problems[0]);
    for (pipeline, changed) in PIPELINES.iter().zip(changed) {
        // Dependences of random nests rarely let their iterations run together.
        let jams = pipeline.starts_with("affine-loop-unroll-jam{unroll-jam-factor=2}");
        assert!(jams || changed > 0, "{pipeline} changes no program");
    }
}

/// Loops over all of the memory that they access, and reductions over a part of it.
const WHOLE_MEMORY: &str = "
func.func @main(%x: i64, %n: index) -> (i64, i64, i64) {
  %one = arith.constant 1 : i64
  %c7 = arith.constant 7 : index
  %a = memref.alloc() : memref<16x16xi64>
  %b = memref.alloc() : memref<16x16xi64>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %0 = arith.index_cast %i : index to i64
      %1 = arith.addi %0, %x : i64
      affine.store %1, %a[%i, %j] : memref<16x16xi64>
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%i, %j] : memref<16x16xi64>
      %1 = affine.load %a[0, %j] : memref<16x16xi64>
      %2 = arith.muli %0, %1 : i64
      %3 = arith.addi %2, %one : i64
      affine.store %3, %b[%i, %j] : memref<16x16xi64>
    }
  }
  %m:2 = affine.for %i = 0 to 13 iter_args(%s = %x, %t = %one) -> (i64, i64) {
    %0 = affine.load %b[%i, 3] : memref<16x16xi64>
    %1 = arith.addi %s, %0 : i64
    %2 = arith.maxsi %0, %t : i64
    affine.yield %1, %2 : i64, i64
  }
  %p = affine.for %i = 1 to min affine_map<()[s0] -> (s0 + 3, 14)>()[%c7] iter_args(%s = %one) -> (i64) {
    %0 = affine.load %b[5, %i] : memref<16x16xi64>
    %1 = arith.muli %s, %0 : i64
    affine.yield %1 : i64
  }
  return %m#0, %m#1, %p : i64, i64, i64
}
";

#[test]
fn vectorized_programs_compute_the_same() {
    let cx = strata_registry::registry().freeze();
    let module = parse_module(&cx, "affine.mlir", WHOLE_MEMORY, ParseOptions::default());
    let module = module.unwrap_or_else(|errors| panic!("{}", render_all(&cx, &errors)));
    for options in ["4", "8 vectorize-reductions", "4,8", "3 vectorize-reductions", "2,16"] {
        let mut after = module.clone();
        run(&format!("affine-super-vectorize{{virtual-vector-size={options}}}"), &mut after)
            .unwrap_or_else(|why| panic!("{options}: {why}"));
        let printed = print_body(&after, &PrintOptions::default());
        assert!(printed.contains("vector.transfer_write"), "{options}\n{printed}");
        if let Err(why) = validate_step(&module, &after, 3) {
            panic!("{options}: {why}\n{printed}");
        }
    }
}

/// A function of minima, maxima and sums of its arguments and of each other.
fn minima(seed: u64) -> String {
    let (mut random, mut text) = (Random(seed), String::new());
    let mut values = vec!["%x".to_owned(), "%y".to_owned()];
    for n in 0..8 {
        let [p, q] = [(); 2].map(|()| values[random.below(values.len() as u64) as usize].clone());
        let expr = |random: &mut Random| {
            let term =
                random.pick(&["d0", "d1", "d0 + d1", "d0 * 2 - d1", "d0 floordiv 3", "d1 mod 4", "16"]);
            format!("{term} + {}", random.below(6) as i64 - 2)
        };
        let results: Vec<String> = (0..=random.below(4)).map(|_| expr(&mut random)).collect();
        let name = random.pick(&["min", "max"]);
        let line = match random.below(5) {
            0 => format!("arith.{} {p}, {q} : index", random.pick(&["addi", "subi"])),
            1 => format!("affine.apply affine_map<(d0, d1) -> ({})>({p}, {q})", results[0]),
            _ => format!("affine.{name} affine_map<(d0, d1) -> ({})>({p}, {q})", results.join(", ")),
        };
        _ = writeln!(text, "  %v{n} = {line}");
        values.push(format!("%v{n}"));
    }
    let types = ["index"; 8].join(", ");
    format!(
        "func.func @main(%x: index, %y: index) -> ({types}) {{\n{text}  return {} : {types}\n}}\n",
        values[2..].join(", ")
    )
}

#[test]
fn simplified_minima_compute_the_same() {
    let cx = strata_registry::registry().freeze();
    let mut dropped = 0;
    for seed in 0..200 {
        let text = minima(seed);
        let module = parse_module(&cx, "minima.mlir", &text, ParseOptions::default());
        let module = module.unwrap_or_else(|errors| panic!("{}\n{text}", render_all(&cx, &errors)));
        let (mut before, mut after) = (module.clone(), module.clone());
        run("canonicalize", &mut before).unwrap_or_else(|why| panic!("{why}\n{text}"));
        run("affine-simplify-min-max", &mut after).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let printed = print_body(&after, &PrintOptions::default());
        let count = |text: &str| text.matches("affine.min").count() + text.matches("affine.max").count();
        dropped += u64::from(count(&printed) < count(&print_body(&before, &PrintOptions::default())));
        if let Err(why) = validate_step(&module, &after, seed) {
            panic!("seed {seed}: {why}\n{text}\nafter\n{printed}");
        }
    }
    assert!(dropped > 20, "{dropped}");
}
