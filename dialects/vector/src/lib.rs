//! The `vector` dialect.
