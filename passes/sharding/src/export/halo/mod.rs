//! Ops that move elements along divided dimensions: windows, slices, paddings, reversals and concatenations.
//!
//! Each device computes its part of the result from an interval of the operand, which begins where its place says. What it does not have
//! comes from the devices that have it, and what is outside of the tensor is filled, so that the op computes on parts with other paddings.
//! - [`plan`]: the intervals that an op needs where one of its factors is divided, and its attributes on parts.
//! - [`route`]: which part of an interval comes from where.
//! - [`cost`]: whether that is less than to gather the dimension.
//! - [`exchange`]: the ops that bring an interval together.
//! - [`tensors`]: how the tensors of an op are divided.
//! - [`rotate`]: rotations in a form that can be exchanged.
//! - [`resolve`]: the pass, which makes an op and its exchanges a computation by hand.

mod cost;
mod exchange;
mod link;
mod local;
mod plan;
mod resolve;
mod rotate;
mod route;
mod tensors;

pub(crate) use cost::is_worthwhile;
pub(crate) use link::{Link, exchange_rule, exchangeable};
pub use resolve::ResolvePermutationFactors;
pub(crate) use rotate::split_rotations;
