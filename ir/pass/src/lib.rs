//! Passes and pipelines.
//!
//! A [`Pass`] works on the [`Body`](strata_core::Body) of one isolated op. A [`PassRegistry`] knows passes by name, an
//! [`OpPipeline`] is made from the text of a pipeline, and a [`PassManager`] runs it.
//!
//! **Architecture invariants.** Results, diagnostics and statistics do not depend on the number of threads. A pass that
//! panics is a diagnostic, not the end of the process. Names no dialect but `builtin`.

// The expansions of [`macro@pass`] and [`macro@pipeline`] use paths that begin with the name of this crate.
extern crate self as strata_pass;

pub mod analysis;
pub mod build;
mod clock;
pub mod diff;
pub mod info;
pub mod instrument;
pub mod manager;
pub mod named;
pub mod options;
pub mod pass;
pub mod pipeline;
pub mod registry;
pub mod reproducer;
pub mod schedule;
pub mod statistics;
pub mod timing;

pub use analysis::{Analysis, AnalysisCache, stamp};
pub use build::{BuildError, OpPipeline, PassInstance, PipelineItem};
pub use info::{PassInfo, Property};
pub use instrument::IrPrinting;
pub use manager::{PassManager, PassManagerConfig, PassObserver, RunReport, RunStatus};
pub use named::{Pipeline, PipelineDef};
pub use options::{OptionSpec, OptionValue, PassOptions, Word};
pub use pass::{BodyPass, Output, Pass, PassCx, PassDef, PassError, PassResult};
pub use registry::{NamedPipeline, PassEntry, PassRegistry};
pub use statistics::Statistics;
pub use strata_core as core;
pub use strata_macros::{pass, pipeline};
pub use timing::{Timer, TimingFormat};
