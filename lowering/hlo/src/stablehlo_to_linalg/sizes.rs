//! Static or dynamic sizes, and tensors of such sizes.
//!
//! Arithmetic on constants is folded, so that programs of static shapes have no ops on sizes. Constraints on dynamic sizes are checked at
//! run time: a `cf.assert` ends the program before any access outside of a buffer.

use strata_arith::{self as arith, CmpIPredicate};
use strata_ir::prelude::*;
use strata_linalg::payload;
use strata_tensor::{self as tensor, DestinationStyle, MixedIndex};

pub(super) use super::checked::{add, div_up, fits, mul, sub};
use super::index_math::binary;
pub(super) use super::index_math::{TOO_LARGE, assert, div, last, left, max, min, value};
use super::{
    Lowered,
    emit::{cmpi, select},
    types::signless,
};

pub(super) const ZERO: MixedIndex = MixedIndex::Static(0);
pub(super) const ONE: MixedIndex = MixedIndex::Static(1);

/// Sizes or indices that are constants.
pub(super) fn fixed(values: &[i64]) -> Vec<MixedIndex> {
    values.iter().map(|&v| MixedIndex::Static(v)).collect()
}

/// The sizes of a new tensor value.
pub(super) fn mixed_sizes(b: &mut Builder<'_>, v: Value) -> Lowered<Vec<MixedIndex>> {
    let rank = b.cx().shaped(b.ty(v)).and_then(|s| s.rank()).ok_or("a value has no rank")?;
    (0..rank).map(|d| dim(b, v, d)).collect()
}

/// Size `d` of a new tensor value, taken from the op that made the tensor if that op was given its sizes.
pub(super) fn dim(b: &mut Builder<'_>, v: Value, d: usize) -> Lowered<MixedIndex> {
    let mut at = v;
    for _ in 0..64 {
        let shape = b.cx().shaped(b.ty(at)).and_then(|s| s.shape).ok_or("a value has no rank")?;
        match shape.get(d) {
            Some(&n) if n != DYNAMIC => return Ok(MixedIndex::Static(n)),
            Some(_) => (),
            None => return Err("it has no such dimension".into()),
        }
        if let Some(op) = b.def_as::<tensor::EmptyOp>(at) {
            let before = shape[..d].iter().filter(|&&n| n == DYNAMIC).count();
            return Ok(MixedIndex::Value(b.operand(op.op(), before)));
        }
        if let Some(op) = b.def_as::<tensor::CastOp>(at) {
            at = b.operand(op.op(), 0);
            continue;
        }
        // The result of an op in destination-passing style has the sizes of its destination.
        let Def::Result { op, index } = b.def(at) else { break };
        let Some(style) = op.cast::<dyn DestinationStyle>(b) else { break };
        let inits = style.dps_init_range(b);
        at = b.operand(op, inits.start + index as usize);
    }
    tensor::DimOp::create_or_fold(b, at, d).ok_or_else(|| "it has no such dimension".into())
}

/// The sizes, if all of them are constants.
pub(super) fn constants(all: &[MixedIndex]) -> Option<Vec<i64>> {
    all.iter().map(|n| n.as_static()).collect()
}

/// How many bits the number of the last of so many elements has; none where there are no two elements.
pub(super) fn bits(b: &mut Builder<'_>, n: MixedIndex) -> Lowered<MixedIndex> {
    if let Some(n) = n.constant(b) {
        return Ok((if n > 1 { i64::from((n - 1).ilog2()) + 1 } else { 0 }).into());
    }
    let some = max(b, n, 1.into())?;
    let last = last(b, some)?;
    let (last, wide, index) = (value(b, last), b.cx().i64(), b.cx().index());
    let last = arith::IndexCastOp::build(b, last, wide);
    let zeros = payload::op(b, "math.ctlz", &[last], wide)?;
    let zeros = arith::IndexCastOp::build(b, zeros, index);
    left(b, 64.into(), zeros.into())
}

/// The product of sizes of an existing tensor, which cannot overflow.
pub(super) fn product(b: &mut Builder<'_>, all: &[MixedIndex]) -> Lowered<MixedIndex> {
    all.iter().try_fold(MixedIndex::Static(1), |n, &d| match (n, d) {
        (MixedIndex::Static(1), n) | (n, MixedIndex::Static(1)) => Ok(n),
        _ => binary(b, "arith.muli", n, d, i64::checked_mul),
    })
}

/// The sizes of loops that read an element of a tensor, without iterations if the tensor is empty.
pub(super) fn where_some(
    b: &mut Builder<'_>,
    mut loops: Vec<MixedIndex>,
    tensor: &[MixedIndex],
) -> Lowered<Vec<MixedIndex>> {
    let elements = product(b, tensor)?;
    if let (Some(n), Some(first)) = (elements.value(), loops.first_mut()) {
        let (zero, count) = (arith::constant_index(b, 0), value(b, *first));
        let none = cmpi(b, CmpIPredicate::Eq, n, zero);
        *first = MixedIndex::Value(select(b, none, zero, count));
    }
    Ok(loops)
}

