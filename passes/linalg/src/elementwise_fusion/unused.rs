//! Operands and results of `linalg.generic` that nothing needs.

use rustc_hash::FxHashMap;
use strata_ir::{prelude::*, rewrite::patterns};
use strata_linalg::{DestinationStyle, GenericOp, LinalgOp, YieldOp};
use strata_passes_analysis::structured_op::Structured;

use super::{
    cover_loops, map_attrs,
    payloads::{WithoutIndices, indices},
};

/// Inputs that nothing needs are erased, and equal ones are merged.
pub const ERASE_UNNECESSARY_INPUTS: &[PatternRow] = patterns! {
    GenericOp => "erase-unnecessary-inputs": erase_inputs,
};

/// As [`ERASE_UNNECESSARY_INPUTS`], outputs too.
pub(super) fn erase_unused(op: Op, rw: &mut Rewriter<'_>, plain: &WithoutIndices) -> Option<()> {
    erase(op, rw, true, plain)
}
fn erase_inputs(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    erase(op, rw, false, &WithoutIndices::default())
}

/// So many inputs are compared one by one.
const FEW: usize = 8;

/// Which operands stay, by their old numbers, and for each old operand the one that stands for it.
#[derive(Default)]
struct Plan {
    kept: Vec<usize>,
    /// For each operand, its number among those that stay.
    places: Vec<Option<usize>>,
    dropped: Vec<usize>,
}

impl Plan {
    fn keep(&mut self, i: usize) {
        self.places.push(Some(self.kept.len()));
        self.kept.push(i);
    }
    fn merge(&mut self, i: usize, with: usize) {
        self.places.push(self.places.get(with).copied().flatten());
        self.dropped.push(i);
    }
    /// Drops an operand unless loops need it for their sizes.
    fn drop(&mut self, i: usize, s: &Structured) -> bool {
        let left =
            s.maps.iter().enumerate().filter(|(k, _)| *k != i && !self.dropped.contains(k)).map(|(_, m)| m);
        let can_drop = cover_loops(left, s.num_loops());
        if can_drop {
            self.dropped.push(i);
            self.places.push(None);
        }
        can_drop
    }
}

fn erase(op: Op, rw: &mut Rewriter<'_>, outputs_too: bool, plain: &WithoutIndices) -> Option<()> {
    let generic = op.as_op::<GenericOp>(rw)?;
    may_have_unneeded(rw, generic).then_some(())?;
    let s = Structured::read(rw, op).ok()?;
    let n = s.inputs.len();
    let args = rw.block_args(s.block).to_vec();
    let end = rw.terminator(s.block)?.as_op::<YieldOp>(rw)?;
    let yielded: Vec<Value> = end.values(rw).collect();
    let mut plan = Plan::default();
    let mut by_value: FxHashMap<Value, SmallVec<[usize; 2]>> = FxHashMap::default();
    for (i, &v) in s.inputs.iter().enumerate() {
        if !rw.has_uses(args[i]) && plan.drop(i, &s) {
            continue;
        }
        let twins = by_value.entry(v).or_default();
        match twins.iter().copied().find(|&k| s.maps[k] == s.maps[i]) {
            Some(k) => plan.merge(i, k),
            None => {
                twins.push(i);
                plan.keep(i);
            }
        }
    }
    let tensors = generic.has_tensor_semantics(rw);
    for (o, &v) in s.outputs.iter().enumerate() {
        let i = n + o;
        if !tensors || !outputs_too {
            plan.keep(i);
            continue;
        }
        if is_dead(rw, op, o, args[i], &yielded) && plan.drop(i, &s) {
            continue;
        }
        let twin = plan.kept.iter().copied().find(|&k| {
            k >= n && s.outputs[k - n] == v && s.maps[k] == s.maps[i] && yielded[k - n] == yielded[o]
        });
        match twin.filter(|_| !rw.has_uses(args[i])) {
            Some(k) => plan.merge(i, k),
            None => plan.keep(i),
        }
    }
    if plan.kept.len() == s.maps.len() {
        return None;
    }
    rebuild(rw, &s, &plan, (end, &yielded), plain)
}

/// Whether an op may have operands that nothing needs. Most ops that are looked at have none, which is found without taking them apart.
fn may_have_unneeded(b: &Body, op: GenericOp) -> bool {
    let inits = op.dps_init_range(b);
    let inputs = b.operands(op.op()).take(inits.start);
    let args = op.payload(b).map_or(&[][..], |block| b.block_args(block));
    // Comparing the inputs of a longer list with each other would take as long as taking the op apart.
    inits.len() > 1
        || inits.start > FEW
        || args.iter().take(inits.start).any(|&arg| !b.has_uses(arg))
        || b.results(op.op()).iter().any(|&result| !b.has_uses(result))
        || inputs.clone().enumerate().any(|(i, v)| inputs.clone().take(i).any(|other| other == v))
}

/// Whether nothing reads result `o`, nor the payload the old element, other than to yield it unchanged.
fn is_dead(b: &Body, op: Op, o: usize, arg: Value, yielded: &[Value]) -> bool {
    let unused = b.results(op).get(o).is_some_and(|&r| !b.has_uses(r));
    let only_yielded = || {
        b.has_one_use(arg) && yielded.get(o) == Some(&arg) && b.users(arg).all(|user| user.isa::<YieldOp>(b))
    };
    unused && (!b.has_uses(arg) || only_yielded())
}

