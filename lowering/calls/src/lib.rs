//! Lowerings of ops to calls: of the C library, and of functions that are written out in the module.
//!
//! - [`callees`] is what they share: the walk over the functions of each symbol table, and the functions that the calls need.
//! - An op on vectors is one on each element first ([`elements`]).

mod callees;
mod elements;
mod functions;
mod libm;

pub use functions::ConvertMathToFuncs;
pub use libm::{ConvertComplexToLibm, ConvertMathToLibm};

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry.add::<ConvertComplexToLibm>().add::<ConvertMathToFuncs>().add::<ConvertMathToLibm>();
}
