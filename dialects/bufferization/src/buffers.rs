//! `bufferization.clone` and `bufferization.dealloc_tensor`.

use strata_ir::prelude::*;

/// A buffer with the contents of another one; neither may be written as long as both are in use.
#[op(
    name = "bufferization.clone",
    interfaces = [MemoryEffects, Fold, Canonicalize],
    asm = "$input attr-dict `:` type($input) `to` type($output)",
)]
pub struct CloneOp {
    /// The buffer to clone.
    pub input: Operand<AnyRankedOrUnrankedMemRef>,
    /// The clone.
    pub output: Res<AnyRankedOrUnrankedMemRef>,
}

impl MemoryEffects for CloneOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Read, on: Some(self.input(b)) });
        out.push(Effect { kind: EffectKind::Alloc, on: Some(self.output(b)) });
        out.push(Effect { kind: EffectKind::Write, on: Some(self.output(b)) });
    }
}

/// Frees the buffer of a tensor.
#[op(name = "bufferization.dealloc_tensor", asm = "$tensor attr-dict `:` type($tensor)")]
pub struct DeallocTensorOp {
    /// The tensor.
    pub tensor: Operand<AnyTensor>,
}
