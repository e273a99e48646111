//! Lowers `vector` to `llvm`: accesses, data movement, reductions and masks of one-dimensional vectors; arithmetic and extraction also of
//! vectors with more dimensions.
//!
//! Before: `%v = vector.load %m[%i] : memref<64xf32>, vector<8xf32>`
//! After: `%v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>`

mod access;
pub(crate) mod index_masks;
mod lanes;
mod masked_reduction;
pub(crate) mod matrix;
mod print;
mod reduction;
mod shape;

use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;

use crate::engine::{Dialect, Lower, Lowered};

/// The handlers of `vector`.
pub const VECTOR: Dialect = Dialect {
    name: "vector",
    rows: conversions! {
        strata_vector::LoadOp => access::load,
        strata_vector::StoreOp => access::store,
        strata_vector::MaskedLoadOp => access::masked_load,
        strata_vector::MaskedStoreOp => access::masked_store,
        strata_vector::GatherOp => access::gather,
        strata_vector::ScatterOp => access::scatter,
        strata_vector::ExpandLoadOp => access::expand_load,
        strata_vector::CompressStoreOp => access::compress_store,
        strata_vector::TransferReadOp => access::transfer_read,
        strata_vector::TransferWriteOp => access::transfer_write,
        strata_vector::TypeCastOp => access::type_cast,
        strata_vector::FMAOp => lanes::fma,
        strata_vector::BroadcastOp => lanes::broadcast,
        strata_vector::ExtractOp => shape::extract,
        strata_vector::InsertOp => shape::insert,
        strata_vector::ReductionOp => reduction::reduction,
        strata_vector::StepOp => lanes::step,
        strata_vector::ShapeCastOp => shape::shape_cast,
        strata_vector::BitCastOp => shape::bitcast,
        strata_vector::ShuffleOp => shape::shuffle,
        strata_vector::CreateMaskOp => lanes::create_mask,
        strata_vector::ConstantMaskOp => lanes::constant_mask,
        strata_vector::ExtractStridedSliceOp => shape::extract_slice,
        strata_vector::InsertStridedSliceOp => shape::insert_slice,
        strata_vector::InterleaveOp => shape::interleave,
        strata_vector::DeinterleaveOp => shape::deinterleave,
        strata_vector::VectorScaleOp => lanes::vscale,
        strata_vector::MaskOp => masked_reduction::masked_reduction,
        strata_vector::PrintOp => print::print,
        strata_vector::ScalableInsertOp => shape::scalable_insert,
        strata_vector::ScalableExtractOp => shape::scalable_extract,
        strata_vector::FromElementsOp => shape::from_elements,
        strata_vector::ToElementsOp => shape::to_elements,
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// A converted type that is a scalar or a vector of one dimension.
fn flat(l: &Lower<'_>, ty: Type) -> Lowered<Type> {
    if l.cx().type_as::<llvm::ArrayType>(ty).is_some() {
        return Err("is only supported for vectors of one dimension".to_owned());
    }
    Ok(ty)
}
