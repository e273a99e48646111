//! The ops, one module for each dialect.

mod affine;
mod amx;
pub(crate) mod arith;
mod atomic;
mod cf;
mod check;
mod chlo;
mod chlo_broadcast;
mod combine;
mod complex;
mod dma;
pub(crate) mod elementwise;
mod func;
mod index;
mod linalg;
mod linalg_relayout;
mod linalg_softmax;
mod math;
mod memref;
pub(crate) mod quant;
mod ragged_dot;
mod scan;
mod scf;
mod sdy;
mod shape;
mod slices;
pub(crate) mod stablehlo;
mod tensor;
mod tensor_gather;
mod ub;
mod vector;
mod vector_lanes;
mod vector_memory;
mod winograd;

use crate::Interpreter;

pub(crate) use arith::attr_value as constant_value;
pub(crate) use dma::Transfer;
pub(crate) use vector_lanes::Masking;

/// Registers the ops of all dialects.
pub(crate) fn register_all(i: &mut Interpreter) {
    affine::register(i);
    amx::register(i);
    arith::register(i);
    atomic::register(i);
    cf::register(i);
    check::register(i);
    chlo::register(i);
    chlo_broadcast::register(i);
    complex::register(i);
    dma::register(i);
    func::register(i);
    linalg::register(i);
    linalg_relayout::register(i);
    linalg_softmax::register(i);
    math::register(i);
    memref::register(i);
    quant::register(i);
    ragged_dot::register(i);
    scan::register(i);
    scf::register(i);
    sdy::register(i);
    shape::register(i);
    stablehlo::register(i);
    tensor::register(i);
    tensor_gather::register(i);
    index::register(i);
    ub::register(i);
    vector::register(i);
    vector_lanes::register(i);
    vector_memory::register(i);
    winograd::register(i);
}
