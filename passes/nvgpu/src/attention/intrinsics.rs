//! Device instructions that are accurate enough for weights of 16 bits.

use strata_arith::MulFOp;
use strata_ir::prelude::*;
use strata_llvm::CallIntrinsicOp;

use super::plan::float;

/// The exponential, accurate to a few units in the last place.
pub(super) fn exp(b: &mut Builder<'_>, x: Value) -> Value {
    let scale = float(b, std::f64::consts::LOG2_E);
    let power = MulFOp::build(b, x, scale, None);
    let ty = b.cx().f32();
    call(b, "llvm.nvvm.ex2.approx.ftz.f32", &[power], ty)
}

/// Two values rounded to 16 bits.
pub(super) fn pair(b: &mut Builder<'_>, [first, second]: [Value; 2], elem: Type) -> Value {
    let name = if elem == b.cx().f16() { "llvm.nvvm.ff2f16x2.rn" } else { "llvm.nvvm.ff2bf16x2.rn" };
    let ty = b.cx().vector(&[2], elem);
    // The instruction's first operand is the upper half.
    call(b, name, &[second, first], ty)
}

fn call(b: &mut Builder<'_>, name: &str, args: &[Value], ty: Type) -> Value {
    let call = CallIntrinsicOp::create(b, name, args, Some(ty));
    b.result(call, 0)
}
