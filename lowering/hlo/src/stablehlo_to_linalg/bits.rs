//! Ops on the bits of numbers: `reduce_precision`, and `bitcast_convert` between types of different widths.

use strata_arith::{self as arith, CmpFPredicate, CmpIPredicate};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IndexOp, IteratorType, payload};

use super::{
    Lowered, constants,
    emit::{cmpf, cmpi, select},
    sizes,
    state::Lowering,
    types::signless,
};

/// An op of `arith` on integers.
fn int(b: &mut Builder<'_>, name: &str, x: Value, y: Value) -> Lowered<Value> {
    let ty = b.ty(x);
    payload::op(b, name, &[x, y], ty)
}

/// Rounds a float to a format with this number of bits of exponent and mantissa, to nearest, ties to even.
pub(super) fn reduce_precision(
    b: &mut Builder<'_>,
    x: Value,
    exponent_bits: u32,
    mantissa_bits: u32,
) -> Lowered<Value> {
    let ty = b.ty(x);
    let format = b.cx().as_float(ty).ok_or("it is defined for floats only")?;
    let (width, own_mantissa) = (format.width(), format.precision() - 1);
    let own_exponent = width - 1 - own_mantissa;
    if width <= 8 {
        // Every number of a narrow format is a normal number of `f32`, in which it is rounded.
        let wide = b.cx().f32();
        let x = arith::ExtFOp::build(b, x, None, wide);
        let exponent_bits = if exponent_bits >= own_exponent { 8 } else { exponent_bits };
        let rounded = reduce_precision(b, x, exponent_bits, mantissa_bits)?;
        return Ok(arith::TruncFOp::build(b, rounded, None, None, ty));
    }
    if !matches!((width, own_mantissa), (16, 7 | 10) | (32, 23) | (64, 52)) {
        return Err(format!("elements of type '{}' are not supported", b.cx().type_to_string(ty)));
    }
    let int_ty = b.cx().int_type(width);
    let constant = |b: &mut Builder<'_>, v: u64| arith::constant_int(b, v as i64, int_ty);
    let mut bits = arith::BitcastOp::build(b, x, int_ty);
    if mantissa_bits < own_mantissa {
        let last = 1u64 << (own_mantissa - mantissa_bits);
        // Half a unit in the last remaining place, minus one unit of the lowest bit where the last bit is even.
        let (shift, one) = (constant(b, u64::from(own_mantissa - mantissa_bits)), constant(b, 1));
        let odd = int(b, "arith.shrui", bits, shift)?;
        let odd = int(b, "arith.andi", odd, one)?;
        let half = constant(b, (last >> 1) - 1);
        let half = int(b, "arith.addi", odd, half)?;
        let mask = constant(b, !(last - 1));
        bits = int(b, "arith.addi", bits, half)?;
        bits = int(b, "arith.andi", bits, mask)?;
    }
    if exponent_bits < own_exponent {
        let (bias, less) = ((1u64 << (own_exponent - 1)) - 1, (1u64 << (exponent_bits.max(1) - 1)) - 1);
        let exponent_mask = ((1u64 << own_exponent) - 1) << own_mantissa;
        let (mask, sign) = (constant(b, exponent_mask), constant(b, 1u64 << (width - 1)));
        let exponent = int(b, "arith.andi", bits, mask)?;
        let sign = int(b, "arith.andi", bits, sign)?;
        let infinity = int(b, "arith.ori", sign, mask)?;
        let (high, low) =
            (constant(b, (bias + less) << own_mantissa), constant(b, (bias - less) << own_mantissa));
        let too_large = cmpi(b, CmpIPredicate::Ugt, exponent, high);
        let too_small = cmpi(b, CmpIPredicate::Ule, exponent, low);
        bits = select(b, too_large, infinity, bits);
        bits = select(b, too_small, sign, bits);
    }
    let rounded = arith::BitcastOp::build(b, bits, ty);
    // NaN is unchanged, even if the format has no mantissa bits to distinguish it from infinity.
    let is_nan = cmpf(b, CmpFPredicate::Uno, x, x);
    Ok(select(b, is_nan, x, rounded))
}

