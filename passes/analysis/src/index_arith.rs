//! Index arithmetic: sums, products and quotients of indices and sizes, which are constants or values.
//!
//! Indices never overflow, and the ops say so with flags, which LLVM needs.

use strata_arith::{
    AddIOp, AndIOp, CmpIOp, CmpIPredicate, DivUIOp, IntegerOverflowFlags, MulIOp, RemUIOp, SelectOp, ShRUIOp,
    XOrIOp, constant_index,
};
use strata_ir::prelude::*;
use strata_tensor::MixedIndex;

fn flags(b: &Builder<'_>) -> Option<Attr> {
    Some(b.cx().attr(IntegerOverflowFlags::BOTH))
}
/// The sum of two indices.
pub fn add(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let flags = flags(b);
    AddIOp::build(b, x, y, flags)
}
/// The sum of an index and a constant.
pub fn add_const(b: &mut Builder<'_>, x: Value, n: i64) -> Value {
    if n == 0 {
        return x;
    }
    let n = constant_index(b, n);
    add(b, x, n)
}
/// A constant or a value as a value.
pub fn value(b: &mut Builder<'_>, n: impl Into<MixedIndex>) -> Value {
    match n.into() {
        MixedIndex::Static(n) => constant_index(b, n),
        MixedIndex::Value(v) => v,
    }
}
/// The product of an index and a constant or a value.
pub fn times(b: &mut Builder<'_>, x: Value, n: impl Into<MixedIndex>) -> Value {
    let n = n.into();
    if n == MixedIndex::Static(1) {
        return x;
    }
    let n = value(b, n);
    mul(b, x, n)
}
/// The product of two indices.
pub fn mul(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let flags = flags(b);
    MulIOp::build(b, x, y, flags)
}
/// The quotient of an index and a constant or a value.
pub fn div(b: &mut Builder<'_>, x: Value, n: impl Into<MixedIndex>) -> Value {
    let n = n.into();
    if n == MixedIndex::Static(1) {
        return x;
    }
    let n = value(b, n);
    DivUIOp::build(b, x, n, None)
}
/// The remainder of a division by a constant or a value.
pub fn rem(b: &mut Builder<'_>, x: Value, n: impl Into<MixedIndex>) -> Value {
    let n = value(b, n);
    RemUIOp::build(b, x, n)
}
/// The quotient by a power of two.
pub fn shift(b: &mut Builder<'_>, x: Value, by: i64) -> Value {
    let by = constant_index(b, i64::from(by.trailing_zeros()));
    ShRUIOp::build(b, x, by, None)
}
/// `x & mask`.
pub fn mask(b: &mut Builder<'_>, x: Value, mask: i64) -> Value {
    let mask = constant_index(b, mask);
    AndIOp::build(b, x, mask)
}
/// `x ^ y`.
pub fn xor(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    XOrIOp::build(b, x, y)
}
/// Compares two integers.
pub fn compare(b: &mut Builder<'_>, predicate: CmpIPredicate, x: Value, y: Value) -> Value {
    let predicate = b.cx().i64_attr(predicate as i64);
    CmpIOp::build(b, predicate, x, y)
}
/// Whether an index is less than another one.
pub fn less(b: &mut Builder<'_>, x: Value, than: impl Into<MixedIndex>) -> Value {
    let than = value(b, than);
    compare(b, CmpIPredicate::Ult, x, than)
}
/// Whether an index is zero.
pub fn is_zero(b: &mut Builder<'_>, x: Value) -> Value {
    let zero = constant_index(b, 0);
    compare(b, CmpIPredicate::Eq, x, zero)
}
/// The conjunction of two conditions; `None` stands for one that always holds.
pub fn both(b: &mut Builder<'_>, x: Option<Value>, y: Option<Value>) -> Option<Value> {
    match (x, y) {
        (Some(x), Some(y)) => Some(AndIOp::build(b, x, y)),
        (x, y) => x.or(y),
    }
}
/// Selects `x` where the condition holds, and `y` otherwise.
pub fn select(b: &mut Builder<'_>, condition: Value, x: Value, y: Value) -> Value {
    SelectOp::build(b, condition, x, y)
}
/// The quotient rounded up.
pub fn up(x: i64, by: i64) -> i64 {
    x / by + i64::from(x % by != 0)
}
/// The quotient of a constant or a value, rounded up.
pub fn up_to(b: &mut Builder<'_>, x: MixedIndex, by: i64) -> MixedIndex {
    match x {
        MixedIndex::Static(n) => MixedIndex::Static(up(n, by)),
        MixedIndex::Value(v) => {
            let round = add_const(b, v, by - 1);
            MixedIndex::Value(div(b, round, by))
        }
    }
}
/// Whether a size is known to be a multiple of a number.
pub fn is_multiple(size: MixedIndex, of: i64) -> bool {
    size.as_static().is_some_and(|n| n % of == 0)
}
