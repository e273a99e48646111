//! `vector.interleave` and `vector.deinterleave`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::constraints::{RankedVector, vector_of};

/// Alternates the elements of two vectors along the last dimension.
#[op(
    name = "vector.interleave",
    traits = [Pure],
    same = [lhs, rhs],
    infer(result = double(lhs), "type of 'result' is double the width of the inputs"),
    asm = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)",
)]
pub struct InterleaveOp {
    /// The elements at even positions.
    pub lhs: Operand<AnyVector>,
    /// The elements at odd positions.
    pub rhs: Operand<AnyVector>,
    /// The elements of both.
    pub result: Res<RankedVector>,
}

/// Separates the elements at even and at odd positions of the last dimension.
#[op(
    name = "vector.deinterleave",
    traits = [Pure],
    interfaces = [Verify, ResultNames],
    same = [res1, res2],
    asm = "$source attr-dict `:` type($source) `->` type($res1)",
)]
pub struct DeinterleaveOp {
    /// The elements of both.
    pub source: Operand<RankedVector>,
    /// The elements at even positions.
    pub res1: Res<RankedVector>,
    /// The elements at odd positions.
    pub res2: Res<RankedVector>,
}

/// A vector with twice as many elements in the last dimension.
fn double(ty: Type, cx: &Context) -> Option<Type> {
    let v = cx.type_as::<VectorType>(ty)?;
    let mut shape = v.shape.clone();
    match shape.last_mut() {
        Some(last) => *last = last.checked_mul(2).filter(|&n| n != DYNAMIC)?,
        None => shape.push(2),
    }
    Some(cx.ty(VectorType { shape, ..v.clone() }))
}

impl Verify for DeinterleaveOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(v) = vector_of(b, self.source(b)) else { return Ok(()) };
        let last = v.shape.last().copied().unwrap_or(0);
        ensure!(
            last % 2 == 0,
            "failed to verify that the trailing dimension of the source vector has an even number of elements"
        );
        ensure!(
            double(b.ty(self.res1(b)), b.cx()) == Some(b.ty(self.source(b))),
            "failed to verify that the trailing dimension of the results is half the width of source trailing dimension"
        );
        Ok(())
    }
}

impl ResultNames for DeinterleaveOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.res1(b), "res1");
        name(self.res2(b), "res2");
    }
}
