//! The `linalg` dialect.
