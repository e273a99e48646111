//! Memory traffic of loops on buffers: the addresses of a kernel, in order, are passed to a cache model.
//!
//! Timing depends on the machine and its load; addresses determine the misses on any machine with known caches, deterministically. No
//! numbers are computed: a kernel of loops, index arithmetic, views, loads and stores accesses the same addresses for all data.

mod caches;
mod replay;

pub use caches::{Geometry, Hierarchy, Misses};
pub use replay::{Kernel, replay};
