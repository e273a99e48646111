//! `llvm-optimize-for-nvvm-target`: divisions of `f16` by the approximate reciprocal of the device, with one step of Newton.
//!
//! Before:
//! ```mlir
//! %0 = llvm.fdiv %x, %y : f16
//! ```
//! After, in `f32`: `q = x * rcp(y)`, corrected by `fma(fma(q, -y, x), rcp(y), q)` unless `q` is zero, denormal, infinite or NaN.

use strata_ir::prelude::*;
use strata_llvm::{
    AndOp, BitcastOp, ConstantOp, FDivOp, FMAOp, FMulOp, FNegOp, FPExtOp, FPTruncOp, ICmpOp, OrOp, SelectOp,
};
use strata_nvvm::RcpApproxFtzF32Op;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Optimize NVVM IR.
#[pass(name = "llvm-optimize-for-nvvm-target", class = "NVVMOptimizeForTarget", produces = [llvm, nvvm], each_body)]
pub struct OptimizeForNvvm;

impl BodyPass for OptimizeForNvvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add_fn(Some(FDivOp::NAME), "expand-f16-division", 1, std::sync::Arc::new(expand));
        let config = GreedyConfig { canonicalize: false, ..Default::default() };
        Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
    }
}

/// The exponent bits of an `f32`: those of infinities and of NaN.
const EXPONENT: i64 = 0x7f80_0000;

fn expand(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let cx = rw.cx_arc().clone();
    let [x, y] = [rw.operand(op, 0), rw.operand(op, 1)];
    if rw.ty(x) != cx.f16() {
        return None;
    }
    let (f32, i32) = (cx.f32(), cx.i32());
    let dividend = FPExtOp::build(rw, x, f32);
    let divisor = FPExtOp::build(rw, y, f32);
    let reciprocal = RcpApproxFtzF32Op::build(rw, divisor, f32);
    let approximate = FMulOp::build(rw, dividend, reciprocal, None);
    let negated = FNegOp::build(rw, divisor, None);
    let rest = FMAOp::build(rw, approximate, negated, dividend, None);
    let corrected = FMAOp::build(rw, rest, reciprocal, approximate, None);
    // Upstream's constants have attributes of the type `ui32`.
    let unsigned = cx.ty(IntegerType { width: 32, signedness: Signedness::Unsigned });
    let [mask, zero] = [EXPONENT, 0].map(|v| ConstantOp::build(rw, cx.int_attr(v, unsigned), i32));
    let bits = BitcastOp::build(rw, approximate, i32);
    let exponent = AndOp::build(rw, bits, mask);
    let [is_small, is_special] = [zero, mask].map(|v| {
        let equal = cx.i64_attr(0);
        ICmpOp::build(rw, equal, exponent, v)
    });
    let stays = OrOp::build(rw, is_small, is_special, None);
    let quotient = SelectOp::build(rw, stays, approximate, corrected, None);
    let result = FPTruncOp::build(rw, quotient, cx.f16());
    rw.replace_op(op, &[result]);
    Some(())
}
