//! Complex numbers: each op on an element is one of the `complex` dialect, or a few.

use strata_arith::CmpFPredicate;
use strata_complex::{ConstantOp, CreateOp, ImOp, ReOp, part_type};
use strata_ir::prelude::*;
use strata_linalg::payload;
use strata_stablehlo::ComparisonDirection;

use super::{
    Lowered, constants,
    emit::{build, cmpf, select},
};

/// The complex number with these parts.
pub(super) fn create(b: &mut Builder<'_>, re: Value, im: Value) -> Value {
    let ty = b.cx().ty(ComplexType { elem: b.ty(re) });
    CreateOp::build(b, re, im, ty)
}

/// The real or the imaginary part of a complex or a real number.
pub(super) fn part(b: &mut Builder<'_>, real: bool, x: Value) -> Value {
    let ty = b.ty(x);
    match (part_type(b.cx(), ty), real) {
        (Some(_), true) => ReOp::build(b, x, None),
        (Some(_), false) => ImOp::build(b, x, None),
        (None, true) => x,
        (None, false) => constants::zero(b, ty),
    }
}

/// The conjugate; a real number is its own.
pub(super) fn conjugate(b: &mut Builder<'_>, x: Value) -> Value {
    match part_type(b.cx(), b.ty(x)) {
        Some(_) => strata_complex::ConjOp::build(b, x, None),
        None => x,
    }
}

/// The reason why an op on complex numbers cannot be lowered.
pub(super) const UNKNOWN: &str = "no lowering is known for complex numbers";

/// The absolute value.
pub(super) fn abs(b: &mut Builder<'_>, x: Value) -> Lowered<Value> {
    let ty = b.ty(x);
    payload::op(b, "complex.abs", &[x], part_type(b.cx(), ty).unwrap_or(ty))
}

/// `1 / (1 + exp(-x))`.
pub(super) fn logistic(b: &mut Builder<'_>, x: Value) -> Lowered<Value> {
    let one = constants::number(b, 1, b.ty(x));
    let negative = build(b, "complex.neg", &[x])?;
    let exp = build(b, "complex.exp", &[negative])?;
    let sum = build(b, "complex.add", &[one, exp])?;
    build(b, "complex.div", &[one, sum])
}

/// The cube root.
pub(super) fn cbrt(b: &mut Builder<'_>, x: Value) -> Lowered<Value> {
    let third = ConstantOp::create(b, 1.0 / 3.0, 0.0, b.ty(x));
    build(b, "complex.pow", &[x, third])
}

/// The square of a number, whose real part is `(x - y) (x + y)`: squares of the parts may overflow where their difference does not. If the
/// parts are finite with equal absolute values, it is zero, even if their sum overflows.
pub(super) fn square(b: &mut Builder<'_>, z: Value) -> Lowered<Value> {
    let [x, y] = [true, false].map(|real| part(b, real, z));
    let ty = b.ty(x);
    let (difference, sum) = (build(b, "arith.subf", &[x, y])?, build(b, "arith.addf", &[x, y])?);
    let real = build(b, "arith.mulf", &[difference, sum])?;
    let [width, height] = [build(b, "math.absf", &[x])?, build(b, "math.absf", &[y])?];
    let infinity = strata_arith::constant_float(b, f64::INFINITY, ty);
    let finite = cmpf(b, CmpFPredicate::One, width, infinity);
    let level = cmpf(b, CmpFPredicate::Oeq, width, height);
    let diagonal = build(b, "arith.andi", &[finite, level])?;
    let zero = constants::zero(b, ty);
    let real = select(b, diagonal, zero, real);
    let product = build(b, "arith.mulf", &[x, y])?;
    let two = strata_arith::constant_float(b, 2.0, ty);
    let imaginary = build(b, "arith.mulf", &[product, two])?;
    Ok(create(b, real, imaginary))
}

/// The maximum or minimum in lexicographic order; NaN if a part is NaN.
pub(super) fn extreme(b: &mut Builder<'_>, larger: bool, x: Value, y: Value) -> Lowered<Value> {
    let [x_re, y_re] = [x, y].map(|z| part(b, true, z));
    let [x_im, y_im] = [x, y].map(|z| part(b, false, z));
    let predicate = if larger { CmpFPredicate::Ogt } else { CmpFPredicate::Olt };
    let beyond = cmpf(b, predicate, x_re, y_re);
    let level = cmpf(b, CmpFPredicate::Oeq, x_re, y_re);
    let ahead = cmpf(b, predicate, x_im, y_im);
    let ahead = build(b, "arith.andi", &[level, ahead])?;
    let first = build(b, "arith.ori", &[beyond, ahead])?;
    let chosen = select(b, first, x, y);
    let unordered = [(x_re, x_im), (y_re, y_im)].map(|(re, im)| cmpf(b, CmpFPredicate::Uno, re, im));
    let unordered = build(b, "arith.ori", &unordered)?;
    let ty = b.ty(x);
    let nan = ConstantOp::create(b, f64::NAN, f64::NAN, ty);
    Ok(select(b, unordered, nan, chosen))
}

/// Compares two numbers for equality or inequality; they have no order.
pub(super) fn compare(
    b: &mut Builder<'_>,
    direction: ComparisonDirection,
    x: Value,
    y: Value,
) -> Lowered<Value> {
    let name = match direction {
        ComparisonDirection::Eq => "complex.eq",
        ComparisonDirection::Ne => "complex.neq",
        _ => return Err("complex numbers have no order".into()),
    };
    let pred = b.cx().i1();
    payload::op(b, name, &[x, y], pred)
}
