//! `cholesky` and `triangular_solve`: a loop over columns or rows, in which two ops per step update the rest of the matrix at once.
//!
//! For large matrices `stablehlo-block-factorizations` turns most of the work into matrix products before, and leaves small blocks.

use strata_arith::{AndIOp, CmpFPredicate, CmpIPredicate};
use strata_ir::prelude::*;
use strata_linalg::payload;
use strata_stablehlo::{self as hlo, Transpose};
use strata_tensor::{ExtractOp, MixedIndex};

use super::{into, sub, tensor};
use crate::stablehlo_to_linalg::{
    Lowered, complex, constants,
    emit::{cmpf, cmpi, select},
    linear::{self, MINUS, Matrix, OVER, flag},
    loops, sizes,
    state::Lowering,
};

/// Whether the element type is the type of the computation, so that nothing is rounded between the steps.
pub(in crate::stablehlo_to_linalg) fn applies(b: &Body, op: Op) -> bool {
    let cx = b.cx();
    let elem = cx.elem_or_self(b.ty(b.result(op, 0)));
    let part = cx.type_as::<ComplexType>(elem).map_or(elem, |c| c.elem);
    part == cx.f32() || part == cx.f64()
}

/// The batch indices, and row and column, of a position in a matrix.
fn place<'a>(matrix: &Matrix, at: &'a [Value]) -> Lowered<(&'a [Value], [Value; 2])> {
    let [batch @ .., row, column] = at else { return Err("its operand must be matrices".into()) };
    Ok((batch, if matrix.transposed { [*column, *row] } else { [*row, *column] }))
}

/// The result is NaN if the matrix is not positive definite.
pub(in crate::stablehlo_to_linalg) fn cholesky(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(cholesky) = op.as_op::<hlo::CholeskyOp>(b) else { return Err("it is not known".into()) };
    let a = l.get(cholesky.a(b))?;
    let shape = sizes::mixed_sizes(b, a)?;
    let [batch @ .., height, width] = &shape[..] else { return Err("its operand must be matrices".into()) };
    let n = sizes::same(b, *height, *width, "a matrix is not square")?;
    let wide = b.cx().elem_or_self(b.ty(a));
    let part = strata_complex::part_type(b.cx(), wide);
    let transposed = !flag(b, op, "lower");
    // The upper triangle is the adjoint of the lower one.
    let seen = Matrix { tensor: a, transposed, conjugate: transposed && part.is_some(), wide };
    let line: Vec<MixedIndex> = [batch, &[n]].concat();
    let factored = loops::nest_of(b, &[n], &[a], &mut |b, counter, carried| {
        let (matrix, j) = (seen.with_tensor(carried[0]), counter[0]);
        // The column of the triangle.
        let column = tensor(b, &line, wide, |b, at| {
            let Some((&row, batch)) = at.split_last() else { return Err("a loop lost its counters".into()) };
            let pivot = matrix.get(b, batch, [j, j]);
            let square = complex::part(b, true, pivot);
            let real = b.ty(square);
            let root = payload::op(b, "math.sqrt", &[square], real)?;
            let nothing = constants::zero(b, real);
            let root = if part.is_some() { complex::create(b, root, nothing) } else { root };
            let v = matrix.get(b, batch, [row, j]);
            let quotient = payload::binary(b, OVER, v, root)?;
            let (is_pivot, is_below) =
                (cmpi(b, CmpIPredicate::Eq, row, j), cmpi(b, CmpIPredicate::Sgt, row, j));
            let zero = constants::zero(b, wide);
            let below = select(b, is_below, quotient, zero);
            Ok(select(b, is_pivot, root, below))
        })?;
        into(b, carried, |b, at, olds| {
            let (batch, [row, col]) = place(&matrix, at)?;
            let line = |b: &mut Builder<'_>, i: Value| {
                let at = [batch, &[i]].concat();
                ExtractOp::build(b, column, &at)
            };
            let (x, y) = (line(b, row), line(b, col));
            let y = complex::conjugate(b, y);
            let product = payload::mul(b, x, y)?;
            let old = matrix.seen(b, olds[0]);
            let less = payload::binary(b, MINUS, old, product)?;
            let (is_column, is_after) =
                (cmpi(b, CmpIPredicate::Eq, col, j), cmpi(b, CmpIPredicate::Sgt, col, j));
            let is_lower = cmpi(b, CmpIPredicate::Sge, row, col);
            let changes = AndIOp::build(b, is_after, is_lower);
            let v = select(b, changes, less, old);
            let v = select(b, is_column, x, v);
            Ok(vec![matrix.seen(b, v)])
        })
    })?;
    // Whether all of the diagonal is positive.
    let matrix = seen.with_tensor(factored[0]);
    let pred = b.cx().i1();
    let positive = tensor(b, batch, pred, |b, at| {
        let yes = strata_arith::constant_int(b, 1, pred);
        let all = loops::nest_of(b, &[n], &[yes], &mut |b, counter, all| {
            let v = matrix.get(b, at, [counter[0], counter[0]]);
            let v = complex::part(b, true, v);
            let nothing = constants::zero(b, b.ty(v));
            let positive = cmpf(b, CmpFPredicate::Ogt, v, nothing);
            Ok(vec![AndIOp::build(b, all[0], positive)])
        })?;
        Ok(all[0])
    })?;
    let done = into(b, &factored, |b, at, olds| {
        let (batch, [row, col]) = place(&matrix, at)?;
        let ok = ExtractOp::build(b, positive, batch);
        let nan = match part {
            Some(_) => strata_complex::ConstantOp::create(b, f64::NAN, f64::NAN, wide),
            None => strata_arith::constant_float(b, f64::NAN, wide),
        };
        let is_upper = cmpi(b, CmpIPredicate::Slt, row, col);
        let kept = select(b, is_upper, olds[0], nan);
        Ok(vec![select(b, ok, olds[0], kept)])
    })?;
    Ok(done[0])
}

