//! Arithmetic on indices of kernels.

use strata_arith::{
    AddIOp, AndIOp, CmpIOp, CmpIPredicate, DivUIOp, IntegerOverflowFlags, MulIOp, RemUIOp, SelectOp, XOrIOp,
    constant_index,
};
use strata_ir::prelude::*;

fn flags(b: &Builder<'_>) -> Option<Attr> {
    Some(b.cx().attr(IntegerOverflowFlags::BOTH))
}
pub(super) fn add(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let flags = flags(b);
    AddIOp::build(b, x, y, flags)
}
pub(super) fn mul(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let flags = flags(b);
    MulIOp::build(b, x, y, flags)
}
pub(super) fn add_number(b: &mut Builder<'_>, x: Value, n: i64) -> Value {
    if n == 0 {
        return x;
    }
    let n = constant_index(b, n);
    add(b, x, n)
}
pub(super) fn times(b: &mut Builder<'_>, x: Value, n: i64) -> Value {
    if n == 1 {
        return x;
    }
    let n = constant_index(b, n);
    mul(b, x, n)
}
pub(super) fn div(b: &mut Builder<'_>, x: Value, n: i64) -> Value {
    if n == 1 {
        return x;
    }
    let n = constant_index(b, n);
    DivUIOp::build(b, x, n, None)
}
pub(super) fn rem(b: &mut Builder<'_>, x: Value, n: i64) -> Value {
    let n = constant_index(b, n);
    RemUIOp::build(b, x, n)
}
pub(super) fn and(b: &mut Builder<'_>, x: Value, n: i64) -> Value {
    let n = constant_index(b, n);
    AndIOp::build(b, x, n)
}
pub(super) fn xor(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    XOrIOp::build(b, x, y)
}
pub(super) fn compare(b: &mut Builder<'_>, predicate: CmpIPredicate, x: Value, y: Value) -> Value {
    let predicate = b.cx().i64_attr(predicate as i64);
    CmpIOp::build(b, predicate, x, y)
}
pub(super) fn less(b: &mut Builder<'_>, x: Value, n: i64) -> Value {
    let n = constant_index(b, n);
    compare(b, CmpIPredicate::Ult, x, n)
}
/// Whether both hold, where either may be certain.
pub(super) fn both(b: &mut Builder<'_>, x: Option<Value>, y: Option<Value>) -> Option<Value> {
    match (x, y) {
        (Some(x), Some(y)) => Some(AndIOp::build(b, x, y)),
        (x, y) => x.or(y),
    }
}
pub(super) fn select(b: &mut Builder<'_>, condition: Value, x: Value, y: Value) -> Value {
    SelectOp::build(b, condition, x, y)
}
