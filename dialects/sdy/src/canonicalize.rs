//! Canonicalizations of reshards, collectives and computations.
//!
//! Those of reshards and of collectives are also tables, for passes that must leave other ops alone: a fold of an op of another dialect
//! may lose its sharding.

use strata_ir::prelude::*;
use strata_ir::rewrite::patterns;

use crate::{
    AllGatherOp, AllReduceOp, AllSliceOp, AllToAllOp, CollectivePermuteOp, ManualComputationOp,
    ReduceScatterOp, ReplicatedToUnreducedOp, ReshardOp, ReturnOp, ShardedToUnreducedOp,
    attrs::{
        AllToAllParam, AllToAllParamList, AxisRef, AxisRefList, DimensionSharding, ListOfAxisRefLists,
        ManualAxes, SubAxisInfo, TensorSharding, TensorShardingPerValue,
    },
    inline::inline_computation,
    shardings,
};

/// Rules for reshards.
pub const RESHARD_PATTERNS: &[PatternRow] = patterns! {
    ReshardOp => "reshard-of-reshard": reshard_of_reshard,
    ReshardOp => "equal-reshards": equal_reshards,
};

/// Rules for collectives.
pub const COLLECTIVE_PATTERNS: &[PatternRow] = patterns! {
    AllGatherOp => "all-gather-no-op": without_axes,
    AllSliceOp => "all-slice-no-op": without_axes,
    AllReduceOp => "all-reduce-no-op": without_axes,
    ReduceScatterOp => "reduce-scatter-no-op": without_axes,
    CollectivePermuteOp => "collective-permute-no-op": permute_to_same,
    AllSliceOp => "all-slice-of-all-gather": slice_of_gather,
    AllSliceOp => "reduce-scatter-fusion": slice_of_reduce,
    AllReduceOp => "all-reduce-of-replicated-to-unreduced": reduce_of_copies,
    AllReduceOp => "all-reduce-of-sharded-to-unreduced": reduce_of_parts,
    AllToAllOp => "all-to-all-unused": unused_all_to_all,
    AllToAllOp => "all-to-all-fusion": all_to_all_of_all_to_all,
};

/// The axes of a collective, its first attribute.
fn axes<'c, T: Storage>(rw: &Rewriter<'c>, op: Op) -> Option<&'c T> {
    rw.cx().attr_as::<T>(rw.attr_slot(op, 0)?)
}

fn sharding_attr<'c>(rw: &Rewriter<'c>, op: Op) -> Option<&'c TensorSharding> {
    rw.cx().attr_as(rw.attr(op, "out_sharding")?)
}

fn replace_by_operand(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let operand = rw.operand(op, 0);
    rw.replace_op(op, &[operand]);
    Some(())
}

/// Erases a collective of whose result nothing is left to be read.
fn erase_unused(op: Op, rw: &mut Rewriter<'_>) {
    if rw.is_unused(op) {
        rw.erase_op(op);
    }
}

/// `reshard(reshard(x)) = reshard(x)`, if the inner one has no other use.
fn reshard_of_reshard(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let inner = rw.def_of::<ReshardOp>(rw.operand(op, 0))?;
    let (input, result) = (inner.input(rw), inner.result(rw));
    if !rw.has_one_use(result) {
        return None;
    }
    rw.set_operand(op, 0, input);
    Some(())
}

/// A reshard is an equal one of the same tensor before it in the block.
fn equal_reshards(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (sharding, block) = (rw.attr(op, "sharding"), rw.parent_block(op));
    let is_equal = |other: &Op| {
        *other != op
            && other.isa::<ReshardOp>(rw)
            && rw.attr(*other, "sharding") == sharding
            && rw.parent_block(*other) == block
            && rw.is_before(*other, op)
    };
    let other = rw.users(rw.operand(op, 0)).find(is_equal)?;
    let value = rw.result(other, 0);
    rw.replace_op(op, &[value]);
    Some(())
}

/// A collective along no axes is its operand.
fn without_axes(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let none = match axes::<AxisRefList>(rw, op) {
        Some(list) => list.0.is_empty(),
        None => axes::<ListOfAxisRefLists>(rw, op)?.0.iter().all(|list| list.0.is_empty()),
    };
    if none { replace_by_operand(op, rw) } else { None }
}

/// A permute to the same axes of the same mesh is its operand.
fn permute_to_same(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let operand = shardings::sharding(rw, rw.operand(op, 0))?;
    let out = sharding_attr(rw, op)?;
    let dims = operand.dim_shardings.iter().zip(&out.dim_shardings);
    let same = operand.mesh_or_ref == out.mesh_or_ref
        && operand.unreduced_axes == out.unreduced_axes
        && dims.into_iter().all(|(a, b)| a.axes == b.axes);
    if same { replace_by_operand(op, rw) } else { None }
}

