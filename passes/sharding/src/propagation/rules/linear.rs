//! Linear algebra and Fourier transforms: matrices are in one place, batches of them are split.

use strata_ir::prelude::*;
use strata_sdy::attrs::OpShardingRule;
use strata_stablehlo::{FftOp, Transpose, TriangularSolveOp};

use super::Mode;
use super::builder::{Factor, Kind, RuleBuilder, shape};
use super::shape::numbers;

pub(super) fn cholesky(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let sizes = shape(b, b.operand(op, 0));
    let batch = sizes.len().checked_sub(2)?;
    let kind = |dim| if dim < batch { Kind::PassThrough } else { Kind::NeedReplication };
    RuleBuilder::new(b, op)?.add_pointwise(sizes, |dim, factor| factor.kind(kind(dim))).build()
}

pub(super) fn triangular_solve(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let solve = op.as_op::<TriangularSolveOp>(b)?;
    let (triangles, sides) = (shape(b, solve.a(b)), shape(b, solve.b(b)));
    let rows = triangles.len().checked_sub(2)?;
    let columns = rows + 1;
    let transposed = !matches!(solve.transpose_a(b).get(b.cx()), Transpose::NoTranspose | Transpose::Invalid);
    let is_left = b.cx().attr_i64(solve.left_side(b).raw())? != 0;
    let size = |dim: usize| triangles.get(dim).copied();
    // `op(a) x = b` contracts the columns of `op(a)` with the rows of `x`, `x op(a) = b` its rows with the columns of `x`.
    let (free, contracted) = if is_left != transposed { (rows, columns) } else { (columns, rows) };
    let (solved, other) = if is_left { (rows, columns) } else { (columns, rows) };
    let mut rule = RuleBuilder::new(b, op)?;
    rule.add_pointwise(triangles.get(..rows)?, |_, factor| factor);
    let whole = |size: i64| Factor::new(size).kind(Kind::NeedReplication);
    let of_a = (whole(size(free)?), [(0, free), (1, solved)]);
    let of_b = (whole(*sides.get(other)?), (1, other), (0, other));
    if is_left {
        rule.add(of_a.0, &of_a.1, &[]).add(of_b.0, &[of_b.1], &[of_b.2]);
    } else {
        rule.add(of_b.0, &[of_b.1], &[of_b.2]).add(of_a.0, &of_a.1, &[]);
    }
    rule.add(whole(size(contracted)?), &[(0, contracted)], &[(0, solved)]).build()
}

pub(super) fn fft(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let fft = op.as_op::<FftOp>(b)?;
    let (from, to) = (shape(b, fft.operand(b)), shape(b, fft.result(b)));
    let batch = from.len().checked_sub(numbers(b, fft.fft_length(b).raw()).len())?;
    // The last dimension of a real transform has another size in the result.
    let is_blocked = |dim: usize| dim + 1 == from.len() && from.last() != to.last();
    let mut rule = RuleBuilder::new(b, op)?;
    rule.add_pointwise(from, |dim, factor| match dim < batch {
        true => factor,
        false => factor.kind(Kind::NeedReplication).blocked(is_blocked(dim)),
    });
    rule.build()
}
