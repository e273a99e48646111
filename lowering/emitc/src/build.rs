//! Ops that several conversions build.

use strata_emitc::{self as emitc, types};
use strata_ir::prelude::*;

use crate::driver::ToC;

/// An op with operands and one result.
pub(crate) fn build(c: &mut ToC<'_>, info: &'static OpInfo, operands: &[Value], ty: Type) -> Value {
    let loc = c.state.body.loc(c.op());
    let mut state = OpState::new(info, loc);
    state.operands.extend_from_slice(operands);
    state.result_types.push(ty);
    let op = c.at().build(state);
    c.state.body.result(op, 0)
}
/// A value in another type, if it is not of it.
pub(crate) fn cast(c: &mut ToC<'_>, v: Value, ty: Type) -> Value {
    if c.state.body.ty(v) == ty { v } else { build(c, emitc::CastOp::info(), &[v], ty) }
}
/// A constant number.
pub(crate) fn number(c: &mut ToC<'_>, value: i64, ty: Type) -> Value {
    let cx = c.context();
    let attr = if types::is_pointer_wide(&cx, ty) { cx.index_attr(value) } else { cx.int_attr(value, ty) };
    emitc::ConstantOp::build(&mut c.at(), attr, ty)
}
