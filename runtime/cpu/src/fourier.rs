//! Fourier transforms of up to three dimensions, of any length, with the plans of `runtime/fft` (`docs/adr/0013-fourier-transforms.md`).

use strata_runtime_fft::{Fft, FftDirection, Float, Planners};
use strata_runtime_kernels::memory::filled;

use num_complex::Complex;

use crate::context::Context;
use crate::reservation::Reservation;
use crate::routine::Call;

/// The number of lines that are transformed together if they are not contiguous: as many as share cache lines.
const LINES: usize = 16;

/// A float type of transforms.
trait Part: Float + Default + Plain {}

impl Part for f32 {}
impl Part for f64 {}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fft,
    Ifft,
    Rfft,
    Irfft,
}

/// Runs a transform: `type` is its kind, `length` the sizes of the last dimensions.
pub(crate) fn run(ctx: Option<&Context>, call: &mut Call<'_>) -> Result<(), String> {
    let kind = match call.entry("type") {
        Some("FFT") => Kind::Fft,
        Some("IFFT") => Kind::Ifft,
        Some("RFFT") => Kind::Rfft,
        Some("IRFFT") => Kind::Irfft,
        _ => return Err("the type of the transform is not known".to_owned()),
    };
    let lengths = call.entry("length").unwrap_or_default().split(',').map(str::parse::<usize>);
    let lengths: Vec<usize> = lengths.collect::<Result<_, _>>().map_err(|_| "a length is no number")?;
    let ([input], [output]) = (&call.inputs[..], &mut call.outputs[..]) else {
        return Err("it has one argument and one result".to_owned());
    };
    let own = Planners::default();
    let planners = ctx.map_or(&own, Context::planners);
    let [from, to] = [input.element, output.element].map(|e| (e.code, e.bits));
    let single = [(2, 32), (5, 64)];
    let real = |e: (i64, i64)| e.0 == 2;
    if real(from) != (kind == Kind::Rfft) || real(to) != (kind == Kind::Irfft) {
        return Err("its types are not those of the transform".to_owned());
    }
    let shape = if kind == Kind::Irfft { &input.shape } else { &output.shape };
    let task =
        Task { kind, lengths, shape: shape.clone(), from: input.shape.clone(), to: output.shape.clone() };
    task.check()?;
    if output.bytes.is_empty() {
        return Ok(());
    }
    if input.bytes.is_empty() {
        output.bytes.fill(0);
        return Ok(());
    }
    if single.contains(&from) && single.contains(&to) {
        task.run::<f32>(ctx, planners, input.bytes, output.bytes)
    } else {
        task.run::<f64>(ctx, planners, input.bytes, output.bytes)
    }
}

struct Task {
    kind: Kind,
    lengths: Vec<usize>,
    /// The sizes of the complex work array.
    shape: Vec<usize>,
    from: Vec<usize>,
    to: Vec<usize>,
}

impl Task {
    /// Checks that the sizes of the arrays are those of the transform.
    fn check(&self) -> Result<(), String> {
        let n = self.lengths.len();
        let real = if self.kind == Kind::Rfft { &self.from } else { &self.to };
        let mut half = self.lengths.clone();
        if let (Kind::Rfft | Kind::Irfft, Some(last)) = (self.kind, half.last_mut()) {
            *last = *last / 2 + 1;
        }
        let ends_in = |shape: &[usize], sizes: &[usize]| shape.ends_with(sizes);
        let lead = |shape: &[usize]| shape.len().checked_sub(n).map(|k| shape[..k].to_vec());
        let fits = n >= 1
            && ends_in(real, &self.lengths)
            && ends_in(&self.shape, &half)
            && lead(&self.from) == lead(&self.to);
        if fits { Ok(()) } else { Err("the sizes of its arrays are not those of the transform".to_owned()) }
    }

    /// An upper estimate of the bytes of the tables of the plans, for complex numbers of so many bytes. A plan for a long prime length
    /// contains one for a power of two of up to four times that length, and tables for both.
    fn tables(&self, width: usize) -> Option<usize> {
        let table = |&n: &usize| n.checked_mul(if largest_factor(n) > BUTTERFLY { 10 } else { 1 });
        let mut lengths = self.lengths.clone();
        lengths.sort_unstable();
        lengths.dedup();
        lengths.iter().try_fold(0usize, |sum, n| sum.checked_add(table(n)?))?.checked_mul(width)
    }

