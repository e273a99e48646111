//! Type and attribute constraints of the dialect, in the words of its specification.

use strata_ir::{num::FloatFormat, prelude::*};
use strata_quant::UniformType;

use crate::types::{FutureType, TokenType};

/// Predicates on element types; each has the words that diagnostics use for it.
mod elem {
    use super::*;

    pub fn float(t: Type, cx: &Context) -> bool {
        // tf32 and the x87 and quad formats are no element types.
        cx.as_float(t).is_some_and(|f| f.width() <= 64 && f.name() != "tf32")
    }
    pub fn float32_64(t: Type, cx: &Context) -> bool {
        t == cx.f32() || t == cx.f64()
    }
    pub fn pred(t: Type, cx: &Context) -> bool {
        t == cx.i1()
    }
    pub fn sint(t: Type, cx: &Context) -> bool {
        cx.as_int(t).is_some_and(|i| {
            i.signedness == Signedness::Signless && matches!(i.width, 2 | 4 | 8 | 16 | 32 | 64)
        })
    }
    pub fn int(t: Type, cx: &Context) -> bool {
        cx.as_int(t).is_some_and(|i| {
            i.signedness != Signedness::Signed && matches!(i.width, 2 | 4 | 8 | 16 | 32 | 64)
        })
    }
    pub fn i32(t: Type, cx: &Context) -> bool {
        t == cx.i32()
    }
    pub fn ui32(t: Type, cx: &Context) -> bool {
        cx.as_int(t).is_some_and(|i| i.signedness == Signedness::Unsigned && i.width == 32)
    }
    pub fn intfloat(t: Type, cx: &Context) -> bool {
        int(t, cx) || float(t, cx)
    }
    pub fn complex(t: Type, cx: &Context) -> bool {
        cx.type_as::<ComplexType>(t).is_some_and(|c| float32_64(c.elem, cx))
    }
    /// Whether numbers of a quantized type are stored in integers that the dialect has, with zero points among them.
    // quantized_type_c7, quantized_type_c8
    fn uniform<'a>(t: Type, cx: &'a Context) -> Option<&'a UniformType> {
        let ty = cx.type_as::<UniformType>(t)?;
        let range = ty.storage.min..=ty.storage.max;
        let valid = matches!(ty.storage.width, 2 | 4 | 8 | 16 | 32)
            && ty.scales.iter().all(|s| range.contains(&s.zero_point));
        valid.then_some(ty)
    }
    pub fn quant(t: Type, cx: &Context) -> bool {
        uniform(t, cx).is_some_and(UniformType::is_per_tensor)
    }
    pub fn axis(t: Type, cx: &Context) -> bool {
        uniform(t, cx).is_some_and(|u| u.axis().is_some())
    }
    pub fn index(t: Type, cx: &Context) -> bool {
        cx.is_index(t)
    }
}

/// Whether `t` is a float element type.
pub fn is_float(cx: &Context, t: Type) -> bool {
    elem::float(t, cx)
}
/// Whether `t` is `f32` or `f64`.
pub fn is_float32_or_64(cx: &Context, t: Type) -> bool {
    elem::float32_64(t, cx)
}
/// Whether `t` is a complex element type.
pub fn is_complex(cx: &Context, t: Type) -> bool {
    elem::complex(t, cx)
}
/// Whether `t` is an integer element type of more than one bit.
pub fn is_integer(cx: &Context, t: Type) -> bool {
    elem::int(t, cx)
}
/// Whether `t` is a quantized element type.
pub fn is_quantized(cx: &Context, t: Type) -> bool {
    elem::quant(t, cx) || elem::axis(t, cx)
}
/// Whether the scales of a tensor of per-axis quantized elements go with its shape.
fn scales_fit(t: &TensorType, cx: &Context) -> bool {
    let Some(ty) = cx.type_as::<UniformType>(t.elem) else { return true };
    let Some(axis) = ty.axis() else { return true };
    // quantized_type_c12, quantized_type_c13
    let size = usize::try_from(axis).ok().and_then(|a| t.shape.get(a));
    size.is_some_and(|&n| n == DYNAMIC || n == ty.scales.len() as i64)
}
/// Whether `t` is an unsigned integer type.
pub fn is_unsigned(cx: &Context, t: Type) -> bool {
    cx.as_int(t).is_some_and(|i| i.signedness == Signedness::Unsigned)
}
/// Whether `t` is one of the narrow float formats of machine learning.
pub fn is_small_float(f: FloatFormat) -> bool {
    f.width() < 16
}

