//! Transforms of the lines of an array, group by group.

use super::super::dense::{Form, Loop, Real, Vector};
use super::gather::{Columns, Places, read_columns, read_lines, write_columns, write_lines};
use super::halves::{from_real, to_real};
use super::passes::transform;
use super::plan::Plan;
use crate::memory::filled;

/// The lines of a group on this processor, and the numbers that a group is transformed in, for a line of so many points.
#[must_use]
pub fn lines_of_group<T: Real>() -> usize {
    T::tile(Form::best())[1] / 2
}

/// The numbers of the rows of a group, with a point more, which spectra of real lines have.
#[must_use]
pub fn rows_of_group<T: Real>(points: usize) -> usize {
    2 * (points + 1) * lines_of_group::<T>() + LINE / size_of::<T>()
}

/// Transforms lines of complex numbers, whose real and imaginary parts follow each other, in place. An inverse transform is not scaled.
pub fn lines<T: Real>(plan: &Plan<T>, numbers: &mut [T], inverse: bool) {
    lines_in(Form::Avx512, plan, numbers, inverse);
}

/// Transforms neighbouring columns of a matrix of complex numbers, at most as many as a group has lines. An inverse transform is not scaled.
pub fn columns<T: Real>(plan: &Plan<T>, columns: &mut impl Columns<T>, inverse: bool) {
    columns_in(Form::Avx512, plan, columns, inverse);
}

/// Transforms lines of real numbers, twice as many as the plan has points, into their spectra of one point more than the plan.
pub fn forward_real<T: Real>(plan: &Plan<T>, from: &[T], to: &mut [T]) {
    real_in(Form::Avx512, plan, from, to, false);
}

/// Transforms spectra into lines of real numbers; the opposite of [`forward_real`], but for a factor of the numbers of a line.
pub fn backward_real<T: Real>(plan: &Plan<T>, from: &[T], to: &mut [T]) {
    real_in(Form::Avx512, plan, from, to, true);
}

/// Vectors that begin where cache lines do are in one each.
const LINE: usize = 64;

/// Memory for the rows of a group in a form.
fn rows<T: Real>(form: Form, plan: &Plan<T>) -> Vec<T> {
    filled(T::default(), (plan.points() + 1) * T::tile(form.min(Form::best()))[1] + LINE / size_of::<T>())
}

/// The rows in this memory.
fn aligned<T>(rows: &mut [T]) -> &mut [T] {
    let skipped = rows.as_ptr().align_offset(LINE).min(LINE / size_of::<T>());
    &mut rows[skipped..]
}

macro_rules! in_forms {
    ($(fn $name:ident: $body:ident { $($operand:ident: $type:ty),* } $(<$bound:ident>)?;)*) => {$(
        pub(super) fn $name<T: Real $(, C: $bound<T>)?>(form: Form, plan: &Plan<T>, $($operand: $type),*) {
            let mut rows = rows(form, plan);
            T::run_in(form, $body { plan, $($operand,)* rows: aligned(&mut rows) });
        }
    )*};
}
in_forms! {
    fn lines_in: Lines { numbers: &mut [T], inverse: bool };
    fn columns_in: Group { columns: &mut C, inverse: bool } <Columns>;
    fn real_in: RealLines { from: &[T], to: &mut [T], inverse: bool };
}

struct Lines<'a, T> {
    plan: &'a Plan<T>,
    numbers: &'a mut [T],
    inverse: bool,
    rows: &'a mut [T],
}

impl<T: Real> Loop<T> for Lines<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { plan, numbers, inverse, rows } = self;
        let line = 2 * plan.points();
        let rows = &mut rows[..line * V::LANES];
        for group in numbers.chunks_mut(line * V::LANES) {
            read_lines::<T, V>(group, line, Places::before(plan, inverse), rows);
            transform::<T, V>(plan, rows);
            write_lines::<T, V>(rows, Places::after(inverse), group, line);
        }
    }
}

struct Group<'a, T, C> {
    plan: &'a Plan<T>,
    columns: &'a mut C,
    inverse: bool,
    rows: &'a mut [T],
}

impl<T: Real, C: Columns<T>> Loop<T> for Group<'_, T, C> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { plan, columns, inverse, rows } = self;
        let rows = &mut rows[..2 * plan.points() * V::LANES];
        read_columns::<T, V>(columns, Places::before(plan, inverse), rows);
        transform::<T, V>(plan, rows);
        write_columns::<T, V>(rows, Places::after(inverse), columns);
    }
}

/// Lines of real numbers and their spectra: the second of the first, or the other way round.
struct RealLines<'a, T> {
    plan: &'a Plan<T>,
    from: &'a [T],
    to: &'a mut [T],
    inverse: bool,
    rows: &'a mut [T],
}

impl<T: Real> Loop<T> for RealLines<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { plan, from, to, inverse, rows } = self;
        let (real, spectrum) = (2 * plan.points(), 2 * plan.points() + 2);
        let [read, written] = if inverse { [spectrum, real] } else { [real, spectrum] };
        let rows = &mut rows[..spectrum * V::LANES];
        for (from, to) in from.chunks(read * V::LANES).zip(to.chunks_mut(written * V::LANES)) {
            read_lines::<T, V>(from, read, Places::before(plan, false), &mut rows[..read * V::LANES]);
            if inverse {
                from_real::<T, V>(plan, rows);
            }
            transform::<T, V>(plan, &mut rows[..real * V::LANES]);
            if !inverse {
                to_real::<T, V>(plan, rows);
            }
            write_lines::<T, V>(rows, Places::after(inverse), to, written);
        }
    }
}
