//! Types of handles and parameters, and what ops ask of them.

use strata_ir::prelude::*;

/// A handle to any payload ops.
#[ty(name = "transform.any_op")]
pub struct AnyOpType;

/// A handle to payload ops of one name.
#[ty(name = "transform.op", format = "params")]
pub struct OperationType {
    /// The name.
    pub operation_name: String,
}

/// A handle to any payload values.
#[ty(name = "transform.any_value")]
pub struct AnyValueType;

/// Parameters of any type.
#[ty(name = "transform.any_param")]
pub struct AnyParamType;

/// Parameters of one type.
#[ty(name = "transform.param", format = "params")]
pub struct ParamType {
    /// The type.
    #[ir_name = "type"]
    pub ty: Type,
}

/// Parameters that are affine maps.
#[ty(name = "transform.affine_map")]
pub struct AffineMapParamType;

/// Parameters that are types.
#[ty(name = "transform.type")]
pub struct TypeParamType;

/// The kinds of objects that a value of a transform op stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandleKind {
    /// Payload ops.
    Op,
    /// Payload values.
    Value,
    /// Attributes.
    Param,
}

impl HandleKind {
    /// The kind of a type; `None` if it is no type of a handle or parameter.
    pub fn from_type(cx: &Context, ty: Type) -> Option<Self> {
        match cx.type_name(ty)? {
            "transform.any_op" | "transform.op" => Some(Self::Op),
            "transform.any_value" => Some(Self::Value),
            "transform.any_param" | "transform.param" | "transform.affine_map" | "transform.type" => {
                Some(Self::Param)
            }
            _ => None,
        }
    }
}

fn is(cx: &Context, ty: Type, kinds: &[HandleKind]) -> bool {
    HandleKind::from_type(cx, ty).is_some_and(|k| kinds.contains(&k))
}

fn is_op_handle(cx: &Context, ty: Type, name: &str) -> bool {
    cx.type_as::<OperationType>(ty).is_some_and(|t| t.operation_name == name)
}

use HandleKind::{Op as OpKind, Param, Value as ValueKind};

type_constraint! {
    /// A handle to ops.
    OpHandle = "TransformHandleTypeInterface instance", |ty, cx| is(cx, ty, &[OpKind]);
    /// A handle to values.
    ValueHandle = "TransformValueHandleTypeInterface instance", |ty, cx| is(cx, ty, &[ValueKind]);
    /// A parameter.
    ParamHandle = "TransformParamTypeInterface instance", |ty, cx| is(cx, ty, &[Param]);
    /// A handle or a parameter.
    AnyHandleOrParam = "any transform handle or parameter", |ty, cx| is(cx, ty, &[OpKind, ValueKind, Param]);
    /// A handle to ops or values.
    AnyHandle = "any transform handle", |ty, cx| is(cx, ty, &[OpKind, ValueKind]);
    /// A handle to ops or values.
    OpOrValueHandle = "transform operation or value handle", |ty, cx| is(cx, ty, &[OpKind, ValueKind]);
    /// A handle to ops or a parameter.
    ParamOrHandle = "transform any param type or any handle type", |ty, cx| is(cx, ty, &[OpKind, Param]);
    /// The objects that a matcher of operands captures.
    OperandCapture = "transform operation or value handle or ", |ty, cx| {
        is(cx, ty, &[OpKind, ValueKind]) || cx.type_as::<AffineMapParamType>(ty).is_some()
    };
    /// `!transform.op<"scf.for">`.
    ForHandle = "Transform IR handle to scf.for operations", |ty, cx| is_op_handle(cx, ty, "scf.for");
    /// `!transform.op<"memref.alloc">`.
    AllocHandle = "Transform IR handle to memref.alloc operations", |ty, cx| is_op_handle(cx, ty, "memref.alloc");
    /// `!transform.op<"memref.alloca">`.
    AllocaHandle = "Transform IR handle to memref.alloca operations", |ty, cx| is_op_handle(cx, ty, "memref.alloca");
    /// `!transform.op<"tensor.empty">`.
    EmptyHandle = "Transform IR handle to tensor.empty operations", |ty, cx| is_op_handle(cx, ty, "tensor.empty");
    /// `!transform.op<"bufferization.alloc_tensor">`.
    AllocTensorHandle = "Transform IR handle to bufferization.alloc_tensor operations",
        |ty, cx| is_op_handle(cx, ty, "bufferization.alloc_tensor");
    /// `!transform.op<"linalg.pack">`.
    PackHandle = "Transform IR handle to linalg.pack operations", |ty, cx| is_op_handle(cx, ty, "linalg.pack");
    /// `!transform.op<"linalg.unpack">`.
    UnPackHandle = "Transform IR handle to linalg.unpack operations", |ty, cx| is_op_handle(cx, ty, "linalg.unpack");
    /// `!transform.op<"linalg.transpose">`.
    TransposeHandle = "Transform IR handle to linalg.transpose operations",
        |ty, cx| is_op_handle(cx, ty, "linalg.transpose");
    /// `!transform.op<"tensor.pad">`.
    PadHandle = "Transform IR handle to tensor.pad operations", |ty, cx| is_op_handle(cx, ty, "tensor.pad");
    /// `!transform.op<"tensor.expand_shape">`.
    ExpandShapeHandle = "Transform IR handle to tensor.expand_shape operations",
        |ty, cx| is_op_handle(cx, ty, "tensor.expand_shape");
    /// `!transform.op<"tensor.collapse_shape">`.
    CollapseShapeHandle = "Transform IR handle to tensor.collapse_shape operations",
        |ty, cx| is_op_handle(cx, ty, "tensor.collapse_shape");
    /// `!transform.op<"tensor.extract_slice">`.
    ExtractSliceHandle = "Transform IR handle to tensor.extract_slice operations",
        |ty, cx| is_op_handle(cx, ty, "tensor.extract_slice");
}
