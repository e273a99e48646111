//! Named pipelines.

use strata_linalg::InputPrecision;
use strata_pass::{NamedPipeline, OptionSpec, PassRegistry};
use strata_stablehlo::ScatterOutOfBounds;

/// Width of native vectors when no option says it.
const DEFAULT_VECTOR_BITS: u32 = 256;

/// The option that says what `scatter` does with windows that are partly outside.
const SCATTER: &str = "scatter-out-of-bounds";

fn vector_bits_option() -> OptionSpec {
    OptionSpec {
        name: "vector-bits",
        summary: "Width of a native vector in bits",
        kind: "<uint>",
        default: DEFAULT_VECTOR_BITS.to_string(),
    }
}

pub(crate) fn scatter_option() -> OptionSpec {
    OptionSpec {
        name: SCATTER,
        summary: "What scatter does with a window that is partly outside of its input: element drops what is outside, window all of it",
        kind: "<string>",
        default: ScatterOutOfBounds::default().to_string(),
    }
}

fn cpu_options() -> Vec<OptionSpec> {
    vec![vector_bits_option(), scatter_option()]
}

/// What the options of `strata-cpu-pipeline` say.
fn cpu_of(options: &[(String, String)]) -> Result<String, String> {
    let (mut bits, mut scatter) = (DEFAULT_VECTOR_BITS, ScatterOutOfBounds::default());
    for (name, value) in options {
        match name.as_str() {
            "vector-bits" => {
                bits = value.parse().map_err(|_| format!("'{value}' is no width of a vector in bits"))?;
                if !matches!(bits, 128 | 256 | 512) {
                    return Err(format!("vector-bits must be 128, 256 or 512, got {bits}"));
                }
            }
            SCATTER => scatter = value.parse().map_err(|why| format!("{name}: {why}"))?,
            other => return Err(strata_pass::options::unknown_option(other, &cpu_options())),
        }
    }
    Ok(with_scatter_out_of_bounds(&cpu(bits), scatter))
}

/// What the options of `stablehlo-to-linalg-pipeline` say.
fn to_linalg_of(options: &[(String, String)]) -> Result<String, String> {
    let mut scatter = ScatterOutOfBounds::default();
    for (name, value) in options {
        match name.as_str() {
            SCATTER => scatter = value.parse().map_err(|why| format!("{name}: {why}"))?,
            other => return Err(strata_pass::options::unknown_option(other, &[scatter_option()])),
        }
    }
    Ok(with_scatter_out_of_bounds(TO_LINALG, scatter))
}

/// StableHLO to structured ops on tensors.
///
/// Calls are inlined first, so that a function sees where its sizes come from. Composites that are ops of `chlo` become these,
/// not what decomposes them.
pub const TO_LINALG: &str = "sdy-drop-sharding-and-mesh,inline,func.func(stablehlo-ext-chlo-recompose-ops),symbol-dce,stablehlo-legalize-custom-calls,\
    stablehlo-legalize-dynamic-calls,\
    func.func(convert-shape-to-std,stablehlo-legalize-composite-to-call,\
    stablehlo-legalize-deprecated-ops{fail-on-unused=false},stablehlo-legalize-quant-to-math,chlo-legalize-to-stablehlo{keep-math=true},\
    stablehlo-legalize-einsum-to-dot-general,stablehlo-legalize-torch-index-select-to-gather,\
    stablehlo-batch-norm-expander,stablehlo-rng-bit-generator-expander,stablehlo-fold-index-tables),\
    stablehlo-approx-top-k-expander,stablehlo-legalize-collectives,stablehlo-legalize-to-runtime-calls,func.func(stablehlo-legalize-to-linalg),canonicalize,cse";

/// The same for GPUs, where sorts, scans, scatters, Fourier transforms and factorizations are ops that many threads compute, and
/// no calls of routines.
pub fn to_linalg_for_gpu() -> String {
    const BLOCKS: &str = "func.func(stablehlo-block-factorizations),";
    const CALLS: &str = "stablehlo-legalize-to-runtime-calls";
    const LINALG: &str = "stablehlo-legalize-to-linalg";
    TO_LINALG
        .replacen(CALLS, &format!("{BLOCKS}{CALLS}{{keep=sort,fft,cholesky,triangular_solve}}"), 1)
        .replacen(LINALG, &format!("{LINALG}{{parallel=true}}"), 1)
}

