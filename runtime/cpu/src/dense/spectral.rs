//! Eigenvalues of symmetric matrices, and singular values.

use strata_runtime_kernels::dense::{self, Real, scratch};
use strata_runtime_kernels::memory::filled;

use super::arrays::{batches, copy, in_result, letter, size, square, unfit, write_counts};
use crate::context::Context;
use crate::parts::{for_each_matrix, part_of};
use crate::routine::{Call, Output};

/// Eigenvectors and eigenvalues of symmetric matrices, of which one triangle is read. They are NaN for a matrix with infinities or NaN.
pub(super) fn syevd<T: Real>(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let lower = letter(call, "uplo")? == 'L';
    let vectors = letter(call, "mode").unwrap_or('V') != 'N';
    let (Some(input), [output, values, info]) = (call.inputs.first(), &mut call.outputs[..]) else {
        return Err(unfit());
    };
    let n = square(&input.shape)?;
    let (matrix, count) = (n * n, if n == 0 { 0 } else { batches(&input.shape) });
    copy(input, output)?;
    let mut failed = filled(0, count);
    let part = part_of(32 * matrix * n);
    let bytes = scratch::eigh::<T>(n, vectors);
    let work = |_, ((to, values), failed): ((&mut [T], &mut [T]), &mut [usize])| {
        let each = to.chunks_exact_mut(matrix).zip(values.chunks_exact_mut(n)).zip(failed);
        for ((a, values), failed) in each {
            dense::mirror(a, n, lower);
            if dense::eigh(a, n, vectors, values).is_none() {
                *failed = 1;
                a.fill(T::NAN);
                values.fill(T::NAN);
            }
        }
    };
    in_result::<T, _>(output, matrix * count, |to| {
        in_result::<T, _>(values, n * count, |values| {
            let parts = to.chunks_mut((part * matrix).max(1)).zip(values.chunks_mut((part * n).max(1)));
            for_each_matrix(ctx, parts.zip(failed.chunks_mut(part)), bytes, work)
        })
    })?;
    write_counts(failed.into_iter(), info)
}

/// `U` and `V'` of one part of a batch.
type Vectors<'a, T> = Option<(&'a mut [T], &'a mut [T])>;

/// Singular values and vectors: the overwritten operand, the values, `U`, `V'`. Without vectors their results may be omitted.
pub(super) fn gesdd<T: Real>(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let vectors = letter(call, "mode").unwrap_or('A') != 'N';
    let Some(input) = call.inputs.first() else { return Err(unfit()) };
    let [m, n] = size(&input.shape)?;
    let k = m.min(n);
    let (left_over, values, info, u_and_vt) = match &mut call.outputs[..] {
        [left_over, values, info] if !vectors => (left_over, values, info, None),
        [left_over, values, u, vt, info] => (left_over, values, info, Some((u, vt))),
        _ => return Err(unfit()),
    };
    copy(input, left_over)?;
    let count = if k == 0 { 0 } else { batches(&input.shape) };
    let mut failed = filled(0, count);
    // The numbers of the vectors of each matrix.
    let [mut columns, mut rows] = [0; 2];
    let mut unread: Option<(&mut Output<'_>, &mut Output<'_>)> = None;
    if let Some((u, vt)) = u_and_vt {
        let ([u_rows, u_columns], [v_rows, v_columns]) = (size(&u.shape)?, size(&vt.shape)?);
        let sizes = (u_columns, v_rows);
        if (u_rows, v_columns) != (m, n) || sizes != (m, n) && sizes != (k, k) {
            return Err(unfit());
        }
        [columns, rows] = [u_columns, v_rows];
        unread = Some((u, vt));
    }
    let full = (columns, rows) == (m, n);
    let part = part_of(32 * m * n * k);
    let bytes = scratch::svd::<T>([m, n], vectors, full);
    let work =
        |_, (((to, values), failed), u_and_vt): (((&mut [T], &mut [T]), &mut [usize]), Vectors<'_, T>)| {
            let [mut u, mut vt]: [&mut [T]; 2] = u_and_vt.map_or([&mut [], &mut []], |(u, vt)| [u, vt]);
            let each = to.chunks_exact_mut(m * n).zip(values.chunks_exact_mut(k)).zip(failed);
            for ((a, values), failed) in each {
                let (own_u, own_vt);
                (own_u, u) = std::mem::take(&mut u).split_at_mut(if vectors { m * columns } else { 0 });
                (own_vt, vt) = std::mem::take(&mut vt).split_at_mut(if vectors { rows * n } else { 0 });
                let both = vectors.then_some([&mut *own_u, &mut *own_vt]);
                if dense::svd(a, [m, n], values, both, full).is_none() {
                    *failed = 1;
                    [values, own_u, own_vt].into_iter().for_each(|numbers| numbers.fill(T::NAN));
                }
            }
        };
    let mut run = |left_over: &mut Output<'_>, u: &mut [T], vt: &mut [T]| {
        in_result::<T, _>(left_over, m * n * count, |to| {
            in_result::<T, _>(values, k * count, |values| {
                let parts = to.chunks_mut((part * m * n).max(1)).zip(values.chunks_mut((part * k).max(1)));
                let (mut u, mut vt) =
                    (u.chunks_mut((part * m * columns).max(1)), vt.chunks_mut((part * rows * n).max(1)));
                let parts = parts.zip(failed.chunks_mut(part)).map(|part| (part, u.next().zip(vt.next())));
                for_each_matrix(ctx, parts, bytes, work)
            })
        })
    };
    match unread {
        Some((u, vt)) if vectors => in_result::<T, _>(u, m * columns * count, |u| {
            in_result::<T, _>(vt, rows * n * count, |vt| run(left_over, u, vt))
        })?,
        unread => {
            // Vectors that were not requested are not read.
            unread.into_iter().for_each(|(u, vt)| [u, vt].into_iter().for_each(|v| v.bytes.fill(0)));
            run(left_over, &mut [], &mut [])?;
        }
    }
    write_counts(failed.into_iter(), info)
}
