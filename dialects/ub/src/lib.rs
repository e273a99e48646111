//! The `ub` dialect: values and code whose use is undefined behaviour.

use strata_ir::prelude::*;

/// The attribute of a value that is poison.
#[attr(name = "ub.poison")]
pub struct PoisonAttr;

impl PoisonAttr {
    /// `#ub.poison`.
    pub fn get(cx: &Context) -> Attr {
        cx.attr(PoisonAttr)
    }
    /// Whether `attr` is poison.
    pub fn isa(cx: &Context, attr: Attr) -> bool {
        cx.attr_as::<PoisonAttr>(attr).is_some()
    }
}

attr_constraint! {
    /// An attribute that stands for poison; `#ub.poison` when none is written.
    PoisonValue: PoisonAttr = "PoisonAttrInterface instance", |a, cx| PoisonAttr::isa(cx, a), default |cx| PoisonAttr::get(cx);
}

/// A constant whose use is deferred undefined behaviour.
#[op(
    name = "ub.poison",
    traits = [Pure, ConstantLike],
    asm = "attr-dict (`<` $value^ `>`)? `:` type($result)",
)]
pub struct PoisonOp {
    /// The kind of poison.
    pub value: DefaultAttr<PoisonValue>,
    /// The poisoned value.
    pub result: Res<AnyType>,
}

/// Code that is never reached; executing it is undefined behaviour.
#[op(name = "ub.unreachable", traits = [Terminator], asm = "attr-dict")]
pub struct UnreachableOp {}

/// Makes `ub.poison` for `#ub.poison`.
pub fn materialize_constant(b: &mut Builder<'_>, value: Attr, ty: Type) -> Option<Value> {
    PoisonAttr::isa(b.cx(), value).then(|| PoisonOp::build(b, Some(value), ty))
}

dialect! {
    /// Undefined behaviour made explicit: poison and unreachable code.
    ub {
        ops: [PoisonOp, UnreachableOp],
        attrs: [PoisonAttr],
        constant: materialize_constant,
    }
}
