//! Types of handles, and what ops ask of them.

use strata_ir::{
    prelude::*,
    text::{ParseType, TypeSyntax},
};

/// An attribute.
#[ty(name = "pdl.attribute")]
pub struct AttributeType;

/// An op.
#[ty(name = "pdl.operation")]
pub struct OperationType;

/// A type.
#[ty(name = "pdl.type")]
pub struct TypeType;

/// A value.
#[ty(name = "pdl.value")]
pub struct ValueType;

/// `!pdl.range<value>`: any number of values, or of objects of another kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RangeType {
    /// The type of each of them.
    pub elem: Type,
}

/// A type by its name without the dialect, as the elements of ranges are written.
fn parse_word(p: &mut Parser<'_>) -> PResult<Type> {
    let at = p.location();
    let cx = p.cx();
    Ok(match p.keyword()? {
        "attribute" => cx.ty(AttributeType),
        "operation" => cx.ty(OperationType),
        "type" => cx.ty(TypeType),
        "value" => cx.ty(ValueType),
        "range" => p.nested(parse_range)?,
        word => return Err(p.error_at(at, format!("invalid 'pdl' type: `{word}'"))),
    })
}

/// After `range`.
fn parse_range(p: &mut Parser<'_>) -> PResult<Type> {
    p.expect("<")?;
    let at = p.location();
    let elem = parse_word(p)?;
    p.expect(">")?;
    let cx = p.cx();
    if cx.type_as::<RangeType>(elem).is_some() {
        let shown = cx.type_to_string(elem);
        return Err(p.error_at(at, format!("element of pdl.range cannot be another range, but got'{shown}'")));
    }
    Ok(cx.ty(RangeType { elem }))
}

impl Storage for RangeType {
    const NAME: Option<&'static str> = Some("pdl.range");
    fn print(&self, w: &mut AsmWriter<'_>) {
        let word = w.cx().type_name(self.elem).and_then(|name| name.strip_prefix("pdl."));
        w.text("<");
        match word {
            Some(word) => w.text(word),
            None => w.ty(self.elem),
        };
        w.text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.elem));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        Some(Self { elem: self.elem.map_children(map) })
    }
}

impl TypeSyntax for RangeType {
    const DEF: strata_ir::core::TypeDef = strata_ir::core::TypeDef {
        name: "pdl.range",
        doc: "Any number of objects of one kind.",
        parse: &(parse_range as ParseType),
    };
}

fn is<T: Storage>(cx: &Context, ty: Type) -> bool {
    cx.type_as::<T>(ty).is_some()
}
fn is_single(cx: &Context, ty: Type) -> bool {
    is::<AttributeType>(cx, ty)
        || is::<OperationType>(cx, ty)
        || is::<TypeType>(cx, ty)
        || is::<ValueType>(cx, ty)
}
/// The type of the elements of a range; the type itself if it is no range.
#[must_use]
pub fn elem_or_self(cx: &Context, ty: Type) -> Type {
    cx.type_as::<RangeType>(ty).map_or(ty, |range| range.elem)
}
/// A range of elements of this type.
#[must_use]
pub fn range(cx: &Context, elem: Type) -> Type {
    cx.ty(RangeType { elem })
}

type_constraint! {
    /// Any handle.
    AnyHandle = "pdl type", |ty, cx| is_single(cx, elem_or_self(cx, ty));
    /// A handle to an attribute.
    AttributeHandle = "PDL handle to an `mlir::Attribute`", |ty, cx| is::<AttributeType>(cx, ty), only |cx| cx.ty(AttributeType);
    /// A handle to an op.
    OperationHandle = "PDL handle to an `mlir::Operation *`", |ty, cx| is::<OperationType>(cx, ty), only |cx| cx.ty(OperationType);
    /// A handle to a type.
    TypeHandle = "PDL handle to an `mlir::Type`", |ty, cx| is::<TypeType>(cx, ty), only |cx| cx.ty(TypeType);
    /// A handle to a value.
    ValueHandle = "PDL handle for an `mlir::Value`", |ty, cx| is::<ValueType>(cx, ty), only |cx| cx.ty(ValueType);
    /// A handle to types.
    TypeRange = "range of PDL handle to an `mlir::Type` values",
        |ty, cx| is::<RangeType>(cx, ty) && is::<TypeType>(cx, elem_or_self(cx, ty)), only |cx| range(cx, cx.ty(TypeType));
    /// A handle to values.
    ValueRange = "range of PDL handle for an `mlir::Value` values",
        |ty, cx| is::<RangeType>(cx, ty) && is::<ValueType>(cx, elem_or_self(cx, ty)), only |cx| range(cx, cx.ty(ValueType));
    /// A handle to one or several types.
    TypeOrRange = "single element or range of PDL handle to an `mlir::Type`", |ty, cx| is::<TypeType>(cx, elem_or_self(cx, ty));
    /// A handle to one or several values.
    ValueOrRange = "single element or range of PDL handle for an `mlir::Value`", |ty, cx| is::<ValueType>(cx, elem_or_self(cx, ty));
    /// A handle to several types or values.
    AnyRange = "range of PDL handle to an `mlir::Type` or PDL handle for an `mlir::Value` values", |ty, cx| {
        let elem = elem_or_self(cx, ty);
        is::<RangeType>(cx, ty) && (is::<TypeType>(cx, elem) || is::<ValueType>(cx, elem))
    };
}

/// Checks that the operands of an op are elements of a range, or ranges of such elements.
///
/// # Errors
/// The first operand that is not.
pub fn same_elements(b: &Body, op: Op, range: Value) -> VerifyResult {
    let cx = b.cx();
    let elem = elem_or_self(cx, b.ty(range));
    for ty in b.operand_types(op) {
        let got = elem_or_self(cx, ty);
        ensure!(
            got == elem,
            "expected operand to have element type '{}', but got '{}'",
            cx.type_to_string(elem),
            cx.type_to_string(got)
        );
    }
    Ok(())
}
