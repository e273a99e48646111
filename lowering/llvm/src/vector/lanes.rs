//! Arithmetic, broadcasts and masks.

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
    if l.options.upstream {
        flat(l, l.new_result_type(0)?)?;
    }
    let info = if twice { llvm::FMulAddOp::info() } else { llvm::FMAOp::info() };
    elementwise(l, info, Flags::None)
}

pub(super) fn broadcast(l: &mut Lower<'_>) -> Lowered {
    let value = l.operand(0)?;
    let ty = l.new_result_type(0)?;
    let source = l.operand_type(0);
    let shape = |t: Type| l.cx().type_as::<VectorType>(t).map(|v| v.shape.to_vec()).unwrap_or_default();
    let (from, to) = (shape(source), shape(l.result_type(0)));
    if l.options.upstream {
        return splat(l, value, ty);
    }
    let extra = to.len().saturating_sub(from.len());
    let out = broadcast_to(l, value, &from, ty, extra)?;
    l.replace_one(out)
}

/// Repeats a scalar; in upstream's form, broadcasts of vectors became insertions of rows before.
fn splat(l: &mut Lower<'_>, value: Value, ty: Type) -> Lowered {
    if l.cx().type_as::<VectorType>(l.operand_type(0)).is_some() {
        return Err("broadcasts a vector".to_owned());
    }
    if l.cx().type_as::<llvm::ArrayType>(ty).is_none() {
        let out = l.splat(value, ty);
        return l.replace_one(out);
    }
    let mut row_ty = ty;
    while let Some(array) = l.cx().type_as::<llvm::ArrayType>(row_ty) {
        row_ty = array.elem;
    }
    let out = l.poison(ty);
    let poison = l.poison(row_ty);
    let zero = l.int(0, l.cx().i32());
    let row = llvm::InsertElementOp::build(&mut l.at(), poison, value, zero);
    let mask = l.cx().i32_array(&vec![0; l.lanes(row_ty)]);
    let row = llvm::ShuffleVectorOp::build(&mut l.at(), row, row, mask, row_ty);
    let out = fill(l, out, row, &mut Vec::new(), ty);
    l.replace_one(out)
}

/// Inserts a row at all places of an array of type `ty` that is at a place of `out`.
fn fill(l: &mut Lower<'_>, out: Value, row: Value, at: &mut Vec<i64>, ty: Type) -> Value {
    let Some(&array) = l.cx().type_as::<llvm::ArrayType>(ty) else { return l.with_part(out, row, at) };
    let mut out = out;
    for i in 0..array.len as i64 {
        at.push(i);
        out = fill(l, out, row, at, array.elem);
        at.pop();
    }
    out
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

/// The factor of scalable dimensions.
pub(super) fn vscale(l: &mut Lower<'_>) -> Lowered {
    let ty = l.new_result_type(0)?;
    let value = llvm::VscaleOp::build(&mut l.at(), ty);
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