/// The pipeline `text` of a target that can compute products of `f32` less exactly: they say how exact they have to be, and `default`
/// is what `DEFAULT` asks for.
pub fn with_default_precision(text: &str, default: InputPrecision) -> String {
    text.replacen("{parallel=true}", &format!("{{parallel=true default-precision={default}}}"), 1)
}

/// The pipeline `text` where `scatter` does this with windows that are partly outside of its input.
pub fn with_scatter_out_of_bounds(text: &str, choice: ScatterOutOfBounds) -> String {
    const PASS: &str = "stablehlo-legalize-to-linalg";
    if choice == ScatterOutOfBounds::default() {
        return text.to_owned();
    }
    let option = format!("{PASS}{{{SCATTER}={choice}");
    let with_options = format!("{PASS}{{");
    match text.contains(&with_options) {
        true => text.replacen(&with_options, &format!("{option} "), 1),
        false => text.replacen(PASS, &format!("{option}}}"), 1),
    }
}

/// Structured ops on tensors to loops of vectors on buffers.
pub fn to_loops(bits: u32) -> String {
    format!(
        "inline,symbol-dce,decompose-structured-ops,linalg-detensorize,canonicalize,cse,linalg-prepare-contractions,scf-loop-unroll,linalg-fuse-elementwise-ops,canonicalize,cse,\
         one-shot-bufferize,canonicalize,cse,\
         coalesce-buffers,linalg-tile-and-fuse,outline-kernels,merge-identical-functions,canonicalize,cse,\
         linalg-tile-unknown-sizes,linalg-pack-contractions{{vector-bits={bits}}},promote-buffers-to-stack{{max-alloc-size-in-bytes=65536 max-rank-of-allocated-memref=32}},\
         linalg-tile{{vector-bits={bits}}},linalg-vectorize{{vector-bits={bits}}},convert-linalg-to-loops,lower-affine,\
         canonicalize,cse,memref-plan-arena,loop-invariant-code-motion"
    )
}

/// The same pipeline for programs that are tested with guard pages around each buffer: no two buffers share memory, and none is
/// on the stack.
pub fn with_separate_buffers(pipeline: &str) -> String {
    let (before, rest) = pipeline.split_once("promote-buffers-to-stack{").unwrap_or((pipeline, ""));
    let rest = rest.split_once("},").map_or(rest, |(_, rest)| rest);
    format!("{before}{rest}").replace("memref-plan-arena", "buffer-loop-hoisting")
}

/// Loops of vectors to the `llvm` dialect.
///
/// Numbers of `bf16` are rounded by integers: the instructions that x86 has for it take subnormal numbers for zeros. Casts from
/// `bf16` are integers, too, because LLVM computes on `bf16` where it sees both.
pub const TO_LLVM: &str = "expand-realloc,memref-expand,decompose-vector-ops,convert-vector-to-scf,convert-complex-to-standard,\
    arith-emulate-unsupported-floats{source-types=f4E2M1FN,f6E2M3FN,f6E3M2FN,f8E5M2,f8E4M3,f8E4M3FN,f8E5M2FNUZ,\
    f8E4M3FNUZ,f8E4M3B11FNUZ,f8E3M4,f8E8M0FNU,bf16 target-type=f32},math-extend-to-supported-types,\
    arith-expand-small-floats{include-bf16=true include-bf16-extensions=true},math-polynomial-approximation,convert-alloca-scope-to-llvm,convert-scf-to-cf,canonicalize,cse,\
    mangle-symbols,convert-to-llvm{use-bare-ptr-memref-call-conv=true internalize=true report-assertions=true},\
    llvm-emit-runtime-calls,canonicalize,cse";

/// The whole way to the `llvm` dialect.
pub fn cpu(bits: u32) -> String {
    format!("{TO_LINALG},{},{TO_LLVM}", to_loops(bits))
}

