//! Comparisons.

use strata_ir::{analysis::InferIntRange, prelude::*};

use crate::{
    CmpFPredicateAttr, CmpIPredicateAttr, FastMath, canonicalize,
    fold::{fold_cmpf, fold_cmpi},
    i1_same_shape,
    ranges::{compare, infer},
};

/// Compares integers.
#[op(
    name = "arith.cmpi",
    traits = [Pure, Elementwise, Scalarizable, SameTypeOperands],
    interfaces = [Fold, Canonicalize, InferIntRange],
    infer(result = i1_same_shape(lhs), "result type has i1 element type and same shape as operands"),
    asm = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)",
)]
pub struct CmpIOp {
    /// How to compare.
    pub predicate: Attr<CmpIPredicateAttr>,
    /// The left operand.
    pub lhs: Operand<SignlessIntegerLike>,
    /// The right operand.
    pub rhs: Operand<SignlessIntegerLike>,
    /// Whether the predicate holds.
    pub result: Res<BoolLike>,
}

impl Fold for CmpIOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        fold_cmpi(*self, b, consts)
    }
}

impl Canonicalize for CmpIOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        canonicalize::cmpi(*self, rw)
    }
}

infer!(CmpIOp => |op, b, ranges| {
    let predicate = crate::CmpIPredicate::from_attr(b.cx(), op.predicate(b).into());
    predicate.map(|p| compare(p, ranges)).unwrap_or_default()
});

/// Compares floats.
#[op(
    name = "arith.cmpf",
    traits = [Pure, Elementwise, Scalarizable, SameTypeOperands],
    interfaces = [Fold, Canonicalize],
    infer(result = i1_same_shape(lhs), "result type has i1 element type and same shape as operands"),
    asm = "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)",
)]
pub struct CmpFOp {
    /// How to compare.
    pub predicate: Attr<CmpFPredicateAttr>,
    /// The left operand.
    pub lhs: Operand<FloatLike>,
    /// The right operand.
    pub rhs: Operand<FloatLike>,
    /// Liberties that may be taken.
    pub fastmath: DefaultAttr<FastMath>,
    /// Whether the predicate holds.
    pub result: Res<BoolLike>,
}

impl Fold for CmpFOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        fold_cmpf(*self, b, consts)
    }
}

impl Canonicalize for CmpFOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        canonicalize::cmpf(*self, rw)
    }
}
