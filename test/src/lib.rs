//! The lit tests under `test/`, run in process by the target `lit`, and the comparison with upstream's `mlir-opt`.

pub mod oracle;
