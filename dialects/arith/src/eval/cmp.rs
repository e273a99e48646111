//! Comparisons.

use std::cmp::Ordering;

use strata_ir::num::{ApInt, FloatFormat};

use crate::{CmpFPredicate, CmpIPredicate};

/// Compares integers of one width.
pub fn cmpi(predicate: CmpIPredicate, a: &ApInt, b: &ApInt) -> bool {
    use CmpIPredicate::*;
    match predicate {
        Eq => a == b,
        Ne => a != b,
        Slt => a.scmp(b).is_lt(),
        Sle => a.scmp(b).is_le(),
        Sgt => a.scmp(b).is_gt(),
        Sge => a.scmp(b).is_ge(),
        Ult => a.ucmp(b).is_lt(),
        Ule => a.ucmp(b).is_le(),
        Ugt => a.ucmp(b).is_gt(),
        Uge => a.ucmp(b).is_ge(),
    }
}

/// Compares floats of one format.
pub fn cmpf(predicate: CmpFPredicate, format: FloatFormat, a: u128, b: u128) -> bool {
    use CmpFPredicate::*;
    let order = format.compare(a, b);
    let ordered = |f: fn(Ordering) -> bool| order.is_some_and(f);
    let unordered = |f: fn(Ordering) -> bool| order.is_none_or(f);
    match predicate {
        AlwaysFalse => false,
        Oeq => ordered(Ordering::is_eq),
        Ogt => ordered(Ordering::is_gt),
        Oge => ordered(Ordering::is_ge),
        Olt => ordered(Ordering::is_lt),
        Ole => ordered(Ordering::is_le),
        One => ordered(Ordering::is_ne),
        Ord => order.is_some(),
        Ueq => unordered(Ordering::is_eq),
        Ugt => unordered(Ordering::is_gt),
        Uge => unordered(Ordering::is_ge),
        Ult => unordered(Ordering::is_lt),
        Ule => unordered(Ordering::is_le),
        Une => unordered(Ordering::is_ne),
        Uno => order.is_none(),
        AlwaysTrue => true,
    }
}
