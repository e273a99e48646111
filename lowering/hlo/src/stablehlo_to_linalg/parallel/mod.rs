//! Parallel forms of ops whose elements depend on each other: a few ops that compute all elements at once, for targets that run thousands
//! of threads.
//!
//! Each is a `linalg.generic` whose loops are all parallel and whose payload reads the inputs of its element, in loops of its own if there
//! are several: one thread computes an element of the result, in a deterministic order. Sizes may be dynamic. Ops without such a form, such
//! as a scan that must not be regrouped, are left to the serial loops of the parent module.

pub(super) mod fft;
pub(super) mod linear;
pub(super) mod pick;
pub(super) mod scan;
pub(super) mod scatter;
mod segments;
pub(super) mod sort;
mod tables;
mod updates;

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IndexOp, IteratorType};
use strata_scf as scf;
use strata_tensor::MixedIndex;

use super::{Lowered, loops::index_op, sizes};

macro_rules! index_ops {
    ($($(#[$doc:meta])* $name:ident = $op:literal;)*) => {$(
        $(#[$doc])*
        fn $name(b: &mut Builder<'_>, x: Value, y: Value) -> Lowered<Value> {
            index_op(b, $op, x, y)
        }
    )*};
}
index_ops! {
    /// The sum of indices.
    add = "arith.addi";
    /// The difference of indices.
    sub = "arith.subi";
    /// The product of indices.
    mul = "arith.muli";
    /// The quotient of nonnegative indices.
    div = "arith.divui";
    /// The remainder of nonnegative indices.
    rem = "arith.remui";
    /// The smaller index.
    min = "arith.minsi";
    /// The larger index.
    max = "arith.maxsi";
}

/// A constant index.
fn index(b: &mut Builder<'_>, n: i64) -> Value {
    strata_arith::constant_index(b, n)
}

/// An index times a constant.
fn times(b: &mut Builder<'_>, x: Value, n: i64) -> Lowered<Value> {
    if n == 1 {
        return Ok(x);
    }
    let n = index(b, n);
    mul(b, x, n)
}

/// An index times a size.
fn scaled(b: &mut Builder<'_>, x: Value, n: MixedIndex) -> Lowered<Value> {
    match n {
        MixedIndex::Static(n) => times(b, x, n),
        MixedIndex::Value(n) => mul(b, x, n),
    }
}

/// Tensors of these sizes, one for each element type, whose elements `element` computes from their indices.
fn elements(
    b: &mut Builder<'_>,
    to: &[MixedIndex],
    elems: &[Type],
    element: impl FnOnce(&mut Builder<'_>, &[Value]) -> Lowered<Vec<Value>>,
) -> Lowered<Vec<Value>> {
    let outs: Vec<Value> = elems.iter().map(|&e| sizes::empty(b, to, e)).collect();
    into(b, &outs, |b, at, _| element(b, at))
}

/// One tensor of these sizes.
fn tensor(
    b: &mut Builder<'_>,
    to: &[MixedIndex],
    elem: Type,
    element: impl FnOnce(&mut Builder<'_>, &[Value]) -> Lowered<Value>,
) -> Lowered<Value> {
    let made = elements(b, to, &[elem], |b, at| Ok(vec![element(b, at)?]))?;
    made.first().copied().ok_or_else(|| "it has no result".into())
}

/// Tensors of equal sizes with new elements, computed from their indices and the old elements there.
fn into(
    b: &mut Builder<'_>,
    outs: &[Value],
    element: impl FnOnce(&mut Builder<'_>, &[Value], &[Value]) -> Lowered<Vec<Value>>,
) -> Lowered<Vec<Value>> {
    let rank = b.cx().shaped(b.ty(outs[0])).and_then(|s| s.rank()).ok_or("a value has no rank")?;
    let (maps, loops) =
        (vec![AffineMap::identity(rank as u32); outs.len()], vec![IteratorType::Parallel; rank]);
    let types: Vec<Type> = outs.iter().map(|&v| b.ty(v)).collect();
    let mut failed = None;
    let generic = GenericOp::build_with(b, &[], outs, &maps, &loops, &types, |b, args| {
        let at: Vec<Value> = (0..rank).map(|d| IndexOp::create(b, d)).collect();
        element(b, &at, args).unwrap_or_else(|e| {
            failed = Some(e);
            args.to_vec()
        })
    });
    match failed {
        Some(e) => Err(e),
        None => Ok(b.results(generic.op()).to_vec()),
    }
}

/// A loop with carried values that runs while a condition on them holds.
fn while_holds(
    b: &mut Builder<'_>,
    inits: &[Value],
    condition: impl FnOnce(&mut Builder<'_>, &[Value]) -> Lowered<Value>,
    body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Lowered<Vec<Value>>,
) -> Lowered<Vec<Value>> {
    let types: Vec<Type> = inits.iter().map(|&v| b.ty(v)).collect();
    let op = scf::WhileOp::build(b, inits, &types).op();
    b.region_block(op, 0, &types, |b, block| {
        let args = b.block_args(block).to_vec();
        let holds = condition(b, &args)?;
        scf::ConditionOp::build(b, holds, &args);
        Lowered::Ok(())
    })?;
    b.region_block(op, 1, &types, |b, block| {
        let args = b.block_args(block).to_vec();
        let next = body(b, &args)?;
        scf::YieldOp::build(b, &next);
        Lowered::Ok(())
    })?;
    Ok(b.results(op).to_vec())
}

/// Emits `values` under a condition; its results are `others` if the condition does not hold.
fn where_holds(
    b: &mut Builder<'_>,
    condition: Value,
    others: &[Value],
    values: impl FnOnce(&mut Builder<'_>) -> Lowered<Vec<Value>>,
) -> Lowered<Vec<Value>> {
    let types: Vec<Type> = others.iter().map(|&v| b.ty(v)).collect();
    let op = scf::IfOp::build(b, condition, &types).op();
    b.region_block(op, 0, &[], |b, _| {
        let values = values(b)?;
        scf::YieldOp::build(b, &values);
        Lowered::Ok(())
    })?;
    b.region_block(op, 1, &[], |b, _| {
        scf::YieldOp::build(b, others);
    });
    Ok(b.results(op).to_vec())
}
