//! Programs of the `emitc` dialect as C and C++.
//!
//! ```text
//! emitc.func @f(%a: i32) -> i32 {            int32_t f(int32_t v1) {
//!   %0 = add %a, %a : (i32, i32) -> i32  ──►   int32_t v2 = v1 + v1;
//!   return %0 : i32                            return v2;
//! }                                          }
//! ```
//! Ops of `func` and branches of `cf` are written too. The text is that of `mlir-translate --mlir-to-cpp`, except where that is wrong C: a
//! declaration of a `func.func` is a prototype, and what a dereferenced pointer leads to is in parentheses.
//!
//! **Architecture invariant:** an op that has no text is a diagnostic with its name and place; nothing is left out.

use strata_ir::prelude::*;

mod attrs;
mod control;
mod emitter;
mod expression;
mod function;
mod ops;
mod types;

/// How a program is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// All variables of a function are declared where it begins, as functions with branches need it.
    pub declare_variables_at_top: bool,
    /// The `emitc.file` that is written too.
    pub file_id: Option<String>,
}

/// The text of a module.
///
/// # Errors
/// The first op that has no text in C.
pub fn to_cpp(module: &Body, options: &Options) -> Result<String, Diagnostic> {
    let mut emitter = emitter::Emitter::new(options);
    emitter.module(module)?;
    Ok(emitter.out)
}
