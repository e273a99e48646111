//! The ops, a file for each kind.

pub mod barrier;
pub mod bulk_copy;
pub mod copy;
pub mod inline_ptx;
pub mod matrix;
pub mod mbarrier;
pub mod mma;
pub mod registers;
pub mod warp;
pub mod wgmma;
pub mod wmma;

pub use barrier::*;
pub use bulk_copy::*;
pub use copy::*;
pub use inline_ptx::*;
pub use matrix::*;
pub use mbarrier::*;
pub use mma::*;
pub use registers::*;
pub use warp::*;
pub use wgmma::*;
pub use wmma::*;
