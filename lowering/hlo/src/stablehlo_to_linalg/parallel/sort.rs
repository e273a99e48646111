//! `sort`: rounds that merge sorted runs of growing length, each of which is one op.
//!
//! An element of a merged run finds its own source: a binary search gives the number of preceding elements that come from the left run, in
//! at most as many steps as the length of a run has bits. So the number of ops is the number of bits of a line's length, where a sorting
//! network would need half the square of that, and the sort is stable.
//!
//! If only the first elements of lines are used, as in `top_k`, runs do not grow beyond that: each round keeps the first half of a merged
//! run.

use strata_arith::{AndIOp, CmpIPredicate, OrIOp, XOrIOp};
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, InsertSliceOp, MixedIndex};

use super::{add, index, into, max, min, sub, while_holds};
use crate::stablehlo_to_linalg::{
    Lowered,
    emit::{cmpi, select},
    loops::{self, index_op},
    size_equality::{self, Origin},
    sizes, sort,
    state::Lowering,
};

/// Whether the first element precedes the second one.
pub(super) type Before<'a> = dyn Fn(&mut Builder<'_>, &[Value], &[Value]) -> Lowered<Value> + 'a;

pub(in crate::stablehlo_to_linalg) fn lower(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<SmallVec<[Value; 2]>> {
    let (sort, elems, news) = sort::operands(l, b, op)?;
    let region = sort.comparator(b);
    let before = |b: &mut Builder<'_>, x: &[Value], y: &[Value]| {
        let pairs = x.iter().zip(y).zip(&elems);
        let args: Vec<(Value, Type)> = pairs.flat_map(|((&x, &y), &e)| [(x, e), (y, e)]).collect();
        let pred = b.cx().i1();
        Ok(loops::apply(l, b, region, &args, &[pred])?[0])
    };
    let dim = sort.dim(b) as usize;
    if let Some(k) = used(b, op, dim)
        && let Some(first) = first(b, &news, dim, k, &before)?
    {
        return Ok(first.into());
    }
    Ok(sorted(b, &news, dim, &before)?.into())
}

/// The number of leading elements of each line that are used, if it is static.
fn used(b: &Body, op: Op, dim: usize) -> Option<i64> {
    let mut most = 0;
    for result in b.results(op) {
        for user in b.users(*result) {
            most = most.max(taken(b, user, dim)?);
        }
    }
    (most > 0).then_some(most)
}

/// The number of leading elements of each line that a slice reads from.
fn taken(b: &Body, op: Op, dim: usize) -> Option<i64> {
    if let Some(slice) = op.as_op::<hlo::RealDynamicSliceOp>(b) {
        let limit = size_equality::origin_of_element(b, slice.limit_indices(b), dim);
        return if let Origin::Known(limit) = limit { Some(limit) } else { None };
    }
    let [starts, limits, _] = op.as_op::<hlo::SliceOp>(b)?.ranges(b);
    let some = starts.iter().zip(limits.iter()).all(|(s, l)| s < l);
    if some { limits.get(dim).copied() } else { Some(0) }
}

/// The tensors with the first `k` elements of their lines sorted, and the others undefined, if that is less work.
fn first(
    b: &mut Builder<'_>,
    tensors: &[Value],
    dim: usize,
    k: i64,
    before: &Before<'_>,
) -> Lowered<Option<Vec<Value>>> {
    let shape = sizes::common(b, tensors)?;
    let Some(mut n) = shape.get(dim).and_then(|n| n.as_static()) else { return Ok(None) };
    let Some(run) = u64::try_from(k).ok().and_then(u64::checked_next_power_of_two).map(|n| n as i64) else {
        return Ok(None);
    };
    if shape.contains(&MixedIndex::Static(0)) || n / 4 < run {
        return Ok(None);
    }
    let full = shape.clone();
    let elems: Vec<Type> = tensors.iter().map(|&v| b.cx().elem_or_self(b.ty(v))).collect();
    let empties = |b: &mut Builder<'_>, shape: &[MixedIndex]| -> Vec<Value> {
        elems.iter().map(|&e| sizes::empty(b, shape, e)).collect()
    };
    let mut runs: Vec<Value> = tensors.iter().map(|&v| sizes::with_sizes(b, v, &full)).collect();
    let rounds = run.ilog2();
    runs = rounds_of(b, &runs, dim, n.into(), i64::from(rounds / 2).into(), before)?;
    let width = index(b, run);
    if rounds % 2 == 1 {
        let to = empties(b, &full);
        let half = index(b, run / 2);
        runs = merged(b, &runs, &to, dim, n.into(), half, false, before)?;
    }
    let mut shape = full.clone();
    while n > run {
        let count = (n - 1) / run + 1;
        let last = if count % 2 == 1 { n - (count - 1) * run } else { run };
        let next = ((count + 1) / 2 - 1) * run + last;
        shape[dim] = next.into();
        let to = empties(b, &shape);
        runs = merged(b, &runs, &to, dim, n.into(), width, true, before)?;
        n = next;
    }
    // The other elements are not read.
    let whole = empties(b, &full);
    let (zeros, ones) = (vec![MixedIndex::Static(0); shape.len()], vec![MixedIndex::Static(1); shape.len()]);
    let insert = |(run, whole): (Value, Value)| InsertSliceOp::create(b, run, whole, &zeros, &shape, &ones);
    Ok(Some(runs.into_iter().zip(whole).map(insert).collect()))
}

