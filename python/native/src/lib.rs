//! The module `strata._native`: what the Python package `strata` stands on.
//!
//! ```text
//! module ─► compile ─► executable ─► array        programs, on the driver
//!        ─► ir, code, validate       times        what they are made of, and how they run
//! tools                                           the commands of the wheel
//! work                                            the border: no lock of Python, interrupts, panics
//! error                                           errors of the driver as exceptions
//! GetPjrtApi                                      the plugin, in the same library, so that LLVM is linked once
//! ```
//!
//! **Architecture invariant.** Work of the compiler and of programs runs without Python's lock; no panic leaves a function.

mod array;
mod code;
mod compile;
mod error;
mod executable;
mod ir;
mod module;
mod profile;
mod signature;
mod times;
mod tools;
mod validate;
mod work;

use pyo3::pymodule;
/// The entry point of the plugin, which this library exports, too.
pub use strata_pjrt::GetPjrtApi;

/// The compiled part of the package `strata`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::executable::Executable;
    #[pymodule_export]
    use crate::ir::{Attribute, Block, Location, Operation, Region, Type, Value};
    #[pymodule_export]
    use crate::module::Module;
    #[pymodule_export]
    use crate::tools::run_tool;
}
