//! Conversions of scalars.

use strata_arith::{self as arith, CmpFPredicate, CmpIPredicate};
use strata_ir::prelude::*;

use super::{
    Lowered, complex, constants,
    emit::{cmpf, cmpi, select},
    types::{self, Kind, signless},
};

/// Converts a scalar; `from` and `to` are the element types before the lowering.
pub(super) fn convert(b: &mut Builder<'_>, v: Value, from: Type, to: Type) -> Lowered<Value> {
    let (source, target) = (types::kind(b.cx(), from)?, types::kind(b.cx(), to)?);
    let ty = signless(b.cx(), to);
    if b.ty(v) == ty {
        return Ok(v);
    }
    Ok(match (source, target) {
        // The imaginary part is dropped unless the result is complex.
        (Kind::Complex, _) => {
            let (re, im) = (complex::part(b, true, v), complex::part(b, false, v));
            let part = b.cx().type_as::<ComplexType>(from).map_or(from, |c| c.elem);
            let Some(into) = b.cx().type_as::<ComplexType>(ty).map(|c| c.elem) else {
                return convert(b, re, part, to);
            };
            let (re, im) = (convert(b, re, part, into)?, convert(b, im, part, into)?);
            complex::create(b, re, im)
        }
        (_, Kind::Complex) => {
            let into = b.cx().type_as::<ComplexType>(ty).map_or(ty, |c| c.elem);
            let (re, im) = (convert(b, v, from, into)?, constants::zero(b, into));
            complex::create(b, re, im)
        }
        (Kind::Float, Kind::Float) => float_to_float(b, v, ty),
        (Kind::Float, Kind::Pred) => {
            let zero = constants::zero(b, b.ty(v));
            // NaN converts to true.
            cmpf(b, CmpFPredicate::Une, v, zero)
        }
        (Kind::Float, _) => float_to_int(b, v, ty, target == Kind::Unsigned),
        (Kind::Pred, Kind::Float) => arith::UIToFPOp::build(b, v, ty),
        (Kind::Unsigned, Kind::Float) => arith::UIToFPOp::build(b, v, ty),
        (Kind::Signed, Kind::Float) => arith::SIToFPOp::build(b, v, ty),
        (_, Kind::Pred) => {
            let zero = constants::zero(b, b.ty(v));
            cmpi(b, CmpIPredicate::Ne, v, zero)
        }
        _ => {
            let (from, to) = (b.cx().bit_width(b.ty(v)), b.cx().bit_width(ty));
            if from > to {
                arith::TruncIOp::build(b, v, None, ty)
            } else if source == Kind::Signed {
                arith::ExtSIOp::build(b, v, ty)
            } else {
                arith::ExtUIOp::build(b, v, ty)
            }
        }
    })
}

/// Converts between float formats, through `f32` if neither contains all numbers of the other.
pub(super) fn float_to_float(b: &mut Builder<'_>, v: Value, ty: Type) -> Value {
    let width = |b: &Body, t| b.cx().bit_width(t).unwrap_or(0);
    let (from, to) = (width(b, b.ty(v)), width(b, ty));
    if b.ty(v) == ty {
        return v;
    }
    if from < to {
        return arith::ExtFOp::build(b, v, None, ty);
    }
    if from > to {
        return arith::TruncFOp::build(b, v, None, None, ty);
    }
    let wide = b.cx().f32();
    let v = arith::ExtFOp::build(b, v, None, wide);
    arith::TruncFOp::build(b, v, None, None, ty)
}

/// Rounds towards zero; values out of range saturate, and NaN becomes 0.
fn float_to_int(b: &mut Builder<'_>, v: Value, ty: Type, unsigned: bool) -> Value {
    // The bounds of a format without infinities saturate to its largest number.
    if b.cx().as_float(b.ty(v)).is_some_and(|f| f.infinity(false).is_none()) {
        let wide = b.cx().f32();
        let v = arith::ExtFOp::build(b, v, None, wide);
        return float_to_int(b, v, ty, unsigned);
    }
    let float = b.ty(v);
    let width = b.cx().bit_width(ty).unwrap_or(64) as i32;
    let (low, high) =
        if unsigned { (0.0, 2f64.powi(width)) } else { (-(2f64.powi(width - 1)), 2f64.powi(width - 1)) };
    let (min, max) =
        if unsigned { (0, -1) } else { (1i64 << (width - 1).min(63), !(1i64 << (width - 1).min(63))) };
    let raw = if unsigned { arith::FPToUIOp::build(b, v, ty) } else { arith::FPToSIOp::build(b, v, ty) };
    let (low, high) = (arith::constant_float(b, low, float), arith::constant_float(b, high, float));
    let (min, max) = (arith::constant_int(b, min, ty), arith::constant_int(b, max, ty));
    let zero = arith::constant_int(b, 0, ty);
    let too_low = cmpf(b, CmpFPredicate::Ole, v, low);
    let too_high = cmpf(b, CmpFPredicate::Oge, v, high);
    let nan = cmpf(b, CmpFPredicate::Uno, v, v);
    let value = select(b, too_low, min, raw);
    let value = select(b, too_high, max, value);
    select(b, nan, zero, value)
}
