//! Shifts: C does not define those by the width of the type or more, which are zero here.

use strata_emitc::{self as emitc, CmpPredicate, YieldOp, types};
use strata_ir::prelude::*;

use crate::{
    build::{build, cast, number},
    driver::{Converted, ToC},
    types::{signed, unsigned},
};

/// The numbers that are shifted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Without signs.
    Unsigned,
    /// With signs, which fill in.
    Signed,
}

pub(crate) fn shift(c: &mut ToC<'_>, info: &'static OpInfo, kind: Kind) -> Converted {
    let cx = c.context();
    let ty = c.new_result_type(0)?;
    if !(types::is_supported_integer(&cx, ty) || types::is_pointer_wide(&cx, ty)) {
        return Err("expected integer or size_t/ssize_t/ptrdiff_t type".into());
    }
    if ty == cx.i1() {
        return Err("i1 type is not implemented".into());
    }
    let (value, amount) = (c.operand(0)?, c.operand(1)?);
    let (shifted, counted) =
        (if kind == Kind::Signed { signed(&cx, ty) } else { unsigned(&cx, ty) }, unsigned(&cx, ty));
    let value = cast(c, value, shifted);
    let amount = cast(c, amount, counted);
    let width = match cx.as_int(ty) {
        Some(int) => number(c, int.width.into(), counted),
        None => {
            let byte = number(c, 8, counted);
            let bytes = call(c, "sizeof", &[byte], counted);
            build(c, emitc::MulOp::info(), &[byte, bytes], counted)
        }
    };
    let defined = emitc::CmpOp::build(&mut c.at(), CmpPredicate::Lt.attr(&cx), amount, width, cx.i1());
    let zero = number(c, 0, shifted);
    let new = guarded(c, info, [value, amount, defined, zero], shifted);
    let new = cast(c, new, ty);
    c.replace_one(new)
}

/// A call of a function by its name.
pub(crate) fn call(c: &mut ToC<'_>, callee: &str, operands: &[Value], ty: Type) -> Value {
    let cx = c.context();
    let loc = c.state.body.loc(c.op());
    let mut state = OpState::new(emitc::CallOpaqueOp::info(), loc);
    state.set_attr(&cx, "callee", cx.string_attr(callee));
    state.operands.extend_from_slice(operands);
    state.result_types.push(ty);
    let op = c.at().build(state);
    c.state.body.result(op, 0)
}

/// `defined ? value << amount : zero`, as one expression.
fn guarded(c: &mut ToC<'_>, info: &'static OpInfo, operands: [Value; 4], ty: Type) -> Value {
    let loc = c.state.body.loc(c.op());
    let mut state = OpState::new(emitc::ExpressionOp::info(), loc);
    state.operands.extend_from_slice(&operands);
    state.result_types.push(ty);
    let arg_types = operands.map(|v| c.state.body.ty(v));
    let op = c.at().build(state);
    let result = c.state.body.result(op, 0);
    if let Some(inner) = c.state.body.child_mut(op)
        && let Some(&region) = inner.regions(Op::SELF).first()
    {
        let block = inner.add_block(region, &arg_types);
        let args = inner.block_args(block).to_vec();
        let mut b = Builder::at_end(inner, block);
        b.set_cur_loc(loc);
        let mut state = OpState::new(info, loc);
        state.operands.extend_from_slice(&args[..2]);
        state.result_types.push(ty);
        let shifted = b.build(state);
        let shifted = b.body().result(shifted, 0);
        let value = emitc::ConditionalOp::build(&mut b, args[2], shifted, args[3]);
        YieldOp::build(&mut b, Some(value));
    }
    result
}
