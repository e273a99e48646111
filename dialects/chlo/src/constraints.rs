//! Type constraints. Unlike in `stablehlo`, tensors may be unranked.

use strata_ir::prelude::*;
use strata_stablehlo::constraints as hlo;

fn elem(cx: &Context, ty: Type) -> Option<Type> {
    if let Some(t) = cx.type_as::<TensorType>(ty) {
        return Some(t.elem);
    }
    cx.type_as::<UnrankedTensorType>(ty).map(|t| t.elem)
}

type_constraint! {
    /// Floats.
    FpTensor = "tensor of 4/6/8/16/32/64-bit float values", |ty, cx| elem(cx, ty).is_some_and(|t| hlo::is_float(cx, t));
    /// Floats or complex numbers.
    FpComplexTensor = "tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values", |ty, cx| elem(cx, ty).is_some_and(|t| hlo::is_float(cx, t) || hlo::is_complex(cx, t));
    /// Complex numbers.
    ComplexTensor = "tensor of complex type with 32/64-bit float elements values", |ty, cx| elem(cx, ty).is_some_and(|t| hlo::is_complex(cx, t));
    /// Booleans.
    PredTensor = "tensor of bool values", |ty, cx| elem(cx, ty) == Some(cx.i1());
    /// Booleans or integers.
    PredOrIntTensor = "tensor of bool or 2/4/8/16/32/64-bit integer values", |ty, cx| elem(cx, ty).is_some_and(|t| t == cx.i1() || hlo::is_integer(cx, t));
    /// Integers.
    IntTensor = "ranked tensor of 2/4/8/16/32/64-bit integer values", |ty, cx| hlo::IntTensor::check(ty, cx);
    /// A tensor of any element type.
    Tensor = "tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values", |ty, cx| if cx.type_as::<TensorType>(ty).is_some() { hlo::HloTensorOrPerAxis::check(ty, cx) } else { elem(cx, ty).is_some_and(|t| hlo::is_float(cx, t) || t == cx.i1() || hlo::is_integer(cx, t) || hlo::is_complex(cx, t) || hlo::is_quantized(cx, t)) };
}
