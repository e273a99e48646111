//! Reserved names, which a module must not define: those of functions that compiled code calls implicitly.
//!
//! LLVM emits calls of `memcpy` and `sinf` for copies and sines, and the lowering emits calls of `free` and of the runtime. A function of
//! the module with such a name would be called instead. Programs of higher levels cannot have one, as their symbols are renamed
//! (`mangle-symbols`). Here it is an error, for modules that are written in the `llvm` dialect.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;

use crate::{
    error::Result,
    symbol_ops::{is_definition, refuse, symbol_name, symbols},
    symbols::allowed,
};

/// The prefix of the runtime's functions.
const RUNTIME: &str = "strata_rt_";
/// Functions known to LLVM that are not in the list of callable functions.
const MORE: [&str; 26] = [
    "bcmp",
    "bzero",
    "exp10",
    "exp10f",
    "fdim",
    "fdimf",
    "fmaximum_num",
    "fmaximum_numf",
    "fminimum_num",
    "fminimum_numf",
    "frexp",
    "frexpf",
    "llrint",
    "llrintf",
    "llround",
    "llroundf",
    "lrint",
    "lrintf",
    "lround",
    "lroundf",
    "modf",
    "modff",
    "strlen",
    "__assertfail",
    "__stack_chk_fail",
    "vprintf",
];

/// Whether compiled code may call a function of this name implicitly.
pub(crate) fn is_library(name: &str) -> bool {
    static NAMES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| library_names().into_iter().collect());
    name.starts_with(RUNTIME) || NAMES.contains(name)
}

/// The names of functions of the C library and of LLVM's helpers that compiled code may call implicitly.
#[must_use]
pub fn library_names() -> Vec<&'static str> {
    allowed().into_iter().map(|s| s.0).chain(MORE).collect()
}

/// Checks that a module for a CPU defines no such function, and no intrinsic.
pub(crate) fn check(module: &Body) -> Result<()> {
    for op in symbols(module) {
        let Some(name) = symbol_name(module, op).map(|name| module.cx().str(name)) else { continue };
        if (is_library(name) || name.starts_with("llvm.")) && is_definition(module, op) {
            let why = format!(
                "defines '{name}', which is the name of a function that compiled code calls by itself"
            );
            return Err(refuse(module, op, &why));
        }
        if name.contains('\0') {
            return Err(refuse(module, op, "has a name with a NUL character, which no object file can have"));
        }
    }
    Ok(())
}
