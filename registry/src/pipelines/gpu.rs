//! The pipelines for GPUs: `strata-gpu-pipeline`, and `strata-gpu-kernels-pipeline` for its part inside of kernels.
//!
//! ```text
//! StableHLO ─► linalg ─► buffers ─► gpu.launch ─► gpu.module ─► llvm and nvvm
//!                                       └─► host ───────────────► llvm
//! ```

use strata_gpu::{Chip, ChipVariant};
use strata_linalg::InputPrecision;
use strata_pass::{OptionValue, Pipeline, Word, pipeline::PipelineElement};
use strata_stablehlo::ScatterOutOfBounds;

use super::{CpuPipeline, ToLinalg, cpu::EMULATED_FLOATS, passes, vectors_to_rows};

/// A processor that kernels can be compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arch(&'static str);

impl Arch {
    /// Ampere.
    pub const SM_80: Self = Self("sm_80");
    /// Hopper, with its architecture-specific instructions.
    pub const SM_90A: Self = Self("sm_90a");
    /// Blackwell, with its architecture-specific instructions.
    pub const SM_100A: Self = Self("sm_100a");
    /// All of them.
    pub const ALL: [Self; 3] = [Self::SM_80, Self::SM_90A, Self::SM_100A];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0
    }
    /// The greatest one whose kernels run on an architecture.
    #[must_use]
    pub fn for_chip(chip: Chip) -> Self {
        match (chip.capability, chip.variant) {
            (90, ChipVariant::Specific) => Self::SM_90A,
            (100..120, ChipVariant::Specific | ChipVariant::Family) => Self::SM_100A,
            _ => Self::SM_80,
        }
    }
}

/// The default is the oldest one with asynchronous copies.
impl Default for Arch {
    fn default() -> Self {
        Self::SM_80
    }
}

impl OptionValue for Arch {
    const KIND: &'static str = "<string>";
    fn parse(name: &str, text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|arch| arch.0 == text);
        known.ok_or_else(|| format!("{name} must be {}, got {text}", Self::ALL.map(Self::name).join(", ")))
    }
    fn print(&self) -> String {
        self.0.to_owned()
    }
}

/// Lower StableHLO or linalg on tensors to kernels in the llvm and nvvm dialects, and a host that launches them.
#[strata_pass::pipeline(name = "strata-gpu-pipeline")]
pub struct GpuPipeline {
    /// The processor: sm_80, sm_90a or sm_100a
    pub arch: Arch,
    /// The meaning of the precision DEFAULT for products of f32: tf32, tf32x3 or ieee
    #[option(default = Word(InputPrecision::Tf32x3))]
    pub default_precision: Word<InputPrecision>,
    /// The rule of scatter for windows partly outside of its input: window drops the whole window (XLA, JAX), element the elements outside
    /// (StableHLO's specification)
    pub scatter_out_of_bounds: Word<ScatterOutOfBounds>,
    /// Targets of custom calls that the host registers with the runtime, which work on copies of their buffers in memory of the host
    pub targets: Vec<String>,
}

impl Pipeline for GpuPipeline {
    fn elements(&self) -> Vec<PipelineElement> {
        let to_linalg = ToLinalg {
            parallel: true,
            default_precision: Some(self.default_precision),
            scatter_out_of_bounds: self.scatter_out_of_bounds,
            targets: self.targets.clone(),
        };
        // The host code is lowered as for a CPU.
        let host = CpuPipeline::default();
        [
            to_linalg.elements(),
            self.to_launches(),
            self.to_nvvm(),
            GpuKernelsPipeline.elements(),
            host.expand_vectors(),
            host.to_llvm(),
        ]
        .concat()
    }
}

