//! `vector.reduction` and `vector.multi_reduction`.

use strata_arith::FastMath;
use strata_ir::prelude::*;

use crate::{
    CombiningKind,
    constraints::{RankedVector, same_elem, vector_of, with_dims},
};

/// All elements of a vector of rank one combined.
#[op(
    name = "vector.reduction",
    traits = [Pure],
    interfaces = [Verify, Fold],
    same = [dest, acc],
    asm = "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` type($dest)",
)]
pub struct ReductionOp {
    /// How elements are combined.
    pub kind: Attr<CombiningKind>,
    /// The vector.
    pub vector: Operand<AnyVector>,
    /// What the elements are combined with.
    pub acc: OptOperand<AnyType>,
    /// Freedom of float arithmetic.
    pub fastmath: DefaultAttr<FastMath>,
    /// The combined elements.
    pub dest: Res<AnyType>,
}

/// The elements along some dimensions combined.
#[op(
    name = "vector.multi_reduction",
    traits = [Pure],
    interfaces = [Verify],
    same = [dest, acc],
    asm = "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)",
)]
pub struct MultiDimReductionOp {
    /// How elements are combined.
    pub kind: Attr<CombiningKind>,
    /// The vector.
    pub source: Operand<RankedVector>,
    /// What the elements are combined with.
    pub acc: Operand<AnyType>,
    /// The dimensions that vanish.
    pub reduction_dims: Attr<I64Array>,
    /// The combined elements.
    pub dest: Res<AnyType>,
}

impl Verify for ReductionOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elem(b, self.vector(b), self.dest(b), "source operand and result")?;
        let rank = vector_of(b, self.vector(b)).map_or(0, |v| v.shape.len());
        ensure!(rank <= 1, "unsupported reduction rank: {rank}");
        let (elem, kind) = (b.ty(self.dest(b)), *self.kind(b).get(b.cx()));
        ensure!(
            kind.supports(b.cx(), elem),
            "unsupported reduction type ''{}'' for kind '{}'",
            b.cx().type_to_string(elem),
            kind.word()
        );
        Ok(())
    }
}
impl Verify for MultiDimReductionOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elem(b, self.source(b), self.dest(b), "source operand and result")?;
        let Some(v) = vector_of(b, self.source(b)) else { return Ok(()) };
        let dims = strata_tensor::index_list::statics(b, self.op(), "reduction_dims");
        ensure!(
            dims.iter().all(|&d| d >= 0 && (d as usize) < v.shape.len()),
            "expected reduction dims to be dimensions of the source"
        );
        let kept = (0..v.shape.len()).filter(|d| !dims.contains(&(*d as i64)));
        let (want, got) = (with_dims(b.cx(), v, kept), b.ty(self.dest(b)));
        ensure!(
            want == got,
            "destination type '{}' is incompatible with source type '{}'",
            b.cx().type_to_string(got),
            b.cx().type_to_string(b.ty(self.source(b)))
        );
        let kind = *self.kind(b).get(b.cx());
        ensure!(
            kind.supports(b.cx(), v.elem),
            "unsupported reduction type '{}' for kind '{}'",
            b.cx().type_to_string(v.elem),
            kind.word()
        );
        Ok(())
    }
}

impl Fold for ReductionOp {
    /// One element is combined with nothing.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let from = b.def_as::<crate::FromElementsOp>(self.vector(b))?;
        let mut elements = from.elements(b);
        let (first, more) = (elements.next()?, elements.next().is_some());
        (!more && self.acc(b).is_none()).then(|| first.into())
    }
}
