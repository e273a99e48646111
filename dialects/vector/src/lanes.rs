//! Making vectors and combining their lanes.

use strata_arith::FastMath;
use strata_ir::prelude::*;

use crate::{
    CombiningKind,
    constraints::{AnyVectorOfAnyRank, FloatVector, IndexVector, as_vector, element},
};

/// `lhs * rhs + acc` with one rounding.
#[op(
    name = "vector.fma",
    traits = [Pure, Elementwise],
    same = [lhs, rhs, acc, result],
    asm = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)",
)]
pub struct FMAOp {
    /// First factor.
    pub lhs: Operand<FloatVector>,
    /// Second factor.
    pub rhs: Operand<FloatVector>,
    /// Addend.
    pub acc: Operand<FloatVector>,
    /// The result.
    pub result: Res<FloatVector>,
}

/// Repeats a scalar or a vector along new or unit dimensions.
#[op(
    name = "vector.broadcast",
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "$source attr-dict `:` type($source) `to` type($vector)",
)]
pub struct BroadcastOp {
    /// What is repeated.
    pub source: Operand<AnyType>,
    /// The vector.
    pub vector: Res<AnyVectorOfAnyRank>,
}

impl Verify for BroadcastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (source, result) = (b.ty(self.source(b)), b.ty(self.vector(b)));
        ensure!(
            cx.elem_or_self(source) == cx.elem_or_self(result) || Some(source) == element(result, cx),
            "failed to verify that source operand and result have same element type"
        );
        let Some(result) = as_vector(cx, result) else { return Ok(()) };
        let Some(source) = as_vector(cx, source) else { return Ok(()) };
        let (from, to) = (&source.shape, &result.shape);
        ensure!(from.len() <= to.len(), "source rank higher than destination rank");
        for (i, (&s, &d)) in from.iter().rev().zip(to.iter().rev()).enumerate() {
            ensure!(s == 1 || s == d, "dimension mismatch ({s} vs. {d}) at position {i} from the end");
        }
        Ok(())
    }
}

/// Combines the lanes of a one-dimensional vector, with an optional start value.
#[op(
    name = "vector.reduction",
    traits = [Pure],
    interfaces = [Verify],
    infer(dest = element(vector), "source operand and result have same element type"),
    asm = "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` type($dest)",
)]
pub struct ReductionOp {
    /// How lanes are combined.
    pub kind: Attr<CombiningKind>,
    /// The vector.
    pub vector: Operand<AnyVectorOfAnyRank>,
    /// Start value.
    pub acc: OptOperand<AnyType>,
    /// Freedom in float arithmetic.
    pub fastmath: DefaultAttr<FastMath>,
    /// The scalar.
    pub dest: Res<AnyType>,
}

impl Verify for ReductionOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let Some(v) = as_vector(cx, b.ty(self.vector(b))) else { return Ok(()) };
        ensure!(v.shape.len() <= 1, "unsupported reduction rank: {}", v.shape.len());
        let dest = b.ty(self.dest(b));
        if let Some(acc) = self.acc(b) {
            ensure!(b.ty(acc) == dest, "failed to verify that dest and acc have the same type");
        }
        let kind = *self.kind(b).get(cx);
        let float = cx.as_float(dest).is_some();
        use CombiningKind as K;
        let ok = match kind {
            K::Add | K::Mul => true,
            K::Minnumf | K::Maxnumf | K::Maximumf | K::Minimumf => float,
            _ => !float,
        };
        ensure!(ok, "unsupported reduction type '{}' for kind '{}'", cx.type_to_string(dest), kind.word());
        Ok(())
    }
}

/// `[0, 1, 2, …]`.
#[op(name = "vector.step", traits = [Pure], asm = "attr-dict `:` type($result)")]
pub struct StepOp {
    /// The vector.
    pub result: Res<IndexVector>,
}

/// Ends a region of a vector op.
#[op(
    name = "vector.yield",
    traits = [Pure, Terminator, ReturnLike],
    asm = "attr-dict ($operands^ `:` type($operands))?",
)]
pub struct YieldOp {
    /// The values.
    pub operands: Variadic<AnyType>,
}