/// `all_slice(all_gather(x)) = x`, along the same axes.
fn slice_of_gather(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let gather = rw.def_of::<AllGatherOp>(rw.operand(op, 0))?;
    if gather.gathering_axes(rw).raw() != rw.attr_slot(op, 0)? {
        return None;
    }
    let tensor = gather.tensor(rw);
    rw.replace_op(op, &[tensor]);
    erase_unused(gather.op(), rw);
    Some(())
}

/// `all_reduce(replicated_to_unreduced(x)) = x`, along the same axes.
fn reduce_of_copies(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let copies = rw.def_of::<ReplicatedToUnreducedOp>(rw.operand(op, 0))?;
    if copies.axes(rw).raw() != rw.attr_slot(op, 0)? {
        return None;
    }
    let tensor = copies.tensor(rw);
    rw.replace_op(op, &[tensor]);
    erase_unused(copies.op(), rw);
    Some(())
}

/// `all_reduce(sharded_to_unreduced(x)) = all_gather(x)`, along the same axes.
fn reduce_of_parts(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let parts = rw.def_of::<ShardedToUnreducedOp>(rw.operand(op, 0))?;
    let list = parts.axes(rw).raw();
    let shared = rw.cx().attr_as::<ListOfAxisRefLists>(list)?.0.iter().flat_map(|list| &list.0);
    let shared: Vec<&AxisRef> = shared.collect();
    let reduced = &axes::<AxisRefList>(rw, op)?.0;
    // The order is that of the mesh here, and that of the dimensions there. Parts of one axis may have become one: then nothing is done.
    if shared.len() != reduced.len() || !reduced.iter().all(|axis| shared.contains(&axis)) {
        return None;
    }
    let (tensor, out) = (parts.tensor(rw), rw.attr(op, "out_sharding")?);
    let value = AllGatherOp::build(rw, tensor, list, out);
    rw.replace_op(op, &[value]);
    erase_unused(parts.op(), rw);
    Some(())
}

/// Nothing reads the result of an all-to-all.
fn unused_all_to_all(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    rw.is_unused(op).then(|| rw.erase_op(op))
}

/// Two all-to-alls are one, if they have no dimension in common and the first one has no other use.
fn all_to_all_of_all_to_all(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let inner = rw.def_of::<AllToAllOp>(rw.operand(op, 0))?;
    if !rw.has_one_use(inner.result(rw)) {
        return None;
    }
    let first = &axes::<AllToAllParamList>(rw, inner.op())?.0;
    let second = &axes::<AllToAllParamList>(rw, op)?.0;
    let dims = |list: &[AllToAllParam]| -> Vec<i64> {
        list.iter().flat_map(|param| [param.src_dim, param.tgt_dim]).collect()
    };
    let taken = dims(first);
    if dims(second).iter().any(|dim| taken.contains(dim)) {
        return None;
    }
    let mut all: Vec<AllToAllParam> = first.iter().chain(second).cloned().collect();
    all.sort_by_key(|param| param.src_dim);
    let (params, tensor) = (rw.cx().attr(AllToAllParamList(all)), inner.tensor(rw));
    rw.body().set_attr(op, "params", Some(params));
    rw.set_operand(op, 0, tensor);
    Some(())
}

/// The axes of an all-slice by whether they are those of a reduction.
struct Scatter {
    /// The axes along which is reduced, where they are cut.
    scattered: Vec<AxisRefList>,
    /// The axes along which is cut only.
    left: Vec<AxisRefList>,
}

/// The axes of a slice by whether they are those of a reduction; `None` if the slice is not along all axes of the reduction.
fn scatter(slicing: &[AxisRefList], reduced: &[AxisRef]) -> Option<Scatter> {
    let mut count = 0;
    let mut scattered = Vec::with_capacity(slicing.len());
    let mut left = Vec::with_capacity(slicing.len());
    for list in slicing {
        let split = list.0.iter().take_while(|axis| reduced.contains(axis)).count();
        let (first, rest) = list.0.split_at(split);
        count += split;
        scattered.push(AxisRefList(first.to_vec()));
        left.push(AxisRefList(rest.to_vec()));
    }
    (count == reduced.len()).then_some(Scatter { scattered, left })
}

/// Axes without others at their end, which may be parts of theirs.
fn without_suffix(list: &[AxisRef], suffix: &[AxisRef]) -> Vec<AxisRef> {
    let mut rest = list.to_vec();
    for axis in suffix.iter().rev() {
        let Some(last) = rest.pop() else { break };
        let (start, end) = (last.start(), axis.start());
        if start < end {
            let part = SubAxisInfo { pre_size: start, size: end / start };
            rest.push(AxisRef { name: last.name, sub_axis_info: Some(part) });
        }
    }
    rest
}

