//! Contractions: products of matrices with any layout, convolutions, and other sums of products.
//!
//! # Before
//! ```mlir
//! // 3 x 3 windows over an image of 58 x 58 pixels with 64 channels
//! linalg.generic {indexing_maps = [(y, x, o, i, ky, kx) -> (y + ky, x + kx, i), … -> (ky, kx, i, o), … -> (y, x, o)]}
//!   ins(%image, %kernel) outs(%result) { … arith.mulf … arith.addf … }
//! ```
//! # After
//! ```mlir
//! scf.for %y … { scf.for %x = 0 to 56 step 8 { scf.for %o = 0 to 64 step 32 {
//!   %sums:16 = scf.for %ky … iter_args(…) { scf.for %k … {   // kx and i are one loop
//!     // 2 vectors of the kernel, 8 numbers of the image, 16 vector.fma
//! ```
//! One parallel loop becomes the lanes, another one the rows of a tile of sums that stays in registers. One operand is loaded as vectors,
//! which all rows use. The other one is a scalar for each row, or a vector for each row where it has the lanes too (a depthwise
//! convolution). Addresses are linear in the loops, so buffers are read through one-dimensional views.

pub(crate) mod contraction_loops;
mod dot_product;
mod emit;
pub(crate) mod fused_fill;
mod gemv;
pub(crate) mod loop_nest;
mod micro_kernel;
mod plan;

use strata_ir::prelude::*;
use strata_passes_analysis::contraction;

use self::{
    contraction_loops::Contraction,
    loop_nest::Nest,
    plan::{Plan, Target},
};
use crate::structured_op;

/// Vectorises a contraction on static buffers.
pub(super) fn vectorize(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    // Register tiles of products of matrices have code of their own.
    if super::matmul::fits(body, op, vector_bits) {
        return false;
    }
    let Some(s) = structured_op::structured(body, op) else { return false };
    let Some(product) = contraction::product(body, &s).filter(|_| body.results(op).is_empty()) else {
        return false;
    };
    let elem = product.sum;
    let Some(bits) = body.cx().bit_width(elem).filter(|w| *w >= 8) else { return false };
    let narrow = |v: &Value| body.cx().bit_width(body.cx().elem_or_self(body.ty(*v))).is_some_and(|w| w >= 8);
    if !s.inputs.iter().all(narrow) {
        return false;
    }
    let Some(nest) = Nest::from_structured(body, &s) else { return false };
    let lanes = (vector_bits / bits).max(1) as i64;
    let registers = if vector_bits >= 512 { 32 } else { 16 };
    let target = Target { lanes, bytes: i64::from(bits / 8), registers };
    let Some((plan, form)) = form(&nest, target) else { return false };
    // Sums that are stored more than once start from what is there.
    let once = match form {
        Form::Tiles => plan.depth == nest.loops[plan.reductions[0]].size,
        Form::Sums(_) => true,
        Form::Stream => false,
    };
    let init = if once { fused_fill::take(body, op, s.outputs[0]) } else { None };
    let tiles = matches!(form, Form::Tiles) && once && init.is_none();
    let start = if tiles { fused_fill::take_conditional(body, op, s.outputs[0]) } else { None };
    // The payload goes with the op; what is left of it are the names of the casts.
    let casts = product.casts.map(|c| c.map(|op| body.info(op)));
    let mut b = Builder::before(body, op);
    let flat = s.operands().map(|v| loop_nest::flat(&mut b, v)).collect::<Option<SmallVec<[Value; 3]>>>();
    let Some(&[x, y, out]) = flat.as_deref() else { return false };
    let contraction =
        Contraction { nest: &nest, plan: &plan, buffers: [x, y, out], casts, elem, lanes, init, start };
    match form {
        Form::Tiles => contraction.emit(&mut b),
        Form::Sums(column) => contraction.emit_sums(&mut b, column),
        Form::Stream => contraction.emit_stream(&mut b),
    }
    true
}

/// The kind of loop nest of a contraction.
#[derive(Clone, Copy)]
enum Form {
    /// Register tiles whose lanes are neighbours in the result.
    Tiles,
    /// Register tiles whose lanes are summed, with the loop over columns.
    Sums(Option<usize>),
    /// One row after the other.
    Stream,
}

fn form(nest: &Nest, target: Target) -> Option<(Plan, Form)> {
    if let Some(plan) = Plan::choose(nest, target) {
        return Some((plan, Form::Tiles));
    }
    if let Some(plan) = gemv::plan(nest, target) {
        return Some((plan, Form::Stream));
    }
    dot_product::plan(nest, target).map(|(plan, column)| (plan, Form::Sums(column)))
}
