//! A producer becomes part of its consumer.

use strata_affine::ApplyOp;
use strata_ir::{
    affine::{AffineMap, inverse_permutation},
    core::IdMap,
    prelude::*,
};
use strata_linalg::{DestinationStyle, GenericOp, IndexOp, IteratorType, YieldOp, payload};
use strata_passes_analysis::structured_op::Structured;

use super::{
    cover_loops, is_only_use, map_attrs,
    payloads::{WithoutIndices, indices},
};
use crate::lengthen_payload::{self, End, Source, Start};

/// The number of nodes that the map of an operand of a merged op may have.
const MAP_BUDGET: u64 = 10_000;

/// A consumer, its operand that a producer makes, and the producer.
struct Pair<'a> {
    producer: Structured,
    consumer: &'a Structured,
    /// The number of the operand of the consumer.
    operand: usize,
    /// The number of the result of the producer.
    result: usize,
    /// From loops of the consumer to loops of the producer.
    loops: AffineMap,
}

/// Takes up the producer of the first input for which that is possible.
pub(super) fn fuse(op: Op, rw: &mut Rewriter<'_>, plain: &WithoutIndices) -> Option<()> {
    // Most ops that are looked at have no producer that can be taken up, which is found without taking them apart.
    rw.operands(op).any(|v| rw.def_of::<GenericOp>(v).is_some() && is_only_use(rw, v)).then_some(())?;
    let consumer = Structured::read(rw, op).ok()?;
    let pair = (0..consumer.inputs.len()).find_map(|i| fusable(rw, &consumer, i, plain))?;
    let kept = kept_results(rw, &pair);
    let new = build(rw, &pair, &kept, plain)?;
    let own = rw.results(new).get(kept.len()..)?.to_vec();
    rw.replace_op(op, &own);
    // Nothing else read its results, and its payload may be gone.
    rw.erase_op(pair.producer.op);
    Some(())
}

/// The producer of input `operand`, if it can be taken up.
fn fusable<'a>(
    rw: &Rewriter<'_>,
    consumer: &'a Structured,
    operand: usize,
    plain: &WithoutIndices,
) -> Option<Pair<'a>> {
    let v = consumer.inputs[operand];
    let Def::Result { op, index: result } = rw.def(v) else { return None };
    let generic = op.as_op::<GenericOp>(rw).filter(|_| is_only_use(rw, v))?;
    let producer = Structured::read(rw, op).ok()?;
    let is_tensor = rw.cx().type_as::<TensorType>(rw.ty(v)).is_some();
    if !generic.has_tensor_semantics(rw) || !is_tensor || !producer.is_elementwise() || op == consumer.op {
        return None;
    }
    let (to_tensor, from_loops) =
        (&consumer.maps[operand], producer.maps.get(producer.inputs.len() + result)?);
    if to_tensor.n_results() != producer.num_loops() || !from_loops.is_permutation() {
        return None;
    }
    // Mostly the tensor has an element for each step.
    let loops = match from_loops.is_identity() {
        true => to_tensor.clone(),
        false => inverse_permutation(from_loops)?.compose(to_tensor),
    };
    // Expressions of a chain of ops could grow without bound.
    if !loops.is_identity() {
        producer.maps.iter().try_for_each(|m| m.try_compose(&loops, MAP_BUDGET).map(drop))?;
    }
    let pair = Pair { producer, consumer, operand, result, loops };
    (keeps_sizes(&pair) && indices_are_outermost(rw, &pair.producer, plain)).then_some(pair)
}

/// Whether each loop of a reduction is still a dimension of an operand.
fn keeps_sizes(pair: &Pair<'_>) -> bool {
    let Pair { producer, consumer, operand, loops, .. } = pair;
    if !consumer.iterators.contains(&IteratorType::Reduction) {
        return true;
    }
    let fused = consumer.inputs[*operand];
    let others = consumer.operands().zip(&consumer.maps).filter(|(v, _)| *v != fused).map(|(_, m)| m.clone());
    let taken = producer.maps[..producer.inputs.len()].iter().map(|m| m.compose(loops));
    let maps: Vec<AffineMap> = others.chain(taken).collect();
    (0..consumer.num_loops() as u32).all(|l| maps.iter().any(|m| m.result_position(l).is_some()))
}

