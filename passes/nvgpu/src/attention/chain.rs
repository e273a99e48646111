//! The chain of ops that an attention consists of: the last op behind the second product, and the ops that become dead.

use strata_ir::prelude::*;
use strata_linalg::LinalgOp;
use strata_memref::{CopyOp, DeallocOp};
use strata_passes_analysis::buffer_alias::{Root, accesses, between, is_view, last_access_before, root};
use strata_passes_gpu::{contractions::FARTHEST, loop_nest::LoopNest};

use super::{
    axes::plain_shape,
    pattern::{Attention, read},
    trace::{Follow, Id, Node, Trace},
};

/// An op that may be the last one of an attention: the buffer that it writes, and the loops or dimensions of that.
struct Last {
    op: Op,
    out: Value,
}

/// An attention, its last op, and the ops that the kernel replaces.
pub(super) struct Found<'b> {
    pub trace: Trace<'b>,
    pub attention: Attention,
    pub last: Op,
    /// The buffer that the kernel writes, and the axes of its dimensions.
    pub out: Value,
    pub place: super::axes::Place,
    /// Ops that become dead, users first, and the buffers between them.
    pub dead: Vec<Op>,
}

/// Finds the attention whose second product is `product`.
pub(super) fn find(b: &Body, product: Op) -> Option<Found<'_>> {
    let nest = LoopNest::read(b, product).ok()?;
    let columns: Vec<i64> = nest.serial.iter().map(|&l| nest.ranges[l]).collect();
    let mut ends = ends(b, product, nest.operands[nest.inits.start]);
    let mut best = None;
    while let Some(end) = ends.pop() {
        let Some(found) = attempt(b, product, &columns, &end) else { continue };
        // Prefers an end that writes the results of a row to neighbouring addresses.
        let last = found.place.last().map(|axes| found.trace.axes.resolve(axes));
        if last.is_some_and(|l| l.ends_with(&found.attention.width)) {
            return Some(found);
        }
        best = best.or(Some(found));
    }
    best
}

/// The product, and the ops behind it that are each the only reader of the previous result, in order.
fn ends(b: &Body, product: Op, out: Value) -> Vec<Last> {
    let mut found = vec![Last { op: product, out }];
    while let Some(last) = found.last()
        && let Some(next) = reader(b, last)
    {
        found.push(next);
    }
    found
}

/// The only reader of the buffer that an op writes.
fn reader(b: &Body, last: &Last) -> Option<Last> {
    let buffer = root(b, last.out).local(b)?;
    let mut views = vec![buffer];
    let mut next: Option<Op> = None;
    while let Some(v) = views.pop() {
        for (user, _) in b.uses_of(v) {
            if is_view(b, user) {
                views.extend(b.results(user));
            } else if b.parent_block(user) != b.parent_block(last.op) {
                return None;
            } else if !user.isa::<DeallocOp>(b)
                && b.is_before(last.op, user)
                && next.is_none_or(|n| b.is_before(user, n))
            {
                next = Some(user);
            }
        }
    }
    let op = next?;
    let out = if op.isa::<CopyOp>(b) {
        b.operand(op, 1)
    } else {
        let nest = LoopNest::read(b, op).ok()?;
        if !nest.serial.is_empty() || nest.inits.len() != 1 {
            return None;
        }
        nest.operands[nest.inits.start]
    };
    Some(Last { op, out })
}

/// Tries to read the ops up to an end as attention.
fn attempt<'b>(b: &'b Body, product: Op, columns: &[i64], end: &Last) -> Option<Found<'b>> {
    let mut trace = Trace::new(b, product, columns);
    let shape = plain_shape(b, end.out)?;
    let place: Vec<_> = shape.iter().map(|&n| trace.axes.add(n)).collect();
    let result = value(&mut trace, end, &place)?;
    let attention = read(&mut trace, result)?;
    let place = trace.axes.resolve_place(&place);
    let mut found = Found { trace, attention, last: end.op, out: end.out, place, dead: Vec::new() };
    found.dead = dead(&found)?;
    is_safe(&found).then_some(found)
}

/// The expression of the element that the last op writes at `place`.
fn value(t: &mut Trace<'_>, end: &Last, place: &super::axes::Place) -> Option<Id> {
    let b = t.b;
    if end.op.isa::<CopyOp>(b) {
        return t.element(b.operand(end.op, 0), place.clone(), end.op, Follow::All);
    }
    let nest = LoopNest::read(b, end.op).ok()?;
    t.structured(&nest, nest.inits.start, place, Follow::All)
}

/// The buffers that the kernel reads, and the ops that read them so far.
fn inputs(f: &Found<'_>) -> Vec<(Value, Op)> {
    let a = &f.attention;
    let mut found: Vec<(Value, Op)> = [&a.query, &a.key, &a.value].map(|s| (s.buffer, s.before)).to_vec();
    let mut rest = vec![a.scores, a.result];
    let mut seen = Vec::new();
    while let Some(id) = rest.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        match f.trace.node(id) {
            Node::Load { buffer, before, .. } => found.push((*buffer, *before)),
            Node::Apply { operands, .. } => rest.extend(operands),
            _ => {}
        }
    }
    found
}

