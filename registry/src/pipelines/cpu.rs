//! `strata-cpu-pipeline`: lowers StableHLO to the `llvm` dialect.
//!
//! ```text
//! StableHLO ─► linalg on tensors ─► buffers, loops of vectors ─► llvm
//!     ToLinalg               to_loops                  to_llvm
//! ```

use strata_pass::{OptionValue, Pipeline, Word, pipeline::PipelineElement};
use strata_stablehlo::ScatterOutOfBounds;

use super::{ToLinalg, passes, vectors_to_rows};

/// Width of a native vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorBits(u32);

impl VectorBits {
    /// The supported widths.
    pub const ALL: [Self; 3] = [Self(128), Self(256), Self(512)];

    /// The supported width that is nearest to so many bits.
    #[must_use]
    pub fn nearest(bits: u32) -> Self {
        let fits = |width: &&Self| width.0 <= bits.max(128);
        Self::ALL.iter().rev().find(fits).copied().unwrap_or_default()
    }
    /// The number of bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }
}

impl Default for VectorBits {
    fn default() -> Self {
        Self(256)
    }
}

impl OptionValue for VectorBits {
    const KIND: &'static str = "<uint>";
    fn parse(name: &str, text: &str) -> Result<Self, String> {
        let bits: u32 = text.parse().map_err(|_| format!("'{text}' is no width of a vector in bits"))?;
        let known = Self::ALL.into_iter().find(|width| width.0 == bits);
        known.ok_or_else(|| format!("{name} must be 128, 256 or 512, got {bits}"))
    }
    fn print(&self) -> String {
        self.0.to_string()
    }
}

/// Lower StableHLO or linalg on tensors to the llvm dialect for the CPU.
#[strata_pass::pipeline(name = "strata-cpu-pipeline")]
pub struct CpuPipeline {
    /// Width of a native vector in bits
    pub vector_bits: VectorBits,
    /// The rule of scatter for windows partly outside of its input: window drops the whole window (XLA, JAX), element the elements outside
    /// (StableHLO's specification)
    pub scatter_out_of_bounds: Word<ScatterOutOfBounds>,
    /// Targets of custom calls that the host registers with the runtime
    pub targets: Vec<String>,
    /// Bytes of the first cache of data
    pub l1_bytes: Option<u64>,
    /// Lines in a set of the first cache
    pub l1_ways: Option<u64>,
    /// Bytes of the second cache
    pub l2_bytes: Option<u64>,
    /// Lines in a set of the second cache
    pub l2_ways: Option<u64>,
    /// The target has fused multiply-add. Emulated, it is a call for each element, and polynomials consist of it: without it, functions
    /// of the mathematical library are called instead, and products of matrices multiply and add
    #[option(default = true)]
    pub fma: bool,
    /// The target has instructions for casts of f16. Without them, casts are integers, and what is computed on f16 is computed on f32:
    /// LLVM would call functions that no library of C has
    #[option(default = true)]
    pub f16_casts: bool,
    /// The target estimates reciprocal square roots of 16 numbers (AVX-512)
    pub rsqrt_estimates: bool,
    /// The target has instructions for maxima and minima of floats in which NaN and the signs of zeros count
    #[option(default = true)]
    pub float_extrema: bool,
    /// The target adds products of pairs of bf16 in one instruction
    pub bf16_products: bool,
    /// The target multiplies tiles of i8 (AMX-INT8)
    pub amx_int8: bool,
    /// The target multiplies tiles of bf16 (AMX-BF16); it has `bf16-products` too
    pub amx_bf16: bool,
    /// No two buffers share memory, and none is on the stack, for programs that are tested with guard pages around each buffer
    pub separate_buffers: bool,
    /// The threads that parallel loops are divided for; any number of threads runs them
    pub max_threads: Option<u64>,
    /// Record when each part of a program begins and ends
    pub profile: bool,
    /// Loops check in each iteration whether the run was cancelled
    pub cancellable: bool,
    /// Schedules that a tuner found: for the hash of a function, options of passes
    pub schedules: Vec<String>,
    /// Tiles, parallel loops and functions for all ops, whatever they cost, for tests on small programs
    pub tile_all: bool,
}

