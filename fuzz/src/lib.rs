//! The checks of the fuzz targets in this folder.

pub mod artifact;
pub mod bodies;
pub mod gpu;
