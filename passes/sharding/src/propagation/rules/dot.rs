//! Products of matrices: batch dimensions are in both operands and the result, contracting ones in both operands alone.

use strata_ir::prelude::*;
use strata_sdy::attrs::OpShardingRule;
use strata_stablehlo::DotGeneralOp;

use super::Mode;
use super::builder::{Factor, Kind, RuleBuilder, shape};

pub(super) fn dot_general(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let dims = op.as_op::<DotGeneralOp>(b)?.dims(b);
    let batch = [&dims.lhs_batching_dimensions[..], &dims.rhs_batching_dimensions[..]];
    let contracting = [&dims.lhs_contracting_dimensions[..], &dims.rhs_contracting_dimensions[..]];
    contraction(b, op, batch, contracting)
}

/// The last dimension of the left operand and the first of the right one are contracted.
pub(super) fn dot(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let last = shape(b, b.operand(op, 0)).len().checked_sub(1)?;
    contraction(b, op, [&[], &[]], [&[last as i64], &[0]])
}

fn contraction(b: &Body, op: Op, batch: [&[i64]; 2], contracting: [&[i64]; 2]) -> Option<OpShardingRule> {
    let shapes = [shape(b, b.operand(op, 0)), shape(b, b.operand(op, 1))];
    let size = |dim: usize| shapes[0].get(dim).copied();
    let pairs = |lists: [&[i64]; 2]| -> Option<Vec<(usize, usize)>> {
        let both = lists[0].iter().zip(lists[1]);
        both.map(|(&l, &r)| Some((usize::try_from(l).ok()?, usize::try_from(r).ok()?))).collect()
    };
    let mut rule = RuleBuilder::new(b, op)?;
    let mut out = 0..;
    for (l, r) in pairs(batch)? {
        rule.add(Factor::new(size(l)?), &[(0, l), (1, r)], &[(0, out.next()?)]);
    }
    for (side, sizes) in shapes.iter().enumerate() {
        let is_free = |dim: usize| ![batch[side], contracting[side]].concat().contains(&(dim as i64));
        for (dim, &size) in sizes.iter().enumerate().filter(|(dim, _)| is_free(*dim)) {
            rule.add(Factor::new(size), &[(side, dim)], &[(0, out.next()?)]);
        }
    }
    for (l, r) in pairs(contracting)? {
        rule.add(Factor::new(size(l)?).kind(Kind::Reduction), &[(0, l), (1, r)], &[]);
    }
    rule.build()
}
