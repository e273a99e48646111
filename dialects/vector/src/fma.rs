//! `vector.fma`.

use strata_ir::prelude::*;

use crate::constraints::FloatVector;

/// `lhs * rhs + acc`, rounded once.
#[op(
    name = "vector.fma",
    traits = [Pure, Elementwise],
    interfaces = [Fold],
    same = [lhs, rhs, acc, result],
    asm = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)",
)]
pub struct FMAOp {
    /// The first factor.
    pub lhs: Operand<FloatVector>,
    /// The second factor.
    pub rhs: Operand<FloatVector>,
    /// The addend.
    pub acc: Operand<FloatVector>,
    /// The sum.
    pub result: Res<FloatVector>,
}

impl Fold for FMAOp {
    /// All operands constant splats of `f32` or `f64`.
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        let ty = b.ty(self.result(b));
        let elem = cx.elem_or_self(ty);
        let splat = |i: usize| cx.attr_as::<FloatAttr>(cx.splat_value((*consts.get(i)?)?)?);
        let (x, y, z) = (splat(0)?, splat(1)?, splat(2)?);
        let bits = if elem == cx.f64() {
            let v = |a: &FloatAttr| f64::from_bits(a.bits as u64);
            v(x).mul_add(v(y), v(z)).to_bits() as u128
        } else if elem == cx.f32() {
            let v = |a: &FloatAttr| f32::from_bits(a.bits as u32);
            v(x).mul_add(v(y), v(z)).to_bits() as u128
        } else {
            return None;
        };
        let scalar = cx.attr(FloatAttr { bits, ty: elem });
        cx.splat_attr(ty, scalar).map(Into::into)
    }
}
