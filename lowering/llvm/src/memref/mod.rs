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
mod view;

pub(crate) use alloc::{alloc_from, generic, stack};
pub(crate) use atomic::Update;
pub(crate) use copy::{contiguous_elements, copy_between};
pub use descriptor::{
    Strides, address, address_of, bytes, descriptor_of_pointer, make, size_of, start, stride_of, strides_of,
};
pub use global::{array_type, global};

use crate::engine::{Dialect, Handler};

/// The handlers of `memref`.
pub const MEMREF: Dialect = Dialect { name: "memref", handler };

fn handler(op: &str) -> Option<Handler> {
    Some(match op {
        "load" => access::load,
        "store" => access::store,
        "prefetch" => access::prefetch,
        "atomic_rmw" => atomic::rmw,
        "generic_atomic_rmw" => atomic::generic,
        "atomic_yield" => atomic::atomic_yield,
        "assume_alignment" => access::assume_alignment,
        "alloc" => alloc::alloc,
        "alloca" => alloc::alloca,
        "dealloc" => alloc::dealloc,
        "copy" => copy::copy,
        "get_global" => global::get_global,
        "dim" => view::dim,
        "rank" => view::rank,
        "cast" => view::cast,
        "memory_space_cast" => view::memory_space_cast,
        "subview" => view::subview,
        "reinterpret_cast" => view::reinterpret_cast,
        "collapse_shape" => view::collapse_shape,
        "expand_shape" => view::expand_shape,
        "transpose" => view::transpose,
        "view" => view::view,
        "extract_strided_metadata" => view::extract_strided_metadata,
        "extract_aligned_pointer_as_index" => view::extract_aligned_pointer,
        _ => return None,
    })
}
