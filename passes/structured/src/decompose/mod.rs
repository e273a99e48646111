//! `decompose-structured-ops`: ops on tensors that are not loop nests themselves become ops that are.
//!
//! # Before
//! ```mlir
//! %0 = tensor.concat dim(0) %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
//! ```
//! # After
//! ```mlir
//! %e = tensor.empty() : tensor<5xf32>
//! %1 = tensor.insert_slice %x into %e[0] [2] [1] : tensor<2xf32> into tensor<5xf32>
//! %0 = tensor.insert_slice %y into %1[2] [3] [1] : tensor<3xf32> into tensor<5xf32>
//! ```
//! `tensor.generate`, `gather` and `bitcast` become a `linalg.generic`, `tensor.scatter` a loop, `tensor.reshape` collapses
//! and expands dimensions, `linalg.pack` and `linalg.unpack` pad, reshape and transpose, `linalg.softmax` becomes its
//! four steps, and `linalg.winograd_…` products with constant matrices. An op stays as it is where it needs a size that is not known.

mod pack_unpack;
mod softmax;
mod vector_division;
mod vector_masks;
pub mod vector_ops;
mod winograd;

use strata_arith::{BitcastOp as ScalarBitcastOp, constant_index};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IndexOp, IteratorType, PackOp, SoftmaxOp, UnPackOp, payload};
use strata_passes_analysis::index_arith::value;
use strata_scf::ForOp;
use strata_tensor::{
    BitcastOp, CastOp, CollapseShapeOp, ConcatOp, DimOp, EmptyOp, ExpandShapeOp, ExtractOp, GatherOp,
    GenerateOp, InsertOp, InsertSliceOp, MixedIndex, RankOp, ReshapeOp, ScatterOp,
};

use crate::inline_payload::clone_payload;

/// Decomposes the ops of a body. Returns how many there were.
pub fn decompose(body: &mut Body) -> usize {
    let mut changed = 0;
    for op in body.all_ops() {
        if !body.is_live(op) {
            continue;
        }
        let mut b = Builder::before(body, op);
        let Some(new) = one(&mut b, op) else { continue };
        let old = body.result(op, 0);
        let ty = body.ty(old);
        let new =
            if body.ty(new) == ty { new } else { CastOp::build(&mut Builder::before(body, op), new, ty) };
        body.replace_all_uses(old, new);
        body.erase(op);
        changed += 1;
    }
    changed
}

/// The value that replaces the result of a decomposed op.
fn one(b: &mut Builder<'_>, op: Op) -> Option<Value> {
    if b.results(op).len() != 1 {
        return None;
    }
    if let Some(op) = op.as_op::<ConcatOp>(b) {
        return concat(b, op);
    }
    if let Some(op) = op.as_op::<GenerateOp>(b) {
        return generate(b, op);
    }
    if let Some(op) = op.as_op::<RankOp>(b) {
        let rank = shape(b, b.operand(op.op(), 0))?.len();
        return Some(constant_index(b, rank as i64));
    }
    if let Some(op) = op.as_op::<BitcastOp>(b) {
        return bitcast(b, op);
    }
    if let Some(op) = op.as_op::<ReshapeOp>(b) {
        return reshape(b, op);
    }
    if let Some(op) = op.as_op::<GatherOp>(b) {
        return gather(b, op);
    }
    if let Some(op) = op.as_op::<ScatterOp>(b) {
        return scatter(b, op);
    }
    if let Some(op) = op.as_op::<PackOp>(b) {
        return pack_unpack::pack(b, op);
    }
    if let Some(op) = op.as_op::<UnPackOp>(b) {
        return pack_unpack::unpack(b, op);
    }
    if let Some(op) = op.as_op::<SoftmaxOp>(b) {
        return softmax::decompose(b, op);
    }
    winograd::decompose(b, op)
}

/// The shape of a tensor.
fn shape(b: &Body, v: Value) -> Option<Vec<i64>> {
    b.cx().type_as::<TensorType>(b.ty(v)).map(|t| t.shape.to_vec())
}

/// The sizes of a tensor.
fn sizes(b: &mut Builder<'_>, v: Value) -> Option<Vec<MixedIndex>> {
    DimOp::all(b, v)
}

/// A tensor of these sizes without contents.
fn empty(b: &mut Builder<'_>, sizes: &[MixedIndex], elem: Type) -> Value {
    let shape: Vec<i64> = sizes.iter().map(|n| n.as_dim()).collect();
    let values: Vec<Value> = sizes.iter().filter_map(|n| n.value()).collect();
    let ty = b.cx().tensor(&shape, elem);
    EmptyOp::build(b, &values, ty)
}

