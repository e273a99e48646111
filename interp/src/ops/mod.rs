//! The ops, one module for each dialect.

mod arith;
mod cf;
mod elementwise;
mod func;
mod math;
mod scf;
mod stablehlo;
mod ub;

use crate::Interpreter;

/// Registers the ops of all dialects.
pub(crate) fn register_all(i: &mut Interpreter) {
    arith::register(i);
    cf::register(i);
    func::register(i);
    math::register(i);
    scf::register(i);
    stablehlo::register(i);
    ub::register(i);
}
