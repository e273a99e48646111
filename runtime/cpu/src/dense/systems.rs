//! Triangular systems.

use strata_runtime_kernels::dense::{self, Real, Triangle, scratch};

use super::arrays::{batches, copy, entry, in_result, letter, numbers, same_batches, size, square, unfit};
use crate::context::Context;
use crate::parts::{for_each_matrix, part_in_lanes};
use crate::routine::Call;

fn solve_all<T: Real>(ctx: Option<&Context>, call: &mut Call<'_>, how: Triangle) -> Result<(), String> {
    let ([a, b], Some(output)) = (&call.inputs[..], call.outputs.first_mut()) else { return Err(unfit()) };
    let (n, [rows, columns]) = (square(&a.shape)?, size(&b.shape)?);
    if n != (if how.left { rows } else { columns }) || !same_batches(&a.shape, &b.shape) {
        return Err(unfit());
    }
    copy(b, output)?;
    let (matrix, sides, count) = (n * n, rows * columns, batches(&a.shape));
    let a = numbers::<T>(a)?;
    let part = part_in_lanes(sides * n);
    let work = |k: usize, to: &mut [T]| {
        let a = &a[k * part * matrix..][..to.len() / sides * matrix];
        let lanes = dense::in_lanes::<T>(to.len() / sides, matrix.max(sides));
        let (in_lanes, to) = to.split_at_mut(lanes * sides);
        let (lane_a, a) = a.split_at(lanes * matrix);
        how.solve_all(lane_a, in_lanes, [rows, columns]);
        let each = to.chunks_exact_mut(sides).zip(a.chunks_exact(matrix));
        each.for_each(|(x, a)| how.solve(a, x, [rows, columns]));
    };
    let bytes = match dense::in_lanes::<T>(part.min(count), matrix.max(sides)) {
        0 => scratch::solve::<T>(how, [rows, columns]),
        lanes => scratch::lanes::<T>(lanes, matrix + sides).max(scratch::solve::<T>(how, [rows, columns])),
    };
    in_result::<T, _>(output, sides * count, |to| {
        for_each_matrix(ctx, to.chunks_mut((part * sides).max(1)), bytes * size_of::<T>(), work)
    })
}

pub(super) fn solve<T: Real>(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let is = |name: &str, value: &str| Ok::<bool, String>(entry(call, name)? == value);
    let how = Triangle {
        upper: is("lower", "0")?,
        unit: is("unit", "1")?,
        transposed: !is("transpose", "N")?,
        left: is("left", "1")?,
    };
    solve_all::<T>(ctx, call, how)
}

pub(super) fn trsm<T: Real>(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let how = Triangle {
        upper: letter(call, "uplo")? == 'U',
        unit: letter(call, "diag")? == 'U',
        transposed: letter(call, "trans_x")? != 'N',
        left: letter(call, "side")? == 'L',
    };
    solve_all::<T>(ctx, call, how)
}
