//! Passes over structured ops: fusion, bufferization, tiling, vectorization.
//!
//! The order on the way to the CPU is: fuse elementwise producers on tensors, bufferize, tile contractions into
//! register tiles, vectorize. Each is a pass of its own; see [`register`].
//!
//! **Architecture invariants.** Passes here never lower dialects: they rewrite structured ops into structured ops,
//! loops and vectors. They do no IO and keep no state.

pub mod bufferize;
pub mod cancellation;
mod coalesce;
mod combiner;
mod decompose;
mod detensorize;
mod expand;
mod fold_transposes;
pub mod fuse;
mod loops;
mod memory_plan;
mod merge;
mod nests;
pub mod outline;
mod packing;
pub mod panels;
mod passes;
mod prepare;
pub mod profile;
mod scf;
mod stack;
pub mod tile;
mod unit_loops;
mod unknown;
pub mod vectorize;
mod view;

pub use passes::register;
