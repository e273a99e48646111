//! Transforms of the lines of an array along one dimension: in parts, which run on several threads. A part has whole lines, as many for any number of
//! threads.

use strata_runtime_fft::Fft;
use strata_runtime_kernels::memory::filled;

use num_complex::Complex;

use super::Part;
use crate::context::Context;
use crate::parts::for_each;

/// The number of lines that are transformed together if they are not contiguous: as many as share cache lines.
pub(super) const LINES: usize = 16;
/// The least number of points of a part: some microseconds.
const POINTS: usize = 1 << 10;
/// The numbers of a part of what is copied or scaled.
pub(super) const COPIED: usize = 1 << 14;

/// The number of lines of so many points that a part has.
pub(super) fn lines_of_part(points: usize) -> usize {
    (POINTS / points.max(1)).max(1)
}

/// The numbers that [`transform`] works in beside the array, for each part that is running.
pub(super) fn scratch<T: Part>(plan: &dyn Fft<T>, inner: usize) -> Option<usize> {
    let lines = if inner == 1 { 0 } else { plan.len().checked_mul(LINES.min(inner))? };
    lines.checked_add(plan.get_inplace_scratch_len())
}

/// Transforms all lines of an array whose elements in a line are `inner` numbers apart.
pub(super) fn transform<T: Part>(
    ctx: Option<&Context>,
    plan: &dyn Fft<T>,
    work: &mut [Complex<T>],
    inner: usize,
) -> Result<(), String> {
    let n = plan.len();
    let bytes = scratch(plan, inner).and_then(|numbers| numbers.checked_mul(size_of::<Complex<T>>()));
    let bytes = bytes.ok_or("its arrays are too large")?;
    if inner == 1 {
        let parts = work.chunks_mut(n * lines_of_part(n));
        return for_each(ctx, parts, bytes, |_, lines| {
            let mut scratch = filled(Complex::default(), plan.get_inplace_scratch_len());
            plan.process_with_scratch(lines, &mut scratch);
        });
    }
    // A part is some groups of neighbouring columns of the matrices.
    let (groups, matrices) = (inner.div_ceil(LINES), work.len() / (n * inner));
    let all = groups * matrices;
    let each = lines_of_part(n).div_ceil(LINES);
    let columns = Columns { data: work.as_mut_ptr(), n, inner };
    let parts = (0..all.div_ceil(each)).map(|k| k * each..all.min((k + 1) * each));
    for_each(ctx, parts, bytes, |_, part| {
        let mut lines = filled(Complex::default(), n * LINES.min(inner));
        let mut scratch = filled(Complex::default(), plan.get_inplace_scratch_len());
        for group in part {
            let (matrix, first) = (group / groups, group % groups * LINES);
            let count = LINES.min(inner - first);
            // SAFETY: each group of columns belongs to one part, and nothing else uses the array before all parts are done.
            unsafe { columns.read(matrix, first, count, &mut lines) };
            plan.process_with_scratch(&mut lines[..n * count], &mut scratch);
            // SAFETY: as above.
            unsafe { columns.write(matrix, first, count, &lines) };
        }
    })
}

/// The columns of matrices with `n` rows of `inner` numbers, which threads share.
struct Columns<T> {
    data: *mut Complex<T>,
    n: usize,
    inner: usize,
}

// SAFETY: who reads and writes columns makes sure that no other thread does.
unsafe impl<T: Send> Sync for Columns<T> {}

impl<T: Copy> Columns<T> {
    /// Copies columns to lines of `n` numbers.
    ///
    /// # Safety
    /// The array has these columns, and no other thread writes them.
    unsafe fn read(&self, matrix: usize, first: usize, count: usize, lines: &mut [Complex<T>]) {
        for k in 0..self.n {
            // SAFETY: guaranteed by the caller.
            let row = unsafe { self.data.add((matrix * self.n + k) * self.inner + first) };
            // SAFETY: as above.
            (0..count).for_each(|i| lines[i * self.n + k] = unsafe { row.add(i).read() });
        }
    }
    /// Copies lines to columns.
    ///
    /// # Safety
    /// The array has these columns, and no other thread uses them.
    unsafe fn write(&self, matrix: usize, first: usize, count: usize, lines: &[Complex<T>]) {
        for k in 0..self.n {
            // SAFETY: guaranteed by the caller.
            let row = unsafe { self.data.add((matrix * self.n + k) * self.inner + first) };
            // SAFETY: as above.
            (0..count).for_each(|i| unsafe { row.add(i).write(lines[i * self.n + k]) });
        }
    }
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
