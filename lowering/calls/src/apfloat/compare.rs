//! Comparisons: the library says in which order two floats are, and the predicate is true of some orders.

use strata_arith::{CmpFPredicate, CmpIOp, CmpIPredicate, OrIOp, constant_int};
use strata_ir::prelude::*;

use super::bits::Calls;

/// The numbers of the orders.
const LESS: i64 = 0;
const EQUAL: i64 = 1;
const GREATER: i64 = 2;
const UNORDERED: i64 = 3;

/// Whether a predicate is true of two floats.
pub(super) fn compare(calls: &mut Calls<'_, '_>, predicate: CmpFPredicate, x: &[Value]) -> Option<Value> {
    let order = calls.order(x)?;
    let is_always = |calls: &mut Calls<'_, '_>, value: i64| {
        let i1 = calls.b.cx().i1();
        constant_int(calls.b, value, i1)
    };
    match predicate {
        CmpFPredicate::AlwaysFalse => Some(is_always(calls, 0)),
        CmpFPredicate::AlwaysTrue => Some(is_always(calls, 1)),
        _ => {
            let checks: Vec<Value> =
                orders(predicate).iter().map(|&number| is(calls.b, order, number)).collect();
            checks.into_iter().rev().reduce(|rest, first| OrIOp::build(calls.b, first, rest))
        }
    }
}

/// The orders of which a predicate is true.
fn orders(predicate: CmpFPredicate) -> &'static [i64] {
    match predicate {
        CmpFPredicate::AlwaysFalse => &[],
        CmpFPredicate::Oeq => &[EQUAL],
        CmpFPredicate::Ogt => &[GREATER],
        CmpFPredicate::Oge => &[GREATER, EQUAL],
        CmpFPredicate::Olt => &[LESS],
        CmpFPredicate::Ole => &[LESS, EQUAL],
        CmpFPredicate::One => &[LESS, GREATER],
        CmpFPredicate::Ord => &[LESS, GREATER, EQUAL],
        CmpFPredicate::Ueq => &[UNORDERED, EQUAL],
        CmpFPredicate::Ugt => &[UNORDERED, GREATER],
        CmpFPredicate::Uge => &[UNORDERED, GREATER, EQUAL],
        CmpFPredicate::Ult => &[UNORDERED, LESS],
        CmpFPredicate::Ule => &[UNORDERED, LESS, EQUAL],
        CmpFPredicate::Une => &[LESS, GREATER, UNORDERED],
        CmpFPredicate::Uno => &[UNORDERED],
        CmpFPredicate::AlwaysTrue => &[LESS, EQUAL, GREATER, UNORDERED],
    }
}

fn is(b: &mut Builder<'_>, order: Value, number: i64) -> Value {
    let (i8, predicate) = (b.cx().i8(), CmpIPredicate::Eq.attr(b.cx()));
    let number = constant_int(b, number, i8);
    CmpIOp::build(b, predicate, order, number)
}
