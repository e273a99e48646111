//! Constants, and the width of `index`.

use strata_ir::prelude::*;

/// A constant of type `index`.
#[op(name = "index.constant", traits = [Pure, ConstantLike], interfaces = [ResultNames], asm = "attr-dict $value")]
pub struct ConstantOp {
    /// The value, in 64 bits.
    pub value: Attr<IndexAttr>,
    /// The value as an operand.
    pub result: Res<Index>,
}

impl ResultNames for ConstantOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        let value: Attr = self.value(b).into();
        if let Some(i) = b.cx().attr_as::<IntegerAttr>(value) {
            name(self.result(b), &format!("idx{}", i.value.display_signed()));
        }
    }
}

/// A constant of type `i1`.
#[op(
    name = "index.bool.constant",
    traits = [Pure, ConstantLike],
    interfaces = [ResultNames],
    asm = "attr-dict $value",
)]
pub struct BoolConstantOp {
    /// The value.
    pub value: Attr<BoolAttr>,
    /// The value as an operand.
    pub result: Res<I1>,
}

impl ResultNames for BoolConstantOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        let value: Attr = self.value(b).into();
        let set = b.cx().attr_i64(value).is_some_and(|n| n != 0);
        name(self.result(b), if set { "true" } else { "false" });
    }
}

/// The width of `index` in bits.
#[op(name = "index.sizeof", traits = [Pure], asm = "attr-dict")]
pub struct SizeOfOp {
    /// The width.
    pub result: Res<Index>,
}

/// Makes a constant of type `index` or `i1`.
pub fn materialize_constant(b: &mut Builder<'_>, value: Attr, ty: Type) -> Option<Value> {
    let cx = b.cx();
    if cx.attr_type(value) != Some(ty) {
        return None;
    }
    if cx.is_index(ty) {
        Some(ConstantOp::build(b, value, ty))
    } else if ty == cx.i1() {
        Some(BoolConstantOp::build(b, value, ty))
    } else {
        None
    }
}
