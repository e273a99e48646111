//! Propagation of random programs: it ends in a state that it does not change again, and leaves closed dimensions as they are.

use std::fmt::Write as _;
use std::sync::Arc;

use strata_ir::{
    core::{Registry, diagnostics::render_all},
    prelude::*,
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_pass::{OpPipeline, PassManager, PassManagerConfig, PassRegistry, RunStatus};
use strata_sdy::{attrs::TensorSharding, shardings};

const PASSES: [&str; 5] = [
    "sdy-basic-propagate",
    "sdy-basic-propagate{conservative-propagation=true}",
    "sdy-aggressive-propagate",
    "sdy-op-priority-propagate",
    "sdy-user-priority-propagate",
];

/// Axes by which tests split dimensions, each set without overlaps. All divide an axis in one way: of two ways, one can replace the other.
const AXES: [&[&str]; 4] = [
    &["\"x\"", "\"y\"", "\"z\""],
    &["\"x\":(1)2", "\"x\":(2)2", "\"y\"", "\"z\""],
    &["\"x\"", "\"z\":(1)2", "\"z\":(2)3"],
    &["\"y\"", "\"x\":(2)2", "\"z\":(1)2", "\"z\":(2)3"],
];

/// A random program, line by line.
struct Program {
    state: u64,
    text: String,
    values: Vec<(String, Vec<i64>)>,
}

impl Program {
    fn below(&mut self, n: usize) -> usize {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % n
    }
    fn sharding(&mut self, rank: usize) -> String {
        let mut left = AXES[self.below(AXES.len())].to_vec();
        let mut dims = Vec::new();
        for _ in 0..rank {
            let mut axes = Vec::new();
            if self.below(2) == 0 && !left.is_empty() {
                axes.push(left.remove(self.below(left.len())).to_owned());
            }
            let is_closed = self.below(4) == 0;
            if !is_closed {
                axes.push("?".to_owned());
            }
            let priority = if self.below(5) == 0 && !axes.is_empty() {
                format!("p{}", self.below(3))
            } else {
                String::new()
            };
            dims.push(format!("{{{}}}{priority}", axes.join(", ")));
        }
        format!("<@mesh, [{}]>", dims.join(", "))
    }
    fn push(&mut self, shape: Vec<i64>, op: &str, types: &str) {
        let name = format!("%v{}", self.values.len());
        let mut attributes = String::new();
        if self.below(5) == 0 {
            attributes =
                format!(" {{sdy.sharding = #sdy.sharding_per_value<[{}]>}}", self.sharding(shape.len()));
        }
        _ = writeln!(self.text, "  {name} = stablehlo.{op}{attributes} : {types}");
        self.values.push((name, shape));
    }
    fn pick(&mut self, is_fit: impl Fn(&[i64]) -> bool) -> (String, Vec<i64>) {
        let fit: Vec<_> = self.values.iter().filter(|(_, shape)| is_fit(shape)).cloned().collect();
        fit[self.below(fit.len())].clone()
    }
    fn step(&mut self) {
        let (a, shape) = self.pick(|shape| !shape.is_empty());
        let own = ty(&shape);
        match self.below(6) {
            0 => {
                let (b, _) = self.pick(|other| other == shape);
                self.push(shape, &format!("add {a}, {b}"), &own);
            }
            1 => {
                let turned: Vec<i64> = shape.iter().rev().copied().collect();
                let dims: Vec<usize> = (0..shape.len()).rev().collect();
                let types = format!("({own}) -> {}", ty(&turned));
                self.push(turned, &format!("transpose {a}, dims = {dims:?}"), &types);
            }
            2 => {
                let count: i64 = shape.iter().product();
                let first = [1, 2, 3, 4, 6, 8][self.below(6)];
                let new = if count % first == 0 { vec![first, count / first] } else { vec![count] };
                let types = format!("({own}) -> {}", ty(&new));
                self.push(new, &format!("reshape {a}"), &types);
            }
            3 => {
                let wide: Vec<i64> = [4].into_iter().chain(shape.iter().copied()).collect();
                let dims: Vec<usize> = (1..wide.len()).collect();
                let types = format!("({own}) -> {}", ty(&wide));
                self.push(wide, &format!("broadcast_in_dim {a}, dims = {dims:?}"), &types);
            }
            4 => {
                // Each tensor with itself, along its first dimension.
                let out = [&shape[1..], &shape[1..]].concat();
                let types = format!("({own}, {own}) -> {}", ty(&out));
                self.push(out, &format!("dot_general {a}, {a}, contracting_dims = [0] x [0]"), &types);
            }
            _ => {
                let mut part = shape.clone();
                part[0] = (part[0] + 1) / 2;
                let ranges: Vec<String> = part.iter().map(|size| format!("0:{size}")).collect();
                let types = format!("({own}) -> {}", ty(&part));
                self.push(part, &format!("slice {a} [{}]", ranges.join(", ")), &types);
            }
        }
    }
    fn new(seed: u64) -> String {
        let mut program = Self { state: seed, text: String::new(), values: Vec::new() };
        let mut arguments = Vec::new();
        for i in 0..3 {
            let shape = [vec![8, 12], vec![12, 8], vec![24]][program.below(3)].clone();
            let sharding = program.sharding(shape.len());
            arguments.push(format!("%v{i}: {} {{sdy.sharding = #sdy.sharding{sharding}}}", ty(&shape)));
            program.values.push((format!("%v{i}"), shape));
        }
        for _ in 0..8 {
            // Tensors stay small enough for the sizes of types.
            if program.values.iter().all(|(_, shape)| shape.len() < 6) {
                program.step();
            }
        }
        let (last, shape) = program.values[program.values.len() - 1].clone();
        let result = program.sharding(shape.len());
        format!(
            "sdy.mesh @mesh = <[\"x\"=4, \"y\"=2, \"z\"=6]>\nfunc.func @main({}) -> ({} {{sdy.sharding = #sdy.sharding{result}}}) {{\n{}  return {last} : {}\n}}\n",
            arguments.join(", "),
            ty(&shape),
            program.text,
            ty(&shape)
        )
    }
}

fn ty(shape: &[i64]) -> String {
    let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
    format!("tensor<{sizes}f32>")
}

fn parse(text: &str) -> Box<Body> {
    let mut registry = Registry::new();
    registry
        .register(&strata_builtin::DIALECT)
        .register(&strata_func::DIALECT)
        .register(&strata_stablehlo::DIALECT)
        .register(&strata_sdy::DIALECT);
    let cx = registry.freeze();
    match parse_module(&cx, "t.mlir", text, ParseOptions::default()) {
        Ok(module) => module,
        Err(e) => panic!("{}\n{text}", render_all(&cx, &e)),
    }
}

fn run(passes: &Arc<PassRegistry>, pass: &str, module: &mut Body) {
    let pipeline = OpPipeline::parse(passes, &format!("builtin.module({pass})")).expect("it is registered");
    let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
    let report = PassManager::new(pipeline, config, None).run(module);
    assert!(report.status == RunStatus::Success, "{pass} failed");
}

/// The shardings of all values and results of the function.
fn all_shardings(module: &Body) -> Vec<Option<TensorSharding>> {
    let (_, b) = module.children().next().expect("there is a function");
    let arguments = b.entry().map(|entry| b.block_args(entry)).unwrap_or_default();
    let results = b.all_ops().into_iter().flat_map(|op| b.results(op)).copied();
    let values: Vec<Value> = arguments.iter().copied().chain(results).collect();
    let mut all: Vec<_> = values.into_iter().map(|value| shardings::sharding(b, value)).collect();
    all.push(shardings::function_result(b, 0));
    all
}

#[test]
fn propagation_is_idempotent_and_keeps_closed_dimensions() {
    let mut passes = PassRegistry::new();
    strata_passes_sharding::register(&mut passes);
    let passes = Arc::new(passes);
    let print = |module: &Body| print_body(module, &PrintOptions::default());
    let mut spread = 0;
    for seed in 0..150 {
        let text = Program::new(seed);
        for pass in PASSES {
            let mut module = parse(&text);
            let before = all_shardings(&module);
            run(&passes, pass, &mut module);
            let after = all_shardings(&module);
            let once = print(&module);
            for (old, new) in before.iter().zip(&after) {
                spread += usize::from(old.is_none() && new.is_some());
                let (Some(old), Some(new)) = (old, new) else { continue };
                for (old, new) in
                    old.dim_shardings.iter().zip(&new.dim_shardings).filter(|(old, _)| old.is_closed)
                {
                    assert!(
                        new.is_closed && new.axes == old.axes,
                        "{pass} changed a closed dimension of\n{text}{once}"
                    );
                }
            }
            let mut module = parse(&once);
            run(&passes, pass, &mut module);
            assert_eq!(print(&module), once, "{pass} is not idempotent on\n{text}");
        }
    }
    assert!(spread > 500, "only {spread} values got shardings");
}
