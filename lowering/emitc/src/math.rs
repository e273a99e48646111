//! Functions of `math` as calls of the C or C++ library.

use strata_emitc as emitc;
use strata_ir::{
    prelude::*,
    rewrite::{conversion::Failure, conversions},
};
use strata_math as math;

use crate::driver::{Converted, Dialect, ToC};

pub(crate) const MATH: Dialect = Dialect {
    name: "math",
    rows: conversions! {
        math::AbsFOp => |c| call(c, "fabs"),
        math::AcosOp => |c| call(c, "acos"),
        math::AsinOp => |c| call(c, "asin"),
        math::Atan2Op => |c| call(c, "atan2"),
        math::CeilOp => |c| call(c, "ceil"),
        math::CosOp => |c| call(c, "cos"),
        math::ExpOp => |c| call(c, "exp"),
        math::FloorOp => |c| call(c, "floor"),
        math::PowFOp => |c| call(c, "pow"),
        math::RoundOp => |c| call(c, "round"),
        math::SinOp => |c| call(c, "sin"),
    },
    otherwise: None,
};

fn call(c: &mut ToC<'_>, name: &str) -> Converted {
    if c.state.body.info(c.op()).dialect() != "math" {
        return Err(Failure::Stays);
    }
    let cx = c.context();
    let ty = c.result_type(0);
    if ![cx.f32(), cx.f64()].contains(&ty) {
        return Err("expected all operands and results to be of type f32 or f64".into());
    }
    let name = match c.cpp {
        true => format!("std::{name}"),
        false if ty == cx.f32() => format!("{name}f"),
        false => name.to_owned(),
    };
    let operands = c.all_operands()?;
    let mut state = OpState::new(emitc::CallOpaqueOp::info(), c.state.body.loc(c.op()));
    state.set_attr(&cx, "callee", cx.string_attr(&name));
    state.operands.extend(operands);
    state.result_types.push(ty);
    let op = c.at().build(state);
    let new = c.state.body.result(op, 0);
    c.replace_one(new)
}
