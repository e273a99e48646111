//! `vector.type_cast` and `vector.vscale`.

use strata_ir::prelude::*;
use strata_memref::constraints::StaticMemRef;

/// A view of a buffer as one vector.
#[op(
    name = "vector.type_cast",
    traits = [Pure],
    interfaces = [Verify],
    asm = "$memref attr-dict `:` type($memref) `to` type($result)",
)]
pub struct TypeCastOp {
    /// The buffer.
    pub memref: Operand<StaticMemRef>,
    /// The buffer with larger elements.
    pub result: Res<AnyMemRef>,
}

/// The factor by which scalable dimensions are larger than their static size.
#[op(
    name = "vector.vscale",
    traits = [Pure],
    interfaces = [ResultNames],
    asm = "attr-dict",
)]
pub struct VectorScaleOp {
    /// The factor.
    pub res: Res<Index>,
}

strata_tensor::result_name!(VectorScaleOp => "vscale");

/// The sizes of a buffer followed by those of its elements, and the type of scalars.
fn flat(cx: &Context, t: &MemRefType) -> (Vec<i64>, Type) {
    let mut shape = t.shape.to_vec();
    match cx.type_as::<VectorType>(t.elem) {
        Some(v) => {
            shape.extend_from_slice(&v.shape);
            (shape, v.elem)
        }
        None => (shape, t.elem),
    }
}

impl Verify for TypeCastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (b.ty(self.memref(b)), b.ty(self.result(b)));
        let (Some(x), Some(y)) = (cx.type_as::<MemRefType>(from), cx.type_as::<MemRefType>(to)) else {
            return Ok(());
        };
        ensure!(x.layout.is_none(), "expects operand to be a memref with identity layout");
        ensure!(y.layout.is_none(), "expects result to be a memref with identity layout");
        ensure!(x.memory_space == y.memory_space, "expects result in same memory space");
        let ((xs, xe), (ys, ye)) = (flat(cx, x), flat(cx, y));
        let text = |t| cx.type_to_string(t);
        ensure!(xe == ye, "expects result and operand with same underlying scalar type: '{}'", text(to));
        ensure!(xs == ys, "expects concatenated result and operand shapes to be equal: '{}'", text(to));
        Ok(())
    }
}