/// A part of the pipeline.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The level of its result.
    pub name: &'static str,
    /// Its passes.
    pub elements: Vec<PipelineElement>,
}

impl Pipeline for CpuPipeline {
    fn elements(&self) -> Vec<PipelineElement> {
        self.stages().into_iter().flat_map(|stage| stage.elements).collect()
    }
}

impl CpuPipeline {
    /// The parts of the pipeline in order.
    #[must_use]
    pub fn stages(&self) -> [Stage; 3] {
        [
            Stage { name: "linalg", elements: self.to_linalg().elements() },
            Stage { name: "loops", elements: [self.to_loops(), self.expand_vectors()].concat() },
            Stage { name: "llvm", elements: self.to_llvm() },
        ]
    }

    /// StableHLO to structured ops on tensors.
    fn to_linalg(&self) -> ToLinalg {
        ToLinalg {
            scatter_out_of_bounds: self.scatter_out_of_bounds,
            targets: self.targets.clone(),
            ..ToLinalg::default()
        }
    }

    /// Structured ops on tensors to loops of vectors on buffers.
    #[must_use]
    pub fn to_loops(&self) -> Vec<PipelineElement> {
        let element = PipelineElement::pass;
        let with_bits = |name: &str| element(name).option("vector-bits", self.vector_bits);
        let mut all = Vec::from(passes([
            "inline",
            "symbol-dce",
            "decompose-structured-ops",
            "linalg-split-concatenations",
            "scalarize-carried-tensors",
            "canonicalize",
            "cse",
        ]));
        all.push(self.with_groups(element("linalg-prepare-contractions")));
        all.extend(passes(["scf-loop-unroll", "linalg-hoist-operands", "linalg-fuse-producers"]));
        if self.fma {
            all.extend(passes(["linalg-byte-divisions-to-fma"]));
        }
        all.extend(passes(["canonicalize", "cse"]));
        all.push(element("linalg-split-concatenations").option("shifted", true));
        all.extend(passes([
            "linalg-split-reductions",
            "linalg-transpose-operands",
            "linalg-rematerialize-fills",
            "bufferize-program",
            "canonicalize",
            "cse",
            "reuse-donated-arguments",
            "coalesce-buffers",
            "double-buffer-loops",
        ]));
        all.extend(self.attach_schedules());
        all.push(self.tile_and_fuse());
        all.extend(passes(["outline-kernels"]));
        if !self.profile {
            // In a profile, each part has the name of its own ops.
            all.extend(passes(["merge-identical-functions"]));
        }
        all.extend(passes(["canonicalize", "cse"]));
        all.extend(self.attach_schedules());
        let packing = with_bits("linalg-pack-contractions")
            .optional("l1-bytes", self.l1_bytes)
            .optional("l1-ways", self.l1_ways)
            .optional("l2-bytes", self.l2_bytes)
            .optional("l2-ways", self.l2_ways);
        let packing = self.with_groups(packing);
        all.push(packing.clone().option("unknown-rows", true));
        all.extend(passes(["linalg-tile-unknown-sizes"]));
        all.push(packing);
        if self.amx_int8 || self.amx_bf16 {
            let tiles = element("linalg-contractions-to-amx");
            all.push(tiles.option("int8", self.amx_int8).option("bf16", self.amx_bf16));
        }
        if !self.separate_buffers {
            let small = element("promote-freed-buffers-to-stack");
            all.push(
                small
                    .option("max-alloc-size-in-bytes", 65536_u64)
                    .option("max-rank-of-allocated-memref", 32_u64),
            );
        }
        all.extend([with_bits("linalg-tile"), with_bits("linalg-vectorize")]);
        all.extend(passes(["convert-linalg-to-loops", "lower-affine", "canonicalize", "cse"]));
        all.push(match self.separate_buffers {
            true => element("freed-buffer-loop-hoisting"),
            false => element("memref-plan-arena").option("use-results", true),
        });
        all.extend(passes(["loop-invariant-code-motion"]));
        all
    }

    /// A pass with the groups of narrow numbers that the target multiplies.
    fn with_groups(&self, pass: PipelineElement) -> PipelineElement {
        let groups =
            [("bf16-pairs", self.bf16_products), ("i8-groups", self.amx_int8), ("bf16-tiles", self.amx_bf16)];
        groups.into_iter().filter(|(_, has)| *has).fold(pass, |pass, (name, _)| pass.option(name, true))
    }

