//! Lowerings of ops to calls: of the C library, of a library of floats, and of functions that are written out in the module.
//!
//! - `callees` is what they share: the walk over the functions of each symbol table, and the functions that the calls need.
//! - An op on vectors is one on each element first (`elements`).

mod apfloat;
mod callees;
mod elements;
mod functions;
mod libm;

pub use apfloat::{ConvertArithToApfloat, ConvertMathToApfloat, number as format_number};
pub use functions::ConvertMathToFuncs;
pub use libm::{ConvertComplexToLibm, ConvertMathToLibm};

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<ConvertArithToApfloat>()
        .add::<ConvertComplexToLibm>()
        .add::<ConvertMathToApfloat>()
        .add::<ConvertMathToFuncs>()
        .add::<ConvertMathToLibm>();
}
