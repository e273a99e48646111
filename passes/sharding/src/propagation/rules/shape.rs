//! Ops that move elements to computed or given places.

use strata_ir::prelude::*;
use strata_sdy::attrs::OpShardingRule;
use strata_stablehlo::{BroadcastInDimOp, ConcatenateOp, PadOp, ReverseOp, SliceOp, TransposeOp};

use super::Mode;
use super::builder::{At, Factor, Kind, RuleBuilder, shape};

/// A list of numbers in an attribute.
pub(super) fn numbers(b: &Body, attr: Attr) -> &[i64] {
    b.cx().attr_as::<DenseArrayAttr>(attr).map_or(&[], |array| &array.values)
}

pub(super) fn bitcast_convert(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let (from, to) = (shape(b, b.operand(op, 0)), shape(b, b.result(op, 0)));
    let mut rule = RuleBuilder::new(b, op)?;
    let (shorter, longer) = if from.len() < to.len() { (from, to) } else { (to, from) };
    rule.add_pointwise(shorter, |_, factor| factor);
    // The parts of one element stay together.
    if let [.., size] = longer
        && shorter.len() < longer.len()
    {
        let at: &[At] = &[(0, longer.len() - 1)];
        let (operands, results): (&[At], &[At]) = if from.len() < to.len() { (&[], at) } else { (at, &[]) };
        rule.add(Factor::new(*size).kind(Kind::NeedReplication), operands, results);
    }
    rule.build()
}

pub(super) fn broadcast_in_dim(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let broadcast = op.as_op::<BroadcastInDimOp>(b)?;
    let from = shape(b, broadcast.operand(b));
    let places = broadcast.dims(b);
    let mut rule = RuleBuilder::new(b, op)?;
    for (to, &size) in shape(b, broadcast.result(b)).iter().enumerate() {
        let source = places.iter().position(|&place| place == to as i64);
        if let Some(dim) = source
            && from.get(dim) == Some(&1)
            && size != 1
        {
            // The elements along this dimension are copies of one.
            rule.add(Factor::new(1), &[(0, dim)], &[]);
            rule.add(Factor::new(size), &[], &[(0, to)]);
            continue;
        }
        let source: Vec<At> = source.map(|dim| (0, dim)).into_iter().collect();
        rule.add(Factor::new(size), &source, &[(0, to)]);
    }
    rule.build()
}

/// The leading dimensions of the result are new.
pub(super) fn broadcast(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let (from, to) = (shape(b, b.operand(op, 0)), shape(b, b.result(op, 0)));
    let new = to.len().checked_sub(from.len())?;
    let mut rule = RuleBuilder::new(b, op)?;
    for (dim, &size) in to.iter().enumerate() {
        let source: Vec<At> = dim.checked_sub(new).map(|dim| (0, dim)).into_iter().collect();
        rule.add(Factor::new(size), &source, &[(0, dim)]);
    }
    rule.build()
}

pub(super) fn transpose(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let transpose = op.as_op::<TransposeOp>(b)?;
    let mut rule = RuleBuilder::new(b, op)?;
    let to = shape(b, transpose.result(b));
    for (out, (&size, &dim)) in to.iter().zip(transpose.dims(b)).enumerate() {
        let dim = usize::try_from(dim).ok()?;
        rule.add(Factor::new(size), &[(0, dim)], &[(0, out)]);
    }
    rule.build()
}

pub(super) fn reverse(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let reverse = op.as_op::<ReverseOp>(b)?;
    let kind =
        |dim| if reverse.dims(b).contains(&(dim as i64)) { Kind::Permutation } else { Kind::PassThrough };
    let sizes = shape(b, reverse.result(b));
    RuleBuilder::new(b, op)?.add_pointwise(sizes, |dim, factor| factor.kind(kind(dim))).build()
}

pub(super) fn concatenate(b: &Body, op: Op, mode: Mode) -> Option<OpShardingRule> {
    let concatenate = op.as_op::<ConcatenateOp>(b)?;
    let along = b.cx().attr_i64(concatenate.dimension(b).raw())?;
    let kind = if joins_slices(b, op) { Kind::Permutation } else { Kind::NeedReplication };
    let mut rule = RuleBuilder::new(b, op)?;
    for (dim, &size) in shape(b, concatenate.result(b)).iter().enumerate() {
        if dim as i64 != along {
            rule.add_to_all(Factor::new(size), dim);
        } else if mode == Mode::Default {
            rule.add_to_all(Factor::new(size).kind(kind), dim);
        }
    }
    rule.build()
}

/// Whether operands are slices, and others the tensor of all slices: the forms in which programs rotate and pad.
fn joins_slices(b: &Body, op: Op) -> bool {
    let sliced = |value| Some(b.def_as::<SliceOp>(value)?.operand(b));
    let whole = |value| sliced(value).unwrap_or(value);
    let operands: Vec<Value> = b.operands(op).collect();
    let count = operands.iter().filter(|value| sliced(**value).is_some()).count();
    count == operands.len() || count > 0 && operands.windows(2).all(|pair| whole(pair[0]) == whole(pair[1]))
}

/// Ops with an operand and a result of one rank: where the sizes differ, the factor has that of the operand and is of this kind.
pub(super) fn resized(b: &Body, op: Op, kind: Kind, is_blocked: bool) -> Option<OpShardingRule> {
    let to = shape(b, b.result(op, 0));
    let mut rule = RuleBuilder::new(b, op)?;
    for (dim, &size) in shape(b, b.operand(op, 0)).iter().enumerate() {
        let factor = Factor::new(size);
        let factor = if to.get(dim) == Some(&size) { factor } else { factor.kind(kind).blocked(is_blocked) };
        rule.add_to_all(factor, dim);
    }
    rule.build()
}

/// Parts move to neighbours, by distances that are known.
pub(super) fn slice(b: &Body, op: Op, mode: Mode) -> Option<OpShardingRule> {
    resized(b, op, Kind::Permutation, mode == Mode::Conservative)
}

/// The same. A dimension can keep its size though its elements move.
pub(super) fn pad(b: &Body, op: Op, mode: Mode) -> Option<OpShardingRule> {
    let pad = op.as_op::<PadOp>(b)?;
    let padding = pad.padding(b);
    let stays = |dim: usize| padding.iter().all(|list| list.get(dim) == Some(&0));
    let mut rule = RuleBuilder::new(b, op)?;
    rule.add_pointwise(shape(b, pad.operand(b)), |dim, factor| match stays(dim) {
        true => factor,
        false => factor.kind(Kind::Permutation).blocked(mode == Mode::Conservative),
    });
    rule.build()
}

pub(super) fn dynamic_slice(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    resized(b, op, Kind::NeedReplication, true)
}

/// Where the update has part of a dimension, each device changes what it has of the operand, and needs all of the update.
pub(super) fn dynamic_update_slice(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let (operand, update) = (shape(b, b.operand(op, 0)), shape(b, b.operand(op, 1)));
    let mut rule = RuleBuilder::new(b, op)?;
    for (dim, (&size, &part)) in operand.iter().zip(update).enumerate() {
        if size == part {
            rule.add_to_all(Factor::new(size), dim);
            continue;
        }
        rule.add(Factor::new(size), &[(0, dim)], &[(0, dim)]);
        rule.add(Factor::new(part).kind(Kind::NeedReplication), &[(1, dim)], &[]);
    }
    rule.build()
}
