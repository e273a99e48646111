//! The inner loops in each form that the processor has, against sums in double precision.

use super::super::blocks::Blocks;
use super::super::form::{Form, Loop};
use super::super::panel::Panel;
use super::super::products::{GROUP, MOST_ROWS, Rows, Tiles};
use super::super::vectors::{Dots, Gather, Rank1, Symmetric, Turns};
use super::super::view::View;
use super::*;

fn typed<T: Real>(n: usize, seed: u64) -> Vec<T> {
    numbers(n, seed).into_iter().map(T::from_f64).collect()
}

fn wide<T: Real>(numbers: &[T]) -> Vec<f64> {
    numbers.iter().map(|v| v.wide()).collect()
}

/// Checks that each form of a loop changes `start` to almost the same numbers.
fn agree<T: Real>(start: &[T], run: impl Fn(Form, &mut Vec<T>)) {
    let mut first = start.to_vec();
    run(Form::Baseline, &mut first);
    assert!(first.iter().all(|v| v.wide().is_finite()));
    for form in Form::all() {
        let mut other = start.to_vec();
        run(form, &mut other);
        assert!(distance(&wide(&first), &wide(&other)) <= 1e3 * T::STEP, "{form:?}");
    }
}

fn all_forms<T: Real>() {
    for [m, n, k] in [[1, 1, 1], [5, 17, 3], [12, 32, 8], [13, 33, 40], [40, 70, 20]] {
        let (a, b, stride) = (typed::<T>(m * k, 1), typed::<T>(k * n, 2), n + 3);
        for upper in [false, true] {
            agree(&typed::<T>(m * stride, 3), |form, c| {
                let [rows, columns] = T::tile(form);
                let group = |count: usize, size: usize, at: &dyn Fn(usize, usize) -> T| -> Vec<T> {
                    let one = |g: usize, l: usize, i: usize| {
                        if g * size + i < count { at(g * size + i, l) } else { T::default() }
                    };
                    let groups = 0..count.div_ceil(size);
                    let flat = |g: usize| (0..k).flat_map(move |l| (0..size).map(move |i| (g, l, i)));
                    groups.flat_map(flat).map(|(g, l, i)| one(g, l, i)).collect()
                };
                let (a, b) = (group(m, rows, &|i, l| a[i * k + l]), group(n, columns, &|j, l| b[l * n + j]));
                let tiles =
                    Tiles { a: &a, b: &b, depth: k, c, stride, size: [m, n], diagonal: upper.then_some(0) };
                T::run_in(form, tiles);
                // The part below the diagonal may differ.
                for i in 0..m {
                    (0..if upper { i.min(n) } else { 0 }).for_each(|j| c[i * stride + j] = T::default());
                }
            });
        }
        let (row, factors) = (typed::<T>(n, 4), typed::<T>(m, 5));
        let rows = typed::<T>(m * stride, 6);
        agree(&rows, |form, to| {
            T::run_in(form, Rank1 { row: &row, rows: to, stride, factors: &factors });
        });
        agree(&row, |form, row| {
            T::run_in(form, Gather { row, rows: &rows, stride, factors: &factors });
        });
        agree(&factors, |form, out| T::run_in(form, Dots { rows: &rows, stride, x: &row, out }));
        let square = typed::<T>(n * stride, 11);
        agree(&row, |form, out| {
            T::run_in(form, Symmetric { rows: &square, stride, count: n, x: &row, out: &mut out[..] });
        });
    }
    for n in [1, 3, GROUP, 30, MOST_ROWS] {
        let mut triangle = Vec::new();
        for first in (0..n).step_by(GROUP) {
            for (step, mut factors) in
                numbers(GROUP * (first + GROUP), 7).chunks_exact(GROUP).map(<[f64]>::to_vec).enumerate()
            {
                factors.iter_mut().for_each(|f| *f /= n as f64);
                if step >= first {
                    factors[step - first] = 1.0;
                }
                triangle.extend(factors.into_iter().map(T::from_f64));
            }
        }
        for from_end in [false, true] {
            agree(&typed::<T>(n * 50, 8), |form, x| {
                T::run_in(form, Rows { x, stride: 50, columns: 47, triangle: &triangle, n, from_end });
            });
        }
    }
    let angles = (0..20).map(|i| 0.1 * f64::from(i));
    let rotations: Vec<[T; 2]> = angles.map(|x| [x.cos(), x.sin()].map(T::from_f64)).collect();
    agree(&typed::<T>(21 * 4 * T::tile(Form::Avx512)[1], 9), |form, rows| {
        // The same columns in strips of the form.
        let all = rows.len() / 21;
        for is_wide in [false, true] {
            let width = T::tile(form)[1] * if is_wide { 2 } else { 1 };
            for first in (0..all).step_by(width) {
                let mut strip: Vec<T> =
                    (0..21).flat_map(|i| rows[i * all + first..][..width].to_vec()).collect();
                T::run_in(form, Turns { rows: &mut strip, is_wide, rotations: &rotations });
                for (i, row) in strip.chunks_exact(width).enumerate() {
                    rows[i * all + first..][..width].copy_from_slice(row);
                }
            }
        }
    });
    for [rows, width] in [[1, 1], [9, 5], [70, 32], [40, 30]] {
        let stride = rows + T::tile(Form::Avx512)[1];
        let mut start = typed::<T>(width * stride, 10);
        start.chunks_exact_mut(stride).for_each(|c| c[rows..].fill(T::default()));
        agree(&start, |form, columns| {
            let mut pivots = vec![0; width];
            T::run_in(form, Panel { columns, rows, stride, pivots: &mut pivots });
            columns.extend(pivots.into_iter().map(|p| T::from_f64(p as f64)));
        });
    }
}

#[test]
fn all_forms_of_inner_loops_agree() {
    all_forms::<f32>();
    all_forms::<f64>();
}

#[test]
fn a_form_that_the_processor_lacks_is_its_best() {
    struct Lanes;
    impl<T> Loop<T> for Lanes {
        type Output = usize;
        fn run<V: super::super::vector::Vector<T>, const MR: usize, const NR: usize>(self) -> usize {
            NR
        }
    }
    assert!(Form::all().any(|form| form == Form::Baseline));
    assert_eq!(f32::run_in(Form::Avx512, Lanes), f32::tile(Form::best())[1]);
}

#[test]
fn products_of_blocks_of_any_layout() {
    for [m, n, k] in [[1, 1, 1], [7, 9, 3], [13, 300, 290], [100, 65, 33]] {
        let (a, b) = (numbers(m * k, 13), numbers(k * n, 14));
        let want: Vec<f64> = product(&a, &b, [m, n, k]).into_iter().map(|v| -v).collect();
        for [left, right] in [[false, false], [false, true], [true, false], [true, true]] {
            let lay = |v: &[f64], size, t| if t { turned(v, size) } else { v.to_vec() };
            let (a, b) = (lay(&a, [m, k], left), lay(&b, [k, n], right));
            let view = |of, [rows, columns]: [usize; 2], t| {
                let (row, column) = if t { (1, rows) } else { (columns, 1) };
                View { other: Some(of), at: 0, rows: row, columns: column }
            };
            let mut c = vec![0.0; m * n];
            let (a, b) = (view(&a[..], [m, k], left), view(&b[..], [k, n], right));
            Blocks::new(&mut c, n).subtract_product([0, 0], [m, n, k], a, b, false);
            assert!(distance(&c, &want) < 1e-11, "{m} {n} {k}");
        }
    }
}
