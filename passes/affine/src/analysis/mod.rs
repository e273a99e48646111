//! Analyses of affine programs: iteration domains, accesses, dependences between these, and what follows for loops.

pub mod access;
pub mod constraints;
pub mod cost;
pub mod dependence;
pub mod dependence_graph;
pub mod domain;
pub mod effects;
pub mod parallel;
pub mod reduction;
pub mod region;
pub mod slice;
pub mod slice_union;
