//! `linalg-fuse-producers`: merges elementwise producers into their consumers.
//!
//! # Before
//! ```mlir
//! %0 = linalg.generic … ins(%x) outs(%e) { ^bb0(%a: f32, %o: f32): %s = math.exp %a : f32 linalg.yield %s : f32 }
//! %1 = linalg.generic … ins(%0, %y) outs(%e) { … arith.addf %a, %b … }
//! ```
//! # After
//! ```mlir
//! %1 = linalg.generic … ins(%x, %y) outs(%e) { … %s = math.exp %a … arith.addf %s, %b … }
//! ```
//! A producer is merged when all its loops are parallel, its payload does not read its output, and either the consumer is its only user
//! or its payload is cheap enough to be recomputed. A producer is never merged into a consumer that would execute its payload more often
//! than there are elements. Where a producer has other users and both do one step for each element, they become one op with the results
//! of both, unless the consumer itself is merged into its only user. Constants and scalars that an op reads as tensors are moved into its payload. Reductions over one element become elementwise
//! (`unit_loops.rs`).

use rustc_hash::FxHashMap;
use strata_ir::{
    affine::{AffineExpr, AffineMap, inverse_permutation},
    prelude::*,
};
use strata_linalg::{GenericOp, IndexOp, InputPrecision, TransposeOp};
use strata_passes_analysis::contraction;
use strata_tensor::{EmptyOp, ExpandShapeOp, ExtractOp, FromElementsOp};

use crate::{
    inline_payload::{clone_payload, move_payload, replace},
    lengthen_payload::{self, Operands, Source},
    locations, single_row_products,
    structured_op::{self, Structured},
    unit_reductions::drop_unit_reductions,
};

/// The longest payload, in ops, that results from merging producers with other users: the values of longer ones are spilled.
const MAX_TOGETHER: usize = 400;
/// The most tensors that a loop reads and writes after such a merge.
const MAX_OPERANDS: usize = 16;
/// No payload gets longer than this, and no op reads more tensors: what a program has in a row may have any length, and work on a
/// payload is not proportional to it.
const MAX_PAYLOAD_OPS: usize = 500;
/// See [`MAX_PAYLOAD_OPS`].
const MAX_FUSED_INPUTS: usize = 128;

/// Fuses until nothing changes. Returns the number of merged producers.
pub fn fuse_elementwise(body: &mut Body) -> usize {
    // Consumers are visited in order, so that a chain collapses into its last op in one sweep.
    let ops = body.all_ops();
    let mut lengths = Lengths::default();
    let mut fused = 0;
    for op in ops {
        if body.is_live(op) && op.isa::<GenericOp>(body) {
            fused += fuse_into(body, op, &mut lengths);
        }
        if body.is_live(op)
            && let Some(reduction) = single_row_products::open(body, op)
        {
            fused += fuse_into(body, reduction, &mut lengths);
        }
    }
    fused
}

/// The lengths of payloads, counted once: a payload changes only when its op is replaced.
#[derive(Default)]
struct Lengths(FxHashMap<Op, usize>);

impl Lengths {
    /// How many ops the payload of an op has, with its terminator.
    fn count(&mut self, body: &Body, s: &Structured) -> usize {
        *self.0.entry(s.op).or_insert_with(|| body.block_ops(s.block).count())
    }
    /// The same of two ops that are not merged.
    fn count_both(&mut self, body: &Body, a: &Structured, b: &Structured) -> usize {
        self.count(body, a) + self.count(body, b)
    }
}