/// The tensors with their lines along a dimension sorted.
pub(super) fn sorted(
    b: &mut Builder<'_>,
    tensors: &[Value],
    dim: usize,
    before: &Before<'_>,
) -> Lowered<Vec<Value>> {
    let shape = sizes::common(b, tensors)?;
    let n = shape.get(dim).copied().unwrap_or(MixedIndex::Static(1));
    if n.as_static().is_some_and(|n| n < 2) || shape.contains(&MixedIndex::Static(0)) {
        return Ok(tensors.to_vec());
    }
    let passes = sort::double_passes(b, n)?;
    rounds_of(b, tensors, dim, n, passes, before)
}

/// Runs pairs of rounds, each of which writes to other memory and back.
fn rounds_of(
    b: &mut Builder<'_>,
    tensors: &[Value],
    dim: usize,
    n: MixedIndex,
    passes: MixedIndex,
    before: &Before<'_>,
) -> Lowered<Vec<Value>> {
    let shape = sizes::common(b, tensors)?;
    let mut carried = tensors.to_vec();
    for &v in tensors {
        let elem = b.cx().elem_or_self(b.ty(v));
        let memory = sizes::empty(b, &shape, elem);
        let ty = b.ty(v);
        carried.push(sizes::cast(b, memory, ty));
    }
    let mut done = loops::nest_of(b, &[passes], &carried, &mut |b, counter, carried| {
        let (one, two) = (index(b, 1), index(b, 2));
        let doubled = index_op(b, "arith.muli", counter[0], two)?;
        let width = index_op(b, "arith.shli", one, doubled)?;
        let (tensors, memory) = carried.split_at(carried.len() / 2);
        let memory = merged(b, tensors, memory, dim, n, width, false, before)?;
        let width = index_op(b, "arith.shli", width, one)?;
        let mut next = merged(b, &memory, tensors, dim, n, width, false, before)?;
        next.extend(memory);
        Ok(next)
    })?;
    done.truncate(tensors.len());
    Ok(done)
}

/// `to` with the runs of `width` elements, a power of two, merged to runs of twice that size, or to the first half of these.
#[expect(clippy::too_many_arguments, reason = "two layouts of one step")]
fn merged(
    b: &mut Builder<'_>,
    from: &[Value],
    to: &[Value],
    dim: usize,
    n: MixedIndex,
    width: Value,
    halves: bool,
    before: &Before<'_>,
) -> Lowered<Vec<Value>> {
    let (zero, one, n) = (index(b, 0), index(b, 1), sizes::value(b, n));
    let (last, double) = (sub(b, n, one)?, add(b, width, width)?);
    let mask = sub(b, if halves { width } else { double }, one)?;
    into(b, to, |b, at, _| {
        let element = |b: &mut Builder<'_>, i: Value| -> Vec<Value> {
            let mut place = at.to_vec();
            place[dim] = i;
            from.iter().map(|&v| ExtractOp::build(b, v, &place)).collect()
        };
        // The number of elements of the merged run in front of this one.
        let number = index_op(b, "arith.andi", at[dim], mask)?;
        let mut low = sub(b, at[dim], number)?;
        if halves {
            low = add(b, low, low)?;
        }
        let (middle, high) = (add(b, low, width)?, add(b, low, double)?);
        let (middle, high) = (min(b, middle, n)?, min(b, high, n)?);
        let (left, right) = (sub(b, middle, low)?, sub(b, high, middle)?);
        // Binary search for the number of these that come from the left run.
        let fewest = sub(b, number, right)?;
        let (fewest, most) = (max(b, fewest, zero)?, min(b, number, left)?);
        let found = while_holds(
            b,
            &[fewest, most],
            |b, range| Ok(cmpi(b, CmpIPredicate::Slt, range[0], range[1])),
            |b, range| {
                let sum = add(b, range[0], range[1])?;
                let half = index_op(b, "arith.shrui", sum, one)?;
                let next = add(b, half, one)?;
                let other = sub(b, number, next)?;
                let (x, y) = (add(b, low, half)?, add(b, middle, other)?);
                let (x, y) = (element(b, x), element(b, y));
                let right_first = before(b, &y, &x)?;
                Ok(vec![select(b, right_first, range[0], next), select(b, right_first, half, range[1])])
            },
        )?;
        let taken = found[0];
        let other = sub(b, number, taken)?;
        let has_left = cmpi(b, CmpIPredicate::Slt, taken, left);
        let has_right = cmpi(b, CmpIPredicate::Slt, other, right);
        let (x, y) = (add(b, low, taken)?, add(b, middle, other)?);
        // The index into an exhausted run is clamped; the element is not used.
        let (x, y) = (min(b, x, last)?, min(b, y, last)?);
        let (left, right) = (element(b, x), element(b, y));
        let right_first = before(b, &right, &left)?;
        let wins = AndIOp::build(b, right_first, has_right);
        let pred = b.cx().i1();
        let yes = strata_arith::constant_int(b, 1, pred);
        let no_left = XOrIOp::build(b, has_left, yes);
        let take_right = OrIOp::build(b, no_left, wins);
        let source = select(b, take_right, y, x);
        Ok(element(b, source))
    })
}
