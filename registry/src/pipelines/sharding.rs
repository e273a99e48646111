//! Programs on whole tensors with shardings to programs whose ops agree on shardings.

use strata_pass::{Pipeline, pipeline::PipelineElement};

use super::passes;

/// Run all passes between a program with some shardings and one with collectives, on whole tensors
#[strata_pass::pipeline(name = "sdy-partitioner-pipeline")]
pub struct Partitioner {}

impl Pipeline for Partitioner {
    fn elements(&self) -> Vec<PipelineElement> {
        Vec::from(passes(["inline", "symbol-dce", "sdy-reshard-to-collectives"]))
    }
}
