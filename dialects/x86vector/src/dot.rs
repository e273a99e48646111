//! Dot products of neighbours.

use strata_ir::prelude::*;

use crate::types::{AnyBF16, AnyF32, Bytes, EightF32, Sums, length};

/// Adds products of pairs of `bf16` to sums.
#[op(
    name = "x86vector.avx512.dot",
    traits = [Pure],
    same = [a, b],
    same = [src, dst],
    holds(factors_are_pairs, "`a` has twice an many elements as `src`"),
    asm = "$src `,` $a `,` $b attr-dict `:` type($a) `->` type($src)",
)]
pub struct DotBF16Op {
    /// The sums before.
    pub src: Operand<AnyF32>,
    /// The left pairs.
    pub a: Operand<AnyBF16>,
    /// The right pairs.
    pub b: Operand<AnyBF16>,
    /// The sums after.
    pub dst: Res<AnyF32>,
}

/// Adds products of groups of four signed bytes to sums.
#[op(
    name = "x86vector.avx.dot.i8",
    traits = [Pure],
    same = [a, b],
    same = [w, dst],
    holds(factors_are_groups, "`a` has four times elements as `w`"),
    asm = "$w `,` $a `,` $b attr-dict `:` type($a) `->` type($w)",
)]
pub struct DotInt8Op {
    /// The sums before.
    pub w: Operand<Sums>,
    /// The left groups.
    pub a: Operand<Bytes>,
    /// The right groups.
    pub b: Operand<Bytes>,
    /// The sums after.
    pub dst: Res<Sums>,
}

/// The dot product of each half, in all elements of that half.
#[op(
    name = "x86vector.avx.intr.dot",
    traits = [Pure, SameOperandsAndResultType],
    asm = "$a `,` $b attr-dict `:` type($res)",
)]
pub struct DotOp {
    /// The left factors.
    pub a: Operand<EightF32>,
    /// The right factors.
    pub b: Operand<EightF32>,
    /// The products.
    pub res: Res<EightF32>,
}

/// Whether the left factors are a vector of so many elements for each sum.
fn has_factors(b: &Body, op: Op, each: i64, elem: Type) -> bool {
    let n = length(b.ty(b.operand(op, 0)), b.cx()).and_then(|n| n.checked_mul(each));
    n.is_some_and(|n| b.ty(b.operand(op, 1)) == b.cx().vector(&[n], elem))
}
fn factors_are_pairs(b: &Body, op: Op) -> bool {
    has_factors(b, op, 2, b.cx().bf16())
}
fn factors_are_groups(b: &Body, op: Op) -> bool {
    has_factors(b, op, 4, b.cx().i8())
}
