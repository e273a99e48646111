//! Constants, literals and casts.

use strata_ir::prelude::*;

use crate::{
    attrs::{OpaqueAttr, OpaqueOrTyped, verify_initializer},
    expression::CExpression,
    types::{
        ArrayType, EmitCType, PointerType, is_fundamental, is_integer_index_or_opaque, is_supported,
        is_supported_float,
    },
};

/// A constant.
#[op(name = "emitc.constant", traits = [ConstantLike], interfaces = [Verify, CExpression])]
pub struct ConstantOp {
    /// Its value.
    pub value: Attr<OpaqueOrTyped>,
    /// The value as an operand.
    pub result: Res<EmitCType>,
}

/// Text of C that is a value.
#[op(
    name = "emitc.literal",
    traits = [Pure],
    interfaces = [Verify],
    asm = "$value attr-dict `:` type($result)",
)]
pub struct LiteralOp {
    /// The text.
    pub value: Attr<StringAttr>,
    /// The value.
    pub result: Res<EmitCType>,
}

/// A conversion of C: `(float) a`.
#[op(
    name = "emitc.cast",
    interfaces = [Verify, CExpression],
    asm = "$source attr-dict `:` type($source) `to` type($dest)",
)]
pub struct CastOp {
    /// The value.
    pub source: Operand<EmitCType>,
    /// The value in another type.
    pub dest: Res<EmitCType>,
}

impl Verify for ConstantOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let value = b.attr_slot(self.op(), 0);
        verify_initializer(b, self.op(), value)?;
        ensure!(value.and_then(|v| OpaqueAttr::text(b.cx(), v)) != Some(""), "value must not be empty");
        Ok(())
    }
}

impl CExpression for ConstantOp {
    fn has_side_effects(&self, b: &Body) -> bool {
        !is_fundamental(b.cx(), b.ty(self.result(b)))
    }
}

impl Verify for LiteralOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(!self.value(b).get(b.cx()).as_str().is_empty(), "value must not be empty");
        Ok(())
    }
}

impl CExpression for CastOp {
    fn has_side_effects(&self, _: &Body) -> bool {
        false
    }
}

/// Whether C converts values of one type to another one.
fn is_castable(cx: &Context, from: Type, to: Type) -> bool {
    if let Some(array) = cx.type_as::<ArrayType>(from) {
        let pointee = cx.type_as::<PointerType>(to).map(|p| p.pointee);
        return matches!(array.shape[..], [size] if size >= 1) && pointee == Some(array.elem);
    }
    let is_scalar = |ty| {
        is_integer_index_or_opaque(cx, ty)
            || is_supported_float(cx, ty)
            || cx.type_as::<PointerType>(ty).is_some()
    };
    is_scalar(from) && is_scalar(to)
}

impl Verify for CastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, from, to) = (b.cx(), b.ty(self.source(b)), b.ty(self.dest(b)));
        ensure!(
            is_castable(cx, from, to),
            "operand type '{}' and result type '{}' are cast incompatible",
            cx.type_to_string(from),
            cx.type_to_string(to)
        );
        Ok(())
    }
}

/// Makes the constants of the dialect.
pub(crate) fn materialize(b: &mut Builder<'_>, value: Attr, ty: Type) -> Option<Value> {
    let cx = b.cx();
    (is_supported(cx, ty) && OpaqueOrTyped::check(value, cx)).then(|| ConstantOp::build(b, value, ty))
}