/// Whether the payload reads numbers of loops outside of nested regions only.
fn indices_are_outermost(b: &Body, s: &Structured, plain: &WithoutIndices) -> bool {
    plain.has(b, s.block) || indices(b, s.block).into_iter().all(|op| b.parent_block(op) == Some(s.block))
}

/// The results of the producer that the merged op has, too.
fn kept_results(b: &Body, pair: &Pair<'_>) -> Vec<usize> {
    let Pair { producer, consumer, operand, .. } = pair;
    let (n, results) = (producer.inputs.len(), b.results(producer.op));
    let mut dropped: Vec<usize> = Vec::new();
    let mut kept = Vec::new();
    for (i, &result) in results.iter().enumerate() {
        dropped.push(n + i);
        let own = producer.maps.iter().enumerate().filter(|(k, _)| !dropped.contains(k)).map(|(_, m)| m);
        let others = consumer.maps.iter().enumerate().filter(|(k, _)| k != operand).map(|(_, m)| m);
        let is_read = b.block_args(producer.block).get(n + i).is_some_and(|&a| b.has_uses(a));
        let left = cover_loops(own.chain(others), producer.num_loops().max(consumer.num_loops()));
        if is_read || !left || b.users(result).any(|user| user != consumer.op) {
            kept.push(i);
            dropped.pop();
        }
    }
    kept
}

/// The merged op, before the consumer.
fn build(rw: &mut Rewriter<'_>, pair: &Pair<'_>, kept: &[usize], plain: &WithoutIndices) -> Option<Op> {
    let Pair { producer, consumer, operand, loops, .. } = pair;
    let (n, m) = (producer.inputs.len(), consumer.inputs.len());
    // Mostly both run over the same loops.
    let same = loops.is_identity();
    let composed: Vec<AffineMap> =
        if same { Vec::new() } else { producer.maps.iter().map(|map| map.compose(loops)).collect() };
    let taken = if same { &producer.maps } else { &composed };
    let maps = merged(&consumer.maps, taken, pair, kept);
    if !cover_loops(maps.iter().copied(), consumer.num_loops()) {
        return None;
    }
    let cx = rw.cx();
    let composed: Vec<Attr> = composed.iter().map(|map| cx.affine_map_attr(map.clone())).collect();
    let taken = if same { map_attrs(cx, rw, producer.op)? } else { &composed };
    let maps = merged(map_attrs(cx, rw, consumer.op)?, taken, pair, kept).into_iter().copied().collect();
    let mut inputs = Vec::with_capacity(n + m);
    inputs.extend_from_slice(&consumer.inputs[..*operand]);
    inputs.extend_from_slice(&producer.inputs);
    inputs.extend_from_slice(&consumer.inputs[operand + 1..]);
    let mut outputs: Vec<Value> = kept.iter().map(|&i| producer.outputs[i]).collect();
    outputs.extend(&consumer.outputs);
    let types: Vec<Type> =
        outputs.iter().map(|&v| rw.ty(v)).filter(|&t| cx.type_as::<MemRefType>(t).is_none()).collect();
    let kinds = rw.attr(consumer.op, "iterator_types")?;
    let new = GenericOp::build(rw, &inputs, &outputs, cx.array_attr(maps), kinds, None, None, &types);
    let elems: Vec<Type> = inputs.iter().chain(&outputs).map(|&v| payload::element(cx, rw.ty(v))).collect();
    if plain.has(rw, producer.block) {
        plain.join(rw, consumer.block, producer.block);
        lengthen(rw, new.op(), pair, (kept, &elems));
    } else {
        rw.region_block(new.op(), 0, &elems, |b, block| fill(b, block, pair, kept));
    }
    Some(new.op())
}

/// A list for the operands of the merged op, from the lists for those of the consumer and of the producer.
fn merged<'a, T>(consumer: &'a [T], producer: &'a [T], pair: &Pair<'_>, kept: &[usize]) -> Vec<&'a T> {
    let (n, m) = (pair.producer.inputs.len(), pair.consumer.inputs.len());
    let mut all = Vec::with_capacity(consumer.len() + producer.len());
    all.extend(&consumer[..pair.operand]);
    all.extend(&producer[..n]);
    all.extend(&consumer[pair.operand + 1..m]);
    all.extend(kept.iter().map(|&i| &producer[n + i]));
    all.extend(&consumer[m..]);
    all
}

