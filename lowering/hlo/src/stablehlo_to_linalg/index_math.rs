//! Arithmetic on sizes that cannot overflow, because its operands were checked before.

use strata_ir::prelude::*;
use strata_linalg::payload;
pub(super) use strata_passes_analysis::index_arith::value;
use strata_tensor::MixedIndex;

use super::Lowered;

/// The message of a failed overflow check.
pub(super) const TOO_LARGE: &str = "a size is too large";

/// Emits an op by its name; constants are folded.
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

/// The difference of `whole` and `part`, which was checked to be no larger, such as a size without its last element.
pub(super) fn left(b: &mut Builder<'_>, whole: MixedIndex, part: MixedIndex) -> Lowered<MixedIndex> {
    match part {
        MixedIndex::Static(0) => Ok(whole),
        _ if whole == part => Ok(MixedIndex::Static(0)),
        _ => binary(b, "arith.subi", whole, part, i64::checked_sub),
    }
}

/// The index of the last of `n` elements; -1 if there is none.
pub(super) fn last(b: &mut Builder<'_>, n: MixedIndex) -> Lowered<MixedIndex> {
    left(b, n, 1.into())
}

/// The maximum.
pub(super) fn max(b: &mut Builder<'_>, x: MixedIndex, y: MixedIndex) -> Lowered<MixedIndex> {
    binary(b, "arith.maxsi", x, y, |x, y| Some(x.max(y)))
}

/// The minimum.
pub(super) fn min(b: &mut Builder<'_>, x: MixedIndex, y: MixedIndex) -> Lowered<MixedIndex> {
    if x == y {
        return Ok(x);
    }
    binary(b, "arith.minsi", x, y, |x, y| Some(x.min(y)))
}

/// The quotient rounded down, of nonnegative numbers.
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
