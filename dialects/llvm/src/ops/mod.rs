//! The ops of the dialect.

mod arith;
mod call;
mod cast;
mod constant;
mod control;
mod func;
mod global;
mod intrinsic;
mod memory;
mod memory_intrinsic;
mod vector;

pub use arith::*;
pub use call::CallOp;
pub use cast::*;
pub use constant::*;
pub use control::*;
pub use func::FuncOp;
pub use global::GlobalOp;
pub use intrinsic::*;
pub use memory::*;
pub use memory_intrinsic::*;
pub use vector::*;
