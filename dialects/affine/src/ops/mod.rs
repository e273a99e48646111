//! The ops of the dialect.

mod access;
mod apply;
mod dma;
mod for_op;
mod if_op;
mod index_basis;
mod index_basis_rewrites;
mod min_max;
mod parallel;
mod prefetch;
mod vector_access;
mod yield_op;

pub use access::{LoadOp, StoreOp};
pub use apply::ApplyOp;
pub use dma::{DmaStartOp, DmaWaitOp, Place};
pub use for_op::ForOp;
pub use if_op::IfOp;
pub use index_basis::{DelinearizeIndexOp, LinearizeIndexOp};
pub use min_max::{MaxOp, MinOp};
pub use parallel::ParallelOp;
pub use prefetch::PrefetchOp;
pub use vector_access::{VectorLoadOp, VectorStoreOp};
pub use yield_op::YieldOp;
