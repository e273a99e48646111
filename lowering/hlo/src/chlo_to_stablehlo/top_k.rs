//! `top_k`: a stable sort of the elements and their positions, of which the first ones are kept.

use strata_chlo as chlo;
use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, infer};

use super::emit::Emit;

pub(super) fn lower(b: &mut Builder<'_>, op: chlo::TopKOp) -> Result<Vec<Value>, String> {
    let x = op.operand(b);
    let k = b.cx().attr_i64(op.k(b).raw()).ok_or("k is too large")?;
    let results = [b.ty(op.values(b)), b.ty(op.indices(b))];
    let cx = b.cx_arc().clone();
    let ty = b.ty(x);
    let shape = infer::sizes(&cx, ty).to_vec();
    let last = shape.len().checked_sub(1).ok_or("operand's rank must be at least 1")?;
    let places = cx.with_elem(ty, cx.i32());
    let is_static = !shape.contains(&DYNAMIC);
    let dim = cx.i64_attr(last as i64);
    let indices = {
        let e = Emit::new(b);
        let x = e.value(x);
        if is_static {
            x.nullary::<hlo::IotaOp>(places, &[("iota_dimension", dim)]).value
        } else {
            x.shape().op::<hlo::DynamicIotaOp>(&[], places, &[("iota_dimension", dim)]).value
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
    let sorted: Vec<Value> = b.results(sort.op()).to_vec();
    let e = Emit::new(b);
    let kept = |(&v, ty): (&Value, Type)| {
        let v = e.value(v);
        if is_static {
            let mut limits = shape.clone();
            limits[last] = k;
            let [starts, strides] = [0, 1].map(|n| cx.i64_array(&vec![n; shape.len()]));
            let attrs =
                [("start_indices", starts), ("limit_indices", cx.i64_array(&limits)), ("strides", strides)];
            return v.op::<hlo::SliceOp>(&[], ty, &attrs).value;
        }
        let scalar = v.size(0);
        let limits: Vec<_> =
            (0..shape.len()).map(|d| if d == last { scalar.c(k as f64) } else { v.size(d) }).collect();
        let of = |n: f64| v.vector(&vec![scalar.c(n); shape.len()]);
        v.op::<hlo::RealDynamicSliceOp>(&[of(0.0), v.vector(&limits), of(1.0)], ty, &[]).value
    };
    Ok(sorted.iter().zip(results).map(kept).collect())
}