/// The tensor type of these sizes.
pub(super) fn ty(b: &Body, shape: &[MixedIndex], elem: Type) -> Type {
    b.cx().tensor(&shape.iter().map(|n| n.as_dim()).collect::<Vec<_>>(), elem)
}

/// A `tensor.empty`, with a check that its size is allowed.
pub(super) fn empty(b: &mut Builder<'_>, shape: &[MixedIndex], elem: Type) -> Value {
    super::checked::fits(b, shape);
    let ty = ty(b, shape, elem);
    let values: Vec<Value> = shape.iter().filter_map(|n| n.value()).collect();
    tensor::EmptyOp::build(b, &values, ty)
}

/// A tensor of one value.
pub(super) fn filled(b: &mut Builder<'_>, v: Value, shape: &[MixedIndex]) -> Lowered<Value> {
    let init = empty(b, shape, b.ty(v));
    let fill = strata_linalg::FillOp::create(b, &[v], init)?;
    Ok(b.result(fill.op(), 0))
}

/// A cast to a type with more or fewer static sizes.
pub(super) fn cast(b: &mut Builder<'_>, v: Value, ty: Type) -> Value {
    if b.ty(v) == ty { v } else { tensor::CastOp::build(b, v, ty) }
}

/// A cast to the type whose static sizes are the constants among these sizes.
pub(super) fn with_sizes(b: &mut Builder<'_>, v: Value, all: &[MixedIndex]) -> Value {
    let ty = ty(b, all, b.cx().elem_or_self(b.ty(v)));
    cast(b, v, ty)
}

/// Ends the program unless the signed comparison `predicate` of `x` and `y` holds.
pub(super) fn require(
    b: &mut Builder<'_>,
    predicate: CmpIPredicate,
    x: MixedIndex,
    y: MixedIndex,
    message: &str,
) -> Lowered<()> {
    if x == y && matches!(predicate, CmpIPredicate::Eq | CmpIPredicate::Sle | CmpIPredicate::Sge) {
        return Ok(());
    }
    if let (Some(m), Some(n)) = (x.constant(b), y.constant(b)) {
        let holds = match predicate {
            CmpIPredicate::Eq => m == n,
            CmpIPredicate::Sle => m <= n,
            CmpIPredicate::Sge => m >= n,
            _ => false,
        };
        return if holds { Ok(()) } else { Err(message.to_owned()) };
    }
    let (x, y) = (value(b, x), value(b, y));
    let condition = cmpi(b, predicate, x, y);
    assert(b, condition, message);
    Ok(())
}

/// The same for a constraint that the verifier checks if both sizes are static.
pub(super) fn promised(
    b: &mut Builder<'_>,
    predicate: CmpIPredicate,
    x: MixedIndex,
    y: MixedIndex,
    message: &str,
) -> Lowered<()> {
    let known = x.as_static().is_some() && y.as_static().is_some();
    if known { Ok(()) } else { require(b, predicate, x, y, message) }
}

/// Ends the program unless two sizes are equal; returns the static one, if any.
pub(super) fn same(b: &mut Builder<'_>, x: MixedIndex, y: MixedIndex, what: &str) -> Lowered<MixedIndex> {
    require(b, CmpIPredicate::Eq, x, y, what)?;
    Ok(if y.as_static().is_some() { y } else { x })
}

/// The common sizes of several tensors.
pub(super) fn common(b: &mut Builder<'_>, values: &[Value]) -> Lowered<Vec<MixedIndex>> {
    let Some((&first, rest)) = values.split_first() else { return Err("it has no operands".into()) };
    let mut all = mixed_sizes(b, first)?;
    for &v in rest {
        let other = mixed_sizes(b, v)?;
        if other.len() != all.len() {
            return Err("operands of different ranks are not supported".into());
        }
        for (n, m) in all.iter_mut().zip(other) {
            *n = same(b, *n, m, "sizes of operands differ")?;
        }
    }
    Ok(all)
}

/// Replaces sizes with the static sizes of a type; their equality is checked.
pub(super) fn refined(b: &mut Builder<'_>, mut all: Vec<MixedIndex>, ty: Type) -> Lowered<Vec<MixedIndex>> {
    let known = super::types::sizes(b, signless(b.cx(), ty))?;
    if known.len() != all.len() {
        return Err("its type has another rank".into());
    }
    for (n, m) in all.iter_mut().zip(known) {
        if m != DYNAMIC {
            *n = same(b, MixedIndex::Static(m), *n, "a size is not what the type of the result says")?;
        }
    }
    Ok(all)
}
