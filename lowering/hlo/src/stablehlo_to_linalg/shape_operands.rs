//! Sizes, offsets and paddings that ops get as operands: tensors of integers whose elements are numbers here.

use strata_arith::{CmpIPredicate, IndexCastOp, IndexCastUIOp, constant_index};
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{DimOp, ExtractOp, MixedIndex};

use super::{
    Lowered, constants,
    emit::cmpi,
    sizes,
    state::Lowering,
    types::{self, Kind},
};

/// The elements of a tensor of integers, row by row, as sizes or indices.
pub(super) fn numbers(l: &Lowering, b: &mut Builder<'_>, old: Value) -> Lowered<Vec<MixedIndex>> {
    let shape = b.cx().shaped(b.ty(old)).and_then(|s| s.shape).filter(|s| !s.contains(&DYNAMIC));
    let shape = shape.ok_or("it needs as many numbers as its type says")?.to_vec();
    let n: i64 = shape.iter().product();
    let known = b.def_as::<hlo::ConstantOp>(old).and_then(|c| constant_numbers(b, c.value(b).raw()));
    if let Some(known) = known {
        let last = known.last().copied().unwrap_or(0);
        let at = |i: usize| known.get(i).copied().unwrap_or(last);
        return (0..n as usize).map(|i| checked_constant(at(i))).collect();
    }
    // The parts of a concatenation are looked at one by one: some of them are constants.
    if let Some(parts) = b.def_as::<hlo::ConcatenateOp>(old)
        && b.cx().attr_i64(parts.dimension(b).raw()) == Some(0)
    {
        let parts: Vec<Value> = parts.inputs(b).collect();
        let mut all = Vec::new();
        for part in parts {
            all.extend(numbers(l, b, part)?);
        }
        return Ok(all);
    }
    if let Some(op) = b.def_as::<hlo::ReshapeOp>(old) {
        return match b.cx().shaped(b.ty(op.operand(b))).and_then(|s| s.rank()) {
            Some(0) => Ok(vec![number(l, b, op.operand(b))?]),
            _ => numbers(l, b, op.operand(b)),
        };
    }
    let (new, kind) = (l.get(old)?, types::kind(b.cx(), b.cx().elem_or_self(b.ty(old))));
    let one = |i: i64| {
        let mut rest = i;
        let mut place = Vec::with_capacity(shape.len());
        for &n in shape.iter().rev() {
            place.push(rest % n);
            rest /= n;
        }
        let place: Vec<Value> = place.into_iter().rev().map(|i| constant_index(b, i)).collect();
        let number = ExtractOp::build(b, new, &place);
        MixedIndex::Value(index(b, number, kind == Ok(Kind::Unsigned)))
    };
    Ok((0..n).map(one).collect())
}

/// The integers of a constant as their signs say.
fn constant_numbers(b: &Body, value: Attr) -> Option<Vec<i128>> {
    let dense = b.cx().attr_as::<DenseElementsAttr>(value)?;
    let is_unsigned = types::kind(b.cx(), b.cx().elem_or_self(dense.ty)) == Ok(Kind::Unsigned);
    let number = |i: usize| {
        let n = b.cx().attr_as::<IntegerAttr>(dense.element_attr(b.cx(), i)?)?.value.clone();
        if is_unsigned { n.as_u64().map(i128::from) } else { n.as_i64().map(i128::from) }
    };
    (0..dense.num_elements(b.cx())).map(number).collect()
}

fn checked_constant(n: i128) -> Lowered<MixedIndex> {
    i64::try_from(n).map(MixedIndex::Static).map_err(|_| sizes::TOO_LARGE.into())
}

/// A tensor of rank 0 as a size or index.
pub(super) fn number(l: &Lowering, b: &mut Builder<'_>, old: Value) -> Lowered<MixedIndex> {
    let known = b.def_as::<hlo::ConstantOp>(old).and_then(|c| constant_numbers(b, c.value(b).raw()));
    if let Some(&[n]) = known.as_deref() {
        return checked_constant(n);
    }
    if let Some(op) = b.def_as::<hlo::GetDimensionSizeOp>(old) {
        let d = b.cx().attr_i64(op.dimension(b).raw()).and_then(|d| usize::try_from(d).ok());
        let tensor = b.operand(op.op(), 0);
        if let Some(d) = d {
            let new = l.get(tensor)?;
            return sizes::dim(b, new, d);
        }
    }
    let (new, kind) = (l.get(old)?, types::kind(b.cx(), b.cx().elem_or_self(b.ty(old))));
    let number = constants::extract(b, new);
    Ok(MixedIndex::Value(index(b, number, kind == Ok(Kind::Unsigned))))
}

/// A number as an index; one without a sign that is too large for it ends the program.
fn index(b: &mut Builder<'_>, number: Value, is_unsigned: bool) -> Value {
    let index = b.cx().index();
    if b.ty(number) == index {
        return number;
    }
    if !is_unsigned {
        return IndexCastOp::build(b, number, index);
    }
    let is_wide = b.cx().as_int(b.ty(number)).is_none_or(|t| t.width >= 64);
    let number = IndexCastUIOp::build(b, number, index);
    if is_wide {
        let zero = constant_index(b, 0);
        let fits = cmpi(b, CmpIPredicate::Sge, number, zero);
        sizes::assert(b, fits, sizes::TOO_LARGE);
    }
    number
}

/// The sizes that an op is given, none of which may be negative, as far as the type of its result leaves them open.
pub(super) fn given(l: &Lowering, b: &mut Builder<'_>, op: Op, shape: Value) -> Lowered<Vec<MixedIndex>> {
    let given = numbers(l, b, shape)?;
    for &n in &given {
        // Sizes of tensors are what they should be.
        if n.value().is_some_and(|v| b.def_as::<DimOp>(v).is_some()) {
            continue;
        }
        sizes::require(b, CmpIPredicate::Sge, n, MixedIndex::Static(0), "a size is negative")?;
    }
    let ty = b.ty(b.result(op, 0));
    sizes::refined(b, given, ty)
}
