//! `linalg.generic` without loops that run once.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{GenericOp, IndexOp, attrs};
use strata_memref::layout;
use strata_passes_analysis::structured_op::Structured;

use super::{
    Strategy,
    reduce_rank::{collapse, expand, groups},
};

/// An operand: its new map, and which dimensions it loses.
struct Operand {
    map: AffineMap,
    unit: Vec<bool>,
}

/// Removes the loops that run once, and dimensions of size one that only they, or zero, index.
pub(super) fn drop_unit_dims(op: Op, rw: &mut Rewriter<'_>, strategy: Strategy) -> Option<()> {
    let s = Structured::read(rw, op).ok()?;
    if s.maps.iter().any(|m| m.n_symbols() != 0) {
        return None;
    }
    let runs_once = unit_loops(rw, &s)?;
    let mut kept = 0;
    let replacements: Vec<AffineExpr> = runs_once
        .iter()
        .map(|&once| {
            kept += u32::from(!once);
            if once { AffineExpr::constant(0) } else { AffineExpr::dim(kept - 1) }
        })
        .collect();
    let operands: Vec<Operand> = s
        .operands()
        .zip(&s.maps)
        .map(|(v, map)| {
            let unit = unit_dims(rw, v, map, &runs_once);
            let results = map.results().iter().zip(&unit).filter(|(_, unit)| !**unit);
            let results = results.map(|(e, _)| e.replace_dims(&replacements)).collect();
            Operand { map: AffineMap::new(kept, 0, results), unit }
        })
        .collect();
    let maps: Vec<AffineMap> = operands.iter().map(|o| o.map.clone()).collect();
    let has_all = (0..kept).all(|d| maps.iter().any(|m| m.result_position(d).is_some()));
    if maps == s.maps || !has_all {
        return None;
    }
    let mut values = Vec::new();
    for (v, o) in s.operands().collect::<Vec<_>>().into_iter().zip(&operands) {
        let loses = o.unit.contains(&true);
        values.push(if loses { collapse(rw, v, strategy, |d| o.unit[d])? } else { v });
    }
    let (inputs, outputs) = values.split_at(s.inputs.len());
    let kinds: Vec<_> =
        s.iterators.iter().zip(&runs_once).filter(|(_, once)| !**once).map(|(&k, _)| k).collect();
    let has_results = !rw.results(op).is_empty();
    let types: Vec<Type> = outputs.iter().filter(|_| has_results).map(|&v| rw.ty(v)).collect();
    let (m, t) = (attrs::maps_attr(rw.cx(), &maps), attrs::iterator_types_attr(rw.cx(), &kinds));
    let new = GenericOp::build(rw, inputs, outputs, m, t, None, None, &types);
    let (from, to) = (*rw.regions(op).first()?, new.region(rw));
    rw.body().move_blocks(from, to);
    renumber(rw, new.op(), &runs_once);
    let mut results = rw.results(new.op()).to_vec();
    for (i, result) in results.iter_mut().enumerate() {
        let (dest, o) = (s.outputs[i], &operands[s.inputs.len() + i]);
        if o.unit.contains(&true) {
            *result = expand(rw, *result, dest, &groups(o.unit.len(), |d| o.unit[d]), strategy)?;
        }
    }
    rw.touch(new.op());
    rw.replace_op(op, &results);
    Some(())
}

/// For each loop, whether the first dimension that it indexes has size one. `None` if a loop indexes none.
fn unit_loops(b: &Body, s: &Structured) -> Option<Vec<bool>> {
    let operands: Vec<Value> = s.operands().collect();
    (0..s.num_loops() as u32)
        .map(|l| {
            let (i, at) = s.maps.iter().enumerate().find_map(|(i, m)| Some((i, m.result_position(l)?)))?;
            Some(b.cx().shaped(b.ty(operands[i]))?.shape?.get(at) == Some(&1))
        })
        .collect()
}

/// For each dimension of an operand, whether it is removed.
fn unit_dims(b: &Body, v: Value, map: &AffineMap, runs_once: &[bool]) -> Vec<bool> {
    let (cx, ty) = (b.cx(), b.ty(v));
    let collapsible = match (cx.type_as::<MemRefType>(ty), cx.type_as::<TensorType>(ty)) {
        (Some(t), _) => layout::is_trivial(cx, t),
        (_, Some(t)) => t.encoding.is_none(),
        _ => false,
    };
    let shape = cx.shaped(ty).and_then(|s| s.shape).unwrap_or(&[]);
    let unit = |(e, &size): (&AffineExpr, &i64)| {
        let once = e.as_dim().is_some_and(|d| runs_once.get(d as usize) == Some(&true));
        collapsible && size == 1 && (once || e.as_const() == Some(0))
    };
    let mut dims: Vec<bool> = map.results().iter().zip(shape).map(unit).collect();
    dims.resize(map.n_results(), false);
    dims
}

/// The numbers of the loops that are left.
fn renumber(rw: &mut Rewriter<'_>, op: Op, runs_once: &[bool]) {
    let indices: Vec<IndexOp> = rw.ops_in(op).into_iter().filter_map(|o| o.as_op::<IndexOp>(rw)).collect();
    let at = rw.point();
    for index in indices {
        let Some(old) = index.loop_number(rw) else { continue };
        let before = InsertPoint::before(rw, index.op());
        rw.goto(before);
        let gone = runs_once.iter().take(old).filter(|once| **once).count();
        let value = match runs_once.get(old) {
            Some(true) => strata_arith::constant_index(rw, 0),
            _ if gone == 0 => continue,
            _ => IndexOp::create(rw, old - gone),
        };
        if let Some(def) = rw.def_op(value) {
            rw.touch(def);
        }
        rw.replace_op(index.op(), &[value]);
    }
    rw.goto(at);
}
