//! Transforms of real lines along the last dimension, and back.

use num_complex::Complex;
use strata_runtime_fft::{ComplexToReal, Planners};
use strata_runtime_kernels::{fourier, memory::filled};

use super::groups::{Groups, lines_of_part, memory_of_group};
use super::lines::scale;
use super::numbers::{Plain, copy_numbers, floats};
use super::{Part, Task};
use crate::context::Context;
use crate::parts::try_for_each;

impl Task {
    /// The groups of lines of real numbers, and of their spectra.
    pub(super) fn groups<T: Part>(&self, planners: &Planners) -> Option<Groups<T>> {
        let n = self.lengths[self.lengths.len() - 1];
        let lines = self.shape.iter().product::<usize>() / self.half();
        if n.is_multiple_of(2) { Groups::new(planners, n / 2, lines) } else { None }
    }

    /// The bytes that a group of such lines needs beside them.
    fn memory_of_groups<T: Part>(&self, groups: Option<&Groups<T>>) -> Option<usize> {
        groups.map_or(Some(0), |groups| memory_of_group::<T>(groups.plan.points()))
    }

    /// Spectra of real lines.
    pub(super) fn forward_real<T: Part>(
        &self,
        ctx: Option<&Context>,
        planners: &Planners,
        input: &[u8],
        work: &mut [Complex<T>],
    ) -> Result<(), String>
    where
        Complex<T>: Plain,
    {
        let n = self.lengths[self.lengths.len() - 1];
        let plan = T::forward_real(planners, n);
        let groups = self.groups::<T>(planners).filter(|_| T::view(input).is_some());
        let (lines, half, line) = (self.lines(groups.as_ref()), self.half(), n * size_of::<T>());
        let parts = input.chunks(lines * line).zip(work.chunks_mut(lines * half));
        let scratch = plan.get_scratch_len();
        let bytes =
            scratch.checked_add(half).and_then(|numbers| numbers.checked_mul(size_of::<Complex<T>>()));
        let bytes = bytes.zip(self.memory_of_groups(groups.as_ref()));
        let bytes = bytes.map(|(one, group)| one.max(group)).ok_or("a line is too long")?;
        try_for_each(ctx, parts, bytes, |_, (mut input, mut work)| {
            if let Some((groups, from)) = groups.as_ref().zip(T::view(input)) {
                let whole = from.len() / n / groups.lines * groups.lines;
                let (grouped, rest) = std::mem::take(&mut work).split_at_mut(whole * half);
                fourier::forward_real(&groups.plan, &from[..whole * n], floats(grouped));
                (input, work) = (&input[whole * line..], rest);
            }
            if work.is_empty() {
                return Ok(());
            }
            let mut real = filled(T::default(), n);
            let mut scratch = filled(Complex::default(), scratch);
            for (from, to) in input.chunks_exact(line).zip(work.chunks_exact_mut(half)) {
                copy_numbers(from, &mut real);
                plan.process_with_scratch(&mut real, to, &mut scratch).map_err(|e| e.to_string())?;
            }
            Ok(())
        })
    }

    /// The complex numbers of a line of real ones.
    pub(super) fn half(&self) -> usize {
        self.shape[self.shape.len() - 1]
    }

    /// The lines of a part of a real transform.
    pub(super) fn lines<T: Part>(&self, groups: Option<&Groups<T>>) -> usize {
        groups.map_or_else(|| lines_of_part(self.lengths[self.lengths.len() - 1]), Groups::lines_of_part)
    }

    /// Inverse real transforms of the last dimension. `with_work` hands on the complex numbers of a part, which are overwritten; those that it has
    /// for itself take `own` bytes.
    pub(super) fn backward_real<T: Part, P: Send>(
        &self,
        ctx: Option<&Context>,
        (planners, groups): (&Planners, Option<Groups<T>>),
        (parts, own): (impl ExactSizeIterator<Item = P>, Option<usize>),
        out: &mut [T],
        with_work: impl Fn(P, &mut dyn FnMut(&mut [Complex<T>]) -> Result<(), String>) -> Result<(), String>
        + Sync,
    ) -> Result<(), String>
    where
        Complex<T>: Plain,
    {
        let (n, half) = (self.lengths[self.lengths.len() - 1], self.half());
        let plan = T::backward_real(planners, n);
        let parts = parts.zip(out.chunks_mut(self.lines(groups.as_ref()) * n));
        let scratch = plan.get_scratch_len();
        let bytes = scratch.checked_mul(size_of::<Complex<T>>()).zip(own);
        let bytes = bytes.and_then(|(scratch, own)| scratch.checked_add(own));
        let bytes = bytes.zip(self.memory_of_groups(groups.as_ref()));
        let bytes = bytes.and_then(|(own, group)| own.checked_add(group)).ok_or("a line is too long")?;
        try_for_each(ctx, parts, bytes, |_, (part, out)| {
            with_work(part, &mut |mut work| {
                let mut rest = &mut out[..];
                if let Some(groups) = &groups {
                    let whole = work.len() / half / groups.lines * groups.lines;
                    let (grouped, lines) = std::mem::take(&mut work).split_at_mut(whole * half);
                    let (to, others) = std::mem::take(&mut rest).split_at_mut(whole * n);
                    fourier::backward_real(&groups.plan, floats(grouped), to);
                    (work, rest) = (lines, others);
                }
                if !rest.is_empty() {
                    one_by_one(&*plan, work, rest)?;
                }
                scale(n, out.iter_mut());
                Ok(())
            })
        })
    }
}

/// Inverse real transforms of lines, one after the other.
fn one_by_one<T: Part>(
    plan: &dyn ComplexToReal<T>,
    work: &mut [Complex<T>],
    out: &mut [T],
) -> Result<(), String> {
    let n = plan.len();
    let mut scratch = filled(Complex::default(), plan.get_scratch_len());
    for (from, to) in work.chunks_exact_mut(n / 2 + 1).zip(out.chunks_exact_mut(n)) {
        // Parts that the spectrum of a real signal cannot have are treated as zero.
        from[0].im = T::default();
        if n.is_multiple_of(2) {
            from[n / 2].im = T::default();
        }
        plan.process_with_scratch(from, to, &mut scratch).map_err(|e| e.to_string())?;
    }
    Ok(())
}
