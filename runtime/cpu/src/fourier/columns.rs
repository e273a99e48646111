//! Columns of matrices, which threads share.

use num_complex::Complex;
use strata_runtime_fft::Fft;
use strata_runtime_kernels::{fourier, memory::filled};

use super::Part;

/// The columns of matrices with `n` rows of `inner` numbers, which threads share.
pub(super) struct Columns<T> {
    data: *mut Complex<T>,
    n: usize,
    inner: usize,
}

// SAFETY: who reads and writes columns makes sure that no other thread does.
unsafe impl<T: Send> Sync for Columns<T> {}

impl<T> Columns<T> {
    /// The columns of an array.
    pub fn new(work: &mut [Complex<T>], n: usize, inner: usize) -> Self {
        Self { data: work.as_mut_ptr(), n, inner }
    }
    /// Where the number of a row and a column is, if the matrix has both.
    fn at(&self, matrix: usize, row: usize, column: usize) -> *mut Complex<T> {
        self.data.wrapping_add((matrix * self.n + row) * self.inner + column)
    }
}

impl<T: Part> Columns<T> {
    /// Transforms columns, one after the other.
    ///
    /// # Safety
    /// The array has these columns, and no other thread uses them.
    pub unsafe fn transform(&self, plan: &dyn Fft<T>, matrix: usize, first: usize, count: usize) {
        let mut lines = filled(Complex::default(), self.n * count);
        let mut scratch = filled(Complex::default(), plan.get_inplace_scratch_len());
        // SAFETY: guaranteed by the caller.
        unsafe { self.read(matrix, first, count, &mut lines) };
        plan.process_with_scratch(&mut lines, &mut scratch);
        // SAFETY: as above.
        unsafe { self.write(matrix, first, count, &lines) };
    }
    /// Copies columns to lines of `n` numbers.
    ///
    /// # Safety
    /// The array has these columns, and no other thread writes them.
    unsafe fn read(&self, matrix: usize, first: usize, count: usize, lines: &mut [Complex<T>]) {
        for k in 0..self.n {
            let row = self.at(matrix, k, first);
            // SAFETY: guaranteed by the caller.
            (0..count).for_each(|i| lines[i * self.n + k] = unsafe { row.add(i).read() });
        }
    }
    /// Copies lines to columns.
    ///
    /// # Safety
    /// The array has these columns, and no other thread uses them.
    unsafe fn write(&self, matrix: usize, first: usize, count: usize, lines: &[Complex<T>]) {
        for k in 0..self.n {
            let row = self.at(matrix, k, first);
            // SAFETY: guaranteed by the caller.
            (0..count).for_each(|i| unsafe { row.add(i).write(lines[i * self.n + k]) });
        }
    }
}

/// Neighbouring columns of a matrix, which no other thread uses.
pub(super) struct Group<'a, T> {
    columns: &'a Columns<T>,
    matrix: usize,
    first: usize,
    count: usize,
}

impl<'a, T> Group<'a, T> {
    /// # Safety
    /// The array has these columns, and no other thread uses them while this is there.
    pub unsafe fn new(columns: &'a Columns<T>, matrix: usize, first: usize, count: usize) -> Self {
        Self { columns, matrix, first, count }
    }
}

impl<T> fourier::Columns<T> for Group<'_, T> {
    fn row(&mut self, row: usize) -> &mut [T] {
        assert!(row < self.columns.n, "a matrix has as many rows as the plan of its columns has points");
        let numbers = self.columns.at(self.matrix, row, self.first).cast::<T>();
        // SAFETY: the array has these columns of this row, whose numbers are pairs, and nothing else uses them, as whoever made this promised.
        unsafe { std::slice::from_raw_parts_mut(numbers, 2 * self.count) }
    }
}
