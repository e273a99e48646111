//! `linalg-fuse-elementwise-ops`: merges elementwise producers into their consumers.
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
//! A producer is merged when all its loops are parallel, its payload does not read its output, and either the
//! consumer is its only user or its payload is cheap enough to be computed again. A producer is never merged into a
//! consumer that would execute its payload more often than there are elements.

use strata_ir::{affine::AffineMap, affine::inverse_permutation, prelude::*};
use strata_linalg::{GenericOp, IndexOp, TransposeOp};

use crate::view::{self, Structured};

/// Fuses until nothing changes. Returns the number of merged producers.
pub fn fuse_elementwise(body: &mut Body) -> usize {
    // Consumers in order, so that a chain collapses into its last op in one sweep.
    let ops = body.all_ops();
    ops.into_iter()
        .map(|op| if body.is_live(op) && op.isa::<GenericOp>(body) { fuse_into(body, op) } else { 0 })
        .sum()
}

/// Merges producers into `op` as long as there are some.
fn fuse_into(body: &mut Body, mut op: Op) -> usize {
    let mut fused = 0;
    while let Some(consumer) = view::structured(body, op) {
        let found = (0..consumer.inputs.len()).find_map(|i| Some((i, fusable(body, &consumer, i)?)));
        let Some((index, producer)) = found else { break };
        let new = merge(body, &consumer, index, &producer);
        for (i, old) in body.results(op).to_vec().into_iter().enumerate() {
            let value = body.result(new, i);
            body.replace_all_uses(old, value);
        }
        body.erase(op);
        if body.is_unused(producer.op) {
            body.erase(producer.op);
        }
        (op, fused) = (new, fused + 1);
    }
    fused
}

/// The producer of input `index` if it can be merged.
fn fusable(body: &Body, consumer: &Structured, index: usize) -> Option<Structured> {
    let input = consumer.inputs[index];
    let op = body.def_op(input)?;
    let transposes = op.isa::<TransposeOp>(body);
    if !op.isa::<GenericOp>(body) && !transposes
        || body.results(op).len() != 1
        || body.parent_block(op) != body.parent_block(consumer.op)
    {
        return None;
    }
    let producer = view::structured(body, op)?;
    if !producer.is_elementwise() || producer.outputs.len() != 1 {
        return None;
    }
    // The output of the payload must not be read.
    let out_arg = *body.block_args(producer.block).last()?;
    if body.has_uses(out_arg) {
        return None;
    }
    // The output map must be invertible: every loop is an index of the result.
    let out_map = producer.maps.last()?;
    inverse_permutation(out_map)?;
    let consumer_map = &consumer.maps[index];
    consumer_map.results().iter().all(|e| e.as_dim().is_some()).then_some(())?;
    // Inputs that read the producer by another map would each need a payload of their own.
    let only_user = body.users(input).all(|u| u == consumer.op)
        && (0..consumer.inputs.len()).all(|i| consumer.inputs[i] != input || same_read(consumer, i, index));
    let cost = payload_cost(body, producer.block);
    // With a single user the payload runs once per element, unless the consumer broadcasts or reduces over other
    // loops; then, and with several users, it must be next to nothing.
    let injective = consumer_map.n_results() == consumer.num_loops();
    let limit = if only_user && injective { u64::MAX } else { 2 };
    // What is read in another order by several consumers is better brought into order once.
    if cost > limit || !only_user && (cost > 2 || transposes) {
        return None;
    }
    let uses_index = body.block_ops(producer.block).any(|o| o.isa::<IndexOp>(body));
    if uses_index && !injective {
        return None;
    }
    // The loops of the consumer must still be bounded by some operand.
    let merged = Merged::new(consumer, index, &producer)?;
    let bounded = |d: u32| merged.maps.iter().any(|m| m.results().iter().any(|e| e.as_dim() == Some(d)));
    (0..consumer.num_loops() as u32).all(bounded).then_some(producer)
}

/// Operations of a payload, weighted: what is not plain arithmetic counts more.
fn payload_cost(body: &Body, block: Block) -> u64 {
    let cost = |op: Op| match body.info(op).dialect() {
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
    };
    body.block_ops(block).map(cost).sum()
}

/// Whether two inputs of an op read the same elements of the same value.
fn same_read(op: &Structured, i: usize, j: usize) -> bool {
    op.inputs[i] == op.inputs[j] && op.maps[i] == op.maps[j]
}

