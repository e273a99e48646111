//! Reshapes of operands and results of structured ops, and of each other.

use strata_ir::prelude::*;
use strata_linalg::{GenericOp, LinalgOp};
use strata_tensor::{CollapseShapeOp, DimOp, ExpandShapeOp, MixedIndex};

use super::{expand::expand, expansion::is_expandable, is_only_use};

/// An op that reads a collapsed tensor gets the loops of the tensor before, and its results are collapsed.
pub(super) fn of_operand(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let linalg = op.cast::<dyn LinalgOp>(rw)?;
    let inits = linalg.dps_init_range(rw);
    let (i, reshape) = (0..rw.num_operands(op)).filter(|i| !inits.contains(i)).find_map(|i| {
        let v = rw.operand(op, i);
        let reshape = rw.def_of::<CollapseShapeOp>(v)?;
        (is_expandable(rw, &*linalg, i) && is_only_use(rw, v)).then_some((i, reshape))
    })?;
    let values = expand(rw, op, i, reshape.op())?;
    rw.replace_op(op, &values);
    Some(())
}

/// The same for ops that have names.
pub(super) fn of_named_operand(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    if op.isa::<GenericOp>(rw) { None } else { of_operand(op, rw) }
}

/// An op of which the result is expanded gets the loops of the expanded tensor.
pub(super) fn of_result(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let source = op.as_op::<ExpandShapeOp>(rw)?.src(rw);
    let Def::Result { op: producer, index } = rw.def(source) else { return None };
    let linalg = producer.cast::<dyn LinalgOp>(rw)?;
    let i = linalg.dps_init_range(rw).nth(index)?;
    if !is_expandable(rw, &*linalg, i) || !is_only_use(rw, source) {
        return None;
    }
    let values = expand(rw, producer, i, op)?;
    let value = *values.get(index)?;
    let expanded = rw.def_of::<CollapseShapeOp>(value).map_or(value, |collapse| collapse.src(rw));
    if rw.ty(expanded) != rw.ty(rw.result(op, 0)) {
        return None;
    }
    rw.replace_op(op, &[expanded]);
    rw.replace_op(producer, &values);
    Some(())
}

/// The dimensions that a collapsed dimension and an expanded one have in common, by the number of dimensions of each.
enum Group {
    /// Both have the same dimensions.
    Same(usize),
    /// The dimensions of the source are collapsed.
    Collapsed(usize),
    /// The dimension of the source is expanded.
    Expanded(usize),
}

/// An expansion of a collapsed tensor comes first, where the two are of different dimensions.
pub(super) fn expand_first(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let expansion = op.as_op::<ExpandShapeOp>(rw)?;
    let collapse = rw.def_of::<CollapseShapeOp>(expansion.src(rw))?;
    let source = collapse.src(rw);
    let groups = common_groups(rw, expansion, collapse)?;
    let (from, to) = (DimOp::all(rw, source)?, expansion.mixed_output_shape(rw));
    let (mut from, mut to) = (from.into_iter(), to.into_iter());
    let mut sizes: Vec<MixedIndex> = Vec::new();
    let (mut expand_groups, mut collapse_groups): (Vec<Vec<i64>>, Vec<Vec<i64>>) = (Vec::new(), Vec::new());
    for group in groups {
        let first = sizes.len() as i64;
        match group {
            Group::Same(n) => {
                sizes.extend(to.by_ref().take(n));
                from.by_ref().take(n).for_each(drop);
                expand_groups.extend((first..first + n as i64).map(|d| vec![d]));
                collapse_groups.extend((first..first + n as i64).map(|d| vec![d]));
            }
            Group::Collapsed(n) => {
                sizes.extend(from.by_ref().take(n));
                to.next();
                expand_groups.extend((first..first + n as i64).map(|d| vec![d]));
                collapse_groups.push((first..first + n as i64).collect());
            }
            Group::Expanded(n) => {
                sizes.extend(to.by_ref().take(n));
                from.next();
                expand_groups.push((first..first + n as i64).collect());
                collapse_groups.extend((first..first + n as i64).map(|d| vec![d]));
            }
        }
    }
    let mut value = source;
    if expand_groups.len() != sizes.len() {
        value = ExpandShapeOp::create(rw, value, &expand_groups, &sizes);
    }
    if collapse_groups.len() != sizes.len() {
        value = CollapseShapeOp::create(rw, value, &collapse_groups);
    }
    if rw.ty(value) != rw.ty(rw.result(op, 0)) {
        return None;
    }
    rw.replace_op(op, &[value]);
    Some(())
}

/// How the dimensions of the two reshapes belong together. `None` if both reshape the same ones in different ways.
fn common_groups(b: &Body, expansion: ExpandShapeOp, collapse: CollapseShapeOp) -> Option<Vec<Group>> {
    let shape = |v: Value| b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[]);
    let (from, to) = (shape(collapse.src(b)), shape(expansion.result(b)));
    let (collapsed, expanded) = (collapse.groups(b), expansion.groups(b));
    if expanded.is_empty() || collapsed.len() != expanded.len() {
        return None;
    }
    let part = |shape: &[i64], group: &[i64]| -> Option<Vec<i64>> {
        group.iter().map(|&d| shape.get(usize::try_from(d).ok()?).copied()).collect()
    };
    let one = |(c, e): (&Vec<i64>, &Vec<i64>)| {
        if c.len() == e.len() {
            let (x, y) = (part(from, c)?, part(to, e)?);
            let unknown = x.iter().filter(|&&d| d == DYNAMIC).count();
            return (x == y && unknown <= 1).then_some(Group::Same(c.len()));
        }
        match (c.len(), e.len()) {
            (n, 1) => Some(Group::Collapsed(n)),
            (1, n) => Some(Group::Expanded(n)),
            _ => None,
        }
    };
    collapsed.iter().zip(&expanded).map(one).collect()
}
