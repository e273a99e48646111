//! The passes that upstream has, by its names: one for each source dialect, and `convert-to-llvm` for all at once.
//!
//! Each works alone: ops of other dialects stay, with `builtin.unrealized_conversion_cast` where types do not meet, for
//! `reconcile-unrealized-casts` to remove. An op that cannot be converted stays, too, which is no error.

use strata_ir::{
    prelude::*,
    rewrite::{GreedyConfig, PatternSet, RegionSimplification, rewrite_greedily},
};
use strata_pass::{BodyPass, PassCx, PassRegistry, PassResult, pass};

use crate::{
    arith::ARITH,
    complex,
    engine::{Dialect, Options},
    func::CF,
    func_upstream::FUNC,
    gpu_upstream,
    index::INDEX,
    math,
    memref::upstream::MEMREF,
    module::{FUNCTIONS, ToLlvm},
    target_features::TargetToTargetFeatures,
    target_layout::TargetToDataLayout,
    ub::UB,
    vector::VECTOR,
};

/// The dialects whose ops `convert-to-llvm` converts.
pub const ALL: [Dialect; 9] = [ARITH, CF, complex::UPSTREAM, FUNC, INDEX, math::UPSTREAM, MEMREF, UB, VECTOR];

/// The options of a conversion in upstream's form, where the width of `index` is that of the data layout if no option tells it.
fn layout_options(body: &Body, index_bitwidth: u32) -> Result<Options, Diagnostic> {
    match index_bitwidth {
        0 => options(body, strata_dlti::layout::index_bits(body).unwrap_or(0)),
        bits => options(body, bits),
    }
}

/// The options of a conversion in upstream's form.
pub(crate) fn options(body: &Body, index_bitwidth: u32) -> Result<Options, Diagnostic> {
    if index_bitwidth > 64 {
        let message =
            format!("index-bitwidth={index_bitwidth} is not supported: 'index' has at most 64 bits");
        return Err(Diagnostic::error(body.loc(Op::SELF), message));
    }
    Ok(Options { upstream: true, index_bits: index_bitwidth, ..Options::default() })
}

/// Converts the ops of these dialects.
pub(crate) fn convert(body: &mut Body, dialects: &[Dialect], options: Options) -> PassResult {
    let conversion = ToLlvm { dialects, functions: &[], blocks: false, full: false, folds: true, options };
    Ok(conversion.run(body)?)
}

macro_rules! dialect_passes {
    ($($(#[$meta:meta])* $pass:ident = $name:literal, $dialect:expr;)*) => {$(
        $(#[$meta])*
        #[pass(name = $name, on = "builtin.module", produces = [llvm])]
        pub struct $pass {
            /// Bitwidth of the index type, 0 to use size of machine word
            pub index_bitwidth: u32,
        }

        impl BodyPass for $pass {
            fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
                let options = options(body, self.index_bitwidth)?;
                convert(body, &[$dialect], options)
            }
        }
    )*};
}

dialect_passes! {
    /// Convert Arith dialect to LLVM dialect.
    ConvertArithToLlvm = "convert-arith-to-llvm", ARITH;
    /// Lower the `index` dialect to the `llvm` dialect.
    ConvertIndexToLlvm = "convert-index-to-llvm", INDEX;
    /// Convert UB dialect to LLVM dialect.
    ConvertUbToLlvm = "convert-ub-to-llvm", UB;
}

/// Convert Math dialect to LLVM dialect.
#[pass(name = "convert-math-to-llvm", on = "builtin.module", produces = [llvm])]
pub struct ConvertMathToLlvm {
    /// Enable approximation of Log1p
    #[option(default = true)]
    pub approximate_log1p: bool,
}

impl BodyPass for ConvertMathToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let options = Options { approximate_log1p: self.approximate_log1p, ..options(body, 0)? };
        convert(body, &[math::UPSTREAM], options)
    }
}

/// Convert Complex dialect to LLVM dialect.
#[pass(name = "convert-complex-to-llvm", on = "builtin.module", produces = [llvm])]
pub struct ConvertComplexToLlvm {
    /// Control the intermediate calculation of complex number division
    #[option(default = String::from("basic"))]
    pub complex_range: String,
}

impl BodyPass for ConvertComplexToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        if !matches!(self.complex_range.as_str(), "basic" | "none") {
            let message = format!("complex-range={} is not supported: 'basic' or 'none'", self.complex_range);
            return Err(Diagnostic::error(body.loc(Op::SELF), message).into());
        }
        let options = options(body, 0)?;
        convert(body, &[complex::UPSTREAM], options)?;
        let left = remaining(body, "complex");
        if left.is_empty() { Ok(()) } else { Err(left.into()) }
    }
}

/// An error for each op of a dialect in a body and its children.
fn remaining(body: &Body, dialect: &str) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let mut todo = vec![body];
    while let Some(body) = todo.pop() {
        for op in body.all_ops().into_iter().filter(|&op| body.info(op).dialect() == dialect) {
            let name = body.op_name(op);
            let message = format!("failed to legalize operation '{name}' that was explicitly marked illegal");
            out.push(Diagnostic::error(body.loc(op), message));
        }
        todo.extend(body.children().map(|(_, child)| child));
    }
    out
}

/// Convert ControlFlow operations to the LLVM dialect.
#[pass(name = "convert-cf-to-llvm", on = "builtin.module", produces = [llvm])]
pub struct ConvertCfToLlvm {
    /// Bitwidth of the index type, 0 to use size of machine word
    pub index_bitwidth: u32,
}

impl BodyPass for ConvertCfToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let options = options(body, self.index_bitwidth)?;
        let conversion =
            ToLlvm { dialects: &[CF], functions: &[], blocks: true, full: false, folds: false, options };
        Ok(conversion.run(body)?)
    }
}

