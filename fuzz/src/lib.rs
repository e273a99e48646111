//! What the fuzz targets of this folder check.

pub mod bodies;
