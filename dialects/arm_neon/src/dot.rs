//! Dot products of groups of four bytes.

use strata_ir::prelude::*;

use crate::types::{Bytes, Sums};

/// Adds dot products of groups of four signed bytes to sums.
#[op(
    name = "arm_neon.intr.sdot",
    traits = [Pure],
    same = [b, c],
    same = [a, res],
    holds(groups_have_sums, "res has the same number of elements as operand b"),
    asm = "$a `,` $b `,` $c attr-dict `:` type($b) `,` type($c) `to` type($res)",
)]
pub struct SdotOp {
    /// The sums before.
    pub a: Operand<Sums>,
    /// The left groups.
    pub b: Operand<Bytes>,
    /// The right groups.
    pub c: Operand<Bytes>,
    /// The sums after.
    pub res: Res<Sums>,
}

/// Adds dot products of the rows of two matrices with rows of four signed bytes to sums.
#[op(
    name = "arm_neon.2d.sdot",
    traits = [Pure],
    same = [b, c],
    same = [a, res],
    holds(sums_are_a_row, "operand `a` should be 1-dimensional"),
    holds(factors_are_matrices, "operand `b` should be 2-dimensional"),
    holds(rows_are_groups, "operand `b` should have 4 columns"),
    holds(rows_have_sums, "operand `b` should have as many rows as the size of operand `a`"),
    asm = "$a `,` $b `,` $c attr-dict `:` type($b) `,` type($c) `to` type($res)",
)]
pub struct Sdot2dOp {
    /// The sums before.
    pub a: Operand<Sums>,
    /// The left rows.
    pub b: Operand<Bytes>,
    /// The right rows.
    pub c: Operand<Bytes>,
    /// The sums after.
    pub res: Res<Sums>,
}

fn groups_have_sums(b: &Body, op: Op) -> bool {
    let groups = shape(b, op, 1).first().map(|n| b.cx().vector(&[n / 4], b.cx().i32()));
    groups == Some(b.ty(b.result(op, 0)))
}

/// The shape of an operand.
fn shape(b: &Body, op: Op, operand: usize) -> &[i64] {
    let ty = b.cx().type_as::<VectorType>(b.ty(b.operand(op, operand)));
    ty.map_or(&[], |ty| &ty.shape)
}
fn sums_are_a_row(b: &Body, op: Op) -> bool {
    shape(b, op, 0).len() == 1
}
fn factors_are_matrices(b: &Body, op: Op) -> bool {
    shape(b, op, 1).len() == 2
}
fn rows_are_groups(b: &Body, op: Op) -> bool {
    shape(b, op, 1).get(1) == Some(&4)
}
fn rows_have_sums(b: &Body, op: Op) -> bool {
    shape(b, op, 1).first() == shape(b, op, 0).first()
}
