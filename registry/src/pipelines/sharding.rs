//! Programs on whole tensors with shardings to programs whose ops agree on shardings.

use strata_pass::{Pipeline, pipeline::PipelineElement};

use super::passes;

/// Run all passes between a program with some shardings and one with collectives, on whole tensors
#[strata_pass::pipeline(name = "sdy-partitioner-pipeline")]
pub struct Partitioner {}

impl Pipeline for Partitioner {
    fn elements(&self) -> Vec<PipelineElement> {
        let element = PipelineElement::pass;
        let mut all = Vec::from(passes([
            "inline",
            "symbol-dce",
            "sdy-user-priority-propagate",
            "sdy-sharding-constraint-to-reshard",
            "sdy-sink-data-flow-edges",
            "sdy-remove-sharding-groups",
            "sdy-remove-non-divisible-axes",
            "sdy-close-shardings",
        ]));
        all.extend([
            element("sdy-insert-explicit-reshards")
                .option("enable-full-version", true)
                .option("replicate-permutation-factors", true),
            element("sdy-canonicalize").option("kind", "reshards".to_owned()),
            element("sdy-reshard-to-collectives"),
            element("sdy-canonicalize").option("kind", "collectives".to_owned()),
        ]);
        all
    }
}
