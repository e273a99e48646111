//! `TopK` of XLA, and `mhlo.topk` of the smallest elements, as sorts followed by slices of the first elements.

use strata_chlo::TopKOp;
use strata_ir::prelude::*;
use strata_stablehlo::*;

use super::Call;
use crate::hlo_builder::{HloBuilder, elem, sizes, state};

/// `TopK`: the elements that come first by the called comparison, or the largest ones.
pub(super) fn largest(h: &mut HloBuilder<'_, '_>, call: &Call<'_>) -> Option<Vec<Value>> {
    let rows = Rows::from_call(h, call)?;
    let cx = h.b.cx_arc().clone();
    let called = h.b.attr(call.op, "called_computations").and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let Some(&callee) = called.and_then(|a| a.0.first()) else {
        let attrs = [("k", cx.i64_attr(rows.k))];
        let mut state = state::<TopKOp>(h.b, &[rows.x], &attrs, call.types[0]);
        state.result_types.push(call.types[1]);
        let op = h.b.build(state);
        return Some(h.b.results(op).to_vec());
    };
    let symbol = cx.attr_as::<SymbolRefAttr>(callee)?;
    let function = call.module.child(call.table.get(symbol.root)?)?;
    let &[region] = function.regions(Op::SELF) else { return None };
    let &[block] = function.blocks(region) else { return None };
    let scalar = cx.tensor(&[], elem(h.b, rows.x));
    let place = cx.tensor(&[], cx.i32());
    let params: Vec<Type> = function.block_args(block).iter().map(|&v| function.ty(v)).collect();
    if params != [scalar, scalar] && params != [scalar, scalar, place, place] {
        return None;
    }
    Some(rows.sorted(h, &call.types, |b, args| {
        let mut map = IdMap::new();
        for (&from, &to) in function.block_args(block).iter().zip(args) {
            map.map(from, to);
        }
        let ops: Vec<Op> = function.block_ops(block).collect();
        let (&last, ops) = ops.split_last()?;
        for &op in ops {
            let copy = b.body().import_op(function, op, &mut map);
            b.insert_op(copy);
        }
        function.operands(last).next().map(|v| map.get(v))
    }))
}

/// `mhlo.topk` with `largest = false`.
pub(super) fn smallest(h: &mut HloBuilder<'_, '_>, call: &Call<'_>) -> Option<Vec<Value>> {
    let cx = h.b.cx_arc().clone();
    let attributes = h.b.attr(call.op, "mhlo.attributes").and_then(|a| cx.attr_as::<DictionaryAttr>(a))?;
    let entry = |name: &str| attributes.get(cx.intern(name)).and_then(|a| cx.attr_i64(a));
    let rows = Rows::from_call(h, call)?;
    if entry("largest") != Some(0) || entry("k").is_some_and(|k| k != rows.k) {
        return None;
    }
    let is_float = cx.as_float(elem(h.b, rows.x)).is_some();
    Some(rows.sorted(h, &call.types, |b, args| {
        let mut attrs = vec![("comparison_direction", cx.attr(ComparisonDirection::Lt))];
        if is_float {
            attrs.push(("compare_type", cx.attr(ComparisonType::TotalOrder)));
        }
        let state = state::<CompareOp>(b, &args[..2], &attrs, cx.tensor(&[], cx.i1()));
        let op = b.build(state);
        Some(b.result(op, 0))
    }))
}

/// The rows to be sorted.
struct Rows {
    x: Value,
    shape: Vec<i64>,
    k: i64,
}

impl Rows {
    /// The operand of a call whose results are some of its elements and their places.
    fn from_call(h: &HloBuilder<'_, '_>, call: &Call<'_>) -> Option<Self> {
        let cx = h.b.cx();
        let [x] = h.b.operands(call.op).collect::<Vec<_>>()[..] else { return None };
        let mut shape = h.known_shape(x).ok()?;
        let n = *shape.last()?;
        let &[values, places] = &call.types[..] else { return None };
        let k = *infer::sizes(cx, values).last()?;
        *shape.last_mut()? = k;
        let fits =
            (0..=n).contains(&k) && values == h.tensor_of(x, &shape) && places == cx.tensor(&shape, cx.i32());
        *shape.last_mut()? = n;
        fits.then_some(Self { x, shape, k })
    }
    /// The first elements of each row and their indices, after sorting by a comparison. The comparison gets two elements, then their
    /// indices.
    fn sorted(
        self,
        h: &mut HloBuilder<'_, '_>,
        types: &[Type],
        compare: impl FnOnce(&mut Builder<'_>, &[Value]) -> Option<Value>,
    ) -> Vec<Value> {
        let cx = h.b.cx_arc().clone();
        let last = self.shape.len() - 1;
        let dim = cx.i64_attr(last as i64);
        let places = cx.tensor(&self.shape, cx.i32());
        let places = h.op::<IotaOp>(&[], &[("iota_dimension", dim)], places);
        let attrs = [("dimension", dim), ("is_stable", cx.bool_attr(true))];
        let (scalar, place) = (cx.tensor(&[], elem(h.b, self.x)), cx.tensor(&[], cx.i32()));
        let ty = h.b.ty(self.x);
        let mut state = state::<SortOp>(h.b, &[self.x, places], &attrs, ty);
        state.result_types.push(h.b.ty(places));
        let sort = h.b.build(state);
        h.b.region_block(sort, 0, &[scalar, scalar, place, place], |b, block| {
            let args = b.block_args(block).to_vec();
            let less = compare(b, &args).unwrap_or(args[0]);
            let mut end = OpState::new(ReturnOp::info(), b.cur_loc());
            end.operands.push(less);
            b.build(end);
        });
        let sorted = h.b.results(sort).to_vec();
        debug_assert_eq!(sizes(h.b, sorted[0]), &self.shape[..]);
        debug_assert_eq!(types.len(), sorted.len());
        sorted.into_iter().map(|v| h.slice(v, last, 0, self.k)).collect()
    }
}
