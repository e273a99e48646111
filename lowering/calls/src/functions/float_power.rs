//! Powers of floats with integer exponents by repeated squaring.
//!
//! A negative exponent is negated, and the power inverted at the end. The smallest exponent cannot be negated: the power is computed with
//! the largest exponent, and multiplied by the base once more.

use strata_arith::{
    AndIOp, CmpIPredicate, DivFOp, MulFOp, SelectOp, ShRUIOp, SubIOp, constant, constant_float, constant_int,
};
use strata_cf::BranchOp;
use strata_func::ReturnOp;
use strata_ir::{num::ApInt, prelude::*};

use super::integer_power::{add_blocks, branch, compare};

pub(super) fn write(b: &mut Builder<'_>, entry: Block) {
    let (base, exponent) = (b.block_args(entry)[0], b.block_args(entry)[1]);
    let (ty, int) = (b.ty(base), b.ty(exponent));
    let one = constant_float(b, 1.0, ty);
    let [zero, low_bit] = [0, 1].map(|v| constant_int(b, v, int));
    let width = b.cx().as_int(int).map_or(1, |t| t.width);
    let [smallest, largest] = [ApInt::min_signed(width), ApInt::max_signed(width)].map(|value| {
        let value = b.cx().attr(IntegerAttr { value, ty: int });
        constant(b, value)
    });
    let (carried, single) = ([ty, ty, int], [ty]);
    let [of_zero, start, round, multiply, next, square, last] =
        add_blocks(b, [&[], &[], &carried, &[], &single, &[], &single]);
    let [once_more, sign, invert, end] = add_blocks(b, [&[], &single, &[], &single]);

    let is_zero = compare(b, CmpIPredicate::Eq, exponent, zero);
    branch(b, is_zero, (of_zero, &[]), (start, &[]));
    b.goto_end(of_zero);
    ReturnOp::build(b, &[one]);

    b.goto_end(start);
    let negative = compare(b, CmpIPredicate::Sle, exponent, zero);
    let is_smallest = compare(b, CmpIPredicate::Eq, exponent, smallest);
    let negated = SubIOp::build(b, zero, exponent, None);
    let size = SelectOp::build(b, negative, negated, exponent);
    let size = SelectOp::build(b, is_smallest, largest, size);
    BranchOp::build(b, &[one, base, size], round);

    b.goto_end(round);
    let (result, factor, size) = (b.block_args(round)[0], b.block_args(round)[1], b.block_args(round)[2]);
    let bit = AndIOp::build(b, size, low_bit);
    let is_set = compare(b, CmpIPredicate::Ne, bit, zero);
    branch(b, is_set, (multiply, &[]), (next, &[result]));
    b.goto_end(multiply);
    let product = MulFOp::build(b, result, factor, None);
    BranchOp::build(b, &[product], next);
    b.goto_end(next);
    let result = b.block_args(next)[0];
    let size = ShRUIOp::build(b, size, low_bit, None);
    let is_last = compare(b, CmpIPredicate::Eq, size, zero);
    branch(b, is_last, (last, &[result]), (square, &[]));
    b.goto_end(square);
    let squared = MulFOp::build(b, factor, factor, None);
    BranchOp::build(b, &[result, squared, size], round);

    b.goto_end(last);
    let result = b.block_args(last)[0];
    branch(b, is_smallest, (once_more, &[]), (sign, &[result]));
    b.goto_end(once_more);
    let product = MulFOp::build(b, result, base, None);
    BranchOp::build(b, &[product], sign);
    b.goto_end(sign);
    let result = b.block_args(sign)[0];
    branch(b, negative, (invert, &[]), (end, &[result]));
    b.goto_end(invert);
    let inverse = DivFOp::build(b, one, result, None);
    BranchOp::build(b, &[inverse], end);
    b.goto_end(end);
    let result = b.block_args(end)[0];
    ReturnOp::build(b, &[result]);
}
