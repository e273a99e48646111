//! Chapter 2: the `rill` dialect, whose ops are the operators of the language.

use strata_ir::prelude::*;

use crate::interfaces::InferShape;

type_constraint! {
    /// A tensor of `f32`, with or without a known shape.
    Floats = "tensor of f32", |ty, cx| cx.shaped(ty).is_some_and(|t| t.elem == cx.f32());
}

/// A number, which is a tensor without dimensions.
#[op(name = "rill.constant", traits = [Pure], asm = "$value attr-dict `:` type($result)")]
pub struct ConstantOp {
    /// The number.
    pub value: Attr<FloatAttr>,
    /// The tensor.
    pub result: Res<Floats>,
}

/// Defines ops of two operands whose shorter shape is repeated along the leading dimensions of the other one.
macro_rules! elementwise {
    ($($(#[$doc:meta])* $op:ident = $name:literal)*) => {$(
        $(#[$doc])*
        #[op(
            name = $name,
            traits = [Pure],
            interfaces = [InferShape],
            asm = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)",
        )]
        pub struct $op {
            /// The left operand.
            pub lhs: Operand<Floats>,
            /// The right operand.
            pub rhs: Operand<Floats>,
            /// One element for each of the longer shape.
            pub result: Res<Floats>,
        }
    )*};
}

elementwise! {
    /// Sums.
    AddOp = "rill.add"
    /// Differences.
    SubOp = "rill.sub"
    /// Products of elements.
    MulOp = "rill.mul"
}

/// The product of two matrices.
#[op(
    name = "rill.matmul",
    traits = [Pure],
    interfaces = [InferShape],
    asm = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)",
)]
pub struct MatmulOp {
    /// `m` by `k`.
    pub lhs: Operand<Floats>,
    /// `k` by `n`.
    pub rhs: Operand<Floats>,
    /// `m` by `n`.
    pub result: Res<Floats>,
}

/// Exchanges the dimensions of a matrix.
#[op(
    name = "rill.transpose",
    traits = [Pure],
    interfaces = [InferShape, Canonicalize],
    asm = "$operand attr-dict `:` functional-type(operands, results)",
)]
pub struct TransposeOp {
    /// The matrix.
    pub operand: Operand<Floats>,
    /// The transposed matrix.
    pub result: Res<Floats>,
}

/// The larger one of each element and zero.
#[op(
    name = "rill.relu",
    traits = [Pure],
    interfaces = [InferShape],
    asm = "$operand attr-dict `:` functional-type(operands, results)",
)]
pub struct ReluOp {
    /// Any tensor.
    pub operand: Operand<Floats>,
    /// The same shape.
    pub result: Res<Floats>,
}

/// A tensor whose shape is no longer known, or known again; it stands around calls.
#[op(
    name = "rill.cast",
    traits = [Pure],
    interfaces = [InferShape, Fold],
    asm = "$operand attr-dict `:` type($operand) `to` type($result)",
)]
pub struct CastOp {
    /// Any tensor.
    pub operand: Operand<Floats>,
    /// The same tensor.
    pub result: Res<Floats>,
}

impl Canonicalize for TransposeOp {
    /// `transpose(transpose(x)) = x`
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let inner = rw.def_of::<TransposeOp>(self.operand(rw))?;
        let source = inner.operand(rw);
        if rw.ty(source) != rw.ty(self.result(rw)) {
            return None;
        }
        rw.replace_op(*self, &[source]);
        Some(())
    }
}

impl Fold for CastOp {
    fn fold(&self, body: &mut Body, _constants: &[Option<Attr>]) -> Option<Folded> {
        let source = self.operand(body);
        (body.ty(source) == body.ty(self.result(body))).then(|| source.into())
    }
}

dialect! {
    /// Tensors of floats, as the language of the tutorial has them.
    rill { ops: [ConstantOp, AddOp, SubOp, MulOp, MatmulOp, TransposeOp, ReluOp, CastOp] }
}
