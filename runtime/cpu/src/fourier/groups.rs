//! Lines that are transformed in groups, a lane of a vector for each (`strata_runtime_kernels::fourier`).

use std::sync::Arc;

use num_complex::Complex;
use strata_runtime_fft::Planners;
use strata_runtime_kernels::fourier::{self, Plan, lines_of_group, rows_of_group};

use super::Part;
use super::numbers::{Plain, floats};

/// The least number of points of a part: some microseconds.
const POINTS: usize = 1 << 10;
/// The number of lines of so many points that a part has.
pub(super) fn lines_of_part(points: usize) -> usize {
    (POINTS / points.max(1)).max(1)
}

/// The plan of groups of so many lines, and how they are divided.
pub(super) struct Groups<T> {
    pub plan: Arc<Plan<T>>,
    /// The lines of a group.
    pub lines: usize,
}

impl<T: Part> Groups<T> {
    /// Groups of lines of `n` points, of which there are `count` at least once; `None` if these are transformed one by one.
    pub fn new(planners: &Planners, n: usize, count: usize) -> Option<Self> {
        let lines = lines_of_group::<T>();
        let plan = (count >= lines).then(|| T::group(planners, n)).flatten()?;
        Some(Self { plan, lines })
    }
    /// The same for contiguous lines of complex numbers. Their transposition costs as much as what it saves, unless `rustfft` has to combine
    /// factors other than two.
    pub fn contiguous(planners: &Planners, n: usize, count: usize) -> Option<Self> {
        if n.is_power_of_two() { None } else { Self::new(planners, n, count) }
    }
    /// The lines of a part, a multiple of those of a group.
    pub fn lines_of_part(&self) -> usize {
        lines_of_part(self.plan.points()).next_multiple_of(self.lines)
    }
    /// Transforms the first lines, as many as fill groups, and returns the others.
    pub fn transform<'a>(&self, lines: &'a mut [Complex<T>], inverse: bool) -> &'a mut [Complex<T>]
    where
        Complex<T>: Plain,
    {
        let group = self.lines * self.plan.points();
        let (grouped, rest) = lines.split_at_mut(lines.len() / group * group);
        fourier::lines(&self.plan, floats(grouped), inverse);
        rest
    }
}

/// The bytes that a group needs beside its numbers, for lines of so many points.
pub(super) fn memory_of_group<T: Part>(points: usize) -> Option<usize> {
    rows_of_group::<T>(points).checked_mul(size_of::<T>())
}
