//! Factorizations under their XLA names, expanded to calls of LAPACK, which the runtime and the interpreter implement.

use strata_ir::prelude::*;
use strata_stablehlo::*;

use super::Call;
use crate::hlo_builder::{HloBuilder, elem, state};

/// A batch of matrices whose sizes are known.
struct Matrices {
    batch: Vec<i64>,
    rows: i64,
    cols: i64,
    elem: Type,
    /// The type of the computation: `f32` for floats of 16 bits, for which LAPACK has no routines.
    wide: Type,
    /// LAPACK's letter of that type.
    letter: char,
}

impl Matrices {
    fn from_operand(h: &HloBuilder<'_, '_>, x: Value) -> Option<Self> {
        let cx = h.b.cx();
        let shape = h.known_shape(x).ok()?;
        let (&[rows, cols], batch) = (shape.last_chunk::<2>()?, &shape[..shape.len() - 2]);
        let elem = elem(h.b, x);
        let real = cx.type_as::<ComplexType>(elem).map_or(elem, |c| c.elem);
        let is_half = real == elem && cx.as_float(elem).is_some_and(|f| f.width() == 16);
        let wide = if is_half { cx.f32() } else { elem };
        let letters = if real == elem { ['s', 'd'] } else { ['c', 'z'] };
        let letter = match if is_half { wide } else { real } {
            t if t == cx.f32() => letters[0],
            t if t == cx.f64() => letters[1],
            _ => return None,
        };
        Some(Self { batch: batch.to_vec(), rows, cols, elem, wide, letter })
    }
    fn is_complex(&self) -> bool {
        matches!(self.letter, 'c' | 'z')
    }
    /// The type of a tensor with these sizes for each matrix.
    fn each(&self, cx: &Context, sizes: &[i64], elem: Type) -> Type {
        cx.tensor(&[&self.batch[..], sizes].concat(), elem)
    }
    /// The type of the status of each factorization, an integer.
    fn info(&self, cx: &Context) -> Type {
        self.each(cx, &[], cx.i32())
    }
    /// Builds a call of a LAPACK routine.
    fn call(
        &self,
        h: &mut HloBuilder<'_, '_>,
        routine: &str,
        operands: &[Value],
        letters: &[(&str, char)],
        results: &[Type],
    ) -> Vec<Value> {
        let cx = h.b.cx_arc().clone();
        let wide = |ty: Type| {
            let own = self.wide != self.elem && cx.elem_or_self(ty) == self.elem;
            if own { cx.with_elem(ty, self.wide) } else { ty }
        };
        let convert = |h: &mut HloBuilder<'_, '_>, v: Value, ty: Type| {
            if h.b.ty(v) == ty { v } else { h.op::<ConvertOp>(&[v], &[], ty) }
        };
        let byte = cx.ty(IntegerType { width: 8, signedness: Signedness::Unsigned });
        let config =
            letters.iter().map(|&(name, c)| (cx.intern(name), cx.int_attr(i64::from(c as u32), byte)));
        let mut state = OpState::new(CustomCallOp::info(), h.b.cur_loc());
        for &v in operands {
            let ty = wide(h.b.ty(v));
            state.operands.push(convert(h, v, ty));
        }
        state.set_attr(
            &cx,
            "call_target_name",
            cx.string_attr(&format!("lapack_{}{routine}_ffi", self.letter)),
        );
        state.set_attr(&cx, "mhlo.backend_config", cx.dict_attr(config.collect()));
        state.result_types.extend(results.iter().map(|&ty| wide(ty)));
        let op = h.b.build(state);
        let values = h.b.results(op).to_vec();
        values.into_iter().zip(results).map(|(v, &ty)| convert(h, v, ty)).collect()
    }
}