/// A tensor whose elements `element` computes from their indices.
fn elements(
    b: &mut Builder<'_>,
    sizes: &[MixedIndex],
    elem: Type,
    element: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
) -> Value {
    let init = empty(b, sizes, elem);
    let (rank, ty) = (sizes.len(), b.ty(init));
    let maps = [AffineMap::identity(rank as u32)];
    let loops = vec![IteratorType::Parallel; rank];
    let op = GenericOp::build_with(b, &[], &[init], &maps, &loops, &[ty], |b, _| {
        let at: Vec<Value> = (0..rank).map(|d| IndexOp::create(b, d)).collect();
        vec![element(b, &at)]
    });
    b.result(op.op(), 0)
}

fn concat(b: &mut Builder<'_>, op: ConcatOp) -> Option<Value> {
    let dim = op.dimension(b)?;
    let inputs: Vec<Value> = op.inputs(b).collect();
    let parts: Vec<Vec<MixedIndex>> = inputs.iter().map(|&v| sizes(b, v)).collect::<Option<_>>()?;
    let mut all = parts.first()?.clone();
    for part in &parts[1..] {
        all[dim] = add(b, all[dim], part[dim])?;
        for d in 0..all.len() {
            if part[d].as_static().is_some() && d != dim {
                all[d] = part[d];
            }
        }
    }
    let elem = b.cx().elem_or_self(b.ty(inputs[0]));
    let mut out = empty(b, &all, elem);
    let mut offsets = vec![MixedIndex::Static(0); all.len()];
    let ones = vec![MixedIndex::Static(1); all.len()];
    for (v, part) in inputs.into_iter().zip(parts) {
        out = InsertSliceOp::create(b, v, out, &offsets, &part, &ones);
        offsets[dim] = add(b, offsets[dim], part[dim])?;
    }
    Some(out)
}

fn add(b: &mut Builder<'_>, x: MixedIndex, y: MixedIndex) -> Option<MixedIndex> {
    if let (Some(x), Some(y)) = (x.as_static(), y.as_static()) {
        return x.checked_add(y).map(MixedIndex::Static);
    }
    let (x, y) = (value(b, x), value(b, y));
    Some(MixedIndex::Value(strata_arith::AddIOp::build(b, x, y, None)))
}

fn generate(b: &mut Builder<'_>, op: GenerateOp) -> Option<Value> {
    let all = op.mixed_sizes(b);
    let elem = b.cx().elem_or_self(b.ty(op.result(b)));
    let region = *b.regions(op.op()).first()?;
    let block = *b.blocks(region).first()?;
    let args = b.block_args(block).to_vec();
    Some(elements(b, &all, elem, |b, at| {
        let mut map = IdMap::new();
        for (&arg, &index) in args.iter().zip(at) {
            map.map(arg, index);
        }
        clone_payload(b, block, &mut map, None).first().copied().unwrap_or(at[0])
    }))
}

fn bitcast(b: &mut Builder<'_>, op: BitcastOp) -> Option<Value> {
    let (source, result) = (b.operand(op.op(), 0), b.result(op.op(), 0));
    let all = sizes(b, source)?;
    let elem = b.cx().elem_or_self(b.ty(result));
    let init = empty(b, &all, elem);
    // Types that differ in signedness only hold the same bits here.
    let generic = GenericOp::elementwise(b, &[source], &[init], |b, args| {
        let same = b.ty(args[0]) == elem;
        vec![if same { args[0] } else { ScalarBitcastOp::build(b, args[0], elem) }]
    });
    Some(b.result(generic.op(), 0))
}

/// Reshapes through a row. Sizes whose product is not the number of elements have no meaning.
fn reshape(b: &mut Builder<'_>, op: ReshapeOp) -> Option<Value> {
    let (source, list) = (b.operand(op.op(), 0), b.operand(op.op(), 1));
    let (from, to) = (shape(b, source)?, shape(b, b.result(op.op(), 0))?);
    let index = b.cx().index();
    let mut all = Vec::new();
    for (d, &n) in to.iter().enumerate() {
        all.push(if n == DYNAMIC {
            let place = constant_index(b, d as i64);
            let n = ExtractOp::build(b, list, &[place]);
            let n = if b.ty(n) == index { n } else { strata_arith::IndexCastOp::build(b, n, index) };
            MixedIndex::Value(n)
        } else {
            MixedIndex::Static(n)
        });
    }
    let elem = b.cx().elem_or_self(b.ty(source));
    let group = |rank: usize| vec![(0..rank as i64).collect::<Vec<i64>>()];
    let v = match from.len() {
        0 => ExpandShapeOp::create(b, source, &[], &[MixedIndex::Static(1)]),
        1 => source,
        rank => CollapseShapeOp::create(b, source, &group(rank)),
    };
    let known = to.iter().all(|&n| n != DYNAMIC).then(|| to.iter().product());
    let v = cast(b, v, DYNAMIC, elem);
    let v = cast(b, v, known.unwrap_or(DYNAMIC), elem);
    Some(match to.len() {
        0 => CollapseShapeOp::create(b, v, &[]),
        1 => v,
        rank => ExpandShapeOp::create(b, v, &group(rank), &all),
    })
}

