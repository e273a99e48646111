//! Passes over structured ops: fusion, bufferization, tiling, vectorization.
//!
//! The order on the way to the CPU is: fuse elementwise producers on tensors, bufferize, tile contractions into
//! register tiles, vectorize. Each is a pass of its own; see [`register`].
//!
//! **Architecture invariants.** Passes here never lower dialects: they rewrite structured ops into structured ops,
//! loops and vectors. They do no IO and keep no state.

mod amx;
mod arena_offsets;
pub mod bufferize;
mod byte_divisions;
pub mod cancellation_checks;
mod carried_tensors;
mod coalesce_buffers;
mod coalesce_parts;
mod concatenations;
mod decompose;
mod donated_arguments;
mod double_buffering;
mod elementwise_fusion;
mod fold_transposes;
mod hoist_operands;
mod inline_payload;
mod late_fills;
mod lengthen_payload;
mod locations;
mod loop_builder;
mod loop_unroll;
mod memref_expand;
mod merge_functions;
pub mod outline_kernels;
pub mod panels;
mod part_names;
mod passes;
mod placed_lives;
mod plan_arena;
mod prepare_contractions;
pub mod profile_marks;
pub mod promote_to_stack;
mod rematerialize_fills;
mod result_memory;
pub mod schedules;
mod single_row_products;
mod slices_of_transposes;
mod split_functions;
mod split_reductions;
pub mod structured_op;
mod tile_and_fuse;
pub mod tile_contractions;
mod tile_dynamic_sizes;
mod tile_unknown_contractions;
mod transpose_operands;
mod unit_reductions;
pub mod vectorize;
pub mod winograd;

pub use passes::register;
