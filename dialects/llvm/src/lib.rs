//! The `llvm` dialect.
