//! Lowering to the `llvm` dialect.
//!
//! ```text
//! func, cf, arith, complex, math, memref, vector, amx, x86vector, gpu on the host ──► llvm
//! ```
//!
//! - All ops are converted in one walk over each function by the driver of [`strata_ir::rewrite::conversion`]; the passes
//!   of the dialects are configurations ([`module::ToLlvm`]) of it.
//! - Each dialect has a table from its op types to functions on [`engine::Lower`], the state that these share.
//! - An op that cannot be converted is reported by a diagnostic at the op, with the reason.

mod allocation;
pub mod amx;
pub mod arith;
mod arith_wide;
mod arm_neon;
mod assertion;
mod bf16_products;
mod cancellation;
pub mod complex;
mod complex_arith;
mod constants;
mod debug_scopes;
mod define;
mod device_calls;
pub mod engine;
pub mod entry;
mod entry_arrays;
mod entry_names;
mod entry_plain;
pub(crate) mod entry_sizes;
mod extrema;
mod floats_as_integers;
pub mod func;
pub mod func_upstream;
pub mod function;
pub mod gpu;
mod gpu_upstream;
mod host;
pub mod index;
mod legalize_for_export;
mod linkage;
pub mod math;
pub mod memref;
pub mod module;
mod names;
mod parallel;
pub mod passes;
mod recursion;
mod request_c_wrappers;
mod runtime;
mod scope;
mod symbols;
mod target_features;
mod target_layout;
mod target_triple;
pub mod ub;
pub mod upstream;
pub mod vector;
mod vector_upstream;
mod x86vector;
pub use passes::{ConvertProgramToLlvm, convert_program_to_llvm, register_passes};
pub use runtime::emit_runtime_calls;
