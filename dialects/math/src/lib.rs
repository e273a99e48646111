//! The `math` dialect.
