//! The passes: one for each source dialect, under MLIR's names, and `convert-to-llvm` for all at once.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassRegistry, PassResult, pass};

use crate::{
    amx::{AMX, tile_types},
    arith::ARITH,
    complex::COMPLEX,
    engine::{Dialect, Options},
    func::{CF, FUNC},
    gpu::{GPU, NVGPU, host_types},
    math::MATH,
    memref::MEMREF,
    module::{FUNCTIONS, ToLlvm},
    ub::UB,
    vector::VECTOR,
};

/// All source dialects.
pub const ALL: [Dialect; 11] = [AMX, ARITH, CF, COMPLEX, FUNC, GPU, MATH, MEMREF, NVGPU, UB, VECTOR];

macro_rules! dialect_passes {
    ($(
        $(#[$meta:meta])* $pass:ident = $name:literal, $dialect:ident, blocks: $blocks:literal;
    )*) => {$(
        $(#[$meta])*
        #[pass(name = $name, on = "builtin.module", produces = [llvm])]
        pub struct $pass {
            /// Bitwidth of the index type, 0 or 64 to use the size of a machine word
            pub index_bitwidth: u32,
        }

        impl BodyPass for $pass {
            fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
                check_index(body, self.index_bitwidth)?;
                let conversion = ToLlvm {
                    dialects: &[$dialect],
                    functions: &[],
                    blocks: $blocks,
                    full: false,
                    options: Options::default(),
                };
                Ok(conversion.run(body)?)
            }
        }
    )*};
}

/// Checks the width of `index`; only one is supported.
fn check_index(body: &Body, bits: u32) -> Result<(), Diagnostic> {
    if matches!(bits, 0 | 64) {
        return Ok(());
    }
    let message = format!("index-bitwidth={bits} is not supported: 'index' has 64 bits");
    Err(Diagnostic::error(body.loc(Op::SELF), message))
}

dialect_passes! {
    /// Convert Arith dialect to LLVM dialect.
    ConvertArithToLlvm = "convert-arith-to-llvm", ARITH, blocks: false;
    /// Convert Math dialect to LLVM dialect.
    ConvertMathToLlvm = "convert-math-to-llvm", MATH, blocks: false;
    /// Convert Complex dialect to LLVM dialect.
    ConvertComplexToLlvm = "convert-complex-to-llvm", COMPLEX, blocks: false;
    /// Convert ControlFlow operations to the LLVM dialect.
    ConvertCfToLlvm = "convert-cf-to-llvm", CF, blocks: true;
    /// Convert UB dialect to LLVM dialect.
    ConvertUbToLlvm = "convert-ub-to-llvm", UB, blocks: true;
    /// Finalize MemRef dialect to LLVM dialect.
    FinalizeMemrefToLlvm = "finalize-memref-to-llvm", MEMREF, blocks: false;
}

/// Lower the operations from the vector dialect into the LLVM dialect.
#[pass(name = "convert-vector-to-llvm", on = "builtin.module", produces = [llvm])]
pub struct ConvertVectorToLlvm {
    /// Allows llvm to reassociate floating-point reductions for speed
    pub reassociate_fp_reductions: bool,
    /// Enables the use of AMX dialect while lowering the vector dialect
    pub enable_amx: bool,
}

impl BodyPass for ConvertVectorToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let options = Options {
            reassociate_reductions: self.reassociate_fp_reductions,
            extra_types: self.enable_amx.then_some(tile_types),
            ..Options::default()
        };
        let dialects: &[Dialect] = if self.enable_amx { &[VECTOR, AMX] } else { &[VECTOR] };
        let conversion = ToLlvm { dialects, functions: &[], blocks: false, full: false, options };
        Ok(conversion.run(body)?)
    }
}

/// Convert from the Func dialect to the LLVM dialect.
#[pass(name = "convert-func-to-llvm", on = "builtin.module", produces = [llvm])]
pub struct ConvertFuncToLlvm {
    /// Replace FuncOp's MemRef arguments with bare pointers to the MemRef element types
    pub use_bare_ptr_memref_call_conv: bool,
    /// Bitwidth of the index type, 0 or 64 to use the size of a machine word
    pub index_bitwidth: u32,
}

impl BodyPass for ConvertFuncToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        check_index(body, self.index_bitwidth)?;
        let options = Options { bare_ptr: self.use_bare_ptr_memref_call_conv, ..Options::default() };
        let conversion =
            ToLlvm { dialects: &[FUNC], functions: &FUNCTIONS, blocks: false, full: false, options };
        Ok(conversion.run(body)?)
    }
}

/// Convert to LLVM via dialect interfaces found in the input IR.
///
/// All ops are converted in one walk; an op that cannot be converted is an error.
#[pass(name = "convert-to-llvm", on = "builtin.module", produces = [llvm])]
pub struct ConvertToLlvm {
    /// Pass memrefs of static shape and identity layout as one pointer
    pub use_bare_ptr_memref_call_conv: bool,
    /// Mark pointer arguments as not aliasing and as aligned to 64 bytes
    pub annotate_pointers: bool,
    /// Give private functions internal linkage
    pub internalize: bool,
    /// Allows llvm to reassociate floating-point reductions for speed
    pub reassociate_fp_reductions: bool,
    /// Let failed assertions tell the runtime and return, instead of ending the process
    pub report_assertions: bool,
    /// Round vector.fma twice: for targets without the instruction, where it would be a call for each element
    pub expand_fma: bool,
}

impl BodyPass for ConvertToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(convert_to_llvm(body, self)?)
    }
}

/// Converts a module as [`ConvertToLlvm`] does.
///
/// # Errors
/// One diagnostic for each op that cannot be converted.
pub fn convert_to_llvm(module: &mut Body, pass: &ConvertToLlvm) -> Result<(), Vec<Diagnostic>> {
    let options = Options {
        bare_ptr: pass.use_bare_ptr_memref_call_conv,
        annotate_pointers: pass.annotate_pointers,
        internalize: pass.internalize,
        reassociate_reductions: pass.reassociate_fp_reductions,
        report_assertions: pass.report_assertions,
        expand_fma: pass.expand_fma,
        extra_types: Some(|cx, ty| tile_types(cx, ty).or_else(|| host_types(cx, ty))),
    };
    ToLlvm { dialects: &ALL, functions: &FUNCTIONS, blocks: true, full: true, options }.run(module)
}

/// Registers the passes of this crate.
pub fn register_passes(registry: &mut PassRegistry) {
    registry
        .add::<ConvertArithToLlvm>()
        .add::<ConvertMathToLlvm>()
        .add::<ConvertComplexToLlvm>()
        .add::<ConvertCfToLlvm>()
        .add::<ConvertFuncToLlvm>()
        .add::<ConvertUbToLlvm>()
        .add::<ConvertVectorToLlvm>()
        .add::<FinalizeMemrefToLlvm>()
        .add::<ConvertToLlvm>()
        .add::<crate::scope::ConvertAllocaScope>()
        .add::<crate::bf16_products::Bf16DotProducts>()
        .add::<crate::runtime::EmitRuntimeCalls>()
        .add::<crate::entry::EmitEntry>()
        .add::<crate::names::MangleSymbols>();
}
