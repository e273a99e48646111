//! The pipeline of GPUs: `strata-gpu-pipeline`, and `strata-gpu-kernels-pipeline` for its part inside of kernels.
//!
//! ```text
//! StableHLO ─► linalg ─► buffers ─► gpu.launch ─► gpu.module ─► llvm and nvvm
//!                                       └─► host ───────────────► llvm
//! ```

use strata_pass::{NamedPipeline, OptionSpec, PassRegistry};

use crate::pipelines::{TO_LLVM, to_linalg_for_gpu};

/// The processor when no option says it: the oldest one with asynchronous copies.
const DEFAULT_ARCH: &str = "sm_80";
/// The processors that there are kernels for.
const ARCHITECTURES: [&str; 3] = ["sm_80", "sm_90a", "sm_100a"];

fn arch_option() -> Vec<OptionSpec> {
    vec![OptionSpec {
        name: "arch",
        summary: "The processor: sm_80, sm_90a or sm_100a",
        kind: "<string>",
        default: DEFAULT_ARCH.to_owned(),
    }]
}

fn arch(options: &[(String, String)]) -> Result<&str, String> {
    let mut arch = DEFAULT_ARCH;
    for (name, value) in options {
        match name.as_str() {
            "arch" if ARCHITECTURES.contains(&value.as_str()) => arch = value,
            "arch" => return Err(format!("arch must be {}, got {value}", ARCHITECTURES.join(", "))),
            other => return Err(strata_pass::options::unknown_option(other, &arch_option())),
        }
    }
    Ok(arch)
}

/// Structured ops on tensors to kernels in place: fused and on buffers as for the CPU, then mapped to launches, the more special
/// passes first.
fn to_launches(arch: &str) -> String {
    let sm: String = arch.chars().filter(char::is_ascii_digit).collect();
    format!(
        "inline,symbol-dce,decompose-structured-ops,linalg-detensorize,canonicalize,cse,scf-loop-unroll,linalg-fuse-elementwise-ops,canonicalize,cse,\
     one-shot-bufferize,canonicalize,cse,coalesce-buffers,\
     expand-realloc,memref-expand,gpu-map-contractions{{sm={sm}}},gpu-map-rows,gpu-map-reductions,gpu-map-transposes,gpu-map-loops,gpu-map-parallel,lower-affine,canonicalize,cse,memref-plan-arena,gpu-device-memory"
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
    format!("{},{},{},{TO_LLVM}", to_linalg_for_gpu(), to_launches(arch), to_nvvm(arch))
}

/// Registers the pipelines.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add_pipeline(NamedPipeline {
            name: "strata-gpu-pipeline",
            summary: "Lower StableHLO or linalg on tensors to kernels in the llvm and nvvm dialects, and a host that launches them",
            options: arch_option,
            text: |options| Ok(gpu(arch(options)?)),
        })
        .add_pipeline(NamedPipeline {
            name: "strata-gpu-kernels-pipeline",
            summary: "Lower modules of kernels to the llvm and nvvm dialects",
            options: Vec::new,
            text: |_| Ok(kernels()),
        });
}
