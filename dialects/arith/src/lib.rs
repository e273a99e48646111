//! The `arith` dialect.
