//! Indices and their digits in number systems with mixed bases, as arithmetic.
//!
//! A basis has no bound of the first digit, which is not limited; `Err` is a dynamic base. The weight of a digit is the product of the bases
//! after it.

use strata_arith::{
    AddIOp, CmpIPredicate, DivSIOp, FloorDivSIOp, IntegerOverflowFlags, MulIOp, RemSIOp, SelectOp,
    constant_index,
};
use strata_ir::prelude::*;

use crate::{affine_expr::no_signed_wrap, index_arith::compare};

/// The weights of all digits except for the last one.
///
/// # Errors
/// The product of the known bases must fit.
pub fn strides(
    b: &mut Builder<'_>,
    basis: &[Result<i64, Value>],
    overflow: IntegerOverflowFlags,
) -> Result<Vec<Value>, String> {
    let mut out = Vec::with_capacity(basis.len());
    let (mut known, mut dynamic): (i64, Option<Value>) = (1, None);
    let flags = Some(b.cx().attr(overflow));
    for base in basis.iter().rev() {
        match *base {
            Ok(n) => known = known.checked_mul(n).ok_or("the product of its bases overflows")?,
            Err(v) => {
                dynamic = Some(match dynamic {
                    Some(d) => MulIOp::build(b, d, v, flags),
                    None => v,
                });
            }
        }
        out.push(match dynamic {
            None => constant_index(b, known),
            Some(d) if known == 1 => d,
            Some(d) => {
                let factor = constant_index(b, known);
                MulIOp::build(b, d, factor, flags)
            }
        });
    }
    out.reverse();
    Ok(out)
}

/// The digits of an index.
///
/// # Errors
/// See [`strides`].
pub fn expand_delinearize(
    b: &mut Builder<'_>,
    linear: Value,
    basis: &[Result<i64, Value>],
) -> Result<Vec<Value>, String> {
    // The bases are positive, and so is their product.
    let strides = strides(b, basis, IntegerOverflowFlags::BOTH)?;
    let Some(&first) = strides.first() else { return Ok(vec![linear]) };
    let zero = constant_index(b, 0);
    let mut digits = vec![FloorDivSIOp::build(b, linear, first)];
    for (i, &modulus) in strides.iter().enumerate() {
        let rem = RemSIOp::build(b, linear, modulus);
        let negative = compare(b, CmpIPredicate::Slt, rem, zero);
        let flags = no_signed_wrap(b);
        let corrected = AddIOp::build(b, rem, modulus, flags);
        let rest = SelectOp::build(b, negative, corrected, rem);
        digits.push(match strides.get(i + 1) {
            Some(&stride) => DivSIOp::build(b, rest, stride, None),
            None => rest,
        });
    }
    Ok(digits)
}

/// The index of digits; `overflow` is promised of the weights. The op whose digits they are stands where `b` builds: products that more of the
/// loops around it leave unchanged are added first.
///
/// # Errors
/// See [`strides`].
pub fn expand_linearize(
    b: &mut Builder<'_>,
    digits: &[Value],
    basis: &[Result<i64, Value>],
    overflow: IntegerOverflowFlags,
) -> Result<Value, String> {
    let Some((&last, rest)) = digits.split_last() else { return Ok(constant_index(b, 0)) };
    let strides = strides(b, basis, overflow)?;
    let flags = no_signed_wrap(b);
    let mut terms: Vec<(usize, Value)> = rest
        .iter()
        .zip(&strides)
        .map(|(&digit, &stride)| (num_invariant_loops(b, digit), MulIOp::build(b, digit, stride, flags)))
        .collect();
    terms.push((num_invariant_loops(b, last), last));
    terms.sort_by_key(|term| std::cmp::Reverse(term.0));
    let sum = terms.into_iter().map(|term| term.1).reduce(|x, y| AddIOp::build(b, x, y, flags));
    Ok(sum.unwrap_or(last))
}

/// The number of loops around the place where `b` builds, from the inside out, in which a value is not defined.
fn num_invariant_loops(b: &Builder<'_>, value: Value) -> usize {
    let (mut count, mut at) = (0, b.block_parent_op(b.point().block));
    while let Some(op) = at {
        if op.implements::<dyn LoopLike>(b) {
            let inside = b.def_block(value).and_then(|block| b.block_parent_op(block));
            if inside.is_some_and(|p| p == op || b.is_ancestor(op, p)) {
                break;
            }
            count += 1;
        }
        at = b.parent_op(op);
    }
    count
}
