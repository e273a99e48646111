//! Folding: constants, identities, and the order of operands.

mod cast;
mod cmp;
pub mod elements;
mod float;
mod int;
mod select;

use strata_ir::prelude::*;
use strata_ub::PoisonAttr;

pub use cast::fold_cast;
pub use cmp::{fold_cmpf, fold_cmpi};
pub use float::{fold_float_binary, fold_negf};
pub use int::{fold_addui_extended, fold_int_binary, fold_mul_extended};
pub use select::fold_select;

/// The poison among the constants; a poison operand makes the result of most ops poison.
pub fn poison(cx: &Context, consts: &[Option<Attr>]) -> Option<Attr> {
    consts.iter().flatten().copied().find(|&a| PoisonAttr::isa(cx, a))
}

/// Moves the one constant operand of a commutative binary op to the right.
pub fn constant_to_right(op: Op, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
    if !(consts.first()?.is_some() && consts.get(1)?.is_none()) {
        return None;
    }
    let (lhs, rhs) = (b.operand(op, 0), b.operand(op, 1));
    b.set_operand(op, 0, rhs);
    b.set_operand(op, 1, lhs);
    Some(Folded::InPlace)
}
