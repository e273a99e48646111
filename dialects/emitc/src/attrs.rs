//! Attributes: text of C as a value, and how values are compared.

use strata_ir::prelude::*;

use crate::types::{LValueType, is_pointer_wide};

/// A value by its text in C or C++.
#[attr(name = "emitc.opaque", format = "params")]
pub struct OpaqueAttr {
    /// The text.
    pub value: String,
}

impl OpaqueAttr {
    /// The text of an attribute of this kind.
    pub fn text(cx: &Context, attr: Attr) -> Option<&str> {
        cx.attr_as::<Self>(attr).map(|a| a.value.as_str())
    }
}

/// How `emitc.cmp` compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CmpPredicate {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// `<=>` of C++.
    ThreeWay,
}

impl CmpPredicate {
    const ALL: [Self; 7] = [Self::Eq, Self::Ne, Self::Lt, Self::Le, Self::Gt, Self::Ge, Self::ThreeWay];
    const WORDS: &'static [(&'static str, i64)] =
        &[("eq", 0), ("ne", 1), ("lt", 2), ("le", 3), ("gt", 4), ("ge", 5), ("three_way", 6)];

    /// The predicate of an attribute.
    pub fn from_attr(cx: &Context, attr: Attr) -> Option<Self> {
        let n = usize::try_from(cx.attr_i64(attr)?).ok()?;
        Self::ALL.get(n).copied().filter(|_| cx.attr_type(attr) == Some(cx.i64()))
    }
    /// It as an attribute.
    pub fn attr(self, cx: &Context) -> Attr {
        cx.i64_attr(self as i64)
    }
    /// The operator of C.
    #[must_use]
    pub fn operator(self) -> &'static str {
        match self {
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::ThreeWay => "<=>",
        }
    }
}

attr_constraint! {
    /// A [`CmpPredicate`].
    CmpPredicateAttr: IntegerAttr = "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6",
        |a, cx| CmpPredicate::from_attr(cx, a).is_some(), form AttrForm::Keyword(CmpPredicate::WORDS, Context::i64);
    /// Text of C, or a value with a type.
    OpaqueOrTyped: UnitAttr = "An opaque attribute or TypedAttr instance",
        |a, cx| cx.attr_as::<OpaqueAttr>(a).is_some() || TypedAttr::check(a, cx), kind |a, cx| OpaqueOrTyped::check(a, cx);
}

/// Whether an attribute can be the value of the only result of an op.
pub(crate) fn verify_initializer(b: &Body, op: Op, value: Option<Attr>) -> VerifyResult {
    let cx = b.cx();
    let Some(value) = value.filter(|&v| cx.attr_as::<OpaqueAttr>(v).is_none()) else { return Ok(()) };
    ensure!(
        cx.attr_as::<StringAttr>(value).is_none(),
        "string attributes are not supported, use #emitc.opaque instead"
    );
    let result = b.ty(b.result(op, 0));
    let result = cx.type_as::<LValueType>(result).map_or(result, |l| l.value);
    let Some(ty) = cx.attr_type(value) else { return Ok(()) };
    ensure!(
        is_pointer_wide(cx, result) && cx.is_index(ty) || ty == result,
        "requires attribute to either be an #emitc.opaque attribute or it's type ('{}') to match the op's result type ('{}')",
        cx.type_to_string(ty),
        cx.type_to_string(result)
    );
    Ok(())
}
