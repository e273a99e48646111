//! Types of C, and constraints of ops on them.

use strata_ir::{
    core::{TypeDef, types::Dims},
    num::FloatFormat,
    prelude::*,
    text::{ParseType, TypeSyntax},
};

/// An array of known sizes: `float[10][20]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ArrayType {
    /// Its sizes.
    pub shape: Dims,
    /// The type of its elements.
    pub elem: Type,
}

/// A value that has an address and can be assigned to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LValueType {
    /// The type of the value.
    pub value: Type,
}

/// A type by its text in C or C++.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OpaqueType {
    /// The text.
    pub value: String,
}

/// A pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointerType {
    /// The type that it points to.
    pub pointee: Type,
}

/// `ptrdiff_t`, the type of differences of pointers.
#[ty(name = "emitc.ptrdiff_t")]
pub struct PtrDiffType;

/// `ssize_t`, the type of sizes and -1.
#[ty(name = "emitc.ssize_t")]
pub struct SignedSizeType;

/// `size_t`, the type of sizes.
#[ty(name = "emitc.size_t")]
pub struct SizeType;

impl Storage for ArrayType {
    const NAME: Option<&'static str> = Some("emitc.array");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<");
        for &size in &self.shape {
            w.int(size).text("x");
        }
        w.ty(self.elem).text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.elem));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        Some(Self { shape: self.shape.clone(), elem: map(TypeOrAttr::Type(self.elem)).ty()? })
    }
}

impl TypeSyntax for ArrayType {
    const DEF: TypeDef =
        TypeDef { name: "emitc.array", doc: "An array of known sizes.", parse: &(parse_array as ParseType) };
}

fn parse_array(p: &mut Parser<'_>) -> PResult<Type> {
    p.expect("<")?;
    let at = p.location();
    let shape = p.dims(false)?;
    let elem_at = p.location();
    let elem = p.ty()?;
    p.expect(">")?;
    let cx = p.cx();
    if shape.is_empty() {
        return Err(p.error_at(at, "shape must not be empty"));
    }
    if !is_element(cx, elem) {
        let shown = cx.type_to_string(elem);
        return Err(p.error_at(elem_at, format!("invalid array element type ''{shown}''")));
    }
    Ok(cx.ty(ArrayType { shape, elem }))
}

/// A type with one type in it, by a macro, as the rules for that type are all that differs.
macro_rules! wrapper {
    ($name:ident, $field:ident, $full:literal, $doc:literal, |$cx:ident, $inner:ident| $check:expr) => {
        impl Storage for $name {
            const NAME: Option<&'static str> = Some($full);
            fn print(&self, w: &mut AsmWriter<'_>) {
                w.text("<").ty(self.$field).text(">");
            }
            fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
                visit(TypeOrAttr::Type(self.$field));
            }
            fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
                Some(Self { $field: map(TypeOrAttr::Type(self.$field)).ty()? })
            }
        }
        impl TypeSyntax for $name {
            const DEF: TypeDef =
                TypeDef { name: $full, doc: $doc, parse: &($name::parse_params as ParseType) };
        }
        impl $name {
            /// After the name of the type.
            fn parse_params(p: &mut Parser<'_>) -> PResult<Type> {
                p.expect("<")?;
                let at = p.location();
                let $inner = p.ty()?;
                p.expect(">")?;
                let $cx: &Context = p.cx();
                let error: Option<String> = $check;
                match error {
                    Some(error) => Err(p.error_at(at, error)),
                    None => Ok(p.cx().ty($name { $field: $inner })),
                }
            }
        }
    };
}

wrapper!(LValueType, value, "emitc.lvalue", "A value that has an address.", |cx, inner| {
    if !is_supported(cx, inner) {
        Some(format!("!emitc.lvalue must wrap supported emitc type, but got '{}'", cx.type_to_string(inner)))
    } else if cx.type_as::<ArrayType>(inner).is_some() {
        Some("!emitc.lvalue cannot wrap !emitc.array type".to_owned())
    } else {
        None
    }
});
wrapper!(PointerType, pointee, "emitc.ptr", "A pointer.", |cx, inner| {
    let is_lvalue = cx.type_as::<LValueType>(inner).is_some();
    is_lvalue.then(|| "pointers to lvalues are not allowed".to_owned())
});