/// `all_slice(all_reduce(x)) = reduce_scatter(x)`, followed by an all-slice along the axes that are not those of the reduction. All uses of
/// the reduction must be such slices.
fn slice_of_reduce(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let reduce = rw.def_of::<AllReduceOp>(rw.operand(op, 0))?;
    let slicing = rw.attr_slot(op, 0)?;
    let users: SmallVec<[Op; 4]> = rw.users(reduce.result(rw)).collect();
    let block = rw.parent_block(op);
    for &user in &users {
        let same = user.isa::<AllSliceOp>(rw)
            && rw.attr_slot(user, 0) == Some(slicing)
            && rw.parent_block(user) == block
            && (user == op || rw.is_before(op, user));
        if !same {
            return None;
        }
    }
    let reduced = &axes::<AxisRefList>(rw, reduce.op())?.0;
    let Scatter { scattered, left } = scatter(&axes::<ListOfAxisRefLists>(rw, op)?.0, reduced)?;
    let (cx, out, tensor) = (rw.cx(), sharding_attr(rw, op)?, reduce.tensor(rw));
    let dims = out.dim_shardings.iter().zip(&left).map(|(dim, left)| DimensionSharding {
        axes: without_suffix(&dim.axes, &left.0),
        is_closed: true,
        priority: None,
    });
    let between = TensorSharding { dim_shardings: dims.collect(), ..out.clone() };
    let cut_only = left.iter().any(|list| !list.0.is_empty());
    let (scattered, between) = (cx.attr(ListOfAxisRefLists(scattered)), cx.attr(between));
    let mut value = ReduceScatterOp::build(rw, tensor, scattered, between);
    if cut_only {
        let (left, out) = (cx.attr(ListOfAxisRefLists(left)), cx.attr(out.clone()));
        value = AllSliceOp::build(rw, value, left, out);
    }
    for user in users {
        rw.replace_op(user, &[value]);
    }
    rw.erase_op(reduce.op());
    Some(())
}

/// Makes the rules of the tables canonicalizations of ops.
macro_rules! canonicalize {
    ($($op:ident: $table:ident;)*) => {$(
        impl Canonicalize for $op {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                let own = $table.iter().filter(|row| row.root == Some(<Self as OpDef>::NAME));
                own.into_iter().find_map(|row| (row.apply)(self.op(), rw))
            }
        }
    )*};
}

canonicalize! {
    ReshardOp: RESHARD_PATTERNS;
    AllGatherOp: COLLECTIVE_PATTERNS;
    AllSliceOp: COLLECTIVE_PATTERNS;
    AllReduceOp: COLLECTIVE_PATTERNS;
    ReduceScatterOp: COLLECTIVE_PATTERNS;
    CollectivePermuteOp: COLLECTIVE_PATTERNS;
    AllToAllOp: COLLECTIVE_PATTERNS;
    ReplicatedToUnreducedOp: COLLECTIVE_PATTERNS;
    ShardedToUnreducedOp: COLLECTIVE_PATTERNS;
}

impl Canonicalize for ManualComputationOp {
    /// Operands that the body does not use are removed, and computations without manual axes, or with nothing to do, are no computations.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = self.op();
        let (inner, own) = rw.inner(op);
        let block = inner.regions(own).first().and_then(|&region| inner.blocks(region).first().copied())?;
        let args = inner.block_args(block).to_vec();
        let is_empty = inner.first_op(block).is_some_and(|first| first.isa::<ReturnOp>(inner));
        if args.is_empty() && rw.results(op).is_empty() && is_empty {
            rw.erase_op(op);
            return Some(());
        }
        if inner.attr(own, "manual_axes").and_then(|axes| rw.cx().attr_as::<ManualAxes>(axes))?.0.is_empty() {
            inline_computation(rw.body(), op);
            return Some(());
        }
        let used: Vec<bool> = args.iter().map(|&arg| inner.has_uses(arg)).collect();
        let shardings = inner.attr(own, "in_shardings");
        let shardings = shardings.and_then(|all| rw.cx().attr_as::<TensorShardingPerValue>(all))?;
        if used.iter().all(|used| *used)
            || used.len() != shardings.0.len()
            || used.len() != rw.num_operands(op)
        {
            return None;
        }
        let kept = shardings.0.iter().zip(&used).filter(|(_, used)| **used).map(|(s, _)| s.clone());
        let kept = rw.cx().attr(TensorShardingPerValue(kept.collect()));
        let operands: Vec<Value> =
            rw.operands(op).zip(&used).filter(|(_, used)| **used).map(|(v, _)| v).collect();
        let mut child = rw.body().take_child(op)?;
        for at in (0..used.len()).rev().filter(|at| !used[*at]) {
            child.erase_block_arg(block, at);
        }
        child.set_attr(Op::SELF, "in_shardings", Some(kept));
        rw.body().put_child(op, child);
        rw.body().set_operands(op, &operands);
        rw.touch(op);
        Some(())
    }
}
