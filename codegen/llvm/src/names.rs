//! Names that a module may not define: those of functions that compiled code calls by itself.
//!
//! LLVM makes calls of `memcpy` and `sinf` where a module has copies and sines, and our lowering calls `free` and the runtime. A
//! function of the module with such a name would be called instead. Programs of higher levels cannot have one: their names
//! become others (`mangle-symbols`). Here it is an error, for modules that were of the `llvm` dialect from the start.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;

use crate::{
    error::Result,
    symbol_ops::{is_definition, refuse, symbol_name, symbols},
    symbols::allowed,
};

/// What the names of the runtime's functions begin with.
const RUNTIME: &str = "strata_rt_";
/// Functions that LLVM knows, and that the list of what code may call does not have.
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

/// Whether compiled code may call a function of this name by itself.
pub(crate) fn is_library(name: &str) -> bool {
    static NAMES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| library_names().into_iter().collect());
    name.starts_with(RUNTIME) || NAMES.contains(name)
}

/// The names of functions of the C library and of LLVM's helpers that compiled code may call by itself.
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
