//! Variables, pointers, and the elements and members of what they hold.

use strata_ir::prelude::*;

use crate::{
    attrs::{OpaqueOrTyped, verify_initializer},
    expression::CExpression,
    types::{
        AnyLValue, AnyPointer, ArrayOrLValue, ArrayType, EmitCType, EmitCTypeOrLValue, LVALUE, LValueType,
        OpaqueLValue, OpaqueOrPointerLValue, OpaqueType, PointerType, Subscriptable,
        is_integer_index_or_opaque, lvalue, pointer, value_type,
    },
};

/// A local variable.
#[op(name = "emitc.variable", interfaces = [Verify, MemoryEffects])]
pub struct VariableOp {
    /// Its first value; it has none if this is an empty text.
    pub value: Attr<OpaqueOrTyped>,
    /// The variable.
    pub result: Res<ArrayOrLValue>,
}

/// Gives a variable another value.
#[op(
    name = "emitc.assign",
    interfaces = [Verify, MemoryEffects],
    asm = "$value `:` type($value) `to` $var `:` custom<LVALUE>(type($var)) attr-dict",
)]
pub struct AssignOp {
    /// The variable.
    pub var: Operand<AnyLValue>,
    /// The value.
    pub value: Operand<EmitCType>,
}

fn loaded(ty: Type, cx: &Context) -> Option<Type> {
    cx.type_as::<LValueType>(ty).map(|l| l.value)
}
fn address(ty: Type, cx: &Context) -> Option<Type> {
    loaded(ty, cx).map(|value| pointer(cx, value))
}
fn pointed_to(ty: Type, cx: &Context) -> Option<Type> {
    cx.type_as::<PointerType>(ty).map(|p| lvalue(cx, p.pointee))
}

/// The value that a variable has now.
#[op(
    name = "emitc.load",
    interfaces = [MemoryEffects, CExpression],
    infer(result = loaded(operand), "result type matches value type of 'operand'"),
    asm = "$operand attr-dict `:` custom<LVALUE>(type($operand))",
)]
pub struct LoadOp {
    /// The variable.
    pub operand: Operand<AnyLValue>,
    /// The value.
    pub result: Res<AnyType>,
}

/// The address of a variable: `&a`.
#[op(
    name = "emitc.address_of",
    interfaces = [CExpression],
    infer(result = address(reference), "input and result reference the same type"),
    asm = "$reference `:` qualified(type($reference)) attr-dict",
)]
pub struct AddressOfOp {
    /// The variable.
    pub reference: Operand<AnyLValue>,
    /// Its address.
    pub result: Res<AnyPointer>,
}

/// The variable at an address: `*a`.
#[op(
    name = "emitc.dereference",
    infer(result = pointed_to(pointer), "input and result reference the same type"),
    asm = "$pointer `:` qualified(type($pointer)) attr-dict",
)]
pub struct DereferenceOp {
    /// The address.
    pub pointer: Operand<AnyPointer>,
    /// The variable.
    pub result: Res<AnyLValue>,
}

/// `&a` or `*a`; `emitc.address_of` and `emitc.dereference` are used instead.
#[op(
    name = "emitc.apply",
    interfaces = [Verify, CExpression],
    asm = "$applicableOperator `(` $operand `)` attr-dict `:` functional-type($operand, results)",
)]
pub struct ApplyOp {
    /// The operator.
    #[ir_name = "applicableOperator"]
    pub operator: Attr<StringAttr>,
    /// Its operand.
    pub operand: Operand<EmitCTypeOrLValue>,
    /// The value.
    pub result: Res<EmitCType>,
}

/// An element: `a[i][j]`.
#[op(
    name = "emitc.subscript",
    interfaces = [Verify],
    asm = "$value `[` $indices `]` attr-dict `:` functional-type(operands, results)",
)]
pub struct SubscriptOp {
    /// The array or pointer that has the element.
    pub value: Operand<Subscriptable>,
    /// The position of the element.
    pub indices: Variadic<EmitCType>,
    /// The element.
    pub result: Res<AnyLValue>,
}

/// A member of a structure: `a.b`.
#[op(name = "emitc.member")]
pub struct MemberOp {
    /// Its name.
    pub member: Attr<StringAttr>,
    /// The structure.
    pub operand: Operand<OpaqueLValue>,
    /// The member.
    pub result: Res<ArrayOrLValue>,
}

