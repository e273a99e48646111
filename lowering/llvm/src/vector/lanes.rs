//! Arithmetic, reductions, broadcasts and masks.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::flat;
use crate::{
    arith::{Flags, elementwise},
    engine::{Lower, Lowered},
};

/// `vector.fma` on floats rounds once, unless the target has no instruction for it.
pub(super) fn fma(l: &mut Lower<'_>) -> Lowered {
    let twice = l.options.expand_fma || l.options.upstream;
    let info = if twice { llvm::FMulAddOp::info() } else { llvm::FMAOp::info() };
    elementwise(l, info, Flags::None)
}

pub(super) fn broadcast(l: &mut Lower<'_>) -> Lowered {
    let value = l.operand(0)?;
    let ty = l.new_result_type(0)?;
    let source = l.operand_type(0);
    let shape = |t: Type| l.cx().type_as::<VectorType>(t).map(|v| v.shape.to_vec()).unwrap_or_default();
    let (from, to) = (shape(source), shape(l.result_type(0)));
    let extra = to.len().saturating_sub(from.len());
    let out = broadcast_to(l, value, &from, ty, extra)?;
    l.replace_one(out)
}

/// Repeats `value`, of shape `from`, to `ty`; the first `extra` dimensions are new.
fn broadcast_to(l: &mut Lower<'_>, value: Value, from: &[i64], ty: Type, extra: usize) -> Lowered<Value> {
    let array = l.cx().type_as::<llvm::ArrayType>(ty).copied();
    let Some(array) = array else {
        // The innermost dimension: a scalar, one lane, or the whole vector.
        return Ok(match from {
            [] if l.cx().type_as::<VectorType>(l.body.ty(value)).is_none() => l.splat(value, ty),
            [] | [1] if l.body.ty(value) != ty => {
                let zero = l.index(0);
                let scalar = llvm::ExtractElementOp::build(&mut l.at(), value, zero);
                l.splat(scalar, ty)
            }
            _ => value,
        });
    };
    let inner = if extra > 0 { from } else { from.get(1..).unwrap_or(&[]) };
    let repeated = extra > 0 || from.first() == Some(&1) && array.len != 1;
    let mut out = l.poison(ty);
    let mut same = None;
    for i in 0..array.len as i64 {
        let part = match same {
            Some(part) => part,
            None => {
                let row = if extra > 0 { value } else { l.part(value, &[if repeated { 0 } else { i }])? };
                broadcast_to(l, row, inner, array.elem, extra.saturating_sub(1))?
            }
        };
        same = repeated.then_some(part);
        out = l.with_part(out, part, &[i]);
    }
    Ok(out)
}

