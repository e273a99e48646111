//! What the fuzz targets of this folder check.

pub mod artifact;
pub mod bodies;
pub mod gpu;
