//! Loops of `scf.forall` as the blocks, warps and threads of a launch.
//!
//! ```mlir
//! gpu.launch … {
//!   scf.forall (%i) in (9) { "use"(%i) : (index) -> () } {mapping = [#gpu.thread<x>]}
//! ```
//! becomes, for 32 threads,
//! ```mlir
//! gpu.launch … threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
//!   %x = gpu.thread_id x
//!   %active = arith.cmpi ult, %x, %c9 : index
//!   scf.if %active { "use"(%x) : (index) -> () }
//!   gpu.barrier
//! ```

mod ids;
mod launch;
mod loops;
mod units;

pub use launch::{Dims, create, set_sizes};
pub use loops::{Threads, map_to_blocks, map_to_threads};
