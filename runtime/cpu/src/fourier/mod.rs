//! Fourier transforms of up to three dimensions, of any length, with the plans of `runtime/fft` (`docs/adr/0013-fourier-transforms.md`): of lines one
//! by one, and of many short lines in groups.

mod columns;
mod groups;
mod lines;
mod numbers;
mod real;

use strata_runtime_fft::{FftDirection, Float, Planners};
use strata_runtime_kernels::{
    fourier::{has_plan, lines_of_group},
    memory::filled,
};

use num_complex::Complex;

use crate::context::Context;
use crate::parts::for_each;
use crate::reservation::Reservation;
use crate::routine::Call;
use lines::{COPIED, scale, transform};
use numbers::{Plain, copy_numbers, with_numbers};

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
    if input.bytes.is_empty() && !input.is_in_result() {
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

    /// An upper estimate of the bytes of the tables of the plans. A plan for a long prime length
    /// contains one for a power of two of up to four times that length, and tables for both; short lines have one for groups, too.
    fn tables<T: Part>(&self) -> Option<usize> {
        let elements = self.shape.iter().product::<usize>();
        // A line of real numbers is one of half as many complex ones.
        let is_grouped = |n: usize| {
            (has_plan(n) || n.is_multiple_of(2) && has_plan(n / 2))
                && elements / (n / 2 + 1) >= lines_of_group::<T>()
        };
        let table = |&n: &usize| match n {
            _ if largest_factor(n) > BUTTERFLY => n.checked_mul(10),
            _ if is_grouped(n) => n.checked_mul(3),
            _ => Some(n),
        };
        let mut lengths = self.lengths.clone();
        lengths.sort_unstable();
        lengths.dedup();
        let numbers = lengths.iter().try_fold(0usize, |sum, n| sum.checked_add(table(n)?))?;
        numbers.checked_mul(size_of::<Complex<T>>())
    }

    /// The bytes of a copy of the array, if the result is smaller and there are transforms before the last one. What parts work in is reserved by
    /// each of them.
    fn copy<T: Part>(&self) -> Option<usize> {
        match self.kind {
            Kind::Irfft if self.lengths.len() > 1 => {
                let numbers = self.shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d))?;
                numbers.checked_mul(size_of::<Complex<T>>())
            }
            _ => Some(0),
        }
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
        let _tables = Reservation::new(ctx, self.tables::<T>())?;
        let _copy = Reservation::new(ctx, self.copy::<T>())?;
        match self.kind {
            Kind::Fft | Kind::Ifft => with_numbers::<Complex<T>, _>(output, |work| {
                copy(ctx, input, work)?;
                self.complex(ctx, planners, work, true)
            }),
            Kind::Rfft => with_numbers::<Complex<T>, _>(output, |work| {
                self.forward_real(ctx, planners, input, work)?;
                self.complex(ctx, planners, work, false)
            }),
            Kind::Irfft if self.lengths.len() == 1 => with_numbers::<T, _>(output, |out| {
                let groups = self.groups::<T>(planners);
                let numbers = self.lines(groups.as_ref()) * self.half();
                let bytes = input.chunks(numbers * size_of::<Complex<T>>());
                let own = numbers.checked_mul(size_of::<Complex<T>>());
                self.backward_real(ctx, (planners, groups), (bytes, own), out, |bytes: &[u8], run| {
                    let mut work = filled(Complex::<T>::default(), bytes.len() / size_of::<Complex<T>>());
                    copy_numbers(bytes, &mut work);
                    run(&mut work)
                })
            }),
            Kind::Irfft => {
                let mut work = filled(Complex::<T>::default(), self.shape.iter().product());
                copy(ctx, input, &mut work)?;
                self.complex(ctx, planners, &mut work, false)?;
                let groups = self.groups::<T>(planners);
                let parts = work.chunks_mut(self.lines(groups.as_ref()) * self.half());
                with_numbers::<T, _>(output, |out| {
                    self.backward_real(ctx, (planners, groups), (parts, Some(0)), out, |work, run| run(work))
                })
            }
        }
    }

    /// Complex transforms along the last dimension, if `last` is set, and along the dimensions before it; inverse ones are scaled.
    fn complex<T: Part>(
        &self,
        ctx: Option<&Context>,
        planners: &Planners,
        work: &mut [Complex<T>],
        last: bool,
    ) -> Result<(), String>
    where
        Complex<T>: Plain,
    {
        let direction = self.direction();
        let mut points = 1;
        for (d, n) in self.complex_dimensions(last) {
            points *= n;
            let plan = T::complex(planners, n, direction);
            transform(ctx, (planners, &*plan), work, self.shape[d + 1..].iter().product())?;
        }
        if direction == FftDirection::Inverse && points > 1 {
            for_each(ctx, work.chunks_mut(COPIED), 0, |_, part| {
                scale(points, part.iter_mut().flat_map(|v| [&mut v.re, &mut v.im]));
            })?;
        }
        Ok(())
    }
}

/// Copies bytes into numbers, on several threads.
fn copy<N: Plain>(ctx: Option<&Context>, bytes: &[u8], numbers: &mut [N]) -> Result<(), String> {
    let parts = bytes.chunks(COPIED * size_of::<N>()).zip(numbers.chunks_mut(COPIED));
    for_each(ctx, parts, 0, |_, (from, to)| copy_numbers(from, to))
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
