//! `decompose-vector-ops`: ops on whole vectors become ops on their elements, which registers hold.
//!
//! # Before
//! ```mlir
//! %0 = vector.transpose %v, [1, 0] : vector<1x2xf32> to vector<2x1xf32>
//! ```
//! # After
//! ```mlir
//! %x = vector.extract %v[0, 0] : f32 from vector<1x2xf32>
//! %y = vector.extract %v[0, 1] : f32 from vector<1x2xf32>
//! %a = vector.from_elements %x : vector<1xf32>
//! %b = vector.from_elements %y : vector<1xf32>
//! … vector.insert %a, …[0], vector.insert %b, …[1]
//! ```
//! These are `vector.contract`, `multi_reduction`, `outerproduct`, `transpose` and `scan`, reductions in a `vector.mask`,
//! and, as one access for each lane that the mask selects, `scatter`, `expandload` and `compressstore`. What would take
//! more than [`MAX_ELEMENTS`] steps stays as it is. Integers are divided as floats ([`vector_division`]).

use strata_arith::constant_index;
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::payload;
use strata_passes_analysis::combiner::combine;
use strata_tensor::MixedIndex;
use strata_vector::{
    CombiningKind, CompressStoreOp, ContractionOp, ExpandLoadOp, ExtractOp, FromElementsOp, InsertOp, MaskOp,
    MultiDimReductionOp, OuterProductOp, ReductionOp, ScanOp, ScatterOp, TransposeOp,
};

use super::{vector_division, vector_masks};
use crate::structured_op;

/// How many elements an op may be taken apart into.
const MAX_ELEMENTS: i64 = 4096;

/// Decomposes the ops of a body. Returns their number.
pub fn decompose(body: &mut Body) -> usize {
    let mut changed = vector_masks::lower_rows(body);
    for op in body.all_ops() {
        if !body.is_live(op) {
            continue;
        }
        // A masked op is decomposed together with its mask.
        if MaskOp::around(body, op).is_some() {
            continue;
        }
        let Some(values) = one(&mut Builder::before(body, op), op) else { continue };
        let olds = body.results(op).to_vec();
        for (old, new) in olds.into_iter().zip(values) {
            body.replace_all_uses(old, new);
        }
        body.erase(op);
        changed += 1;
    }
    changed
}

fn one(b: &mut Builder<'_>, op: Op) -> Option<Vec<Value>> {
    if let Some(value) = vector_division::divide(b, op) {
        return Some(vec![value]);
    }
    if let Some(mask) = op.as_op::<MaskOp>(b) {
        let inner = mask.masked_op(b)?;
        let lanes = mask.mask(b);
        if let Some(values) = vector_masks::unmasked(b, mask, inner) {
            return Some(values);
        }
        if mask.passthru(b).is_some() {
            return None;
        }
        return reduced(b, inner, Some(lanes)).map(|v| vec![v]);
    }
    if let Some(op) = op.as_op::<TransposeOp>(b) {
        return transpose(b, op).map(|v| vec![v]);
    }
    if let Some(op) = op.as_op::<OuterProductOp>(b) {
        return outer_product(b, op).map(|v| vec![v]);
    }
    if let Some(op) = op.as_op::<ScanOp>(b) {
        return scan(b, op);
    }
    if let Some(op) = op.as_op::<ScatterOp>(b) {
        return scatter(b, op).map(|()| vec![]);
    }
    if let Some(op) = op.as_op::<CompressStoreOp>(b) {
        return compress(b, op).map(|()| vec![]);
    }
    if let Some(op) = op.as_op::<ExpandLoadOp>(b) {
        return expand(b, op).map(|v| vec![v]);
    }
    if op.isa::<ReductionOp>(b) {
        return None;
    }
    reduced(b, op, None).map(|v| vec![v])
}