/// A member of the structure at an address: `a->b`.
#[op(name = "emitc.member_of_ptr")]
pub struct MemberOfPtrOp {
    /// Its name.
    pub member: Attr<StringAttr>,
    /// The address.
    pub operand: Operand<OpaqueOrPointerLValue>,
    /// The member.
    pub result: Res<ArrayOrLValue>,
}

impl Verify for VariableOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_initializer(b, self.op(), b.attr_slot(self.op(), 0))
    }
}

impl MemoryEffects for VariableOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Alloc, on: Some(self.result(b)) });
    }
}

impl MemoryEffects for AssignOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Write, on: Some(self.var(b)) });
    }
}

impl MemoryEffects for LoadOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Read, on: Some(self.operand(b)) });
    }
}

impl CExpression for LoadOp {}

impl CExpression for AddressOfOp {
    fn has_side_effects(&self, _: &Body) -> bool {
        false
    }
}

impl CExpression for ApplyOp {
    fn has_side_effects(&self, b: &Body) -> bool {
        self.operator(b).get(b.cx()).as_str() == "*"
    }
}

impl Verify for AssignOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, var) = (b.cx(), self.var(b));
        ensure!(b.def_op(var).is_some(), "cannot assign to block argument");
        let (value, want) = (b.ty(self.value(b)), value_type(cx, b.ty(var)));
        ensure!(
            value == want,
            "requires value's type ('{}') to match variable's type ('{}')\n  variable: {}\n  value: {}\n",
            cx.type_to_string(value),
            cx.type_to_string(want),
            shown(b, var),
            shown(b, self.value(b))
        );
        Ok(())
    }
}

/// A value as diagnostics of upstream show it.
fn shown(b: &Body, v: Value) -> String {
    match b.def_op(v) {
        Some(op) => strata_ir::text::print_op_for_diagnostic(b, op),
        None => format!("<block argument> of type '{}'", b.cx().type_to_string(b.ty(v))),
    }
}

impl Verify for ApplyOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let operator = self.operator(b).get(cx).as_str();
        ensure!(!operator.is_empty(), "applicable operator must not be empty");
        let (operand, result) = (b.ty(self.operand(b)), b.ty(self.result(b)));
        match operator {
            "&" => {
                ensure!(
                    cx.type_as::<LValueType>(operand).is_some(),
                    "operand type must be an lvalue when applying `&`"
                );
                ensure!(
                    cx.type_as::<PointerType>(result).is_some(),
                    "result type must be a pointer when applying `&`"
                );
            }
            "*" => ensure!(
                cx.type_as::<PointerType>(operand).is_some(),
                "operand type must be a pointer when applying `*`"
            ),
            _ => return Err("applicable operator is illegal".into()),
        }
        Ok(())
    }
}

impl Verify for SubscriptOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (ty, result) = (b.ty(self.value(b)), value_type(cx, b.ty(self.result(b))));
        let indices: SmallVec<[Type; 4]> = self.indices(b).map(|v| b.ty(v)).collect();
        let quoted = |ty: Type| format!("'{}'", cx.type_to_string(ty));
        if let Some(array) = cx.type_as::<ArrayType>(ty) {
            let (n, rank) = (indices.len(), array.shape.len());
            ensure!(
                n == rank,
                "on array operand requires number of indices ({n}) to match the rank of the array type ({rank})"
            );
            for (i, &index) in indices.iter().enumerate() {
                ensure!(
                    is_integer_index_or_opaque(cx, index),
                    "on array operand requires index operand {i} to be integer-like, but got {}",
                    quoted(index)
                );
            }
            ensure!(
                array.elem == result,
                "on array operand requires element type ({}) and result type ({}) to match",
                quoted(array.elem),
                quoted(result)
            );
        } else if let Some(pointer) = cx.type_as::<PointerType>(ty) {
            let &[index] = &indices[..] else {
                let n = indices.len();
                return Err(format!("on pointer operand requires one index operand, but got {n}").into());
            };
            ensure!(
                is_integer_index_or_opaque(cx, index),
                "on pointer operand requires index operand to be integer-like, but got {}",
                quoted(index)
            );
            ensure!(
                pointer.pointee == result,
                "on pointer operand requires pointee type ({}) and result type ({}) to match",
                quoted(pointer.pointee),
                quoted(result)
            );
        } else {
            debug_assert!(cx.type_as::<OpaqueType>(ty).is_some(), "the constraint lets in nothing else");
        }
        Ok(())
    }
}
