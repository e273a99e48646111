//! The `gpu` dialect: kernels, their launches, and what threads of a block do together.

use strata_ir::prelude::*;

dialect! {
    /// The dialect of kernels and their launches.
    gpu {
        ops: [],
    }
}
