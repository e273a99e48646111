//! `top_k`: a stable sort of the elements and their positions, of which the first `k` are kept. JAX spells a dynamic `k` as a custom call
//! with `k` as its second operand.

use strata_chlo as chlo;
use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, infer};

use super::emit::Emit;
use crate::approx_top_k::first;

/// Whether an op is the custom call.
pub(super) fn is_dynamic(b: &Body, op: Op) -> bool {
    op.isa::<hlo::CustomCallOp>(b)
        && b.attr(op, "call_target_name").and_then(|a| b.cx().attr_str(a)) == Some("stablehlo.dynamic_top_k")
}

pub(super) fn lower(b: &mut Builder<'_>, op: chlo::TopKOp) -> Result<Vec<Value>, String> {
    let x = op.operand(b);
    let k = b.cx().attr_i64(op.k(b).raw()).ok_or("k is too large")?;
    let results = [b.ty(op.values(b)), b.ty(op.indices(b))];
    let cx = b.cx_arc().clone();
    let (sorted, last) = sorted(b, x)?;
    let shape = infer::sizes(&cx, b.ty(x)).to_vec();
    let e = Emit::new(b);
    let kept = |(&v, ty): (&Value, Type)| {
        let v = e.value(v);
        if shape.contains(&DYNAMIC) {
            let k = v.size(last).convert(cx.i64()).c(k as f64);
            return first(v, last, k, ty).value;
        }
        let mut limits = shape.clone();
        limits[last] = k;
        let [starts, strides] = [0, 1].map(|n| cx.i64_array(&vec![n; shape.len()]));
        let attrs =
            [("start_indices", starts), ("limit_indices", cx.i64_array(&limits)), ("strides", strides)];
        v.op::<hlo::SliceOp>(&[], ty, &attrs).value
    };
    Ok(sorted.iter().zip(results).map(kept).collect())
}

/// The custom call, whose second operand is `k`.
pub(super) fn lower_dynamic(b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, String> {
    let operands: Vec<Value> = b.operands(op).collect();
    let results: Vec<Type> = b.result_types(op).collect();
    let (&[x, k], &[_, _]) = (&operands[..], &results[..]) else {
        return Err("it needs a tensor and a number, and has two results".into());
    };
    let (sorted, last) = sorted(b, x)?;
    let e = Emit::new(b);
    let k = e.value(k);
    Ok(sorted.iter().zip(results).map(|(&v, ty)| first(e.value(v), last, k, ty).value).collect())
}

/// The elements and their positions, the largest elements first, and the last dimension, along which they are sorted.
fn sorted(b: &mut Builder<'_>, x: Value) -> Result<(Vec<Value>, usize), String> {
    let cx = b.cx_arc().clone();
    let ty = b.ty(x);
    let shape = infer::sizes(&cx, ty).to_vec();
    let last = shape.len().checked_sub(1).ok_or("operand's rank must be at least 1")?;
    let places = cx.with_elem(ty, cx.i32());
    let dim = cx.i64_attr(last as i64);
    let indices = {
        let e = Emit::new(b);
        let x = e.value(x);
        if shape.contains(&DYNAMIC) {
            x.shape().op::<hlo::DynamicIotaOp>(&[], places, &[("iota_dimension", dim)]).value
        } else {
            x.nullary::<hlo::IotaOp>(places, &[("iota_dimension", dim)]).value
        }
    };
    let sort = hlo::SortOp::build(b, &[x, indices], Some(dim), Some(cx.bool_attr(true)), &[ty, places]);
    let (elem, place) = (cx.tensor(&[], cx.elem_or_self(ty)), cx.tensor(&[], cx.i32()));
    b.region_block(sort.op(), 0, &[elem, elem, place, place], |b, block| {
        let [x, y] = [b.block_args(block)[0], b.block_args(block)[1]];
        let first = {
            let e = Emit::new(b);
            e.value(x).gt_total(e.value(y)).value
        };
        hlo::ReturnOp::build(b, &[first]);
    });
    Ok((b.results(sort.op()).to_vec(), last))
}
