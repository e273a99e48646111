//! The `memref` dialect.
