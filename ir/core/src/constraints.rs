//! Constraints on types and attributes, as the field declarations of `#[op]` name them.

use crate::{
    ArrayAttr, Attr, AttrForm, Context, DenseArrayAttr, FunctionType, IntegerAttr, MemRefType, Signedness,
    Storage, StringAttr, SymbolRefAttr, TensorType, Type, TypeAttr, UnrankedMemRefType, UnrankedTensorType,
    VectorType,
    attrs::{
        AffineMapAttr, DenseElementsAttr, DenseResourceAttr, DictionaryAttr, FloatAttr, IntegerSetAttr,
        SparseElementsAttr, UnitAttr,
    },
};

/// A predicate on types, with the text used in diagnostics and docs.
pub trait TypeConstraint {
    /// The words after "must be".
    const DESC: &'static str;
    /// Whether `ty` satisfies it.
    fn check(ty: Type, cx: &Context) -> bool;
    /// The only type that satisfies it, if there is one.
    fn buildable(cx: &Context) -> Option<Type> {
        let _ = cx;
        None
    }
}

/// A predicate on attributes together with the data that an accessor gives.
pub trait AttrConstraint {
    /// The type that [`crate::AttrOf::get`] returns.
    type Storage: Storage;
    /// The words after "failed to satisfy constraint:".
    const DESC: &'static str;
    /// How an assembly format shows it.
    const FORM: AttrForm = AttrForm::Full;
    /// Whether `attr` satisfies it.
    fn check(attr: Attr, cx: &Context) -> bool {
        cx.attr_as::<Self::Storage>(attr).is_some()
    }
    /// Whether `attr` has the class in which upstream's C++ stores the property. An attribute of another class is a
    /// syntax error; one that only [`Self::check`] rejects is an error of the verifier.
    fn is_kind(attr: Attr, cx: &Context) -> bool {
        // The cases of an enumeration are a class of their own; its integers are not.
        let cases = matches!(Self::FORM, AttrForm::Keyword(..));
        !cases && cx.attr_as::<Self::Storage>(attr).is_some() || Self::check(attr, cx)
    }
    /// The value of a missing attribute, where the op declares `DefaultAttr`.
    fn default(cx: &Context) -> Attr {
        cx.unit()
    }
}