/// Finalize MemRef dialect to LLVM dialect conversion.
#[pass(name = "finalize-memref-to-llvm", on = "builtin.module", produces = [llvm])]
pub struct FinalizeMemrefToLlvm {
    /// Use aligned_alloc in place of malloc for heap allocations
    pub use_aligned_alloc: bool,
    /// Bitwidth of the index type, 0 to use size of machine word
    pub index_bitwidth: u32,
    /// Use generic allocation and deallocation functions instead of the classic 'malloc', 'aligned_alloc' and 'free' functions
    pub use_generic_functions: bool,
}

impl BodyPass for FinalizeMemrefToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let options = Options {
            aligned_alloc: self.use_aligned_alloc,
            generic_functions: self.use_generic_functions,
            ..layout_options(body, self.index_bitwidth)?
        };
        convert(body, &[MEMREF], options)
    }
}

/// Applies patterns, folds and unites constants in a body and its children.
pub(crate) fn simplify(body: &mut Body, patterns: &PatternSet) {
    rewrite_greedily(
        body,
        patterns,
        &GreedyConfig {
            regions: RegionSimplification::Aggressive,
            canonicalize: false,
            top_down: false,
            visit_created: true,
            ..GreedyConfig::default()
        },
    );
    let children: Vec<Op> = body.children().map(|(op, _)| op).collect();
    for op in children {
        if let Some(mut child) = body.take_child(op) {
            simplify(&mut child, patterns);
            body.put_child(op, child);
        }
    }
}

/// Convert from the Func dialect to the LLVM dialect.
#[pass(name = "convert-func-to-llvm", on = "builtin.module", produces = [llvm])]
pub struct ConvertFuncToLlvm {
    /// Replace FuncOp's MemRef arguments with bare pointers to the MemRef element types
    pub use_bare_ptr_memref_call_conv: bool,
    /// Bitwidth of the index type, 0 to use size of machine word
    pub index_bitwidth: u32,
}

impl BodyPass for ConvertFuncToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let options = Options {
            bare_ptr: self.use_bare_ptr_memref_call_conv,
            ..layout_options(body, self.index_bitwidth)?
        };
        let conversion = ToLlvm {
            dialects: &[FUNC],
            functions: &FUNCTIONS,
            blocks: false,
            full: false,
            folds: true,
            options,
        };
        Ok(conversion.run(body)?)
    }
}

/// Convert to LLVM via dialect interfaces found in the input IR.
#[pass(name = "convert-to-llvm", on = "builtin.module", produces = [llvm])]
pub struct ConvertToLlvm {
    /// Test conversion patterns of only the specified dialects
    pub filter_dialects: Vec<String>,
    /// Use op conversion attributes to configure the conversion
    pub dynamic: bool,
}

impl BodyPass for ConvertToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let options = Options { approximate_log1p: true, ..options(body, 0)? };
        let wanted = |d: &&Dialect| {
            self.filter_dialects.is_empty() || self.filter_dialects.iter().any(|n| n == d.name)
        };
        let dialects: Vec<Dialect> = ALL.iter().filter(wanted).copied().collect();
        let has = |name: &str| dialects.iter().any(|d| d.name == name);
        let functions: &[_] = if has("func") { &FUNCTIONS } else { &[] };
        let conversion =
            ToLlvm { dialects: &dialects, functions, blocks: has("cf"), full: false, folds: true, options };
        Ok(conversion.run(body)?)
    }
}

/// Convert GPU dialect to LLVM dialect with GPU runtime calls.
#[pass(name = "gpu-to-llvm", class = "GpuToLLVMConversionPass", on = "builtin.module", produces = [llvm])]
pub struct GpuToLlvm {
    /// Use bare pointers to pass memref arguments to host functions. All memrefs must have static shape.
    pub use_bare_pointers_for_host: bool,
    /// Use bare pointers to pass memref arguments to kernels. The kernel must use the same setting for this option.
    pub use_bare_pointers_for_kernels: bool,
    /// Inserts a size_t argument following each memref argument, containing the static size in bytes of the buffer. Incompatible arguments are rejected. This is intended for use by the Vulkan runtime with the kernel bare pointer calling convention, to enable dynamic binding of buffers as arguments without static type info.
    pub intersperse_sizes_for_kernels: bool,
}

impl BodyPass for GpuToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let options = Options {
            approximate_log1p: true,
            bare_ptr: self.use_bare_pointers_for_host,
            kernel_bare_ptr: self.use_bare_pointers_for_kernels,
            kernel_sizes: self.intersperse_sizes_for_kernels,
            required: &["gpu.launch_func"],
            extra_types: Some(gpu_upstream::token_types),
            ..options(body, 0)?
        };
        simplify(body, &PatternSet::default());
        let dialects = [&ALL[..], &[gpu_upstream::GPU]].concat();
        let conversion = ToLlvm {
            dialects: &dialects,
            functions: &FUNCTIONS,
            blocks: true,
            full: false,
            folds: true,
            options,
        };
        Ok(conversion.run(body)?)
    }
}

/// Registers the passes.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<ConvertArithToLlvm>()
        .add::<ConvertMathToLlvm>()
        .add::<ConvertComplexToLlvm>()
        .add::<ConvertCfToLlvm>()
        .add::<ConvertFuncToLlvm>()
        .add::<ConvertIndexToLlvm>()
        .add::<ConvertUbToLlvm>()
        .add::<FinalizeMemrefToLlvm>()
        .add::<ConvertToLlvm>()
        .add::<GpuToLlvm>()
        .add::<TargetToDataLayout>()
        .add::<TargetToTargetFeatures>();
}
