//! The lit tests as a cargo test target.
