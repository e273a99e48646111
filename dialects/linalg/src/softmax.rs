//! `linalg.softmax`.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{DestinationStyle, DimOp, MixedIndex, ReifyShape};

/// `exp(x - max) / sum(exp(x - max))` along one dimension.
#[op(
    name = "linalg.softmax",
    interfaces = [Verify, DestinationStyle, ReifyShape, MemoryEffects],
    asm = "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input `:` type($input) `)` `outs` `(` $output `:` type($output) `)` (`->` type($result)^)?",
)]
pub struct SoftmaxOp {
    /// The input.
    pub input: Operand<AnyShaped>,
    /// The destination.
    pub output: Operand<AnyShaped>,
    /// The dimension along which the results sum up to one.
    pub dimension: Attr<I64Attr>,
    /// The new contents of the output, when it is a tensor.
    pub result: VariadicRes<RankedTensor>,
}

impl DestinationStyle for SoftmaxOp {
    fn as_op(&self) -> Op {
        OpDef::op(*self)
    }
    fn dps_init_range(&self, _: &Body) -> std::ops::Range<usize> {
        1..2
    }
}

impl ReifyShape for SoftmaxOp {
    fn reify_shape(&self, b: &mut Builder<'_>, _: usize) -> Option<Vec<MixedIndex>> {
        let output = self.output(b);
        DimOp::all(b, output)
    }
}

impl MemoryEffects for SoftmaxOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        let is_memref = |v| b.cx().type_as::<MemRefType>(b.ty(v)).is_some();
        for (v, kinds) in [
            (self.input(b), &[EffectKind::Read][..]),
            (self.output(b), &[EffectKind::Read, EffectKind::Write]),
        ] {
            if is_memref(v) {
                out.extend(kinds.iter().map(|&kind| Effect { kind, on: Some(v) }));
            }
        }
    }
}

impl Verify for SoftmaxOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (b.ty(self.input(b)), b.ty(self.output(b)));
        ensure!(
            cx.elem_or_self(from) == cx.elem_or_self(to),
            "failed to verify that input and output have same element type"
        );
        let (Some(x), Some(y)) = (cx.shaped(from).and_then(|s| s.shape), cx.shaped(to).and_then(|s| s.shape))
        else {
            return Ok(());
        };
        let compatible =
            x.len() == y.len() && x.iter().zip(y).all(|(&p, &q)| p == q || p == DYNAMIC || q == DYNAMIC);
        ensure!(compatible, "incompatible output shape");
        let dim = b.attr(self.op(), "dimension").and_then(|a| cx.attr_i64(a)).unwrap_or(-1);
        ensure!(dim >= 0 && (dim as usize) < x.len(), "incorrect dimension specified");
        Ok(())
    }
}
