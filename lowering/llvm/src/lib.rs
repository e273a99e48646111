//! Lowering to the `llvm` dialect.
//!
//! ```text
//! func, cf, arith, complex, math, memref, vector, gpu on the host ──► llvm
//! ```
//!
//! - One [`engine`] converts everything in one walk over each function; the passes of the dialects are configurations
//!   of it.
//! - The source dialects are known by the names of their ops and attributes, which are MLIR's, so this crate does not
//!   depend on theirs.
//! - What cannot be converted is a diagnostic at the op, with the reason.

mod allocation;
pub mod arith;
mod assertion;
mod bf16_products;
mod cancellation;
pub mod complex;
mod device;
pub mod engine;
pub mod entry;
pub(crate) mod entry_sizes;
pub mod func;
pub mod gpu;
pub mod math;
pub mod memref;
mod names;
mod parallel;
pub mod passes;
mod recursion;
mod runtime;
mod scope;
pub mod ub;
pub mod vector;
pub use passes::{ConvertToLlvm, convert_to_llvm, register_passes};
pub use runtime::emit_runtime_calls;