pub(super) fn reduction(l: &mut Lower<'_>) -> Lowered {
    let vector = l.operand(0)?;
    flat(l, l.body.ty(vector))?;
    let start = if l.body.num_operands(l.op()) > 1 { Some(l.operand(1)?) } else { None };
    let ty = l.new_result_type(0)?;
    let cx = l.body.cx_arc().clone();
    let kind = l.words("kind").into_iter().next().unwrap_or_default();
    let float = llvm::types::is_float(&cx, ty);
    let mut flags = llvm::FastmathFlags(0);
    if let Some(attr) = l.fastmath().and_then(|a| cx.attr_as::<llvm::FastmathFlags>(a)) {
        flags = *attr;
    }
    if l.options.reassociate_reductions {
        flags.0 |= llvm::FastmathFlags::REASSOC.0;
    }
    if float && (kind == "add" || kind == "mul") {
        let info =
            if kind == "add" { llvm::VectorReduceFAddOp::info() } else { llvm::VectorReduceFMulOp::info() };
        let neutral = cx.float_attr(if kind == "add" { 0.0 } else { 1.0 }, ty);
        let start = start.unwrap_or_else(|| llvm::ConstantOp::build(&mut l.at(), neutral, ty));
        let value = l.build(info, &[start, vector], ty, &[("fastmathFlags", flags.attr(&cx))]);
        return l.replace_one(value);
    }
    // The reduction of the lanes, and the op that combines it with the initial value.
    let (reduce, combine): (&'static OpInfo, &'static OpInfo) = match (kind.as_str(), float) {
        ("add", false) => (llvm::VectorReduceAddOp::info(), llvm::AddOp::info()),
        ("mul", false) => (llvm::VectorReduceMulOp::info(), llvm::MulOp::info()),
        ("and", false) => (llvm::VectorReduceAndOp::info(), llvm::AndOp::info()),
        ("or", false) => (llvm::VectorReduceOrOp::info(), llvm::OrOp::info()),
        ("xor", false) => (llvm::VectorReduceXorOp::info(), llvm::XOrOp::info()),
        ("minsi", false) => (llvm::VectorReduceSMinOp::info(), llvm::SMinOp::info()),
        ("maxsi", false) => (llvm::VectorReduceSMaxOp::info(), llvm::SMaxOp::info()),
        ("minui", false) => (llvm::VectorReduceUMinOp::info(), llvm::UMinOp::info()),
        ("maxui", false) => (llvm::VectorReduceUMaxOp::info(), llvm::UMaxOp::info()),
        ("minnumf", true) => (llvm::VectorReduceFMinOp::info(), llvm::MinNumOp::info()),
        ("maxnumf", true) => (llvm::VectorReduceFMaxOp::info(), llvm::MaxNumOp::info()),
        ("minimumf", true) => (llvm::VectorReduceFMinimumOp::info(), llvm::MinimumOp::info()),
        ("maximumf", true) => (llvm::VectorReduceFMaximumOp::info(), llvm::MaximumOp::info()),
        _ => return Err(format!("has no reduction '{kind}' for type '{}'", cx.type_to_string(ty))),
    };
    let attrs: &[(&str, Attr)] = if float { &[("fastmathFlags", flags.attr(&cx))] } else { &[] };
    let mut value = l.build(reduce, &[vector], ty, attrs);
    if let Some(start) = start {
        value = l.build(combine, &[value, start], ty, attrs);
    }
    l.replace_one(value)
}

pub(super) fn step(l: &mut Lower<'_>) -> Lowered {
    let ty = l.new_result_type(0)?;
    let cx = l.body.cx_arc().clone();
    let numbers: Vec<i64> = (0..l.lanes(ty) as i64).collect();
    let value = cx.dense_i64s(ty, &numbers).ok_or("has no constant")?;
    let value = llvm::ConstantOp::build(&mut l.at(), value, ty);
    l.replace_one(value)
}

/// A mask of the lanes with an index below `n`.
pub(super) fn mask_below(l: &mut Lower<'_>, n: Value, lanes: usize) -> Value {
    let cx = l.body.cx_arc().clone();
    let (ty, mask_ty) = (cx.vector(&[lanes as i64], cx.i64()), cx.vector(&[lanes as i64], cx.i1()));
    let numbers: Vec<i64> = (0..lanes as i64).collect();
    let numbers = cx.dense_i64s(ty, &numbers).unwrap_or_else(|| cx.i64_attr(0));
    let numbers = llvm::ConstantOp::build(&mut l.at(), numbers, ty);
    let n = l.splat(n, ty);
    let slt = cx.i64_attr(2);
    l.build(llvm::ICmpOp::info(), &[numbers, n], mask_ty, &[("predicate", slt)])
}

pub(super) fn create_mask(l: &mut Lower<'_>) -> Lowered {
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    let n = l.operand(0)?;
    let lanes = l.lanes(ty);
    let value = mask_below(l, n, lanes);
    l.replace_one(value)
}

pub(super) fn constant_mask(l: &mut Lower<'_>) -> Lowered {
    let ty = l.new_result_type(0)?;
    flat(l, ty)?;
    let n = l.array("mask_dim_sizes").first().copied().unwrap_or(1);
    let cx = l.body.cx_arc().clone();
    let bits: Vec<u8> = (0..l.lanes(ty) as i64).map(|i| u8::from(i < n)).collect();
    let value = cx.dense_attr(ty, bits).ok_or("has no constant")?;
    let value = llvm::ConstantOp::build(&mut l.at(), value, ty);
    l.replace_one(value)
}
