//! `convert-program-to-llvm`: all dialects at once, as the pipelines of this project use it.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassRegistry, PassResult, pass};

use crate::{
    amx::{AMX, tile_types},
    arith::ARITH,
    arm_neon::ARM_NEON,
    complex::COMPLEX,
    engine::{Dialect, Options},
    func::{CF, FUNC},
    gpu::{GPU, NVGPU, host_types},
    index::INDEX,
    math::MATH,
    memref::MEMREF,
    module::{FUNCTIONS, ToLlvm},
    ub::UB,
    vector::VECTOR,
    x86vector::X86VECTOR,
};

/// All source dialects.
pub const ALL: [Dialect; 14] =
    [AMX, ARITH, ARM_NEON, CF, COMPLEX, FUNC, GPU, INDEX, MATH, MEMREF, NVGPU, UB, VECTOR, X86VECTOR];

/// Convert a program of all dialects to the LLVM dialect, for the runtime of this project.
///
/// All ops are converted in one walk; an op that cannot be converted is an error.
#[pass(name = "convert-program-to-llvm", on = "builtin.module", produces = [llvm])]
pub struct ConvertProgramToLlvm {
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
    /// Compute math.rsqrt of 16 numbers of f32 from the estimates of AVX-512
    pub rsqrt_estimates: bool,
    /// Compute arith.maximumf and arith.minimumf of f32 and f64 by comparisons: for targets without instructions for them
    pub expand_extrema: bool,
}

impl BodyPass for ConvertProgramToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(convert_program_to_llvm(body, self)?)
    }
}

/// Converts a module as [`ConvertProgramToLlvm`] does.
///
/// # Errors
/// One diagnostic for each op that cannot be converted.
pub fn convert_program_to_llvm(
    module: &mut Body,
    pass: &ConvertProgramToLlvm,
) -> Result<(), Vec<Diagnostic>> {
    let options = Options {
        bare_ptr: pass.use_bare_ptr_memref_call_conv,
        annotate_pointers: pass.annotate_pointers,
        internalize: pass.internalize,
        reassociate_reductions: pass.reassociate_fp_reductions,
        report_assertions: pass.report_assertions,
        expand_fma: pass.expand_fma,
        rsqrt_estimates: pass.rsqrt_estimates,
        expand_extrema: pass.expand_extrema,
        extra_types: Some(|cx, ty| tile_types(cx, ty).or_else(|| host_types(cx, ty))),
        ..Options::default()
    };
    ToLlvm { dialects: &ALL, functions: &FUNCTIONS, blocks: true, full: true, folds: false, options }
        .run(module)
}

/// Registers the passes of this crate.
pub fn register_passes(registry: &mut PassRegistry) {
    crate::upstream::register(registry);
    registry
        .add::<crate::vector_upstream::ConvertVectorToLlvm>()
        .add::<crate::legalize_for_export::LegalizeForExport>()
        .add::<crate::debug_scopes::EnsureDebugScopes>()
        .add::<crate::host::LowerHostToLlvm>()
        .add::<crate::linkage::AddComdats>()
        .add::<crate::linkage::UseDefaultVisibility>()
        .add::<crate::request_c_wrappers::RequestCWrappers>()
        .add::<crate::request_c_wrappers::SetModuleDataLayout>()
        .add::<ConvertProgramToLlvm>()
        .add::<crate::scope::ConvertAllocaScope>()
        .add::<crate::bf16_products::Bf16DotProducts>()
        .add::<crate::floats_as_integers::FloatsAsIntegers>()
        .add::<crate::runtime::EmitRuntimeCalls>()
        .add::<crate::entry::EmitEntry>()
        .add::<crate::names::MangleSymbols>();
}
