//! Passes and pipelines.

pub mod pipeline;
