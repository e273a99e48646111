//! Recognizes attention in an expression: `Σ softmax(scores)[row, column] · values[column]`, with scores computed from a first product.

use rustc_hash::FxHashSet;
use strata_arith::{ConstantOp, DivFOp, ExtFOp, MaximumFOp, SubFOp, TruncFOp};
use strata_ir::{core::DYNAMIC, prelude::*};
use strata_math::ExpOp;
use strata_memref::layout;
use strata_passes_gpu::vector_access::is_aligned;

use super::{
    axes::{Axis, Place},
    trace::{Combine, Follow, Id, Node, Trace},
};

/// The elements of a factor, contiguous in memory along the last axis.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub buffer: Value,
    pub place: Place,
    /// The op that read it.
    pub before: Op,
}

/// The computation of an attention: its sources, axes and expressions.
pub(super) struct Attention {
    pub elem: Type,
    pub query: Source,
    pub key: Source,
    pub value: Source,
    /// The axes of the batches, of the queries, of the keys, of the first product's reduction, and of a result's row.
    pub batch: Vec<Axis>,
    pub rows: Vec<Axis>,
    pub columns: Vec<Axis>,
    pub depth: Vec<Axis>,
    pub width: Vec<Axis>,
    /// The scores, and the product in them.
    pub scores: Id,
    pub first: Id,
    /// The second product, the sum of a row's exponentials and its maximum, wherever they occur in the result.
    pub second: Id,
    pub sums: Vec<Id>,
    pub maxima: Vec<Id>,
    /// Whether the weights are divided by the sum before the second product.
    pub normalized: bool,
    pub result: Id,
}

/// Elements of 16 bytes.
const CHUNK: i64 = 8;

/// Matches an expression.
pub(super) fn read(t: &mut Trace<'_>, result: Id) -> Option<Attention> {
    let second = find_dot(t, result, t.second)?;
    let Node::Dot { op, init, sides, place, .. } = t.node(second).clone() else { return None };
    is_constant(t, init, |v| v == 0.0).then_some(())?;
    let elem = t.b.cx().elem_or_self(t.b.ty(sides[0].0));
    let (weights, (normalized, exponential), (scores, max)) = [0, 1].into_iter().find_map(|side| {
        let (buffer, place) = sides[side].clone();
        let before = t.mark();
        let id = t.element(buffer, place, op, Follow::All)?;
        let found = weights(t, id).and_then(|found| Some((side, found, shifted(t, found.1)?)));
        if found.is_none() {
            t.forget(before);
        }
        found
    })?;
    let other = 1 - weights;
    let first = only_dot(t, scores)?;
    let (sums, maxima) = others(t, result, second, exponential, max)?;

    let flat = |t: &Trace<'_>, place: &Place| t.axes.flat(place);
    let columns = t.axes.resolve(&t.columns);
    let mine: Vec<Axis> = flat(t, &sides[weights].1);
    let theirs: Vec<Axis> = flat(t, &sides[other].1);
    let without =
        |of: &[Axis], not: &[Axis]| of.iter().copied().filter(|a| !not.contains(a)).collect::<Vec<_>>();
    let rows = without(&without(&mine, &columns), &theirs);
    let width = without(&without(&theirs, &columns), &mine);
    let batch = without(&without(&mine, &columns), &rows);
    let all_of = |place: &[Axis], of: &[Axis]| of.iter().all(|a| place.contains(a));
    if !all_of(&flat(t, &place), &[&batch[..], &rows, &width].concat()) {
        return None;
    }

    let Node::Dot { op: first_op, init, sides: of_scores, sum, .. } = t.node(first).clone() else {
        return None;
    };
    is_constant(t, init, |v| v == 0.0).then_some(())?;
    if t.b.cx().elem_or_self(t.b.ty(of_scores[0].0)) != elem {
        return None;
    }
    let depth = t.axes.resolve(&sum);
    let keys = of_scores.iter().position(|(_, p)| flat(t, p).iter().any(|a| columns.contains(a)))?;
    let (key, query) = (of_scores[keys].clone(), of_scores[1 - keys].clone());
    let outside = |t: &Trace<'_>, place: &Place, not: &[&[Axis]]| {
        flat(t, place).iter().all(|a| !not.iter().any(|n| n.contains(a)))
    };
    if !outside(t, &key.1, &[&rows, &width]) || !outside(t, &query.1, &[&columns, &width]) {
        return None;
    }
    let query = source(t, query, first_op, &depth)?;
    let key = source(t, key, first_op, &depth)?;
    let value = source(t, sides[other].clone(), op, &width)?;
    // Later steps may have split some of the axes.
    let [batch, rows, columns, depth, width] =
        [batch, rows, columns, depth, width].map(|axes| t.axes.resolve(&axes));
    Some(Attention {
        elem,
        query,
        key,
        value,
        batch,
        rows,
        columns,
        depth,
        width,
        scores,
        first,
        second,
        sums,
        maxima,
        normalized,
        result,
    })
}

