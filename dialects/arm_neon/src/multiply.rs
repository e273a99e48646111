//! Products of single elements.

use strata_ir::prelude::*;

use crate::types::{Narrow, Wide};

/// Multiplies signed integers; the products have twice as many bits.
#[op(
    name = "arm_neon.intr.smull",
    traits = [Pure],
    same = [a, b],
    holds(products_have_twice_the_bits, "res has same vector shape and element bitwidth scaled by 2 as a"),
    asm = "$a `,` $b attr-dict `:` type($a) `to` type($res)",
)]
pub struct SMullOp {
    /// The left factors.
    pub a: Operand<Narrow>,
    /// The right factors.
    pub b: Operand<Narrow>,
    /// The products.
    pub res: Res<Wide>,
}

fn products_have_twice_the_bits(b: &Body, op: Op) -> bool {
    let (cx, factors) = (b.cx(), b.ty(b.operand(op, 0)));
    let bits = cx.as_int(cx.elem_or_self(factors)).and_then(|int| int.width.checked_mul(2));
    bits.is_some_and(|bits| b.ty(b.result(op, 0)) == cx.with_elem(factors, cx.int_type(bits)))
}
