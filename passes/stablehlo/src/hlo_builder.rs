//! Helpers for rewrite rules: reading properties of ops and building ops.

use strata_ir::prelude::*;
use strata_stablehlo::{AddOp, ReturnOp, infer};

/// The sizes of a value, empty when it is no ranked tensor.
pub fn sizes(b: &Body, v: Value) -> &[i64] {
    infer::sizes(b.cx(), b.ty(v))
}
/// Whether all sizes of a type are known and it has no encoding.
pub fn is_static(cx: &Context, ty: Type) -> bool {
    cx.type_as::<TensorType>(ty).is_some_and(|t| t.encoding.is_none() && !t.shape.contains(&DYNAMIC))
}
/// The number of elements, where it is known.
pub fn count(b: &Body, v: Value) -> Option<i64> {
    b.cx().shaped(b.ty(v))?.num_elements()
}
/// The element type.
pub fn elem(b: &Body, v: Value) -> Type {
    b.cx().elem_or_self(b.ty(v))
}
/// The values of a constant of integers, unless it is far too large for a list of sizes.
pub fn const_ints(b: &Body, v: Value) -> Option<Vec<i64>> {
    let attr = constant_value(b, v).filter(|_| count(b, v).is_some_and(|n| n <= 4096))?;
    b.cx().attr_as::<DenseElementsAttr>(attr)?.to_i64s(b.cx())
}
/// The numbers of an array attribute.
pub fn ints(b: &Body, op: Op, name: &str) -> SmallVec<[i64; 6]> {
    let array = b.attr(op, name).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
    array.map(|a| a.values.iter().copied().collect()).unwrap_or_default()
}
/// An integer attribute.
pub fn int(b: &Body, op: Op, name: &str) -> Option<i64> {
    b.cx().attr_i64(b.attr(op, name)?)
}

/// The state of an op of kind `O` with operands, attributes and one result.
pub fn state<O: OpDef>(b: &Builder<'_>, operands: &[Value], attrs: &[(&str, Attr)], result: Type) -> OpState {
    let mut state = OpState::new(O::info(), b.cur_loc());
    state.operands.extend_from_slice(operands);
    for &(name, attr) in attrs {
        state.set_attr(b.cx(), name, attr);
    }
    state.result_types.push(result);
    state
}
/// Makes an op with one result before the op that is rewritten.
pub fn make<O: OpDef>(rw: &mut Rewriter<'_>, operands: &[Value], attrs: &[(&str, Attr)], ty: Type) -> Value {
    let state = state::<O>(rw, operands, attrs, ty);
    let op = rw.create(state);
    rw.result(op, 0)
}
/// Replaces an op of one result by a new one of kind `O` with the same result type.
pub fn become_op<O: OpDef>(
    rw: &mut Rewriter<'_>,
    op: Op,
    operands: &[Value],
    attrs: &[(&str, Attr)],
) -> Option<()> {
    let ty = rw.ty(rw.result(op, 0));
    let mut attrs = attrs.to_vec();
    for name in ANNOTATIONS {
        attrs.extend(rw.attr(op, name).map(|value| (name, value)));
    }
    let value = make::<O>(rw, operands, &attrs, ty);
    rw.replace_op(op, &[value]);
    Some(())
}
/// The annotations of an op that are copied to its replacement.
const ANNOTATIONS: [&str; 2] = ["mhlo.frontend_attributes", "mhlo.sharding"];
/// Replaces an op of one result by a value, if the types are equal.
pub fn become_value(rw: &mut Rewriter<'_>, op: Op, value: Value) -> Option<()> {
    if rw.ty(rw.result(op, 0)) != rw.ty(value) {
        return None;
    }
    rw.replace_op(op, &[value]);
    Some(())
}
/// Replaces an op of one result by a constant.
pub fn become_constant(rw: &mut Rewriter<'_>, op: Op, value: Attr) -> Option<()> {
    let ty = rw.ty(rw.result(op, 0));
    let value = rw.constant("stablehlo", value, ty)?;
    rw.replace_op(op, &[value]);
    Some(())
}
/// The attributes of `op` that an op of kind `O` has too.
pub fn common_attrs<O: OpDef>(b: &Body, op: Op) -> Vec<(&'static str, Attr)> {
    let names = b.info(op).attrs.iter().map(|a| a.name);
    names.filter(|n| O::info().attr_slot(n).is_some()).filter_map(|n| Some((n, b.attr(op, n)?))).collect()
}
/// Fills the first region of an op with a block that adds two arguments of type `scalar`.
pub fn sum_region(b: &mut Builder<'_>, op: Op, scalar: Type) {
    b.region_block(op, 0, &[scalar, scalar], |inner, block| {
        let args = inner.block_args(block).to_vec();
        let sum = state::<AddOp>(inner, &args, &[], scalar);
        let sum = inner.build(sum);
        let mut end = OpState::new(ReturnOp::info(), inner.cur_loc());
        end.operands.push(inner.result(sum, 0));
        inner.build(end);
    });
}
