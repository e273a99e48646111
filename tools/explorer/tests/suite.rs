//! The tests of the crate, one binary.

mod examples;
mod lineage;
mod places;
mod requests;
mod server;
mod support;