/// Merges producers into `op` as long as there are some.
fn fuse_into(body: &mut Body, op: Op, lengths: &mut Lengths) -> usize {
    let mut fused = 0;
    let Some(mut consumer) = structured_op::structured(body, op) else { return 0 };
    for change in [take_scalars, take_elements] {
        if let Some(new) = change(body, &consumer) {
            let Some(changed) = structured_op::structured(body, new) else { return 0 };
            consumer = changed;
        }
    }
    loop {
        if let Some(new) = read_before_unit_dims(body, &consumer) {
            let Some(changed) = structured_op::structured(body, new) else { return fused };
            consumer = changed;
            continue;
        }
        let inputs = 0..consumer.inputs.len();
        let found = inputs
            .clone()
            .find_map(|i| fusable(body, &consumer, i))
            .or_else(|| inputs.clone().find_map(|i| together(body, &consumer, i, lengths)));
        let Some((fusion, merged)) = found else {
            let Some(new) = drop_unit_reductions(body, consumer.op) else { return fused };
            erase_unused_reshapes(body, &consumer.inputs);
            fused += 1;
            let Some(changed) = structured_op::structured(body, new) else { return fused };
            consumer = changed;
            continue;
        };
        if is_too_long(body, &consumer, &fusion.producer, lengths) {
            return fused;
        }
        let producer = fusion.producer.op;
        // Of two terminators one is left.
        let length = lengths.count_both(body, &consumer, &fusion.producer) - 1;
        consumer = merge(body, consumer, fusion, merged);
        lengths.0.insert(consumer.op, length);
        if body.is_live(producer) && body.is_unused(producer) {
            let read: Vec<Value> = body.operands(producer).collect();
            body.erase(producer);
            erase_unused_reshapes(body, &read);
        }
        fused += 1;
    }
}

/// Whether two ops together are longer than an op may be.
fn is_too_long(body: &Body, consumer: &Structured, producer: &Structured, lengths: &mut Lengths) -> bool {
    lengths.count_both(body, consumer, producer) > MAX_PAYLOAD_OPS
        || producer.inputs.len() + consumer.inputs.len() > MAX_FUSED_INPUTS
}

/// The fusion of a producer and a consumer. [`Merged`] has the operands of the new op.
struct Fusion {
    producer: Structured,
    /// Maps the loops of the consumer to those of the producer.
    loops: AffineMap,
    /// The results of the producer that the new op has as well.
    kept: Vec<usize>,
    /// The op before which the new op is inserted.
    at: Op,
    /// The results of the producer.
    results: Vec<Value>,
}

/// The structured op that computes input `index`, and the number of its result.
fn producer_of(body: &Body, consumer: &Structured, index: usize) -> Option<(Structured, usize)> {
    let input = consumer.inputs[index];
    let op = body.def_op(input)?;
    if !(op.isa::<GenericOp>(body) || op.isa::<TransposeOp>(body))
        || body.parent_block(op) != body.parent_block(consumer.op)
    {
        return None;
    }
    let producer = structured_op::structured(body, op)?;
    // The outputs of the payload must not be read.
    let unread = (0..producer.outputs.len()).all(|i| !producer.reads_output(body, i));
    let number = body.results(op).iter().position(|&v| v == input)?;
    (producer.is_elementwise() && unread).then_some((producer, number))
}

/// Maps the loops of the consumer to those of the producer whose result `number` is input `index`. The output map must be invertible:
/// every loop is an index of the result.
fn loops_of(consumer: &Structured, index: usize, producer: &Structured, number: usize) -> Option<AffineMap> {
    let (out_map, read) = (&producer.maps[producer.inputs.len() + number], &consumer.maps[index]);
    read.results().iter().all(|e| e.as_dim().is_some()).then_some(())?;
    // Mostly the result has an element for each step.
    Some(if out_map.is_identity() { read.clone() } else { inverse_permutation(out_map)?.compose(read) })
}

/// The fusion of input `index`, if the producer then has no uses left or its payload may be recomputed.
fn fusable(body: &Body, consumer: &Structured, index: usize) -> Option<(Fusion, Merged)> {
    let (producer, number) = producer_of(body, consumer, index)?;
    let input = consumer.inputs[index];
    if producer.outputs.len() != 1 {
        return None;
    }
    let loops = loops_of(consumer, index, &producer, number)?;
    // Inputs that read the producer by another map would each need their own copy of the payload.
    let only_user = body.users(input).all(|u| u == consumer.op)
        && (0..consumer.inputs.len()).all(|i| consumer.inputs[i] != input || same_read(consumer, i, index));
    // With a single user the payload runs once per element, unless the consumer broadcasts or reduces over other loops. In these cases,
    // and with several users, the payload must be very cheap.
    let injective = consumer.maps[index].n_results() == consumer.num_loops();
    // Register tiles read each element more often than a payload may run, and are limited to plain products.
    if !injective && contraction::product(body, consumer).is_some() {
        return None;
    }
    let is_cheap = only_user && injective || costs_at_most(body, producer.block, 2);
    // An operand that several consumers read transposed is better transposed once.
    let transposes = producer.op.isa::<TransposeOp>(body);
    if !is_cheap || !only_user && transposes {
        return None;
    }
    if !injective && body.block_ops(producer.block).any(|o| o.isa::<IndexOp>(body)) {
        return None;
    }
    let fusion = Fusion { producer, loops, kept: Vec::new(), at: consumer.op, results: vec![input] };
    bounded(consumer, fusion)
}

