//! `bufferization.materialize_in_destination`.

use strata_ir::prelude::*;

/// Copies the contents of a tensor into a given buffer, or into the future buffer of a given tensor.
#[op(
    name = "bufferization.materialize_in_destination",
    interfaces = [Verify, MemoryEffects],
    asm = "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest attr-dict `:` functional-type(operands, results)",
)]
pub struct MaterializeInDestinationOp {
    /// The contents.
    pub source: Operand<AnyTensor>,
    /// Where they go.
    pub dest: Operand<AnyShaped>,
    /// No other op gives tensor ops access to the destination.
    pub restrict: OptAttr<UnitAttr>,
    /// The destination may be written; required for a memref.
    pub writable: OptAttr<UnitAttr>,
    /// The destination with its new contents, when it is a tensor.
    pub result: OptRes<AnyTensor>,
}

impl Verify for MaterializeInDestinationOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (source, dest) = (b.ty(self.source(b)), b.ty(self.dest(b)));
        ensure!(
            cx.elem_or_self(source) == cx.elem_or_self(dest),
            "failed to verify that all of {{source, dest}} have same element type"
        );
        let is_memref = crate::is_memref(cx, dest);
        ensure!(is_memref || crate::is_tensor(cx, dest), "'dest' must be a tensor or a memref");
        if is_memref {
            ensure!(self.result(b).is_none(), "memref 'dest' implies zero results");
        } else {
            let Some(result) = self.result(b) else {
                return Err("tensor 'dest' implies exactly one tensor result".into());
            };
            ensure!(b.ty(result) == dest, "result and 'dest' types must match");
        }
        ensure!(self.restrict(b).is_none() || is_memref, "'restrict' is valid only for memref destinations");
        ensure!(
            self.writable(b).is_some() == is_memref,
            "'writable' must be specified if and only if the destination is of memref type"
        );
        let shape = |ty| cx.shaped(ty).and_then(|s| s.shape);
        match (shape(source), shape(dest)) {
            (Some(s), Some(d)) => {
                ensure!(s.len() == d.len(), "rank mismatch between source and destination shape");
                let compatible = s.iter().zip(d).all(|(&s, &d)| s == DYNAMIC || d == DYNAMIC || s == d);
                ensure!(compatible, "source/destination shapes are incompatible");
            }
            (s, d) => ensure!(s.is_some() == d.is_some(), "source/destination shapes are incompatible"),
        }
        Ok(())
    }
}

impl MemoryEffects for MaterializeInDestinationOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        let dest = self.dest(b);
        if crate::is_memref(b.cx(), b.ty(dest)) {
            out.push(Effect { kind: EffectKind::Write, on: Some(dest) });
        }
    }
}
