//! Named pipelines: each is a struct whose fields are its options.
//!
//! ```
//! use strata_pass::{OpPipeline, PassOptions, PipelineDef};
//! use strata_registry::pipelines::CpuPipeline;
//!
//! let pipeline = CpuPipeline { fma: false, ..CpuPipeline::default() };
//! assert_eq!(pipeline.text(), "strata-cpu-pipeline{fma=false}");
//! assert!(!CpuPipeline::parse(&pipeline.element().options)?.fma);
//! OpPipeline::parse(&strata_registry::passes(), &format!("builtin.module({})", pipeline.text()))?;
//! # Ok::<(), String>(())
//! ```

mod bufferization;
mod cpu;
mod gpu;
mod sharding;
mod to_linalg;

pub use bufferization::BufferDeallocationPipeline;
pub use cpu::{CpuPipeline, Stage, VectorBits};
pub use gpu::{Arch, GpuKernelsPipeline, GpuPipeline};
pub use sharding::{
    SdyExportPipeline, SdyImportPipeline, SdyLocalizePipeline, SdyPartitionerPipeline, SdyPropagationPipeline,
};
pub use to_linalg::{PreSerialization, ToLinalg};

use strata_pass::{PassRegistry, pipeline::PipelineElement};

/// Passes without options.
fn passes<const N: usize>(names: [&str; N]) -> [PipelineElement; N] {
    names.map(PipelineElement::pass)
}

/// Vectors of several dimensions become vectors of one. Transfers in another order than that of memory become transposes, which are
/// decomposed afterwards, as the ops are that transfers in masks were.
fn vectors_to_rows() -> [PipelineElement; 4] {
    let [decompose, rows, rest, index] =
        passes(["decompose-vector-ops", "convert-vector-to-scf", "decompose-vector-ops", "lower-affine"]);
    [decompose, rows.option("full-unroll", true), rest, index]
}

/// Registers the named pipelines.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add_pipeline::<ToLinalg>()
        .add_pipeline::<PreSerialization>()
        .add_pipeline::<BufferDeallocationPipeline>()
        .add_pipeline::<CpuPipeline>()
        .add_pipeline::<GpuPipeline>()
        .add_pipeline::<GpuKernelsPipeline>()
        .add_pipeline::<SdyImportPipeline>()
        .add_pipeline::<SdyExportPipeline>()
        .add_pipeline::<SdyLocalizePipeline>()
        .add_pipeline::<SdyPropagationPipeline>()
        .add_pipeline::<SdyPartitionerPipeline>();
}
