//! Transforms in lanes against sums of the definition, in all forms.

use std::f64::consts::TAU;

use super::super::dense::{Form, Real};
use super::gather::Columns;
use super::lines::{columns_in, lines_in, real_in};
use super::plan::Plan;

/// Lengths with each radix alone, in pairs and all together.
const LENGTHS: [usize; 14] = [2, 3, 4, 5, 6, 8, 9, 12, 20, 25, 30, 64, 100, 128];

fn number(k: usize) -> f64 {
    f64::from((k as u32).wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 23) - 1.0
}

/// `Σ x[k] exp(±2πi jk/n)` of a line of pairs.
fn expected(line: &[[f64; 2]], inverse: bool) -> Vec<[f64; 2]> {
    let n = line.len();
    let sign = if inverse { 1.0 } else { -1.0 };
    let at = |j: usize| {
        line.iter().enumerate().fold([0.0; 2], |[re, im], (k, [a, b])| {
            let (sine, cosine) = (sign * TAU * (j * k % n) as f64 / n as f64).sin_cos();
            [re + a * cosine - b * sine, im + a * sine + b * cosine]
        })
    };
    (0..n).map(at).collect()
}

fn pairs<T: Real>(numbers: &[T]) -> Vec<[f64; 2]> {
    numbers.as_chunks::<2>().0.iter().map(|pair| pair.map(T::wide)).collect()
}

fn close<T: Real>(found: &[[f64; 2]], expected: &[[f64; 2]], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let largest = expected.iter().flatten().fold(1.0f64, |most, v| most.max(v.abs()));
    let bound = 4.0 * T::STEP * largest * (found.len() as f64).log2().max(1.0);
    for (k, (a, b)) in found.iter().zip(expected).enumerate() {
        let error = (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
        assert!(error <= bound, "{what}: point {k} is {a:?} instead of {b:?}");
    }
}

fn numbers<T: Real>(count: usize) -> Vec<T> {
    (0..count).map(|k| T::from_f64(number(k))).collect()
}

fn complex_lines<T: Real>() {
    for (form, n) in Form::all().flat_map(|form| LENGTHS.map(|n| (form, n))) {
        let plan = Plan::<T>::new(n).expect("a product of small factors");
        for (count, inverse) in [(1, false), (7, true), (16, false), (37, true)] {
            let from = numbers::<T>(2 * n * count);
            let mut found = from.clone();
            lines_in(form, &plan, &mut found, inverse);
            for (found, from) in found.chunks(2 * n).zip(from.chunks(2 * n)) {
                close::<T>(
                    &pairs(found),
                    &expected(&pairs(from), inverse),
                    &format!("{form:?} {n} of {count}"),
                );
            }
        }
    }
}

fn real_lines<T: Real>() {
    for (form, half) in Form::all().flat_map(|form| LENGTHS.map(|n| (form, n))) {
        let plan = Plan::<T>::new(half).expect("a product of small factors");
        for count in [1, 7, 16, 37] {
            let from = numbers::<T>(2 * half * count);
            let mut spectra = vec![T::NAN; (2 * half + 2) * count];
            real_in(form, &plan, &from, &mut spectra, false);
            for (spectrum, line) in spectra.chunks(2 * half + 2).zip(from.chunks(2 * half)) {
                let line: Vec<[f64; 2]> = line.iter().map(|v| [v.wide(), 0.0]).collect();
                close::<T>(&pairs(spectrum), &expected(&line, false)[..=half], &format!("{form:?} {half}"));
            }
            // Numbers that the spectrum of a real line cannot have are not read.
            spectra.chunks_mut(2 * half + 2).for_each(|spectrum| {
                (spectrum[1], spectrum[2 * half + 1]) = (T::NAN, T::NAN);
            });
            let mut back = vec![T::NAN; 2 * half * count];
            real_in(form, &plan, &spectra, &mut back, true);
            let scale = T::from_f64((2 * half) as f64);
            let back: Vec<[f64; 2]> = back.iter().map(|v| [(*v / scale).wide(), 0.0]).collect();
            let from: Vec<[f64; 2]> = from.iter().map(|v| [v.wide(), 0.0]).collect();
            close::<T>(&back, &from, &format!("{form:?} {half} back"));
        }
    }
}

/// Some columns of a matrix.
struct Some<'a, T> {
    matrix: &'a mut [T],
    stride: usize,
    columns: std::ops::Range<usize>,
}

impl<T> Columns<T> for Some<'_, T> {
    fn row(&mut self, row: usize) -> &mut [T] {
        &mut self.matrix[2 * row * self.stride..][2 * self.columns.start..2 * self.columns.end]
    }
}

fn columns_of_matrices<T: Real>() {
    for (form, n) in Form::all().flat_map(|form| LENGTHS.map(|n| (form, n))) {
        let plan = Plan::<T>::new(n).expect("a product of small factors");
        let (stride, lanes) = (21, T::tile(form)[1] / 2);
        for (columns, inverse) in [(2..2 + lanes, false), (0..1, true), (3..lanes, false)] {
            let from = numbers::<T>(2 * n * stride);
            let mut found = from.clone();
            let mut some = Some { matrix: &mut found, stride, columns: columns.clone() };
            columns_in(form, &plan, &mut some, inverse);
            let column = |of: &[T], j: usize| -> Vec<[f64; 2]> {
                pairs(of).into_iter().skip(j).step_by(stride).collect()
            };
            for j in 0..stride {
                let line = column(&from, j);
                let line = if columns.contains(&j) { expected(&line, inverse) } else { line };
                close::<T>(&column(&found, j), &line, &format!("{form:?} {n}, column {j}"));
            }
        }
    }
}

#[test]
fn lines_have_the_transform_of_the_definition() {
    complex_lines::<f32>();
    complex_lines::<f64>();
}

#[test]
fn real_lines_have_half_of_a_spectrum() {
    real_lines::<f32>();
    real_lines::<f64>();
}

#[test]
fn columns_are_transformed_where_they_are() {
    columns_of_matrices::<f32>();
    columns_of_matrices::<f64>();
}

#[test]
fn long_lines_and_large_factors_have_no_plan() {
    for n in [0, 1, 7, 14, 2048, 1009] {
        assert!(Plan::<f32>::new(n).is_none(), "{n}");
    }
}
