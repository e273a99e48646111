//! The lit tests under `test/`, run in process by the target `lit`, the comparison with upstream's `mlir-opt`, and
//! random programs.

pub mod oracle;
pub mod random;
pub mod traffic;