/// The element without conversions from one float type to another.
pub(super) fn strip(t: &Trace<'_>, mut id: Id) -> Id {
    while let Node::Apply { op, operands, .. } = t.node(id)
        && (op.isa::<ExtFOp>(t.b) || op.isa::<TruncFOp>(t.b))
    {
        id = operands[0];
    }
    id
}

/// Both operands of an op of a kind, below conversions.
fn binary<O: OpDef>(t: &Trace<'_>, id: Id) -> Option<[Id; 2]> {
    match t.node(strip(t, id)) {
        Node::Apply { op, operands, .. } if op.isa::<O>(t.b) => Some([operands[0], operands[1]]),
        _ => None,
    }
}

/// The exponential in a weight, and whether it is divided by the sum of its row.
fn weights(t: &Trace<'_>, id: Id) -> Option<(bool, Id)> {
    if let Some([x, sum]) = binary::<DivFOp>(t, id) {
        let exponential = strip(t, x);
        return is_sum(t, strip(t, sum), exponential).then_some((true, exponential));
    }
    Some((false, strip(t, id)))
}

/// Whether an expression is the sum of a row's exponentials.
fn is_sum(t: &Trace<'_>, id: Id, exponential: Id) -> bool {
    matches!(t.node(id), &Node::Reduce { combine: Combine::Add, init, body }
        if is_constant(t, init, |v| v == 0.0) && same(t, strip(t, body), exponential))
}

/// The scores and their row maximum, from the exponential of the difference of both.
fn shifted(t: &Trace<'_>, exponential: Id) -> Option<(Id, Id)> {
    let Node::Apply { op, operands, .. } = t.node(exponential) else { return None };
    if !op.isa::<ExpOp>(t.b) {
        return None;
    }
    let [scores, max] = binary::<SubFOp>(t, operands[0])?;
    let max = maximum(t, max);
    is_maximum(t, max, scores).then_some((scores, max))
}

/// A maximum without conversions, and without a maximum with minus infinity.
fn maximum(t: &Trace<'_>, id: Id) -> Id {
    let low = |&i: &Id| is_constant(t, strip(t, i), |v| v == f64::NEG_INFINITY);
    match binary::<MaximumFOp>(t, id) {
        Some([x, y]) if low(&x) => strip(t, y),
        Some([x, y]) if low(&y) => strip(t, x),
        _ => strip(t, id),
    }
}

fn is_maximum(t: &Trace<'_>, id: Id, scores: Id) -> bool {
    matches!(t.node(id), &Node::Reduce { combine: Combine::Max, init, body }
        if is_constant(t, init, |v| v == f64::NEG_INFINITY) && same(t, strip(t, body), strip(t, scores)))
}

/// The uses of sums and maxima of rows in a result, besides the product. `None` if anything else depends on scores.
fn others(t: &Trace<'_>, result: Id, second: Id, exponential: Id, max: Id) -> Option<(Vec<Id>, Vec<Id>)> {
    let (mut sums, mut maxima) = (Vec::new(), Vec::new());
    let mut seen = FxHashSet::default();
    let mut rest = vec![result];
    while let Some(id) = rest.pop() {
        if !seen.insert(id) || id == second {
            continue;
        }
        match t.node(id) {
            Node::Dot { .. } => return None,
            Node::Reduce { .. } if is_sum(t, id, exponential) => sums.push(id),
            Node::Reduce { .. } if same(t, id, max) => maxima.push(id),
            Node::Reduce { .. } => return None,
            Node::Apply { operands, .. } => rest.extend(operands),
            Node::Load { .. } | Node::Scalar(_) | Node::Index(_) => {}
        }
    }
    Some((sums, maxima))
}

/// All nodes of an expression, without the operands of products and reductions.
fn parts(t: &Trace<'_>, id: Id) -> Vec<Id> {
    let mut seen = FxHashSet::default();
    let (mut rest, mut found) = (vec![id], Vec::new());
    while let Some(id) = rest.pop() {
        if seen.insert(id) {
            found.push(id);
            if let Node::Apply { operands, .. } = t.node(id) {
                rest.extend(operands);
            }
        }
    }
    found
}

/// The node of the product `wanted` in an expression.
fn find_dot(t: &Trace<'_>, id: Id, wanted: Op) -> Option<Id> {
    parts(t, id).into_iter().find(|&p| matches!(t.node(p), Node::Dot { op, .. } if *op == wanted))
}