/// `vector.reduction`, `multi_reduction` or `contract`, of the elements that a mask selects.
fn reduced(b: &mut Builder<'_>, op: Op, mask: Option<Value>) -> Option<Value> {
    if let Some(op) = op.as_op::<ReductionOp>(b) {
        let kind = *op.kind(b).get(b.cx());
        let (source, lanes) = (elements(b, op.vector(b))?, masks(b, mask)?);
        let mut all = None;
        if let Some(acc) = op.acc(b) {
            all = Some(acc);
        }
        // Without an accumulator the first element takes its place; that element may be masked off, so there must be a neutral one.
        for (i, &x) in source.iter().enumerate() {
            all = Some(match (all, lanes.as_ref()) {
                (Some(acc), _) => step(b, kind, acc, x, lanes.as_ref().map(|l| l[i]))?,
                (None, None) => x,
                (None, Some(_)) => return None,
            });
        }
        return all;
    }
    if let Some(op) = op.as_op::<MultiDimReductionOp>(b) {
        let kind = *op.kind(b).get(b.cx());
        let dims = list(b, op.op(), "reduction_dims")?;
        let from = shape(b, op.source(b))?;
        let (source, lanes) = (elements(b, op.source(b))?, masks(b, mask)?);
        let (ty, mut acc) = (b.ty(op.acc(b)), elements(b, op.acc(b))?);
        let to: Vec<i64> = kept(&from, &dims);
        for (i, at) in places(&from).into_iter().enumerate() {
            let target = number(&kept(&at, &dims), &to);
            acc[target] = step(b, kind, acc[target], source[i], lanes.as_ref().map(|l| l[i]))?;
        }
        return build(b, &acc, ty);
    }
    let op = op.as_op::<ContractionOp>(b)?;
    let kind = *op.kind(b).get(b.cx());
    let maps = op.maps(b);
    let [lhs_map, rhs_map, acc_map] = &maps[..] else { return None };
    let (lhs, rhs, acc) = (op.lhs(b), op.rhs(b), op.acc(b));
    let ty = b.ty(acc);
    let shapes = [shape(b, lhs)?, shape(b, rhs)?, shape(b, acc).unwrap_or_default()];
    // Sizes of loops.
    let mut sizes = vec![1; lhs_map.n_dims() as usize];
    for (map, shape) in [(lhs_map, &shapes[0]), (rhs_map, &shapes[1])] {
        for (expr, &n) in map.results().iter().zip(shape) {
            *sizes.get_mut(expr.as_dim()? as usize)? = n;
        }
    }
    (sizes.iter().product::<i64>() <= MAX_ELEMENTS).then_some(())?;
    let (x, y, mut sums) = (elements(b, lhs)?, elements(b, rhs)?, elements(b, acc)?);
    let lanes = masks(b, mask)?;
    let elem = b.cx().elem_or_self(ty);
    let at = |map: &AffineMap, loops: &[i64], shape: &[i64]| -> Option<usize> {
        let place: Option<Vec<i64>> =
            map.results().iter().map(|e| Some(*loops.get(e.as_dim()? as usize)?)).collect();
        Some(number(&place?, shape))
    };
    for (i, loops) in places(&sizes).into_iter().enumerate() {
        let (l, r) = (x[at(lhs_map, &loops, &shapes[0])?], y[at(rhs_map, &loops, &shapes[1])?]);
        let (l, r) = (widened(b, l, elem)?, widened(b, r, elem)?);
        let product = payload::mul(b, l, r).ok()?;
        let target = at(acc_map, &loops, &shapes[2])?;
        sums[target] = step(b, kind, sums[target], product, lanes.as_ref().map(|l| l[i]))?;
    }
    build(b, &sums, ty)
}

/// Extends an element to a wider type.
fn widened(b: &mut Builder<'_>, v: Value, elem: Type) -> Option<Value> {
    payload::cast(b, v, elem, strata_linalg::TypeFn::CastSigned).ok()
}

/// Combines the accumulator with one more element, unless the element is masked off.
fn step(
    b: &mut Builder<'_>,
    kind: CombiningKind,
    acc: Value,
    x: Value,
    lane: Option<Value>,
) -> Option<Value> {
    let new = combine(b, kind, acc, x)?;
    Some(match lane {
        Some(lane) => strata_arith::SelectOp::build(b, lane, new, acc),
        None => new,
    })
}

fn transpose(b: &mut Builder<'_>, op: TransposeOp) -> Option<Value> {
    let order = list(b, op.op(), "permutation")?;
    let (v, ty) = (op.vector(b), b.ty(op.result(b)));
    let (from, source) = (shape(b, v)?, elements(b, v)?);
    let to: Vec<i64> = order.iter().map(|&d| from[d as usize]).collect();
    let mut all = Vec::with_capacity(source.len());
    for at in places(&to) {
        let mut place = vec![0; from.len()];
        for (i, &d) in order.iter().enumerate() {
            place[d as usize] = at[i];
        }
        all.push(source[number(&place, &from)]);
    }
    build(b, &all, ty)
}