/// Casts a row to the static length `n`, or to an unknown length.
fn cast(b: &mut Builder<'_>, v: Value, n: i64, elem: Type) -> Value {
    let ty = b.cx().tensor(&[n], elem);
    if b.ty(v) == ty { v } else { CastOp::build(b, v, ty) }
}

/// The coordinates in the row of `indices` at a position of the batch.
fn coordinates(b: &mut Builder<'_>, indices: Value, batch: &[Value], n: usize) -> Vec<Value> {
    let index = b.cx().index();
    (0..n)
        .map(|k| {
            let mut place = batch.to_vec();
            place.push(constant_index(b, k as i64));
            let number = ExtractOp::build(b, indices, &place);
            if b.ty(number) == index { number } else { strata_arith::IndexCastOp::build(b, number, index) }
        })
        .collect()
}

/// The position of an element of a slice in the whole tensor: `coordinates` in the dimensions `dims`, the index of the element in the
/// slice in the others. `at` has dimensions of size 1 for the former, or none.
fn place_in(coordinates: &[Value], dims: &[i64], at: &[Value], rank: usize) -> Vec<Value> {
    let keeps = at.len() == rank;
    let mut rest = at.iter();
    (0..rank)
        .map(|d| match dims.iter().position(|&k| k as usize == d) {
            Some(k) => {
                if keeps {
                    rest.next();
                }
                coordinates[k]
            }
            None => rest.next().copied().unwrap_or(coordinates[0]),
        })
        .collect()
}

fn dims_of(b: &Body, op: Op, name: &str) -> Option<Vec<i64>> {
    let list = b.attr(op, name)?;
    b.cx().attr_as::<DenseArrayAttr>(list).map(|d| d.values.to_vec())
}

fn gather(b: &mut Builder<'_>, op: GatherOp) -> Option<Value> {
    let (source, indices) = (op.source(b), op.indices(b));
    let dims = dims_of(b, op.op(), "gather_dims")?;
    let (rank, batch) = (shape(b, source)?.len(), shape(b, indices)?.len() - 1);
    let result = shape(b, b.result(op.op(), 0))?;
    let (from, lists) = (sizes(b, source)?, sizes(b, indices)?);
    let mut all: Vec<MixedIndex> = lists[..batch].to_vec();
    let reduced = result.len() != batch + rank;
    for (d, &n) in from.iter().enumerate() {
        match dims.contains(&(d as i64)) {
            true if reduced => {}
            true => all.push(MixedIndex::Static(1)),
            false => all.push(n),
        }
    }
    let elem = b.cx().elem_or_self(b.ty(source));
    Some(elements(b, &all, elem, |b, at| {
        let found = coordinates(b, indices, &at[..batch], dims.len());
        let place = place_in(&found, &dims, &at[batch..], rank);
        ExtractOp::build(b, source, &place)
    }))
}

fn scatter(b: &mut Builder<'_>, op: ScatterOp) -> Option<Value> {
    let (source, dest, indices) = (op.source(b), op.dest(b), op.indices(b));
    let dims = dims_of(b, op.op(), "scatter_dims")?;
    let (rank, batch) = (shape(b, dest)?.len(), shape(b, indices)?.len() - 1);
    let all = sizes(b, source)?;
    let bounds: Vec<Value> = all.iter().map(|&n| value(b, n)).collect();
    Some(nest(b, &bounds, &mut Vec::new(), dest, &mut |b, at, dest| {
        let found = coordinates(b, indices, &at[..batch], dims.len());
        let place = place_in(&found, &dims, &at[batch..], rank);
        let element = ExtractOp::build(b, source, at);
        InsertOp::build(b, element, dest, &place)
    }))
}

/// Nested loops over all indices below `bounds` that carry one tensor.
fn nest(
    b: &mut Builder<'_>,
    bounds: &[Value],
    counters: &mut Vec<Value>,
    carried: Value,
    body: &mut dyn FnMut(&mut Builder<'_>, &[Value], Value) -> Value,
) -> Value {
    let Some((&bound, rest)) = bounds.split_first() else { return body(b, counters, carried) };
    let (zero, one) = (constant_index(b, 0), constant_index(b, 1));
    let op = ForOp::create(b, [zero, bound, one], &[carried], |b, counter, carried| {
        counters.push(counter);
        let next = nest(b, rest, counters, carried[0], body);
        counters.pop();
        vec![next]
    });
    b.result(op.op(), 0)
}

/// An op on two scalars of one type.
fn binary(b: &mut Builder<'_>, name: &str, x: Value, y: Value) -> Option<Value> {
    let ty = b.ty(x);
    payload::op(b, name, &[x, y], ty).ok()
}
