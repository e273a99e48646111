//! `stablehlo`: the ops of tensor programs. Every op follows its specification, and XLA on CPU where that leaves the
//! result open.

mod approx_top_k;
mod collective;
mod contraction;
mod control;
mod custom_call;
mod einsum;
mod elementwise;
mod gather;
mod lapack;
mod linear;
mod norm;
mod random;
mod reduce;
mod region;
mod shape;
mod slice;
mod sort;
mod structural;
mod transfer;
mod window;
mod xla_call;

use crate::Interpreter;

pub(crate) fn register(i: &mut Interpreter) {
    collective::register(i);
    contraction::register(i);
    control::register(i);
    custom_call::register(i);
    einsum::register(i);
    elementwise::register(i);
    gather::register(i);
    linear::register(i);
    norm::register(i);
    random::register(i);
    reduce::register(i);
    shape::register(i);
    slice::register(i);
    sort::register(i);
    structural::register(i);
    transfer::register(i);
    window::register(i);
}

pub(crate) use collective::meet_group;
pub(crate) use contraction::{Ring, dot_of};
pub(crate) use elementwise::{BINARY, UNARY};
pub(crate) use shape::{broadcast, concatenate};
pub(crate) use slice::{padded, padded_shape};
pub(crate) use sort::merge_sort;
