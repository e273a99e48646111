//! StableHLO to structured ops on tensors, and to the ops that portable artifacts may contain.

use strata_linalg::InputPrecision;
use strata_pass::{Pipeline, Word, pipeline::PipelineElement};
use strata_stablehlo::ScatterOutOfBounds;

use super::passes;

/// Ops that GPUs compute in parallel, and CPUs by runtime routines.
const PARALLEL_OPS: [&str; 4] = ["sort", "fft", "cholesky", "triangular_solve"];

/// Lower StableHLO to linalg on tensors.
#[strata_pass::pipeline(name = "stablehlo-to-linalg-pipeline")]
pub struct ToLinalg {
    /// Lower sorts, scans, scatters, Fourier transforms and factorizations to ops that compute all elements at once, not to calls of
    /// routines
    pub parallel: bool,
    /// The meaning of the precision DEFAULT for products of f32: tf32, tf32x3 or ieee; without it no product has an input_precision
    pub default_precision: Option<Word<InputPrecision>>,
    /// The rule of scatter for windows partly outside of its input: window drops the whole window (XLA, JAX), element the elements outside
    /// (StableHLO's specification)
    pub scatter_out_of_bounds: Word<ScatterOutOfBounds>,
    /// Targets of custom calls that the host registers with the runtime
    pub targets: Vec<String>,
}

/// Calls are inlined first, so that sizes are known in functions. Composites that stand for ops of `chlo` become these ops and not their
/// decomposition.
impl Pipeline for ToLinalg {
    fn elements(&self) -> Vec<PipelineElement> {
        let element = PipelineElement::pass;
        let on_functions = |passes: &[PipelineElement]| PipelineElement::nested("func.func", passes);
        let mut all = Vec::from(passes(["sdy-drop-sharding-and-mesh", "inline"]));
        all.push(on_functions(&passes(["stablehlo-ext-chlo-recompose-ops"])));
        all.extend(passes([
            "symbol-dce",
            "stablehlo-legalize-custom-calls",
            "stablehlo-legalize-dynamic-calls",
        ]));
        all.push(on_functions(&[
            element("convert-shape-to-std"),
            element("stablehlo-legalize-composite-to-call"),
            element("stablehlo-legalize-deprecated-ops").option("fail-on-unused", false),
            element("stablehlo-legalize-quant-to-math"),
            element("chlo-legalize-to-stablehlo").option("keep-math", true),
            element("stablehlo-legalize-einsum-to-dot-general"),
            element("stablehlo-legalize-torch-index-select-to-gather"),
            element("stablehlo-batch-norm-expander"),
            element("stablehlo-rng-bit-generator-expander"),
            element("stablehlo-fold-index-tables"),
        ]));
        all.extend(passes(["stablehlo-approx-top-k-expander", "stablehlo-legalize-collectives"]));
        if self.parallel {
            all.push(on_functions(&passes(["stablehlo-block-factorizations"])));
        }
        all.extend([self.runtime_calls(), on_functions(&[self.structured_ops()])]);
        all.extend(passes(["canonicalize", "cse"]));
        all
    }
}

impl ToLinalg {
    /// Lowers ops that have runtime routines to calls.
    fn runtime_calls(&self) -> PipelineElement {
        let keep = self.parallel.then(|| Vec::from(PARALLEL_OPS.map(str::to_owned)));
        let targets = (!self.targets.is_empty()).then(|| self.targets.clone());
        PipelineElement::pass("stablehlo-legalize-to-runtime-calls")
            .optional("targets", targets)
            .optional("keep", keep)
    }
    /// Lowers all other ops to structured ops.
    fn structured_ops(&self) -> PipelineElement {
        PipelineElement::pass("stablehlo-legalize-to-linalg")
            .option("parallel", self.parallel)
            .optional("default-precision", self.default_precision)
            .option(ScatterOutOfBounds::OPTION, self.scatter_out_of_bounds)
    }
}

/// Run a pipeline that prepares a program of CHLO and shapes for serialization.
#[strata_pass::pipeline(name = "chlo-pre-serialization-pipeline")]
pub struct PreSerialization;

impl Pipeline for PreSerialization {
    fn elements(&self) -> Vec<PipelineElement> {
        let [casts] = passes(["reconcile-unrealized-casts"]);
        let legalize = passes(["chlo-legalize-to-stablehlo", "shape-legalize-to-stablehlo"]);
        vec![PipelineElement::nested("func.func", legalize), casts]
    }
}