    /// The bytes that the transform works in beside its result: a copy of the array if the result is smaller, and lines and what plans
    /// need for the dimension that needs most.
    fn memory<T: Part>(&self, planners: &Planners) -> Option<usize> {
        let last = *self.lengths.last()?;
        let half = |plan: usize| plan.checked_add(last / 2 + 1);
        let mut most = match self.kind {
            Kind::Rfft => half(T::forward_real(planners, last).get_scratch_len())?,
            Kind::Irfft => T::backward_real(planners, last).get_scratch_len(),
            Kind::Fft | Kind::Ifft => 0,
        };
        for (d, n) in self.complex_dimensions(matches!(self.kind, Kind::Fft | Kind::Ifft)) {
            let inner: usize = self.shape[d + 1..].iter().product();
            let lines = if inner == 1 { 0 } else { n.checked_mul(LINES.min(inner))? };
            let plan = T::complex(planners, n, self.direction()).get_inplace_scratch_len();
            most = most.max(lines.checked_add(plan)?);
        }
        let copy = match self.kind {
            Kind::Irfft => self.shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d))?,
            _ => 0,
        };
        copy.checked_add(most)?.checked_mul(size_of::<Complex<T>>())
    }

    fn direction(&self) -> FftDirection {
        match self.kind {
            Kind::Ifft | Kind::Irfft => FftDirection::Inverse,
            Kind::Fft | Kind::Rfft => FftDirection::Forward,
        }
    }

    /// The transformed dimensions with complex numbers and their sizes, with or without the last one.
    fn complex_dimensions(&self, last: bool) -> impl Iterator<Item = (usize, usize)> {
        let rank = self.shape.len();
        let used = rank - self.lengths.len()..if last { rank } else { rank - 1 };
        used.map(|d| (d, self.shape[d])).filter(|&(_, n)| n > 1)
    }

    fn run<T: Part>(
        &self,
        ctx: Option<&Context>,
        planners: &Planners,
        input: &[u8],
        output: &mut [u8],
    ) -> Result<(), String>
    where
        Complex<T>: Plain,
    {
        let _tables = Reservation::new(ctx, self.tables(size_of::<Complex<T>>()))?;
        let _work = Reservation::new(ctx, self.memory::<T>(planners))?;
        match self.kind {
            Kind::Fft | Kind::Ifft => with_numbers::<Complex<T>, _>(output, |work| {
                copy_numbers(input, work);
                self.complex(planners, work, true);
                Ok(())
            }),
            Kind::Rfft => with_numbers::<Complex<T>, _>(output, |work| {
                self.forward_real(planners, input, work)?;
                self.complex(planners, work, false);
                Ok(())
            }),
            Kind::Irfft => {
                let mut work = filled(Complex::<T>::default(), self.shape.iter().product());
                copy_numbers(input, &mut work);
                self.complex(planners, &mut work, false);
                with_numbers::<T, _>(output, |out| self.backward_real(planners, &mut work, out))
            }
        }
    }

    /// Complex transforms along the last dimension, if `last` is set, and along the dimensions before it; inverse ones are scaled.
    fn complex<T: Part>(&self, planners: &Planners, work: &mut [Complex<T>], last: bool) {
        let direction = self.direction();
        let mut points = 1;
        for (d, n) in self.complex_dimensions(last) {
            points *= n;
            let plan = T::complex(planners, n, direction);
            let inner: usize = self.shape[d + 1..].iter().product();
            if inner == 1 {
                let mut scratch = filled(Complex::default(), plan.get_inplace_scratch_len());
                plan.process_with_scratch(work, &mut scratch);
            } else {
                columns(&*plan, work, inner);
            }
        }
        if direction == FftDirection::Inverse && points > 1 {
            scale(points, work.iter_mut().flat_map(|v| [&mut v.re, &mut v.im]));
        }
    }

    fn forward_real<T: Part>(
        &self,
        planners: &Planners,
        input: &[u8],
        work: &mut [Complex<T>],
    ) -> Result<(), String> {
        let n = self.lengths[self.lengths.len() - 1];
        let plan = T::forward_real(planners, n);
        let mut line = filled(T::default(), n);
        let mut scratch = filled(Complex::default(), plan.get_scratch_len());
        for (from, to) in input.chunks_exact(n * size_of::<T>()).zip(work.chunks_exact_mut(n / 2 + 1)) {
            copy_numbers(from, &mut line);
            plan.process_with_scratch(&mut line, to, &mut scratch).map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    fn backward_real<T: Part>(
        &self,
        planners: &Planners,
        work: &mut [Complex<T>],
        out: &mut [T],
    ) -> Result<(), String> {
        let n = self.lengths[self.lengths.len() - 1];
        let plan = T::backward_real(planners, n);
        let mut scratch = filled(Complex::default(), plan.get_scratch_len());
        for (from, to) in work.chunks_exact_mut(n / 2 + 1).zip(out.chunks_exact_mut(n)) {
            // Parts that the spectrum of a real signal cannot have are treated as zero.
            from[0].im = T::default();
            if n.is_multiple_of(2) {
                from[n / 2].im = T::default();
            }
            plan.process_with_scratch(from, to, &mut scratch).map_err(|e| e.to_string())?;
        }
        scale(n, out.iter_mut());
        Ok(())
    }
}

/// The largest prime factor whose transforms are written out, as those of its powers and products are.
const BUTTERFLY: usize = 31;

/// The largest prime factor of a number, or 1.
fn largest_factor(mut n: usize) -> usize {
    let (mut largest, mut factor) = (1, 2);
    while n > 1 {
        if factor > n / factor {
            return largest.max(n);
        }
        while n.is_multiple_of(factor) {
            (n, largest) = (n / factor, factor);
        }
        factor += 1;
    }
    largest
}

/// Divides numbers by a count.
fn scale<'a, T: Part>(points: usize, numbers: impl Iterator<Item = &'a mut T>) {
    let Some(divisor) = T::from_usize(points) else { return };
    let factor = T::one() / divisor;
    // A power of two has an exact inverse.
    if points.is_power_of_two() {
        numbers.for_each(|v| *v = *v * factor);
    } else {
        numbers.for_each(|v| *v = *v / divisor);
    }
}