/// What the merged op reads. A value that is read by one map several times is one input: a recurrence such as
/// `b2 = x * b1 - b0` would otherwise double its payload at every step.
struct Merged {
    inputs: Vec<Value>,
    /// Maps of the inputs, then those of the outputs.
    maps: Vec<AffineMap>,
    /// The input that each input of the producer became.
    of_producer: Vec<usize>,
    /// The input that each input of the consumer became; none where it is the result of the producer.
    of_consumer: Vec<Option<usize>>,
    /// From the loops of the consumer to those of the producer.
    loops: AffineMap,
}

impl Merged {
    /// The inputs of the consumer in their order, with those of the producer in place of input `index`.
    fn new(consumer: &Structured, index: usize, producer: &Structured) -> Option<Self> {
        let loops = inverse_permutation(producer.maps.last()?)?.compose(&consumer.maps[index]);
        let (mut inputs, mut maps): (Vec<Value>, Vec<AffineMap>) = (Vec::new(), Vec::new());
        let mut input = |value: Value, map: AffineMap| {
            let known = inputs.iter().zip(&maps).position(|(&v, m)| v == value && *m == map);
            known.unwrap_or_else(|| {
                inputs.push(value);
                maps.push(map);
                inputs.len() - 1
            })
        };
        let mut of_producer = Vec::new();
        let mut of_consumer = Vec::new();
        for (i, &value) in consumer.inputs.iter().enumerate() {
            if i == index {
                let reads = producer.inputs.iter().zip(&producer.maps);
                of_producer = reads.map(|(&v, m)| input(v, m.compose(&loops))).collect();
            }
            let merged = same_read(consumer, i, index);
            of_consumer.push((!merged).then(|| input(value, consumer.maps[i].clone())));
        }
        maps.extend_from_slice(&consumer.maps[consumer.inputs.len()..]);
        Some(Self { inputs, maps, of_producer, of_consumer, loops })
    }
}

/// Builds the merged op before the consumer.
fn merge(body: &mut Body, consumer: &Structured, index: usize, producer: &Structured) -> Op {
    let merged = Merged::new(consumer, index, producer).expect("checked by `fusable`");
    let Merged { inputs, maps, of_producer, of_consumer, loops } = merged;
    let count = inputs.len();
    let types: Vec<Type> = body.result_types(consumer.op).collect();
    let mut b = Builder::before(body, consumer.op);
    view::build_generic(&mut b, &inputs, &consumer.outputs, maps, &consumer.iterators, &types, |b, args| {
        let mut map = IdMap::new();
        // The producer's payload first.
        for (arg, &input) in b.block_args(producer.block).to_vec().into_iter().zip(&of_producer) {
            map.map(arg, args[input]);
        }
        let yielded = clone_payload(b, producer.block, &mut map, Some(&loops));
        // Then the consumer's, with its argument replaced.
        let mut map = IdMap::new();
        let of_outputs = (count..args.len()).map(Some);
        let sources = of_consumer.iter().copied().chain(of_outputs);
        for (arg, source) in b.block_args(consumer.block).to_vec().into_iter().zip(sources) {
            map.map(arg, source.map_or(yielded[0], |input| args[input]));
        }
        clone_payload(b, consumer.block, &mut map, None)
    })
}

/// Clones the ops of a payload to the insertion point, and returns what it yields.
///
/// `loops` maps the loops of the new op to those of the old one, for `linalg.index`.
pub(crate) fn clone_payload(
    b: &mut Builder<'_>,
    block: Block,
    map: &mut IdMap,
    loops: Option<&AffineMap>,
) -> Vec<Value> {
    let ops: Vec<Op> = b.block_ops(block).collect();
    for op in ops {
        if b.has_trait(op, Trait::Terminator) {
            return b.operands(op).map(|v| map.get(v)).collect();
        }
        if let (Some(index), Some(loops)) = (op.as_op::<IndexOp>(b), loops) {
            let dim = index.loop_number(b).unwrap_or(0);
            let new = loops.result(dim).as_dim().expect("checked by `fusable`");
            let value = IndexOp::of(b, new as usize);
            let old = b.result(op, 0);
            map.map(old, value);
            continue;
        }
        let new = b.clone_op(op, map);
        b.insert_op(new);
    }
    Vec::new()
}