/// The same for a host that registers routines with the runtime, which custom calls with these targets become calls of.
pub fn cpu_with_targets(bits: u32, targets: &[&str]) -> String {
    const PASS: &str = "stablehlo-legalize-to-runtime-calls";
    match targets {
        [] => cpu(bits),
        _ => cpu(bits).replacen(PASS, &format!("{PASS}{{targets={}}}", targets.join(",")), 1),
    }
}

/// The pipeline `text` whose programs say which of their parts begins and ends when; one without buffers stays as it is.
pub fn with_profile_marks(text: &str) -> String {
    with_calls(text, "insert-profile-marks,")
}

/// The pipeline `text` whose programs can be cancelled in `while` loops; one without buffers stays as it is.
pub fn with_cancellation(text: &str) -> String {
    with_calls(text, "insert-cancellation-checks,")
}

/// The pipeline `text` with a pass that inserts calls of the runtime. The names of the program become others before it.
fn with_calls(text: &str, pass: &str) -> String {
    const MANGLE: &str = "mangle-symbols,";
    const NEXT: &str = "decompose-vector-ops,";
    let (Some(mangle), Some(next)) = (text.find(MANGLE), text.find(NEXT)) else { return text.to_owned() };
    if mangle < next {
        return text.replacen(NEXT, &format!("{pass}{NEXT}"), 1);
    }
    text.replacen(MANGLE, "", 1).replacen(NEXT, &format!("{MANGLE}{pass}{NEXT}"), 1)
}

/// The pipeline `text` for a target without fused multiply-add. Emulated, it is a call for each element, and polynomials
/// consist of it: the functions of the mathematical library are called instead, once for each element. Products of
/// matrices multiply and add.
pub fn without_fma(text: &str) -> String {
    text.replace("math-polynomial-approximation,", "")
        .replace("internalize=true", "internalize=true expand-fma=true")
}

/// The pipeline `text` for a target that adds products of pairs of bf16 in one instruction.
pub fn with_bf16_products(text: &str) -> String {
    text.replace("linalg-prepare-contractions", "linalg-prepare-contractions{bf16-pairs=true}")
        .replace(" include-bf16-extensions=true", "")
        .replace(
            "convert-to-llvm{",
            "x86-bf16-dot-products,arith-expand-small-floats{include-bf16-extensions=true},convert-to-llvm{",
        )
}

/// The pipeline `text` for a target without instructions for casts of `f16`: they are integers, and what is computed on `f16` is
/// computed on `f32`. LLVM would call functions that no library of C has.
pub fn without_f16_casts(text: &str) -> String {
    text.replace("f8E8M0FNU,bf16 ", "f8E8M0FNU,bf16,f16 ")
        .replace("{include-bf16=true", "{include-bf16=true include-f16=true")
}

/// The pipeline `text` for a target with these caches: bytes and ways of the first and of the second one.
pub fn with_caches(text: &str, l1: (u64, u64), l2: (u64, u64)) -> String {
    const PASS: &str = "linalg-pack-contractions{";
    let sizes = format!("{PASS}l1-bytes={} l1-ways={} l2-bytes={} l2-ways={} ", l1.0, l1.1, l2.0, l2.1);
    text.replacen(PASS, &sizes, 1)
}
/// CHLO and shapes to StableHLO, which portable artifacts can hold.
pub const PRE_SERIALIZATION: &str =
    "func.func(chlo-legalize-to-stablehlo,shape-legalize-to-stablehlo),reconcile-unrealized-casts";

/// Registers the named pipelines.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add_pipeline(NamedPipeline {
            name: "stablehlo-to-linalg-pipeline",
            summary: "Lower StableHLO to linalg on tensors",
            options: || vec![scatter_option()],
            text: to_linalg_of,
        })
        .add_pipeline(NamedPipeline {
            name: "chlo-pre-serialization-pipeline",
            summary: "Run a pipeline that prepares a program of CHLO and shapes for serialization",
            options: Vec::new,
            text: |_| Ok(PRE_SERIALIZATION.to_owned()),
        })
        .add_pipeline(NamedPipeline {
            name: "strata-cpu-pipeline",
            summary: "Lower StableHLO or linalg on tensors to the llvm dialect for the CPU",
            options: cpu_options,
            text: cpu_of,
        });
}