/// The only product of an expression without reductions.
fn only_dot(t: &Trace<'_>, id: Id) -> Option<Id> {
    let parts = parts(t, id);
    if parts.iter().any(|&p| matches!(t.node(p), Node::Reduce { .. })) {
        return None;
    }
    let mut dots = parts.into_iter().filter(|&p| matches!(t.node(p), Node::Dot { .. }));
    dots.next().filter(|_| dots.next().is_none())
}

/// The constant that an expression is.
pub(super) fn constant(t: &Trace<'_>, id: Id) -> Option<f64> {
    let op = match t.node(id) {
        Node::Scalar(v) => t.b.def_op(*v)?,
        Node::Apply { op, .. } => *op,
        _ => return None,
    };
    let value = op.isa::<ConstantOp>(t.b).then(|| t.b.attr(op, "value")).flatten()?;
    let cx = t.b.cx();
    cx.attr_as::<FloatAttr>(value).map(|f| f.to_f64(cx))
}

fn is_constant(t: &Trace<'_>, id: Id, wanted: impl Fn(f64) -> bool) -> bool {
    constant(t, id).is_some_and(wanted)
}

/// Whether two expressions are equal at all indices.
fn same(t: &Trace<'_>, x: Id, y: Id) -> bool {
    same_parts(t, x, y, &mut FxHashSet::default())
}

fn same_parts(t: &Trace<'_>, x: Id, y: Id, known: &mut FxHashSet<(Id, Id)>) -> bool {
    if x == y || known.contains(&(x, y)) {
        return true;
    }
    let b = t.b;
    let equal = match (t.node(x), t.node(y)) {
        (Node::Load { buffer: v, place: p, .. }, Node::Load { buffer: w, place: q, .. }) => {
            v == w && t.axes.resolve_place(p) == t.axes.resolve_place(q)
        }
        (Node::Scalar(v), Node::Scalar(w)) => v == w || constants_equal(b, *v, *w),
        (Node::Index(p), Node::Index(q)) => t.axes.resolve(p) == t.axes.resolve(q),
        (
            Node::Apply { op, result, operands },
            Node::Apply { op: other, result: their_result, operands: theirs },
        ) => {
            result == their_result
                && operands.len() == theirs.len()
                && same_ops(b, *op, *other)
                && operands.iter().zip(theirs).all(|(&x, &y)| same_parts(t, x, y, known))
        }
        (
            &Node::Reduce { combine, init, body },
            &Node::Reduce { combine: other, init: their_init, body: theirs },
        ) => combine == other && same_parts(t, init, their_init, known) && same_parts(t, body, theirs, known),
        _ => false,
    };
    if equal {
        known.insert((x, y));
    }
    equal
}

/// Whether two ops compute the same result from equal operands.
fn same_ops(b: &Body, x: Op, y: Op) -> bool {
    let attrs = b.info(x).attrs.len();
    x == y
        || b.op_name(x) == b.op_name(y)
            && b.result_types(x).eq(b.result_types(y))
            && b.operand_types(x).eq(b.operand_types(y))
            && (0..attrs).all(|i| b.attr_slot(x, i) == b.attr_slot(y, i))
            && b.extra_attrs(x) == b.extra_attrs(y)
}

fn constants_equal(b: &Body, x: Value, y: Value) -> bool {
    match (b.def_op(x), b.def_op(y)) {
        (Some(x), Some(y)) => b.has_trait(x, Trait::ConstantLike) && same_ops(b, x, y),
        _ => false,
    }
}

/// The source of a factor's elements: the first buffer of a chain of ops that only move them, if its layout fits.
fn source(t: &mut Trace<'_>, (buffer, place): (Value, Place), before: Op, fast: &[Axis]) -> Option<Source> {
    let id = t.element(buffer, place.clone(), before, Follow::Copies)?;
    let mut found = Vec::new();
    if let Node::Load { buffer, place, before } = t.node(id).clone() {
        found.push(Source { buffer, place, before });
    }
    found.push(Source { buffer, place, before });
    found.into_iter().find(|s| lies_well(t, s, fast))
}

/// Whether 16 bytes along some axes can be copied at once.
fn lies_well(t: &Trace<'_>, source: &Source, fast: &[Axis]) -> bool {
    let (b, v) = (t.b, source.buffer);
    let Some(last) = source.place.last() else { return false };
    let Some(layout) = layout::strides(b.cx(), b.ty(v)) else { return false };
    let Some((&one, strides)) = layout.strides.split_last() else { return false };
    let whole = |n: i64| n != DYNAMIC && n % CHUNK == 0;
    one == 1
        && strides.iter().all(|&n| whole(n))
        && whole(layout.offset)
        && is_aligned(b, v)
        && t.axes.size(fast) % CHUNK == 0
        && t.axes.resolve(last).ends_with(&t.axes.resolve(fast))
}
