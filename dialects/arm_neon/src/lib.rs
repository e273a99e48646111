//! The `arm_neon` dialect: instructions of Arm's vector unit that vectors have no ops for.
//!
//! Ops whose names begin with `arm_neon.intr` are intrinsics of LLVM and part of a program of the `llvm` dialect; `arm_neon.2d.sdot` becomes one of
//! them by `arm-neon-2d-to-intr`.

use strata_ir::prelude::*;

mod dot;
mod matrix;
mod multiply;
mod types;

pub use dot::{Sdot2dOp, SdotOp};
pub use matrix::{BfmmlaOp, SmmlaOp, UmmlaOp, UsmmlaOp};
pub use multiply::SMullOp;

/// The name of the intrinsic that an op of this name is, as `llvm.call_intrinsic` has it.
#[must_use]
pub fn intrinsic(op: &str) -> Option<String> {
    op.strip_prefix("arm_neon.intr.").map(|name| format!("llvm.aarch64.neon.{name}"))
}

dialect! {
    /// The dialect of instructions of Arm's vector unit (NEON).
    arm_neon {
        execution: Native,
        ops: [BfmmlaOp, SdotOp, Sdot2dOp, SMullOp, SmmlaOp, UmmlaOp, UsmmlaOp],
    }
}
