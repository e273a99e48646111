//! `arith.maximumf` and `arith.minimumf` for targets whose instructions give their second operand where one is NaN or both are zeros.
//!
//! The instruction with the operands in one order and in the other gives the same number, but for zeros of both signs, of which each result is one, and
//! for NaN, which is one of the results. The bits that either result has are those of -0 or of a NaN, and so the minimum:
//! ```mlir
//! %bits = llvm.or %first, %second : vector<8xi32>
//! ```
//! For the maximum, the bits in which the results differ are subtracted again: those of +0 and -0 differ in the sign, and `-0 - -0` is +0; what is
//! subtracted from NaN is NaN; and elsewhere it is +0, which changes nothing.
//!
//! LLVM orders the operands by their signs and selects NaN afterwards, in eleven micro-operations with AVX2. It needs one where an operand is a
//! constant that is neither NaN nor the zero that wins.

use strata_arith::CmpFPredicate;
use strata_ir::{num::FloatFormat, prelude::*, rewrite::constant_value};
use strata_llvm as llvm;

use crate::engine::{Lower, Lowered};

/// `arith.maximumf` of its operands, if it is to be expanded.
pub(crate) fn maximum(l: &mut Lower<'_>) -> Lowered<Option<Value>> {
    let Some(format) = expanded(l) else { return Ok(None) };
    match constant(l)? {
        None => each(l, |l, [x, y], ty| {
            let ints = int_type(l, ty);
            let [first, second] = both_orders(l, CmpFPredicate::Ogt, [x, y], ty);
            let either = l.build(llvm::OrOp::info(), &[first, second], ints, &[]);
            let different = l.build(llvm::XOrOp::info(), &[first, second], ints, &[]);
            let [either, different] =
                [either, different].map(|bits| l.build(llvm::BitcastOp::info(), &[bits], ty, &[]));
            l.build(llvm::FSubOp::info(), &[either, different], ty, &[])
        }),
        Some(bits) if format.is_zero(bits) && !format.is_negative(bits) => each(l, at_least_zero),
        Some(_) => Ok(None),
    }
}

/// `arith.minimumf` of its operands, if it is to be expanded.
pub(crate) fn minimum(l: &mut Lower<'_>) -> Lowered<Option<Value>> {
    let Some(format) = expanded(l) else { return Ok(None) };
    if constant(l)?.is_some_and(|bits| !format.is_zero(bits) || !format.is_negative(bits)) {
        return Ok(None);
    }
    each(l, |l, [x, y], ty| {
        let ints = int_type(l, ty);
        let [first, second] = both_orders(l, CmpFPredicate::Olt, [x, y], ty);
        let either = l.build(llvm::OrOp::info(), &[first, second], ints, &[]);
        l.build(llvm::BitcastOp::info(), &[either], ty, &[])
    })
}

/// The format of the elements, if the op is to be expanded: `f32` or `f64`, and without flags that make it simpler.
fn expanded(l: &Lower<'_>) -> Option<FloatFormat> {
    let plain = l.words("fastmath").iter().all(|flag| flag == "none");
    if !l.options.expand_extrema || !plain {
        return None;
    }
    let cx = l.cx();
    let elem = cx.elem_or_self(l.result_type(0));
    (elem == cx.f32() || elem == cx.f64()).then(|| cx.as_float(elem)).flatten()
}

/// The bits of the number that the second operand is, in all lanes.
fn constant(l: &mut Lower<'_>) -> Lowered<Option<u128>> {
    let operand = l.operand(1)?;
    let cx = l.cx();
    let number = constant_value(l.body, operand).map(|attr| cx.splat_value(attr).unwrap_or(attr));
    Ok(number.and_then(|number| cx.attr_as::<FloatAttr>(number)).map(|number| number.bits))
}

/// The value that `build` makes of each vector of the operands.
fn each(
    l: &mut Lower<'_>,
    build: impl Fn(&mut Lower<'_>, [Value; 2], Type) -> Value,
) -> Lowered<Option<Value>> {
    let operands = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    l.each_vector(&operands, ty, &mut |l, parts, ty| Ok(build(l, [parts[0], parts[1]], ty))).map(Some)
}

/// `x + 0` where `x` is no less than zero, or NaN: the sum is +0 for -0. The other operand is +0.
fn at_least_zero(l: &mut Lower<'_>, [x, zero]: [Value; 2], ty: Type) -> Value {
    let positive = chosen(l, CmpFPredicate::Olt, x, zero, [zero, x], ty);
    l.build(llvm::FAddOp::info(), &[positive, zero], ty, &[])
}

/// The bits of the two results of the instruction that gives `x` where the predicate holds of `x` and `y`, else `y`.
fn both_orders(l: &mut Lower<'_>, predicate: CmpFPredicate, [x, y]: [Value; 2], ty: Type) -> [Value; 2] {
    let ints = int_type(l, ty);
    [[x, y], [y, x]].map(|[x, y]| {
        let one = chosen(l, predicate, x, y, [x, y], ty);
        l.build(llvm::BitcastOp::info(), &[one], ints, &[])
    })
}

/// `yes` where the predicate holds of `x` and `y`, else `no`.
fn chosen(
    l: &mut Lower<'_>,
    predicate: CmpFPredicate,
    x: Value,
    y: Value,
    [yes, no]: [Value; 2],
    ty: Type,
) -> Value {
    let cx = l.body.cx_arc().clone();
    let (truths, predicate) = (cx.with_elem(ty, cx.i1()), predicate.attr(&cx));
    let holds = l.build(llvm::FCmpOp::info(), &[x, y], truths, &[("predicate", predicate)]);
    l.build(llvm::SelectOp::info(), &[holds, yes, no], ty, &[])
}

/// Integers as wide as the floats of a type.
fn int_type(l: &Lower<'_>, ty: Type) -> Type {
    let cx = l.cx();
    let width = cx.bit_width(cx.elem_or_self(ty)).unwrap_or(32);
    cx.with_elem(ty, cx.int_type(width))
}
