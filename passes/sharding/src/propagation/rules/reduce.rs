//! Ops that join elements along dimensions or in windows, and normalizations.

use strata_chlo::TopKOp;
use strata_ir::prelude::*;
use strata_sdy::attrs::OpShardingRule;
use strata_stablehlo::{ReduceOp, ReduceWindowOp, SelectAndScatterOp, SortOp, infer::Window};

use super::Mode;
use super::builder::{At, Factor, Kind, RuleBuilder, each, shape};
use super::shape::resized;

pub(super) fn reduce(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let reduce = op.as_op::<ReduceOp>(b)?;
    let (count, reduced) = (reduce.inputs(b).len(), reduce.dims(b));
    let mut rule = RuleBuilder::new(b, op)?;
    let mut out = 0;
    for (dim, &size) in shape(b, reduce.inputs(b).next()?).iter().enumerate() {
        let inputs: Vec<At> = each(0..count, dim).collect();
        if reduced.contains(&(dim as i64)) {
            rule.add(Factor::new(size).kind(Kind::Reduction), &inputs, &[]);
        } else {
            let results: Vec<At> = each(0..count, out).collect();
            rule.add(Factor::new(size), &inputs, &results);
            out += 1;
        }
    }
    rule.build()
}

/// Whether a window is one element, and windows are what they cover.
fn is_element(window: &Window) -> bool {
    let Window { size, stride, low, high, base_dilation, .. } = *window;
    [size, stride, base_dilation, low, high] == [1, 1, 1, 0, 0]
}

/// A window is where its result is; its other elements may be in neighbouring parts.
pub(super) fn reduce_window(b: &Body, op: Op, mode: Mode) -> Option<OpShardingRule> {
    let windows = op.as_op::<ReduceWindowOp>(b)?.windows(b).ok()?;
    let mut rule = RuleBuilder::new(b, op)?;
    rule.add_pointwise(shape(b, *b.results(op).first()?), |dim, factor| {
        match windows.get(dim).is_some_and(is_element) {
            true => factor,
            false => factor.kind(Kind::Permutation).blocked(mode == Mode::Conservative),
        }
    });
    rule.build()
}

/// All sources are where elements of their windows may be.
pub(super) fn select_and_scatter(b: &Body, op: Op, mode: Mode) -> Option<OpShardingRule> {
    let select = op.as_op::<SelectAndScatterOp>(b)?;
    let (operand, source) = (shape(b, select.operand(b)), shape(b, select.source(b)));
    let is_blocked = mode == Mode::Conservative;
    let mut rule = RuleBuilder::new(b, op)?;
    for (dim, window) in select.windows(b).ok()?.iter().enumerate() {
        let (size, count) = (*operand.get(dim)?, *source.get(dim)?);
        if is_element(window) {
            rule.add_to_all(Factor::new(size), dim);
            continue;
        }
        let sources = Factor::new(count).kind(Kind::NeedReplication).blocked(is_blocked);
        let elements = Factor::new(size).kind(Kind::Permutation).blocked(is_blocked);
        rule.add(sources, &[(1, dim)], &[]).add(elements, &[(0, dim)], &[(0, dim)]);
    }
    rule.build()
}

/// All elements along the dimension of the sort are in one place. Shardings spread along it only where they can then move to another
/// dimension.
pub(super) fn sort(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let sort = op.as_op::<SortOp>(b)?;
    let sizes = shape(b, sort.inputs(b).next()?);
    let along = sort.dimension(b).and_then(|attr| b.cx().attr_i64(attr.raw())).unwrap_or(-1);
    let along = if along < 0 { along + sizes.len() as i64 } else { along };
    let is_blocked = sizes.iter().enumerate().all(|(dim, &size)| dim as i64 == along || size == 1);
    let mut rule = RuleBuilder::new(b, op)?;
    rule.add_pointwise(sizes, |dim, factor| match dim as i64 == along {
        true => factor.kind(Kind::NeedReplication).blocked(is_blocked),
        false => factor,
    });
    rule.build()
}

pub(super) fn top_k(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    op.as_op::<TopKOp>(b)?;
    resized(b, op, Kind::NeedReplication, true)
}

/// Features are normalized each for itself. In training, the mean of a feature is that of all its elements, so these stay in one place.
pub(super) fn batch_norm(b: &Body, op: Op, kind: Kind) -> Option<OpShardingRule> {
    let feature = b.attr(op, "feature_index").and_then(|attr| b.cx().attr_i64(attr))?;
    let sizes = shape(b, b.operand(op, 0));
    // Vectors have one element for each feature.
    let places = |values: &[Value], dim: usize, size: i64| -> Vec<At> {
        let ranks = values.iter().map(|&value| shape(b, value)).enumerate();
        let of = |(value, sizes2): (usize, &[i64])| match sizes2.len() == sizes.len() && sizes.len() != 1 {
            true => Some((value, dim)),
            false => (dim as i64 == feature && sizes2 == [size]).then_some((value, 0)),
        };
        ranks.filter_map(of).collect()
    };
    let operands: Vec<Value> = b.operands(op).collect();
    let mut rule = RuleBuilder::new(b, op)?;
    for (dim, &size) in sizes.iter().enumerate() {
        let kind = if dim as i64 == feature { Kind::PassThrough } else { kind };
        let (from, to) = (places(&operands, dim, size), places(b.results(op), dim, size));
        rule.add(Factor::new(size).kind(kind), &from, &to);
    }
    rule.build()
}
