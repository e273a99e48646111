//! Analyses of structured ops and buffers that passes and lowerings share: each question about the program has one answer.
//!
//! - [`buffer_alias`]: where a buffer comes from, what ops touch, and whether two of them may change places.
//! - [`structured_op`]: a uniform reading of structured ops.
//! - [`contraction`]: which payloads sum up products.
//! - [`linear`]: indices as sums of multiples of loops.
//! - [`independence`]: loops whose iterations touch different memory.
//! - [`index_arith`]: sums, products and quotients of positions and sizes.
//!
//! **Architecture invariant.** An analysis changes no op; what builds ops here builds index arithmetic alone.

pub mod buffer_alias;
pub mod contraction;
pub mod independence;
pub mod index_arith;
pub mod linear;
pub mod structured_op;