/// The op with the operands of the plan.
fn rebuild(
    rw: &mut Rewriter<'_>,
    s: &Structured,
    plan: &Plan,
    (end, yielded): (YieldOp, &[Value]),
    plain: &WithoutIndices,
) -> Option<()> {
    let (op, n) = (s.op, s.inputs.len());
    let generic = op.as_op::<GenericOp>(rw)?;
    let operands: Vec<Value> = s.operands().collect();
    let kept_inputs = plan.kept.iter().take_while(|&&k| k < n).count();
    let values: Vec<Value> = plan.kept.iter().map(|&k| operands[k]).collect();
    let maps = map_attrs(rw.cx(), rw, op)?;
    let maps: Vec<Attr> = plan.kept.iter().map(|&k| maps[k]).collect();
    let (inputs, outputs) = values.split_at(kept_inputs);
    let is_tensor = |t: &Type| rw.cx().type_as::<TensorType>(*t).is_some();
    let types: Vec<Type> = outputs.iter().map(|&v| rw.ty(v)).filter(is_tensor).collect();
    let (m, t) = (rw.cx().array_attr(maps), rw.attr(op, "iterator_types")?);
    let (doc, call) = (rw.attr(op, "doc"), rw.attr(op, "library_call"));
    let extra = rw.extra_attrs(op).to_vec();
    let new = GenericOp::build(rw, inputs, outputs, m, t, doc, call, &types);
    for (name, attr) in extra {
        rw.body().set_extra_attr(new.op(), name, Some(attr));
    }
    let (from, to) = (generic.region(rw), new.region(rw));
    let end_values: Vec<Value> = plan.kept[kept_inputs..].iter().map(|&k| yielded[k - n]).collect();
    rw.body().set_operands(end.op(), &end_values);
    rw.body().move_blocks(from, to);
    rw.touch(new.op());
    touch_changed(rw, s, plan, yielded, plain);
    merge_args(rw, s.block, plan);
    let results = rw.results(new.op()).to_vec();
    let old = rw.results(op).to_vec();
    for (o, &result) in old.iter().enumerate() {
        let place = plan.places.get(n + o).copied().flatten();
        if let Some(&with) = place.and_then(|p| results.get(p.checked_sub(kept_inputs)?)) {
            rw.replace_value(result, with);
        }
    }
    rw.erase_op(op);
    Some(())
}

/// Gives the payload the arguments of the operands that stay.
fn merge_args(rw: &mut Rewriter<'_>, block: Block, plan: &Plan) {
    for i in 0..plan.places.len() {
        let Some(twin) = plan.places[i].map(|place| plan.kept[place]).filter(|&twin| twin != i) else {
            continue;
        };
        let (stays, goes) = (rw.block_args(block)[twin], rw.block_args(block)[i]);
        if has_fewer_uses(rw, stays, goes) {
            rw.body().swap_block_args(block, twin, i);
            rw.replace_value(stays, goes);
        } else {
            rw.replace_value(goes, stays);
        }
    }
    let (mut kept, mut at) = (plan.kept.iter().peekable(), 0..);
    rw.body()
        .retain_block_args(block, |_, _| at.next().is_some_and(|i: usize| kept.next_if_eq(&&i).is_some()));
}

/// Whether `a` has fewer uses than `b`, in the time that it takes to count the fewer ones.
fn has_fewer_uses(body: &Body, a: Value, b: Value) -> bool {
    let (mut of_a, mut of_b) = (body.users(a), body.users(b));
    loop {
        match (of_a.next(), of_b.next()) {
            (_, None) => return false,
            (None, Some(_)) => return true,
            (Some(_), Some(_)) => {}
        }
    }
}

/// Looks again at the ops of the payload that can be simplified now: those that make values which are not yielded any more, and numbers of
/// loops, whose sizes may be known now. (Those that read the argument of another operand are known to the rewriter.) All ops of the payload
/// of a chain, once for each op of the chain, would take quadratic time.
fn touch_changed(
    rw: &mut Rewriter<'_>,
    s: &Structured,
    plan: &Plan,
    yielded: &[Value],
    plain: &WithoutIndices,
) {
    let n = s.inputs.len();
    for k in plan.dropped.iter().filter_map(|k| k.checked_sub(n)) {
        if let Some(def) = yielded.get(k).and_then(|&v| rw.def_op(v)) {
            rw.touch(def);
        }
    }
    if !plain.has(rw, s.block) {
        for index in indices(rw, s.block) {
            rw.touch(index);
        }
    }
}

/// An op of the payload that only carries the old element of an unused result to its end is erased.
pub(super) fn erase_cycles(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    rw.results(op).iter().any(|&result| !rw.has_uses(result)).then_some(())?;
    let s = Structured::read(rw, op).ok()?;
    if !op.as_op::<GenericOp>(rw)?.has_tensor_semantics(rw) {
        return None;
    }
    let end = rw.terminator(s.block)?.as_op::<YieldOp>(rw)?;
    let mut changed = None;
    for (o, result) in rw.results(op).to_vec().into_iter().enumerate() {
        let arg = *rw.block_args(s.block).get(s.inputs.len() + o)?;
        let Some(user) = rw.users(arg).next().filter(|_| rw.has_one_use(arg) && !rw.has_uses(result)) else {
            continue;
        };
        let [value] = *rw.results(user) else { continue };
        let carries = rw.has_one_use(value) && rw.operands(end.op()).nth(o) == Some(value);
        if carries
            && rw.parent_block(user) == Some(s.block)
            && rw.ty(value) == rw.ty(arg)
            && is_pure(rw, user)
        {
            rw.replace_op(user, &[arg]);
            changed = Some(());
        }
    }
    changed?;
    rw.touch(op);
    Some(())
}

/// Whether an op may be erased.
fn is_pure(b: &Body, op: Op) -> bool {
    strata_ir::analysis::is_memory_effect_free(b, op)
}
