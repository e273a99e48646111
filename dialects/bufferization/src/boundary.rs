//! `bufferization.to_tensor` and `bufferization.to_buffer`.

use strata_ir::{core::Context, prelude::*};

type_constraint! {
    /// A tensor.
    TensorLike = "TensorLikeType instance", |ty, cx| crate::is_tensor(cx, ty);
    /// A memref.
    BufferLike = "BufferLikeType instance", |ty, cx| crate::is_memref(cx, ty);
}

/// Whether a tensor of type `tensor` can be in a buffer of type `buffer`.
fn types_match(cx: &Context, tensor: Type, buffer: Type) -> bool {
    match (cx.shaped(tensor), cx.shaped(buffer)) {
        (Some(t), Some(b)) => t.shape == b.shape && t.elem == b.elem,
        _ => false,
    }
}

fn verify_match(b: &Body, tensor: Value, buffer: Value) -> VerifyResult {
    let ok = types_match(b.cx(), b.ty(tensor), b.ty(buffer));
    ensure!(ok, "failed to verify that specified tensor and buffer types match");
    Ok(())
}

/// The tensor with the contents of a buffer.
#[op(
    name = "bufferization.to_tensor",
    interfaces = [Verify, Fold, Canonicalize, MemoryEffects],
    asm = "$buffer (`restrict` $restrict^)? (`writable` $writable^)? attr-dict `:` type($buffer) `to` type($result)",
)]
pub struct ToTensorOp {
    /// The buffer.
    pub buffer: Operand<BufferLike>,
    /// The result is the only way by which tensor ops reach the buffer.
    pub restrict: OptAttr<UnitAttr>,
    /// The buffer may be written through the result.
    pub writable: OptAttr<UnitAttr>,
    /// The tensor.
    pub result: Res<TensorLike>,
}

impl Verify for ToTensorOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_match(b, self.result(b), self.buffer(b))
    }
}

impl MemoryEffects for ToTensorOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Read, on: Some(self.buffer(b)) });
    }
}

impl Fold for ToTensorOp {
    /// The buffer of a tensor as a tensor is that tensor, as long as nothing between the two ops can have written.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let source = b.def_as::<ToBufferOp>(self.buffer(b))?;
        let tensor = source.tensor(b);
        let adjacent = b.next_op(source.op()) == Some(self.op());
        (adjacent && b.ty(tensor) == b.ty(self.result(b))).then(|| tensor.into())
    }
}

/// The future buffer of a tensor.
#[op(
    name = "bufferization.to_buffer",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize],
    asm = "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($buffer)",
)]
pub struct ToBufferOp {
    /// The tensor.
    pub tensor: Operand<TensorLike>,
    /// Nothing writes to the buffer.
    pub read_only: OptAttr<UnitAttr>,
    /// The buffer.
    pub buffer: Res<BufferLike>,
}

impl Verify for ToBufferOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_match(b, self.tensor(b), self.buffer(b))
    }
}

impl Fold for ToBufferOp {
    /// The buffer of a tensor that was made from a buffer is that buffer.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let source = b.def_as::<ToTensorOp>(self.tensor(b))?;
        let buffer = source.buffer(b);
        (b.ty(buffer) == b.ty(self.buffer(b))).then(|| buffer.into())
    }
}
