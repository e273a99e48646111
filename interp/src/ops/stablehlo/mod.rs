//! `stablehlo`: the ops of tensor programs. Every op follows its specification, and XLA on CPU where that leaves the
//! result open.

mod contraction;
mod control;
mod elementwise;
mod gather;
mod linear;
mod norm;
mod random;
mod reduce;
mod region;
mod shape;
mod slice;
mod sort;
mod structural;
mod window;

use crate::Interpreter;

pub(crate) fn register(i: &mut Interpreter) {
    contraction::register(i);
    control::register(i);
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
    window::register(i);
}

pub(crate) use contraction::Ring;
pub(crate) use shape::{broadcast, concatenate};
pub(crate) use slice::{padded, padded_shape};
pub(crate) use sort::merge_sort;