fn outer_product(b: &mut Builder<'_>, op: OuterProductOp) -> Option<Value> {
    let kind = *op.kind(b).get(b.cx());
    let (l, r, ty) = (elements(b, op.lhs(b))?, elements(b, op.rhs(b))?, b.ty(op.result(b)));
    let acc = match op.acc(b) {
        Some(v) => Some(elements(b, v)?),
        None => None,
    };
    let mut all = Vec::new();
    for &x in &l {
        for &y in &r {
            let product = payload::mul(b, x, y).ok()?;
            let i = all.len();
            all.push(match &acc {
                Some(acc) => step(b, kind, acc[i], product, None)?,
                None => product,
            });
        }
    }
    build(b, &all, ty)
}

fn scan(b: &mut Builder<'_>, op: ScanOp) -> Option<Vec<Value>> {
    let kind = *op.kind(b).get(b.cx());
    let dim = b.attr(op.op(), "reduction_dim").and_then(|a| b.cx().attr_i64(a))?;
    let inclusive = b.attr(op.op(), "inclusive").and_then(|a| b.cx().attr_i64(a))? != 0;
    let (from, source) = (shape(b, op.source(b))?, elements(b, op.source(b))?);
    let (ty, mut acc) = (b.ty(op.initial_value(b)), elements(b, op.initial_value(b))?);
    let to = kept(&from, &[dim]);
    let mut all = Vec::with_capacity(source.len());
    for (i, at) in places(&from).into_iter().enumerate() {
        let target = number(&kept(&at, &[dim]), &to);
        let first = at[dim as usize] == 0;
        // An inclusive scan starts with the first element, any other scan with the initial value.
        let next = if inclusive && first { source[i] } else { step(b, kind, acc[target], source[i], None)? };
        all.push(if inclusive { next } else { acc[target] });
        let last = at[dim as usize] + 1 == from[dim as usize];
        if inclusive || !last {
            acc[target] = next;
        }
    }
    let whole = b.ty(op.source(b));
    Some(vec![build(b, &all, whole)?, build(b, &acc, ty)?])
}

/// Emits `then` under the condition that a lane is on.
fn when(b: &mut Builder<'_>, lane: Value, then: impl FnOnce(&mut Builder<'_>)) {
    let choice = strata_scf::IfOp::build(b, lane, &[]).op();
    b.region_block(choice, 0, &[], |b, _| {
        then(b);
        strata_scf::YieldOp::build(b, &[]);
    });
}

/// The indices `at`, with `by` added to the last one.
fn moved(b: &mut Builder<'_>, at: &[Value], by: Value) -> Option<Vec<Value>> {
    let (&last, rest) = at.split_last()?;
    let mut place = rest.to_vec();
    place.push(strata_arith::AddIOp::build(b, last, by, None));
    Some(place)
}

fn scatter(b: &mut Builder<'_>, op: ScatterOp) -> Option<()> {
    let base = op.base(b);
    b.cx().type_as::<MemRefType>(b.ty(base))?;
    let offsets: Vec<Value> = op.offsets(b).collect();
    let (lanes, numbers, values) =
        (elements(b, op.mask(b))?, elements(b, op.indices(b))?, elements(b, op.value_to_store(b))?);
    let index = b.cx().index();
    for ((lane, by), v) in lanes.into_iter().zip(numbers).zip(values) {
        let by = if b.ty(by) == index { by } else { strata_arith::IndexCastOp::build(b, by, index) };
        let place = moved(b, &offsets, by)?;
        when(b, lane, |b| {
            strata_memref::StoreOp::build(b, v, base, &place, None, None);
        });
    }
    Some(())
}

/// Adds one to `count` if a lane is on.
fn counted(b: &mut Builder<'_>, count: Value, lane: Value) -> Value {
    let index = b.cx().index();
    let more = strata_arith::IndexCastUIOp::build(b, lane, index);
    strata_arith::AddIOp::build(b, count, more, None)
}

fn compress(b: &mut Builder<'_>, op: CompressStoreOp) -> Option<()> {
    let (base, at): (Value, Vec<Value>) = (op.base(b), op.indices(b).collect());
    let (lanes, values) = (elements(b, op.mask(b))?, elements(b, op.value_to_store(b))?);
    let mut count = constant_index(b, 0);
    for (lane, v) in lanes.into_iter().zip(values) {
        let place = moved(b, &at, count)?;
        when(b, lane, |b| {
            strata_memref::StoreOp::build(b, v, base, &place, None, None);
        });
        count = counted(b, count, lane);
    }
    Some(())
}