/// Declares unit structs that are type constraints.
#[macro_export]
macro_rules! type_constraint {
    ($($(#[$meta:meta])* $name:ident = $desc:literal, |$ty:ident, $cx:ident| $check:expr $(, only $only:expr)?;)*) => {$(
        $(#[$meta])*
        pub struct $name;
        impl $crate::constraints::TypeConstraint for $name {
            const DESC: &'static str = $desc;
            fn check($ty: $crate::Type, $cx: &$crate::Context) -> bool {
                $check
            }
            $(fn buildable(cx: &$crate::Context) -> Option<$crate::Type> {
                let only: fn(&$crate::Context) -> $crate::Type = $only;
                Some(only(cx))
            })?
        }
    )*};
}

fn int(cx: &Context, ty: Type, f: impl Fn(u32, Signedness) -> bool) -> bool {
    cx.as_int(ty).is_some_and(|t| f(t.width, t.signedness))
}
/// Whether `ty` is a signless integer.
pub fn is_signless_int(cx: &Context, ty: Type) -> bool {
    int(cx, ty, |_, s| s == Signedness::Signless)
}
/// Whether `ty` or its element type, when it is a vector or tensor, satisfies `f`.
pub fn is_like(cx: &Context, ty: Type, f: impl Fn(Type) -> bool) -> bool {
    f(ty)
        || (cx.type_as::<VectorType>(ty).is_some()
            || cx.type_as::<TensorType>(ty).is_some()
            || cx.type_as::<UnrankedTensorType>(ty).is_some())
            && f(cx.elem_or_self(ty))
}

/// Whether `ty` is a vector with one of these numbers of elements, over all dimensions, whose elements have one of these types.
pub fn is_vector_of_length(cx: &Context, ty: Type, elems: &[Type], lengths: &[i64]) -> bool {
    let Some(vector) = cx.type_as::<VectorType>(ty) else { return false };
    let count = vector.shape.iter().try_fold(1i64, |n, &size| n.checked_mul(size));
    elems.contains(&vector.elem) && count.is_some_and(|n| lengths.contains(&n))
}

type_constraint! {
    /// Anything.
    AnyType = "any type", |_ty, _cx| true;
    /// `index`.
    Index = "index", |ty, cx| cx.is_index(ty), only |cx| cx.index();
    /// `i1`.
    I1 = "1-bit signless integer", |ty, cx| ty == cx.i1(), only |cx| cx.i1();
    /// `i8`.
    I8 = "8-bit signless integer", |ty, cx| ty == cx.i8(), only |cx| cx.i8();
    /// `i32`.
    I32 = "32-bit signless integer", |ty, cx| ty == cx.i32(), only |cx| cx.i32();
    /// `i64`.
    I64 = "64-bit signless integer", |ty, cx| ty == cx.i64(), only |cx| cx.i64();
    /// Any integer type.
    AnyInteger = "integer", |ty, cx| cx.as_int(ty).is_some();
    /// `iN`.
    SignlessInteger = "signless integer", |ty, cx| is_signless_int(cx, ty);
    /// `iN` or `index`.
    SignlessIntegerOrIndex = "signless integer or index", |ty, cx| is_signless_int(cx, ty) || cx.is_index(ty);
    /// Any float type.
    AnyFloat = "floating-point", |ty, cx| cx.as_float(ty).is_some();
    /// `f32`.
    F32 = "32-bit float", |ty, cx| ty == cx.f32(), only |cx| cx.f32();
    /// `f64`.
    F64 = "64-bit float", |ty, cx| ty == cx.f64(), only |cx| cx.f64();
    /// `i1` or a vector or tensor of it.
    BoolLike = "bool-like", |ty, cx| is_like(cx, ty, |t| t == cx.i1());
    /// Signless integer or index, or a vector or tensor of one.
    SignlessIntegerLike = "signless-integer-like", |ty, cx| is_like(cx, ty, |t| is_signless_int(cx, t) || cx.is_index(t));
    /// Signless integer, or a vector or tensor of one.
    SignlessFixedWidthIntegerLike = "signless-fixed-width-integer-like", |ty, cx| is_like(cx, ty, |t| is_signless_int(cx, t));
    /// Float, or a vector or tensor of one.
    FloatLike = "floating-point-like", |ty, cx| is_like(cx, ty, |t| cx.as_float(t).is_some());
    /// Function type.
    Function = "function type", |ty, cx| cx.type_as::<FunctionType>(ty).is_some();
    /// Vector of any rank.
    AnyVector = "vector of any type values", |ty, cx| cx.type_as::<VectorType>(ty).is_some();
    /// Ranked or unranked tensor.
    AnyTensor = "tensor of any type values", |ty, cx| cx.type_as::<TensorType>(ty).is_some() || cx.type_as::<UnrankedTensorType>(ty).is_some();
    /// Ranked tensor.
    RankedTensor = "ranked tensor of any type values", |ty, cx| cx.type_as::<TensorType>(ty).is_some();
    /// Ranked memref.
    AnyMemRef = "memref of any type values", |ty, cx| cx.type_as::<MemRefType>(ty).is_some();
    /// Ranked or unranked memref.
    AnyRankedOrUnrankedMemRef = "ranked or unranked memref of any type values", |ty, cx| cx.type_as::<MemRefType>(ty).is_some() || cx.type_as::<UnrankedMemRefType>(ty).is_some();
    /// Vector, tensor or memref.
    AnyShaped = "shaped of any type values", |ty, cx| cx.shaped(ty).is_some();
}

impl TypeAttr {
    /// The type.
    pub fn ty(&self) -> Type {
        self.0
    }
}

macro_rules! storage_is_constraint {
    ($($ty:ident = $desc:literal $(, $form:expr)?;)*) => {$(
        impl AttrConstraint for $ty {
            type Storage = $ty;
            const DESC: &'static str = $desc;
            $(const FORM: AttrForm = $form;)?
        }
    )*};
}
storage_is_constraint! {
    UnitAttr = "unit attribute";
    IntegerAttr = "arbitrary integer attribute";
    FloatAttr = "arbitrary float attribute";
    StringAttr = "string attribute", AttrForm::Str;
    TypeAttr = "any type attribute", AttrForm::Type;
    ArrayAttr = "array attribute";
    DictionaryAttr = "dictionary of named attribute values";
    SymbolRefAttr = "symbol reference attribute";
    AffineMapAttr = "AffineMap attribute";
    IntegerSetAttr = "IntegerSet attribute";
    DenseArrayAttr = "dense array attribute";
    DenseElementsAttr = "constant vector/tensor attribute";
    DenseResourceAttr = "dense resource attribute";
    SparseElementsAttr = "sparse elements attribute";
}

/// Declares unit structs that are attribute constraints.
#[macro_export]
macro_rules! attr_constraint {
    ($($(#[$meta:meta])* $name:ident: $storage:ty = $desc:literal, |$attr:ident, $cx:ident| $check:expr
        $(, form $form:expr)? $(, default |$dcx:ident| $default:expr)? $(, kind |$kattr:ident, $kcx:ident| $kind:expr)?;)*) => {$(
        $(#[$meta])*
        pub struct $name;
        impl $crate::constraints::AttrConstraint for $name {
            type Storage = $storage;
            const DESC: &'static str = $desc;
            $(const FORM: $crate::AttrForm = $form;)?
            fn check($attr: $crate::Attr, $cx: &$crate::Context) -> bool {
                $check
            }
            $(fn default($dcx: &$crate::Context) -> $crate::Attr {
                $default
            })?
            $(fn is_kind($kattr: $crate::Attr, $kcx: &$crate::Context) -> bool {
                $kind
            })?
        }
    )*};
}

fn int_attr_of(cx: &Context, attr: Attr, ty: Type) -> bool {
    cx.attr_as::<IntegerAttr>(attr).is_some_and(|a| a.ty == ty)
}
fn array_of(cx: &Context, attr: Attr, elem: Type) -> bool {
    cx.attr_as::<DenseArrayAttr>(attr).is_some_and(|a| a.elem == elem)
}

attr_constraint! {
    /// `true` or `false`.
    BoolAttr: IntegerAttr = "bool attribute", |a, cx| int_attr_of(cx, a, cx.i1()), form AttrForm::ImpliedType(Context::i1), kind |a, cx| BoolAttr::check(a, cx);
    /// `n : i8`.
    I8Attr: IntegerAttr = "8-bit signless integer attribute", |a, cx| int_attr_of(cx, a, cx.i8()), form AttrForm::ImpliedType(Context::i8);
    /// `n : i32`.
    I32Attr: IntegerAttr = "32-bit signless integer attribute", |a, cx| int_attr_of(cx, a, cx.i32()), form AttrForm::ImpliedType(Context::i32);
    /// `n : i64`.
    I64Attr: IntegerAttr = "64-bit signless integer attribute", |a, cx| int_attr_of(cx, a, cx.i64()), form AttrForm::ImpliedType(Context::i64);
    /// `n : index`.
    IndexAttr: IntegerAttr = "index attribute", |a, cx| int_attr_of(cx, a, cx.index()), form AttrForm::ImpliedType(Context::index);
    /// `array<i1: …>`.
    BoolArray: DenseArrayAttr = "i1 dense array attribute", |a, cx| array_of(cx, a, cx.i1()), form AttrForm::DenseArray(Context::i1), kind |a, cx| BoolArray::check(a, cx);
    /// `array<i32: …>`.
    I32Array: DenseArrayAttr = "i32 dense array attribute", |a, cx| array_of(cx, a, cx.i32()), form AttrForm::DenseArray(Context::i32), default |cx| cx.i32_array(&[]), kind |a, cx| I32Array::check(a, cx);
    /// `array<i64: …>`.
    I64Array: DenseArrayAttr = "i64 dense array attribute", |a, cx| array_of(cx, a, cx.i64()), form AttrForm::DenseArray(Context::i64), default |cx| cx.i64_array(&[]), kind |a, cx| I64Array::check(a, cx);
    /// A string that defines a symbol.
    SymbolName: StringAttr = "string attribute", |a, cx| cx.attr_as::<StringAttr>(a).is_some(), form AttrForm::SymbolName;
    /// `@name`, not nested.
    FlatSymbolRef: SymbolRefAttr = "flat symbol reference attribute", |a, cx| cx.attr_as::<SymbolRefAttr>(a).is_some_and(|s| s.nested.is_empty()), kind |a, cx| FlatSymbolRef::check(a, cx);
    /// A function type as an attribute.
    FunctionTypeAttr: TypeAttr = "type attribute of function type", |a, cx| cx.attr_as::<TypeAttr>(a).is_some_and(|t| cx.type_as::<FunctionType>(t.0).is_some()), form AttrForm::Type;
    /// A memref type as an attribute.
    MemRefTypeAttr: TypeAttr = "memref type attribute", |a, cx| cx.attr_as::<TypeAttr>(a).is_some_and(|t| cx.type_as::<MemRefType>(t.0).is_some()), form AttrForm::Type;
    /// An array of strings.
    StrArray: ArrayAttr = "string array attribute", |a, cx| cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&a| cx.attr_as::<StringAttr>(a).is_some()));
    /// An array of dictionaries.
    DictArray: ArrayAttr = "Array of dictionary attributes", |a, cx| cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&a| cx.attr_as::<DictionaryAttr>(a).is_some()));
    /// An array of affine maps.
    AffineMapArray: ArrayAttr = "AffineMap array attribute", |a, cx| cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&a| cx.attr_as::<AffineMapAttr>(a).is_some()));
}

/// Any attribute at all; the accessor gives only the raw handle.
pub struct AnyAttr;
impl AttrConstraint for AnyAttr {
    type Storage = UnitAttr;
    const DESC: &'static str = "any attribute";
    fn check(_: Attr, _: &Context) -> bool {
        true
    }
}

/// Whether `attr` is `dense<…>` of integers or indices.
pub fn is_dense_ints(attr: Attr, cx: &Context) -> bool {
    let elem = cx.attr_as::<DenseElementsAttr>(attr).map(|d| cx.elem_or_self(d.ty));
    elem.is_some_and(|elem| cx.as_int(elem).is_some() || cx.is_index(elem))
}

/// An attribute that has a type.
pub struct TypedAttr;
impl AttrConstraint for TypedAttr {
    type Storage = UnitAttr;
    const DESC: &'static str = "TypedAttr instance";
    fn check(attr: Attr, cx: &Context) -> bool {
        // A string has a type, if only that of nothing.
        cx.attr_type(attr).is_some() || cx.attr_as::<crate::StringAttr>(attr).is_some()
    }
    fn is_kind(attr: Attr, cx: &Context) -> bool {
        Self::check(attr, cx)
    }
}