pub(in crate::stablehlo_to_linalg) fn triangular_solve(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<Value> {
    let Some(solve) = op.as_op::<hlo::TriangularSolveOp>(b) else { return Err("it is not known".into()) };
    let (a, init) = (l.get(solve.a(b))?, l.get(solve.b(b))?);
    let shape = sizes::mixed_sizes(b, init)?;
    let wide = b.cx().elem_or_self(b.ty(init));
    let left = flag(b, op, "left_side");
    let (batch, [n, m]) = linear::solved_sizes(b, a, &shape, left)?;
    let transpose = *solve.transpose_a(b).get(b.cx());
    let transposed = (transpose != Transpose::NoTranspose) != !left;
    let lower = flag(b, op, "lower") != transposed;
    let unit = flag(b, op, "unit_diagonal");
    let a = Matrix { tensor: a, transposed, conjugate: transpose == Transpose::Adjoint, wide };
    let seen = Matrix { tensor: init, transposed: !left, conjugate: false, wide };
    let line: Vec<MixedIndex> = [batch, &[m]].concat();
    let done = loops::nest_of(b, &[n], &[init], &mut |b, counter, carried| {
        let x = seen.with_tensor(carried[0]);
        // Rows are solved for from the end where the triangle is the upper one.
        let row = if lower {
            counter[0]
        } else {
            let last = sizes::last(b, n)?;
            let last = sizes::value(b, last);
            sub(b, last, counter[0])?
        };
        let solved = tensor(b, &line, wide, |b, at| {
            let Some((&column, batch)) = at.split_last() else {
                return Err("a loop lost its counters".into());
            };
            let v = x.get(b, batch, [row, column]);
            if unit {
                return Ok(v);
            }
            let diagonal = a.get(b, batch, [row, row]);
            payload::binary(b, OVER, v, diagonal)
        })?;
        into(b, carried, |b, at, olds| {
            let (batch, [r, c]) = place(&x, at)?;
            let solved = ExtractOp::build(b, solved, &[batch, &[c]].concat());
            let factor = a.get(b, batch, [r, row]);
            let product = payload::mul(b, factor, solved)?;
            let less = payload::binary(b, MINUS, olds[0], product)?;
            let is_row = cmpi(b, CmpIPredicate::Eq, r, row);
            let beyond = if lower { CmpIPredicate::Sgt } else { CmpIPredicate::Slt };
            let changes = cmpi(b, beyond, r, row);
            let v = select(b, changes, less, olds[0]);
            Ok(vec![select(b, is_row, solved, v)])
        })
    })?;
    Ok(done[0])
}
