//! The lit tests under `test/`, run in process by the target `lit`.