fn expand(b: &mut Builder<'_>, op: ExpandLoadOp) -> Option<Value> {
    let (base, at): (Value, Vec<Value>) = (op.base(b), op.indices(b).collect());
    let (lanes, others, ty) = (elements(b, op.mask(b))?, elements(b, op.pass_thru(b))?, b.ty(op.result(b)));
    let (mut count, mut all) = (constant_index(b, 0), Vec::new());
    for (lane, other) in lanes.into_iter().zip(others) {
        let place = moved(b, &at, count)?;
        let elem = b.ty(other);
        let choice = strata_scf::IfOp::build(b, lane, &[elem]).op();
        b.region_block(choice, 0, &[], |b, _| {
            let v = strata_memref::LoadOp::build(b, base, &place, None, None);
            strata_scf::YieldOp::build(b, &[v]);
        });
        b.region_block(choice, 1, &[], |b, _| {
            strata_scf::YieldOp::build(b, &[other]);
        });
        all.push(b.result(choice, 0));
        count = counted(b, count, lane);
    }
    build(b, &all, ty)
}

/// The shape of a vector.
fn shape(b: &Body, v: Value) -> Option<Vec<i64>> {
    let ty = b.cx().type_as::<VectorType>(b.ty(v)).filter(|t| !t.scalable.contains(&true))?;
    Some(ty.shape.to_vec())
}

/// All indices of a shape in row-major order.
fn places(shape: &[i64]) -> Vec<Vec<i64>> {
    let n: i64 = shape.iter().product();
    let one = |i: i64| {
        let (mut rest, mut at) = (i, vec![0; shape.len()]);
        for (d, &size) in shape.iter().enumerate().rev() {
            (at[d], rest) = (rest % size, rest / size);
        }
        at
    };
    (0..n).map(one).collect()
}

/// The row-major number of an index.
fn number(at: &[i64], shape: &[i64]) -> usize {
    at.iter().zip(shape).fold(0, |n, (&i, &size)| n * size + i) as usize
}

/// The elements of `list` except for those at the positions `dims`.
fn kept(list: &[i64], dims: &[i64]) -> Vec<i64> {
    list.iter().enumerate().filter(|(d, _)| !dims.contains(&(*d as i64))).map(|(_, &n)| n).collect()
}

fn list(b: &Body, op: Op, name: &str) -> Option<Vec<i64>> {
    let attr = b.attr(op, name)?;
    b.cx().attr_as::<DenseArrayAttr>(attr).map(|a| a.values.to_vec())
}

/// The elements of a vector in row-major order, or a scalar.
fn elements(b: &mut Builder<'_>, v: Value) -> Option<Vec<Value>> {
    if b.cx().type_as::<VectorType>(b.ty(v)).is_none() {
        return Some(vec![v]);
    }
    let shape = shape(b, v)?;
    (shape.iter().product::<i64>() <= MAX_ELEMENTS).then_some(())?;
    let one = |at: Vec<i64>| {
        let at: Vec<MixedIndex> = at.into_iter().map(MixedIndex::Static).collect();
        ExtractOp::create(b, v, &at)
    };
    Some(places(&shape).into_iter().map(one).collect())
}

/// The lanes of a mask, if there is one.
fn masks(b: &mut Builder<'_>, mask: Option<Value>) -> Option<Option<Vec<Value>>> {
    match mask {
        Some(v) => elements(b, v).map(Some),
        None => Some(None),
    }
}

/// Builds a vector, or a scalar, from these elements, row by row.
fn build(b: &mut Builder<'_>, all: &[Value], ty: Type) -> Option<Value> {
    let Some(vector) = b.cx().type_as::<VectorType>(ty) else { return all.first().copied() };
    let (shape, elem) = (vector.shape.to_vec(), vector.elem);
    if shape.len() <= 1 {
        return Some(FromElementsOp::build(b, all, ty));
    }
    let row = *shape.last()?;
    let row_ty = b.cx().vector(&[row], elem);
    let zero = structured_op::zero_attr(b.cx(), ty);
    let mut whole = strata_arith::constant(b, zero);
    let outer = places(&shape[..shape.len() - 1]);
    for (at, part) in outer.into_iter().zip(all.chunks(row.max(1) as usize)) {
        let part = FromElementsOp::build(b, part, row_ty);
        let at: Vec<MixedIndex> = at.into_iter().map(MixedIndex::Static).collect();
        whole = InsertOp::create(b, part, whole, &at);
    }
    Some(whole)
}
