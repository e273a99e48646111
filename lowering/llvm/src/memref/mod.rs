//! `memref` to `llvm`: descriptors, allocation, accesses and views.
//!
//! Before: `%v = memref.load %m[%i] : memref<8xf32>`
//! After: `%p = llvm.getelementptr inbounds|nuw %base[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32` and a load of `%p`

mod access;
mod alloc;
mod atomic;
mod copy;
mod descriptor;
mod global;
pub mod upstream;
pub mod upstream_alloc;
mod upstream_copy;
pub mod upstream_descriptor;
mod upstream_global;
mod view;

pub(crate) use alloc::{alloc_from, generic, stack};
pub(crate) use copy::{contiguous_elements, copy_between};
pub use descriptor::{
    Strides, address, address_of, bytes, descriptor_of_pointer, make, size_of, start, stride_of, strides_of,
};
pub use global::{array_type, global};
pub(crate) use upstream_descriptor::poison;
pub use upstream_global::global as upstream_global;

use strata_ir::rewrite::conversions;

use crate::engine::Dialect;

/// The handlers of `memref`.
pub const MEMREF: Dialect = Dialect {
    name: "memref",
    rows: conversions! {
        strata_memref::LoadOp => access::load,
        strata_memref::StoreOp => access::store,
        strata_memref::PrefetchOp => access::prefetch,
        strata_memref::AtomicRMWOp => atomic::rmw,
        strata_memref::GenericAtomicRMWOp => atomic::generic,
        strata_memref::AtomicYieldOp => atomic::atomic_yield,
        strata_memref::AssumeAlignmentOp => access::assume_alignment,
        strata_memref::AllocOp => alloc::alloc,
        strata_memref::AllocaOp => alloc::alloca,
        strata_memref::DeallocOp => alloc::dealloc,
        strata_memref::CopyOp => copy::copy,
        strata_memref::GetGlobalOp => global::get_global,
        strata_memref::DimOp => view::dim,
        strata_memref::RankOp => view::rank,
        strata_memref::CastOp => view::cast,
        strata_memref::MemorySpaceCastOp => view::memory_space_cast,
        strata_memref::SubViewOp => view::subview,
        strata_memref::ReinterpretCastOp => view::reinterpret_cast,
        strata_memref::CollapseShapeOp => view::collapse_shape,
        strata_memref::ExpandShapeOp => view::expand_shape,
        strata_memref::TransposeOp => view::transpose,
        strata_memref::ViewOp => view::view,
        strata_memref::ExtractStridedMetadataOp => view::extract_strided_metadata,
        strata_memref::ExtractAlignedPointerAsIndexOp => view::extract_aligned_pointer,
    },
    otherwise: Some("has no conversion to LLVM"),
};
