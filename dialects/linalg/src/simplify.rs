//! Canonicalisations of structured ops.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{CastOp, DestinationStyle, DimOp, EmptyOp, MixedIndex};

use crate::{BroadcastOp, CopyOp, FillOp, GenericOp, LinalgOp, TransposeOp, fill, static_shape};

/// Simplifications of all structured ops: ops on empty memrefs are erased, casts of operands and results are
/// absorbed.
pub fn common(op: &dyn LinalgOp, rw: &mut Rewriter<'_>) -> Option<()> {
    dead(op, rw).or_else(|| casts(op, rw))
}
/// Absorbs casts of operands and results, and static sizes.
fn casts(op: &dyn LinalgOp, rw: &mut Rewriter<'_>) -> Option<()> {
    fold_casts(op, rw)
        .or_else(|| fold_memref_casts(op, rw))
        .or_else(|| static_shape::take_casts(op, rw))
        .or_else(|| static_shape::infer(op, rw))
}
/// Simplifications of named elementwise ops, including those of [`common`].
pub fn named(op: &dyn LinalgOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let this = op.as_op();
    if let Some(copy) = this.as_op::<CopyOp>(rw)
        && copy.inputs(rw).next() == copy.outputs(rw).next()
    {
        // A copy of a buffer or tensor to itself.
        let values: Vec<Value> = copy.inputs(rw).take(rw.results(this).len()).collect();
        rw.replace_op(this, &values);
        return Some(());
    }
    common(op, rw).or_else(|| fill::users(this.as_op::<FillOp>(rw)?, rw))
}

/// Erases an op on a memref without elements.
fn dead(op: &dyn LinalgOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let cx = rw.cx();
    let empty = rw
        .operands(op.as_op())
        .any(|v| cx.type_as::<MemRefType>(rw.ty(v)).is_some_and(|t| t.shape.contains(&0)));
    if !empty || !rw.results(op.as_op()).is_empty() {
        return None;
    }
    rw.erase_op(op.as_op());
    Some(())
}

/// Replaces operands that are casts of memrefs by the sources of the casts.
fn fold_memref_casts(op: &dyn LinalgOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let this = op.as_op();
    let mut changed = None;
    for i in 0..rw.num_operands(this) {
        let v = rw.operand(this, i);
        let Some(cast) = rw.def_op(v).filter(|&def| rw.op_name(def) == "memref.cast") else { continue };
        let source = rw.operand(cast, 0);
        if rw.cx().type_as::<MemRefType>(rw.ty(source)).is_some() {
            rw.set_operand(this, i, source);
            changed = Some(());
        }
    }
    changed
}

/// Replaces operands that are casts which only drop static sizes by the sources of the casts; results get the type of
/// their init, with a cast back.
fn fold_casts(op: &dyn LinalgOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let this = op.as_op();
    // Most ops have no such operand, which is found without lists of operands.
    rw.operands(this).any(|v| rw.def_of::<CastOp>(v).is_some()).then_some(())?;
    let source = |rw: &Rewriter<'_>, v: Value| -> Option<Value> {
        let cast = rw.def_of::<CastOp>(v)?;
        let (s, d) = (
            rw.cx().type_as::<TensorType>(rw.ty(cast.source(rw)))?,
            rw.cx().type_as::<TensorType>(rw.ty(v))?,
        );
        let fits = s.elem == d.elem
            && s.encoding == d.encoding
            && s.shape.len() == d.shape.len()
            && s.shape.iter().zip(&d.shape).all(|(&x, &y)| x == y || y == DYNAMIC);
        fits.then(|| cast.source(rw))
    };
    let operands: Vec<Value> = rw.operands(this).collect();
    let new: Vec<Value> = operands.iter().map(|&v| source(rw, v).unwrap_or(v)).collect();
    if new == operands {
        return None;
    }
    let inits: Vec<Value> = op.dps_init_range(rw).map(|i| new[i]).collect();
    for (i, &v) in new.iter().enumerate() {
        if v != operands[i] {
            rw.set_operand(this, i, v);
        }
    }
    let tensors: Vec<Value> = inits.into_iter().filter(|&v| AnyTensor::check(rw.ty(v), rw.cx())).collect();
    for (n, init) in tensors.into_iter().enumerate() {
        let ty = rw.ty(init);
        strata_tensor::retype_result(this, n, ty, rw);
    }
    rw.touch(this);
    Some(())
}

/// Simplifies `linalg.generic`.
pub fn generic(op: GenericOp, rw: &mut Rewriter<'_>) -> Option<()> {
    dead(&op, rw).or_else(|| identity(op, rw)).or_else(|| casts(&op, rw))
}

