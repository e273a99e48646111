//! A payload that becomes the start of a longer one.
//!
//! Where a producer is merged into its only user, the block of its payload becomes that of the merged op, and the payload of the user is
//! added at its end. Of a chain of ops, copying or moving the ops of the producer each time would take quadratic time.

use strata_ir::prelude::*;
use strata_linalg::YieldOp;

use crate::payload_args::change_args;

/// Where an argument of the payload of a consumer comes from.
#[derive(Clone, Copy)]
pub enum Source {
    /// This operand of the merged op.
    Operand(usize),
    /// The value that the payload of the producer yields as this result.
    Produced(usize),
}

/// The payload of a producer.
pub struct Start<'a> {
    /// Its block, which becomes that of the merged op.
    pub block: Block,
    /// For each argument the operand of the merged op, unless nothing reads it.
    pub places: &'a [Option<usize>],
    /// The results that the merged op has, too, before those of the consumer.
    pub kept: &'a [usize],
}

/// The payload of a consumer.
pub struct End<'a> {
    /// Its block, of which the terminator stays behind.
    pub block: Block,
    /// Where its arguments come from.
    pub sources: &'a [Source],
}

/// Gives `new` the payload of the producer, then that of the consumer, with arguments of these types, which are returned.
pub fn lengthen(
    b: &mut Builder<'_>,
    new: Op,
    types: &[Type],
    start: &Start<'_>,
    end: &End<'_>,
) -> Vec<Value> {
    let (region, block) = (b.regions(new)[0], start.block);
    b.body().move_block(block, region, None);
    let args = change_args(b.body(), block, types, start.places.iter().copied());
    let produced = take_yielded(b, block);
    for (arg, source) in b.block_args(end.block).to_vec().into_iter().zip(end.sources) {
        let value = match *source {
            Source::Operand(operand) => args.get(operand),
            Source::Produced(result) => produced.get(result),
        };
        if let Some(&value) = value {
            b.body().replace_all_uses(arg, value);
        }
    }
    let mut yielded: Vec<Value> = start.kept.iter().filter_map(|&i| produced.get(i)).copied().collect();
    if let Some(terminator) = b.terminator(end.block) {
        yielded.extend(b.operands(terminator));
        if let (Some(first), Some(last)) = (b.first_op(end.block), b.prev_op(terminator)) {
            b.body().move_ops(first, last, InsertPoint::at_end(block));
        }
    }
    b.in_block(block, |b| YieldOp::build(b, &yielded));
    args
}

/// Erases the terminator of a payload, and returns what it yields.
fn take_yielded(b: &mut Builder<'_>, block: Block) -> Vec<Value> {
    let Some(terminator) = b.terminator(block) else { return Vec::new() };
    let yielded = b.operands(terminator).collect();
    b.body().erase(terminator);
    yielded
}
