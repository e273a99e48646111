//! The `nvvm` dialect: the instructions of NVIDIA's GPUs beside those of LLVM.

use strata_ir::prelude::*;

dialect! {
    /// The dialect of NVIDIA's instructions.
    nvvm {
        ops: [],
    }
}
