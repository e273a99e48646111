//! `scan`: a loop over one dimension.
//!
//! The loop counts from 0, or from the end for `is_reverse`; its loop-carried values are the carries and the outputs, into which each
//! iteration writes one slice.

use strata_chlo as chlo;
use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, infer};

use super::emit::{Emit, V};

pub(super) fn lower(b: &mut Builder<'_>, op: chlo::ScanOp) -> Result<Vec<Value>, String> {
    let cx = b.cx_arc().clone();
    let dim = op.scan_dim(b).ok_or("its dimension is negative")?;
    let reverse =
        op.is_reverse(b).is_some_and(|a| cx.attr_i64(a.raw()) == Some(1) || cx.attr_i64(a.raw()) == Some(-1));
    let (inputs, inits): (Vec<Value>, Vec<Value>) = (op.inputs(b).collect(), op.inits(b).collect());
    let outputs: Vec<Type> = op.outputs(b).iter().map(|&v| b.ty(v)).collect();
    let turns = op.turns(b).ok_or("the size of its dimension is not known")?;
    let dynamic = |&ty: &Type| infer::sizes(&cx, ty).contains(&DYNAMIC);
    if inputs.iter().any(|&v| dynamic(&b.ty(v))) || outputs.iter().any(dynamic) {
        return Err("its operands and results must have static shapes".into());
    }
    let counter = cx.tensor(&[], cx.i64());
    let start = number(b, &cx, 0);
    let mut state = vec![start];
    state.extend(&inits);
    for &ty in &outputs {
        let zero = zero(&cx, ty).ok_or("an output has an element type without zero")?;
        state.push(hlo::ConstantOp::build(b, zero, ty));
    }
    let types: Vec<Type> = state.iter().map(|&v| b.ty(v)).collect();
    let new = hlo::WhileOp::build(b, &state, &types);
    b.region_block(new.op(), 0, &types, |b, block| {
        let i = b.block_args(block)[0];
        let end = number(b, &cx, turns);
        let go = {
            let e = Emit::new(b);
            e.value(i).lt(e.value(end)).value
        };
        hlo::ReturnOp::build(b, &[go]);
    });
    let old = op.body_block(b);
    b.region_block(new.op(), 1, &types, |b, block| {
        let args: Vec<Value> = b.block_args(block).to_vec();
        let (carries, written) = args[1..].split_at(inits.len());
        let (position, mut given) = {
            let e = Emit::new(b);
            let i = e.value(args[0]);
            let position = if reverse { i.c((turns - 1) as f64) - i } else { i };
            let given: Vec<Value> = inputs.iter().map(|&v| take(e.value(v), position, dim).value).collect();
            (position.value, given)
        };
        given.extend(carries);
        let at = b.point();
        b.inline_block(old, at, &given);
        let Some(last) = b.last_op(block) else { return };
        let made: Vec<Value> = b.operands(last).collect();
        b.erase(last);
        let (made_outputs, made_carries) = made.split_at(made.len() - inits.len());
        let mut next = Vec::new();
        {
            let e = Emit::new(b);
            let i = e.value(args[0]);
            next.push((i + 1.0).value);
            next.extend(made_carries);
            for (&whole, &part) in written.iter().zip(made_outputs) {
                next.push(put(e.value(whole), e.value(part), e.value(position), dim).value);
            }
        }
        hlo::ReturnOp::build(b, &next);
    });
    let results: Vec<Value> = b.results(new.op()).to_vec();
    let (carries, written) = results[1..].split_at(inits.len());
    debug_assert_eq!(b.ty(results[0]), counter);
    Ok([written, carries].concat())
}

fn number(b: &mut Builder<'_>, cx: &Context, n: i64) -> Value {
    let ty = cx.tensor(&[], cx.i64());
    let value = cx.dense_i64s(ty, &[n]).unwrap_or(cx.i64_attr(n));
    hlo::ConstantOp::build(b, value, ty)
}

/// Zeros of a type.
fn zero(cx: &Context, ty: Type) -> Option<Attr> {
    let elem = cx.elem_or_self(ty);
    if let Some(complex) = cx.type_as::<ComplexType>(elem) {
        let bytes = cx.bit_width(complex.elem)? / 4;
        return Some(cx.splat_bytes(ty, &vec![0; bytes as usize]));
    }
    let zero = if cx.as_float(elem).is_some() { cx.float_attr(0.0, elem) } else { cx.int_attr(0, elem) };
    cx.splat_attr(ty, zero)
}

/// The start indices of a slice: `position` in one dimension, zero in the others.
fn starts<'e>(position: V<'e>, rank: usize, dim: usize) -> Vec<V<'e>> {
    (0..rank).map(|d| if d == dim { position } else { position.c(0.0) }).collect()
}

/// The slice at a position, without the dimension.
fn take<'e>(v: V<'e>, position: V<'e>, dim: usize) -> V<'e> {
    let cx = v.cx();
    let mut shape = v.sizes().to_vec();
    shape[dim] = 1;
    let ty = infer::tensor_like(cx, v.ty(), &shape);
    let starts = starts(position, shape.len(), dim);
    let slice = v.op::<hlo::DynamicSliceOp>(&starts, ty, &[("slice_sizes", cx.i64_array(&shape))]);
    shape.remove(dim);
    slice.op::<hlo::ReshapeOp>(&[], infer::tensor_like(cx, v.ty(), &shape), &[])
}

/// The whole with one slice replaced.
fn put<'e>(whole: V<'e>, part: V<'e>, position: V<'e>, dim: usize) -> V<'e> {
    let mut shape = whole.sizes().to_vec();
    shape[dim] = 1;
    let part = part.op::<hlo::ReshapeOp>(&[], infer::tensor_like(part.cx(), part.ty(), &shape), &[]);
    let operands: Vec<V<'e>> = std::iter::once(part).chain(starts(position, shape.len(), dim)).collect();
    whole.op::<hlo::DynamicUpdateSliceOp>(&operands, whole.ty(), &[])
}
