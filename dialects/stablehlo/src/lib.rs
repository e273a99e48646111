//! The `stablehlo` dialect.