impl GpuPipeline {
    /// Structured ops on tensors to kernels in place: fused and bufferized as for the CPU, then mapped to launches by passes for special
    /// cases first and general ones last.
    fn to_launches(&self) -> Vec<PipelineElement> {
        let for_processor = |name: &str| PipelineElement::pass(name).option("chip", self.arch);
        let mut all = Vec::from(passes([
            "inline",
            "symbol-dce",
            "decompose-structured-ops",
            "scalarize-carried-tensors",
            "canonicalize",
            "cse",
            "scf-loop-unroll",
            "linalg-fuse-producers",
            "canonicalize",
            "cse",
            "bufferize-program",
            "canonicalize",
            "cse",
            "reuse-donated-arguments",
            "coalesce-buffers",
            "expand-realloc",
            "memref-expand",
        ]));
        all.extend(["gpu-map-attention", "gpu-map-contractions"].map(for_processor));
        all.extend(passes([
            "gpu-map-rows",
            "gpu-map-reductions",
            "gpu-map-transposes",
            "gpu-map-loops",
            "gpu-map-parallel",
            "lower-affine",
            "canonicalize",
            "cse",
            "memref-plan-arena",
            "gpu-device-memory",
        ]));
        all
    }

    /// Moves launches to functions in a module of their own and lowers them.
    fn to_nvvm(&self) -> Vec<PipelineElement> {
        let element = PipelineElement::pass;
        let mut all = vec![
            element("gpu-launch-sink-index-computations"),
            element("gpu-kernel-outlining").option("module-name", "kernels".to_owned()),
        ];
        all.extend(passes([
            "canonicalize",
            "cse",
            "symbol-dce",
            "gpu-merge-kernels",
            "gpu-mark-kernel-arguments",
        ]));
        all.push(element("nvvm-attach-target").option("chip", self.arch));
        all
    }
}

/// Lower modules of kernels to the llvm and nvvm dialects.
#[strata_pass::pipeline(name = "strata-gpu-kernels-pipeline")]
pub struct GpuKernelsPipeline;

impl Pipeline for GpuKernelsPipeline {
    fn elements(&self) -> Vec<PipelineElement> {
        let element = PipelineElement::pass;
        let mut machine = Self::to_machine_ops();
        machine.push(element("convert-nvgpu-to-nvvm"));
        let mut nvvm = vec![element("convert-gpu-to-nvvm").option("use-bare-ptr-memref-call-conv", true)];
        nvvm.extend(passes(["reconcile-unrealized-casts", "canonicalize", "cse", "convert-nvvm-to-llvm"]));
        [machine, nvvm].map(|passes| PipelineElement::nested("gpu.module", passes)).into()
    }
}

impl GpuKernelsPipeline {
    /// Lowers bodies of kernels to branches and machine arithmetic. It is as on the CPU except for functions, which are never calls, and
    /// for `bf16`: all these processors round to it, and add, multiply and compare pairs of it, without flushing subnormal numbers. Casts
    /// from `bf16` are integer arithmetic, because the number is one half of a register.
    #[must_use]
    pub fn to_machine_ops() -> Vec<PipelineElement> {
        const BF16_OPS: [&str; 8] = [
            "arith.addf",
            "arith.subf",
            "arith.mulf",
            "arith.negf",
            "arith.maximumf",
            "arith.minimumf",
            "arith.maxnumf",
            "arith.minnumf",
        ];
        let element = PipelineElement::pass;
        let emulate = |types: &[&str]| {
            let types: Vec<String> = types.iter().map(|&ty| ty.to_owned()).collect();
            element("arith-emulate-unsupported-floats").option("source-types", types)
        };
        let mut all =
            Vec::from(passes(["convert-linalg-to-loops", "lower-affine", "expand-realloc", "memref-expand"]));
        all.extend(vectors_to_rows());
        all.extend(passes(["gpu-expand-gathers", "convert-complex-to-standard"]));
        all.extend([
            element("math-expand-ops").option("ops", vec!["fpowi".to_owned()]),
            emulate(&EMULATED_FLOATS).option("target-type", "f32".to_owned()),
            emulate(&["bf16"]).option("native-ops", Vec::from(BF16_OPS.map(str::to_owned))),
            element("math-extend-to-supported-types"),
            element("arith-expand-small-floats").option("include-bf16-extensions", true),
            element("arith-expand-remainders"),
            element("math-polynomial-approximation").option("expand-far", true),
        ]);
        all.extend(passes([
            "gpu-expand-reductions",
            "convert-alloca-scope-to-llvm",
            "convert-scf-to-cf",
            "canonicalize",
            "cse",
        ]));
        all
    }
}
