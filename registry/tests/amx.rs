//! Programs on the way to code for tiles (AMX) compute what they did before, for sizes that fill tiles and those that do not.
//!
//! Factors are bytes, so that all sums are exact in `f32` too and any order of additions gives the same bits; a test of its own has other numbers.

use std::{fmt::Write, sync::Arc};

use strata_interp::{
    kernels::split_mix,
    validate::{Entry, Settings, Verdict},
};
use strata_ir::{
    core::{Body, Context, diagnostics::render_all},
    text::parse_module,
};
use strata_pass::{OpPipeline, PassManager, PassManagerConfig, RunStatus, pipeline::print_pipeline};
use strata_registry::pipelines::{CpuPipeline, VectorBits};

/// Random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        split_mix(&mut self.0) % n
    }
    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

/// A product of two arguments of bytes, and the type of their elements.
fn program(random: &mut Random) -> (String, &'static str) {
    let elem = random.one_of(&["i8", "ui8", "bf16"]);
    let (bytes, out) = if elem == "bf16" { ("i8", "f32") } else { (elem, "i32") };
    let sizes = [16, 17, 24, 31, 32, 33, 40, 48, 50];
    let (m, n, k) =
        (random.one_of(&sizes), random.one_of(&sizes), random.one_of(&[32, 64, 67, 68, 99, 100, 128, 132]));
    let (shapes, op) = match random.below(5) {
        0 => (
            [format!("2x{m}x{k}"), format!("2x{k}x{n}"), format!("2x{m}x{n}")],
            "stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]"
                .to_owned(),
        ),
        1 => {
            let (window, pad) = (random.one_of(&[1, 2, 3]), random.below(2));
            // Rows of pixels that fill tiles, and those that fill them together only.
            let (height, m) = random.one_of(&[(3, m), (7, 7), (6, 9)]);
            let [high, wide] = [height, m].map(|size| size + 2 * pad + 1 - window);
            (
                [
                    format!("1x{height}x{m}x{k}"),
                    format!("{window}x{window}x{k}x{n}"),
                    format!("1x{high}x{wide}x{n}"),
                ],
                format!(
                    "stablehlo.convolution(%x, %y) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], \
                     window = {{pad = [[{pad}, {pad}], [{pad}, {pad}]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}"
                ),
            )
        }
        2 => (
            [format!("{m}x{k}"), format!("{n}x{k}"), format!("{m}x{n}")],
            "stablehlo.dot_general %x, %y, contracting_dims = [1] x [1]".to_owned(),
        ),
        _ => (
            [format!("{m}x{k}"), format!("{k}x{n}"), format!("{m}x{n}")],
            "stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]".to_owned(),
        ),
    };
    let [left, right, result] = shapes;
    let (x, y) = (format!("tensor<{left}x{elem}>"), format!("tensor<{right}x{elem}>"));
    let (a, b) = (format!("tensor<{left}x{bytes}>"), format!("tensor<{right}x{bytes}>"));
    let (c, z) = (format!("tensor<{result}xi8>"), format!("tensor<{result}x{out}>"));
    let mut text = format!("func.func @main(%a: {a}, %b: {b}, %c: {c}) -> {z} {{\n");
    for (arg, ty) in [("a", &a), ("b", &b)] {
        // Random integers are small and have no sign: multiples of 29 have all bits.
        writeln!(text, "  %f{arg} = stablehlo.constant dense<29> : {ty}\n  %m{arg} = stablehlo.multiply %{arg}, %f{arg} : {ty}").unwrap();
    }
    for (to, from, ty, arg) in [("x", "ma", &x, &a), ("y", "mb", &y, &b), ("z", "c", &z, &c)] {
        writeln!(text, "  %{to} = stablehlo.convert %{from} : ({arg}) -> {ty}").unwrap();
    }
    writeln!(
        text,
        "  %r = {op} : ({x}, {y}) -> {z}\n  %s = stablehlo.add %r, %z : {z}\n  return %s : {z}\n}}"
    )
    .unwrap();
    (text, elem)
}

fn parse(cx: &Arc<Context>, text: &str) -> Body {
    *parse_module(cx, "test.mlir", text, Default::default())
        .unwrap_or_else(|e| panic!("{text}\n{}", render_all(cx, &e)))
}

fn run_passes(module: &mut Body, pipeline: &str) {
    let passes = Arc::new(strata_registry::passes());
    let parsed = OpPipeline::parse(&passes, &format!("builtin.module({pipeline})")).unwrap();
    let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
    let report = PassManager::new(parsed, config, Some(passes)).run(module);
    assert!(matches!(report.status, RunStatus::Success), "{pipeline}");
}

/// The pipelines to loops for small caches and large ones, with and without parallel loops.
fn to_loops(random: &mut Random) -> String {
    let small = random.below(2) == 0;
    let pipeline = CpuPipeline {
        vector_bits: VectorBits::nearest(512),
        bf16_products: true,
        amx_int8: true,
        amx_bf16: true,
        l1_bytes: small.then_some(4096),
        l2_bytes: small.then_some(8192),
        tile_all: random.below(2) == 0,
        ..CpuPipeline::default()
    };
    loops_of(&pipeline)
}

