//! Math functions in kernels, for every type: none of them becomes a call, or an LLVM intrinsic without code for NVIDIA's GPUs.

use std::{fmt::Write, sync::Arc};

use strata_ir::{
    core::{Body, Context, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_pass::{OpPipeline, Output, PassManager, PassManagerConfig, RunStatus};

const FLOATS: [&str; 7] = ["f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "f4E2M1FN"];
/// The integer types that are cast, and those with arithmetic.
const INTEGERS: [&str; 6] = ["i1", "i4", "i8", "i16", "i32", "i64"];

const UNARY: &str = "sqrt absf floor ceil roundeven round trunc exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh \
    tanh asinh acosh atanh erf erfc cbrt rsqrt";
const BINARY: &str = "math.powf math.atan2 math.copysign arith.addf arith.subf arith.mulf arith.divf arith.remf arith.maximumf \
    arith.minimumf arith.maxnumf arith.minnumf";
const OF_INTEGERS: &str = "arith.addi arith.subi arith.muli arith.divsi arith.divui arith.remsi arith.remui arith.shli arith.shrsi \
    arith.shrui arith.maxsi arith.minui arith.ceildivsi arith.floordivsi arith.xori";
const COMPLEX: &str = "exp expm1 log log1p neg rsqrt sign sin cos sqrt tan tanh conj";
const COMPLEX_BINARY: &str = "add sub mul div pow atan2";

/// Intrinsics that are lowered to one or a few instructions.
const INTRINSICS: [&str; 22] = [
    "abs",
    "bswap",
    "ceil",
    "copysign",
    "ctlz",
    "ctpop",
    "cttz",
    "fabs",
    "floor",
    "fma",
    "is.fpclass",
    "maximum",
    "maxnum",
    "minimum",
    "minnum",
    "round",
    "roundeven",
    "smax",
    "smin",
    "sqrt",
    "trunc",
    "umin",
];

/// A kernel that computes `ops` on elements of buffers, from `%a` and `%b` to `%r`.
fn kernel(out: &mut String, name: &str, [a, b, r]: [&str; 3], ops: &str) {
    let name = name.replace(['.', '<', '>'], "_");
    let _ = writeln!(
        out,
        "gpu.func @{name}(%x: memref<8x{a}>, %y: memref<8x{b}>, %z: memref<8x{r}>) kernel {{
  %t = gpu.thread_id x
  %a = memref.load %x[%t] : memref<8x{a}>
  %b = memref.load %y[%t] : memref<8x{b}>
  {ops}
  memref.store %r, %z[%t] : memref<8x{r}>
  gpu.return
}}"
    );
}

fn functions_of_floats(out: &mut String) {
    for ty in FLOATS {
        for op in UNARY.split_whitespace() {
            kernel(out, &format!("{op}_{ty}"), [ty; 3], &format!("%r = math.{op} %a : {ty}"));
        }
        for op in BINARY.split_whitespace() {
            kernel(out, &format!("{op}_{ty}"), [ty; 3], &format!("%r = {op} %a, %b : {ty}"));
        }
        kernel(out, &format!("fpowi_{ty}"), [ty, "i32", ty], &format!("%r = math.fpowi %a, %b : {ty}, i32"));
        for int in INTEGERS {
            for (op, from, to) in
                [("sitofp", int, ty), ("uitofp", int, ty), ("fptosi", ty, int), ("fptoui", ty, int)]
            {
                let name = format!("{op}_{from}_{to}");
                kernel(out, &name, [from, from, to], &format!("%r = arith.{op} %a : {from} to {to}"));
            }
        }
    }
    for ty in ["f64", "f32", "f16", "bf16"] {
        kernel(out, &format!("fma_{ty}"), [ty; 3], &format!("%r = math.fma %a, %b, %a : {ty}"));
    }
    for (i, wide) in FLOATS.iter().enumerate() {
        // Neither of the 16-bit formats is wider than the other, and the same holds for the 8-bit formats.
        for narrow in &FLOATS[i + 1..] {
            if matches!((*wide, *narrow), ("f16", "bf16") | ("f8E4M3FN", "f8E5M2")) {
                continue;
            }
            kernel(
                out,
                &format!("trunc_{wide}_{narrow}"),
                [wide, wide, narrow],
                &format!("%r = arith.truncf %a : {wide} to {narrow}"),
            );
            kernel(
                out,
                &format!("ext_{narrow}_{wide}"),
                [narrow, narrow, wide],
                &format!("%r = arith.extf %a : {narrow} to {wide}"),
            );
        }
    }
}

fn functions_of_others(out: &mut String) {
    for ty in INTEGERS {
        for op in OF_INTEGERS.split_whitespace() {
            kernel(out, &format!("{op}_{ty}"), [ty; 3], &format!("%r = {op} %a, %b : {ty}"));
        }
        for op in ["ctlz", "cttz", "ctpop", "absi"] {
            kernel(out, &format!("{op}_{ty}"), [ty; 3], &format!("%r = math.{op} %a : {ty}"));
        }
    }
    for part in ["f32", "f64"] {
        let ty = &*format!("complex<{part}>");
        for op in COMPLEX.split_whitespace() {
            kernel(out, &format!("complex_{op}_{part}"), [ty; 3], &format!("%r = complex.{op} %a : {ty}"));
        }
        for op in COMPLEX_BINARY.split_whitespace() {
            kernel(
                out,
                &format!("complex_{op}_{part}"),
                [ty; 3],
                &format!("%r = complex.{op} %a, %b : {ty}"),
            );
        }
        for op in ["abs", "angle"] {
            kernel(
                out,
                &format!("complex_{op}_{part}"),
                [ty, ty, part],
                &format!("%r = complex.{op} %a : {ty}"),
            );
        }
    }
}

fn lower(cx: &Arc<Context>, text: &str) -> Box<Body> {
    let passes = Arc::new(strata_registry::passes());
    let parsed = parse_module(cx, "kernels.mlir", text, ParseOptions::default());
    let mut module = parsed.unwrap_or_else(|e| panic!("{}", render_all(cx, &e)));
    let pipeline =
        OpPipeline::parse(&passes, "builtin.module(strata-gpu-kernels-pipeline)").expect("a pipeline");
    let report = PassManager::new(pipeline, PassManagerConfig::default(), Some(passes)).run(&mut module);
    let errors: Vec<_> = (report.outputs.into_iter())
        .filter_map(|o| if let Output::Diagnostic(d) = o { Some(d) } else { None })
        .collect();
    assert!(report.status == RunStatus::Success, "{}", render_all(cx, &errors));
    module
}

fn check(fill: fn(&mut String)) {
    let mut text = "gpu.module @kernels {\n".to_owned();
    fill(&mut text);
    text.push_str("}\n");
    let cx = strata_registry::registry().freeze();
    let module = lower(&cx, &text);
    let mut wrong: Vec<String> = Vec::new();
    let mut kernels = 0;
    for (_, device) in module.children() {
        for (f, body) in device.children() {
            kernels += 1;
            let name = device.symbol_name(f).map(|n| cx.str(n).to_owned()).unwrap_or_default();
            for op in body.all_ops() {
                let op = body.op_name(op);
                let missing = op.strip_prefix("llvm.intr.").is_some_and(|i| !INTRINSICS.contains(&i));
                if missing || matches!(op, "llvm.call" | "llvm.frem") {
                    wrong.push(format!("{name}: {op}"));
                }
            }
        }
    }
    assert_eq!(kernels, text.matches("gpu.func").count());
    assert!(wrong.is_empty(), "{}\n{}", wrong.join("\n"), print_body(&module, &PrintOptions::default()));
}

#[test]
fn functions_of_floats_are_written_out() {
    check(functions_of_floats);
}

#[test]
fn functions_of_integers_and_complex_numbers_are_written_out() {
    check(functions_of_others);
}
