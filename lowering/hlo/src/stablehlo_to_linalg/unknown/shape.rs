//! Broadcasts, reshapes, transposes, and ops on sizes.

use strata_arith::{CmpIPredicate, IndexCastOp, constant_index};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IteratorType, TransposeOp};
use strata_stablehlo as hlo;
use strata_tensor::{CollapseShapeOp, ExpandShapeOp, ExtractOp, MixedIndex};

use crate::stablehlo_to_linalg::{
    Lowered, constants,
    emit::{cmpi, select},
    indexed::indexed,
    iota, movement,
    shape_operands::given,
    size_equality, sizes,
    state::Lowering,
    types::{self, signless},
};

pub(in crate::stablehlo_to_linalg) fn dimension_size(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<Value> {
    let new = l.get(b.operand(op, 0))?;
    let d = b.attr(op, "dimension").and_then(|a| b.cx().attr_i64(a)).unwrap_or(0);
    let size = sizes::dim(b, new, usize::try_from(d).map_err(|_| "it has no such dimension")?)?;
    sizes::require(b, CmpIPredicate::Sle, size, i64::from(i32::MAX).into(), sizes::TOO_LARGE)?;
    let size = sizes::value(b, size);
    let i32 = b.cx().i32();
    let size = IndexCastOp::build(b, size, i32);
    constants::filled(b, size, &[])
}

pub(in crate::stablehlo_to_linalg) fn iota(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(iota) = op.as_op::<hlo::DynamicIotaOp>(b) else { return Err("it is not known".into()) };
    let dim = b.cx().attr_i64(iota.iota_dimension(b).raw()).unwrap_or(0) as usize;
    let shape = given(l, b, op, b.operand(op, 0))?;
    let ty = b.ty(iota.result(b));
    iota::iota_of(b, ty, dim, &shape)
}

pub(in crate::stablehlo_to_linalg) fn broadcast(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let operand = b.operand(op, 0);
    let new = l.get(operand)?;
    let from = sizes::of(b, new)?;
    let result = b.ty(b.result(op, 0));
    let (to, dims): (Vec<MixedIndex>, Vec<i64>) = if let Some(op) = op.as_op::<hlo::BroadcastInDimOp>(b) {
        let known = types::sizes(b, result)?;
        let dims = op.dims(b).to_vec();
        // A size that is dynamic in the type is taken from the operand.
        let size = |d: usize| match known[d] {
            DYNAMIC => dims.iter().position(|&k| k as usize == d).map(|i| from[i]),
            n => Some(MixedIndex::Static(n)),
        };
        let to: Option<Vec<_>> = (0..known.len()).map(size).collect();
        (to.ok_or("a size of its result is not known")?, dims)
    } else if let Some(dynamic) = op.as_op::<hlo::DynamicBroadcastInDimOp>(b) {
        let dims = b.cx().attr_as::<DenseArrayAttr>(dynamic.broadcast_dimensions(b).raw());
        let dims = dims.map(|d| d.values.to_vec()).ok_or("its dimensions are not known")?;
        (given(l, b, op, b.operand(op, 1))?, dims)
    } else {
        let known = types::sizes(b, result)?;
        let more = known.len() - from.len();
        let mut to: Vec<MixedIndex> = known[..more].iter().map(|&n| n.into()).collect();
        to.extend(&from);
        let dims = (more..known.len()).map(|d| d as i64).collect();
        (to, dims)
    };
    let flag = |name: &str, i: i64| {
        let list = b.attr(op, name).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
        list.is_some_and(|l| l.values.contains(&i))
    };
    let stays: Vec<bool> = (0..from.len() as i64).map(|i| flag("known_nonexpanding_dimensions", i)).collect();
    if let Some(attr) = constants::splat_of(b, operand) {
        let number = constants::scalar(b, attr);
        return sizes::filled(b, number, &to);
    }
    let elem = b.cx().elem_or_self(b.ty(new));
    if let (Some(from), Some(known)) = (sizes::constants(&from), sizes::constants(&to)) {
        let fits = |(&n, &d): (&i64, &i64)| n == 1 || known.get(d as usize) == Some(&n);
        if !from.iter().zip(&dims).all(fits) {
            return Err("a size that is broadcast differs".into());
        }
        return movement::repeat(b, new, &dims, &known);
    }
    // Sizes of 1 are broadcast, others are kept; which case holds may be known at run time only.
    let (mut open, mut kept) = (false, Vec::new());
    let one = MixedIndex::Static(1);
    let dynamic = op.isa::<hlo::DynamicBroadcastInDimOp>(b);
    for (i, &d) in dims.iter().enumerate() {
        let equal = dynamic
            && size_equality::of_dim(b, operand, i)
                == size_equality::of_element(b, b.operand(op, 1), d as usize);
        let target = *to.get(d as usize).ok_or("its dimensions are off")?;
        if from[i] == target || stays[i] || equal {
            sizes::require(b, CmpIPredicate::Eq, from[i], target, "a size that is broadcast differs")?;
            kept.push(Some(d as u32));
        } else if let Some(n) = from[i].constant(b) {
            if n != 1 {
                sizes::require(b, CmpIPredicate::Eq, from[i], target, "a size that is broadcast differs")?;
            }
            kept.push((n != 1).then_some(d as u32));
        } else {
            let (n, m, one) = (sizes::value(b, from[i]), sizes::value(b, target), sizes::value(b, one));
            let (equal, single) = (cmpi(b, CmpIPredicate::Eq, n, m), cmpi(b, CmpIPredicate::Eq, n, one));
            let fits = strata_arith::OrIOp::build(b, equal, single);
            sizes::assert(b, fits, "a size that is broadcast differs");
            open = true;
            kept.push(Some(d as u32));
        }
    }
    if !open && kept.iter().all(Option::is_some) {
        let rank = to.len() as u32;
        let dims: Vec<u32> = kept.into_iter().flatten().collect();
        if dims.len() == to.len() && dims.iter().enumerate().all(|(i, &d)| i as u32 == d) {
            return Ok(new);
        }
        let init = sizes::empty(b, &to, elem);
        let maps = [AffineMap::select(rank, &dims), AffineMap::identity(rank)];
        let (loops, ty) = (vec![IteratorType::Parallel; to.len()], b.ty(init));
        let op = GenericOp::build_with(b, &[new], &[init], &maps, &loops, &[ty], |_, args| vec![args[0]]);
        return Ok(b.result(op.op(), 0));
    }
    let (zero, one) = (constant_index(b, 0), constant_index(b, 1));
    let single: Vec<Value> = from
        .iter()
        .map(|&n| {
            let n = sizes::value(b, n);
            cmpi(b, CmpIPredicate::Eq, n, one)
        })
        .collect();
    indexed(b, &to, elem, |b, at| {
        let mut place = Vec::with_capacity(dims.len());
        for (i, d) in kept.iter().enumerate() {
            place.push(match d {
                Some(d) => select(b, single[i], zero, at[*d as usize]),
                None => zero,
            });
        }
        Ok(ExtractOp::build(b, new, &place))
    })
}

pub(in crate::stablehlo_to_linalg) fn transpose(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::TransposeOp>(b) else { return Err("it is not known".into()) };
    let new = l.get(op.operand(b))?;
    let dims = op.dims(b).to_vec();
    if dims.iter().enumerate().all(|(i, &d)| i as i64 == d) {
        return Ok(new);
    }
    let from = sizes::of(b, new)?;
    let to: Vec<MixedIndex> = dims.iter().map(|&d| from[d as usize]).collect();
    let elem = b.cx().elem_or_self(b.ty(new));
    let init = sizes::empty(b, &to, elem);
    let op = TransposeOp::of(b, new, init, &dims)?;
    Ok(b.result(op.op(), 0))
}

pub(in crate::stablehlo_to_linalg) fn reshape(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let new = l.get(b.operand(op, 0))?;
    let to = if op.isa::<hlo::DynamicReshapeOp>(b) {
        given(l, b, op, b.operand(op, 1))?
    } else {
        let result = b.ty(b.result(op, 0));
        open_size(b, new, result)?
    };
    reshaped(b, new, &to)
}

/// The sizes of a reshaped tensor, of which at most one is dynamic in the type.
fn open_size(b: &mut Builder<'_>, v: Value, ty: Type) -> Lowered<Vec<MixedIndex>> {
    let from = sizes::of(b, v)?;
    let known = types::sizes(b, signless(b.cx(), ty))?;
    let rest = known.iter().filter(|&&n| n != DYNAMIC).try_fold(1i64, |n, &d| n.checked_mul(d));
    let rest = rest.ok_or(sizes::TOO_LARGE)?;
    let mut to: Vec<MixedIndex> = known.iter().map(|&n| n.into()).collect();
    let open: Vec<usize> = (0..known.len()).filter(|&d| known[d] == DYNAMIC).collect();
    match open[..] {
        [] => (),
        [d] if rest != 0 => {
            let all = sizes::product(b, &from)?;
            to[d] = sizes::div(b, all, rest.into())?;
        }
        _ if from.len() == to.len() => to = from,
        _ => return Err("the sizes of its result are not known".into()),
    }
    Ok(to)
}

/// Reshapes a tensor to a shape with the same number of elements.
pub(in crate::stablehlo_to_linalg) fn reshaped(
    b: &mut Builder<'_>,
    v: Value,
    to: &[MixedIndex],
) -> Lowered<Value> {
    let from = sizes::of(b, v)?;
    if from == to {
        return Ok(v);
    }
    sizes::fits(b, to);
    if let (Some(_), Some(known)) = (sizes::constants(&from), sizes::constants(to)) {
        return movement::reshape(b, v, &known);
    }
    let (n, m) = (sizes::product(b, &from)?, sizes::product(b, to)?);
    sizes::require(b, CmpIPredicate::Eq, n, m, "a reshaped tensor has another number of elements")?;
    let elem = b.cx().elem_or_self(b.ty(v));
    let all: Vec<i64> = (0..from.len() as i64).collect();
    let mut v = match from.len() {
        0 => ExpandShapeOp::of(b, v, &[], &[MixedIndex::Static(1)]),
        1 => v,
        _ => CollapseShapeOp::of(b, v, &[all]),
    };
    // Flattened to one dimension, which is static if all new sizes are.
    let known = to.iter().try_fold(1i64, |n, d| n.checked_mul(d.as_static()?)).unwrap_or(DYNAMIC);
    let row = b.cx().tensor(&[known], elem);
    let in_between = b.cx().tensor(&[DYNAMIC], elem);
    if b.ty(v) != row && b.ty(v) != in_between && row != in_between {
        v = sizes::cast(b, v, in_between);
    }
    v = sizes::cast(b, v, row);
    let all: Vec<i64> = (0..to.len() as i64).collect();
    Ok(match to.len() {
        0 => CollapseShapeOp::of(b, v, &[]),
        1 => v,
        _ => ExpandShapeOp::of(b, v, &[all], to),
    })
}
