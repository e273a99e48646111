//! Fewer and cheaper collectives.
//!
//! On whole tensors, before there are any: [`ReducePartsFirst`] and [`RecomputeConstants`]. In the program of one device:
//! [`SimplifyCollectives`], [`WhileLoopAllReduceCodeMotion`] and the combiners. All devices run the same program, so a rewrite of a collective is one on all of them.

mod combine;
mod dependences;
mod loop_motion;
mod partial;
mod partial_scatter;
mod parts;
mod recompute;
mod simplify;

pub use combine::{AllGatherCombiner, AllReduceCombiner};
pub use loop_motion::WhileLoopAllReduceCodeMotion;
pub use partial::ReducePartsFirst;
pub use recompute::RecomputeConstants;
pub use simplify::SimplifyCollectives;

use strata_ir::prelude::*;
use strata_pass::PassRegistry;
use strata_stablehlo as hlo;

use crate::export::combiner::Combiner;

/// Registers these passes.
pub(crate) fn register(registry: &mut PassRegistry) {
    registry
        .add::<AllGatherCombiner>()
        .add::<AllReduceCombiner>()
        .add::<RecomputeConstants>()
        .add::<ReducePartsFirst>()
        .add::<SimplifyCollectives>()
        .add::<WhileLoopAllReduceCodeMotion>();
}

/// The things that two collectives must have in common to be one: all but their operands and their channels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    name: &'static str,
    /// Groups, dimensions and the like.
    attrs: Vec<(&'static str, Attr)>,
    /// Whether groups are of devices in one channel, or of replicas.
    has_channel: bool,
    reduction: Option<(Combiner, Type)>,
}

/// The attributes in which collectives that are combined must agree.
const SAME: [&str; 9] = [
    "replica_groups",
    "use_global_device_ids",
    "all_gather_dim",
    "scatter_dimension",
    "split_dimension",
    "concat_dimension",
    "split_count",
    "source_target_pairs",
    "mhlo.frontend_attributes",
];

/// The attributes of a collective in the place of others.
const COPIED: [&str; 5] = [
    "replica_groups",
    "use_global_device_ids",
    "all_gather_dim",
    "mhlo.frontend_attributes",
    "channel_handle",
];

/// The work that a collective does on its operands; `None` for other ops, and for reductions by a region of several ops.
pub(crate) fn key(b: &Body, op: Op) -> Option<Key> {
    let reduces = op.isa::<hlo::AllReduceOp>(b) || op.isa::<hlo::ReduceScatterOp>(b);
    let moves = op.isa::<hlo::AllGatherOp>(b)
        || op.isa::<hlo::AllToAllOp>(b)
        || op.isa::<hlo::CollectivePermuteOp>(b)
        || op.isa::<hlo::CollectiveBroadcastOp>(b);
    if !reduces && !moves {
        return None;
    }
    let is_channel =
        |attr: Attr| b.cx().attr_as::<hlo::ChannelHandle>(attr).is_some_and(|channel| channel.handle > 0);
    let reduction = if reduces {
        let elem = b.cx().elem_or_self(b.ty(b.operands(op).next()?));
        Some((Combiner::of_region(b, *b.regions(op).first()?)?, elem))
    } else {
        None
    };
    Some(Key {
        name: b.info(op).name,
        attrs: SAME.iter().filter_map(|&name| Some((name, b.attr(op, name)?))).collect(),
        has_channel: b.attr(op, "channel_handle").is_some_and(is_channel),
        reduction,
    })
}

/// All blocks of a body.
pub(crate) fn blocks(b: &Body) -> Vec<Block> {
    let regions = |op: Op| b.regions(op).iter().flat_map(|&region| b.blocks(region).to_vec());
    [Op::SELF].into_iter().chain(b.all_ops()).flat_map(regions).collect()
}
