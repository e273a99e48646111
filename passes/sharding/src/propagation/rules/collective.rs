//! Collectives, as programs that were divided by hand have them: their parts are those of other axes than the ones that spread.

use strata_ir::prelude::*;
use strata_sdy::attrs::OpShardingRule;
use strata_stablehlo::{AllGatherOp, AllToAllOp, ReduceScatterOp};

use super::Mode;
use super::builder::{At, Factor, Kind, RuleBuilder, each, shape};

pub(super) fn all_gather(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let gather = op.as_op::<AllGatherOp>(b)?;
    resized(b, op, &[gather.all_gather_dim(b).raw()])
}

pub(super) fn reduce_scatter(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let scatter = op.as_op::<ReduceScatterOp>(b)?;
    resized(b, op, &[scatter.scatter_dimension(b).raw()])
}

pub(super) fn all_to_all(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let all = op.as_op::<AllToAllOp>(b)?;
    resized(b, op, &[all.split_dimension(b).raw(), all.concat_dimension(b).raw()])
}

/// Ops that move elements between devices along some dimensions, which are whole in both operands and results.
fn resized(b: &Body, op: Op, dims: &[Attr]) -> Option<OpShardingRule> {
    let mut moved = Vec::new();
    for &dim in dims {
        let dim = usize::try_from(b.cx().attr_i64(dim)?).ok()?;
        if !moved.contains(&dim) {
            moved.push(dim);
        }
    }
    let count = b.results(op).len();
    let (from, to) = (shape(b, b.operands(op).next()?), shape(b, *b.results(op).first()?));
    let mut rule = RuleBuilder::new(b, op)?;
    for (dim, &size) in from.iter().enumerate().filter(|(dim, _)| !moved.contains(dim)) {
        rule.add_to_all(Factor::new(size), dim);
    }
    for dim in moved {
        let places: Vec<At> = each(0..count, dim).collect();
        let whole = |size: &i64| Factor::new(*size).kind(Kind::NeedReplication);
        rule.add(whole(from.get(dim)?), &places, &[]);
        rule.add(whole(to.get(dim)?), &[], &places);
    }
    rule.build()
}

/// Ops on several tensors, each for itself: factors of one are those of another only where all have one shape.
pub(super) fn all_reduce(b: &Body, op: Op, mode: Mode) -> Option<OpShardingRule> {
    let shapes: Vec<&[i64]> = b.results(op).iter().map(|&value| shape(b, value)).collect();
    if shapes.windows(2).all(|pair| pair[0] == pair[1]) {
        return super::pointwise::pointwise(b, op, mode);
    }
    let mut rule = RuleBuilder::new(b, op)?;
    for (value, sizes) in shapes.into_iter().enumerate() {
        for (dim, &size) in sizes.iter().enumerate() {
            rule.add(Factor::new(size), &[(value, dim)], &[(value, dim)]);
        }
    }
    rule.build()
}
