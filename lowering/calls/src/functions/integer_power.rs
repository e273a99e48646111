//! Integer powers by repeated squaring.
//!
//! A power with a negative exponent is the quotient of one and the power with its absolute value, rounded towards zero: it is zero for
//! all bases but `1` and `-1`. That of zero divides by zero, which is undefined as the power is.

use strata_arith::{AndIOp, CmpIOp, CmpIPredicate, DivSIOp, MulIOp, ShRUIOp, constant_int};
use strata_cf::{BranchOp, CondBranchOp};
use strata_func::ReturnOp;
use strata_ir::prelude::*;

/// Blocks behind the entry block, each with arguments of `types[i]`.
pub(super) fn add_blocks<const N: usize>(b: &mut Builder<'_>, types: [&[Type]; N]) -> [Block; N] {
    let region = b.regions(Op::SELF)[0];
    types.map(|types| b.add_block(region, types))
}

/// Compares two integers.
pub(super) fn compare(b: &mut Builder<'_>, predicate: CmpIPredicate, x: Value, y: Value) -> Value {
    let predicate = predicate.attr(b.cx());
    CmpIOp::build(b, predicate, x, y)
}

/// A block and the values of its arguments.
pub(super) type To<'a> = (Block, &'a [Value]);

/// Branches to one of two blocks.
pub(super) fn branch(b: &mut Builder<'_>, condition: Value, then: To<'_>, otherwise: To<'_>) {
    CondBranchOp::build(b, condition, then.1, otherwise.1, None, then.0, otherwise.0);
}

pub(super) fn write(b: &mut Builder<'_>, entry: Block) {
    let (base, exponent) = (b.block_args(entry)[0], b.block_args(entry)[1]);
    let ty = b.ty(base);
    let [zero, one, minus_one] = [0, 1, -1].map(|v| constant_int(b, v, ty));
    let [power_of_zero, check_sign, check_zero, of_zero, check_one, of_one, check_minus_one, of_minus_one] =
        add_blocks(b, [&[]; 8]);
    let [odd, even, of_others] = add_blocks(b, [&[]; 3]);
    let (three, single) = ([ty; 3], [ty]);
    let [round, multiply, next, end, square] = add_blocks(b, [&three, &[], &single, &[], &[]]);

    let is_zero = compare(b, CmpIPredicate::Eq, exponent, zero);
    branch(b, is_zero, (power_of_zero, &[]), (check_sign, &[]));
    returns(b, power_of_zero, one);

    b.goto_end(check_sign);
    let negative = compare(b, CmpIPredicate::Sle, exponent, zero);
    branch(b, negative, (check_zero, &[]), (round, &[one, base, exponent]));
    negative_exponent(
        b,
        [base, exponent],
        [zero, one, minus_one],
        &[check_zero, of_zero, check_one, of_one, check_minus_one, of_minus_one, odd, even, of_others],
    );

    b.goto_end(round);
    let (result, base, exponent) = (b.block_args(round)[0], b.block_args(round)[1], b.block_args(round)[2]);
    let bit = AndIOp::build(b, exponent, one);
    let is_set = compare(b, CmpIPredicate::Ne, bit, zero);
    branch(b, is_set, (multiply, &[]), (next, &[result]));
    b.goto_end(multiply);
    let product = MulIOp::build(b, result, base, None);
    BranchOp::build(b, &[product], next);
    b.goto_end(next);
    let result = b.block_args(next)[0];
    let exponent = ShRUIOp::build(b, exponent, one, None);
    let is_last = compare(b, CmpIPredicate::Eq, exponent, zero);
    branch(b, is_last, (end, &[]), (square, &[]));
    returns(b, end, result);
    b.goto_end(square);
    let base = MulIOp::build(b, base, base, None);
    BranchOp::build(b, &[result, base, exponent], round);
}

fn returns(b: &mut Builder<'_>, block: Block, value: Value) {
    b.goto_end(block);
    ReturnOp::build(b, &[value]);
}

/// The blocks for negative exponents.
fn negative_exponent(
    b: &mut Builder<'_>,
    [base, exponent]: [Value; 2],
    [zero, one, minus_one]: [Value; 3],
    blocks: &[Block; 9],
) {
    let [check_zero, of_zero, check_one, of_one, check_minus_one, of_minus_one, odd, even, of_others] =
        *blocks;
    b.goto_end(check_zero);
    let is_zero = compare(b, CmpIPredicate::Eq, base, zero);
    branch(b, is_zero, (of_zero, &[]), (check_one, &[]));
    b.goto_end(of_zero);
    let undefined = DivSIOp::build(b, one, zero, None);
    ReturnOp::build(b, &[undefined]);
    b.goto_end(check_one);
    let is_one = compare(b, CmpIPredicate::Eq, base, one);
    branch(b, is_one, (of_one, &[]), (check_minus_one, &[]));
    returns(b, of_one, one);
    b.goto_end(check_minus_one);
    let is_minus_one = compare(b, CmpIPredicate::Eq, base, minus_one);
    branch(b, is_minus_one, (of_minus_one, &[]), (of_others, &[]));
    b.goto_end(of_minus_one);
    let bit = AndIOp::build(b, exponent, one);
    let is_odd = compare(b, CmpIPredicate::Ne, bit, zero);
    branch(b, is_odd, (odd, &[]), (even, &[]));
    returns(b, odd, minus_one);
    returns(b, even, one);
    returns(b, of_others, zero);
}