macro_rules! words {
    (float) => {
        "4/6/8/16/32/64-bit float"
    };
    (float32_64) => {
        "32/64-bit float"
    };
    (pred) => {
        "bool"
    };
    (sint) => {
        "2/4/8/16/32/64-bit signless integer"
    };
    (int) => {
        "2/4/8/16/32/64-bit integer"
    };
    (i32) => {
        "32-bit signless integer"
    };
    (ui32) => {
        "32-bit unsigned integer"
    };
    (intfloat) => {
        "2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float"
    };
    (complex) => {
        "complex type with 32/64-bit float elements"
    };
    (quant) => {
        "per-tensor integer quantized"
    };
    (axis) => {
        "per-axis integer quantized"
    };
    (index) => {
        "index"
    };
}

macro_rules! tensors {
    ($($(#[doc = $doc:tt])* $name:ident = $kind:ident $prefix:tt $first:ident $($rest:ident)*;)*) => {$(
        $(#[doc = $doc])*
        pub struct $name;
        impl TypeConstraint for $name {
            const DESC: &'static str = concat!($prefix, " of ", words!($first) $(, " or ", words!($rest))*, " values");
            fn check(ty: Type, cx: &Context) -> bool {
                cx.type_as::<TensorType>(ty).is_some_and(|t| {
                    shape::$kind(t, cx)
                        && (elem::$first(t.elem, cx) $(|| elem::$rest(t.elem, cx))*)
                        && scales_fit(t, cx)
                })
            }
        }
    )*};
}

/// Predicates on shapes.
mod shape {
    use strata_ir::prelude::*;

    pub fn any(_: &TensorType, _: &Context) -> bool {
        true
    }
    pub fn rank0(t: &TensorType, _: &Context) -> bool {
        t.shape.is_empty()
    }
    pub fn rank1(t: &TensorType, _: &Context) -> bool {
        t.shape.len() == 1
    }
    pub fn fixed1(t: &TensorType, _: &Context) -> bool {
        t.shape.len() == 1 && t.shape[0] != DYNAMIC
    }
    pub fn fixed(t: &TensorType, _: &Context) -> bool {
        !t.shape.contains(&DYNAMIC)
    }
    pub fn bounded(t: &TensorType, cx: &Context) -> bool {
        let mut unknown = (0..t.shape.len()).filter(|&i| t.shape[i] == DYNAMIC);
        let first = unknown.next();
        first.is_none_or(|i| unknown.next().is_none() && crate::infer::bound(cx, t, i).is_some())
    }
}

tensors! {
    /// A tensor of any element type except per-axis quantized ones.
    HloTensor = any "ranked tensor" float pred int complex quant;
    /// A tensor of any element type.
    HloTensorOrPerAxis = any "ranked tensor" float pred int complex quant axis;
    /// A tensor without quantized elements.
    NonQuantizedTensor = any "ranked tensor" float pred int complex;
    /// Floats.
    FpTensor = any "ranked tensor" float;
    /// Floats or complex numbers.
    FpComplexTensor = any "ranked tensor" float complex;
    /// Floats, complex or quantized numbers.
    FpComplexQuantTensor = any "ranked tensor" float complex quant;
    /// Floats or quantized numbers.
    FpQuantTensor = any "ranked tensor" float quant;
    /// Floats of 32 or 64 bits.
    Fp32Or64Tensor = any "ranked tensor" float32_64;
    /// Complex numbers.
    ComplexTensor = any "ranked tensor" complex;
    /// Integers.
    IntTensor = any "ranked tensor" int;
    /// Booleans.
    PredTensor = any "ranked tensor" pred;
    /// Booleans or integers.
    PredIntTensor = any "ranked tensor" pred int;
    /// Integers, floats, complex or quantized numbers.
    IntFpComplexQuantTensor = any "ranked tensor" int float complex quant;
    /// Signed integers, floats, complex or quantized numbers.
    SintFpComplexQuantTensor = any "ranked tensor" sint float complex quant;
    /// Signed integers, floats or quantized numbers.
    SintFpQuantTensor = any "ranked tensor" sint float quant;
    /// Quantized numbers.
    QuantTensor = any "ranked tensor" quant axis;
    /// Floats or quantized numbers of any kind.
    FpQuantAxisTensor = any "ranked tensor" float quant axis;
    /// 32-bit integers.
    I32Tensor = any "ranked tensor" i32;
    /// Unsigned 32-bit integers.
    Ui32Tensor = any "ranked tensor" ui32;
    /// Integers or floats.
    IntFpTensor = any "ranked tensor" intfloat;
    /// An integer scalar.
    ScalarIntTensor = rank0 "0D tensor" int;
    /// A scalar of any element type.
    ScalarTensor = rank0 "0D tensor" float pred int complex quant;
    /// A vector of floats or quantized numbers.
    Fp1DTensor = rank1 "1D tensor" float quant;
    /// A vector of sizes.
    DimensionTensor = fixed1 "statically shaped 1-dimensional tensor" index int;
    /// A vector of indices.
    IndexVectorTensor = rank1 "1D tensor" index int;
    /// A tensor with a known shape.
    StaticTensor = fixed "statically shaped tensor" float pred int complex quant;
    /// A tensor with a known shape of any element type.
    StaticTensorOrPerAxis = fixed "statically shaped tensor" float pred int complex quant axis;
    /// A tensor with a known shape of numbers.
    StaticNumberTensor = fixed "statically shaped tensor" int float complex quant;
    /// A tensor with a known shape of integers or floats.
    StaticIntFpTensor = fixed "statically shaped tensor" intfloat;
    /// A tensor with a known shape, except for one dimension with a bound.
    BoundedTensor = bounded "statically shaped or single bounded dimension tensor" float pred int complex quant axis;
}

fn is_buffer(ty: Type, cx: &Context) -> bool {
    cx.type_as::<MemRefType>(ty).is_some_and(|m| {
        elem::float(m.elem, cx)
            || elem::pred(m.elem, cx)
            || elem::int(m.elem, cx)
            || elem::complex(m.elem, cx)
            || elem::quant(m.elem, cx)
    })
}
/// Whether `ty` is a tensor of the dialect, a token or a buffer.
fn is_value(ty: Type, cx: &Context) -> bool {
    HloTensorOrPerAxis::check(ty, cx) || Token::check(ty, cx) || is_buffer(ty, cx)
}
/// Whether `ty` is a value or a nest of tuples of values.
fn is_nested(ty: Type, cx: &Context) -> bool {
    let mut todo: SmallVec<[Type; 8]> = smallvec![ty];
    while let Some(t) = todo.pop() {
        match cx.type_as::<TupleType>(t) {
            Some(tuple) => todo.extend(tuple.0.iter().copied()),
            None if is_value(t, cx) => (),
            None => return false,
        }
    }
    true
}

macro_rules! elem_words {
    () => {
        "4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized"
    };
}
macro_rules! value_words {
    (tensor) => {
        concat!("ranked tensor of ", elem_words!(), " values")
    };
    (per_axis) => {
        "ranked tensor of per-axis integer quantized values"
    };
    (buffer) => {
        concat!("memref of ", elem_words!(), " values")
    };
    (tuple) => {
        concat!(
            "nested tuple with any combination of ",
            value_words!(tensor),
            " or ",
            value_words!(buffer),
            " or ",
            value_words!(per_axis),
            " or token values"
        )
    };
    (any_tensor) => {
        concat!("tensor of ", elem_words!(), " or per-axis integer quantized values")
    };
    (call) => {
        concat!(
            value_words!(any_tensor),
            " or ",
            value_words!(buffer),
            " or token or nested tuple with any combination of ",
            value_words!(any_tensor),
            " or ",
            value_words!(buffer),
            " or token values or future"
        )
    };
}

macro_rules! values {
    ($($(#[doc = $doc:tt])* $name:ident = [$($words:expr),*], |$ty:ident, $cx:ident| $check:expr $(, only $only:expr)?;)*) => {$(
        $(#[doc = $doc])*
        pub struct $name;
        impl TypeConstraint for $name {
            const DESC: &'static str = concat!($($words),*);
            fn check($ty: Type, $cx: &Context) -> bool {
                $check
            }
            $(fn buildable(cx: &Context) -> Option<Type> {
                let only: fn(&Context) -> Type = $only;
                Some(only(cx))
            })?
        }
    )*};
}
values! {
    /// `!stablehlo.token`.
    Token = ["token"], |ty, cx| cx.type_as::<TokenType>(ty).is_some(), only |cx| cx.ty(TokenType);
    /// `!stablehlo.future<…>`.
    Future = ["future"], |ty, cx| cx.type_as::<FutureType>(ty).is_some();
    /// A tensor or a token.
    TensorOrToken = [value_words!(tensor), " or token"], |ty, cx| HloTensor::check(ty, cx) || Token::check(ty, cx);
    /// A tensor of known shape or a token.
    StaticTensorOrToken = ["statically shaped tensor of ", elem_words!(), " values or statically shaped tensor of ", elem_words!(), " or per-axis integer quantized values or token"], |ty, cx| StaticTensorOrPerAxis::check(ty, cx) || Token::check(ty, cx);
    /// A tensor, also one with a scale for each part of it, or a token.
    TensorPerAxisOrToken = [value_words!(tensor), " or ", value_words!(per_axis), " or token"], |ty, cx| HloTensorOrPerAxis::check(ty, cx) || Token::check(ty, cx);
    /// A tensor, a token or a buffer.
    TensorTokenOrBuffer = [value_words!(tensor), " or ", value_words!(per_axis), " or token or ", value_words!(buffer)], |ty, cx| is_value(ty, cx);
    /// The operand and result types of a composite op.
    CompositeValue = [value_words!(tensor), " or ", value_words!(per_axis), " or token or ", value_words!(tuple)], |ty, cx| HloTensorOrPerAxis::check(ty, cx) || Token::check(ty, cx) || Tuple::check(ty, cx);
    /// A value of a tuple.
    TupleValue = [value_words!(tensor), " or ", value_words!(per_axis), " or token or ", value_words!(tuple), " or ", value_words!(buffer)], |ty, cx| is_nested(ty, cx);
    /// The operand and result types of a custom call.
    CallValue = [value_words!(call)], |ty, cx| is_nested(ty, cx) || is_unranked(ty, cx) || Future::check(ty, cx);
    /// A tuple.
    Tuple = [value_words!(tuple)], |ty, cx| cx.type_as::<TupleType>(ty).is_some() && is_nested(ty, cx);
    /// Integers of any width, or indices.
    AnyIntOrIndexTensor = ["ranked tensor of integer or index values"], |ty, cx| cx.type_as::<TensorType>(ty).is_some_and(|t| cx.as_int(t.elem).is_some() || cx.is_index(t.elem));
    /// Pairs of integers.
    SizesTensor = ["statically shaped 1-dimensional integer tensor of 2/4/8/16/32/64-bit integer values"], |ty, cx| IntTensor::check(ty, cx) && cx.type_as::<TensorType>(ty).is_some_and(|t| matches!(t.shape[..], [n] if n != DYNAMIC));
    /// Padding.
    PaddingTensor = ["statically shaped 2-dimensional integer tensor of 2/4/8/16/32/64-bit integer values"], |ty, cx| IntTensor::check(ty, cx) && cx.type_as::<TensorType>(ty).is_some_and(|t| t.shape.len() == 2 && !t.shape.contains(&DYNAMIC));
}
fn is_unranked(ty: Type, cx: &Context) -> bool {
    cx.type_as::<UnrankedTensorType>(ty).is_some()
}
/// Whether an attribute is an array of lists of indices.
fn is_layout_array(cx: &Context, a: Attr) -> bool {
    let is_layout = |d: &DenseElementsAttr| {
        cx.is_index(cx.elem_or_self(d.ty)) && cx.shaped(d.ty).and_then(|s| s.rank()) == Some(1)
    };
    let items = cx.attr_as::<ArrayAttr>(a);
    items.is_some_and(|v| v.0.iter().all(|&a| cx.attr_as::<DenseElementsAttr>(a).is_some_and(is_layout)))
}

attr_constraint! {
    /// `dense<…> : tensor<…xi64>`.
    I64Elements: DenseElementsAttr = "64-bit signless integer elements attribute", |a, cx| cx.attr_as::<DenseElementsAttr>(a).is_some_and(|d| cx.elem_or_self(d.ty) == cx.i64()), kind |a, cx| is_dense_ints(a, cx);
    /// Text for the target, empty when none is written.
    ConfigText: StringAttr = "string attribute", |a, cx| cx.attr_str(a).is_some(), default |cx| cx.string_attr("");
    /// The number of a dimension.
    DimensionAttr: IntegerAttr = "64-bit signless integer attribute whose value is non-negative", |a, cx| I64Attr::check(a, cx) && cx.attr_i64(a).is_some_and(|v| v >= 0), form AttrForm::ImpliedType(Context::i64);
    /// A number of parts.
    PositiveI64Attr: IntegerAttr = "64-bit signless integer attribute whose value is positive", |a, cx| I64Attr::check(a, cx) && cx.attr_i64(a).is_some_and(|v| v > 0), form AttrForm::ImpliedType(Context::i64);
    /// A number of bits, not 0.
    PositiveI32Attr: IntegerAttr = "32-bit signless integer attribute whose value is positive", |a, cx| I32Attr::check(a, cx) && cx.attr_i64(a).is_some_and(|v| v > 0), form AttrForm::ImpliedType(Context::i32);
    /// A number of bits.
    NonNegativeI32Attr: IntegerAttr = "32-bit signless integer attribute whose value is non-negative", |a, cx| I32Attr::check(a, cx) && cx.attr_i64(a).is_some_and(|v| v >= 0), form AttrForm::ImpliedType(Context::i32);
    /// The groups of replicas of a collective op.
    ReplicaGroups: DenseElementsAttr = "64-bit signless integer elements attribute or mesh and axes based replica groups representation.", |a, cx| cx.attr_as::<DenseElementsAttr>(a).is_some_and(|d| cx.elem_or_self(d.ty) == cx.i64()) || cx.attr_as::<crate::ReplicaGroupMeshAxesAttr>(a).is_some(), kind |_a, _cx| true;
    /// Precisions, one for each operand.
    PrecisionConfig: ArrayAttr = "Precision Config attribute", |a, cx| cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&a| cx.attr_as::<crate::Precision>(a).is_some()));
    /// Layouts of operands or results.
    LayoutArray: ArrayAttr = "Array of layout (1D tensor of index type) attributes", |a, cx| is_layout_array(cx, a);
    /// Tiles of results: for each result an array of sizes.
    TilingArray: ArrayAttr = "Array of array of layout (1D tensor of index type) attributes", |a, cx| cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&a| is_layout_array(cx, a)));
    /// Symbols of computations.
    SymbolRefArray: ArrayAttr = "flat symbol ref array attribute", |a, cx| cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&a| FlatSymbolRef::check(a, cx)));
    /// Aliases between results and operands.
    AliasArray: ArrayAttr = "Aliasing attribute for outputs and operands of CustomCall", |a, cx| cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&a| cx.attr_as::<crate::OutputOperandAlias>(a).is_some()));
    /// A float of 32 bits.
    F32Attr: FloatAttr = "32-bit float attribute", |a, cx| cx.attr_as::<FloatAttr>(a).is_some_and(|f| f.ty == cx.f32()), form AttrForm::ImpliedType(Context::f32);
    /// A constant tensor.
    Elements: DenseElementsAttr = "constant vector/tensor attribute", |a, cx| cx.attr_as::<DenseElementsAttr>(a).is_some() || cx.attr_as::<DenseResourceAttr>(a).is_some() || cx.attr_as::<SparseElementsAttr>(a).is_some();
    /// The version of the calling convention of a custom call.
    ApiVersion: IntegerAttr = "Custom call API version", |a, cx| cx.attr_as::<IntegerAttr>(a).is_some_and(|i| i.ty == cx.i32() && (0..=4).contains(&i.as_i64(cx).unwrap_or(-1))), kind |a, cx| ApiVersion::check(a, cx);
}
