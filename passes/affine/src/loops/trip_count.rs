//! How often a loop runs: as a map of its operands, as a number, and the largest divisor that is known.

use strata_affine::{ForOp, ValueMap};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};

/// The trip count: the smallest result of the map. `None` if the lower bound is a maximum of several.
///
/// For bounds `lb` and `min(u0, u1)` and step `s` the results are `(u0 - lb) ceildiv s` and `(u1 - lb) ceildiv s`, simplified.
pub fn trip_count_map(b: &Body, for_op: ForOp) -> Option<ValueMap> {
    let (lower, upper, step) = (for_op.lower(b), for_op.upper(b), for_op.step_value(b));
    if let (Some(low), Some(high)) = (lower.map.single_constant(), upper.map.single_constant()) {
        let span = high.checked_sub(low)?.max(0);
        let count = span / step + i64::from(span % step != 0);
        return Some(ValueMap::new(AffineMap::constant(count), []));
    }
    if lower.map.n_results() != 1 {
        return None;
    }
    let mut count = ValueMap::difference(b, &upper, &lower)?;
    count.map = count.map.map_results(|e| e.ceil_div(step));
    Some(count)
}

/// The trip count, if all results of its map are constants; a negative one is unknown.
pub fn constant_trip_count(b: &Body, for_op: ForOp) -> Option<u64> {
    let results = trip_count_map(b, for_op)?.map.constant_results()?;
    results.into_iter().map(|n| u64::try_from(n).ok()).collect::<Option<Vec<_>>>()?.into_iter().min()
}

/// The largest number that is known to divide the trip count; zero for a loop that never runs, which every number divides.
pub fn largest_divisor_of_trip_count(b: &Body, for_op: ForOp) -> u64 {
    trip_count_map(b, for_op).map_or(1, |count| count.map.largest_known_divisor())
}

/// Whether a number is known to divide the trip count.
pub fn divides_trip_count(b: &Body, for_op: ForOp, factor: u64) -> bool {
    largest_divisor_of_trip_count(b, for_op).is_multiple_of(factor)
}

/// The map of a value to itself, as bounds have it for one dimension, plus a constant.
pub fn shifted_dim(value: Value, by: i64) -> ValueMap {
    ValueMap::new(AffineMap::new(1, 0, vec![AffineExpr::dim(0) + by]), [value])
}
