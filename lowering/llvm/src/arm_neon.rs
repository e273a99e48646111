//! Lowers `arm_neon` to calls of LLVM's intrinsics, for programs that become those of `llvm` as a whole.
//!
//! Before: `%r = arm_neon.intr.smmla %c, %a, %b : vector<16xi8> to vector<4xi32>`
//! After: `%r = llvm.call_intrinsic "llvm.aarch64.neon.smmla"(%c, %a, %b) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>`

use strata_ir::rewrite::conversions;
use strata_llvm as llvm;

use crate::engine::{Dialect, Lower, Lowered};

/// The handlers of `arm_neon`.
pub const ARM_NEON: Dialect = Dialect {
    name: "arm_neon",
    rows: conversions! {
        strata_arm_neon::BfmmlaOp => call,
        strata_arm_neon::SdotOp => call,
        strata_arm_neon::SMullOp => call,
        strata_arm_neon::SmmlaOp => call,
        strata_arm_neon::UmmlaOp => call,
        strata_arm_neon::UsmmlaOp => call,
    },
    otherwise: Some("has no conversion to LLVM"),
};

fn call(l: &mut Lower<'_>) -> Lowered {
    let name = strata_arm_neon::intrinsic(l.body.op_name(l.op())).ok_or("is no intrinsic")?;
    let args = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let call = llvm::CallIntrinsicOp::create(&mut l.at(), &name, &args, Some(ty));
    let value = l.body.result(call, 0);
    l.replace_one(value)
}