/// The payload of the merged op: that of the producer, then that of the consumer.
fn fill(b: &mut Builder<'_>, block: Block, pair: &Pair<'_>, kept: &[usize]) {
    let Pair { producer, consumer, operand, .. } = pair;
    let mut map = IdMap::new();
    map_indices(b, pair, &mut map);
    let (from_producer, from_consumer) =
        (b.block_args(producer.block).to_vec(), b.block_args(consumer.block).to_vec());
    let (n, m) = (producer.inputs.len(), consumer.inputs.len());
    let mut old: Vec<Value> = from_consumer[..*operand].to_vec();
    old.extend(&from_producer[..n]);
    old.extend(&from_consumer[operand + 1..m]);
    old.extend(kept.iter().map(|&i| from_producer[n + i]));
    old.extend(&from_consumer[m..]);
    let new = b.block_args(block).to_vec();
    for (&from, &to) in old.iter().zip(&new) {
        let loc = b.value_loc(from);
        b.body().set_arg_loc(to, loc);
        map.map(from, to);
    }
    let made = clone_ops(b, producer.block, &mut map);
    if let Some(&value) = made.get(pair.result) {
        map.map(from_consumer[*operand], map.get(value));
    }
    let mut yielded: Vec<Value> = kept.iter().filter_map(|&i| made.get(i)).map(|&v| map.get(v)).collect();
    let results = clone_ops(b, consumer.block, &mut map);
    yielded.extend(results.iter().map(|&v| map.get(v)));
    YieldOp::build(b, &yielded);
}

/// As [`fill`], with the payloads themselves.
fn lengthen(rw: &mut Rewriter<'_>, new: Op, pair: &Pair<'_>, (kept, types): (&[usize], &[Type])) {
    let Pair { producer, consumer, operand, .. } = pair;
    let (n, m) = (producer.inputs.len(), consumer.inputs.len());
    let outputs = m - 1 + n;
    let of_output = |i: usize| kept.iter().position(|&k| k == i).map(|k| outputs + k);
    let places = (0..n).map(|i| Some(operand + i)).chain((0..producer.outputs.len()).map(of_output));
    let old = rw.block_args(consumer.block).to_vec();
    let source = |i: usize| match i {
        _ if i < *operand => Source::Operand(i),
        _ if i == *operand => Source::Produced(pair.result),
        _ if i < m => Source::Operand(i - 1 + n),
        _ => Source::Operand(i - m + outputs + kept.len()),
    };
    let (places, sources): (Vec<_>, Vec<Source>) = (places.collect(), (0..old.len()).map(source).collect());
    let start = Start { block: producer.block, places: &places, kept };
    let args =
        lengthen_payload::lengthen(rw, new, types, &start, &End { block: consumer.block, sources: &sources });
    for (from, source) in old.into_iter().zip(sources) {
        if let Source::Operand(at) = source {
            let loc = rw.value_loc(from);
            rw.body().set_arg_loc(args[at], loc);
        }
    }
}

/// Numbers of loops of the producer, from those of the consumer.
fn map_indices(b: &mut Builder<'_>, pair: &Pair<'_>, map: &mut IdMap) {
    let found: Vec<IndexOp> = b.block_ops(pair.producer.block).filter_map(|op| op.as_op(b)).collect();
    if found.is_empty() {
        return;
    }
    let at = b.cur_loc();
    let loc = b.loc(pair.producer.op);
    b.set_cur_loc(loc);
    let all: Vec<Value> = (0..pair.consumer.num_loops()).map(|l| IndexOp::create(b, l)).collect();
    for index in found {
        let Some(l) = index.loop_number(b).filter(|&l| l < pair.loops.n_results()) else { continue };
        let value = ApplyOp::create(b, pair.loops.sub_map(&[l]), &all);
        map.map(index.result(b), value);
    }
    b.set_cur_loc(at);
}

/// Clones the ops of a payload, except those that `map` knows; returns the values before cloning that are yielded.
fn clone_ops(b: &mut Builder<'_>, block: Block, map: &mut IdMap) -> Vec<Value> {
    let ops: Vec<Op> = b.block_ops(block).collect();
    for op in ops {
        if let Some(end) = op.as_op::<YieldOp>(b) {
            return end.values(b).collect();
        }
        let is_known = op.isa::<IndexOp>(b) && map.values.contains_key(&b.result(op, 0));
        if !is_known {
            let new = b.body().clone_op(op, map);
            b.insert_op(new);
        }
    }
    Vec::new()
}
