//! `sort`: rounds that merge sorted runs of growing length, of which each is one op.
//!
//! An element of a merged run finds its own source: how many of the elements before it come from the left run is what a binary
//! search tells, whose steps are fewer than the length of a run has bits. So there are as many ops as the length of a line has
//! bits, where a network of comparisons would need half the square of that, and equal elements keep their order.

use strata_arith::{AndIOp, CmpIPredicate, OrIOp, XOrIOp};
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, MixedIndex};

use super::{add, index, into, max, min, sub, while_holds};
use crate::stablehlo_to_linalg::{
    Lowered,
    function::Lowering,
    loops::{self, index_op},
    scalar::{cmpi, select},
    sizes, sort, types,
};

/// Whether an element, the first one, goes before another.
pub(super) type Before<'a> = dyn Fn(&mut Builder<'_>, &[Value], &[Value]) -> Lowered<Value> + 'a;

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let Some(sort) = op.as_op::<hlo::SortOp>(b) else { return Err("it is not known".into()) };
    let olds: Vec<Value> = sort.inputs(b).collect();
    let mut elems = Vec::new();
    for &v in &olds {
        types::sizes(b, b.ty(v))?;
        elems.push(b.cx().elem_or_self(b.ty(v)));
    }
    let news: Vec<Value> = olds.iter().map(|&v| l.get(v)).collect::<Lowered<_>>()?;
    let region = sort.comparator(b);
    let before = |b: &mut Builder<'_>, x: &[Value], y: &[Value]| {
        let pairs = x.iter().zip(y).zip(&elems);
        let args: Vec<(Value, Type)> = pairs.flat_map(|((&x, &y), &e)| [(x, e), (y, e)]).collect();
        let pred = b.cx().i1();
        Ok(loops::apply(l, b, region, &args, &[pred])?[0])
    };
    let dim = sort.dim(b) as usize;
    Ok(sorted(b, &news, dim, &before)?.into())
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
    // Two rounds at a time, so that the tensors go to other memory and back.
    let passes = sort::double_passes(b, n)?;
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
        let memory = merged(b, tensors, memory, dim, n, width, before)?;
        let width = index_op(b, "arith.shli", width, one)?;
        let mut next = merged(b, &memory, tensors, dim, n, width, before)?;
        next.extend(memory);
        Ok(next)
    })?;
    done.truncate(tensors.len());
    Ok(done)
}

/// `to` with the runs of `width` elements, a power of two, merged to runs of twice that.
fn merged(
    b: &mut Builder<'_>,
    from: &[Value],
    to: &[Value],
    dim: usize,
    n: MixedIndex,
    width: Value,
    before: &Before<'_>,
) -> Lowered<Vec<Value>> {
    let (zero, one, n) = (index(b, 0), index(b, 1), sizes::value(b, n));
    let (last, double) = (sub(b, n, one)?, add(b, width, width)?);
    let mask = sub(b, double, one)?;
    into(b, to, |b, at, _| {
        let element = |b: &mut Builder<'_>, i: Value| -> Vec<Value> {
            let mut place = at.to_vec();
            place[dim] = i;
            from.iter().map(|&v| ExtractOp::build(b, v, &place)).collect()
        };
        // So many elements of the merged run come before this one.
        let number = index_op(b, "arith.andi", at[dim], mask)?;
        let low = sub(b, at[dim], number)?;
        let (middle, high) = (add(b, low, width)?, add(b, low, double)?);
        let (middle, high) = (min(b, middle, n)?, min(b, high, n)?);
        let (left, right) = (sub(b, middle, low)?, sub(b, high, middle)?);
        // Of these, as many are from the left run as its elements go before the right one's that they would leave out.
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
        // A run that is used up is read somewhere, and not taken.
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
