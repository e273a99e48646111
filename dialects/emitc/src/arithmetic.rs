//! Operators of C on values.

use strata_ir::prelude::*;

use crate::{
    attrs::CmpPredicateAttr,
    expression::{CExpression, operands_are_fundamental},
    types::{
        EmitCType, FloatIntegerIndexOrOpaque, IntegerIndexOrOpaque, OpaqueType, PointerType, PtrDiffType,
    },
};

/// Operators with two operands.
macro_rules! binary {
    ($($(#[doc = $doc:literal])* $name:ident = $full:literal ($operand:ident) -> $result:ident, [$($interface:ident),*], $asm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op(name = $full, interfaces = [CExpression $(, $interface)*], asm = $asm)]
        pub struct $name {
            /// The left operand.
            pub lhs: Operand<$operand>,
            /// The right operand.
            pub rhs: Operand<$operand>,
            /// The value.
            pub result: Res<$result>,
        }
        pure_on_fundamental_types!($name);
    )*};
}

/// Operators with one operand.
macro_rules! unary {
    ($($(#[doc = $doc:literal])* $name:ident = $full:literal -> $result:ident, $asm:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op(name = $full, interfaces = [CExpression], asm = $asm)]
        pub struct $name {
            /// The operand.
            pub operand: Operand<EmitCType>,
            /// The value.
            pub result: Res<$result>,
        }
        pure_on_fundamental_types!($name);
    )*};
}

macro_rules! pure_on_fundamental_types {
    ($name:ident) => {
        impl CExpression for $name {
            fn has_side_effects(&self, b: &Body) -> bool {
                !operands_are_fundamental(b, self.op())
            }
        }
    };
}

binary! {
    /// `a + b`
    AddOp = "emitc.add" (EmitCType) -> EmitCType, [Verify], "operands attr-dict `:` functional-type(operands, results)";
    /// `a & b`
    BitwiseAndOp = "emitc.bitwise_and" (EmitCType) -> EmitCType, [], "operands attr-dict `:` functional-type(operands, results)";
    /// `a << b`
    BitwiseLeftShiftOp = "emitc.bitwise_left_shift" (EmitCType) -> EmitCType, [], "operands attr-dict `:` functional-type(operands, results)";
    /// `a | b`
    BitwiseOrOp = "emitc.bitwise_or" (EmitCType) -> EmitCType, [], "operands attr-dict `:` functional-type(operands, results)";
    /// `a >> b`
    BitwiseRightShiftOp = "emitc.bitwise_right_shift" (EmitCType) -> EmitCType, [], "operands attr-dict `:` functional-type(operands, results)";
    /// `a ^ b`
    BitwiseXorOp = "emitc.bitwise_xor" (EmitCType) -> EmitCType, [], "operands attr-dict `:` functional-type(operands, results)";
    /// `a / b`
    DivOp = "emitc.div" (FloatIntegerIndexOrOpaque) -> FloatIntegerIndexOrOpaque, [], "operands attr-dict `:` functional-type(operands, results)";
    /// `a && b`
    LogicalAndOp = "emitc.logical_and" (EmitCType) -> I1, [], "operands attr-dict `:` type(operands)";
    /// `a || b`
    LogicalOrOp = "emitc.logical_or" (EmitCType) -> I1, [], "operands attr-dict `:` type(operands)";
    /// `a * b`
    MulOp = "emitc.mul" (FloatIntegerIndexOrOpaque) -> FloatIntegerIndexOrOpaque, [], "operands attr-dict `:` functional-type(operands, results)";
    /// `a % b`
    RemOp = "emitc.rem" (IntegerIndexOrOpaque) -> IntegerIndexOrOpaque, [], "operands attr-dict `:` functional-type(operands, results)";
    /// `a - b`
    SubOp = "emitc.sub" (EmitCType) -> EmitCType, [Verify], "operands attr-dict `:` functional-type(operands, results)";
}

unary! {
    /// `~a`
    BitwiseNotOp = "emitc.bitwise_not" -> EmitCType, "operands attr-dict `:` functional-type(operands, results)";
    /// `!a`
    LogicalNotOp = "emitc.logical_not" -> I1, "operands attr-dict `:` type(operands)";
    /// `-a`
    UnaryMinusOp = "emitc.unary_minus" -> EmitCType, "operands attr-dict `:` functional-type(operands, results)";
    /// `+a`
    UnaryPlusOp = "emitc.unary_plus" -> EmitCType, "operands attr-dict `:` functional-type(operands, results)";
}

/// A comparison: `a < b`.
#[op(
    name = "emitc.cmp",
    interfaces = [CExpression],
    asm = "$predicate `,` operands attr-dict `:` functional-type(operands, results)",
)]
pub struct CmpOp {
    /// How to compare.
    pub predicate: Attr<CmpPredicateAttr>,
    /// The left operand.
    pub lhs: Operand<EmitCType>,
    /// The right operand.
    pub rhs: Operand<EmitCType>,
    /// Whether it holds.
    pub result: Res<EmitCType>,
}
pure_on_fundamental_types!(CmpOp);

/// One of two values: `condition ? a : b`.
#[op(
    name = "emitc.conditional",
    interfaces = [CExpression],
    same = [true_value, false_value, result],
    asm = "$condition `,` $true_value `,` $false_value attr-dict `:` type($result)",
)]
pub struct ConditionalOp {
    /// Which one it is.
    pub condition: Operand<I1>,
    /// The value if the condition holds.
    pub true_value: Operand<EmitCType>,
    /// The value otherwise.
    pub false_value: Operand<EmitCType>,
    /// The value.
    pub result: Res<EmitCType>,
}

impl CExpression for ConditionalOp {
    fn has_side_effects(&self, _: &Body) -> bool {
        false
    }
}

fn is_pointer(cx: &Context, ty: Type) -> bool {
    cx.type_as::<PointerType>(ty).is_some()
}
/// An integer of a width, or a type by its text.
fn is_offset(cx: &Context, ty: Type) -> bool {
    cx.as_int(ty).is_some() || cx.type_as::<OpaqueType>(ty).is_some()
}

impl Verify for AddOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, lhs, rhs) = (b.cx(), b.ty(self.lhs(b)), b.ty(self.rhs(b)));
        let (left, right) = (is_pointer(cx, lhs), is_pointer(cx, rhs));
        ensure!(!(left && right), "requires that at most one operand is a pointer");
        ensure!(
            !(left && !is_offset(cx, rhs) || right && !is_offset(cx, lhs)),
            "requires that one operand is an integer or of opaque type if the other is a pointer"
        );
        Ok(())
    }
}

impl Verify for SubOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, lhs, rhs) = (b.cx(), b.ty(self.lhs(b)), b.ty(self.rhs(b)));
        let (left, right) = (is_pointer(cx, lhs), is_pointer(cx, rhs));
        ensure!(left || !right, "rhs can only be a pointer if lhs is a pointer");
        ensure!(
            !left || right || is_offset(cx, rhs),
            "requires that rhs is an integer, pointer or of opaque type if lhs is a pointer"
        );
        let result = b.ty(self.result(b));
        ensure!(
            !(left && right) || is_offset(cx, result) || cx.type_as::<PtrDiffType>(result).is_some(),
            "requires that the result is an integer, ptrdiff_t or of opaque type if lhs and rhs are pointers"
        );
        Ok(())
    }
}
