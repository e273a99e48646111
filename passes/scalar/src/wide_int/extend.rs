//! Extensions of integers to twice their width.

use strata_arith::{self as arith, CmpIPredicate};
use strata_ir::prelude::*;

use super::halves::{half_type, join, with_unit};
use crate::arith_builder::ArithBuilder;

type E<'e, 'x, 'b> = &'e mut ArithBuilder<'x, 'b>;

/// The high half has the sign in all bits.
pub(super) fn sign_extend(e: E<'_, '_, '_>, x: Value, ty: Type) -> Value {
    let half = half_type(e.0.cx(), ty);
    let mut low = with_unit(e, x);
    if e.0.ty(low) != half {
        low = arith::ExtSIOp::build(e.0, low, half);
    }
    let zero = e.int(0, half);
    let negative = e.cmpi(CmpIPredicate::Slt, low, zero);
    let high = arith::ExtSIOp::build(e.0, negative, half);
    join(e, ty, &[low, high])
}

/// The high half is zero.
pub(super) fn zero_extend(e: E<'_, '_, '_>, x: Value, ty: Type) -> Value {
    let half = half_type(e.0.cx(), ty);
    let mut low = with_unit(e, x);
    if e.0.ty(low) != half {
        low = e.extui(low, half);
    }
    join(e, ty, &[low])
}
