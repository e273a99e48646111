//! `buffer-deallocation-pipeline`: the buffers that `one-shot-bufferize` makes are freed.

use strata_pass::{Pipeline, pipeline::PipelineElement};

use super::passes;

/// The default pipeline for automatically inserting deallocation operations after one-shot bufferization. Deallocation operations (except
/// `memref.realloc`) may not be present already.
#[strata_pass::pipeline(name = "buffer-deallocation-pipeline")]
pub struct BufferDeallocationPipeline {
    /// Allows to add additional results to private functions to return ownership of returned memrefs to callers. This can avoid spurious
    /// buffer clones in the callee.
    pub private_function_dynamic_ownership: bool,
}

impl Pipeline for BufferDeallocationPipeline {
    fn elements(&self) -> Vec<PipelineElement> {
        let mut all = vec![
            PipelineElement::pass("expand-realloc").option("emit-deallocs", false),
            PipelineElement::pass("canonicalize"),
            PipelineElement::pass("ownership-based-buffer-deallocation")
                .option("private-function-dynamic-ownership", self.private_function_dynamic_ownership),
        ];
        all.extend(passes([
            "canonicalize",
            "buffer-deallocation-simplification",
            "bufferization-lower-deallocations",
            "cse",
            "canonicalize",
        ]));
        all
    }
}
