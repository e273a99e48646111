//! Analyses of structured ops and buffers that passes and lowerings share, so that each question about the program has one answer.
//!
//! - [`buffer_alias`]: the roots of buffers, the accesses of ops, and conflicts between them.
//! - [`structured_op`]: a uniform view of structured ops.
//! - [`contraction`]: payloads that sum products.
//! - [`linear`]: indices as linear combinations of induction variables.
//! - [`independence`]: loops whose iterations access different memory.
//! - [`index_arith`]: sums, products and quotients of indices and sizes.
//!
//! **Architecture invariant.** An analysis changes no op; builders in this crate emit index arithmetic only.

pub mod buffer_alias;
pub mod contraction;
pub mod independence;
pub mod index_arith;
pub mod linear;
pub mod structured_op;