/// `Eigh`: eigenvectors and eigenvalues. Its configuration is `lower,sort,iterations,tolerance`.
pub(super) fn eigh(h: &mut HloBuilder<'_, '_>, call: &Call<'_>) -> Option<Vec<Value>> {
    let cx = h.b.cx_arc().clone();
    let [x] = h.b.operands(call.op).collect::<Vec<_>>()[..] else { return None };
    let m = Matrices::from_operand(h, x)?;
    let real = cx.type_as::<ComplexType>(m.elem).map_or(m.elem, |c| c.elem);
    let types = [h.b.ty(x), m.each(&cx, &[m.rows], real), m.info(&cx)];
    if m.rows != m.cols || call.types != types[..2] {
        return None;
    }
    let config = h.b.attr(call.op, "backend_config").and_then(|a| cx.attr_str(a)).unwrap_or_default();
    let upper = config.split(',').next().is_some_and(|lower| lower.trim() == "0");
    let routine = if m.is_complex() { "heevd" } else { "syevd" };
    let letters = [("mode", 'V'), ("uplo", if upper { 'U' } else { 'L' })];
    let mut results = m.call(h, routine, &[x], &letters, &types);
    results.truncate(2);
    Some(results)
}

/// `Qr`: `R` with the reflectors below it, and their factors.
pub(super) fn qr(h: &mut HloBuilder<'_, '_>, call: &Call<'_>) -> Option<Vec<Value>> {
    let [x] = h.b.operands(call.op).collect::<Vec<_>>()[..] else { return None };
    let m = Matrices::from_operand(h, x)?;
    let types = [h.b.ty(x), m.each(h.b.cx(), &[m.rows.min(m.cols)], m.elem)];
    (call.types == types).then(|| m.call(h, "geqrf", &[x], &[], &types))
}

/// `ProductOfElementaryHouseholderReflectors`: `Q` of what `Qr` gives. Of a matrix that is wider than high the columns that are
/// too many are zeros.
pub(super) fn product_of_reflectors(h: &mut HloBuilder<'_, '_>, call: &Call<'_>) -> Option<Vec<Value>> {
    let cx = h.b.cx_arc().clone();
    let [x, taus] = h.b.operands(call.op).collect::<Vec<_>>()[..] else { return None };
    let m = Matrices::from_operand(h, x)?;
    let sizes = h.known_shape(taus).ok()?;
    let (&count, batch) = sizes.split_last()?;
    let fits = batch == m.batch && count <= m.rows.min(m.cols) && elem(h.b, taus) == m.elem;
    if !fits || call.types != [h.b.ty(x)] {
        return None;
    }
    let routine = if m.is_complex() { "ungqr" } else { "orgqr" };
    let kept = m.rows.min(m.cols);
    let last = m.batch.len() + 1;
    let square = h.slice(x, last, 0, kept);
    let ty = m.each(&cx, &[m.rows, kept], m.elem);
    let q = *m.call(h, routine, &[square, taus], &[], &[ty]).first()?;
    if kept == m.cols {
        return Some(vec![q]);
    }
    let rest = m.each(&cx, &[m.rows, m.cols - kept], m.elem);
    let zeros = cx.splat_bytes(rest, &vec![0; element_bytes(&cx, m.elem)?]);
    let zeros = ConstantOp::create(h.b, zeros)?;
    Some(vec![h.concatenate(&[q, zeros], last as i64)])
}

/// `LuDecomposition`: the factors, the rows that were exchanged one after the other, counted from 0, and where each row is from
/// in the end.
pub(super) fn lu(h: &mut HloBuilder<'_, '_>, call: &Call<'_>) -> Option<Vec<Value>> {
    let cx = h.b.cx_arc().clone();
    let [x] = h.b.operands(call.op).collect::<Vec<_>>()[..] else { return None };
    let m = Matrices::from_operand(h, x)?;
    let count = m.rows.min(m.cols);
    let (pivots, permutation) = (m.each(&cx, &[count], cx.i32()), m.each(&cx, &[m.rows], cx.i32()));
    if call.types != [h.b.ty(x), pivots, permutation] {
        return None;
    }
    let types = [h.b.ty(x), pivots, m.info(&cx)];
    let results = m.call(h, "getrf", &[x], &[], &types);
    let one = h.int(1, pivots);
    let swaps = h.like::<SubtractOp>(&[results[1], one]);
    let permutation = permuted(h, swaps, &m.batch, m.rows, count);
    Some(vec![results[0], swaps, permutation])
}

