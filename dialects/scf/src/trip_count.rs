//! How often a counted loop runs.

use strata_arith::{AddIOp, IntegerOverflowFlags};
use strata_ir::prelude::*;

use crate::syntax::Mixed;

/// How bounds are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As signed numbers.
    Signed,
    /// As unsigned numbers.
    Unsigned,
}

/// How often a loop from `lower` to `upper` runs. One whose step is not positive never does.
pub fn trip_count(b: &Body, lower: Value, upper: Value, step: Value, order: Order) -> Option<u64> {
    mixed_trip_count(b, Mixed::Dynamic(lower), Mixed::Dynamic(upper), Mixed::Dynamic(step), order)
}

/// The same for bounds and steps that may be numbers.
pub fn mixed_trip_count(b: &Body, lower: Mixed, upper: Mixed, step: Mixed, order: Order) -> Option<u64> {
    if lower == upper {
        return Some(0);
    }
    let number = |m: Mixed| Some(as_number(b, m, order, m.constant(b)?));
    let distance = match (number(lower), number(upper)) {
        (Some(lower), Some(upper)) => upper.checked_sub(lower)?,
        _ => constant_distance(b, lower, upper, order)?,
    };
    if distance <= 0 {
        return Some(0);
    }
    let step = number(step)?;
    if step <= 0 {
        return Some(0);
    }
    u64::try_from((distance as u128).div_ceil(step as u128)).ok()
}

/// How often a loop of several dimensions runs.
pub fn product(mut dimensions: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    dimensions.try_fold(1_u64, |all, n| all.checked_mul(n?))
}

/// Constants are sign-extended to 64 bits.
fn as_number(b: &Body, m: Mixed, order: Order, value: i64) -> i128 {
    let width = match m {
        Mixed::Dynamic(v) => b.cx().bit_width(b.ty(v)).unwrap_or(64).clamp(1, 64),
        Mixed::Static(_) => 64,
    };
    match order {
        Order::Signed => i128::from(value),
        Order::Unsigned => i128::from(value as u64 & (u64::MAX >> (64 - width))),
    }
}

/// The constant that was added to the lower bound to get the upper bound, where the sum did not wrap around.
fn constant_distance(b: &Body, lower: Mixed, upper: Mixed, order: Order) -> Option<i128> {
    let (Mixed::Dynamic(lower), Mixed::Dynamic(upper)) = (lower, upper) else { return None };
    let sum = b.def_as::<AddIOp>(upper)?;
    let promised = match order {
        Order::Signed => IntegerOverflowFlags::NSW,
        Order::Unsigned => IntegerOverflowFlags::NUW,
    };
    let flags = IntegerOverflowFlags::from_attr(b.cx(), b.attr(sum.op(), "overflowFlags"));
    if !flags.contains(promised) || sum.lhs(b) != lower {
        return None;
    }
    let distance = Mixed::Dynamic(sum.rhs(b));
    Some(as_number(b, distance, order, distance.constant(b)?))
}
