//! Arithmetic on sizes that always fits, because what it is applied to was checked before.

use strata_ir::prelude::*;
use strata_linalg::payload;
pub(super) use strata_passes_analysis::index_arith::value;
use strata_tensor::MixedIndex;

use super::Lowered;

/// What a program says where a number does not fit.
pub(super) const TOO_LARGE: &str = "a size is too large";

/// An operation by the name of its op; what is known is computed.
pub(super) fn binary(
    b: &mut Builder<'_>,
    name: &str,
    x: MixedIndex,
    y: MixedIndex,
    known: fn(i64, i64) -> Option<i64>,
) -> Lowered<MixedIndex> {
    if let (Some(m), Some(n)) = (x.constant(b), y.constant(b)) {
        return known(m, n).map(MixedIndex::Static).ok_or_else(|| TOO_LARGE.into());
    }
    let (x, y) = (value(b, x), value(b, y));
    let index = b.cx().index();
    payload::op(b, name, &[x, y], index).map(MixedIndex::Value)
}

/// What a part leaves of a whole that was checked to be no smaller, as that of a size without its last element.
pub(super) fn left(b: &mut Builder<'_>, whole: MixedIndex, part: MixedIndex) -> Lowered<MixedIndex> {
    match part {
        MixedIndex::Static(0) => Ok(whole),
        _ if whole == part => Ok(MixedIndex::Static(0)),
        _ => binary(b, "arith.subi", whole, part, i64::checked_sub),
    }
}

/// The number of the last of so many elements; -1 where there is none.
pub(super) fn last(b: &mut Builder<'_>, n: MixedIndex) -> Lowered<MixedIndex> {
    left(b, n, 1.into())
}

/// The larger one.
pub(super) fn max(b: &mut Builder<'_>, x: MixedIndex, y: MixedIndex) -> Lowered<MixedIndex> {
    binary(b, "arith.maxsi", x, y, |x, y| Some(x.max(y)))
}

/// The smaller one.
pub(super) fn min(b: &mut Builder<'_>, x: MixedIndex, y: MixedIndex) -> Lowered<MixedIndex> {
    if x == y {
        return Ok(x);
    }
    binary(b, "arith.minsi", x, y, |x, y| Some(x.min(y)))
}

/// The quotient rounded down, of numbers that are not negative.
pub(super) fn div(b: &mut Builder<'_>, x: MixedIndex, y: MixedIndex) -> Lowered<MixedIndex> {
    match y {
        MixedIndex::Static(1) => Ok(x),
        _ => binary(b, "arith.divui", x, y, i64::checked_div),
    }
}

/// Ends the program unless the condition holds.
pub(super) fn assert(b: &mut Builder<'_>, condition: Value, message: &str) {
    let message = b.cx().string_attr(message);
    strata_cf::AssertOp::build(b, condition, message);
}