/// The fusion of input `index` with a producer whose results have other users, so that the new op has these results as well. Both must do
/// one step for each element.
fn together(
    body: &Body,
    consumer: &Structured,
    index: usize,
    lengths: &mut Lengths,
) -> Option<(Fusion, Merged)> {
    if !consumer.is_elementwise() {
        return None;
    }
    let (producer, number) = producer_of(body, consumer, index)?;
    let loops = loops_of(consumer, index, &producer, number)?;
    if producer.num_loops() != consumer.num_loops()
        || inverse_permutation(&loops).is_none()
        || lengths.count_both(body, consumer, &producer) > MAX_TOGETHER
        || producer.maps.len() + consumer.maps.len() > MAX_OPERANDS
    {
        return None;
    }
    // All reads of the producer's results must be of the same step, and none of the results may be an output of the consumer.
    let results = body.results(producer.op);
    if consumer.outputs.iter().any(|v| results.contains(v)) {
        return None;
    }
    for (i, input) in consumer.inputs.iter().enumerate() {
        if let Some(number) = results.iter().position(|v| v == input)
            && loops_of(consumer, i, &producer, number)? != loops
        {
            return None;
        }
    }
    let block = body.parent_block(consumer.op)?;
    let outside = |v: Value| body.users(v).filter(|&u| u != consumer.op).collect::<Vec<_>>();
    let kept: Vec<usize> = (0..results.len()).filter(|&k| !outside(results[k]).is_empty()).collect();
    // The other users come after the new op: it takes the place of the consumer, or of the producer if one of them is in front of the
    // consumer.
    let in_block = |mut op: Op| {
        while body.parent_block(op) != Some(block) {
            op = body.parent_op(op)?;
        }
        Some(op)
    };
    let mut at = consumer.op;
    for &k in &kept {
        for user in outside(results[k]) {
            let user = in_block(user)?;
            // The payload of the consumer extracts elements of the tensor, which does not exist before the op ends.
            if user == consumer.op {
                return None;
            }
            if body.is_before(user, consumer.op) {
                at = producer.op;
            }
        }
    }
    if at == producer.op {
        let there = |v: Value| match body.def_op(v) {
            Some(op) if body.parent_block(op) == Some(block) => {
                op == producer.op || body.is_before(op, producer.op)
            }
            _ => true,
        };
        // Values captured by the payload count too, also those used in nested regions.
        let mut all_there = consumer.operands().all(there);
        body.walk_in(consumer.op, |op| {
            all_there &= body.operands(op).all(there);
            WalkControl::Continue
        });
        if !all_there {
            return None;
        }
    }
    if !kept.is_empty() && joins_its_user(body, consumer) {
        return None;
    }
    let results = results.to_vec();
    let fusion = Fusion { producer, loops, kept, at, results };
    bounded(consumer, fusion)
}

/// Whether an op will be merged into its only user. That one can compute the result from what the op reads, so that the result needs no
/// memory; as a result of an op that other ops need too, it would.
fn joins_its_user(body: &Body, s: &Structured) -> bool {
    let &[result] = body.results(s.op) else { return false };
    let Some(user) = body.has_one_use(result).then(|| body.users(result).next()).flatten() else {
        return false;
    };
    let Some(user) = structured_op::structured(body, user).filter(|u| u.op.isa::<GenericOp>(body)) else {
        return false;
    };
    let index = user.inputs.iter().position(|&v| v == result);
    index.is_some_and(|index| fusable(body, &user, index).is_some())
}

