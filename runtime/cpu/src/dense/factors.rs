//! Cholesky and LU factorizations.

use std::borrow::Cow;

use strata_runtime_kernels::dense::{self, Real, scratch};
use strata_runtime_kernels::memory::filled;

use super::arrays::{batches, copy, entry, in_result, letter, numbers, size, square, unfit, write_counts};
use crate::context::Context;
use crate::parts::{for_each_matrix, lists, part_in_lanes};
use crate::routine::Call;

/// The contents of the other triangle of a Cholesky factor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Other {
    /// The numbers of the matrix.
    Kept,
    /// Zeros; the triangle of a matrix that is not positive definite is NaN.
    Zero,
}

/// Factors the matrices of the first argument into the first result. Returns for each matrix the position at which it was found not to be
/// positive definite.
fn factor<T: Real>(
    ctx: Option<&Context>,
    call: &mut Call<'_>,
    lower: bool,
    other: Other,
) -> Result<Vec<usize>, String> {
    let (Some(input), Some(output)) = (call.inputs.first(), call.outputs.first_mut()) else {
        return Err(unfit());
    };
    let (n, count) = (square(&input.shape)?, batches(&input.shape));
    let matrix = n * n;
    copy(input, output)?;
    let from = match other {
        Other::Kept => numbers::<T>(input)?,
        Other::Zero => Cow::Borrowed(&[][..]),
    };
    let mut failed = filled(0, if matrix == 0 { 0 } else { count });
    let part = part_in_lanes(matrix * n / 3);
    let work = |k: usize, (to, failed): (&mut [T], &mut [usize])| {
        let first = k * part;
        let lanes = dense::in_lanes::<T>(failed.len(), matrix);
        dense::cholesky_all(&mut to[..lanes * matrix], n, lower, &mut failed[..lanes]);
        let each = to.chunks_exact_mut(matrix).zip(failed);
        for (k, (to, failed)) in each.enumerate() {
            if k >= lanes {
                // The kernel reads and writes the upper triangle.
                if lower {
                    dense::mirror(to, n, true);
                }
                *failed = dense::cholesky(to, n);
                if lower {
                    dense::mirror(to, n, false);
                }
            }
            if other == Other::Zero && *failed != 0 {
                to.fill(T::NAN);
            }
            for i in 0..n {
                let others = if lower { i * n + i + 1..(i + 1) * n } else { i * n..i * n + i };
                match other {
                    Other::Zero => to[others].fill(T::default()),
                    Other::Kept if k >= lanes => {
                        to[others.clone()].copy_from_slice(&from[(first + k) * matrix..][others]);
                    }
                    Other::Kept => {}
                }
            }
        }
    };
    let bytes = scratch::cholesky::<T>(n).max(scratch::lanes::<T>(part.min(count), matrix));
    in_result::<T, _>(output, matrix * count, |to| {
        let parts = to.chunks_mut((part * matrix).max(1)).zip(failed.chunks_mut(part));
        for_each_matrix(ctx, parts, bytes * size_of::<T>(), work)
    })?;
    Ok(failed)
}

pub(super) fn cholesky<T: Real>(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let lower = entry(call, "lower")? == "1";
    factor::<T>(ctx, call, lower, Other::Zero).map(|_| ())
}

pub(super) fn potrf<T: Real>(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let lower = letter(call, "uplo")? == 'L';
    let failed = factor::<T>(ctx, call, lower, Other::Kept)?;
    write_counts(failed.into_iter(), call.outputs.get_mut(1).ok_or_else(unfit)?)
}

pub(super) fn getrf<T: Real>(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let (Some(input), [output, pivots, info]) = (call.inputs.first(), &mut call.outputs[..]) else {
        return Err(unfit());
    };
    let ([rows, columns], count) = (size(&input.shape)?, batches(&input.shape));
    let (matrix, steps) = (rows * columns, rows.min(columns));
    copy(input, output)?;
    let count = if matrix == 0 { 0 } else { count };
    let ([mut exchanged, mut zeros], _reservation) = lists(ctx, [steps * count, count])?;
    let part = part_in_lanes(matrix * steps);
    let work = |_, ((to, pivots), zeros): ((&mut [T], &mut [usize]), &mut [usize])| {
        let lanes = dense::in_lanes::<T>(zeros.len(), matrix);
        let (in_lanes, to) = to.split_at_mut(lanes * matrix);
        let (lane_pivots, pivots) = pivots.split_at_mut(lanes * steps);
        let (lane_zeros, zeros) = zeros.split_at_mut(lanes);
        dense::lu_all(in_lanes, [rows, columns], lane_pivots, lane_zeros);
        let each = to.chunks_exact_mut(matrix).zip(pivots.chunks_exact_mut(steps)).zip(zeros);
        each.for_each(|((to, pivots), zero)| *zero = dense::lu(to, rows, columns, pivots));
    };
    let bytes = scratch::lu::<T>(rows, columns).max(scratch::lanes::<T>(part.min(count), matrix));
    in_result::<T, _>(output, matrix * count, |to| {
        let parts = to.chunks_mut((part * matrix).max(1));
        let parts = parts.zip(exchanged.chunks_mut((part * steps).max(1))).zip(zeros.chunks_mut(part));
        for_each_matrix(ctx, parts, bytes * size_of::<T>(), work)
    })?;
    // Pivots are counted from 1.
    write_counts(exchanged.iter().map(|p| p + 1), pivots)?;
    write_counts(zeros.into_iter(), info)
}
