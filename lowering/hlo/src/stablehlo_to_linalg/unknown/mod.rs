//! Ops on tensors whose sizes are known when the program runs.
//!
//! Sizes are values of type `index` there: those of arguments come from their buffers, those of results from operands or
//! from the numbers that the ops get. Nothing here assumes that a program keeps what it promises of its sizes: see
//! [`sizes`](super::sizes).

mod contraction;
mod convolution;
pub(crate) mod keys;
pub(super) mod places;
pub(super) mod reduction;
pub(super) mod shape;
mod slices;

use strata_ir::prelude::*;

use super::{Lowered, function::Lowering, scatter, types};

/// Whether an op has operands or results of unknown sizes that it needs to know.
pub(super) fn applies(b: &Body, op: Op) -> bool {
    b.operand_types(op).chain(b.result_types(op)).any(|t| types::is_unknown(b.cx(), t))
}

/// Whether operands of an op say how large its result is, or what it is made of. What the type says of it is a promise then, too.
pub(super) fn is_computed(b: &Body, op: Op) -> bool {
    matches!(
        b.info(op).mnemonic(),
        "dynamic_reshape"
            | "dynamic_broadcast_in_dim"
            | "dynamic_iota"
            | "dynamic_gather"
            | "real_dynamic_slice"
            | "dynamic_pad"
            | "dynamic_conv"
    )
}

/// Lowers such an op; none for those that the sizes do not matter to.
pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Option<SmallVec<[Value; 2]>>> {
    let one = |v: Lowered<Value>| v.map(|v| Some(smallvec![v]));
    match b.info(op).mnemonic() {
        "broadcast_in_dim" | "broadcast" | "dynamic_broadcast_in_dim" => one(shape::broadcast(l, b, op)),
        "reshape" | "dynamic_reshape" => one(shape::reshape(l, b, op)),
        "transpose" => one(shape::transpose(l, b, op)),
        "reverse" => one(places::reverse(l, b, op)),
        "dynamic_iota" => one(shape::iota(l, b, op)),
        "get_dimension_size" => one(shape::dimension_size(l, b, op)),
        "set_dimension_size" => one(slices::set_dimension_size(l, b, op)),
        "concatenate" => one(slices::concatenate(l, b, op)),
        "slice" | "real_dynamic_slice" => one(slices::slice(l, b, op)),
        "dynamic_slice" => one(slices::dynamic_slice(l, b, op)),
        "dynamic_update_slice" => one(slices::dynamic_update_slice(l, b, op)),
        "pad" | "dynamic_pad" => one(slices::pad(l, b, op)),
        "gather" | "dynamic_gather" => one(places::gather(l, b, op)),
        "dot" | "dot_general" => one(contraction::dot(l, b, op)),
        "convolution" | "dynamic_conv" => one(convolution::convolution(l, b, op)),
        "reduce" => reduction::reduce(l, b, op).map(Some),
        "reduce_window" => reduction::windows(l, b, op).map(Some),
        "select_and_scatter" => one(scatter::select_and_scatter(l, b, op)),
        "iota"
        | "fft"
        | "rng"
        | "rng_bit_generator"
        | "batch_norm_training"
        | "batch_norm_grad"
        | "batch_norm_inference" => {
            let ty = b.operand_types(op).chain(b.result_types(op)).find(|&t| types::is_unknown(b.cx(), t));
            let ty = ty.map(|t| b.cx().type_to_string(t)).unwrap_or_default();
            Err(format!("dynamic sizes, as in '{ty}', are not supported"))
        }
        _ => Ok(None),
    }
}