/// Whether an op makes an uninitialized tensor of static sizes, which is possible anywhere.
fn is_empty(body: &Body, op: Op) -> bool {
    op.isa::<EmptyOp>(body) && body.num_operands(op) == 0
}

/// A fusion with the operands of the new op, if the map of some operand bounds each loop of it.
fn bounded(consumer: &Structured, fusion: Fusion) -> Option<(Fusion, Merged)> {
    let merged = Merged::new(consumer, &fusion);
    let bounded = |d: u32| merged.maps.iter().any(|m| m.results().iter().any(|e| e.as_dim() == Some(d)));
    (0..consumer.num_loops() as u32).all(bounded).then_some((fusion, merged))
}

/// Whether the weighted number of operations of a payload is not more than `limit`.
fn costs_at_most(body: &Body, block: Block, limit: u64) -> bool {
    let mut total = 0;
    body.block_ops(block).all(|op| {
        total += weight(body, op);
        total <= limit
    })
}

/// The weight of an op of a payload: anything but plain arithmetic counts more.
pub(crate) fn weight(body: &Body, op: Op) -> u64 {
    match body.info(op).dialect() {
        "math" => 16,
        "complex" => match body.info(op).mnemonic() {
            "constant" => 0,
            "create" | "re" | "im" | "bitcast" | "conj" => 1,
            "add" | "sub" | "neg" | "eq" | "neq" => 2,
            "mul" => 6,
            _ => 32,
        },
        "arith" if body.op_name(op).contains("div") || body.op_name(op).contains("rem") => 8,
        "arith" if body.has_trait(op, Trait::ConstantLike) => 0,
        "linalg" => 0,
        _ => 1,
    }
}

/// Whether two inputs of an op read the same elements of the same value.
fn same_read(op: &Structured, i: usize, j: usize) -> bool {
    op.inputs[i] == op.inputs[j] && op.maps[i] == op.maps[j]
}

/// The same op with scalars in its payload in place of inputs whose elements are all known to be equal: constants, and tensors without
/// dimensions that are made of a scalar.
fn take_scalars(body: &mut Body, s: &Structured) -> Option<Op> {
    if !s.is_elementwise() {
        return None;
    }
    let scalar = |v: Value| -> Option<Result<Attr, Value>> {
        let def = body.def_op(v)?;
        if let Some(made) = def.as_op::<FromElementsOp>(body) {
            let rank = body.cx().shaped(body.ty(v))?.shape?.len();
            return (rank == 0).then(|| made.elements(body).next().map(Err))?;
        }
        let value = body.attr(def, "value").filter(|_| body.has_trait(def, Trait::ConstantLike))?;
        let value = body.cx().splat_value(value)?;
        let number = body.cx().attr_as::<IntegerAttr>(value).is_some()
            || body.cx().attr_as::<FloatAttr>(value).is_some();
        number.then_some(Ok(value))
    };
    let known: SmallVec<[Option<Result<Attr, Value>>; 8]> = s.inputs.iter().map(|&v| scalar(v)).collect();
    if known.iter().all(Option::is_none) {
        return None;
    }
    let left = |i: usize| known.get(i).is_none_or(Option::is_none);
    let maps: Vec<AffineMap> =
        s.maps.iter().enumerate().filter(|(i, _)| left(*i)).map(|(_, m)| m.clone()).collect();
    let bounded = |d: u32| maps.iter().any(|m| m.results().iter().any(|e| e.as_dim() == Some(d)));
    if !(0..s.num_loops() as u32).all(bounded) {
        return None;
    }
    let inputs: Vec<Value> = (0..s.inputs.len()).filter(|&i| left(i)).map(|i| s.inputs[i]).collect();
    let types: Vec<Type> = body.result_types(s.op).collect();
    let mut b = Builder::before(body, s.op);
    let scalars: Vec<Option<Value>> = known
        .into_iter()
        .map(|k| match k? {
            Ok(attr) => Some(strata_arith::constant(&mut b, attr)),
            Err(value) => Some(value),
        })
        .collect();
    let new =
        structured_op::build_generic(&mut b, &inputs, &s.outputs, maps, &s.iterators, &types, |b, args| {
            let mut map = IdMap::new();
            let mut args = args.iter();
            for (i, old) in b.block_args(s.block).to_vec().into_iter().enumerate() {
                let value = scalars.get(i).copied().flatten().or_else(|| args.next().copied());
                map.map(old, value.expect("an argument for each operand"));
            }
            clone_payload(b, s.block, &mut map, None)
        });
    replace(body, s.op, new, 0);
    Some(new)
}

