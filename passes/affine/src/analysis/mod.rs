//! Analyses of affine programs: iteration domains, accesses, and dependences between these.

pub mod access;
pub mod constraints;
pub mod dependence;
pub mod domain;
pub mod effects;
pub mod reduction;
pub mod region;
