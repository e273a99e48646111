//! Affine expressions, maps and integer sets as MLIR has them, without any IR dependency.
//!
//! - [`AffineExpr`] is an immutable shared DAG; building one simplifies it exactly as MLIR does, so
//!   what is printed here is what `mlir-opt` prints.
//! - [`AffineMap`] is `(dims)[symbols] -> (results)`; [`IntegerSet`] is `(dims)[symbols] : (constraints)`.
//! - [`Relation`] is a system of linear constraints: projection, emptiness, bounds of its variables.
//! - [`parse_map`], [`parse_set`] and [`parse_expr`] read MLIR text; `Display` writes it.
//!
//! Robustness: all arithmetic is checked (an overflow leaves an expression as it is), no algorithm
//! recurses deeper than [`MAX_RECURSION`], and walks visit a shared node once.

mod eval;
mod expr;
mod flatten;
mod fold;
mod map;
mod map_query;
mod parse;
mod print;
pub mod relation;
mod semi_affine;
mod set;

pub use expr::{AffineExpr, BinaryOp, Kind};
pub use flatten::{simplify_expr, simplify_map, simplify_set};
pub use map::{AffineMap, concat_maps, inverse_permutation};
pub use parse::{ParseError, parse_expr, parse_map, parse_map_or_set, parse_set};
pub use relation::Relation;
pub use set::{Constraint, IntegerSet};

/// Expressions with more nodes than this (counted as a tree) are not simplified further, and
/// patterns that compose maps should decline to build them.
pub const NODE_BUDGET: u64 = 4096;

/// The nesting of parentheses and the depth of expressions up to which simplification recurses.
pub const MAX_RECURSION: u32 = 1024;
