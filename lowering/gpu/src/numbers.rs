//! Arithmetic on positions, which never overflow.

use strata_arith::{
    AddIOp, AndIOp, CmpIOp, CmpIPredicate, IntegerOverflowFlags, MulIOp, ShRUIOp, constant_index,
};
use strata_ir::prelude::*;

fn flags(b: &Builder<'_>) -> Option<Attr> {
    Some(b.cx().attr(IntegerOverflowFlags::BOTH))
}
/// The sum of two positions.
pub(crate) fn add(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let flags = flags(b);
    AddIOp::build(b, x, y, flags)
}
/// The position so many further on.
pub(crate) fn add_const(b: &mut Builder<'_>, x: Value, n: i64) -> Value {
    if n == 0 {
        return x;
    }
    let n = constant_index(b, n);
    add(b, x, n)
}
/// A multiple of a number.
pub(crate) fn times(b: &mut Builder<'_>, x: Value, n: i64) -> Value {
    if n == 1 {
        return x;
    }
    let n = constant_index(b, n);
    let flags = flags(b);
    MulIOp::build(b, x, n, flags)
}
/// The quotient by a power of two.
pub(crate) fn shift(b: &mut Builder<'_>, x: Value, by: i64) -> Value {
    let by = constant_index(b, i64::from(by.trailing_zeros()));
    ShRUIOp::build(b, x, by, None)
}
/// The bits that a mask has.
pub(crate) fn mask(b: &mut Builder<'_>, x: Value, mask: i64) -> Value {
    let mask = constant_index(b, mask);
    AndIOp::build(b, x, mask)
}
/// Whether a position is before another one.
pub(crate) fn less(b: &mut Builder<'_>, x: Value, than: i64) -> Value {
    let than = constant_index(b, than);
    let predicate = b.cx().i64_attr(CmpIPredicate::Ult as i64);
    CmpIOp::build(b, predicate, x, than)
}
/// Whether a position is the first one.
pub(crate) fn is_zero(b: &mut Builder<'_>, x: Value) -> Value {
    let zero = constant_index(b, 0);
    let predicate = b.cx().i64_attr(CmpIPredicate::Eq as i64);
    CmpIOp::build(b, predicate, x, zero)
}
