//! `select_and_scatter` in two ops: the position that each window selects, and for each element the reduction over the windows that contain
//! and selected it.

use strata_arith::CmpIPredicate;
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, MixedIndex};

use super::{add, div, index, into, max, min, scaled, sub, tensor, where_holds};
use crate::stablehlo_to_linalg::{
    Lowered, cast, constants,
    emit::{cmpi, select},
    loops,
    select_and_scatter::Selection,
    sizes,
    state::Lowering,
    window,
};

pub(in crate::stablehlo_to_linalg) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::SelectAndScatterOp>(b) else { return Err("it is not known".into()) };
    let source = (l.get(op.source(b))?, b.cx().elem_or_self(b.ty(op.source(b))));
    let operand = (l.get(op.operand(b))?, b.cx().elem_or_self(b.ty(op.operand(b))));
    let (from, counts) = (sizes::mixed_sizes(b, operand.0)?, sizes::mixed_sizes(b, source.0)?);
    let elem = b.cx().elem_or_self(b.ty(op.result(b)));
    let (init_old, init) = (op.init_value(b), l.get(op.init_value(b))?);
    let init = constants::scalar_of(b, init_old, init);
    let init = cast::convert(b, init, b.cx().elem_or_self(b.ty(init_old)), elem)?;
    let filled = sizes::filled(b, init, &from)?;
    if from.contains(&MixedIndex::Static(0)) || counts.contains(&MixedIndex::Static(0)) {
        return Ok(filled);
    }
    let windows = op.windows(b)?;
    window::require(b, &windows, &from, &counts)?;
    let selection =
        Selection { l, region: op.select(b), operand, from: &from, counts: &counts, windows: &windows };
    let number = b.cx().i64();
    // The linear index; -1 if a window is all padding.
    let read = sizes::where_some(b, counts.clone(), &from)?;
    let selected = tensor(b, &read, number, |b, at| {
        let best = selection.best(b, at)?;
        let place = flat(b, &from, &best[2..])?;
        let none = index(b, -1);
        let place = select(b, best[0], place, none);
        Ok(strata_arith::IndexCastOp::build(b, place, number))
    })?;
    let region = op.scatter(b);
    let done = into(b, &[filled], |b, at, olds| {
        let own = flat(b, &from, at)?;
        let own = strata_arith::IndexCastOp::build(b, own, number);
        // The windows that contain an element.
        let mut bounds = Vec::new();
        let one = index(b, 1);
        for (d, w) in windows.iter().enumerate() {
            let (zero, count) = (index(b, 0), sizes::value(b, counts[d]));
            let low = index(b, w.low);
            let place = add(b, at[d], low)?;
            let (size, stride) = (index(b, w.size), index(b, w.stride));
            let over = sub(b, place, size)?;
            let over = add(b, over, stride)?;
            let over = max(b, over, zero)?;
            let first = div(b, over, stride)?;
            let last = max(b, place, zero)?;
            let last = div(b, last, stride)?;
            let end = add(b, last, one)?;
            let none = cmpi(b, CmpIPredicate::Slt, place, zero);
            let end = min(b, end, count)?;
            bounds.push([first, select(b, none, zero, end), one]);
        }
        loops::nest_between(b, &bounds, olds, &mut |b, number, so_far| {
            let place = ExtractOp::build(b, selected, number);
            let is_own = cmpi(b, CmpIPredicate::Eq, place, own);
            where_holds(b, is_own, so_far, |b| {
                let given = ExtractOp::build(b, source.0, number);
                loops::apply(l, b, region, &[(so_far[0], elem), (given, source.1)], &[elem])
            })
        })
    })?;
    Ok(done[0])
}

/// The linear index of a position.
fn flat(b: &mut Builder<'_>, shape: &[MixedIndex], at: &[Value]) -> Lowered<Value> {
    let mut number = index(b, 0);
    for (i, (&n, &v)) in shape.iter().zip(at).enumerate() {
        number = match i {
            0 => v,
            _ => {
                let scaled = scaled(b, number, n)?;
                add(b, scaled, v)?
            }
        };
    }
    Ok(number)
}
