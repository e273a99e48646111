//! Merged ops whose payload begins with that of their producer, which is moved.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, attrs};
use strata_passes_linalg::lengthen_payload::{End, Start, lengthen};

pub(crate) use strata_passes_linalg::lengthen_payload::Source;

use crate::structured_op::Structured;

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
    let all = operands.inputs.iter().chain(operands.outputs);
    let types: Vec<Type> = all.map(|&v| b.cx().elem_or_self(b.ty(v))).collect();
    let places = places(b, operands, producer, of_producer);
    let start = Start { block: producer.block, places: &places, kept: &[] };
    let args = lengthen(b, new, &types, &start, &End { block: consumer.block, sources: of_consumer });
    let loc = b.cur_loc();
    for &arg in &args {
        b.body().set_arg_loc(arg, loc);
    }
    new
}

/// The operands of the merged op that the arguments of the payload of a producer become.
fn places(
    b: &Body,
    operands: &Operands<'_>,
    producer: &Structured,
    of_producer: &[usize],
) -> Vec<Option<usize>> {
    // The argument of an output may become that of another one.
    let first = operands.inputs.len();
    let elem = |v: Value| b.cx().elem_or_self(b.ty(v));
    let outputs =
        producer.outputs.iter().zip(operands.outputs.iter().map(Some).chain(std::iter::repeat(None)));
    let outputs =
        outputs.zip(first..).map(|((&v, new), at)| new.filter(|&&new| elem(new) == elem(v)).map(|_| at));
    of_producer.iter().map(|&at| Some(at)).chain(outputs).collect()
}
