//! QR factorizations and products with their orthogonal factors.

use std::borrow::Cow;

use strata_runtime_kernels::dense::{self, Real, scratch};
use strata_runtime_kernels::memory::filled;

use super::arrays::{batches, copy, entry, in_result, numbers, same_batches, size, unfit};
use crate::context::Context;
use crate::parts::{for_each_matrix, part_of};
use crate::routine::{Call, Input};

pub(super) fn geqrf<T: Real>(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let (Some(input), [output, taus]) = (call.inputs.first(), &mut call.outputs[..]) else {
        return Err(unfit());
    };
    let [rows, columns] = size(&input.shape)?;
    let (matrix, steps) = (rows * columns, rows.min(columns));
    let count = if matrix == 0 { 0 } else { batches(&input.shape) };
    copy(input, output)?;
    if taus.element != input.element {
        return Err(unfit());
    }
    let part = part_of(2 * matrix * steps);
    let bytes = scratch::qr::<T>(rows, columns) * size_of::<T>();
    let work = |_, (to, taus): (&mut [T], &mut [T])| {
        let each = to.chunks_exact_mut(matrix).zip(taus.chunks_exact_mut(steps));
        each.for_each(|(a, taus)| dense::qr(a, rows, columns, taus));
    };
    in_result::<T, _>(taus, steps * count, |taus| {
        in_result::<T, _>(output, matrix * count, |to| {
            let taus = taus.chunks_mut((part * steps).max(1));
            for_each_matrix(ctx, to.chunks_mut((part * matrix).max(1)).zip(taus), bytes, work)
        })
    })
}

/// The reflectors of each matrix of an argument, at most as many as it has rows and columns.
fn reflectors<'a, T: Real>(a: &Input<'_>, taus: &Input<'a>) -> Result<(usize, Cow<'a, [T]>), String> {
    let [rows, columns] = size(&a.shape)?;
    let count = *taus.shape.last().ok_or_else(unfit)?;
    let all = numbers::<T>(taus)?;
    let fits =
        taus.element == a.element && count <= rows.min(columns) && all.len() == count * batches(&a.shape);
    if fits { Ok((count, all)) } else { Err(unfit()) }
}

pub(super) fn orgqr<T: Real>(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let ([a, taus], Some(output)) = (&call.inputs[..], call.outputs.first_mut()) else { return Err(unfit()) };
    let [rows, columns] = size(&a.shape)?;
    let (count, taus) = reflectors::<T>(a, taus)?;
    if columns > rows || output.shape != a.shape {
        return Err(unfit());
    }
    let (matrix, all) = (rows * columns, batches(&a.shape));
    let from = numbers::<T>(a)?;
    let part = part_of(2 * matrix * count);
    let bytes = scratch::times_q::<T>(rows, count) * size_of::<T>();
    let work = |k: usize, to: &mut [T]| {
        for (b, q) in (k * part..).zip(to.chunks_exact_mut(matrix)) {
            let a = &from[b * matrix..][..matrix];
            dense::q_of(a, [rows, columns], &taus[b * count..][..count], q);
        }
    };
    in_result::<T, _>(output, matrix * all, |to| {
        for_each_matrix(ctx, to.chunks_mut((part * matrix).max(1)), bytes, work)
    })
}

pub(super) fn ormqr<T: Real>(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let flag = |name: &str| Ok::<bool, String>(!matches!(entry(call, name)?, "0" | "false"));
    let (left, transposed) = (flag("left")?, flag("transpose")?);
    let ([a, taus, c], Some(output)) = (&call.inputs[..], call.outputs.first_mut()) else {
        return Err(unfit());
    };
    let (shape, [rows, columns]) = (size(&a.shape)?, size(&c.shape)?);
    let (count, taus) = reflectors::<T>(a, taus)?;
    if shape[0] != (if left { rows } else { columns }) || !same_batches(&a.shape, &c.shape) {
        return Err(unfit());
    }
    copy(c, output)?;
    if count == 0 {
        // The product is the matrix.
        return Ok(());
    }
    let (matrix, product, all) = (shape[0] * shape[1], rows * columns, batches(&a.shape));
    let from = numbers::<T>(a)?;
    let part = part_of(4 * product * count);
    let bytes = match left {
        true => scratch::times_q::<T>(rows, count),
        false => scratch::times_q::<T>(columns, count) + product,
    };
    let work = |k: usize, to: &mut [T]| {
        let mut turned = if left { Vec::new() } else { filled(T::default(), product) };
        for (b, c) in (k * part..).zip(to.chunks_exact_mut(product)) {
            let (a, taus) = (&from[b * matrix..][..matrix], &taus[b * count..][..count]);
            if left {
                dense::times_q(a, shape, taus, transposed, c, columns);
                continue;
            }
            // A product from the right is the transpose of a product from the left.
            dense::transpose(c, &mut turned, [rows, columns]);
            dense::times_q(a, shape, taus, !transposed, &mut turned, rows);
            dense::transpose(&turned, c, [columns, rows]);
        }
    };
    in_result::<T, _>(output, product * all, |to| {
        for_each_matrix(ctx, to.chunks_mut((part * product).max(1)), bytes * size_of::<T>(), work)
    })
}
