//! Loops with loop-carried tensors, for ops whose elements depend on each other.

use strata_ir::prelude::*;
use strata_linalg::payload;
use strata_scf::ForOp;
use strata_tensor::MixedIndex;

use super::{Lowered, cast, payload::Payload, sizes, state::Lowering, types::signless};

/// A nest of loops, one for each size, the first one outermost. `body` gets the induction variables and the carried values and returns the
/// carried values of the next iteration; the result is that of the last iteration.
pub(super) fn nest(
    b: &mut Builder<'_>,
    sizes: &[i64],
    inits: &[Value],
    body: &mut dyn FnMut(&mut Builder<'_>, &[Value], &[Value]) -> Lowered<Vec<Value>>,
) -> Lowered<Vec<Value>> {
    let sizes: Vec<MixedIndex> = sizes.iter().map(|&n| n.into()).collect();
    nest_of(b, &sizes, inits, body)
}

/// The same with sizes that may be dynamic.
pub(super) fn nest_of(
    b: &mut Builder<'_>,
    sizes: &[MixedIndex],
    inits: &[Value],
    body: &mut dyn FnMut(&mut Builder<'_>, &[Value], &[Value]) -> Lowered<Vec<Value>>,
) -> Lowered<Vec<Value>> {
    let zero = strata_arith::constant_index(b, 0);
    let one = strata_arith::constant_index(b, 1);
    let bounds: Vec<[Value; 3]> = sizes.iter().map(|&n| [zero, sizes::value(b, n), one]).collect();
    nest_between(b, &bounds, inits, body)
}

/// The same with bounds and steps.
pub(super) fn nest_between(
    b: &mut Builder<'_>,
    bounds: &[[Value; 3]],
    inits: &[Value],
    body: &mut dyn FnMut(&mut Builder<'_>, &[Value], &[Value]) -> Lowered<Vec<Value>>,
) -> Lowered<Vec<Value>> {
    inner(b, bounds, &mut Vec::new(), inits, body)
}

/// The loops with these bounds, nested in those with the induction variables `counters`.
fn inner(
    b: &mut Builder<'_>,
    bounds: &[[Value; 3]],
    counters: &mut Vec<Value>,
    carried: &[Value],
    body: &mut dyn FnMut(&mut Builder<'_>, &[Value], &[Value]) -> Lowered<Vec<Value>>,
) -> Lowered<Vec<Value>> {
    let Some((&first, rest)) = bounds.split_first() else { return body(b, counters, carried) };
    one(b, first, carried, |b, counter, carried| {
        counters.push(counter);
        let next = inner(b, rest, counters, carried, body);
        counters.pop();
        next
    })
}

/// One loop with a lower bound, an upper bound and a step; `body` as for [`nest`].
pub(super) fn one(
    b: &mut Builder<'_>,
    bounds: [Value; 3],
    inits: &[Value],
    body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Lowered<Vec<Value>>,
) -> Lowered<Vec<Value>> {
    let mut failed = None;
    let op = ForOp::create(b, bounds, inits, |b, counter, carried| {
        body(b, counter, carried).unwrap_or_else(|e| {
            failed = Some(e);
            carried.to_vec()
        })
    });
    match failed {
        Some(e) => Err(e),
        None => Ok(b.results(op.op()).to_vec()),
    }
}

/// An op of `arith` on values of type `index`.
pub(super) fn index_op(b: &mut Builder<'_>, name: &str, x: Value, y: Value) -> Lowered<Value> {
    let ty = b.cx().index();
    payload::op(b, name, &[x, y], ty)
}

/// Applies the region of an old op to scalars, whose types before the lowering are `from`; the results have the types `to`. A region may
/// compute in wider types than those of its operands.
pub(super) fn apply(
    l: &Lowering,
    b: &mut Builder<'_>,
    region: Region,
    args: &[(Value, Type)],
    to: &[Type],
) -> Lowered<Vec<Value>> {
    let wanted: Vec<Type> = match b.blocks(region) {
        &[block] => b.block_args(block).iter().map(|&v| b.cx().elem_or_self(b.ty(v))).collect(),
        _ => return Err("a region must have one block".into()),
    };
    let args: Vec<Value> = args
        .iter()
        .zip(wanted)
        .map(|(&(v, from), to)| cast::convert(b, v, from, to))
        .collect::<Lowered<_>>()?;
    let values = Payload::new(l).region(b, region, &args)?;
    let fits =
        values.len() == to.len() && values.iter().zip(to).all(|(&v, &ty)| b.ty(v) == signless(b.cx(), ty));
    if fits { Ok(values) } else { Err("its region returns other types than its results have".into()) }
}

/// The tensor with its elements converted; `from` and `to` are the element types before the lowering.
pub(super) fn converted(b: &mut Builder<'_>, v: Value, from: Type, to: Type) -> Lowered<Value> {
    let elem = signless(b.cx(), to);
    if b.cx().elem_or_self(b.ty(v)) == elem {
        return Ok(v);
    }
    let shape = sizes::mixed_sizes(b, v)?;
    let init = sizes::empty(b, &shape, elem);
    let mut failed = None;
    let op = strata_linalg::GenericOp::elementwise(b, &[v], &[init], |b, args| {
        vec![cast::convert(b, args[0], from, to).unwrap_or_else(|e| {
            failed = Some(e);
            args[1]
        })]
    });
    match failed {
        Some(e) => Err(e),
        None => Ok(b.result(op.op(), 0)),
    }
}
