//! A payload that becomes the start of a longer one.
//!
//! Where a producer is merged into its only user, the block of its payload becomes that of the merged op, and the payload of the user is
//! added at its end. Of a chain of ops, moving the ops of the producer each time would take quadratic time.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, YieldOp, attrs};
use strata_passes_linalg::payload_args;

use crate::{inline_payload::move_payload, structured_op::Structured};

/// Where an argument of the payload of a consumer comes from.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    /// This operand of the merged op.
    Operand(usize),
    /// The value that the payload of the producer yields as this result.
    Produced(usize),
}

/// The operands of a merged op, with the maps of the inputs, then those of the outputs.
pub(crate) struct Operands<'a> {
    pub inputs: &'a [Value],
    pub outputs: &'a [Value],
    pub maps: &'a [AffineMap],
}

/// Builds the merged op, which has the results of the consumer. It runs over the same loops as the producer, whose input `i` is its input
/// `of_producer[i]`, and whose outputs nothing reads.
pub(crate) fn build(
    b: &mut Builder<'_>,
    operands: &Operands<'_>,
    (producer, of_producer): (&Structured, &[usize]),
    (consumer, of_consumer): (&Structured, &[Source]),
) -> Op {
    let Operands { inputs, outputs, maps } = operands;
    let cx = b.cx();
    let (maps, loops) = (attrs::maps_attr(cx, maps), attrs::iterator_types_attr(cx, &consumer.iterators));
    let types: Vec<Type> = b.result_types(consumer.op).collect();
    let new = GenericOp::build(b, inputs, outputs, maps, loops, None, None, &types).op();
    let (region, block) = (b.regions(new)[0], producer.block);
    b.body().move_block(block, region, None);
    let args = change_args(b, operands, producer, of_producer);
    let end = b.terminator(block);
    let produced: Vec<Value> = end.map_or_else(Vec::new, |end| b.operands(end).collect());
    if let Some(end) = end {
        b.body().erase(end);
    }
    let value = |source: &Source| match *source {
        Source::Operand(operand) => args[operand],
        Source::Produced(result) => produced[result],
    };
    let values: Vec<Value> = of_consumer.iter().map(value).collect();
    b.in_block(block, |b| {
        let yielded = move_payload(b, consumer.block, &values, None);
        YieldOp::build(b, &yielded);
    });
    new
}

/// Gives the payload of a producer the arguments of the merged op.
fn change_args(
    b: &mut Builder<'_>,
    operands: &Operands<'_>,
    producer: &Structured,
    of_producer: &[usize],
) -> Vec<Value> {
    let all = operands.inputs.iter().chain(operands.outputs);
    let types: Vec<Type> = all.map(|&v| b.cx().elem_or_self(b.ty(v))).collect();
    // The argument of an output may become that of another one.
    let first = operands.inputs.len();
    let outputs = producer.outputs.iter().zip(first..).map(|(&v, at)| {
        let ty = b.cx().elem_or_self(b.ty(v));
        (types.get(at) == Some(&ty)).then_some(at)
    });
    let places: Vec<Option<usize>> = of_producer.iter().map(|&at| Some(at)).chain(outputs).collect();
    let args = payload_args::change_args(b.body(), producer.block, &types, places);
    let loc = b.cur_loc();
    for &arg in &args {
        b.body().set_arg_loc(arg, loc);
    }
    args
}
