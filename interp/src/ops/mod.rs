//! The ops, one module for each dialect.

mod affine;
mod arith;
mod cf;
mod chlo;
mod elementwise;
mod func;
mod linalg;
mod math;
mod memref;
pub(crate) mod quant;
mod scf;
mod slices;
mod stablehlo;
mod tensor;
mod ub;
mod vector;

use crate::Interpreter;

pub(crate) use arith::attr_value as constant_value;
pub(crate) use memref::buffer_for;
pub(crate) use tensor::undefined;

/// Registers the ops of all dialects.
pub(crate) fn register_all(i: &mut Interpreter) {
    affine::register(i);
    arith::register(i);
    cf::register(i);
    chlo::register(i);
    func::register(i);
    linalg::register(i);
    math::register(i);
    memref::register(i);
    quant::register(i);
    scf::register(i);
    stablehlo::register(i);
    tensor::register(i);
    ub::register(i);
    vector::register(i);
}
