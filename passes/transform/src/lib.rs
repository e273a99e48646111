//! The interpreter of the `transform` dialect: runs a script, whose ops transform other ops of the same module.
//!
//! Start with `interpreter.rs`. `payload.rs` has the ops and values that handles stand for, `state.rs` the handles, `ops` what the
//! ops of scripts do, by their names. The transformations themselves are functions on a body and an op, in `tiling` and in
//! `passes/structured`.
//!
//! **Architecture invariants.** A script is never changed while it runs: it is a copy of the module. Every change of the
//! payload goes through `payload::Payload::edit`, which notes the replacements that handles follow.

mod async_groups;
mod attach_schedule;
mod bounds;
mod bubble_slices;
mod bufferize_to_allocation;
mod buffers;
mod check_uses;
mod constant_tensors;
mod convolutions;
mod copies_as_tma;
mod copy_threads;
mod decompose_concat;
mod decompose_pad;
mod destination_style;
mod failure;
mod flatten;
mod fold_add;
mod fuse_siblings;
mod gpu_mapping;
mod hoist_pad;
mod independent;
mod infer_effects;
mod interpreter;
mod jam;
mod library;
mod loops;
mod mma_sync;
mod multibuffer;
mod ops;
mod outline;
mod packing;
mod pad_loops;
mod pad_vectorization;
mod padding;
mod passes;
mod payload;
mod pipeline;
mod pipeline_copies;
mod promote;
mod promote_tensor;
mod reductions;
mod scalar_loops;
mod signature;
mod slices;
mod softmax;
mod split_reduction;
mod split_transfer;
mod state;
pub mod tiling;
mod transpose_matmul;
mod vectorize;

pub use passes::register;
