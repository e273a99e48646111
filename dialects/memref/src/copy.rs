//! `memref.copy`.

use strata_ir::prelude::*;

/// Copies all elements of a buffer to another.
#[op(
    name = "memref.copy",
    traits = [SameOperandsElementType, SameOperandsShape],
    interfaces = [Fold, Canonicalize, MemoryEffects],
    asm = "$source `,` $target attr-dict `:` type($source) `to` type($target)",
)]
pub struct CopyOp {
    /// Where elements are read.
    pub source: Operand<AnyRankedOrUnrankedMemRef>,
    /// Where they are written.
    pub target: Operand<AnyRankedOrUnrankedMemRef>,
}

impl MemoryEffects for CopyOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Read, on: Some(self.source(b)) });
        out.push(Effect { kind: EffectKind::Write, on: Some(self.target(b)) });
    }
}
impl Fold for CopyOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        crate::cast::fold_casts(b, self.op())
    }
}
impl Canonicalize for CopyOp {
    /// Copies of a buffer to itself and of no elements do nothing.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (s, t) = (self.source(rw), self.target(rw));
        let empty = |v| rw.cx().type_as::<MemRefType>(rw.ty(v)).is_some_and(|m| m.shape.contains(&0));
        if s != t && !empty(s) && !empty(t) {
            return None;
        }
        rw.erase_op(*self);
        Some(())
    }
}