/// The same op with inputs in place of the elements that its payload extracts from tensors by the indices of loops, each at most once: the
/// producer of such a tensor can then be merged.
fn take_elements(body: &mut Body, s: &Structured) -> Option<Op> {
    if !s.is_elementwise() || !body.block_ops(s.block).any(|op| op.isa::<ExtractOp>(body)) {
        return None;
    }
    let sizes = s.static_sizes(body)?;
    let taken: Vec<(Op, AffineMap)> = body
        .block_ops(s.block)
        .filter_map(|op| Some((op, place_in_loops(body, s, &sizes, op.as_op::<ExtractOp>(body)?)?)))
        .collect();
    if taken.is_empty() {
        return None;
    }
    let (mut inputs, mut maps) = (s.inputs.clone(), s.maps.clone());
    for (i, (extract, map)) in taken.into_iter().enumerate() {
        let (tensor, element) = (body.operand(extract, 0), body.result(extract, 0));
        let arg = body.add_block_arg(s.block, body.ty(element));
        body.replace_all_uses(element, arg);
        body.erase(extract);
        inputs.push(tensor);
        maps.insert(s.inputs.len() + i, map);
    }
    let types: Vec<Type> = body.result_types(s.op).collect();
    let mut b = Builder::before(body, s.op);
    let new =
        structured_op::build_generic(&mut b, &inputs, &s.outputs, maps, &s.iterators, &types, |b, args| {
            let (old_inputs, rest) = args.split_at(s.inputs.len());
            let (elements, outputs) = rest.split_at(inputs.len() - s.inputs.len());
            let values: Vec<Value> = [old_inputs, outputs, elements].concat();
            move_payload(b, s.block, &values, None)
        });
    replace(body, s.op, new, 0);
    Some(new)
}

/// The same op that reads tensors before unit dimensions were added to them: the producers of these tensors can then be merged.
fn read_before_unit_dims(body: &mut Body, s: &Structured) -> Option<Op> {
    if !s.is_elementwise() {
        return None;
    }
    if !s.inputs.iter().any(|&v| body.def_op(v).is_some_and(|op| op.isa::<ExpandShapeOp>(body))) {
        return None;
    }
    let (mut inputs, mut maps) = (s.inputs.clone(), s.maps.clone());
    for (input, map) in inputs.iter_mut().zip(&mut maps) {
        if let Some((source, kept)) = without_unit_dims(body, *input) {
            (*input, *map) = (source, map.drop_results(|r| !kept.contains(&(r as i64))));
        }
    }
    // Only inputs bound the loops, because an op that is merged with this one does not use its outputs.
    let read = &maps[..inputs.len()];
    let bounded = |d: u32| read.iter().any(|m| m.results().iter().any(|e| e.as_dim() == Some(d)));
    if inputs == s.inputs || !(0..s.num_loops() as u32).all(bounded) {
        return None;
    }
    let types: Vec<Type> = body.result_types(s.op).collect();
    let mut b = Builder::before(body, s.op);
    let new =
        structured_op::build_generic(&mut b, &inputs, &s.outputs, maps, &s.iterators, &types, |b, args| {
            move_payload(b, s.block, args, None)
        });
    replace(body, s.op, new, 0);
    erase_unused_reshapes(body, &s.inputs);
    Some(new)
}

/// Erases the reshapes that added unit dimensions to these tensors, where they have no other users: the tensor before the reshape then
/// has fewer users.
fn erase_unused_reshapes(body: &mut Body, tensors: &[Value]) {
    let mut reshapes: Vec<Op> = tensors.iter().filter_map(|&v| body.def_op(v)).collect();
    reshapes.sort_unstable();
    reshapes.dedup();
    for op in reshapes {
        if op.isa::<ExpandShapeOp>(body) && body.is_unused(op) {
            body.erase(op);
        }
    }
}

