//! `vector` to `llvm`: accesses, element movement, reductions and masks of one-dimensional vectors; arithmetic and
//! extraction also of vectors with more dimensions.
//!
//! Before: `%v = vector.load %m[%i] : memref<64xf32>, vector<8xf32>`
//! After: `%v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>`

mod access;
mod lanes;
mod shape;

use strata_ir::prelude::*;
use strata_llvm as llvm;

use crate::engine::{Dialect, Handler, Lower, Lowered};

/// The handlers of `vector`.
pub const VECTOR: Dialect = Dialect { name: "vector", handler };

fn handler(op: &str) -> Option<Handler> {
    Some(match op {
        "load" => access::load,
        "store" => access::store,
        "maskedload" => access::masked_load,
        "maskedstore" => access::masked_store,
        "gather" => access::gather,
        "transfer_read" => access::transfer_read,
        "transfer_write" => access::transfer_write,
        "fma" => lanes::fma,
        "broadcast" | "splat" => lanes::broadcast,
        "extract" => shape::extract,
        "insert" => shape::insert,
        "reduction" => lanes::reduction,
        "step" => lanes::step,
        "shape_cast" => shape::shape_cast,
        "bitcast" => shape::bitcast,
        "shuffle" => shape::shuffle,
        "create_mask" => lanes::create_mask,
        "constant_mask" => lanes::constant_mask,
        "extract_strided_slice" => shape::extract_slice,
        "insert_strided_slice" => shape::insert_slice,
        "interleave" => shape::interleave,
        "scalable.insert" => shape::scalable_insert,
        "scalable.extract" => shape::scalable_extract,
        "from_elements" => shape::from_elements,
        "to_elements" => shape::to_elements,
        _ => return None,
    })
}

/// A converted type that is a scalar or a vector of one dimension.
fn flat(l: &Lower<'_>, ty: Type) -> Lowered<Type> {
    if l.cx().type_as::<llvm::ArrayType>(ty).is_some() {
        return Err("is only supported for vectors of one dimension".to_owned());
    }
    Ok(ty)
}
