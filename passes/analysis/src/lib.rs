//! Analyses of structured ops and buffers that passes and lowerings share, so that each question about the program has one answer.
//!
//! - [`affine_expr`]: affine expressions as `arith` ops.
//! - [`affine_size`]: sizes as one `affine.apply` of others.
//! - [`buffer_alias`]: where a buffer comes from, what ops touch, and whether two of them may change places.
//! - [`buffer_layout`]: alignment and bytes of buffers, and which of them are passed as one pointer.
//! - [`structured_op`]: a uniform reading of structured ops.
//! - [`combiner`]: associative operations and their neutral elements.
//! - [`contraction`]: which payloads sum up products.
//! - [`linear_index`]: indices as sums of multiples of loops.
//! - [`local_alias`]: whether two values may be the same memory, as far as the function shows.
//! - [`loop_nest`]: loops of a kind, and which are innermost.
//! - [`permuted_elements`]: elements of constants with their dimensions in another order.
//! - [`reify`]: sizes of results in terms of operands.
//! - [`independence`]: loops whose iterations touch different memory.
//! - [`index_arith`]: sums, products and quotients of positions and sizes.
//! - [`index_basis`]: digits of indices in number systems with mixed bases.
//!
//! **Architecture invariant.** An analysis changes no op; builders in this crate emit index arithmetic only.

pub mod affine_expr;
pub mod affine_size;
pub mod buffer_alias;
pub mod buffer_layout;
mod buffer_part;
pub mod combiner;
pub mod contraction;
pub mod independence;
pub mod index_arith;
pub mod index_basis;
pub mod linear_index;
pub mod local_alias;
pub mod loop_nest;
pub mod permutation;
pub mod permuted_elements;
pub mod reify;
pub mod structured_op;