/// The numbers of rows after the exchange of row `i` with row `swaps[i]` for each `i`, in order.
fn permuted(h: &mut HloBuilder<'_, '_>, swaps: Value, batch: &[i64], rows: i64, count: i64) -> Value {
    let cx = h.b.cx_arc().clone();
    let shape = [batch, &[rows]].concat();
    let ty = cx.tensor(&shape, cx.i32());
    let last = cx.i64_attr(batch.len() as i64);
    let start = h.op::<IotaOp>(&[], &[("iota_dimension", last)], ty);
    if count == 0 {
        return start;
    }
    let scalar = cx.tensor(&[], cx.i32());
    let first = h.int(0, scalar);
    let operands = [first, start, swaps];
    let types: Vec<Type> = operands.iter().map(|&v| h.b.ty(v)).collect();
    let mut whole = OpState::new(WhileOp::info(), h.b.cur_loc());
    whole.operands.extend(operands);
    whole.result_types.extend(types.iter().copied());
    for _ in 0..2 {
        let region = h.b.body().new_region();
        whole.regions.push(region);
    }
    let whole = h.b.build(whole);
    let end = |b: &mut Builder<'_>, values: &[Value]| {
        let mut end = OpState::new(ReturnOp::info(), b.cur_loc());
        end.operands.extend_from_slice(values);
        b.build(end);
    };
    h.b.region_block(whole, 0, &types, |b, block| {
        let i = b.block_args(block)[0];
        let limit = HloBuilder { b }.int(count as u64, scalar);
        let direction = [("comparison_direction", cx.attr(ComparisonDirection::Lt))];
        let less = state::<CompareOp>(b, &[i, limit], &direction, cx.tensor(&[], cx.i1()));
        let less = b.build(less);
        let less = b.result(less, 0);
        end(b, &[less]);
    });
    h.b.region_block(whole, 1, &types, |b, block| {
        let [i, rows_now, swaps] = b.block_args(block)[..] else { return };
        let mut h = HloBuilder { b };
        let exchanged = exchange(&mut h, i, rows_now, swaps, batch);
        let one = h.int(1, scalar);
        let next = h.like::<AddOp>(&[i, one]);
        end(b, &[next, exchanged, swaps]);
    });
    h.b.result(whole, 1)
}

/// `rows` with its elements `i` and `swaps[i]` exchanged.
fn exchange(h: &mut HloBuilder<'_, '_>, i: Value, rows: Value, swaps: Value, batch: &[i64]) -> Value {
    let cx = h.b.cx_arc().clone();
    let ty = h.b.ty(rows);
    let shape = infer::sizes(&cx, ty).to_vec();
    let last = batch.len() as i64;
    let dims: Vec<i64> = (0..=last).collect();
    let at = |h: &mut HloBuilder<'_, '_>, x: Value| {
        let zero = h.int(0, cx.tensor(&[], cx.i32()));
        let mut operands = vec![x];
        operands.extend(batch.iter().map(|_| zero));
        operands.push(i);
        let sizes = [batch, &[1]].concat();
        let ty = cx.tensor(&sizes, cx.i32());
        let one = h.op::<DynamicSliceOp>(&operands, &[("slice_sizes", cx.i64_array(&sizes))], ty);
        h.broadcast(one, &dims, &shape)
    };
    let (other, own) = (at(h, swaps), at(h, rows));
    let i = h.broadcast(i, &[], &shape);
    let places = h.op::<IotaOp>(&[], &[("iota_dimension", cx.i64_attr(last))], ty);
    let equal = |h: &mut HloBuilder<'_, '_>, x: Value| {
        let direction = [("comparison_direction", cx.attr(ComparisonDirection::Eq))];
        h.op::<CompareOp>(&[places, x], &direction, cx.tensor(&shape, cx.i1()))
    };
    let (is_own, is_other) = (equal(h, i), equal(h, other));
    let zero = h.int(0, ty);
    let picked = h.op::<SelectOp>(&[is_other, rows, zero], &[], ty);
    let partner = h.sum(picked, &[last]);
    let partner = h.broadcast(partner, &dims[..batch.len()], &shape);
    let moved = h.op::<SelectOp>(&[is_other, own, rows], &[], ty);
    h.op::<SelectOp>(&[is_own, partner, moved], &[], ty)
}
