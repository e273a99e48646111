//! The `scf` dialect.
