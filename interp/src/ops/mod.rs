//! The ops, one module for each dialect.

mod affine;
pub(crate) mod arith;
mod cf;
mod check;
mod chlo;
mod chlo_broadcast;
mod complex;
pub(crate) mod elementwise;
mod func;
mod linalg;
mod math;
mod memref;
pub(crate) mod quant;
mod ragged_dot;
mod scan;
mod scf;
mod slices;
pub(crate) mod stablehlo;
mod tensor;
mod ub;
mod vector;

use crate::Interpreter;

pub(crate) use arith::attr_value as constant_value;

/// Registers the ops of all dialects.
pub(crate) fn register_all(i: &mut Interpreter) {
    affine::register(i);
    arith::register(i);
    cf::register(i);
    check::register(i);
    chlo::register(i);
    chlo_broadcast::register(i);
    complex::register(i);
    func::register(i);
    linalg::register(i);
    math::register(i);
    memref::register(i);
    quant::register(i);
    ragged_dot::register(i);
    scan::register(i);
    scf::register(i);
    stablehlo::register(i);
    tensor::register(i);
    ub::register(i);
    vector::register(i);
}