/// Whether a `bitcast_convert` changes the number of elements.
pub(super) fn resizes(b: &Body, op: Op) -> bool {
    let rank = |v: Value| b.cx().shaped(b.ty(v)).and_then(|s| s.shape).map(<[i64]>::len);
    rank(b.operand(op, 0)) != rank(b.result(op, 0))
}

/// `bitcast_convert` to a wider type, which consumes the last dimension, or to a narrower one, which adds one. The first part of an element
/// is its least significant bits.
pub(super) fn resize(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let (old, result) = (b.operand(op, 0), b.ty(b.result(op, 0)));
    let new = l.get(old)?;
    let from = sizes::mixed_sizes(b, new)?;
    let elems = [b.cx().elem_or_self(b.ty(new)), b.cx().elem_or_self(signless(b.cx(), result))];
    let widths = elems.map(|e| b.cx().bit_width(e).unwrap_or(0));
    let ints = widths.map(|w| b.cx().int_type(w));
    let narrowing = widths[0] > widths[1];
    let parts = i64::from(widths[0].max(widths[1]) / widths[0].min(widths[1]).max(1));
    let mut to = from.clone();
    if narrowing {
        to.push(parts.into());
    } else {
        let last = to.pop().ok_or("its operand has no dimension")?;
        sizes::same(b, last, parts.into(), "the last size is not the number of parts of an element")?;
    }
    let to = sizes::refined(b, to, result)?;
    let rank = from.len().max(to.len()) as u32;
    let whole = AffineMap::identity(rank);
    let outer = AffineMap::select(rank, &(0..rank - 1).collect::<Vec<_>>());
    let mut loops = vec![IteratorType::Parallel; rank as usize];
    let maps = if narrowing { [outer, whole] } else { [whole, outer] };
    let zero = constants::zero(b, ints[1]);
    let init = if narrowing { sizes::empty(b, &to, ints[1]) } else { sizes::filled(b, zero, &to)? };
    if !narrowing {
        loops[rank as usize - 1] = IteratorType::Reduction;
    }
    let (ty, wide) = (b.ty(init), ints[usize::from(!narrowing)]);
    let mut failed = None;
    let generic = GenericOp::build_with(b, &[new], &[init], &maps, &loops, &[ty], |b, args| {
        let mut part = || {
            let bits = as_type(b, args[0], ints[0]);
            let place = IndexOp::create(b, rank as usize - 1);
            let place = arith::IndexCastOp::build(b, place, wide);
            let width = arith::constant_int(b, i64::from(widths[0].min(widths[1])), wide);
            let shift = int(b, "arith.muli", place, width)?;
            if narrowing {
                let shifted = int(b, "arith.shrui", bits, shift)?;
                return Ok(arith::TruncIOp::build(b, shifted, None, ints[1]));
            }
            let bits = arith::ExtUIOp::build(b, bits, wide);
            let shifted = int(b, "arith.shli", bits, shift)?;
            int(b, "arith.ori", args[1], shifted)
        };
        vec![part().unwrap_or_else(|e: String| {
            failed = Some(e);
            args[1]
        })]
    });
    if let Some(e) = failed {
        return Err(e);
    }
    let bits = b.result(generic.op(), 0);
    if elems[1] == ints[1] {
        return Ok(bits);
    }
    let init = sizes::empty(b, &to, elems[1]);
    let op = GenericOp::elementwise(b, &[bits], &[init], |b, args| vec![as_type(b, args[0], elems[1])]);
    Ok(b.result(op.op(), 0))
}

/// The same bits as another type.
fn as_type(b: &mut Builder<'_>, v: Value, ty: Type) -> Value {
    if b.ty(v) == ty { v } else { arith::BitcastOp::build(b, v, ty) }
}