/// A generic op that only passes inputs on, by the same maps, is its inputs.
fn identity(op: GenericOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let block = op.region_block(rw);
    let first = rw.first_op(block)?;
    let end = first.as_op::<crate::YieldOp>(rw)?;
    let (maps, inputs) = (LinalgOp::indexing_maps(&op, rw), op.dps_inputs(rw));
    let outputs = op.dps_inits(rw);
    let results = rw.results(op.op()).to_vec();
    let values: Vec<Value> = end.values(rw).collect();
    // On memrefs, an op that copies elements to their own places has no effect.
    if results.is_empty() && inputs[..] == outputs[..] && inputs.len() == 1 {
        let passes = matches!(rw.def(*values.first()?), Def::Arg { block: at, .. } if at == block);
        if !passes || maps.first()? != maps.get(1)? {
            return None;
        }
        rw.erase_op(op);
        return Some(());
    }
    if results.is_empty() || results.len() != outputs.len() {
        return None;
    }
    let mut replacements = Vec::new();
    for (i, v) in values.into_iter().enumerate() {
        let Def::Arg { block: at, index } = rw.def(v) else { return None };
        if at != block || maps.get(index)? != maps.get(inputs.len() + i)? {
            return None;
        }
        let source = *inputs.get(index).or_else(|| outputs.get(index - inputs.len()))?;
        let (from, to) = (rw.ty(source), rw.ty(results[i]));
        let cx = rw.cx();
        if from != to && !strata_tensor_cast(cx, from, to) {
            return None;
        }
        replacements.push((source, to));
    }
    let mut values = Vec::new();
    for (source, to) in replacements {
        values.push(if rw.ty(source) == to { source } else { CastOp::build(rw, source, to) });
    }
    rw.replace_op(op, &values);
    Some(())
}
fn strata_tensor_cast(cx: &Context, from: Type, to: Type) -> bool {
    let (Some(x), Some(y)) = (cx.type_as::<TensorType>(from), cx.type_as::<TensorType>(to)) else {
        return false;
    };
    x.elem == y.elem
        && x.encoding == y.encoding
        && x.shape.len() == y.shape.len()
        && x.shape.iter().zip(&y.shape).all(|(&p, &q)| p == q || p == DYNAMIC || q == DYNAMIC)
}

/// A transposition by the identity is its input; one of another is one.
pub fn transpose(op: TransposeOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let input = op.input(rw);
    let result = *rw.results(op.op()).first()?;
    let dims = op.dims(rw).to_vec();
    if dims.iter().enumerate().all(|(i, &d)| i as i64 == d) && rw.ty(input) == rw.ty(result) {
        rw.replace_op(op, &[input]);
        return Some(());
    }
    let Some(inner) = rw.def_of::<TransposeOp>(input) else { return transpose_first(op, rw) };
    let first = inner.dims(rw).to_vec();
    let composed: Vec<i64> = dims.iter().map(|&d| first.get(d as usize).copied()).collect::<Option<_>>()?;
    let (origin, init) = (inner.input(rw), op.init(rw));
    let new = TransposeOp::create(rw, origin, init, &composed).ok()?;
    let value = *rw.results(new.op()).first()?;
    rw.replace_op(op, &[value]);
    Some(())
}

/// A transposition of a broadcast is a broadcast of a transposition, which has fewer elements.
fn transpose_first(op: TransposeOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (input, init) = (op.input(rw), op.init(rw));
    let inner = rw.def_of::<BroadcastOp>(input).filter(|_| rw.uses_of(input).take(2).count() == 1)?;
    let (perm, added) = (op.dims(rw).to_vec(), inner.dims(rw).to_vec());
    // The dimensions of the repeated operand, in their new order and by their own numbers.
    let own = |d: i64| d - added.iter().filter(|&&a| a < d).count() as i64;
    let kept: Vec<i64> = perm.iter().copied().filter(|p| !added.contains(p)).map(own).collect();
    let new: Vec<i64> = (0i64..).zip(&perm).filter(|(_, p)| added.contains(p)).map(|(i, _)| i).collect();
    let mut from = inner.input(rw);
    if !kept.is_sorted() {
        let sizes = DimOp::all(rw, from)?;
        let sizes: Vec<MixedIndex> =
            kept.iter().map(|&d| sizes.get(d as usize).copied()).collect::<Option<_>>()?;
        let (shape, values) = strata_tensor::index_list::split(&sizes);
        let ty = rw.cx().tensor(&shape, rw.cx().elem_or_self(rw.ty(from)));
        let empty = EmptyOp::build(rw, &values, ty);
        let transposed = TransposeOp::create(rw, from, empty, &kept).ok()?;
        from = *rw.results(transposed.op()).first()?;
    }
    let new = BroadcastOp::create(rw, from, init, &new).ok()?;
    let value = *rw.results(new.op()).first()?;
    rw.replace_op(op, &[value]);
    Some(())
}

/// A broadcast along no dimension is its input; one of another is one.
pub fn broadcast(op: BroadcastOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let input = op.input(rw);
    let result = *rw.results(op.op()).first()?;
    let outer = op.dims(rw).to_vec();
    if outer.is_empty() && rw.ty(input) == rw.ty(result) {
        rw.replace_op(op, &[input]);
        return Some(());
    }
    let inner = rw.def_of::<BroadcastOp>(input)?;
    let rank = rw.cx().shaped(rw.ty(result))?.rank()? as i64;
    // Where the dimensions of the broadcast between are in the result.
    let between: Vec<i64> = (0..rank).filter(|d| !outer.contains(d)).collect();
    let mut dims: Vec<i64> =
        inner.dims(rw).iter().map(|&d| between.get(d as usize).copied()).collect::<Option<_>>()?;
    dims.extend(&outer);
    dims.sort_unstable();
    let (from, init) = (inner.input(rw), op.init(rw));
    let new = BroadcastOp::create(rw, from, init, &dims).ok()?;
    let value = *rw.results(new.op()).first()?;
    rw.replace_op(op, &[value]);
    Some(())
}
