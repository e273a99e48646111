//! Parts of ops, values and ranges.

use strata_ir::prelude::*;
use strata_pdl::{
    OperationType, RangeType, TypeType, ValueType,
    types::{
        AnyHandle, AttributeHandle, OperationHandle, TypeHandle, TypeOrRange, ValueHandle, ValueOrRange,
        range,
    },
};

use crate::attrs::Count;

type_constraint! {
    /// Any range.
    Ranges = "range of pdl type values", |ty, cx| cx.type_as::<RangeType>(ty).is_some();
    /// A range of ops.
    OperationRange = "range of PDL handle to an `mlir::Operation *` values", |ty, cx| {
        cx.type_as::<RangeType>(ty).is_some_and(|r| cx.type_as::<OperationType>(r.elem).is_some())
    }, only |cx| range(cx, cx.ty(OperationType));
}

macro_rules! parts {
    ($($(#[doc = $doc:literal])* $name:ident = $full:literal, $asm:literal {
        $($(#[doc = $field_doc:literal])* $(#[ir_name = $ir_name:literal])? $field:ident: $kind:ident<$inner:ident>,)*
    })*) => {$(
        $(#[doc = $doc])*
        #[op(name = $full, traits = [Pure], asm = $asm)]
        pub struct $name {
            $($(#[doc = $field_doc])* $(#[ir_name = $ir_name])? pub $field: $kind<$inner>,)*
        }
    )*};
}

parts! {
    /// An attribute of an op; null if it has none.
    GetAttributeOp = "pdl_interp.get_attribute", "$name `of` $inputOp attr-dict" {
        /// The op.
        #[ir_name = "inputOp"]
        input_op: Operand<OperationHandle>,
        /// The name of the attribute.
        name: Attr<StringAttr>,
        /// The attribute.
        attribute: Res<AttributeHandle>,
    }
    /// The type of an attribute.
    GetAttributeTypeOp = "pdl_interp.get_attribute_type", "`of` $value attr-dict" {
        /// The attribute.
        value: Operand<AttributeHandle>,
        /// Its type.
        result: Res<TypeHandle>,
    }
    /// The op that defines a value; null if it is an argument of a block.
    GetDefiningOpOp = "pdl_interp.get_defining_op", "`of` $value `:` type($value) attr-dict" {
        /// The value, or the first of a range.
        value: Operand<ValueOrRange>,
        /// The op.
        #[ir_name = "inputOp"]
        input_op: Res<OperationHandle>,
    }
    /// An operand of an op; null if it has fewer.
    GetOperandOp = "pdl_interp.get_operand", "$index `of` $inputOp attr-dict" {
        /// The op.
        #[ir_name = "inputOp"]
        input_op: Operand<OperationHandle>,
        /// The number of the operand.
        index: Attr<Count>,
        /// The operand.
        value: Res<ValueHandle>,
    }
    /// A group of operands of an op, or all of them.
    GetOperandsOp = "pdl_interp.get_operands", "($index^)? `of` $inputOp `:` type($value) attr-dict" {
        /// The op.
        #[ir_name = "inputOp"]
        input_op: Operand<OperationHandle>,
        /// The number of the group; all operands if it is not given.
        index: OptAttr<Count>,
        /// The operands.
        value: Res<ValueOrRange>,
    }
    /// A result of an op; null if it has fewer.
    GetResultOp = "pdl_interp.get_result", "$index `of` $inputOp attr-dict" {
        /// The op.
        #[ir_name = "inputOp"]
        input_op: Operand<OperationHandle>,
        /// The number of the result.
        index: Attr<Count>,
        /// The result.
        value: Res<ValueHandle>,
    }
    /// A group of results of an op, or all of them.
    GetResultsOp = "pdl_interp.get_results", "($index^)? `of` $inputOp `:` type($value) attr-dict" {
        /// The op.
        #[ir_name = "inputOp"]
        input_op: Operand<OperationHandle>,
        /// The number of the group; all results if it is not given.
        index: OptAttr<Count>,
        /// The results.
        value: Res<ValueOrRange>,
    }
    /// The ops that use a value, or the first of a range.
    GetUsersOp = "pdl_interp.get_users", "`of` $value `:` type($value) attr-dict" {
        /// The value.
        value: Operand<ValueOrRange>,
        /// The ops.
        operations: Res<OperationRange>,
    }
}

/// A range of elements of this type.
fn range_of(ty: Type, cx: &Context) -> Option<Type> {
    Some(range(cx, ty))
}

/// An element of a range; null if it has fewer.
#[op(
    name = "pdl_interp.extract",
    traits = [Pure],
    infer(range = range_of(result), "`range` is a PDL range whose element type matches type of `result`"),
    asm = "$index `of` $range `:` type($result) attr-dict",
)]
pub struct ExtractOp {
    /// The range.
    pub range: Operand<Ranges>,
    /// The number of the element.
    pub index: Attr<Count>,
    /// The element.
    pub result: Res<AnyHandle>,
}

/// A value for a type, a range of values for a range of types.
fn values_of(ty: Type, cx: &Context) -> Option<Type> {
    let value = cx.ty(ValueType);
    match cx.type_as::<RangeType>(ty) {
        Some(_) => Some(range(cx, value)),
        None => cx.type_as::<TypeType>(ty).map(|_| value),
    }
}

/// The type of a value, or the types of a range.
#[op(
    name = "pdl_interp.get_value_type",
    traits = [Pure],
    infer(value = values_of(result), "`value` type matches arity of `result`"),
    asm = "`of` $value `:` type($result) attr-dict",
)]
pub struct GetValueTypeOp {
    /// The value.
    pub value: Operand<ValueOrRange>,
    /// Its type.
    pub result: Res<TypeOrRange>,
}
