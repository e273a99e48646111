//! The `bufferization` dialect.