/// The tensor before unit dimensions were added to make `value`, and the dimensions of `value` that are its own.
fn without_unit_dims(body: &Body, value: Value) -> Option<(Value, Vec<i64>)> {
    let expand = body.def_as::<ExpandShapeOp>(value)?;
    let shape = body.cx().shaped(body.ty(value))?.shape?;
    let own = |group: Vec<i64>| {
        let mut others = group.iter().copied().filter(|&d| shape.get(d as usize) != Some(&1));
        let first = others.next().or(group.first().copied())?;
        others.next().is_none().then_some(first)
    };
    let kept: Vec<i64> = expand.groups(body).into_iter().map(own).collect::<Option<_>>()?;
    Some((expand.src(body), kept))
}

/// The map of an element that is extracted from a captured tensor by the indices of loops, each at most once.
fn place_in_loops(body: &Body, s: &Structured, sizes: &[i64], extract: ExtractOp) -> Option<AffineMap> {
    let tensor = extract.tensor(body);
    let outside = match body.def_op(tensor) {
        Some(op) => body.parent_block(op) != Some(s.block),
        None => !body.block_args(s.block).contains(&tensor),
    };
    let dims: Vec<usize> =
        extract.indices(body).map(|v| body.def_as::<IndexOp>(v)?.loop_number(body)).collect::<Option<_>>()?;
    let shape = body.cx().shaped(body.ty(tensor))?.shape?;
    let once = !dims.is_empty() && (0..sizes.len()).all(|d| dims.iter().filter(|&&x| x == d).count() <= 1);
    let whole = dims.iter().zip(shape).all(|(&d, &n)| sizes.get(d) == Some(&n));
    let dims: Vec<AffineExpr> = dims.iter().map(|&d| AffineExpr::dim(d as u32)).collect();
    (outside && once && whole).then(|| AffineMap::new(sizes.len() as u32, 0, dims))
}

/// The operands of the merged op. A value that is read by one map several times is one input: a recurrence such as `b2 = x * b1 - b0`
/// would otherwise double its payload at every step.
struct Merged {
    inputs: Vec<Value>,
    outputs: Vec<Value>,
    /// Maps of the inputs, then those of the outputs.
    maps: Vec<AffineMap>,
    /// The index of the merged input for each input of the producer.
    of_producer: Vec<usize>,
    /// The source of each input of the consumer.
    of_consumer: Vec<Source>,
}

impl Merged {
    /// The inputs are those of the consumer in their order, with those of the producer in place of the first one that it computes. The
    /// outputs are the kept results of the producer, then those of the consumer.
    fn new(consumer: &Structured, fusion: &Fusion) -> Self {
        let Fusion { producer, loops, kept, .. } = fusion;
        let (mut inputs, mut maps): (Vec<Value>, Vec<AffineMap>) = (Vec::new(), Vec::new());
        // Only of many inputs a table is faster than a search.
        let many = consumer.inputs.len() + producer.inputs.len() > 32;
        let mut of_value: FxHashMap<Value, SmallVec<[usize; 2]>> = FxHashMap::default();
        let mut input = |value: Value, map: AffineMap| {
            let known = if many {
                of_value.entry(value).or_default().iter().copied().find(|&i| maps[i] == map)
            } else {
                (0..inputs.len()).find(|&i| inputs[i] == value && maps[i] == map)
            };
            known.unwrap_or_else(|| {
                if many {
                    of_value.entry(value).or_default().push(inputs.len());
                }
                inputs.push(value);
                maps.push(map);
                inputs.len() - 1
            })
        };
        let mut of_producer = Vec::new();
        let mut of_consumer = Vec::new();
        for (i, &value) in consumer.inputs.iter().enumerate() {
            let number = fusion.results.iter().position(|&v| v == value);
            let number = number.filter(|&k| loops_of(consumer, i, producer, k).as_ref() == Some(loops));
            if number.is_some() && of_producer.is_empty() {
                let reads = producer.inputs.iter().zip(&producer.maps);
                // Mostly both run over the same loops.
                let same = loops.is_identity();
                of_producer =
                    reads.map(|(&v, m)| input(v, if same { m.clone() } else { m.compose(loops) })).collect();
            }
            of_consumer.push(match number {
                Some(number) => Source::Produced(number),
                None => Source::Operand(input(value, consumer.maps[i].clone())),
            });
        }
        let outputs = kept.iter().map(|&k| producer.outputs[k]).chain(consumer.outputs.iter().copied());
        maps.extend(kept.iter().map(|&k| producer.maps[producer.inputs.len() + k].compose(loops)));
        maps.extend_from_slice(&consumer.maps[consumer.inputs.len()..]);
        Self { inputs, outputs: outputs.collect(), maps, of_producer, of_consumer }
    }
}