impl Storage for OpaqueType {
    const NAME: Option<&'static str> = Some("emitc.opaque");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<").quoted(&self.value).text(">");
    }
}

impl TypeSyntax for OpaqueType {
    const DEF: TypeDef =
        TypeDef { name: "emitc.opaque", doc: "A type by its text.", parse: &(parse_opaque as ParseType) };
}

fn parse_opaque(p: &mut Parser<'_>) -> PResult<Type> {
    p.expect("<")?;
    let at = p.location();
    let value = <String as Param>::parse(p)?;
    p.expect(">")?;
    if value.is_empty() {
        return Err(p.error_at(at, "expected non empty string in !emitc.opaque type"));
    }
    if value.ends_with('*') {
        return Err(
            p.error_at(at, "pointer not allowed as outer type with !emitc.opaque, use !emitc.ptr instead")
        );
    }
    Ok(p.cx().ty(OpaqueType { value }))
}

/// A pointer to values of a type.
#[must_use]
pub fn pointer(cx: &Context, pointee: Type) -> Type {
    cx.ty(PointerType { pointee })
}
/// The type of variables of a type.
#[must_use]
pub fn lvalue(cx: &Context, value: Type) -> Type {
    cx.ty(LValueType { value })
}
/// A type by its text.
#[must_use]
pub fn opaque(cx: &Context, value: &str) -> Type {
    cx.ty(OpaqueType { value: value.to_owned() })
}
/// The type of the value of an lvalue; the type itself if it is none.
#[must_use]
pub fn value_type(cx: &Context, ty: Type) -> Type {
    cx.type_as::<LValueType>(ty).map_or(ty, |l| l.value)
}

/// Whether it is one of `size_t`, `ssize_t` and `ptrdiff_t`, which have the width of pointers.
#[must_use]
pub fn is_pointer_wide(cx: &Context, ty: Type) -> bool {
    is::<SizeType>(cx, ty) || is::<SignedSizeType>(cx, ty) || is::<PtrDiffType>(cx, ty)
}
/// Whether it is an integer type that C has.
#[must_use]
pub fn is_supported_integer(cx: &Context, ty: Type) -> bool {
    cx.as_int(ty).is_some_and(|t| matches!(t.width, 1 | 8 | 16 | 32 | 64))
}
/// Whether it is a float type that C has.
#[must_use]
pub fn is_supported_float(cx: &Context, ty: Type) -> bool {
    let formats = [FloatFormat::F16, FloatFormat::BF16, FloatFormat::F32, FloatFormat::F64];
    cx.as_float(ty).is_some_and(|format| formats.contains(&format))
}
/// Whether it counts: an integer, `index`, a size, or a type by its text.
#[must_use]
pub fn is_integer_index_or_opaque(cx: &Context, ty: Type) -> bool {
    cx.is_index(ty) || is::<OpaqueType>(cx, ty) || is_supported_integer(cx, ty) || is_pointer_wide(cx, ty)
}
/// Whether operators on values of the type have no side effects.
#[must_use]
pub fn is_fundamental(cx: &Context, ty: Type) -> bool {
    cx.is_index(ty)
        || is_pointer_wide(cx, ty)
        || is_supported_integer(cx, ty)
        || is_supported_float(cx, ty)
        || is::<PointerType>(cx, ty)
}
/// Whether values of the type can be written as C.
#[must_use]
pub fn is_supported(cx: &Context, ty: Type) -> bool {
    let inside =
        |inner| !is::<ArrayType>(cx, inner) && strata_ir::core::writer::deep(|| is_supported(cx, inner));
    if is::<OpaqueType>(cx, ty) || cx.is_index(ty) || is_pointer_wide(cx, ty) {
        return true;
    }
    if let Some(pointer) = cx.type_as::<PointerType>(ty) {
        return strata_ir::core::writer::deep(|| is_supported(cx, pointer.pointee));
    }
    if let Some(array) = cx.type_as::<ArrayType>(ty) {
        return inside(array.elem);
    }
    if cx.type_as::<TensorType>(ty).is_some() {
        return cx.shaped(ty).is_some_and(|shape| shape.is_static() && inside(shape.elem));
    }
    if let Some(tuple) = cx.type_as::<TupleType>(ty) {
        return tuple.0.iter().all(|&inner| inside(inner));
    }
    is_supported_integer(cx, ty) || is_supported_float(cx, ty)
}
/// Whether arrays may have elements of the type.
#[must_use]
pub fn is_element(cx: &Context, ty: Type) -> bool {
    is_supported_float(cx, ty) || is_integer_index_or_opaque(cx, ty) || is::<PointerType>(cx, ty)
}