/// Transforms the columns of matrices with rows of length `inner`.
fn columns<T: Part>(plan: &dyn Fft<T>, work: &mut [Complex<T>], inner: usize) {
    let n = plan.len();
    let mut lines = filled(Complex::default(), n * LINES.min(inner));
    let mut scratch = filled(Complex::default(), plan.get_inplace_scratch_len());
    for matrix in work.chunks_exact_mut(n * inner) {
        for first in (0..inner).step_by(LINES) {
            let count = LINES.min(inner - first);
            for k in 0..n {
                let row = &matrix[k * inner + first..][..count];
                row.iter().enumerate().for_each(|(i, &v)| lines[i * n + k] = v);
            }
            plan.process_with_scratch(&mut lines[..n * count], &mut scratch);
            for k in 0..n {
                let row = &mut matrix[k * inner + first..][..count];
                row.iter_mut().enumerate().for_each(|(i, v)| *v = lines[i * n + k]);
            }
        }
    }
}

/// Plain numbers: floats and pairs of floats, for which all bit patterns are valid.
///
/// # Safety
/// The type has no padding and no invalid values.
unsafe trait Plain: Copy + Default {}
// SAFETY: a pair of floats in C's layout.
unsafe impl Plain for Complex<f32> {}
// SAFETY: as above.
unsafe impl Plain for Complex<f64> {}
// SAFETY: a float.
unsafe impl Plain for f32 {}
// SAFETY: a float.
unsafe impl Plain for f64 {}

/// Copies bytes into numbers, up to the shorter length.
fn copy_numbers<N: Plain>(bytes: &[u8], numbers: &mut [N]) {
    let n = size_of_val(numbers).min(bytes.len());
    // SAFETY: both have `n` bytes, and any bytes are valid floats and pairs of floats; a slice of bytes that is borrowed does not overlap one
    // that is borrowed mutably.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), numbers.as_mut_ptr().cast::<u8>(), n) }
}

/// Calls `f` with the bytes as numbers: in place if they are aligned, as they are in programs.
fn with_numbers<N: Plain, R>(
    bytes: &mut [u8],
    f: impl FnOnce(&mut [N]) -> Result<R, String>,
) -> Result<R, String> {
    // SAFETY: any bytes are valid floats and pairs of floats, and the other way round.
    let (before, numbers, after) = unsafe { bytes.align_to_mut::<N>() };
    if before.is_empty() && after.is_empty() {
        return f(numbers);
    }
    let mut numbers = filled(N::default(), bytes.len() / size_of::<N>());
    let result = f(&mut numbers)?;
    let n = size_of_val(&numbers[..]).min(bytes.len());
    // SAFETY: both have `n` bytes, and floats have no padding.
    unsafe { std::ptr::copy_nonoverlapping(numbers.as_ptr().cast::<u8>(), bytes.as_mut_ptr(), n) }
    Ok(result)
}