/// Builds the merged op in the place of the consumer, or of the producer where results of the producer are kept and used early.
fn merge(body: &mut Body, consumer: Structured, fusion: Fusion, merged: Merged) -> Structured {
    let Merged { inputs, mut outputs, maps, of_producer, of_consumer } = merged;
    let Fusion { producer, loops, kept, at, results } = fusion;
    let count = inputs.len();
    // The payload of a producer without other users is moved; cloning each would take quadratic time for a chain.
    let made = body.results(producer.op);
    let stays = |v: &Value| made.contains(v);
    let is_last = kept.is_empty()
        && made.iter().all(|&v| body.users(v).all(|user| user == consumer.op))
        && !inputs.iter().chain(&outputs).any(stays);
    let mut types: Vec<Type> = kept.iter().map(|&k| body.ty(results[k])).collect();
    types.extend(body.result_types(consumer.op));
    let loc = locations::fused(body.cx(), body.loc(consumer.op), body.loc(producer.op));
    let mut b = Builder::before(body, at);
    b.set_cur_loc(loc);
    for v in &mut outputs {
        if at == producer.op && b.def_op(*v).is_some_and(|op| is_empty(&b, op)) {
            let ty = b.ty(*v);
            *v = EmptyOp::build(&mut b, &[], ty);
        }
    }
    let of_outputs = (count + kept.len()..count + outputs.len()).map(Source::Operand);
    let of_consumer: Vec<Source> = of_consumer.into_iter().chain(of_outputs).collect();
    let new = if is_last && loops.is_identity() {
        let operands = Operands { inputs: &inputs, outputs: &outputs, maps: &maps };
        lengthen_payload::build(&mut b, &operands, (&producer, &of_producer), (&consumer, &of_consumer))
    } else {
        let all = maps.clone();
        structured_op::build_generic(
            &mut b,
            &inputs,
            &outputs,
            all,
            &consumer.iterators,
            &types,
            |b, args| {
                // The producer's payload first.
                let values: Vec<Value> = of_producer.iter().map(|&input| args[input]).collect();
                let produced = if is_last {
                    move_payload(b, producer.block, &values, Some(&loops))
                } else {
                    let mut map = IdMap::new();
                    for (arg, &value) in b.block_args(producer.block).to_vec().into_iter().zip(&values) {
                        map.map(arg, value);
                    }
                    clone_payload(b, producer.block, &mut map, Some(&loops))
                };
                // Then the consumer's, with its arguments replaced.
                let value = |source: &Source| match *source {
                    Source::Operand(operand) => args[operand],
                    Source::Produced(number) => produced[number],
                };
                let values: Vec<Value> = of_consumer.iter().map(value).collect();
                let mut yielded: Vec<Value> = kept.iter().map(|&k| produced[k]).collect();
                yielded.extend(move_payload(b, consumer.block, &values, None));
                yielded
            },
        )
    };
    InputPrecision::keep(body, consumer.op, new);
    replace(body, consumer.op, new, kept.len());
    for (i, &k) in kept.iter().enumerate() {
        let value = body.result(new, i);
        body.replace_all_uses(results[k], value);
    }
    let block = body.blocks(body.regions(new)[0])[0];
    Structured { op: new, inputs, outputs, maps, iterators: consumer.iterators, block }
}