fn is<T: Storage>(cx: &Context, ty: Type) -> bool {
    cx.type_as::<T>(ty).is_some()
}
fn is_lvalue_of(cx: &Context, ty: Type, check: impl Fn(Type) -> bool) -> bool {
    cx.type_as::<LValueType>(ty).is_some_and(|l| check(l.value))
}

type_constraint! {
    /// A type of C.
    EmitCType = "type supported by EmitC", |ty, cx| is_supported(cx, ty);
    /// A type of C, or a variable of one.
    EmitCTypeOrLValue = "type supported by EmitC or EmitC lvalue type",
        |ty, cx| is_supported(cx, ty) || is::<LValueType>(cx, ty);
    /// An integer, `index`, a size, or a type by its text.
    IntegerIndexOrOpaque = "integer, index or opaque type supported by EmitC",
        |ty, cx| is_integer_index_or_opaque(cx, ty);
    /// One of these, or a float.
    FloatIntegerIndexOrOpaque =
        "floating-point type supported by EmitC or integer, index or opaque type supported by EmitC",
        |ty, cx| is_supported_float(cx, ty) || is_integer_index_or_opaque(cx, ty);
    /// A variable.
    AnyLValue = "EmitC lvalue type", |ty, cx| is::<LValueType>(cx, ty);
    /// A pointer.
    AnyPointer = "EmitC pointer type", |ty, cx| is::<PointerType>(cx, ty);
    /// An array or a variable.
    ArrayOrLValue = "EmitC array type or EmitC lvalue type",
        |ty, cx| is::<ArrayType>(cx, ty) || is::<LValueType>(cx, ty);
    /// Anything that has elements.
    Subscriptable = "EmitC array type or EmitC opaque type or EmitC pointer type",
        |ty, cx| is::<ArrayType>(cx, ty) || is::<OpaqueType>(cx, ty) || is::<PointerType>(cx, ty);
    /// A variable of a type by its text.
    OpaqueLValue = "emitc.lvalue of EmitC opaque type values", |ty, cx| is_lvalue_of(cx, ty, |t| is::<OpaqueType>(cx, t));
    /// A variable of a type by its text, or of a pointer.
    OpaqueOrPointerLValue = "emitc.lvalue of EmitC opaque type or EmitC pointer type values",
        |ty, cx| is_lvalue_of(cx, ty, |t| is::<OpaqueType>(cx, t) || is::<PointerType>(cx, t));
}

/// The type of the first operand, which is an lvalue, without its name: `<i32>`.
pub(crate) static LVALUE: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let ty = b.ty(b.operand(op, 0));
        if is::<LValueType>(b.cx(), ty) {
            p.type_params(ty);
        } else {
            p.ty(ty);
        }
    },
    parse: |p, _, f| {
        let ty = if p.peek("!") { p.ty()? } else { LValueType::parse_params(p)? };
        f.operand_types[0] = Some(smallvec![ty]);
        Ok(())
    },
    attrs: &[],
};
