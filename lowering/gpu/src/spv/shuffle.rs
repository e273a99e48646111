//! Exchanges of values in a subgroup, whose size the function has to tell.

use strata_gpu::ShuffleMode;
use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_lowering_llvm::engine::{Lower, Lowered};

use super::builtins::{Kind, call};

/// The attribute of a function with the size of its subgroups.
const SUBGROUP_SIZE: &str = "intel_reqd_sub_group_size";

pub(super) fn shuffle(l: &mut Lower<'_>) -> Lowered {
    let is_function = Op::SELF.isa::<llvm::FuncOp>(l.body);
    let size = l.body.attr(Op::SELF, SUBGROUP_SIZE).and_then(|a| l.cx().attr_i64(a));
    let size =
        size.filter(|_| is_function).ok_or_else(|| format!("needs '{SUBGROUP_SIZE}' of its function"))?;
    let width = l.known(l.body.operand(l.op(), 2));
    if width != Some(size) {
        return Err(format!("is not of a whole subgroup, {size} lanes"));
    }
    let mode = l.attr("mode").and_then(|a| l.cx().attr_as::<ShuffleMode>(a).copied());
    let base = match mode.ok_or("misses its mode")? {
        ShuffleMode::Idx => "sub_group_shuffle",
        ShuffleMode::Xor => "sub_group_shuffle_xor",
        ShuffleMode::Up => "sub_group_shuffle_up",
        ShuffleMode::Down => "sub_group_shuffle_down",
    };
    let cx = l.body.cx_arc().clone();
    let old = l.result_type(0);
    let (ty, code) = exchanged(&cx, old)
        .ok_or_else(|| format!("exchanges values of type '{}'", cx.type_to_string(old)))?;
    let (value, offset) = (l.operand(0)?, l.operand(1)?);
    let value = if old == cx.i1() {
        l.build(llvm::ZExtOp::info(), &[value], ty, &[])
    } else if old == ty {
        value
    } else {
        llvm::BitcastOp::build(&mut l.at(), value, ty)
    };
    let name = format!("_Z{}{base}{code}j", base.len());
    let mut new = call(l, &name, &[value, offset], Some(ty), Kind::Convergent)?.ok_or("has no value")?;
    if old == cx.i1() {
        new = l.build(llvm::TruncOp::info(), &[new], old, &[]);
    } else if old != ty {
        new = llvm::BitcastOp::build(&mut l.at(), new, old);
    }
    let valid = cx.bool_attr(true);
    let valid = llvm::ConstantOp::build(&mut l.at(), valid, cx.i1());
    l.replace(&[new, valid])
}

/// The type as which a value is exchanged, and its letters in names of functions.
fn exchanged(cx: &Context, ty: Type) -> Option<(Type, &'static str)> {
    if let Some(int) = cx.as_int(ty) {
        let code = match int.width {
            1 => return Some((cx.i8(), "c")),
            8 => "c",
            16 => "s",
            32 => "i",
            64 => "l",
            _ => return None,
        };
        return Some((ty, code));
    }
    match cx.type_to_string(ty).as_str() {
        "bf16" => Some((cx.int_type(16), "s")),
        "f16" => Some((ty, "Dh")),
        "f32" => Some((ty, "f")),
        "f64" => Some((ty, "d")),
        _ => None,
    }
}
