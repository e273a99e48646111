//! The options of `one-shot-bufferize`, as the analysis and the rules read them.

use strata_ir::{prelude::*, text::PrintOptions};
use strata_pass::option_enum;

use super::layouts;

option_enum! {
    /// The layout of buffers that nothing determines.
    pub enum TypeConversion {
        /// No layout for what this function makes, any for what it gets.
        InferLayoutMap = "infer-layout-map",
        /// Row-major.
        IdentityLayoutMap = "identity-layout-map",
        /// Strides and offset that are known at run time.
        FullyDynamicLayoutMap = "fully-dynamic-layout-map",
    }
}

option_enum! {
    /// The order in which ops are analyzed: those that come first are more often in place.
    pub enum Heuristic {
        /// The last op first.
        BottomUp = "bottom-up",
        /// The first op first.
        TopDown = "top-down",
        /// Terminators and what they depend on first, the last of them first.
        BottomUpFromTerminators = "bottom-up-from-terminators",
        /// At random, by the seed.
        Fuzzer = "fuzzer",
    }
}

/// Where the memory space of a buffer comes from when its op does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemorySpaces {
    /// The default one.
    Default,
    /// It must be inferred.
    Inferred,
    /// The encoding of the tensor type.
    Encoding,
}

/// The options.
#[derive(Clone, Debug)]
pub struct Options {
    /// Loops may return buffers that they allocate.
    pub allow_return_allocs_from_loops: bool,
    /// Ops without a rule stay, between casts.
    pub allow_unknown_ops: bool,
    /// The seed of [`Heuristic::Fuzzer`].
    pub fuzzer_seed: u32,
    /// The order of the analysis.
    pub heuristic: Heuristic,
    /// Functions, calls and returns are bufferized too.
    pub function_boundaries: bool,
    /// The alignment of new buffers; 0 is none.
    pub alignment: u64,
    /// Iterations of parallel loops do not share what they write.
    pub check_parallel_regions: bool,
    /// Every write is to a copy; there is no analysis.
    pub copy_before_write: bool,
    /// Only ops of these dialects are bufferized; of all if empty.
    pub dialects: Vec<String>,
    /// Ops are annotated with their alias sets.
    pub dump_alias_sets: bool,
    /// Layouts of arguments and results of functions.
    pub function_types: TypeConversion,
    /// Memory spaces.
    pub memory_spaces: MemorySpaces,
    /// Functions that are not analyzed.
    pub not_analyzed: Vec<String>,
    /// How values are named in annotations.
    pub print: PrintOptions,
    /// Ops are annotated with their conflicts.
    pub print_conflicts: bool,
    /// The result of the analysis is written to the ops, and nothing else is changed.
    pub test_analysis_only: bool,
    /// Layouts where nothing determines them.
    pub unknown_types: TypeConversion,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            allow_return_allocs_from_loops: false,
            allow_unknown_ops: false,
            fuzzer_seed: 0,
            heuristic: Heuristic::BottomUp,
            function_boundaries: false,
            alignment: 64,
            check_parallel_regions: true,
            copy_before_write: false,
            dialects: Vec::new(),
            dump_alias_sets: false,
            function_types: TypeConversion::InferLayoutMap,
            memory_spaces: MemorySpaces::Default,
            not_analyzed: Vec::new(),
            print: PrintOptions::default(),
            print_conflicts: false,
            test_analysis_only: false,
            unknown_types: TypeConversion::FullyDynamicLayoutMap,
        }
    }
}

impl Options {
    /// The memory space of the buffer of a tensor; `None` if it cannot be told.
    pub fn memory_space(&self, cx: &Context, tensor: Type) -> Option<Option<Attr>> {
        match self.memory_spaces {
            MemorySpaces::Default => Some(None),
            MemorySpaces::Inferred => None,
            MemorySpaces::Encoding => Some(cx.type_as::<TensorType>(tensor).and_then(|t| t.encoding)),
        }
    }
    /// The type of a buffer that nothing else determines.
    pub fn unknown_type(&self, cx: &Context, tensor: Type, space: Option<Attr>) -> Type {
        match self.unknown_types {
            TypeConversion::IdentityLayoutMap => layouts::identity(cx, tensor, space),
            _ => layouts::fully_dynamic(cx, tensor, space),
        }
    }
    /// The type of an argument or result of a function, before results are given the layouts that they have.
    pub fn boundary_type(&self, cx: &Context, tensor: Type, space: Option<Attr>) -> Type {
        match self.function_types {
            TypeConversion::IdentityLayoutMap => layouts::identity(cx, tensor, space),
            _ => layouts::fully_dynamic(cx, tensor, space),
        }
    }
    /// Whether results of functions get the layouts that the returned buffers have.
    pub fn infers_result_layouts(&self) -> bool {
        self.function_types == TypeConversion::InferLayoutMap
    }
}
