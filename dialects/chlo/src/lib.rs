//! The `chlo` dialect.
