//! Canonicalisations.

mod boundary;
mod clone;
mod dealloc;