/// The ops and buffers that only this attention uses; `None` if other ops read an intermediate result.
fn dead(f: &Found<'_>) -> Option<Vec<Op>> {
    let b = f.trace.b;
    let product = b.operand(f.trace.second, 2);
    let sums = f.trace.followed.iter().filter(|(_, products)| *products).map(|(v, _)| *v);
    let scores = match f.trace.node(f.attention.first) {
        Node::Dot { op, .. } => b.operand(*op, 2),
        _ => return None,
    };
    let own: Vec<Root> = sums.chain([product, scores]).map(|v| root(b, v)).collect();
    let mut buffers: Vec<Root> =
        f.trace.followed.iter().map(|(v, _)| root(b, *v)).chain(own.clone()).collect();
    buffers.dedup();
    let kept: Vec<Root> = inputs(f).into_iter().map(|(v, _)| root(b, v)).chain([root(b, f.out)]).collect();
    buffers.retain(|r| r.local(b).is_some() && !kept.contains(r));
    loop {
        let before = buffers.len();
        let all = buffers.clone();
        buffers.retain(|r| {
            users(b, *r).into_iter().all(|op| op == f.last || is_dead(b, op, b.parent_block(f.last), &all))
        });
        if buffers.len() == before {
            break;
        }
    }
    // The product writes the result itself, or an intermediate buffer.
    let needed = |r: &Root| *r == root(b, f.out) && f.last == f.trace.second || buffers.contains(r);
    if !own.iter().all(needed) {
        return None;
    }
    let mut ops: Vec<Op> = Vec::new();
    for &r in &buffers {
        ops.extend(users(b, r));
    }
    ops.extend(fill_of(f));
    ops.push(f.last);
    let allocs = buffers.iter().filter_map(|r| if let Root::Alloc(v) = r { b.def_op(*v) } else { None });
    ops.extend(allocs);
    // Users before the ops that they use.
    let mut found: Vec<Op> = Vec::new();
    for op in b.block_ops(b.parent_block(f.last)?) {
        if ops.contains(&op) {
            found.push(op);
        }
    }
    found.reverse();
    let complete = ops.iter().all(|op| found.contains(op));
    complete.then_some(found)
}

/// Erases the writers of buffers that have no readers any more, such as masks shared by several attentions.
pub(super) fn sweep(b: &mut Body, buffers: &[Value]) {
    for &v in buffers {
        if !b.is_live_value(v) || root(b, v).local(b) != Some(v) {
            continue;
        }
        let Some(alloc) = b.def_op(v) else { continue };
        let all = users(b, Root::Alloc(v));
        let reads = |op: &Op| {
            let read = accesses(b, *op).iter().any(|a| !a.write && a.root == Root::Alloc(v));
            read || !is_dead(b, *op, b.parent_block(alloc), &[Root::Alloc(v)])
        };
        if all.iter().any(reads) {
            continue;
        }
        let Some(block) = b.parent_block(alloc) else { continue };
        let mut ops: Vec<Op> = b.block_ops(block).filter(|op| all.contains(op)).collect();
        ops.reverse();
        for op in ops.into_iter().chain([alloc]) {
            b.erase(op);
        }
    }
}

/// The fill that initializes the second product's sums, where they are the result.
fn fill_of(f: &Found<'_>) -> Option<Op> {
    let b = f.trace.b;
    if f.last != f.trace.second {
        return None;
    }
    let r = root(b, f.out);
    last_access_before(b, f.last, r, FARTHEST).filter(|op| op.isa::<strata_linalg::FillOp>(b))
}

/// All users of a buffer and of its views, including the views.
fn users(b: &Body, r: Root) -> Vec<Op> {
    let Root::Alloc(v) = r else { return Vec::new() };
    let (mut views, mut found) = (vec![v], Vec::new());
    while let Some(v) = views.pop() {
        for user in b.users(v) {
            if is_view(b, user) {
                views.extend(b.results(user));
            }
            if !found.contains(&user) {
                found.push(user);
            }
        }
    }
    found
}

/// Whether an op has no effect but on some buffers.
fn is_dead(b: &Body, op: Op, block: Option<Block>, buffers: &[Root]) -> bool {
    if b.parent_block(op) != block {
        return false;
    }
    if is_view(b, op) || op.isa::<DeallocOp>(b) {
        return true;
    }
    let only = |v: Value| buffers.contains(&root(b, v));
    if op.isa::<CopyOp>(b) {
        return only(b.operand(op, 1));
    }
    let Some(linalg) = op.cast::<dyn LinalgOp>(b) else { return false };
    linalg.dps_init_range(b).all(|i| only(b.operand(op, i)))
}

/// Whether the kernel may replace the last op: all that it reads is unchanged there, and it writes nothing that it reads.
fn is_safe(f: &Found<'_>) -> bool {
    let b = f.trace.b;
    let out = root(b, f.out);
    let block = b.parent_block(f.last);
    inputs(f).into_iter().all(|(v, before)| {
        let r = root(b, v);
        let unchanged = |op: &Op| {
            f.dead.contains(op) || accesses(b, *op).iter().all(|a| !a.write || !a.root.may_alias(b, r))
        };
        b.parent_block(before) == block
            && !out.may_alias(b, r)
            && (before == f.last || between(b, before, f.last).iter().all(unchanged))
    })
}
