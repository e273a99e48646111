//! Lowerings to the `emitc` dialect, by upstream's names: one for each source dialect, and `convert-to-emitc` for all at once.
//!
//! ```mlir
//! %0 = arith.addi %a, %b : i32
//! ```
//! becomes
//! ```mlir
//! %0 = emitc.cast %a : i32 to ui32
//! %1 = emitc.cast %b : i32 to ui32
//! %2 = emitc.add %0, %1 : (ui32, ui32) -> ui32
//! %3 = emitc.cast %2 : ui32 to i32
//! ```
//! Each works alone: where types do not meet, there are `builtin.unrealized_conversion_cast`s. An op of a source dialect that has no equivalent
//! is an error. Memory that is allocated is a pointer, which upstream does not make an array either: a cast stays, and the program has no text.

mod arith;
mod build;
mod driver;
mod func;
mod math;
mod memref;
mod passes;
mod scf;
mod shifts;
mod types;

use strata_pass::PassRegistry;

/// Registers the passes.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<passes::ConvertArithToEmitC>()
        .add::<passes::ConvertFuncToEmitC>()
        .add::<passes::ConvertMathToEmitC>()
        .add::<passes::ConvertMemRefToEmitC>()
        .add::<passes::ConvertScfToEmitC>()
        .add::<passes::ConvertToEmitC>();
}
