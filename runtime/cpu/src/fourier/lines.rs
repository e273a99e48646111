//! Transforms of the lines of an array along one dimension: in parts, which run on several threads. A part has whole lines, as many for any number of
//! threads.

use strata_runtime_fft::{Fft, FftDirection, Planners};
use strata_runtime_kernels::{fourier, memory::filled};

use num_complex::Complex;

use super::Part;
use super::columns::{Columns, Group};
use super::groups::{Groups, lines_of_part, memory_of_group};
use super::numbers::Plain;
use crate::context::Context;
use crate::parts::for_each;

/// The number of lines that are transformed together if they are not contiguous: as many as share cache lines.
pub(super) const LINES: usize = 16;
/// The numbers of a part of what is copied or scaled.
pub(super) const COPIED: usize = 1 << 14;

/// The numbers that [`transform`] works in beside the array, for each part that is running.
pub(super) fn scratch<T: Part>(plan: &dyn Fft<T>, inner: usize) -> Option<usize> {
    let lines = if inner == 1 { 0 } else { plan.len().checked_mul(LINES.min(inner))? };
    lines.checked_add(plan.get_inplace_scratch_len())
}

/// Transforms all lines of an array whose elements in a line are `inner` numbers apart.
pub(super) fn transform<T: Part>(
    ctx: Option<&Context>,
    (planners, plan): (&Planners, &dyn Fft<T>),
    work: &mut [Complex<T>],
    inner: usize,
) -> Result<(), String>
where
    Complex<T>: Plain,
{
    let n = plan.len();
    let bytes = scratch(plan, inner).and_then(|numbers| numbers.checked_mul(size_of::<Complex<T>>()));
    let bytes = bytes.ok_or("its arrays are too large")?;
    let inverse = plan.fft_direction() == FftDirection::Inverse;
    if inner > 1 {
        return match Groups::new(planners, n, inner) {
            Some(groups) => grouped_columns(ctx, &groups, (plan, bytes), work, inner),
            None => columns_one_by_one(ctx, (plan, bytes), work, inner),
        };
    }
    let groups = Groups::contiguous(planners, n, work.len() / n);
    let lines = groups.as_ref().map_or_else(|| lines_of_part(n), Groups::lines_of_part);
    let of_group = groups.as_ref().map_or(Some(0), |_| memory_of_group::<T>(n));
    let bytes = of_group.map(|group| group.max(bytes)).ok_or("its arrays are too large")?;
    for_each(ctx, work.chunks_mut(n * lines), bytes, |_, mut lines| {
        if let Some(groups) = &groups {
            lines = groups.transform(lines, inverse);
        }
        if !lines.is_empty() {
            let mut scratch = filled(Complex::default(), plan.get_inplace_scratch_len());
            plan.process_with_scratch(lines, &mut scratch);
        }
    })
}

/// Transforms columns in groups; those of a group that is less than half full, one by one.
fn grouped_columns<T: Part>(
    ctx: Option<&Context>,
    groups: &Groups<T>,
    (plan, bytes): (&dyn Fft<T>, usize),
    work: &mut [Complex<T>],
    inner: usize,
) -> Result<(), String> {
    let n = plan.len();
    let inverse = plan.fft_direction() == FftDirection::Inverse;
    let own = memory_of_group::<T>(n).map(|group| group.max(bytes));
    let (row, matrices) = (inner.div_ceil(groups.lines), work.len() / (n * inner));
    let each = groups.lines_of_part() / groups.lines;
    let columns = Columns::new(work, n, inner);
    let all = row * matrices;
    let parts = (0..all.div_ceil(each)).map(|k| k * each..all.min((k + 1) * each));
    for_each(ctx, parts, own.ok_or("its arrays are too large")?, |_, part| {
        for group in part {
            let (matrix, first) = (group / row, group % row * groups.lines);
            let count = groups.lines.min(inner - first);
            if 2 * count >= groups.lines {
                // SAFETY: each group of columns belongs to one part, and nothing else uses the array before all parts are done.
                let mut group = unsafe { Group::new(&columns, matrix, first, count) };
                fourier::columns(&groups.plan, &mut group, inverse);
            } else {
                // SAFETY: as above.
                unsafe { columns.transform(plan, matrix, first, count) };
            }
        }
    })
}

/// Transforms columns as lines, of which some are copied together.
fn columns_one_by_one<T: Part>(
    ctx: Option<&Context>,
    (plan, bytes): (&dyn Fft<T>, usize),
    work: &mut [Complex<T>],
    inner: usize,
) -> Result<(), String> {
    // A part is some groups of neighbouring columns of the matrices.
    let n = plan.len();
    let (groups, matrices) = (inner.div_ceil(LINES), work.len() / (n * inner));
    let all = groups * matrices;
    let each = lines_of_part(n).div_ceil(LINES);
    let columns = Columns::new(work, n, inner);
    let parts = (0..all.div_ceil(each)).map(|k| k * each..all.min((k + 1) * each));
    for_each(ctx, parts, bytes, |_, part| {
        for group in part {
            let (matrix, first) = (group / groups, group % groups * LINES);
            let count = LINES.min(inner - first);
            // SAFETY: each group of columns belongs to one part, and nothing else uses the array before all parts are done.
            unsafe { columns.transform(plan, matrix, first, count) };
        }
    })
}

/// Divides numbers by a count.
pub(super) fn scale<'a, T: Part>(points: usize, numbers: impl Iterator<Item = &'a mut T>) {
    let Some(divisor) = T::from_usize(points) else { return };
    let factor = T::one() / divisor;
    // A power of two has an exact inverse.
    if points.is_power_of_two() {
        numbers.for_each(|v| *v = *v * factor);
    } else {
        numbers.for_each(|v| *v = *v / divisor);
    }
}
