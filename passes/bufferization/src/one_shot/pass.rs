//! The pass and its options.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use super::{
    bufferize_module,
    options::{Heuristic, MemorySpaces, Options, TypeConversion},
};

/// One-Shot Bufferize.
#[pass(
    name = "one-shot-bufferize",
    class = "OneShotBufferizePass",
    on = "builtin.module",
    produces = [bufferization, memref, arith, affine, linalg, tensor],
)]
pub struct OneShotBufferize {
    /// Allows returning/yielding new allocations from a loop.
    pub allow_return_allocs_from_loops: bool,
    /// Allows unknown (not bufferizable) ops in the input IR.
    pub allow_unknown_ops: bool,
    /// Test only: Analyze ops in random order with a given seed (fuzzer)
    pub analysis_fuzzer_seed: u32,
    /// Heuristic that control the IR traversal during analysis
    #[option(default = Heuristic::BottomUp)]
    pub analysis_heuristic: Heuristic,
    /// Sets the alignment of newly allocated buffers.
    #[option(default = 64)]
    pub buffer_alignment: u64,
    /// Bufferize function boundaries (experimental).
    pub bufferize_function_boundaries: bool,
    /// Account for parallel regions in RaW analysis.
    #[option(default = true)]
    pub check_parallel_regions: bool,
    /// Skip the analysis. Make a buffer copy on every write.
    pub copy_before_write: bool,
    /// Restrict bufferization to ops from these dialects.
    pub dialect_filter: Vec<String>,
    /// Test only: Annotate tensor IR with alias sets
    pub dump_alias_sets: bool,
    /// Controls layout maps when bufferizing function signatures.
    #[option(default = TypeConversion::InferLayoutMap)]
    pub function_boundary_type_conversion: TypeConversion,
    /// The memory space of an memref types must always be inferred. If unset, a default memory space of 0 is used otherwise.
    pub must_infer_memory_space: bool,
    /// Skip analysis of functions with these symbol names. Set copyBeforeWrite to true when bufferizing them.
    pub no_analysis_func_filter: Vec<String>,
    /// Test only: Annotate IR with RaW conflicts. Requires test-analysis-only.
    pub print_conflicts: bool,
    /// Test only: Only run inplaceability analysis and annotate IR
    pub test_analysis_only: bool,
    /// Controls layout maps for non-inferrable memref types.
    #[option(default = TypeConversion::FullyDynamicLayoutMap)]
    pub unknown_type_conversion: TypeConversion,
    /// Use the Tensor encoding attribute for the memory space. Exclusive to the 'must-infer-memory-space' option
    pub use_encoding_for_memory_space: bool,
}

impl OneShotBufferize {
    fn checked(&self, loc: Location, cx: &PassCx<'_>) -> Result<Options, Diagnostic> {
        let invalid =
            |what: &str| Err(Diagnostic::error(Location::UNKNOWN, format!("Invalid option: {what}")));
        if self.must_infer_memory_space && self.use_encoding_for_memory_space {
            let message = "only one of 'must-infer-memory-space' and 'use-encoding-for-memory-space' are allowed in one-shot-bufferize";
            return Err(Diagnostic::error(loc, message));
        }
        if self.unknown_type_conversion == TypeConversion::InferLayoutMap {
            return invalid("'infer-layout-map' is not a valid value for 'unknown-type-conversion'");
        }
        if self.print_conflicts && !self.test_analysis_only {
            return invalid("'print-conflicts' requires 'test-analysis-only'");
        }
        if self.dump_alias_sets && !self.test_analysis_only {
            return invalid("'dump-alias-sets' requires 'test-analysis-only'");
        }
        if self.copy_before_write && self.test_analysis_only {
            return invalid("'copy-before-write' cannot be used with 'test-analysis-only'");
        }
        if !self.no_analysis_func_filter.is_empty() && !self.bufferize_function_boundaries {
            return invalid("'no-analysis-func-filter' requires 'bufferize-function-boundaries'");
        }
        Ok(Options {
            allow_return_allocs_from_loops: self.allow_return_allocs_from_loops,
            allow_unknown_ops: self.allow_unknown_ops,
            fuzzer_seed: self.analysis_fuzzer_seed,
            heuristic: self.analysis_heuristic,
            function_boundaries: self.bufferize_function_boundaries,
            alignment: self.buffer_alignment,
            check_parallel_regions: self.check_parallel_regions,
            copy_before_write: self.copy_before_write,
            dialects: self.dialect_filter.clone(),
            dump_alias_sets: self.dump_alias_sets,
            function_types: self.function_boundary_type_conversion,
            memory_spaces: match (self.must_infer_memory_space, self.use_encoding_for_memory_space) {
                (true, _) => MemorySpaces::Inferred,
                (_, true) => MemorySpaces::Encoding,
                _ => MemorySpaces::Default,
            },
            not_analyzed: self.no_analysis_func_filter.clone(),
            print: cx.print_options().clone(),
            print_conflicts: self.print_conflicts,
            test_analysis_only: self.test_analysis_only,
            unknown_types: self.unknown_type_conversion,
        })
    }
}

impl BodyPass for OneShotBufferize {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let options = self.checked(body.loc(Op::SELF), cx)?;
        Ok(bufferize_module(body, &options)?)
    }
}
