//! Arithmetic of complex numbers on the parts of their structs, by the textbook formulas.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use crate::{
    arith::Flags,
    engine::{Lower, Lowered},
};

/// Real ops with the fast-math flags of the op.
struct Real {
    flags: Vec<(&'static str, Attr)>,
    ty: Type,
}

impl Real {
    fn new(l: &mut Lower<'_>, ty: Type) -> Self {
        Self { flags: Flags::Fastmath.attr(l).into_iter().collect(), ty }
    }
    fn op(&self, l: &mut Lower<'_>, info: &'static OpInfo, operands: &[Value]) -> Value {
        l.build(info, operands, self.ty, &self.flags)
    }
    fn add(&self, l: &mut Lower<'_>, a: Value, b: Value) -> Value {
        self.op(l, llvm::FAddOp::info(), &[a, b])
    }
    fn sub(&self, l: &mut Lower<'_>, a: Value, b: Value) -> Value {
        self.op(l, llvm::FSubOp::info(), &[a, b])
    }
    fn mul(&self, l: &mut Lower<'_>, a: Value, b: Value) -> Value {
        self.op(l, llvm::FMulOp::info(), &[a, b])
    }
}

/// The parts of both operands, `[re, im]` of each, and the real ops.
fn operands(l: &mut Lower<'_>) -> Lowered<([Value; 2], [Value; 2], Real)> {
    let (a, b) = (l.operand(0)?, l.operand(1)?);
    let a = [l.part(a, &[0])?, l.part(a, &[1])?];
    let b = [l.part(b, &[0])?, l.part(b, &[1])?];
    let ty = l.body.ty(a[0]);
    let real = Real::new(l, ty);
    Ok((a, b, real))
}

/// The result of the op, begun before its parts are computed.
fn finish(l: &mut Lower<'_>, parts: impl FnOnce(&mut Lower<'_>) -> [Value; 2]) -> Lowered {
    let ty = l.new_result_type(0)?;
    let poison = l.poison(ty);
    let [re, im] = parts(l);
    let value = pair(l, poison, [re, im]);
    l.replace_one(value)
}

pub(crate) fn add(l: &mut Lower<'_>) -> Lowered {
    let (a, b, real) = operands(l)?;
    finish(l, |l| [real.add(l, a[0], b[0]), real.add(l, a[1], b[1])])
}

pub(crate) fn sub(l: &mut Lower<'_>) -> Lowered {
    let (a, b, real) = operands(l)?;
    finish(l, |l| [real.sub(l, a[0], b[0]), real.sub(l, a[1], b[1])])
}

pub(crate) fn mul(l: &mut Lower<'_>) -> Lowered {
    let (a, b, real) = operands(l)?;
    finish(l, |l| {
        let (rr, ii) = (real.mul(l, b[0], a[0]), real.mul(l, b[1], a[1]));
        let re = real.sub(l, rr, ii);
        let (ir, ri) = (real.mul(l, a[1], b[0]), real.mul(l, a[0], b[1]));
        [re, real.add(l, ir, ri)]
    })
}

/// `a / b = a * conj(b) / |b|^2`, which overflows early.
pub(crate) fn div(l: &mut Lower<'_>) -> Lowered {
    let (a, b, real) = operands(l)?;
    finish(l, |l| {
        let (rr, ii) = (real.mul(l, b[0], b[0]), real.mul(l, b[1], b[1]));
        let norm = real.add(l, rr, ii);
        let (rr, ii) = (real.mul(l, a[0], b[0]), real.mul(l, a[1], b[1]));
        let re = real.add(l, rr, ii);
        let (ir, ri) = (real.mul(l, a[1], b[0]), real.mul(l, a[0], b[1]));
        let im = real.sub(l, ir, ri);
        [real.op(l, llvm::FDivOp::info(), &[re, norm]), real.op(l, llvm::FDivOp::info(), &[im, norm])]
    })
}

pub(crate) fn abs(l: &mut Lower<'_>) -> Lowered {
    let a = l.operand(0)?;
    let [re, im] = [l.part(a, &[0])?, l.part(a, &[1])?];
    let ty = l.body.ty(re);
    let real = Real::new(l, ty);
    let (re, im) = (real.mul(l, re, re), real.mul(l, im, im));
    let norm = real.add(l, re, im);
    let value = real.op(l, llvm::SqrtOp::info(), &[norm]);
    l.replace_one(value)
}

/// Builds the struct of two parts.
pub(crate) fn pair(l: &mut Lower<'_>, poison: Value, parts: [Value; 2]) -> Value {
    let first = l.with_part(poison, parts[0], &[0]);
    l.with_part(first, parts[1], &[1])
}
