//! The pipeline of GPUs: `strata-gpu-pipeline`, and `strata-gpu-kernels-pipeline` for its part inside of kernels.
//!
//! ```text
//! StableHLO ─► linalg ─► buffers ─► gpu.launch ─► gpu.module ─► llvm and nvvm
//!                                       └─► host ───────────────► llvm
//! ```

use strata_linalg::InputPrecision;
use strata_pass::{NamedPipeline, OptionSpec, PassRegistry};
use strata_stablehlo::ScatterOutOfBounds;

use crate::pipelines::{
    TO_LLVM, scatter_option, to_linalg_for_gpu, with_default_precision, with_scatter_out_of_bounds,
};

/// The processor when no option says it: the oldest one with asynchronous copies.
const DEFAULT_ARCH: &str = "sm_80";
/// The processors that there are kernels for.
const ARCHITECTURES: [&str; 3] = ["sm_80", "sm_90a", "sm_100a"];

/// How exact products of `f32` are where the program does not ask for more.
const DEFAULT_PRECISION: InputPrecision = InputPrecision::Tf32x3;

/// What kernels are made for.
struct Target<'a> {
    arch: &'a str,
    default_precision: InputPrecision,
    scatter: ScatterOutOfBounds,
}

impl<'a> Target<'a> {
    /// One with the defaults of all options but the architecture.
    fn of(arch: &'a str) -> Self {
        Self { arch, default_precision: DEFAULT_PRECISION, scatter: ScatterOutOfBounds::default() }
    }
}

fn options() -> Vec<OptionSpec> {
    vec![
        OptionSpec {
            name: "arch",
            summary: "The processor: sm_80, sm_90a or sm_100a",
            kind: "<string>",
            default: DEFAULT_ARCH.to_owned(),
        },
        OptionSpec {
            name: "default-precision",
            summary: "What DEFAULT asks of products of f32: tf32, tf32x3 or ieee",
            kind: "<string>",
            default: DEFAULT_PRECISION.to_string(),
        },
        scatter_option(),
    ]
}

fn target(list: &[(String, String)]) -> Result<Target<'_>, String> {
    let mut target = Target::of(DEFAULT_ARCH);
    for (name, value) in list {
        match name.as_str() {
            "arch" if ARCHITECTURES.contains(&value.as_str()) => target.arch = value,
            "arch" => return Err(format!("arch must be {}, got {value}", ARCHITECTURES.join(", "))),
            "default-precision" => {
                target.default_precision = value.parse().map_err(|why| format!("{name}: {why}"))?;
            }
            "scatter-out-of-bounds" => {
                target.scatter = value.parse().map_err(|why| format!("{name}: {why}"))?;
            }
            other => return Err(strata_pass::options::unknown_option(other, &options())),
        }
    }
    Ok(target)
}

/// Structured ops on tensors to kernels in place: fused and on buffers as for the CPU, then mapped to launches, the more special
/// passes first.
fn to_launches(arch: &str) -> String {
    let sm: String = arch.chars().filter(char::is_ascii_digit).collect();
    format!(
        "inline,symbol-dce,decompose-structured-ops,linalg-detensorize,canonicalize,cse,scf-loop-unroll,linalg-fuse-elementwise-ops,canonicalize,cse,\
     one-shot-bufferize,canonicalize,cse,coalesce-buffers,\
     expand-realloc,memref-expand,gpu-map-attention{{sm={sm}}},gpu-map-contractions{{sm={sm}}},gpu-map-rows,gpu-map-reductions,gpu-map-transposes,gpu-map-loops,gpu-map-parallel,lower-affine,canonicalize,cse,memref-plan-arena,gpu-device-memory"
    )
}

/// What is in kernels to branches and arithmetic of machines. As on the CPU, but for functions, which are never calls, and for `bf16`:
/// all processors round to it, add, multiply and compare two at once, and subnormal numbers stay what they are. Casts from `bf16` are
/// integers, because one half of a register is the number.
pub const KERNELS: &str = "convert-linalg-to-loops,lower-affine,expand-realloc,memref-expand,decompose-vector-ops,convert-vector-to-scf,gpu-expand-gathers,\
    convert-complex-to-standard,math-expand-ops{ops=fpowi},arith-emulate-unsupported-floats{source-types=f4E2M1FN,f6E2M3FN,f6E3M2FN,f8E5M2,f8E4M3,f8E4M3FN,f8E5M2FNUZ,\
    f8E4M3FNUZ,f8E4M3B11FNUZ,f8E3M4,f8E8M0FNU target-type=f32},\
    arith-emulate-unsupported-floats{source-types=bf16 native-ops=arith.addf,arith.subf,arith.mulf,arith.negf,arith.maximumf,arith.minimumf,arith.maxnumf,arith.minnumf},\
    math-extend-to-supported-types,arith-expand-small-floats{include-bf16-extensions=true},arith-expand-remainders,math-polynomial-approximation{expand-far=true},\
    gpu-expand-reductions,convert-alloca-scope-to-llvm,convert-scf-to-cf,canonicalize,cse";

/// Launches to functions of the `llvm` and `nvvm` dialects, in a module of their own.
fn to_nvvm(arch: &str) -> String {
    format!(
        "gpu-launch-sink-index-computations,gpu-kernel-outlining{{module-name=kernels}},canonicalize,cse,symbol-dce,gpu-merge-kernels,gpu-mark-kernel-arguments,nvvm-attach-target{{chip={arch}}},{}",
        kernels()
    )
}

/// Modules of kernels to the `llvm` and `nvvm` dialects.
fn kernels() -> String {
    format!(
        "gpu.module({KERNELS},convert-nvgpu-to-nvvm),\
         gpu.module(convert-gpu-to-nvvm{{use-bare-ptr-memref-call-conv=true}},reconcile-unrealized-casts,canonicalize,cse,convert-nvvm-to-llvm)"
    )
}

/// The whole way to the `llvm` and `nvvm` dialects.
pub fn gpu(arch: &str) -> String {
    whole(&Target::of(arch))
}

fn whole(target: &Target<'_>) -> String {
    let front = with_default_precision(&to_linalg_for_gpu(), target.default_precision);
    let front = with_scatter_out_of_bounds(&front, target.scatter);
    format!("{front},{},{},{TO_LLVM}", to_launches(target.arch), to_nvvm(target.arch))
}

/// Registers the pipelines.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add_pipeline(NamedPipeline {
            name: "strata-gpu-pipeline",
            summary: "Lower StableHLO or linalg on tensors to kernels in the llvm and nvvm dialects, and a host that launches them",
            options,
            text: |options| Ok(whole(&target(options)?)),
        })
        .add_pipeline(NamedPipeline {
            name: "strata-gpu-kernels-pipeline",
            summary: "Lower modules of kernels to the llvm and nvvm dialects",
            options: Vec::new,
            text: |_| Ok(kernels()),
        });
}
