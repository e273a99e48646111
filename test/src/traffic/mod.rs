//! What loops on buffers fetch from where: the addresses of a kernel, in order, given to a model of caches.
//!
//! Timing says what a program costs on the machine at hand, if nobody else uses it; the addresses say what it has to fetch on
//! any machine whose caches are known, and always say the same. Numbers are not computed: a kernel of loops, index arithmetic,
//! views, loads and stores touches the same addresses whatever it computes.

mod caches;
mod replay;

pub use caches::{Geometry, Hierarchy, Misses};
pub use replay::{Kernel, replay};
