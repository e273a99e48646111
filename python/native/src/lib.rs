//! The module `strata._native`: what the Python package `strata` stands on.
//!
//! ```text
//! module ─► compile ─► executable ─► array        programs, on the driver
//! work                                            the border: no lock of Python, interrupts, panics
//! error                                           errors of the driver as exceptions
//! GetPjrtApi                                      the plugin, in the same library, so that LLVM is linked once
//! ```
//!
//! **Architecture invariant.** Work of the compiler and of programs runs without Python's lock; no panic leaves a function.

mod array;
mod compile;
mod error;
mod executable;
mod module;
mod signature;
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
    use crate::module::Module;
}