/// The part of a pipeline whose result the interpreter runs.
fn loops_of(pipeline: &CpuPipeline) -> String {
    let elements = pipeline.stages().into_iter().take(2).flat_map(|stage| stage.elements);
    print_pipeline(&elements.collect::<Vec<_>>())
}

/// The parts of a program that have tiles.
fn products_of_tiles(module: &Body) -> usize {
    let own =
        module.all_ops().into_iter().filter(|&op| module.op_name(op).starts_with("amx.tile_mul")).count();
    own + module.children().map(|(_, child)| products_of_tiles(child)).sum::<usize>()
}

/// Compares the results of a program before the passes and after them. Returns whether it has tiles.
fn check(text: &str, pipeline: &str, tolerance: f64) -> bool {
    let cx = strata_registry::registry().freeze();
    let mut module = parse(&cx, text);
    let settings = Settings { tolerance, ..Settings::new(2) };
    let mut entries = Entry::all(&module, &settings);
    run_passes(&mut module, pipeline);
    let [(_, entry)] = &mut entries[..] else { panic!("one function is public") };
    let verdict = entry.check(&module, &settings);
    assert!(matches!(verdict, Verdict::Agrees), "{verdict:?}\n{text}\n{pipeline}");
    products_of_tiles(&module) > 0
}

#[test]
fn programs_with_tiles_compute_the_same_bits() {
    let mut random = Random(11);
    let (mut found, programs) = ([0; 3], 48);
    for _ in 0..programs {
        let (text, elem) = program(&mut random);
        let pipeline = to_loops(&mut random);
        found[["i8", "ui8", "bf16"].iter().position(|e| *e == elem).unwrap()] +=
            usize::from(check(&text, &pipeline, 0.0));
    }
    assert!(
        found.iter().all(|&n| n > 0) && found.iter().sum::<usize>() > programs / 2,
        "{found:?} of {programs}"
    );
}

/// One factor may have a sign and the other one none.
#[test]
fn bytes_have_the_signs_of_their_casts() {
    let mut random = Random(3);
    for signs in [["extsi", "extsi"], ["extui", "extsi"], ["extsi", "extui"], ["extui", "extui"]] {
        let [left, right] = signs;
        let text = format!(
            "func.func @main(%a: tensor<40x72xi8>, %b: tensor<72x33xi8>, %c: tensor<40x33xi32>) -> tensor<40x33xi32> {{
               %f = stablehlo.constant dense<29> : tensor<40x72xi8>
               %g = stablehlo.constant dense<31> : tensor<72x33xi8>
               %x = stablehlo.multiply %a, %f : tensor<40x72xi8>
               %y = stablehlo.multiply %b, %g : tensor<72x33xi8>
               %r = linalg.generic {{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = [\"parallel\", \"parallel\", \"reduction\"]}} ins(%x, %y : tensor<40x72xi8>, tensor<72x33xi8>) outs(%c : tensor<40x33xi32>) {{
               ^bb0(%u: i8, %v: i8, %sum: i32):
                 %0 = arith.{left} %u : i8 to i32
                 %1 = arith.{right} %v : i8 to i32
                 %2 = arith.muli %0, %1 : i32
                 %3 = arith.addi %sum, %2 : i32
                 linalg.yield %3 : i32
               }} -> tensor<40x33xi32>
               return %r : tensor<40x33xi32>
             }}"
        );
        assert!(check(&text, &to_loops(&mut random), 0.0), "{text}");
    }
}

/// Sums of numbers that are rounded: those of the instruction and those of one addition after the other differ by at most the error
/// of as many additions as there are steps.
#[test]
fn sums_of_rounded_products_are_within_the_error_of_their_additions() {
    let mut random = Random(5);
    for (m, n, k) in [(16, 16, 32), (33, 40, 100), (48, 17, 256)] {
        let [a, b, c] = [format!("{m}x{k}xbf16"), format!("{k}x{n}xbf16"), format!("{m}x{n}xf32")];
        let text = format!(
            "func.func @main(%a: tensor<{a}>, %b: tensor<{b}>) -> tensor<{c}> {{
               %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<{a}>, tensor<{b}>) -> tensor<{c}>
               return %0 : tensor<{c}>
             }}"
        );
        assert!(check(&text, &to_loops(&mut random), f64::from(k) * f64::from(f32::EPSILON)), "{text}");
    }
}

/// Without the option of the pipeline, there are no tiles.
#[test]
fn tiles_are_turned_off_by_an_option() {
    let text = "func.func @main(%a: tensor<64x64xi8>, %b: tensor<64x64xi8>) -> tensor<64x64xi32> {
        %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xi8>, tensor<64x64xi8>) -> tensor<64x64xi32>
        return %0 : tensor<64x64xi32>
      }";
    for (amx_int8, amx_bf16) in [(false, false), (false, true), (true, false)] {
        let pipeline = CpuPipeline {
            vector_bits: VectorBits::nearest(512),
            amx_int8,
            amx_bf16,
            ..CpuPipeline::default()
        };
        assert_eq!(check(text, &loops_of(&pipeline), 0.0), amx_int8);
    }
}