    /// Gives functions the options that a tuner found for them: those of a program in front of fusion, and kernels after it.
    fn attach_schedules(&self) -> Option<PipelineElement> {
        let pass = PipelineElement::pass("attach-schedules");
        (!self.schedules.is_empty()).then(|| pass.option("schedules", self.schedules.clone()))
    }

    /// Fuses ops with common parallel loops into one loop over tiles.
    fn tile_and_fuse(&self) -> PipelineElement {
        let pass = PipelineElement::pass("linalg-tile-and-fuse");
        let pass = match self.max_threads {
            Some(threads) => pass.option("max-threads", threads),
            None => pass,
        };
        if !self.tile_all {
            return pass;
        }
        pass.option("min-parallel-work", 0_u64)
            .option("min-chunk-work", 0_u64)
            .option("min-fused-bytes", 0_u64)
            .option("min-repeats", 1_u64)
    }

    /// Lowers vectors of any rank to native vectors. Passes that insert calls of the runtime come before it, and the names of the program
    /// are mangled before those.
    pub(super) fn expand_vectors(&self) -> Vec<PipelineElement> {
        let mut all = Vec::from(passes(["expand-realloc", "memref-expand"]));
        if self.inserts_calls() {
            all.extend(passes(["mangle-symbols"]));
        }
        if self.profile {
            all.extend(passes(["insert-profile-marks"]));
        }
        if self.cancellable {
            all.extend(passes(["insert-cancellation-checks"]));
        }
        all.extend(vectors_to_rows());
        all
    }

    fn inserts_calls(&self) -> bool {
        self.profile || self.cancellable
    }

    /// Loops of vectors to the `llvm` dialect.
    ///
    /// `bf16` is rounded by integer arithmetic: the x86 instructions for it flush subnormal numbers to zero. Casts from `bf16` are
    /// integer arithmetic too, because LLVM would compute in `bf16` if it saw both casts.
    pub(super) fn to_llvm(&self) -> Vec<PipelineElement> {
        let element = PipelineElement::pass;
        let mut emulated = Vec::from(EMULATED_FLOATS.map(str::to_owned));
        emulated.push("bf16".to_owned());
        if !self.f16_casts {
            emulated.push("f16".to_owned());
        }
        let mut all = vec![
            element("convert-complex-to-standard"),
            element("arith-emulate-unsupported-floats")
                .option("source-types", emulated)
                .option("target-type", "f32".to_owned()),
            element("math-extend-to-supported-types"),
            element("arith-expand-small-floats")
                .option("include-bf16", true)
                .option("include-f16", !self.f16_casts)
                .option("include-bf16-extensions", !self.bf16_products),
        ];
        if self.fma {
            all.extend(passes(["arith-expand-remainders", "math-polynomial-approximation"]));
        }
        all.extend(passes([
            "split-large-functions",
            "convert-alloca-scope-to-llvm",
            "convert-scf-to-cf",
            "canonicalize",
            "cse",
        ]));
        if !self.inserts_calls() {
            all.extend(passes(["mangle-symbols"]));
        }
        if self.bf16_products {
            all.push(element("x86-bf16-dot-products"));
            all.push(element("arith-expand-small-floats").option("include-bf16-extensions", true));
        }
        let to_llvm = element("convert-program-to-llvm")
            .option("use-bare-ptr-memref-call-conv", true)
            .option("internalize", true)
            .option("expand-fma", !self.fma)
            .option("rsqrt-estimates", self.rsqrt_estimates)
            .option("expand-extrema", !self.float_extrema)
            .option("report-assertions", true);
        all.push(to_llvm);
        all.push(element("llvm-narrow-floats-as-integers").option("include-f16", !self.f16_casts));
        all.extend(passes(["llvm-emit-runtime-calls", "canonicalize", "cse"]));
        all
    }
}

/// Float formats without arithmetic on any processor.
pub(super) const EMULATED_FLOATS: [&str; 11] = [
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E5M2",
    "f8E4M3",
    "f8E4M3FN",
    "f8E5M2FNUZ",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E3M4",
    "f8E8M0FNU",
];
