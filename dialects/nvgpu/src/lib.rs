//! The `nvgpu` dialect: NVIDIA's asynchronous copies and tensor cores on memrefs and vectors.

use strata_ir::prelude::*;

dialect! {
    /// The dialect between vectors and NVIDIA's instructions.
    nvgpu {
        ops: [],
    }
}
